//! Keys in time, and what lies between them: solved again, balanced, smooth.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests may panic, and figures are worth reading"
)]

use crate::session::{drag, editor, handle, pin, place, take_preset};
use contrapposto::document::{Bake, Document, Easing, Edit, Editor, Poser, bake, in_between};
use contrapposto::gait::Manner;
use contrapposto::motion::{Audit, Clip};
use glam::DVec3;
use std::sync::Arc;

const FRAME_SECS: f64 = 1.0 / 120.0;

fn add_key(editor: &mut Editor, secs: f64) {
    editor.apply(Edit::AddKey { secs }).unwrap();
}

/// Stands, crouches with a hand pinned, stands on the left leg, on both, on the right one, and steps ahead.
fn dance() -> Editor {
    let mut editor = editor("human", "flat");
    add_key(&mut editor, 0.0);
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.0, 0.4));
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    add_key(&mut editor, 1.0);
    let pelvis = place(&editor, "pelvis");
    drag(&mut editor, "pelvis", pelvis - 0.2 * DVec3::Y);
    add_key(&mut editor, 2.0);
    pin(&mut editor, hand, false);
    for (name, is_mirrored, secs) in [
        ("left_leg", false, 3.3),
        ("stand", false, 4.6),
        ("left_leg", true, 5.9),
        ("stand", false, 7.2),
    ] {
        // What is posed now belongs to the key before: leave it first.
        let setup = editor.document().setup.clone();
        editor.apply(Edit::LeaveKey { setup }).unwrap();
        take_preset(&mut editor, name);
        if is_mirrored {
            editor.apply(Edit::Mirror).unwrap();
        }
        add_key(&mut editor, secs);
    }
    let setup = editor.document().setup.clone();
    editor.apply(Edit::LeaveKey { setup }).unwrap();
    for foot in ["left_foot", "right_foot"] {
        let at = place(&editor, foot);
        drag(&mut editor, foot, at + 0.25 * DVec3::Z);
    }
    add_key(&mut editor, 8.7);
    editor
}

/// The least margin, the farthest that a planted sole moves in a frame, the largest turn and the largest change of turn
/// between neighbouring frames.
fn figures(document: &Document, clip: &Clip) -> [f64; 4] {
    let character = &document.character;
    let margin = clip.frames.iter().filter_map(|frame| frame.margin);
    let margin = margin.fold(f64::INFINITY, f64::min);
    let corners = |frame: usize, sole: usize| {
        let kin = contrapposto::kinematics::Kinematics::of(character, &clip.frames[frame].pose);
        let sole = &character.soles[sole];
        let corners = sole
            .corners_in_link
            .iter()
            .map(|c| kin.link(sole.link).point(*c));
        corners.collect::<Vec<_>>()
    };
    let (mut slide, mut turn, mut change, mut last) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0);
    for frame in 1..clip.frames.len() {
        let (a, b) = (&clip.frames[frame - 1], &clip.frames[frame]);
        for sole in a.contacts.iter().filter(|sole| b.contacts.contains(*sole)) {
            let moved = corners(frame - 1, sole)
                .into_iter()
                .zip(corners(frame, sole));
            slide = moved.map(|(a, b)| a.distance(b)).fold(slide, f64::max);
        }
        let now = a.pose.largest_turn_from(&b.pose);
        turn = turn.max(now);
        change = change.max((now - last).abs());
        last = now;
    }
    [margin, slide, turn, change]
}

