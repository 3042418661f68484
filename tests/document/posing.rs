//! Posing a figure by its handles: what follows, what stays, who gives way, and what undo brings back.

mod asks;
mod smoothly;

use crate::session::{drag, drag_to, editor, handle, margin, pin, place, sole_shift, take_preset};
use contrapposto::character::{JointCoordinate, JointKind, LinkId};
use contrapposto::document::{CENTER_OF_MASS, Edit, Editor, Setup};
use contrapposto::ik::Rank;
use contrapposto::io::{load_character, shipped_characters};
use contrapposto::math::Random;
use glam::{DQuat, DVec3};

#[test]
fn every_body_has_handles_for_its_effectors_its_trunk_its_weight_and_its_knees() {
    for (name, _) in shipped_characters() {
        let character = load_character(name).unwrap();
        let setup = Setup::new(&character);
        let names: Vec<&str> = setup.handles.iter().map(|h| h.name.as_str()).collect();
        for effector in &character.effectors {
            assert!(names.contains(&effector.name.as_str()), "{name}: {names:?}");
        }
        assert!(names.contains(&CENTER_OF_MASS));
        let gripped = |link| setup.handles.iter().any(|h| h.grip.link() == Some(link));
        assert!(gripped(LinkId::ROOT), "{name}: {names:?}");
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{name}: {names:?}");
        assert_eq!(setup.planted.len(), character.standing_feet().count());
    }
    let human = Setup::new(&load_character("human").unwrap());
    let poles = human.handles.iter().filter(|h| h.rank == Rank::WISH);
    let poles: Vec<&str> = poles.map(|h| h.name.as_str()).collect();
    assert_eq!(
        poles,
        ["left_elbow", "left_knee", "right_elbow", "right_knee"]
    );
}

#[test]
fn a_hand_follows_the_mouse_while_feet_stand_and_balance_holds() {
    let mut editor = editor("human", "flat");
    let target = DVec3::new(0.35, 0.9, 0.45);
    drag(&mut editor, "left_hand", target);
    assert!(place(&editor, "left_hand").distance(target) < 5e-4);
    assert!(margin(&editor) > 0.019);
    assert!(sole_shift(&editor) < 1e-4);
    assert_eq!(editor.undo_depth(), 1);
}

#[test]
fn a_hand_in_front_at_the_height_of_the_chest_leaves_the_trunk_upright() {
    for (hand, side) in [("left_hand", 1.0), ("right_hand", -1.0)] {
        for (across, up, ahead) in [(0.2, 1.3, 0.45), (0.0, 1.3, 0.5), (0.2, 1.2, 0.35)] {
            let mut editor = editor("human", "flat");
            let target = DVec3::new(side * across, up, ahead);
            drag(&mut editor, hand, target);
            assert!(place(&editor, hand).distance(target) < 5e-4);
            // With all joints alike pelvis and back lean backward by 25 to 30° together.
            let forward = forward_lean(&editor, "chest");
            assert!((-5.0..5.0).contains(&forward), "{target}: {forward}°");
            assert!(margin(&editor) > 0.05, "{target}: {}", margin(&editor));
        }
    }
}

/// How far a handle's link leans forward [°].
fn forward_lean(editor: &Editor, name: &str) -> f64 {
    let setup = &editor.document().setup;
    let kin = setup.kinematics(&editor.document().character);
    let up = setup.rotation_of(handle(editor, name), &kin) * DVec3::Y;
    libm::atan2(up.z, up.y).to_degrees()
}

#[test]
fn a_hand_dragged_there_and_back_leaves_the_old_pose() {
    let mut editor = editor("human", "flat");
    let before = editor.document().setup.pose.clone();
    let (hand, start) = (handle(&editor, "left_hand"), place(&editor, "left_hand"));
    let far = DVec3::new(0.5, 1.3, 0.6);
    editor.apply(Edit::BeginDrag { handle: hand }).unwrap();
    for step in (0..=60).chain((0..=60).rev()) {
        drag_to(&mut editor, start.lerp(far, f64::from(step) / 60.0));
    }
    for _ in 0..20 {
        drag_to(&mut editor, start);
    }
    let turn = editor.document().setup.pose.largest_turn_from(&before);
    assert!(turn < 2e-3, "{turn} rad away from where it began");
}

