//! A ghost that goes along with the figure: pushed, dragged, recorded.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session};
use crate::places::{LEFT_HAND, VIEW};
use contrapposto::document::Take;
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::Clip;
use glam::DVec3;

#[test]
fn a_pushed_ghost_is_recorded_and_undo_takes_the_recording_back() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["shift+g", "shift+r", "u"]);
    session.xdotool("sleep 1.5");
    session.keys(&["shift+r"]);
    let recorded = recorded(&mut session);
    let start = recorded.frames[0].com;
    let ways = recorded
        .frames
        .iter()
        .map(|frame| frame.com.distance(start));
    let farthest = ways.fold(0.0, f64::max);
    assert!(farthest > 2e-3, "the push moved it by {farthest} m");
    session.keys(&["ctrl+z"]);
    assert!(session.save().take.is_none(), "the recording is one edit");
}

#[test]
fn a_ball_flies_step_by_step_and_time_that_stands_moves_nothing() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["shift+g", "a", "d", "t"]);
    session.keys(&["e", "e", "e", "e"]);
    let before = session.look();
    session.xdotool("sleep 0.5");
    let still = session.look().changed(&before, VIEW);
    assert!(still < 50, "{still} pixels moved while time stood");
    session.keys(&["e", "e", "e", "e"]);
    let flown = session.look().changed(&before, VIEW);
    assert!(flown > 100, "{flown} pixels moved in four steps");
    // Time goes on: the ball arrives, and the ghost feels it.
    session.keys(&["shift+r", "d"]);
    session.xdotool("sleep 1.5");
    session.keys(&["shift+r"]);
    let recorded = recorded(&mut session);
    let start = recorded.frames[0].com;
    let ways = (recorded.frames.iter()).map(|frame| frame.com.distance(start));
    let farthest = ways.fold(0.0, f64::max);
    assert!(farthest > 1e-3, "the ball moved it by {farthest} m");
}

#[test]
fn the_right_button_drags_a_link_of_the_ghost() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["shift+g", "shift+r"]);
    let [x, y] = LEFT_HAND;
    session.xdotool(&format!("mousemove {x} {y} mousedown 3 sleep 0.1"));
    for k in 1..=10 {
        let (x, y) = (x + 8 * k, y - 6 * k);
        session.xdotool(&format!("mousemove {x} {y} sleep 0.1"));
    }
    session.xdotool("mouseup 3");
    session.keys(&["shift+r"]);
    let recorded = recorded(&mut session);
    let character = session.save().character;
    let hand = character.find_link("left_hand").unwrap();
    let places = recorded.frames.iter().map(|frame| {
        let kin = Kinematics::of(&character, &frame.pose);
        kin.link(hand).translation
    });
    let places: Vec<DVec3> = places.collect();
    let ways = places.iter().map(|place| place.distance(places[0]));
    let farthest = ways.fold(0.0, f64::max);
    assert!(farthest > 0.01, "the hand went {farthest} m");
}

/// What the ghost did, as soon as it is balanced and saved.
fn recorded(session: &mut Session) -> Clip {
    wait_for("the recording is there", SOON, || {
        match session.save().take {
            Some(Take::Recording(take)) => Some(take.recorded.clone()),
            _ => None,
        }
    })
}
