//! Nothing that somebody made is lost: unsaved work, files that others change.

use super::Rehearsal;
use crate::document::Edit;
use crate::io::load_document;
use crate::viewer::input::actions::Action;
use crate::viewer::shell::dialogs::{Dialog, FilePurpose};
use crate::viewer::shell::kept::{Note, left_behind, write_work};
use egui::{Key, Modifiers};
use std::path::PathBuf;

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

impl Rehearsal {
    /// Files of kept work.
    fn kept(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.home.path().join("kept"));
        let paths = entries.into_iter().flatten().map(|e| e.unwrap().path());
        paths
            .filter(|path| path.to_string_lossy().ends_with(".pose.ron"))
            .collect()
    }

    /// Goes on until what is kept is what is shown.
    pub(super) fn until_kept(&mut self) {
        self.until("the work is kept", |window| {
            let kept = window.kept();
            let same = |path: &PathBuf| load_document(path).unwrap() == *window.app.document();
            kept.len() == 1 && same(&kept[0])
        });
    }

    pub(super) fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..2000 {
            if is_so(self) {
                return;
            }
            self.wait(0.005);
        }
        panic!("{what}: not within ten seconds");
    }

    /// A window with a saved project.
    pub(super) fn saved(level: &str) -> (Self, PathBuf) {
        let mut window = Self::new("human", level);
        let path = window.home.path().join("figure.pose.ron");
        assert!(window.app.save_to(&path));
        (window, path)
    }

    fn notice(&self) -> &str {
        let notice = self.app.shell.notice.as_ref();
        notice.map_or("", |(words, _)| words)
    }
}

#[test]
fn work_is_kept_as_it_is_even_in_the_middle_of_a_drag_and_goes_when_it_is_taken_back() {
    let mut window = Rehearsal::new("human", "flat");
    let from = window.seen("left_hand");
    window.pull(from, from + egui::vec2(60.0, -80.0), Modifiers::NONE);
    assert!(window.app.session.editor.is_dragging());
    window.until_kept();
    window.button(from + egui::vec2(90.0, -99.0), false, Modifiers::NONE);
    window.until_kept();
    window.key_with(CTRL, Key::Z);
    window.until("nothing is left of it", |window| window.kept().is_empty());
    window.key_with(CTRL, Key::Y);
    window.until_kept();
}

#[test]
fn a_window_that_was_closed_without_saving_leaves_nothing_behind() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 40.0, 60.0);
    window.until_kept();
    window.app.close();
    window.wait(0.5);
    let left = std::fs::read_dir(window.home.path().join("kept")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn what_a_window_keeps_goes_with_its_own_save_and_no_other_ones() {
    let mut first = Rehearsal::new("human", "flat");
    first.drag_handle("left_hand", 40.0, 60.0);
    first.until_kept();
    let made = first.app.document().clone();
    let mut second = Rehearsal::beside(&first);
    assert!(second.app.shell.dialog.is_none(), "the first one is alive");
    // Everything that once removed the work of all windows.
    second.drag_handle("right_hand", -40.0, 60.0);
    assert!(
        second
            .run("[Begin(character: \"human\", level: \"stairs\"), Quit]")
            .is_none()
    );
    assert!(second.app.shell.closing);
    assert_eq!(first.kept().len(), 1);
    // The first one dies; a third one saves something else, and then takes it up.
    drop(first.app.shell.files.keeping);
    let mut third = Rehearsal::beside(&second);
    assert!(matches!(&third.app.shell.dialog, Some(Dialog::Kept(works)) if works.len() == 1));
    third.key(Key::Escape);
    third.drag_handle("right_hand", -40.0, 60.0);
    assert!(
        third
            .app
            .save_to(&second.home.path().join("other.pose.ron"))
    );
    assert_eq!(left_behind(third.app.shell.files.home.as_path()).len(), 1);
    third.app.perform(Action::Kept);
    third.key(Key::Enter);
    assert_eq!(*third.app.document(), made);
    assert!(third.app.is_dirty(), "it is not saved yet");
    assert_eq!(left_behind(third.app.shell.files.home.as_path()), []);
    assert!(third.app.save_to(&second.home.path().join("back.pose.ron")));
    assert_eq!(third.kept(), Vec::<PathBuf>::new());
}

#[test]
fn work_of_another_machine_is_taken_up_as_a_copy_and_stays() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 40.0, 60.0);
    window.until_kept();
    let made = window.app.document().clone();
    let theirs = window.kept().remove(0);
    drop(std::mem::take(&mut window.app.shell.files.keeping));
    let mut note = Note::now(&made, None);
    note.host = "somewhere_else".to_owned();
    write_work(&theirs, &note, &made).unwrap();

    let mut here = Rehearsal::beside(&window);
    here.key(Key::Enter);
    assert_eq!(*here.app.document(), made);
    here.until("the copy is kept, too", |here| here.kept().len() == 2);
    assert!(here.app.save_to(&window.home.path().join("copy.pose.ron")));
    assert_eq!(here.kept(), [theirs]);
}