#[test]
fn a_target_out_of_reach_makes_the_hand_give_way_and_the_figure_rest() {
    let mut editor = editor("human", "flat");
    let hand = handle(&editor, "left_hand");
    editor.apply(Edit::BeginDrag { handle: hand }).unwrap();
    let far = DVec3::new(1.0, 1.2, 3.0);
    for _ in 0..60 {
        drag_to(&mut editor, far);
    }
    let before = editor.document().setup.pose.clone();
    drag_to(&mut editor, far);
    let tremble = editor.document().setup.pose.largest_turn_from(&before);
    assert!(tremble < 1e-3, "{tremble} rad in a frame");
    assert!(margin(&editor) > 0.015, "{} m", margin(&editor));
    let sentence = editor.report().sentence(editor.goals());
    assert!(sentence.starts_with("Left hand gives"), "{sentence}");
    assert!(sentence.ends_with("holds."), "{sentence}");
}

#[test]
fn poses_stay_within_limits_wherever_handles_are_pulled() {
    for name in ["human", "chicken", "quadruped", "planar"] {
        let mut editor = editor(name, "flat");
        let mut random = Random::new(11);
        for _ in 0..40 {
            let handle = random.below(editor.document().setup.handles.len());
            let target = DVec3::new(0.0, 0.8, 0.0) + random.in_box(DVec3::splat(0.9));
            editor.apply(Edit::BeginDrag { handle }).unwrap();
            for _ in 0..12 {
                drag_to(&mut editor, target);
            }
            editor.apply(Edit::EndDrag).unwrap();
            let document = editor.document();
            let pose = &document.setup.pose;
            let beyond = pose.joints_beyond_limits(&document.character, 1e-9).count();
            assert_eq!(beyond, 0, "{name}");
            let (dragged, shift) = (&document.setup.handles[handle].name, sole_shift(&editor));
            assert!(shift < 1e-4, "{name}: {shift} m with {dragged}");
        }
    }
}

#[test]
fn a_pinned_hand_stays_when_the_pelvis_is_dragged_and_its_pin_goes_along_when_it_is() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.0, 0.4));
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    editor
        .apply(Edit::PinRotation {
            handle: hand,
            on: true,
        })
        .unwrap();
    let pinned = place(&editor, "left_hand");
    let pelvis = place(&editor, "pelvis");
    drag(&mut editor, "pelvis", pelvis - DVec3::new(0.0, 0.15, 0.0));
    assert!(place(&editor, "pelvis").distance(pelvis) > 0.14);
    assert!(place(&editor, "left_hand").distance(pinned) < 1e-3);
    let target = pinned + DVec3::new(0.05, 0.1, 0.0);
    drag(&mut editor, "left_hand", target);
    assert_eq!(editor.document().setup.handles[hand].position, Some(target));
    pin(&mut editor, hand, false);
    assert_eq!(editor.document().setup.handles[hand].position, None);
}

#[test]
fn a_hand_that_is_only_turned_keeps_its_place() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "right_hand", DVec3::new(-0.3, 1.0, 0.4));
    let hand = handle(&editor, "right_hand");
    let setup = &editor.document().setup;
    let kin = setup.kinematics(&editor.document().character);
    let (there, turned) = (setup.place_of(hand, &kin), setup.rotation_of(hand, &kin));
    let wanted = DQuat::from_rotation_y(0.4) * turned;
    editor.apply(Edit::BeginDrag { handle: hand }).unwrap();
    for _ in 0..10 {
        let rotation = Some(wanted);
        editor
            .apply(Edit::DragTo {
                position: None,
                rotation,
            })
            .unwrap();
    }
    let setup = &editor.document().setup;
    let kin = setup.kinematics(&editor.document().character);
    assert!(setup.place_of(hand, &kin).distance(there) < 1e-3);
    assert!(setup.rotation_of(hand, &kin).angle_between(wanted) < 5e-3);
}

