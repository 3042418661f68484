//! Arcs and footprints of walks in dynamic balance are data that people pull at: the feet go where they were pulled to, and nothing
//! tips for it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it likes")]

use contrapposto::character::Character;
use contrapposto::document::{Document, Edit, Editor, Take};
use contrapposto::gait::{
    ArcGrip, Biped, Manner, Walk, WalkOrder, swings, walk, walk_again, with_footprint_moved,
};
use contrapposto::io::{load_character, load_level};
use contrapposto::level::Level;
use glam::{DVec2, DVec3};
use std::sync::Arc;

fn stroll() -> (Character, Level, WalkOrder, Walk) {
    let (human, flat) = (
        load_character("human").unwrap(),
        load_level("flat").unwrap(),
    );
    let biped = Biped::new(&human).unwrap();
    let order = WalkOrder::ahead(biped.settings_at(0.8), 6);
    let walk = walk(&human, &flat, &order, |_| {}).unwrap();
    (human, flat, order, walk)
}

#[test]
fn the_ball_of_a_swinging_foot_is_on_its_arc() {
    let (human, flat, order, walk) = stroll();
    let swings = swings((&human, &flat), &order, &walk).unwrap();
    assert_eq!(swings.len(), walk.footsteps.len());
    for swing in &swings {
        let miss = swing.miss((&human, &flat), &walk.clip);
        assert!(miss < 1e-3, "{miss} m");
        let [first, .., last] = swing.points(8)[..] else {
            panic!("an arc has points");
        };
        // It leaves over its tip and lands on its heel, so the ball is not where it lies flat.
        let flat_ball = 0.15;
        assert!(first.distance(swing.from.point(swing.foot.center_in_link)) < flat_ball);
        assert!(last.distance(swing.to.point(swing.foot.center_in_link)) < flat_ball);
    }
}

#[test]
fn an_arc_that_is_pulled_up_and_aside_is_walked() {
    let (human, flat, order, walk) = stroll();
    let swing = &swings((&human, &flat), &order, &walk).unwrap()[2];
    let apex = swing.grip(ArcGrip::Apex);
    let wanted = apex + DVec3::new(0.0, 0.05, 0.0) + 0.02 * swing.left();
    let arc = swing.pulled(&flat, ArcGrip::Apex, wanted);
    let mut steps = walk.footsteps.clone();
    steps[2].arc = arc;
    let again = walk_again(&human, &flat, &order.as_walked(&walk), steps).unwrap();
    let pulled = &swings((&human, &flat), &order, &again).unwrap()[2];
    assert!(pulled.grip(ArcGrip::Apex).distance(wanted) < 1e-9);
    assert!(pulled.miss((&human, &flat), &again.clip) < 2e-3);
    assert!(again.margin >= 0.0, "{} m", again.margin);
    // Nobody pulls a foot through the ground.
    let down = swing.pulled(&flat, ArcGrip::Apex, apex - 0.3 * DVec3::Y);
    assert!(down.height() > -0.05, "{} m", down.height());
}

#[test]
fn a_footprint_that_is_moved_is_stepped_on() {
    let (human, flat, order, walk) = stroll();
    let before = swings((&human, &flat), &order, &walk).unwrap();
    let center = before[3].to.point(before[3].foot.center_in_link);
    let to = DVec2::new(center.x, center.z) + DVec2::new(-0.04, 0.06);
    let steps = with_footprint_moved((&human, &flat), &order, &walk, 3, (to, 0.1)).unwrap();
    let again = walk_again(&human, &flat, &order.as_walked(&walk), steps).unwrap();
    assert!(again.refusal.is_none() && again.footsteps.len() == walk.footsteps.len());
    let swing = &swings((&human, &flat), &order, &again).unwrap()[3];
    let stands = swing.to.point(swing.foot.center_in_link);
    assert!(DVec2::new(stands.x, stands.z).distance(to) < 1e-6);
    assert!(
        again.landing_error < 2e-3 && again.margin >= 0.0,
        "{} m",
        again.margin
    );
}

#[test]
fn a_footprint_may_be_dragged_a_quarter_of_a_metre() {
    let human = Arc::new(load_character("human").unwrap());
    let flat = Arc::new(load_level("flat").unwrap());
    let biped = Biped::new(&human).unwrap();
    let settings = biped.usual_settings(Manner::Dynamic);
    let document = Document::new(Arc::clone(&human), "human", Arc::clone(&flat), "flat");
    let mut editor = Editor::new(document);
    editor
        .apply(Edit::Walk(WalkOrder::ahead(settings, 4)))
        .unwrap();
    let Some(Take::Walk(take)) = &editor.document().take else {
        panic!("a walk");
    };
    let step = swings((&human, &flat), &take.order, &take.walk).unwrap()[1].clone();
    let center = step.to.point(step.foot.center_in_link);
    for (x, z) in [
        (0.1, 0.0),
        (-0.1, 0.0),
        (0.0, 0.1),
        (0.0, -0.1),
        (0.15, 0.15),
        (0.05, -0.25),
    ] {
        let to_xz = DVec2::new(center.x + x, center.z + z);
        let moved = editor.apply(Edit::MoveFootstep {
            index: 1,
            to_xz,
            turn: 0.0,
        });
        let Some(Take::Walk(take)) = &editor.document().take else {
            panic!("a walk");
        };
        assert_eq!(moved, Ok(()), "{x}, {z}");
        assert!(take.walk.margin >= 0.0, "{x}, {z}: {} m", take.walk.margin);
        editor.undo();
    }
}
