//! Menus and questions, and how they are answered.

use super::Rehearsal;
use crate::viewer::shell::confirm::Doubt;
use crate::viewer::shell::dialogs::{Dialog, FilePurpose};
use egui::{Key, Modifiers, pos2};

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

#[test]
fn esc_closes_what_is_open_and_only_then_deselects() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.hand.selected = Some(0);
    window.click(pos2(20.0, 14.0));
    assert!(egui::Popup::is_any_open(&window.ctx));
    window.key(Key::Escape);
    assert!(!egui::Popup::is_any_open(&window.ctx));
    assert_eq!(window.app.hand.selected, Some(0));
    window.key_with(CTRL, Key::Comma);
    assert!(window.app.shell.dialog.is_some());
    window.key(Key::Escape);
    assert!(window.app.shell.dialog.is_none());
    assert_eq!(window.app.hand.selected, Some(0));
    window.key(Key::Escape);
    assert_eq!(window.app.hand.selected, None);
}

#[test]
fn a_question_hears_esc_and_enter() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 40.0, 60.0);
    window.key_with(CTRL, Key::Q);
    assert!(matches!(window.app.shell.dialog, Some(Dialog::Unsaved(_))));
    window.key(Key::Escape);
    assert!(window.app.shell.dialog.is_none() && !window.app.shell.closing);
    // Nothing has a name yet.
    window.key_with(CTRL, Key::Q);
    window.key(Key::Enter);
    let asked = &window.app.shell.dialog;
    assert!(matches!(
        asked,
        Some(Dialog::File(FilePurpose::SaveFirst(_), _))
    ));
    window.app.shell.dialog = None;
    window.frames(2);
    let path = window.home.path().join("figure.pose.ron");
    window.app.shell.files.path = Some(path.clone());
    window.key_with(CTRL, Key::Q);
    window.key(Key::Enter);
    assert!(window.app.shell.closing && path.is_file());
}

#[test]
fn a_project_saved_without_its_ending_gets_it_and_writes_over_nothing_unasked() {
    let mut window = Rehearsal::new("human", "flat");
    let chosen = window.home.path().join("foo");
    assert!(window.app.save_as(&chosen, None).is_none());
    let path = window.home.path().join("foo.pose.ron");
    let first = std::fs::read_to_string(&path).unwrap();
    assert_eq!(window.app.shell.files.path.as_ref(), Some(&path));
    window.drag_handle("left_hand", 40.0, 60.0);
    for (key, is_written) in [(Key::Escape, false), (Key::Enter, true)] {
        window.app.shell.dialog = window.app.save_as(&chosen, None);
        assert!(matches!(window.app.shell.dialog, Some(Dialog::Confirm(_))));
        window.frames(1);
        window.key(key);
        assert!(window.app.shell.dialog.is_none());
        let now = std::fs::read_to_string(&path).unwrap();
        assert_eq!(now != first, is_written);
    }
}

#[test]
fn poses_of_the_library_are_replaced_and_deleted_after_a_question() {
    let mut window = Rehearsal::new("human", "flat");
    let path = window.home.path().join("poses/wave.ron");
    let keep = |window: &mut Rehearsal| {
        window.app.forms.pose_name = "wave".to_owned();
        window.app.keep_pose();
    };
    keep(&mut window);
    let first = std::fs::read_to_string(&path).unwrap();
    window.drag_handle("left_hand", 40.0, 60.0);
    for (key, is_written) in [(Key::Escape, false), (Key::Enter, true)] {
        keep(&mut window);
        assert!(matches!(window.app.shell.dialog, Some(Dialog::Confirm(_))));
        window.key(key);
        let now = std::fs::read_to_string(&path).unwrap();
        assert_eq!(now != first, is_written);
    }
    for (key, is_there) in [(Key::Escape, true), (Key::Enter, false)] {
        window.app.shell.dialog = Some(Dialog::Confirm(Doubt::DeletePose(path.clone())));
        window.key(key);
        assert_eq!(path.is_file(), is_there);
    }
}