#[test]
fn between_keys_balance_holds_planted_feet_stay_and_nothing_jumps() {
    let mut editor = dance();
    for index in 0..editor.document().keys.len() {
        let manner = Manner::Static;
        let at_rest = Edit::SetKeyManner { index, manner };
        editor.apply(at_rest).unwrap();
    }
    let document = editor.document();
    assert_eq!(document.keys.len(), 8);
    let clip = bake(document, FRAME_SECS).unwrap();
    assert_eq!(clip.frames.len(), 1045);
    let [margin, slide, turn, change] = figures(document, &clip);
    assert!(margin > 0.0199, "margin {margin} m");
    assert!(slide < 1e-5, "slide {slide} m a frame");
    assert!(turn < 0.12, "turn {turn} rad a frame");
    assert!(change < 0.0315, "jerk {change} rad a frame");
    // A jump would stay as large as it is, however short the frames.
    let [_, _, fine_turn, fine_change] =
        figures(document, &bake(document, FRAME_SECS / 4.0).unwrap());
    assert!(fine_turn < 0.3 * turn, "{fine_turn} of {turn} rad");
    assert!(fine_change < 0.3 * change, "{fine_change} of {change} rad");
    for frame in &clip.frames {
        assert!(!frame.contacts.is_empty());
        assert_eq!(
            frame
                .pose
                .joints_beyond_limits(&document.character, 1e-9)
                .count(),
            0
        );
    }
}

#[test]
fn a_dance_of_keys_is_in_dynamic_balance_by_itself() {
    let editor = dance();
    let document = editor.document();
    let clip = bake(document, FRAME_SECS).unwrap();
    let audit = Audit::new(&document.character, &clip, Some(&document.level));
    let moving = audit.summary.dynamic_margin.unwrap();
    println!(
        "zero-moment point {:.1} mm inside, in {:.1} % of the frames",
        1e3 * moving.min,
        1e2 * moving.inside_fraction
    );
    assert!(moving.min > -0.03 && moving.inside_fraction > 0.99);
    let [margin, slide, turn, change] = figures(document, &clip);
    assert!(margin < 0.0, "a person's weight swings: {margin} m");
    assert!(slide < 1e-5, "slide {slide} m a frame");
    assert!(turn < 0.12, "turn {turn} rad a frame");
    assert!(change < 0.0315, "jerk {change} rad a frame");
}

#[test]
fn a_key_is_met_exactly_and_what_is_near_it_is_near() {
    let editor = dance();
    let document = editor.document();
    let mut poser = Poser::default();
    for key in &document.keys {
        assert_eq!(in_between(&mut poser, document, key.secs), *key.setup);
        for secs in [key.secs - 1e-3, key.secs + 1e-3] {
            let near = in_between(&mut poser, document, secs);
            let turn = near.pose.largest_turn_from(&key.setup.pose);
            assert!(turn < 0.01, "{turn} rad at {secs} s");
        }
    }
    let first = in_between(&mut poser, document, -5.0);
    assert_eq!(first, *document.keys[0].setup);
    let last = in_between(&mut poser, document, 500.0);
    assert_eq!(last, *document.keys[7].setup);
}

#[test]
fn a_pinned_hand_goes_straight_from_pin_to_pin() {
    let mut editor = editor("human", "flat");
    let hand = handle(&editor, "right_hand");
    drag(&mut editor, "right_hand", DVec3::new(-0.3, 1.0, 0.4));
    pin(&mut editor, hand, true);
    add_key(&mut editor, 0.0);
    let from = place(&editor, "right_hand");
    add_key(&mut editor, 1.0);
    drag(&mut editor, "right_hand", DVec3::new(-0.2, 1.3, 0.3));
    let to = place(&editor, "right_hand");
    editor
        .apply(Edit::SetEasing {
            index: 0,
            easing: Easing::Linear,
        })
        .unwrap();
    let document = editor.document();
    let mut poser = Poser::default();
    for share in [0.1, 0.25, 0.5, 0.8] {
        let setup = in_between(&mut poser, document, share);
        let at = setup.place_of(hand, &setup.kinematics(&document.character));
        assert!(at.distance(from.lerp(to, share)) < 1e-3, "{at} at {share}");
    }
}

