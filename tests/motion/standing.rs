//! Feet that stand, slide, are lifted and planted, on this ground and another.

use crate::session::{self, drag, drag_to, editor, handle, margin, place, sole_shift};
use contrapposto::document::Edit;
use contrapposto::io::{load_character, load_level};
use glam::DVec3;
use std::sync::Arc;

#[test]
fn a_planted_foot_slides_along_the_ground_and_no_farther_than_the_legs_allow() {
    let mut editor = editor("human", "flat");
    let start = place(&editor, "left_foot");
    drag(&mut editor, "left_foot", start + DVec3::new(0.1, 0.5, 0.2));
    let moved = place(&editor, "left_foot") - start;
    assert!(moved.distance(DVec3::new(0.1, 0.0, 0.2)) < 1e-4, "{moved}");
    assert!(sole_shift(&editor) < 1e-4 && margin(&editor) > 0.018);
    drag(&mut editor, "left_foot", start + DVec3::new(0.0, 0.0, 5.0));
    let moved = place(&editor, "left_foot") - start;
    assert!(
        moved.y.abs() < 1e-4 && moved.z > 0.3 && moved.z < 2.0,
        "{moved}"
    );
    assert!(sole_shift(&editor) < 1e-3 && margin(&editor) > 0.015);
}

#[test]
fn the_only_planted_foot_takes_the_whole_figure_along() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::Lift { foot: 1 }).unwrap();
    let (foot, head) = (place(&editor, "left_foot"), place(&editor, "head"));
    drag(&mut editor, "left_foot", foot + DVec3::new(0.5, 0.0, 1.0));
    let moved = place(&editor, "head") - head;
    assert!(moved.distance(DVec3::new(0.5, 0.0, 1.0)) < 1e-3, "{moved}");
}

#[test]
fn a_lifted_foot_leaves_the_weight_on_the_other_and_the_last_one_stays() {
    let mut editor = editor("human", "flat");
    let (foot, knee) = (place(&editor, "right_foot"), place(&editor, "left_foot"));
    editor.apply(Edit::Lift { foot: 1 }).unwrap();
    assert!(place(&editor, "right_foot").y > foot.y + 0.04);
    assert!(place(&editor, "left_foot").distance(knee) < 1e-4);
    assert!(margin(&editor) > 0.018, "{}", margin(&editor));
    let refused = editor.apply(Edit::Lift { foot: 0 }).unwrap_err();
    assert!(refused.contains("plant another foot first"), "{refused}");
    editor.apply(Edit::Plant { foot: 1 }).unwrap();
    assert!((place(&editor, "right_foot").y - foot.y).abs() < 1e-4);
    editor.apply(Edit::Hold { foot: 1 }).unwrap();
    assert_eq!(editor.document().setup.planted[0].foot, 1);
    assert_eq!(editor.undo_depth(), 3);
}

#[test]
fn a_foot_that_does_not_reach_the_ground_or_has_none_under_it_is_not_planted() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::Lift { foot: 1 }).unwrap();
    for leg in ["left_shank", "right_shank", "left_thigh", "left_foot"] {
        let link = editor.document().character.find_link(leg).unwrap();
        editor.apply(Edit::Freeze { link, on: true }).unwrap();
    }
    drag(&mut editor, "right_foot", DVec3::new(-0.2, 0.7, 0.6));
    let thigh = editor
        .document()
        .character
        .find_link("right_thigh")
        .unwrap();
    let edit = Edit::Freeze {
        link: thigh,
        on: true,
    };
    editor.apply(edit).unwrap();
    let before = editor.document().clone();
    let why = editor.apply(Edit::Plant { foot: 1 }).unwrap_err();
    assert!(why.contains("does not reach the ground under it"), "{why}");
    assert_eq!(*editor.document(), before);

    let mut editor = session::editor("human", "flat");
    editor.apply(Edit::Lift { foot: 1 }).unwrap();
    // The figure is taken to where the ground ends, 5 m to its right.
    let foot = handle(&editor, "left_foot");
    editor.apply(Edit::BeginDrag { handle: foot }).unwrap();
    for _ in 0..100 {
        drag_to(&mut editor, DVec3::new(-4.9, 0.0, 0.0));
    }
    editor.apply(Edit::EndDrag).unwrap();
    let before = editor.document().clone();
    let why = editor.apply(Edit::Plant { foot: 1 }).unwrap_err();
    assert_eq!(why, "there is no ground under right_foot");
    assert_eq!(*editor.document(), before);
}

#[test]
fn another_ground_lifts_the_figure_and_another_body_starts_afresh() {
    let mut editor = editor("human", "flat");
    let pelvis = place(&editor, "pelvis").y;
    let level = Arc::new(load_level("slope").unwrap());
    let source = "slope".to_owned();
    editor.apply(Edit::SetLevel { source, level }).unwrap();
    assert!(sole_shift(&editor) < 1e-3);
    let character = Arc::new(load_character("chicken").unwrap());
    let source = "chicken".to_owned();
    editor
        .apply(Edit::SetCharacter { source, character })
        .unwrap();
    assert_eq!(editor.document().character.name, "chicken");
    editor.undo();
    editor.undo();
    assert_eq!(place(&editor, "pelvis").y, pelvis);
}