#[test]
fn the_higher_of_two_pins_that_disagree_gives_less() {
    let mut editor = editor("human", "flat");
    for name in ["left_hand", "right_hand"] {
        let handle = handle(&editor, name);
        pin(&mut editor, handle, true);
    }
    // Hands are pinned where they are; the chest goes where both cannot follow.
    let chest = place(&editor, "chest");
    let gripped = handle(&editor, "chest");
    pin(&mut editor, gripped, true);
    drag(&mut editor, "chest", chest + DVec3::new(0.0, 0.0, 0.4));
    let given = |editor: &Editor, name: &str| {
        let results = editor.goals().iter().zip(&editor.report().goals);
        results
            .filter(|(goal, _)| goal.name == name)
            .map(|(_, got)| got.after)
            .sum::<f64>()
    };
    let before = given(&editor, "chest");
    let (from, to) = (handle(&editor, "chest"), 0);
    editor.apply(Edit::MoveHandle { from, to }).unwrap();
    assert_eq!(editor.document().setup.handles[0].name, "chest");
    let higher = given(&editor, "chest");
    assert!(higher < 0.99 * before, "{higher} of {before}");
    editor
        .apply(Edit::SetWeight {
            handle: 0,
            weight: 10.0,
        })
        .unwrap();
    let heavier = given(&editor, "chest");
    assert!(heavier < 0.9 * higher, "{heavier} of {higher}");
    editor
        .apply(Edit::SetRank {
            handle: 0,
            rank: Rank::WISH,
        })
        .unwrap();
    let wished = given(&editor, "chest");
    assert!(wished > 1.1 * heavier, "{wished} of {heavier}");
}

#[test]
fn a_frozen_joint_keeps_its_turn_to_the_bit() {
    let mut editor = editor("human", "flat");
    let elbow = editor
        .document()
        .character
        .find_link("left_forearm")
        .unwrap();
    let before = editor.document().setup.pose.joint(elbow);
    editor
        .apply(Edit::Freeze {
            link: elbow,
            on: true,
        })
        .unwrap();
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.2, 0.3));
    assert_eq!(editor.document().setup.pose.joint(elbow), before);
    assert!(sole_shift(&editor) < 1e-4);
    editor
        .apply(Edit::Freeze {
            link: elbow,
            on: false,
        })
        .unwrap();
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.2, 0.3));
    assert_ne!(editor.document().setup.pose.joint(elbow), before);
}

#[test]
fn a_slider_turns_its_joint_within_limits_and_the_legs_keep_standing() {
    let mut editor = editor("human", "flat");
    let knee = editor.document().character.find_link("left_shank").unwrap();
    for angle in [0.2, 0.6, 0.9] {
        let coordinate = JointCoordinate::Hinge(angle);
        editor
            .apply(Edit::SetJoint {
                link: knee,
                coordinate,
            })
            .unwrap();
        assert_eq!(editor.document().setup.pose.joint(knee), coordinate);
        assert!(sole_shift(&editor) < 1e-3, "{}", sole_shift(&editor));
        assert!(margin(&editor) > 0.018);
    }
    assert_eq!(editor.undo_depth(), 1, "a slide is one step");
    editor.apply(Edit::EndDrag).unwrap();
    let coordinate = JointCoordinate::Hinge(99.0);
    editor
        .apply(Edit::SetJoint {
            link: knee,
            coordinate,
        })
        .unwrap();
    assert_eq!(editor.undo_depth(), 2);
    let JointKind::Hinge { range, .. } = editor.document().character.link(knee).joint.kind else {
        panic!("a knee is a hinge");
    };
    let turned = editor.document().setup.pose.joint(knee);
    assert_eq!(turned, JointCoordinate::Hinge(range.high));
}

