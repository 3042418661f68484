//! Arcs of a walk under the mouse.

use crate::driver::Session;
use crate::places::{APEX, AT_REST, NOTHING};
use contrapposto::document::{Document, Take};
use contrapposto::gait::{ArcGrip, Swing, swings};

#[test]
fn the_apex_of_an_arc_is_dragged_up_and_the_foot_goes_there() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["w"]);
    session.click(AT_REST);
    session.xdotool(&format!("mousemove {} {}", NOTHING[0], NOTHING[1]));
    // It walks at once; the second key stops it, the third goes to its start, and the fourth looks at it there.
    session.keys(&["w", "space", "BackSpace", "Home"]);
    let before = session.save();
    let first = std::fs::read_to_string(session.project()).unwrap();
    session.drag(APEX, [APEX[0] + 4, APEX[1] - 45]);
    let after = session.save();
    let (old, new) = (all_swings(&before), all_swings(&after));
    let risen: Vec<usize> = (0..old.len())
        .filter(|step| new[*step].arc != old[*step].arc)
        .collect();
    assert_eq!(risen.len(), 1, "one arc is another one: {risen:?}");
    let (old, new) = (&old[risen[0]], &new[risen[0]]);
    let rise = new.grip(ArcGrip::Apex).y - old.grip(ArcGrip::Apex).y;
    assert!((0.1..0.4).contains(&rise), "its apex rose by {rise} m");
    let clip = after.clip().unwrap();
    let miss = new.miss((&after.character, &after.level), clip);
    assert!(miss < 2e-3, "the foot is {miss} m off");

    // One step of undo for the whole drag.
    session.keys(&["ctrl+z"]);
    session.save();
    assert_eq!(std::fs::read_to_string(session.project()).unwrap(), first);

    // Into the ground it does not go.
    session.drag(APEX, [APEX[0], APEX[1] + 40]);
    let low = all_swings(&session.save());
    let heights = low.iter().map(|swing| swing.arc.height());
    let lowest = heights.fold(f64::INFINITY, f64::min);
    assert!(
        (0.005..0.03).contains(&lowest),
        "{lowest} m over the ground"
    );
}

fn all_swings(document: &Document) -> Vec<Swing> {
    let Some(Take::Walk(take)) = &document.take else {
        panic!("there is no walk");
    };
    let ground = (&*document.character, &*document.level);
    swings(ground, &take.order, &take.walk).unwrap()
}
