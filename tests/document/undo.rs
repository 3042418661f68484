//! Undo and redo of everything, to the bit, and what they cost.

use crate::session::{self, editor};
use contrapposto::character::JointCoordinate;
use contrapposto::document::{Ask, Document, Easing, Edit, Editor, Poser, Take, in_between};
use contrapposto::gait::{Biped, JumpOrder, Legs, WalkOrder};
use contrapposto::ik::Rank;
use contrapposto::io::{pose_names, preset};
use contrapposto::math::Random;
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Asks for something, sensible or not.
fn random_ask(document: &Document, handle: usize, random: &mut Random) -> Ask {
    let (setup, character) = (&document.setup, &document.character);
    let kin = setup.kinematics(character);
    let grip = |index: usize| &setup.handles[index % setup.handles.len()].grip;
    let limbs = character.link_ids().filter_map(|link| character.limb(link));
    let limbs: Vec<_> = limbs.collect();
    let asked = match random.below(5) {
        0 => Ask::together(grip(handle), grip(random.below(20))),
        1 => grip(handle).link().map(|link| Ask::level(&kin, link)),
        2 => Some(Ask::pole(&kin, limbs[random.below(limbs.len())])),
        3 => Ask::look(character, &kin),
        _ => None,
    };
    asked.unwrap_or(Ask::EvenSpine)
}

/// Asks for more, for less, or for something elsewhere.
fn random_asking(
    document: &Document,
    (handle, place): (usize, DVec3),
    random: &mut Random,
) -> Edit {
    let index = random.below(document.setup.asks.len() + 1);
    match random.below(3) {
        0 => Edit::Ask(random_ask(document, handle, random)),
        1 => Edit::Unask { index },
        _ => Edit::MoveTarget { index, to: place },
    }
}

/// A pose with a name; the mirror image where the body has not what that needs.
fn random_preset(document: &Document, random: &mut Random) -> Edit {
    let (name, _) = &pose_names()[random.below(pose_names().len())];
    preset(name, &document.character).map_or(Edit::Mirror, |preset| Edit::Preset(Arc::new(preset)))
}

/// Does something, sensible or not.
fn random_edit(editor: &Editor, random: &mut Random, bodies: &[Document]) -> Edit {
    let document = editor.document();
    let handle = random.below(document.setup.handles.len() + 1);
    let sole = random.below(document.character.feet.len() + 1);
    let index = random.below(document.keys.len() + 1);
    let on = random.below(2) == 0;
    let links = document.character.links.len();
    let link = contrapposto::character::LinkId::new(random.below(links + 1));
    let place = DVec3::new(0.0, 0.8, 0.0) + random.in_box(DVec3::splat(0.8));
    match random.below(37) {
        34..=36 => random_asking(document, (handle, place), random),
        0..=2 => Edit::BeginDrag { handle },
        3..=8 => Edit::DragTo {
            position: (random.below(5) > 0).then_some(place),
            rotation: (random.below(5) == 0).then(|| DQuat::from_rotation_y(place.x)),
        },
        9 | 10 => Edit::EndDrag,
        11 => Edit::CancelDrag,
        12 => Edit::PinPosition { handle, on },
        13 if on => Edit::PinRotation { handle, on },
        13 => Edit::Release {
            handle: (handle > 0).then_some(handle),
        },
        14 => Edit::SetWeight {
            handle,
            weight: random.between(-1.0, 5.0),
        },
        15 => Edit::SetRank {
            handle,
            rank: Rank(random.below(4) as u8),
        },
        16 => Edit::MoveHandle {
            from: handle,
            to: random.below(9),
        },
        17 => Edit::Plant { foot: sole },
        18 => Edit::Lift { foot: sole },
        19 => Edit::Hold { foot: sole },
        20 => Edit::Freeze { link, on },
        21 => {
            let joint = document.setup.pose.joints.get(link.index());
            let turned = joint.map(|joint| joint.turned(random.in_box(DVec3::ONE)));
            Edit::SetJoint {
                link,
                coordinate: turned.unwrap_or(JointCoordinate::Fixed),
            }
        }
        22 => Edit::SetMargin(random.between(-0.01, 0.06)),
        23 => Edit::KeepBalance(random.below(4) > 0),
        24 => Edit::Repair,
        25 => Edit::Mirror,
        26 => random_preset(document, random),
        27 => match random.below(12) {
            0 => Edit::Reset,
            1 => {
                let other = &bodies[random.below(bodies.len())];
                let source = other.character_source.clone();
                Edit::SetCharacter {
                    source,
                    character: Arc::clone(&other.character),
                }
            }
            2 => {
                let other = &bodies[random.below(bodies.len())];
                let source = other.level_source.clone();
                Edit::SetLevel {
                    source,
                    level: Arc::clone(&other.level),
                }
            }
            3 => Edit::DropTake,
            _ => Edit::SetPose(document.setup.pose.clone()),
        },
        28 => Edit::AddKey {
            secs: (random.between(-0.5, 8.0) * 4.0).round() / 4.0,
        },
        29 => Edit::MoveKey {
            index,
            secs: random.between(0.0, 8.0),
        },
        30 => match random.below(3) {
            0 => Edit::DeleteKey { index },
            1 => Edit::Ripple {
                from_index: index,
                by_secs: random.between(-1.0, 1.0),
            },
            _ => Edit::SetEasing {
                index,
                easing: Easing::ALL[random.below(5)],
            },
        },
        31 | 32 => Edit::GoToKey { index },
        _ => {
            let secs = random.between(0.0, 8.0);
            let setup = in_between(&mut Poser::default(), document, secs);
            Edit::LeaveKey {
                setup: Arc::new(setup),
            }
        }
    }
}