#[test]
fn easings_start_at_nothing_and_end_at_all_and_smooth_ones_rest_there() {
    for easing in Easing::ALL {
        assert_eq!((easing.share(0.0), easing.share(1.0)), (0.0, 1.0));
        let shares: Vec<f64> = (0..=100)
            .map(|k| easing.share(f64::from(k) / 100.0))
            .collect();
        assert!(
            shares.windows(2).all(|pair| pair[0] <= pair[1]),
            "{easing:?}"
        );
    }
    let slope = |easing: Easing, at: f64| (easing.share(at + 1e-6) - easing.share(at)) / 1e-6;
    assert!(slope(Easing::Smooth, 0.0) < 1e-5 && slope(Easing::Smooth, 1.0 - 1e-6) < 1e-5);
    assert!(slope(Easing::SlowStart, 0.0) < 1e-5 && slope(Easing::SlowStart, 0.9) > 0.5);
    assert!(slope(Easing::SlowEnd, 1.0 - 1e-6) < 1e-5 && slope(Easing::SlowEnd, 0.1) > 0.5);
    assert_eq!(Easing::Hold.share(0.999), 0.0);
}

#[test]
fn a_baked_clip_that_follows_edits_is_the_one_that_is_baked_afresh() {
    let mut editor = dance();
    let mut kept = Bake::default();
    let frame_secs = 1.0 / 30.0;
    kept.clip(editor.document(), frame_secs, &mut |_| {});
    for edit in [
        Edit::SetEasing {
            index: 2,
            easing: Easing::Linear,
        },
        Edit::MoveKey {
            index: 3,
            secs: 3.3,
        },
        Edit::Ripple {
            from_index: 5,
            by_secs: 0.4,
        },
        Edit::DeleteKey { index: 4 },
        Edit::MoveKey {
            index: 0,
            secs: 0.5,
        },
    ] {
        editor.apply(edit.clone()).unwrap();
        let fresh = bake(editor.document(), frame_secs).unwrap();
        assert!(
            kept.clip(editor.document(), frame_secs, &mut |_| {}) == Some(&fresh),
            "{edit:?}"
        );
    }
    editor.apply(Edit::GoToKey { index: 1 }).unwrap();
    let chest = place(&editor, "chest");
    drag(&mut editor, "chest", chest + DVec3::new(0.05, 0.0, 0.05));
    let fresh = bake(editor.document(), frame_secs).unwrap();
    assert!(kept.clip(editor.document(), frame_secs, &mut |_| {}) == Some(&fresh));
}

#[test]
fn keys_stay_in_the_order_of_time_and_the_posed_one_is_followed() {
    let mut editor = editor("human", "flat");
    for secs in [1.0, 3.0, 2.0] {
        add_key(&mut editor, secs);
    }
    let times = |editor: &Editor| {
        editor
            .document()
            .keys
            .iter()
            .map(|k| k.secs)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (times(&editor), editor.document().current_key),
        (vec![1.0, 2.0, 3.0], Some(1))
    );
    editor
        .apply(Edit::MoveKey {
            index: 0,
            secs: 5.0,
        })
        .unwrap();
    assert_eq!(
        (times(&editor), editor.document().current_key),
        (vec![2.0, 3.0, 5.0], Some(0))
    );
    editor.apply(Edit::EndDrag).unwrap();
    editor
        .apply(Edit::MoveKey {
            index: 0,
            secs: 4.0,
        })
        .unwrap();
    assert_eq!(
        (times(&editor), editor.document().current_key),
        (vec![3.0, 4.0, 5.0], Some(1))
    );
    editor
        .apply(Edit::Ripple {
            from_index: 1,
            by_secs: 1.0,
        })
        .unwrap();
    assert_eq!(times(&editor), [3.0, 5.0, 6.0]);
    editor.apply(Edit::DeleteKey { index: 0 }).unwrap();
    assert_eq!(
        (times(&editor), editor.document().current_key),
        (vec![5.0, 6.0], Some(0))
    );
    editor.apply(Edit::DeleteKey { index: 0 }).unwrap();
    assert_eq!(editor.document().current_key, None);
    let before = editor.document().clone();
    for edit in [
        Edit::AddKey { secs: f64::NAN },
        Edit::AddKey { secs: -1.0 },
        Edit::MoveKey {
            index: 4,
            secs: 1.0,
        },
        Edit::MoveKey {
            index: 0,
            secs: f64::INFINITY,
        },
        Edit::DeleteKey { index: 4 },
        Edit::SetEasing {
            index: 4,
            easing: Easing::Hold,
        },
        Edit::Ripple {
            from_index: 0,
            by_secs: -100.0,
        },
        Edit::Ripple {
            from_index: 9,
            by_secs: 1.0,
        },
        Edit::GoToKey { index: 4 },
    ] {
        editor.apply(edit.clone()).unwrap_err();
        assert_eq!(*editor.document(), before, "{edit:?}");
    }
}

