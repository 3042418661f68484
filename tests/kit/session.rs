//! An editor as a person uses it: handles by name, drags of many small moves.
#![allow(dead_code, reason = "each test uses what it needs")]
#![allow(clippy::unwrap_used, reason = "only tests call these")]

use contrapposto::document::{Document, Edit, Editor};
use contrapposto::gait::{Biped, WalkOrder};
use contrapposto::io::{load_character, load_level, preset};
use glam::DVec3;
use std::sync::Arc;

/// A body at rest on a level.
pub(crate) fn editor(character: &str, level: &str) -> Editor {
    Editor::new(document(character, level))
}

/// The same without the editor.
pub(crate) fn document(character: &str, level: &str) -> Document {
    let body = Arc::new(load_character(character).unwrap());
    let ground = Arc::new(load_level(level).unwrap());
    Document::new(body, character, ground, level)
}

/// Takes a pose by its name.
pub(crate) fn take_preset(editor: &mut Editor, name: &str) {
    let preset = preset(name, &editor.document().character).unwrap();
    editor.apply(Edit::Preset(Arc::new(preset))).unwrap();
}

/// The handle of a name.
pub(crate) fn handle(editor: &Editor, name: &str) -> usize {
    let handles = &editor.document().setup.handles;
    let found = handles.iter().position(|handle| handle.name == name);
    found.unwrap_or_else(|| panic!("no handle {name}"))
}

/// Where a handle is.
pub(crate) fn place(editor: &Editor, name: &str) -> DVec3 {
    let setup = &editor.document().setup;
    let kin = setup.kinematics(&editor.document().character);
    setup.place_of(handle(editor, name), &kin)
}

/// One move of the mouse.
pub(crate) fn drag_to(editor: &mut Editor, position: DVec3) {
    let edit = Edit::DragTo {
        position: Some(position),
        rotation: None,
    };
    editor.apply(edit).unwrap();
}

/// A whole drag: there in thirty moves, and a moment of rest.
pub(crate) fn drag(editor: &mut Editor, name: &str, to: DVec3) {
    let from = place(editor, name);
    let handle = handle(editor, name);
    editor.apply(Edit::BeginDrag { handle }).unwrap();
    for step in 1..=30 {
        drag_to(editor, from.lerp(to, f64::from(step) / 30.0));
    }
    for _ in 0..10 {
        drag_to(editor, to);
    }
    editor.apply(Edit::EndDrag).unwrap();
}

/// Pins a handle's place, or lets it go.
pub(crate) fn pin(editor: &mut Editor, handle: usize, on: bool) {
    editor.apply(Edit::PinPosition { handle, on }).unwrap();
}

/// Of the pose now [m].
pub(crate) fn margin(editor: &Editor) -> f64 {
    editor.report().margin.metres
}

/// How far the worst planted sole is from where it was planted [m].
pub(crate) fn sole_shift(editor: &Editor) -> f64 {
    let Document {
        character, setup, ..
    } = editor.document();
    let kin = setup.kinematics(character);
    let shifts = setup.planted.iter().flat_map(|planted| {
        let is = *kin.link(planted.link);
        let corners = character.footing_corners(planted.footing());
        corners.map(move |corner| {
            let there = planted.world_from_link.point(corner);
            is.point(corner).distance(there)
        })
    });
    shifts.fold(0.0, f64::max)
}

/// So many steps ahead.
pub(crate) fn walk(editor: &Editor, steps: usize) -> Edit {
    let biped = Biped::new(&editor.document().character).unwrap();
    Edit::Walk(WalkOrder::ahead(biped.static_settings(), steps))
}
