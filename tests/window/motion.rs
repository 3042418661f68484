//! Keys and the timeline, walks and footprints.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session, place};
use crate::places::{AT_REST, FOOTPRINT, LEFT_HAND, NOTHING, VIEW, moment};
use contrapposto::document::{Document, Take};
use contrapposto::gait::Footstep;
use std::thread::sleep;
use std::time::Duration;

/// Longer than the camera is on its way.
const FLIGHT: Duration = Duration::from_secs(1);

#[test]
fn two_keys_make_a_motion_that_can_be_scrubbed_and_played() {
    let mut session = Session::with_project("human", "flat");
    // As the line on the timeline says.
    session.keys(&["k"]);
    session.drag(LEFT_HAND, [600, 250]);
    session.keys(&["k"]);
    session.drag(moment(0.9), moment(0.5));
    let between = session.save();
    let times: Vec<f64> = between.keys.iter().map(|key| key.secs).collect();
    assert_eq!(times, [0.0, 1.0]);
    assert_eq!(
        between.current_key, None,
        "the playhead is between the keys"
    );

    let height = |document: &Document| place(document, "left_hand").y;
    let at_key = |index: usize| {
        let mut document = between.clone();
        document.setup = between.keys[index].setup.clone();
        height(&document)
    };
    let (first, middle, last) = (at_key(0), height(&between), at_key(1));
    assert!(
        first + 0.05 < middle && middle + 0.05 < last,
        "{first} {middle} {last}"
    );

    session.xdotool("key space");
    let before = session.look();
    wait_for("the figure moves", SOON, || {
        (session.look().changed(&before, VIEW) > 500).then_some(())
    });
    session.keys(&["space"]);
    assert_eq!(session.save().keys.len(), 2);
}

#[test]
fn a_walk_climbs_the_stairs_and_its_footprints_can_be_dragged() {
    let mut session = Session::with_project("human", "stairs");
    session.keys(&["w"]);
    session.click(AT_REST);
    session.xdotool(&format!("mousemove {} {}", NOTHING[0], NOTHING[1]));
    // It walks at once; the second key stops it, the third goes to its start, and the camera flies after it.
    session.keys(&["w", "space", "BackSpace", "Home"]);
    sleep(FLIGHT);
    let before = footsteps(&session.save());
    assert!(before.len() >= 14, "{} steps", before.len());
    // Along the tread: across it the sole would find no ground, and the walk stays as it is.
    let mut after = before.clone();
    for rise in [2, 3, 5, 7, 8] {
        session.drag(FOOTPRINT, [FOOTPRINT[0] + 14, FOOTPRINT[1] - rise]);
        // The walk is solved again beside the window.
        sleep(FLIGHT);
        after = footsteps(&session.save());
        if after != before {
            break;
        }
    }
    assert_eq!(before.len(), after.len());
    assert_ne!(before, after, "a footprint is elsewhere");
}

fn footsteps(document: &Document) -> Vec<Footstep> {
    match &document.take {
        Some(Take::Walk(take)) => take.walk.footsteps.clone(),
        _ => panic!("there is no walk"),
    }
}
