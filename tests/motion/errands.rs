//! Edits that are worked out in a thread: the same step of undo as any, and nobody's work is lost by them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::session::{editor, take_preset, walk};
use contrapposto::document::{Edit, Editor, Finished, Take};
use contrapposto::io::load_level;
use glam::DVec2;
use std::sync::Arc;

/// Works an edit out in a thread.
fn elsewhere(editor: &Editor, edit: Edit) -> Finished {
    let errand = editor.errand(edit);
    let thread = std::thread::spawn(move || errand.run(&mut |_| {}));
    thread.join().unwrap().unwrap()
}

#[test]
fn what_a_thread_worked_out_is_the_step_that_it_would_have_been() {
    let mut at_once = editor("human", "stairs");
    let mut later = editor("human", "stairs");
    let first = later.document().clone();
    let edit = walk(&at_once, 5);
    at_once.apply(edit.clone()).unwrap();
    let finished = elsewhere(&later, edit);
    assert_eq!(*later.document(), first, "nothing has happened yet");
    later.finish(finished).unwrap();
    assert_eq!(later.document().take, at_once.document().take);
    assert_eq!(later.undo_depth(), 1);
    assert_eq!(later.undo(), Some("Walk"));
    assert_eq!(*later.document(), first);
}

#[test]
fn a_walk_tells_how_far_it_is() {
    let editor = editor("human", "flat");
    let mut shares = Vec::new();
    let errand = editor.errand(walk(&editor, 4));
    errand.run(&mut |share| shares.push(share)).unwrap();
    assert!(shares.len() >= 4 && shares.is_sorted(), "{shares:?}");
    assert!(shares[0] > 0.0 && shares[0] <= 0.25, "{shares:?}");
}

#[test]
fn poses_and_keys_that_were_made_meanwhile_are_kept() {
    let mut editor = editor("human", "flat");
    let finished = elsewhere(&editor, walk(&editor, 3));
    take_preset(&mut editor, "left_leg");
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    let mine = editor.document().clone();
    editor.finish(finished).unwrap();
    assert!(editor.document().take.is_some());
    assert_eq!(editor.document().setup, mine.setup);
    assert_eq!(editor.document().keys, mine.keys);
    editor.undo();
    assert_eq!(*editor.document(), mine);
}

#[test]
fn what_does_not_fit_any_more_is_refused_and_changes_nothing() {
    let mut editor = editor("human", "flat");
    let other_level = Edit::SetLevel {
        source: "slope".to_owned(),
        level: Arc::new(load_level("slope").unwrap()),
    };
    let walk_on_flat = elsewhere(&editor, walk(&editor, 3));
    let slope = elsewhere(&editor, other_level.clone());
    take_preset(&mut editor, "left_leg");
    let before = editor.document().clone();
    let why = editor.finish(slope).unwrap_err();
    assert!(
        why.contains("Change the level") && why.contains("changed since"),
        "{why}"
    );
    assert_eq!(*editor.document(), before);

    editor.apply(other_level).unwrap();
    let before = editor.document().clone();
    editor.finish(walk_on_flat).unwrap_err();
    assert_eq!(
        *editor.document(),
        before,
        "a walk over ground that is gone"
    );

    let second = elsewhere(&editor, walk(&editor, 3));
    editor.apply(walk(&editor, 5)).unwrap();
    let before = editor.document().clone();
    editor.finish(second).unwrap_err();
    assert_eq!(*editor.document(), before, "a walk was made meanwhile");
}

#[test]
fn a_footprint_that_is_dragged_through_a_thread_is_one_step() {
    let mut editor = editor("human", "flat");
    editor.apply(walk(&editor, 4)).unwrap();
    let before = editor.document().clone();
    let Some(Take::Walk(take)) = &before.take else {
        panic!("there is no walk");
    };
    let foothold = &take.walk.footsteps[1].foothold;
    let from = foothold.surface_from_link.translation;
    for by in [0.01, 0.02, 0.03] {
        let to_xz = DVec2::new(from.x, from.z + by);
        let moved = Edit::MoveFootstep {
            index: 1,
            to_xz,
            turn: 0.0,
        };
        let finished = elsewhere(&editor, moved);
        editor.finish(finished).unwrap();
    }
    editor.apply(Edit::EndDrag).unwrap();
    assert_ne!(*editor.document(), before);
    assert_eq!(editor.undo_depth(), 2);
    editor.undo();
    assert_eq!(*editor.document(), before);
}