#[test]
fn two_thousand_random_edits_are_all_undone_and_all_done_again_to_the_bit() {
    let bodies = [
        ("human", "flat"),
        ("chicken", "slope"),
        ("quadruped", "rough"),
    ];
    let bodies = bodies.map(|(character, level)| session::document(character, level));
    let mut editor = editor("human", "flat");
    let mut random = Random::new(2012);
    // What was there after every step, and how deep undo was then.
    let mut states = vec![(0, editor.document().clone())];
    let mut done = 0;
    for _ in 0..2000 {
        let edit = random_edit(&editor, &mut random, &bodies);
        let before = (!editor.is_dragging()).then(|| editor.document().clone());
        match editor.apply(edit) {
            Ok(()) => done += 1,
            Err(why) => {
                assert!(why.len() > 10 && why.len() < 200, "{why}");
                if let Some(before) = before {
                    assert_eq!(*editor.document(), before, "{why}");
                }
            }
        }
        let document = editor.document();
        let pose = &document.setup.pose;
        assert!(pose.world_from_root.translation.is_finite());
        assert_eq!(
            pose.joints_beyond_limits(&document.character, 1e-9).count(),
            0
        );
        if !editor.is_dragging() {
            let depth = editor.undo_depth();
            states.retain(|(known, _)| *known != depth);
            states.push((depth, editor.document().clone()));
        }
    }
    editor.apply(Edit::EndDrag).unwrap();
    let last = editor.document().clone();
    let depth = editor.undo_depth();
    assert!(done > 1000 && depth > 500, "{done} done, {depth} steps");
    while editor.undo().is_some() {
        let depth = editor.undo_depth();
        if let Some((_, known)) = states.iter().find(|(known, _)| *known == depth) {
            assert_eq!(editor.document(), known, "after step {depth}");
        }
    }
    assert_eq!((editor.undo_depth(), editor.redo_depth()), (0, depth));
    for _ in 0..depth {
        assert!(editor.redo().is_some());
    }
    assert_eq!(editor.redo(), None);
    assert_eq!(*editor.document(), last);
}

#[test]
fn ten_thousand_steps_fit_into_a_hundred_megabytes() {
    let mut editor = editor("human", "flat");
    let mut steps = 0;
    let spent = allocation_counter::measure(|| {
        for step in 0..10_000 {
            let edit = Edit::PinPosition {
                handle: step / 2 % 10,
                on: step % 2 == 0,
            };
            editor.apply(edit).unwrap();
            steps = editor.undo_depth();
        }
    });
    assert_eq!(steps, 10_000);
    let megabytes = spent.bytes_current as f64 / 1e6;
    assert!(megabytes < 100.0, "{megabytes} MB");
}

#[test]
fn undo_keeps_motions_up_to_a_limit_and_the_last_few_whatever_they_take() {
    let mut editor = editor("human", "flat");
    let settings = Biped::new(&editor.document().character)
        .unwrap()
        .static_settings();
    let walk = |steps| Edit::Walk(WalkOrder::ahead(settings, steps));
    let mut deepest = 0;
    for step in 0..120 {
        editor.apply(walk(8 + step % 2)).unwrap();
        deepest = deepest.max(editor.undo_depth());
    }
    assert!(deepest < 119, "old walks are forgotten");
    assert!(editor.undo_depth() > 30, "{}", editor.undo_depth());
    let spent = allocation_counter::measure(|| {
        while editor.undo().is_some() {}
        drop(editor);
    });
    let megabytes = -spent.bytes_current as f64 / 1e6;
    assert!(megabytes < 75.0, "{megabytes} MB");
}