#[test]
fn edits_of_a_posed_key_are_edits_of_that_key() {
    let mut editor = editor("human", "flat");
    add_key(&mut editor, 0.0);
    add_key(&mut editor, 1.0);
    editor.apply(Edit::GoToKey { index: 0 }).unwrap();
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.1, 0.4));
    let document = editor.document();
    assert!(Arc::ptr_eq(&document.keys[0].setup, &document.setup));
    assert_ne!(document.keys[1].setup, document.setup);
}

#[test]
fn looking_at_keys_is_no_step_but_a_pose_in_no_key_is_not_lost() {
    let mut editor = editor("human", "flat");
    add_key(&mut editor, 0.0);
    take_preset(&mut editor, "crouch");
    add_key(&mut editor, 1.0);
    editor.mark_saved();
    let depth = editor.undo_depth();
    editor.apply(Edit::GoToKey { index: 0 }).unwrap();
    let setup = Arc::new(in_between(&mut Poser::default(), editor.document(), 0.5));
    editor.apply(Edit::LeaveKey { setup }).unwrap();
    editor.apply(Edit::GoToKey { index: 1 }).unwrap();
    assert_eq!(editor.undo_depth(), depth);
    assert!(!editor.is_dirty());
    let setup = Arc::new(in_between(&mut Poser::default(), editor.document(), 0.5));
    editor.apply(Edit::LeaveKey { setup }).unwrap();
    drag(&mut editor, "head", DVec3::new(0.1, 1.5, 0.1));
    assert!(editor.is_dirty());
    let loose = editor.document().clone();
    editor.apply(Edit::GoToKey { index: 0 }).unwrap();
    assert_eq!(editor.undo_depth(), depth + 2);
    editor.undo();
    assert_eq!(*editor.document(), loose);
}

#[test]
fn a_pose_that_was_changed_between_keys_becomes_a_key_in_the_same_step() {
    let mut editor = editor("human", "flat");
    add_key(&mut editor, 0.0);
    add_key(&mut editor, 1.0);
    let between = in_between(&mut Poser::default(), editor.document(), 0.5);
    let setup = Arc::new(between);
    editor.apply(Edit::LeaveKey { setup }).unwrap();
    // What is only shown is no key.
    editor.apply(Edit::KeyBetween { secs: 0.5 }).unwrap();
    assert_eq!(editor.document().keys.len(), 2);
    let (before, depth) = (editor.document().clone(), editor.undo_depth());
    for margin in [0.03, 0.04, 0.05] {
        // A slide goes on over the key that it made.
        editor.apply(Edit::SetMargin(margin)).unwrap();
        editor.apply(Edit::KeyBetween { secs: 0.5 }).unwrap();
    }
    let after = editor.document().clone();
    assert_eq!((after.keys.len(), after.current_key), (3, Some(1)));
    assert_eq!(after.keys[1].setup.margin, 0.05);
    assert_eq!(editor.undo_depth(), depth + 1);
    editor.undo();
    assert_eq!(*editor.document(), before);
    editor.redo();
    assert_eq!(*editor.document(), after);
}
