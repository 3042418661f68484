//! Arcs of swinging feet that people pull at: the walk passes where it was asked to, and never through the ground.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::session::editor;
use contrapposto::document::{Document, Edit, Editor, Take, WalkTake};
use contrapposto::gait::{ArcGrip, Biped, Swing, WalkOrder, swings};
use contrapposto::io::{load_document, save_document};
use contrapposto::motion::Audit;
use glam::{DVec2, DVec3};
use std::sync::Arc;

fn walking(character: &str, level: &str, steps: usize) -> Editor {
    let mut editor = editor(character, level);
    let settings = Biped::new(&editor.document().character)
        .unwrap()
        .static_settings();
    let order = WalkOrder::ahead(settings, steps);
    editor.apply(Edit::Walk(order)).unwrap();
    editor
}

fn take(document: &Document) -> &Arc<WalkTake> {
    match &document.take {
        Some(Take::Walk(take)) => take,
        other => panic!("no walk but {other:?}"),
    }
}

fn swing(document: &Document, index: usize) -> Swing {
    let take = take(document);
    let ground = (&*document.character, &*document.level);
    swings(ground, &take.order, &take.walk).unwrap()[index].clone()
}

fn lowest_margin(document: &Document) -> f64 {
    let frames = take(document).walk.clip.frames.iter();
    let margins = frames.filter_map(|frame| frame.margin);
    margins.fold(f64::INFINITY, f64::min)
}

fn pull(index: usize, grip: ArcGrip, to: DVec3) -> Edit {
    Edit::PullArc { index, grip, to }
}

#[test]
fn a_foot_passes_where_the_apex_of_its_arc_was_pulled_to() {
    for (character, level) in [("human", "flat"), ("human", "stairs"), ("chicken", "flat")] {
        let mut editor = walking(character, level, 4);
        let apex = swing(editor.document(), 2).grip(ArcGrip::Apex);
        for by in [
            DVec3::new(0.0, 0.08, 0.0),
            DVec3::new(0.06, 0.05, 0.0),
            DVec3::new(-0.06, 0.05, -0.05),
        ] {
            editor.apply(pull(2, ArcGrip::Apex, apex + by)).unwrap();
            let document = editor.document();
            let now = swing(document, 2);
            let got = now.grip(ArcGrip::Apex);
            assert!(
                got.distance(apex + by) < 1e-9,
                "{character} on {level}: {got} instead of {}",
                apex + by
            );
            let miss = now.miss(
                (&document.character, &document.level),
                &take(document).walk.clip,
            );
            assert!(miss < 2e-3, "{character} on {level}: off by {miss} m");
            assert!(lowest_margin(document) > 0.018, "{character} on {level}");
        }
    }
}

#[test]
fn a_handle_of_an_arc_says_how_the_foot_leaves_and_the_other_one_stays() {
    let mut editor = walking("human", "flat", 4);
    let before = swing(editor.document(), 1);
    let to = before.grip(ArcGrip::Leaving) + DVec3::new(0.02, 0.1, -0.04);
    editor.apply(pull(1, ArcGrip::Leaving, to)).unwrap();
    let after = swing(editor.document(), 1);
    assert!(after.grip(ArcGrip::Leaving).distance(to) < 1e-9);
    let stays = before.grip(ArcGrip::Arriving);
    assert!(after.grip(ArcGrip::Arriving).distance(stays) < 1e-9);
    // Earlier on its way it is higher than it was, compared with later.
    let rise = |share: usize| after.points(8)[share].y - before.points(8)[share].y;
    assert!(rise(2) > 1.5 * rise(6), "{} {}", rise(2), rise(6));
}

#[test]
fn an_arc_that_is_pulled_into_the_ground_stops_above_it() {
    for level in ["flat", "stairs", "rough"] {
        let mut editor = walking("human", level, 4);
        let before = swing(editor.document(), 2);
        let apex = before.grip(ArcGrip::Apex);
        for by in [
            DVec3::new(0.0, -0.03, 0.0),
            DVec3::new(0.0, -2.0, 0.0),
            DVec3::new(0.0, -0.3, 0.2),
            DVec3::new(0.0, 0.0, 0.3),
        ] {
            editor.apply(pull(2, ArcGrip::Apex, apex + by)).unwrap();
            let document = editor.document();
            let audit = Audit::new(
                &document.character,
                &take(document).walk.clip,
                Some(&document.level),
            );
            let deepest = audit.summary.penetration.map_or(0.0, |peak| peak.value);
            assert!(deepest < 1e-3, "{level}, {by}: {deepest} m deep");
            // It was never thrown up to get there.
            let rise = swing(document, 2).grip(ArcGrip::Apex).y - apex.y;
            assert!(rise < 0.05, "{level}, {by}: {rise} m higher");
        }
        // And the number in the panel has the same limit.
        editor
            .apply(Edit::SetArcHeight {
                index: 2,
                clearance: 0.005,
            })
            .unwrap();
        let after = swing(editor.document(), 2);
        assert!(after.arc.height() <= before.arc.height());
    }
}

