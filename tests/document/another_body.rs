//! A project on another level or another body: what can be kept is kept, and undo brings back all of it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::session::{self, drag, editor, handle, pin, take_preset, walk};
use contrapposto::correction::{BalanceSettings, ContactEnds, balance_clip};
use contrapposto::document::{Document, Edit, Editor, RecordingTake, Take, lost_with};
use contrapposto::gait::JumpOrder;
use contrapposto::io::{load_character, load_level};
use glam::{DVec2, DVec3};
use std::sync::Arc;

fn other_level(name: &str) -> Edit {
    Edit::SetLevel {
        source: name.to_owned(),
        level: Arc::new(load_level(name).unwrap()),
    }
}

fn other_body(name: &str) -> Edit {
    Edit::SetCharacter {
        source: name.to_owned(),
        character: Arc::new(load_character(name).unwrap()),
    }
}

/// Three keys: at rest, a hand pinned far up, on one leg.
fn keyed(character: &str, level: &str) -> Editor {
    let mut editor = editor(character, level);
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    drag(&mut editor, "left_hand", DVec3::new(0.4, 1.5, 0.2));
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    editor.apply(Edit::AddKey { secs: 1.0 }).unwrap();
    take_preset(&mut editor, "left_leg");
    editor.apply(Edit::AddKey { secs: 2.0 }).unwrap();
    editor
}

/// How far the lowest corner of every planted sole is from the ground, and how far outside its support the weight is [m].
fn faults(document: &Document) -> (f64, f64) {
    let character = &document.character;
    let setups = document.keys.iter().map(|key| &key.setup);
    let (mut gap, mut outside) = (0.0_f64, 0.0_f64);
    for setup in setups.chain([&document.setup]) {
        let kin = setup.kinematics(character);
        for planted in &setup.planted {
            let corners = character.footing_corners(planted.footing());
            let heights = corners.filter_map(|corner| {
                let corner = kin.link(planted.link).point(corner);
                document.level.clearance(corner, 0.0)
            });
            let lowest = heights.fold(f64::INFINITY, f64::min);
            gap = gap.max(lowest.abs());
        }
        let polygon = setup.stance(character).polygon;
        let margin = polygon.margin(DVec2::new(kin.com.x, kin.com.z)).metres;
        outside = outside.max(-margin);
    }
    (gap, outside)
}

#[test]
fn on_another_level_keys_stand_where_they_stood() {
    for level in ["slope", "rough", "stairs"] {
        let mut editor = keyed("human", "flat");
        let before = editor.document().clone();
        editor.apply(other_level(level)).unwrap();
        let after = editor.document();
        assert_eq!((after.level.name.as_str(), after.keys.len()), (level, 3));
        assert_eq!(after.current_key, before.current_key);
        let (gap, outside) = faults(after);
        assert!(gap < 2e-3 && outside < 1e-3, "{level}: {gap} {outside}");
        for (is, was) in after.keys.iter().zip(&before.keys) {
            assert_eq!((is.secs, is.easing), (was.secs, was.easing));
            let held = |key: &contrapposto::document::Key| {
                let at = key.setup.planted[0].world_from_link.translation;
                DVec2::new(at.x, at.z)
            };
            let shift = held(is).distance(held(was));
            assert!(shift < 0.05, "{level}: {shift}");
        }
        assert!(editor.undo().is_some());
        assert_eq!(*editor.document(), before);
    }
}

#[test]
fn pins_go_up_with_the_ground() {
    let mut editor = editor("human", "flat");
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    let low = editor.document().setup.handles[hand].position.unwrap();
    let foot = editor.document().setup.planted[0];
    editor.apply(other_level("slope")).unwrap();
    let setup = &editor.document().setup;
    let high = setup.handles[hand].position.unwrap();
    let rise = setup.planted[0].world_from_link.translation.y - foot.world_from_link.translation.y;
    assert!((high.y - low.y - rise).abs() < 0.02, "{low} {high} {rise}");
}