#[test]
fn a_walk_is_made_again_when_a_footprint_is_moved_and_undone_in_one_step() {
    let mut editor = editor("human", "flat");
    let settings = Biped::new(&editor.document().character)
        .unwrap()
        .static_settings();
    editor
        .apply(Edit::Walk(WalkOrder::ahead(settings, 4)))
        .unwrap();
    let walk = |editor: &Editor| match &editor.document().take {
        Some(Take::Walk(take)) => Arc::clone(take),
        other => panic!("no walk but {other:?}"),
    };
    let first = walk(&editor);
    let foot = |steps: &contrapposto::document::WalkTake| {
        let at = steps.walk.footsteps[1]
            .foothold
            .surface_from_link
            .translation;
        DVec2::new(at.x, at.z)
    };
    let step = &first.walk.footsteps[1];
    let biped = Biped::new(&editor.document().character).unwrap();
    let sole = &biped.feet[step.foot];
    let center = step.foothold.surface_from_link.point(sole.center_in_link);
    let to_xz = DVec2::new(center.x + 0.05 * sole.side, center.z + 0.04);
    for share in [0.3, 1.0] {
        let to_xz = DVec2::new(center.x, center.z).lerp(to_xz, share);
        editor
            .apply(Edit::MoveFootstep {
                index: 1,
                to_xz,
                turn: 0.1 * sole.side * share,
            })
            .unwrap();
    }
    let moved = walk(&editor);
    assert!((foot(&moved) - foot(&first) - DVec2::new(0.05 * sole.side, 0.04)).length() < 0.02);
    assert_eq!(moved.walk.footsteps.len(), first.walk.footsteps.len());
    let worst = moved
        .walk
        .clip
        .frames
        .iter()
        .filter_map(|frame| frame.margin);
    assert!(worst.fold(f64::INFINITY, f64::min) > 0.0);
    assert_eq!(editor.undo_depth(), 2);

    editor
        .apply(Edit::SetArcHeight {
            index: 2,
            clearance: 0.15,
        })
        .unwrap();
    assert!((walk(&editor).walk.footsteps[2].arc.height() - 0.15).abs() < 1e-12);
    let before = editor.document().clone();
    let far = DVec2::new(3.0, 3.0);
    for edit in [
        Edit::MoveFootstep {
            index: 1,
            to_xz: far,
            turn: 0.0,
        },
        Edit::MoveFootstep {
            index: 1,
            to_xz: DVec2::NAN,
            turn: 0.0,
        },
        Edit::MoveFootstep {
            index: 77,
            to_xz,
            turn: 0.0,
        },
        Edit::SetArcHeight {
            index: 0,
            clearance: -1.0,
        },
        Edit::Walk(WalkOrder {
            steps: usize::MAX,
            ..WalkOrder::ahead(settings, 1)
        }),
    ] {
        editor.apply(edit.clone()).unwrap_err();
        assert_eq!(*editor.document(), before, "{edit:?}");
    }
    editor.undo();
    editor.undo();
    assert_eq!(*walk(&editor), *first);
    editor.apply(Edit::DropTake).unwrap();
    assert!(editor.document().clip().is_none());
}

#[test]
fn a_body_on_four_feet_walks_but_does_not_jump_and_its_footprints_stay() {
    let mut editor = editor("quadruped", "flat");
    let legs = Legs::of(&editor.document().character).unwrap();
    let order = WalkOrder::ahead(legs.static_settings(), 4);
    editor.apply(Edit::Walk(order)).unwrap();
    let walked = editor.document().clone();
    let moved = Edit::MoveFootstep {
        index: 1,
        to_xz: DVec2::ZERO,
        turn: 0.0,
    };
    for (edit, begin) in [
        (Edit::Jump(JumpOrder::new(0.1, 0.0)), "quadruped has 4 feet"),
        (moved, "footprints stay"),
    ] {
        let why = editor.apply(edit).unwrap_err();
        assert!(why.starts_with(begin), "{why}");
        assert!(why.contains("this needs a body with two"), "{why}");
    }
    assert_eq!(*editor.document(), walked);
}