#[test]
fn a_repair_reaches_the_margin_with_less_change_than_a_reset() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::KeepBalance(false)).unwrap();
    drag(&mut editor, "chest", DVec3::new(0.1, 1.1, 0.5));
    assert!(margin(&editor) < 0.0);
    let bent = editor.document().setup.pose.clone();
    editor.apply(Edit::SetMargin(0.03)).unwrap();
    editor.apply(Edit::Repair).unwrap();
    assert!(margin(&editor) >= 0.03 - 1e-6, "{}", margin(&editor));
    let repaired = editor.document().setup.pose.largest_turn_from(&bent);
    assert!(sole_shift(&editor) < 1e-4);
    let rest = &editor.document().character.rest;
    assert!(repaired < 0.7 * rest.largest_turn_from(&bent), "{repaired}");
    editor.apply(Edit::EndDrag).unwrap();
    editor.apply(Edit::SetMargin(0.5)).unwrap();
    let why = editor.apply(Edit::Repair).unwrap_err();
    assert!(why.contains("have room for a margin of"), "{why}");
}

#[test]
fn a_mirrored_pose_stands_in_its_place_and_twice_mirrored_is_the_pose() {
    let mut editor = editor("human", "flat");
    take_preset(&mut editor, "left_leg");
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.2, 0.4));
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    let before = editor.document().setup.clone();
    editor.apply(Edit::Mirror).unwrap();
    assert_eq!(editor.document().setup.planted[0].foot, 1);
    let other = handle(&editor, "right_hand");
    assert!(editor.document().setup.handles[other].position.is_some());
    assert!(editor.document().setup.handles[hand].position.is_none());
    let at = |setup: &Setup| setup.pose.world_from_root.translation;
    assert!(at(&editor.document().setup).distance(at(&before)) < 1e-6);
    editor.apply(Edit::Mirror).unwrap();
    let turn = editor.document().setup.pose.largest_turn_from(&before.pose);
    assert!(turn < 1e-6, "{turn}");
    assert_eq!(editor.document().setup.planted[0].foot, 0);
}

#[test]
fn a_pasted_pose_is_taken_as_it_is() {
    let mut editor = editor("human", "flat");
    take_preset(&mut editor, "left_leg");
    editor.apply(Edit::Mirror).unwrap();
    let copied = editor.document().setup.pose.clone();
    editor.apply(Edit::Reset).unwrap();
    editor.apply(Edit::SetPose(copied.clone())).unwrap();
    assert_eq!(editor.document().setup.pose, copied);
    let planted = &editor.document().setup.planted;
    assert_eq!(planted.iter().map(|p| p.foot).collect::<Vec<_>>(), [1]);
    let other = load_character("chicken").unwrap().rest;
    let why = editor.apply(Edit::SetPose(other)).unwrap_err();
    assert_eq!(why, "the pose is not one of human");
}

