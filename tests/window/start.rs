//! The first thing that anybody sees: a figure that can be dragged, and beside it a panel that offers others.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session, place};
use crate::places::{LEFT_HAND, SHOW_AT_START, STAIRS, START};

#[test]
fn the_start_panel_goes_away_with_the_first_drag() {
    let mut session = Session::new();
    session.open(&["view"]);
    let first = session.look();
    let written = first.bright_share(START);
    assert!(written > 0.02, "the panel is written on: {written:.3}");
    session.drag(LEFT_HAND, [600, 250]);
    assert!(session.look().bright_share(START) < 0.002, "it is gone");
    session.keys(&["ctrl+s", "Return"]);
    let saved = session.read_when_written(&session.project());
    assert!(
        place(&saved, "left_hand").y > 1.0,
        "and the hand was dragged"
    );
}

#[test]
fn the_start_panel_changes_the_level_and_can_be_switched_off() {
    let mut session = Session::new();
    session.open(&["view"]);
    session.click(STAIRS);
    session.click(SHOW_AT_START);
    session.keys(&["Escape"]);
    assert!(
        session.look().bright_share(START) < 0.002,
        "Escape puts it away"
    );
    session.keys(&["ctrl+s", "Return"]);
    let saved = session.read_when_written(&session.project());
    assert_eq!(saved.level_source, "stairs");
    session.xdotool("key ctrl+q");
    assert!(session.ends_well());

    session.open(&["view"]);
    assert!(session.look().bright_share(START) < 0.002, "it stays away");
    session.keys(&["ctrl+shift+n"]);
    wait_for("the menu brings it back", SOON, || {
        (session.look().bright_share(START) > 0.02).then_some(())
    });
}