#[test]
fn walks_are_made_again_on_another_level_and_another_body() {
    let mut editor = editor("human", "flat");
    editor.apply(walk(&editor, 6)).unwrap();
    let before = editor.document().clone();
    let rise = |editor: &Editor| {
        let frames = &editor.document().clip().unwrap().frames;
        frames[frames.len() - 1].com.y - frames[0].com.y
    };
    assert!(rise(&editor).abs() < 0.01);
    editor.apply(other_level("stairs")).unwrap();
    assert!(rise(&editor) > 0.1, "it climbs: {}", rise(&editor));
    editor.apply(other_body("tall_thin")).unwrap();
    let Some(Take::Walk(take)) = &editor.document().take else {
        panic!("the walk is gone");
    };
    assert!(take.walk.footsteps.len() >= 6);
    assert_eq!(take.walk.clip.character, "tall_thin");
    assert!(rise(&editor) > 0.1);
    editor.undo();
    editor.undo();
    assert_eq!(*editor.document(), before);
}

#[test]
fn a_pose_goes_along_to_a_body_with_the_same_parts() {
    for name in [
        "tall_thin",
        "short_stout",
        "mannequin",
        "hobbler",
        "chicken",
    ] {
        let mut editor = keyed("human", "flat");
        let before = editor.document().clone();
        assert_eq!(lost_with(&before, &load_character(name).unwrap()), [""; 0]);
        editor.apply(other_body(name)).unwrap();
        let after = editor.document();
        assert_eq!((after.character.name.as_str(), after.keys.len()), (name, 3));
        let (gap, outside) = faults(after);
        assert!(gap < 2e-3 && outside < 1e-3, "{name}: {gap} {outside}");
        assert_eq!(after.keys[2].setup.planted.len(), 1, "{name} on one leg");
        let pinned = |document: &Document| -> Vec<usize> {
            let setups = document.keys.iter().map(|key| &key.setup);
            let handles = setups.map(|setup| setup.handles.iter());
            handles
                .map(|handles| handles.filter(|handle| handle.is_pinned()).count())
                .collect()
        };
        assert_eq!(pinned(after), pinned(&before), "{name}");
        assert!(editor.undo().is_some());
        assert_eq!(*editor.document(), before);
    }
}

#[test]
fn a_taller_body_raises_its_hand_as_the_other_did() {
    let mut editor = keyed("human", "flat");
    editor.apply(Edit::GoToKey { index: 1 }).unwrap();
    let share = |editor: &Editor| {
        let rest = editor.document().character.rest.clone();
        let kin = contrapposto::kinematics::Kinematics::of(&editor.document().character, &rest);
        let head = kin.world_from_link.iter().map(|link| link.translation.y);
        session::place(editor, "left_hand").y / head.fold(0.0, f64::max)
    };
    let before = share(&editor);
    editor.apply(other_body("tall_thin")).unwrap();
    let after = share(&editor);
    assert!((after - before).abs() < 0.06, "{before} {after}");
}

#[test]
fn what_another_body_cannot_take_is_named_before() {
    let mut editor = keyed("human", "flat");
    let jump = Edit::Jump(JumpOrder::new(0.2, 0.0));
    editor.apply(jump).unwrap();
    let before = editor.document().clone();
    let quadruped = load_character("quadruped").unwrap();
    let lost = lost_with(&before, &quadruped).join("; ");
    assert!(lost.contains("the jump"), "{lost}");
    editor.apply(other_body("quadruped")).unwrap();
    assert_eq!(editor.document().take, None);
    editor.undo();
    assert_eq!(*editor.document(), before);
}

#[test]
fn a_recording_is_put_on_another_body_and_balanced_again() {
    let mut editor = editor("human", "flat");
    editor.apply(walk(&editor, 4)).unwrap();
    let clip = editor.document().clip().unwrap();
    let human = &editor.document().character;
    let recorded = clip.resampled(human, 1.0 / 30.0);
    let settings = BalanceSettings::default();
    let (balanced, report) = balance_clip(human, &recorded, None, &settings, &mut |_| {});
    let take = RecordingTake {
        name: "walk".to_owned(),
        contact_ends: ContactEnds::AtRest,
        recorded,
        balanced,
        report,
    };
    editor.apply(Edit::SetRecording(Arc::new(take))).unwrap();
    let before = editor.document().clone();
    for edit in [other_body("tall_thin"), other_level("slope")] {
        editor.apply(edit).unwrap();
        let Some(Take::Recording(take)) = &editor.document().take else {
            panic!("the recording is gone");
        };
        let frames = before.clip().unwrap().frames.len();
        assert_eq!(take.recorded.frames.len(), frames);
        assert!(take.report.after.contact_frames > frames / 2);
        assert!(
            take.report.after.inside_share() > Some(0.9),
            "{:?}",
            take.report.after
        );
    }
    editor.undo();
    editor.undo();
    assert_eq!(*editor.document(), before);
}
