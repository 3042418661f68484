//! Work that takes long: the window stays alive, and what arrives is one step that can be undone.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session, place};
use crate::places::{CANCEL, LEFT_HAND, VIEW, WRITE, WRITE_OVER};
use contrapposto::document::Take;
use contrapposto::io::bvh::read_bvh;
use contrapposto::io::load_document;

/// More frames a second than anybody needs: half a minute of work, however fast the machine is.
const FOR_LONG: &[&str] = &["--steps", "60", "--rate", "800"];

/// A window that balances such a walk.
fn importing(manner: &[&str]) -> Session {
    let mut session = Session::new();
    let made = session
        .program(&["walk", "--out", "walk.bvh"])
        .args(manner)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    session.open(&["view", "walk.bvh"]);
    session
}

#[test]
fn a_figure_can_be_posed_while_a_recording_is_balanced_and_keeps_its_pose_when_that_is_cancelled() {
    let mut session = importing(FOR_LONG);
    let before = session.look();
    session.drag(LEFT_HAND, [600, 250]);
    assert!(
        session.look().changed(&before, VIEW) > 3_000,
        "the figure follows the mouse"
    );
    session.click(CANCEL);
    session.keys(&["ctrl+s", "Return"]);
    let saved = session.read_when_written(&session.project());
    assert!(saved.take.is_none(), "the recording was cancelled");
    assert!(place(&saved, "left_hand").y > 1.0);
}

#[test]
fn a_recording_arrives_as_one_step_that_can_be_undone() {
    let mut session = importing(&["--steps", "2"]);
    let kept = load_document(&session.kept_work()).unwrap();
    assert!(matches!(kept.take, Some(Take::Recording(_))));
    session.keys(&["ctrl+z", "ctrl+s", "Return"]);
    let saved = session.read_when_written(&session.project());
    assert!(saved.take.is_none());
}

#[test]
fn a_window_closes_while_it_works() {
    let mut session = importing(FOR_LONG);
    session.xdotool("key ctrl+q");
    assert!(session.ends_well());
    assert_eq!(session.errors(), "");
}

#[test]
fn an_export_asks_before_it_writes_over_a_file() {
    let mut session = Session::with_project("human", "flat");
    let path = session.path("human.bvh");
    std::fs::write(&path, "mine").unwrap();
    session.keys(&["ctrl+e"]);
    session.click(WRITE);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine", "it asks first");
    session.click(WRITE_OVER);
    wait_for("the pose is written", SOON, || {
        session.settle();
        read_bvh(&path).ok()
    });
}
