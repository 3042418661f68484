//! Ways between keys that nobody has planned yet: the window stays alive meanwhile, and nobody changes the wrong moment.

use super::Rehearsal;
use crate::character::Pose;
use crate::document::{Edit, Poser, in_between};
use crate::io::preset;
use crate::viewer::session::jobs::Answer;
use crate::viewer::session::work::Kind;
use egui::Key;
use std::sync::Arc;

impl Rehearsal {
    /// Stands in one key, and after half a second in another one where both feet are elsewhere; nothing is planned between them.
    fn with_an_unplanned_way() -> Self {
        let mut window = Self::new("human", "flat");
        window.key(Key::K);
        let pose = preset("archer", &window.app.document().character).unwrap();
        assert!(window.app.edit(Edit::Preset(Arc::new(pose))));
        window.app.edit(Edit::AddKey { secs: 1.0 });
        window.app.seek(1.0);
        assert_eq!(window.app.document().current_key, Some(1));
        window
    }

    /// What lies between the keys at a time, found from nothing.
    fn pose_at(&self, secs: f64) -> Pose {
        in_between(&mut Poser::default(), self.app.document(), secs).pose
    }
}

#[test]
fn who_scrubs_into_a_way_sees_the_last_moment_until_it_is_planned() {
    let mut window = Rehearsal::with_an_unplanned_way();
    let last = window.app.scene.figure.pose.clone();
    window.app.seek(0.4);
    // 1 It is planned elsewhere: the window goes on, with what it showed.
    assert!(window.app.session.awaits_way);
    window.frames(1);
    assert_eq!(window.app.scene.figure.pose, last);
    // 2 Then the moment is posed, as if nobody had waited.
    window.until("it is planned", |window| !window.app.session.awaits_way);
    assert_eq!(window.app.scene.figure.pose, window.pose_at(0.4));
    // 3 Every other moment of the way is there at once.
    window.app.seek(0.7);
    assert!(!window.app.session.awaits_way);
    assert_eq!(window.app.scene.figure.pose, window.pose_at(0.7));
}

#[test]
fn a_pose_that_is_changed_while_its_way_is_planned_is_that_of_the_playhead() {
    let mut window = Rehearsal::with_an_unplanned_way();
    let key = Arc::clone(&window.app.document().keys[1]);
    window.app.seek(0.4);
    assert!(window.app.session.awaits_way);
    let between = window.pose_at(0.4);
    window.app.edit(Edit::KeepBalance(false));
    let document = window.app.document();
    assert!(Arc::ptr_eq(&document.keys[2], &key), "the later key stays");
    assert_eq!(document.keys[1].secs, 0.4);
    assert_eq!(document.keys[1].setup.pose, between);
}

#[test]
fn who_cancels_the_planning_of_a_way_is_on_the_key_before_it() {
    let mut window = Rehearsal::with_an_unplanned_way();
    window.app.seek(0.4);
    assert!(window.app.session.awaits_way);
    window.app.deliver(Kind::Plan, Answer::Cancelled);
    assert_eq!(window.app.session.playback.secs, 0.0);
    assert!(!window.app.session.awaits_way);
    let document = window.app.document();
    assert_eq!(document.current_key, Some(0));
    assert_eq!(window.app.scene.figure.pose, document.keys[0].setup.pose);
}
