//! Hands, feet and pins under the mouse.

use crate::desktop::wait_for;
use crate::driver::{Session, margin, place};
use crate::places::{HEAD, LEFT_FOOT, LEFT_HAND, RIGHT_HAND};
use std::time::Duration;

/// Metres that a thing may move and still count as the same place.
const STILL: f64 = 2e-3;

#[test]
fn a_dragged_hand_takes_the_body_along_and_the_feet_stay() {
    let mut session = Session::with_project("human", "flat");
    let before = session.save();
    session.drag(LEFT_HAND, [600, 250]);
    let after = session.save();
    let moved = |name: &str| place(&before, name).distance(place(&after, name));
    assert!(moved("left_hand") > 0.3, "{}", moved("left_hand"));
    assert!(moved("left_foot") < STILL && moved("right_foot") < STILL);
    assert!(margin(&after) >= 0.019, "margin {}", margin(&after));
}

#[test]
fn a_pinned_hand_stays_while_the_other_one_is_dragged() {
    let mut session = Session::with_project("human", "flat");
    session.click(LEFT_HAND);
    session.keys(&["p"]);
    let before = session.save();
    let pinned = before
        .setup
        .handles
        .iter()
        .filter(|handle| handle.is_pinned());
    assert_eq!(
        pinned.map(|handle| &handle.name).collect::<Vec<_>>(),
        ["left_hand"]
    );
    session.drag(RIGHT_HAND, [360, 240]);
    let after = session.save();
    let moved = |name: &str| place(&before, name).distance(place(&after, name));
    assert!(moved("right_hand") > 0.2, "{}", moved("right_hand"));
    assert!(moved("left_hand") < STILL, "{}", moved("left_hand"));
}

#[test]
fn a_hand_that_was_dragged_stays_while_the_other_one_is_dragged_until_it_is_released() {
    let mut session = Session::with_project("human", "flat");
    // Not so far that the other arm swings away from under the mouse.
    session.drag(LEFT_HAND, [557, 341]);
    let before = session.save();
    assert_eq!(before.setup.touched().count(), 1);
    session.drag(RIGHT_HAND, [340, 240]);
    let after = session.save();
    let moved = |name: &str| place(&before, name).distance(place(&after, name));
    assert!(moved("right_hand") > 0.2, "{}", moved("right_hand"));
    assert!(moved("left_hand") < 0.01, "{}", moved("left_hand"));
    assert_eq!(after.setup.touched().count(), 2);
    session.keys(&["Escape", "q"]);
    assert_eq!(session.save().setup.touched().count(), 0);
}

#[test]
fn a_figure_whose_foot_is_lifted_stands_on_the_other_one() {
    let mut session = Session::with_project("human", "flat");
    let before = session.save();
    session.click(LEFT_FOOT);
    session.keys(&["l"]);
    session.drag(LEFT_FOOT, [540, 470]);
    let after = session.save();
    assert_eq!(after.setup.planted.len(), 1, "one sole stands");
    let lifted = place(&after, "left_foot").y - place(&before, "left_foot").y;
    assert!(lifted > 0.05, "the foot rose by {lifted} m");
    assert!(margin(&after) > 0.0, "margin {}", margin(&after));
}

#[test]
fn a_pose_that_is_pasted_is_seen_though_the_mouse_rests() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["ctrl+c"]);
    session.drag(LEFT_HAND, [600, 250]);
    let dragged = session.look();
    let figure = [200, 60, 500, 560];
    // Keys that come with it are in the same batch of events.
    session.while_it_stands_still(|session| session.xdotool("key ctrl+v shift shift shift"));
    wait_for("the pose is drawn", Duration::from_secs(3), || {
        (session.look().changed(&dragged, figure) > 500).then_some(())
    });
}

#[test]
fn undo_leads_back_to_the_very_first_state() {
    let mut session = Session::with_project("human", "flat");
    session.save();
    let first = std::fs::read_to_string(session.project()).unwrap();
    session.drag(LEFT_HAND, [600, 250]);
    session.click(RIGHT_HAND);
    session.keys(&["p", "b", "m", "k", "ctrl+r"]);
    session.drag(HEAD, [450, 180]);
    let changed = session.save();
    // The one that was set, and what was reset after it.
    assert_eq!(changed.keys.len(), 2);
    session.keys(&["ctrl+z"; 9]);
    session.save();
    assert_eq!(std::fs::read_to_string(session.project()).unwrap(), first);
}