#[test]
fn kept_work_is_thrown_away_after_a_question_only() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 40.0, 60.0);
    window.until_kept();
    drop(std::mem::take(&mut window.app.shell.files.keeping));
    let mut next = Rehearsal::beside(&window);
    for (key, is_there) in [(Key::Escape, true), (Key::Enter, false)] {
        let Some(Dialog::Kept(works)) = next.app.shell.dialog.take() else {
            panic!("kept work is listed");
        };
        let doubt = crate::viewer::shell::confirm::Doubt::ThrowAway(works[0].clone());
        next.app.shell.dialog = Some(Dialog::Confirm(doubt));
        next.key(key);
        assert_eq!(!next.kept().is_empty(), is_there);
        assert_eq!(next.app.shell.dialog.is_some(), is_there);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told_once_and_tried_again() {
    let mut window = Rehearsal::new("human", "flat");
    // A file where the folder of kept work should be.
    let in_the_way = window.home.path().join("kept");
    std::fs::write(&in_the_way, "").unwrap();
    window.drag_handle("left_hand", 40.0, 60.0);
    window.until("it is said", |window| {
        window.notice().contains("cannot be kept safe")
    });
    window.app.shell.notice = None;
    window.drag_handle("left_hand", 10.0, 10.0);
    window.wait(0.5);
    assert_eq!(window.notice(), "");
    std::fs::remove_file(in_the_way).unwrap();
    window.until_kept();
    window.until("that is said, too", |window| {
        window.notice().contains("again")
    });
}

#[test]
fn a_file_that_somebody_else_changed_is_not_written_over_without_a_question() {
    let (mut window, path) = Rehearsal::saved("flat");
    let mut other = Rehearsal::beside(&window);
    other.app.begin_with("human", "stairs");
    for secs in [0.0, 1.0, 2.0] {
        assert!(other.app.edit(Edit::AddKey { secs }));
    }
    assert!(other.app.save_to(&path));
    let theirs = std::fs::read(&path).unwrap();
    window.drag_handle("left_hand", 40.0, 60.0);
    window.key_with(CTRL, Key::S);
    let Some(Dialog::Changed(changed)) = &window.app.shell.dialog else {
        panic!("it is asked");
    };
    let words = "level stairs instead of flat, 3 keys more";
    assert!(changed.words.contains(words), "{}", changed.words);
    // Esc saves nothing, Enter asks for another name.
    window.key(Key::Escape);
    assert!(window.app.shell.dialog.is_none() && window.app.is_dirty());
    window.key_with(CTRL, Key::S);
    window.key(Key::Enter);
    let asked = &window.app.shell.dialog;
    assert!(matches!(asked, Some(Dialog::File(FilePurpose::SaveAs, _))));
    assert_eq!(std::fs::read(&path).unwrap(), theirs);
    // What is written over once is known.
    window.app.shell.dialog = None;
    window.app.shell.dialog = window.app.save_and_go_on(&path, None);
    window.drag_handle("left_hand", 10.0, 10.0);
    window.key_with(CTRL, Key::S);
    assert!(window.app.shell.dialog.is_none() && !window.app.is_dirty());
}

#[test]
fn a_changed_file_is_asked_about_before_the_window_closes_too() {
    let (mut window, path) = Rehearsal::saved("flat");
    std::fs::write(&path, "(version: 1, oops").unwrap();
    window.drag_handle("left_hand", 40.0, 60.0);
    window.key_with(CTRL, Key::Q);
    window.key(Key::Enter);
    let Some(Dialog::Changed(changed)) = &window.app.shell.dialog else {
        panic!("it is asked");
    };
    let words = "It cannot be read any more: ";
    assert!(changed.words.starts_with(words), "{}", changed.words);
    assert!(!window.app.shell.closing);
}

#[test]
fn a_file_that_is_gone_or_as_it_was_is_written_without_a_question() {
    let (mut window, path) = Rehearsal::saved("flat");
    let before = std::fs::read(&path).unwrap();
    for deed in [0, 1] {
        window.drag_handle("left_hand", 10.0, 20.0);
        if deed == 0 {
            std::fs::remove_file(&path).unwrap();
        }
        window.key_with(CTRL, Key::S);
        assert!(window.app.shell.dialog.is_none() && !window.app.is_dirty());
    }
    assert_ne!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_clip_opens_with_its_own_body_and_ground_and_is_never_written_over() {
    let mut window = Rehearsal::new("human", "flat");
    let path = window.home.path().join("walk.ron");
    let script = format!(
        "[Begin(character: \"chicken\", level: \"stairs\"), Steps(2), Do(WalkNow), Export({path:?}), \
         Begin(character: \"human\", level: \"flat\"), Open({path:?})]"
    );
    assert_eq!(window.run(&script), None);
    let document = window.app.document();
    assert_eq!(document.character_source, "chicken");
    assert_eq!(document.level_source, "stairs");
    assert!(matches!(
        document.take,
        Some(crate::document::Take::Recording(_))
    ));
    assert_eq!(window.app.shell.files.path, None, "Ctrl+S asks for a name");
    assert!(window.app.is_dirty());
}

#[test]
fn what_is_dropped_is_opened_or_gets_one_sentence() {
    let mut window = Rehearsal::new("human", "flat");
    let home = window.home.path().to_owned();
    let script = format!(
        "[Steps(2), Do(WalkNow), Export({:?}), Export({:?}), Export({:?}), Begin(character: \"human\", level: \"flat\")]",
        home.join("walk.ron"),
        home.join("walk.bvh"),
        home.join("walk.glb"),
    );
    assert_eq!(window.run(&script), None);
    for name in ["walk.bvh", "walk.ron"] {
        window.app.begin_with("human", "flat");
        window.drop_file(&home.join(name));
        let is_there = |window: &Rehearsal| {
            let take = &window.app.document().take;
            matches!(take, Some(crate::document::Take::Recording(_)))
        };
        window.until(name, is_there);
    }
    // Nothing is asked about what cannot be opened, though the recording is not saved.
    window.drop_file(&home.join("walk.glb"));
    assert!(window.app.shell.dialog.is_none());
    let words =
        "a .glb cannot be opened; the window opens projects (.pose.ron), clips and lessons (.ron)";
    assert!(window.notice().contains(words), "{}", window.notice());
}