#[test]
fn what_a_leg_or_balance_does_not_allow_is_refused_and_changes_nothing() {
    let mut editor = walking("human", "stairs", 4);
    let apex = swing(editor.document(), 2).grip(ArcGrip::Apex);
    let before = editor.document().clone();
    for edit in [
        pull(2, ArcGrip::Apex, apex + DVec3::new(0.0, 0.9, 0.0)),
        pull(2, ArcGrip::Apex, apex + DVec3::new(1.5, 0.2, 0.0)),
        pull(2, ArcGrip::Apex, DVec3::NAN),
        pull(99, ArcGrip::Apex, apex),
    ] {
        let refused = editor.apply(edit.clone());
        assert!(refused.is_err(), "{edit:?}");
        assert_eq!(*editor.document(), before);
    }
}

#[test]
fn a_body_that_stays_in_one_plane_keeps_its_arcs_there() {
    let mut editor = walking("planar", "flat", 4);
    let apex = swing(editor.document(), 2).grip(ArcGrip::Apex);
    let to = apex + DVec3::new(0.2, 0.05, 0.0);
    editor.apply(pull(2, ArcGrip::Apex, to)).unwrap();
    let got = swing(editor.document(), 2).grip(ArcGrip::Apex);
    assert!(got.distance(apex + 0.05 * DVec3::Y) < 1e-9, "{got}");
}

#[test]
fn a_drag_of_an_arc_is_one_step_and_its_undo_is_exact() {
    let mut editor = walking("human", "flat", 4);
    let before = editor.document().clone();
    let apex = swing(&before, 2).grip(ArcGrip::Apex);
    for share in [0.2, 0.5, 0.9, 1.0] {
        let to = apex + share * DVec3::new(0.05, 0.1, 0.03);
        editor.apply(pull(2, ArcGrip::Apex, to)).unwrap();
    }
    editor.apply(Edit::EndDrag).unwrap();
    assert_eq!(editor.undo_depth(), 2);
    let after = editor.document().clone();

    // However the mouse went, what counts is where it ended.
    let mut at_once = walking("human", "flat", 4);
    let to = apex + DVec3::new(0.05, 0.1, 0.03);
    at_once.apply(pull(2, ArcGrip::Apex, to)).unwrap();
    assert_eq!(**take(at_once.document()), **take(&after));

    editor.undo();
    assert_eq!(*editor.document(), before);
    editor.redo();
    assert_eq!(*editor.document(), after);
}

#[test]
fn a_footprint_that_is_moved_keeps_what_its_arc_was_pulled_to() {
    let mut editor = walking("human", "flat", 4);
    let apex = swing(editor.document(), 2).grip(ArcGrip::Apex);
    let to = apex + DVec3::new(-0.05, 0.1, 0.0);
    editor.apply(pull(2, ArcGrip::Apex, to)).unwrap();
    let pulled = swing(editor.document(), 2);
    let center = pulled.to.point(pulled.foot.center_in_link);
    editor
        .apply(Edit::MoveFootstep {
            index: 2,
            to_xz: DVec2::new(center.x, center.z + 0.04),
            turn: 0.0,
        })
        .unwrap();
    let moved = swing(editor.document(), 2);
    assert!((moved.arc.height() - pulled.arc.height()).abs() < 1e-9);
    assert_eq!(moved.arc.aside, pulled.arc.aside);
}

#[test]
fn a_pulled_arc_is_read_from_its_project_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.pose.ron");
    let mut editor = walking("human", "flat", 4);
    let apex = swing(editor.document(), 2).grip(ArcGrip::Apex);
    let to = apex + DVec3::new(-0.05, 0.1, 0.02);
    editor.apply(pull(2, ArcGrip::Apex, to)).unwrap();
    save_document(&path, editor.document()).unwrap();
    let read = load_document(&path).unwrap();
    assert_eq!(**take(&read), **take(editor.document()));
}