#[test]
fn what_cannot_be_done_is_refused_with_a_sentence_and_changes_nothing() {
    let mut editor = editor("human", "flat");
    let before = editor.document().clone();
    let nan = DVec3::new(f64::NAN, 0.0, 0.0);
    let link = LinkId::new(500);
    let com = handle(&editor, CENTER_OF_MASS);
    let hinge = JointCoordinate::Hinge(0.1);
    for edit in [
        Edit::BeginDrag { handle: 99 },
        Edit::DragTo {
            position: None,
            rotation: None,
        },
        Edit::PinPosition {
            handle: 99,
            on: true,
        },
        Edit::PinRotation {
            handle: com,
            on: true,
        },
        Edit::SetWeight {
            handle: 0,
            weight: f64::NAN,
        },
        Edit::SetWeight {
            handle: 0,
            weight: 0.0,
        },
        Edit::SetRank {
            handle: 99,
            rank: Rank::WISH,
        },
        Edit::MoveHandle { from: 0, to: 99 },
        Edit::Plant { foot: 7 },
        Edit::Lift { foot: 7 },
        Edit::Hold { foot: 7 },
        Edit::Freeze { link, on: true },
        Edit::Freeze {
            link: LinkId::ROOT,
            on: true,
        },
        Edit::SetJoint {
            link,
            coordinate: hinge,
        },
        Edit::SetJoint {
            link: LinkId::new(1),
            coordinate: hinge,
        },
        Edit::SetMargin(-1.0),
        Edit::SetMargin(f64::INFINITY),
    ] {
        let why = editor.apply(edit.clone()).unwrap_err();
        assert!(why.len() > 10, "{edit:?}: {why}");
        assert_eq!(*editor.document(), before, "{edit:?}");
    }
    editor.apply(Edit::BeginDrag { handle: 0 }).unwrap();
    for (position, rotation) in [
        (Some(nan), None),
        (Some(DVec3::splat(1e9)), None),
        (None, Some(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0))),
    ] {
        editor
            .apply(Edit::DragTo { position, rotation })
            .unwrap_err();
    }
    editor.apply(Edit::EndDrag).unwrap();
    assert_eq!(editor.undo_depth(), 0);
    assert_eq!(*editor.document(), before);
}

#[test]
fn a_drag_that_is_cancelled_never_was() {
    let mut editor = editor("human", "flat");
    let before = editor.document().clone();
    let hand = handle(&editor, "left_hand");
    editor.apply(Edit::BeginDrag { handle: hand }).unwrap();
    drag_to(&mut editor, DVec3::new(0.4, 1.2, 0.4));
    assert!(editor.is_dragging() && editor.is_dirty());
    editor.apply(Edit::CancelDrag).unwrap();
    assert_eq!(*editor.document(), before);
    assert!(!editor.is_dirty() && editor.undo_depth() == 0);
}

#[test]
fn a_saved_document_is_clean_until_it_changes_and_again_when_that_is_undone() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", DVec3::new(0.4, 1.2, 0.4));
    assert!(editor.is_dirty());
    editor.mark_saved();
    assert!(!editor.is_dirty());
    editor.undo();
    assert!(editor.is_dirty());
    editor.redo();
    assert!(!editor.is_dirty());
    assert_eq!(editor.what_undo_does(), Some("Drag"));
}

#[test]
fn a_foot_that_is_dragged_takes_the_pelvis_along_and_the_trunk_stays_upright() {
    for way in [DVec3::NEG_Z, DVec3::Z, DVec3::X] {
        let mut editor = editor("human", "flat");
        let (foot, pelvis) = (place(&editor, "left_foot"), place(&editor, "pelvis"));
        drag(&mut editor, "left_foot", foot + 0.4 * way);
        let tilt = |editor: &Editor, name: &str| {
            let setup = &editor.document().setup;
            let kin = setup.kinematics(&editor.document().character);
            let up = setup.rotation_of(handle(editor, name), &kin) * DVec3::Y;
            up.angle_between(DVec3::Y).to_degrees()
        };
        let went = |editor: &Editor, name: &str, from: DVec3| (place(editor, name) - from).dot(way);
        let step = went(&editor, "left_foot", foot);
        let followed = went(&editor, "pelvis", pelvis);
        assert!((step - 0.4).abs() < 1e-3, "{way}: {step}");
        assert!((0.1..0.3).contains(&followed), "{way}: {followed}");
        assert!(tilt(&editor, "pelvis") < 12.0 && tilt(&editor, "chest") < 15.0);
        assert!(margin(&editor) > 0.019, "{way}: {}", margin(&editor));

        // Far beyond what legs can do it stops, and still stands upright.
        drag(&mut editor, "left_foot", foot + 2.0 * way);
        assert!(tilt(&editor, "pelvis") < 21.0, "{way}");
        assert!(tilt(&editor, "chest") < 40.0, "{way}");
        assert!(margin(&editor) > 0.018, "{way}: {}", margin(&editor));
        assert!(sole_shift(&editor) < 1e-4, "{way}");
    }
}
