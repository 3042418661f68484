//! Poses in time: keys are set, changed between, played and taken back.

use super::Rehearsal;
use crate::viewer::input::actions::Action;
use egui::{Key, Modifiers};
use glam::DVec3;

impl Rehearsal {
    /// Times of all keys [s].
    fn times(&self) -> Vec<f64> {
        let keys = self.app.document().keys.iter();
        keys.map(|key| key.secs).collect()
    }

    /// Where a handle is in a key [m].
    fn place_in_key(&self, index: usize, handle: &str) -> DVec3 {
        let document = self.app.document();
        let setup = &document.keys[index].setup;
        let handle = setup.handles.iter().position(|other| other.name == handle);
        setup.place_of(handle.unwrap(), &setup.kinematics(&document.character))
    }

    /// Two keys, a second apart, with a hand that rises; the playhead behind them.
    fn with_two_keys() -> Self {
        let mut window = Self::new("human", "flat");
        window.key(Key::K);
        window.drag_handle("left_hand", 60.0, 110.0);
        window.key(Key::K);
        assert_eq!(window.times(), [0.0, 1.0]);
        window
    }

    fn undo(&mut self) {
        self.key_with(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    }
}

#[test]
fn a_pose_that_is_kept_changed_and_kept_again_plays_from_the_first_to_the_second() {
    let mut window = Rehearsal::new("human", "flat");
    let first = window.place("left_hand");
    window.key(Key::K);
    window.drag_handle("left_hand", 60.0, 110.0);
    let second = window.place("left_hand");
    assert!(second.y > first.y + 0.2);
    window.key(Key::K);
    assert_eq!(window.times(), [0.0, 1.0]);
    assert_eq!(window.place_in_key(0, "left_hand"), first);
    assert_eq!(window.place_in_key(1, "left_hand"), second);
    window.key(Key::Space);
    window.wait(0.4);
    window.key(Key::Space);
    let (secs, height) = (
        window.app.session.playback.secs,
        window.place("left_hand").y,
    );
    assert!(secs > 0.2 && secs < 0.9, "{secs}");
    assert!(height > first.y + 0.01 && height < second.y - 0.01);
}

#[test]
fn what_was_played_and_taken_back_leaves_view_and_playhead_as_they_were() {
    let mut window = Rehearsal::new("human", "flat");
    let (camera, setup) = (
        window.app.panes.lit().camera.clone(),
        window.app.document().setup.clone(),
    );
    window.key(Key::K);
    window.drag_handle("left_hand", 160.0, 60.0);
    window.key(Key::K);
    window.key(Key::Space);
    window.wait(0.7);
    window.key(Key::Space);
    // The key, and the drag with the key that it made.
    window.undo();
    window.undo();
    assert_eq!(window.app.session.editor.undo_depth(), 0);
    assert_eq!(window.app.document().setup, setup);
    assert!(window.times().is_empty());
    assert_eq!(window.app.session.playback.secs, 0.0);
    let now = &window.app.panes.lit().camera;
    assert!(now.target.distance(camera.target) < 2e-3, "{now:?}");
}

#[test]
fn a_drag_stops_a_motion_and_changes_what_is_seen() {
    let mut window = Rehearsal::with_two_keys();
    let ends = [0, 1].map(|index| window.place_in_key(index, "left_hand"));
    window.key(Key::Space);
    window.wait(0.4);
    window.drag_handle("right_hand", -8.0, 12.0);
    assert!(!window.app.session.playback.playing);
    let times = window.times();
    assert_eq!(times.len(), 3);
    assert_eq!(times[1], window.app.session.playback.secs);
    assert_eq!(window.place_in_key(0, "left_hand"), ends[0]);
    assert_eq!(window.place_in_key(2, "left_hand"), ends[1]);
    // The other hand is where the motion had it.
    let height = window.place_in_key(1, "left_hand").y;
    let [low, high] = ends.map(|place| place.y);
    assert!(
        low + 0.01 < height && height < high - 0.01,
        "{low} {height} {high}"
    );
}

#[test]
fn whatever_changes_a_pose_between_keys_makes_it_a_key_in_one_step() {
    for action in [
        Action::Mirror,
        Action::Reset,
        Action::Paste,
        Action::Balance,
        Action::RollFoot,
    ] {
        let mut window = Rehearsal::with_two_keys();
        let mut handles = window.app.document().setup.handles.iter();
        window.app.hand.selected = handles.position(|handle| handle.name == "left_foot");
        window.app.seek(1.0);
        window.app.perform(Action::Copy);
        window.app.seek(0.4);
        let depth = window.app.session.editor.undo_depth();
        window.app.perform(action);
        assert_eq!(window.times(), [0.0, 0.4, 1.0], "{action:?}");
        let changed = window.app.document().setup.clone();
        window.app.seek(0.0);
        window.app.seek(0.4);
        assert_eq!(window.app.document().setup, changed, "{action:?}");
        assert_eq!(
            window.app.session.editor.undo_depth(),
            depth + 1,
            "{action:?}"
        );
        window.undo();
        assert_eq!(window.times(), [0.0, 1.0], "{action:?}");
    }
}

/// Where a moment's key is while the timeline shows four seconds (points).
fn key_at(secs: f64) -> egui::Pos2 {
    egui::pos2(22.0 + 1236.0 * secs as f32 / 4.0, 704.0)
}

#[test]
fn a_key_that_is_dragged_snaps_and_takes_the_playhead_along() {
    let mut window = Rehearsal::with_two_keys();
    let depth = window.app.session.editor.undo_depth();
    window.drag(key_at(1.0), key_at(1.837));
    assert_eq!(window.times(), [0.0, 37.0 * 0.05]);
    assert_eq!(window.app.session.playback.secs, 37.0 * 0.05);
    assert_eq!(window.app.document().current_key, Some(1));
    assert_eq!(window.app.session.editor.undo_depth(), depth + 1);
    window.undo();
    assert_eq!(window.times(), [0.0, 1.0]);
    assert_eq!(window.app.session.playback.secs, 1.0);
}

#[test]
fn shift_moves_all_later_keys_and_alt_moves_to_any_moment() {
    let mut window = Rehearsal::with_two_keys();
    let with = |window: &mut Rehearsal, modifiers, from: f64, to: f64| {
        window.pull(key_at(from), key_at(to), modifiers);
        window.button(key_at(to), false, modifiers);
        window.frames(2);
    };
    with(&mut window, Modifiers::SHIFT, 0.0, 0.52);
    assert_eq!(window.times(), [0.5, 1.5]);
    assert_eq!(window.app.session.playback.secs, 0.5);
    with(&mut window, Modifiers::ALT, 1.5, 2.03);
    let last = window.times()[1];
    assert!((last - 2.03).abs() < 0.01 && last != 2.05, "{last}");
}
