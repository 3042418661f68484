//! What is asked beside the handles: it holds while others are dragged, is undone, mirrored, and goes along.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::session::{drag, editor, handle, margin, place, sole_shift};
use contrapposto::character::{Character, JointCoordinate, LinkId};
use contrapposto::document::{Ask, Edit, Editor, Poser, in_between, lost_with};
use contrapposto::io::load_character;
use glam::DVec3;
use std::sync::Arc;

/// Two handles by name.
fn together(editor: &Editor, first: &str, second: &str) -> Ask {
    let handles = &editor.document().setup.handles;
    let [first, second] = [first, second].map(|name| &handles[handle(editor, name)].grip);
    Ask::together(first, second).unwrap()
}

fn link(editor: &Editor, name: &str) -> LinkId {
    editor.document().character.find_link(name).unwrap()
}

/// A pole for a joint, to a place.
fn pole(editor: &Editor, joint: &str, to: DVec3) -> Ask {
    let document = editor.document();
    let kin = document.setup.kinematics(&document.character);
    let limb = document.character.find_joint(joint);
    let limb = document.character.limb(limb.unwrap()).unwrap();
    Ask::pole(&kin, limb).with_target(to)
}

fn level(editor: &Editor, name: &str) -> Ask {
    let document = editor.document();
    let kin = document.setup.kinematics(&document.character);
    Ask::level(&kin, link(editor, name))
}

/// What an ask got [m or rad].
fn left_of(editor: &Editor, name: &str) -> f64 {
    let results = editor.goals().iter().zip(&editor.report().goals);
    let mut found = results.filter(|(goal, _)| goal.name == name);
    found.next().unwrap_or_else(|| panic!("no {name}")).1.after
}

fn ask(editor: &mut Editor, ask: Ask) {
    editor.apply(Edit::Ask(ask)).unwrap();
}

#[test]
fn hands_that_are_asked_together_meet_and_stay_so_while_one_is_dragged() {
    let mut editor = editor("human", "flat");
    let before = editor.document().clone();
    let hands = together(&editor, "left_hand", "right_hand");
    let starts = ["left_hand", "right_hand"].map(|hand| place(&editor, hand));
    ask(&mut editor, hands);
    let gap = |editor: &Editor| place(editor, "left_hand").distance(place(editor, "right_hand"));
    assert!(gap(&editor) < 5e-4, "{} m", gap(&editor));
    for (hand, start) in ["left_hand", "right_hand"].iter().zip(starts) {
        assert!(place(&editor, hand).distance(start) > 0.05, "{hand}");
    }
    assert_eq!(editor.undo_depth(), 1);
    drag(&mut editor, "left_hand", DVec3::new(0.1, 1.2, 0.35));
    assert!(gap(&editor) < 1e-3, "{} m", gap(&editor));
    assert!(sole_shift(&editor) < 1e-4 && margin(&editor) > 0.019);
    // Asked for again it is still one, and no longer asked it is none.
    ask(&mut editor, hands);
    assert_eq!(editor.document().setup.asks.len(), 1);
    editor.apply(Edit::Unask { index: 0 }).unwrap();
    assert!(editor.document().setup.asks.is_empty());
    drag(&mut editor, "left_hand", DVec3::new(0.5, 1.1, 0.2));
    assert!(gap(&editor) > 0.1, "{} m", gap(&editor));
    while editor.undo().is_some() {}
    assert_eq!(*editor.document(), before);
}

#[test]
fn a_hand_goes_to_the_own_knee_though_balance_would_first_lean_away() {
    let mut editor = editor("human", "flat");
    let hands = together(&editor, "left_hand", "left_knee");
    ask(&mut editor, hands);
    let gap = place(&editor, "left_hand").distance(place(&editor, "left_knee"));
    assert!(gap < 1e-3, "{gap} m");
    assert!(sole_shift(&editor) < 1e-4);
}

#[test]
fn a_hand_that_is_kept_level_does_not_tip_wherever_it_is_dragged() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", DVec3::new(0.35, 1.0, 0.4));
    let cup = level(&editor, "left_hand");
    ask(&mut editor, cup);
    for to in [
        DVec3::new(0.2, 1.2, 0.45),
        DVec3::new(0.5, 1.05, 0.2),
        DVec3::new(0.3, 0.9, 0.5),
    ] {
        drag(&mut editor, "left_hand", to);
        let tipped = left_of(&editor, "left_hand level").to_degrees();
        assert!(tipped < 0.15, "{tipped}°");
        assert!(place(&editor, "left_hand").distance(to) < 2e-3);
    }
}

#[test]
fn an_elbow_follows_its_target_and_one_slide_is_one_step_of_undo() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", DVec3::new(0.3, 1.1, 0.4));
    let pin = Edit::PinPosition {
        handle: handle(&editor, "left_hand"),
        on: true,
    };
    editor.apply(pin).unwrap();
    let hint = pole(&editor, "left_elbow", DVec3::new(0.9, 0.7, 0.0));
    ask(&mut editor, hint);
    let off = |editor: &Editor| left_of(editor, "left_elbow pole").abs().to_degrees();
    assert!(off(&editor) < 1.0, "{}°", off(&editor));
    let depth = editor.undo_depth();
    let before = editor.document().clone();
    for height in [0.9, 1.2, 1.5] {
        let to = DVec3::new(0.9, height, 0.0);
        editor.apply(Edit::MoveTarget { index: 0, to }).unwrap();
        assert!(off(&editor) < 1.0, "{}° at {height}", off(&editor));
    }
    editor.apply(Edit::EndDrag).unwrap();
    assert_eq!(editor.undo_depth(), depth + 1);
    assert_eq!(editor.undo(), Some("Move a target"));
    assert_eq!(*editor.document(), before);
}

#[test]
fn eyes_follow_what_they_look_at() {
    let mut editor = editor("human", "flat");
    let document = editor.document();
    let kin = document.setup.kinematics(&document.character);
    let look = Ask::look(&document.character, &kin).unwrap();
    let pose = document.setup.pose.clone();
    ask(&mut editor, look);
    let turned = editor.document().setup.pose.largest_turn_from(&pose);
    assert!(turned < 1e-3, "it looks ahead already, and turned {turned}");
    let to = DVec3::new(2.0, 1.0, 0.5);
    editor.apply(Edit::MoveTarget { index: 0, to }).unwrap();
    let off = left_of(&editor, "head look").to_degrees();
    assert!(off < 0.5, "{off}°");
    assert!(editor.document().setup.pose.largest_turn_from(&pose) > 0.2);
}

#[test]
fn an_even_spine_bends_no_joint_as_far_as_one_that_is_not() {
    let largest = |editor: &Editor| {
        let Character { rest, .. } = &*editor.document().character;
        let turns = ["abdomen", "chest", "head"].map(|name| {
            let link = link(editor, name);
            match (editor.document().setup.pose.joint(link), rest.joint(link)) {
                (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => a.angle_between(b),
                _ => panic!("{name} is no ball"),
            }
        });
        turns.into_iter().fold(0.0, f64::max)
    };
    let bent = |asks: &[Ask]| {
        let mut editor = editor("human", "flat");
        for asked in asks {
            ask(&mut editor, *asked);
        }
        let to = DVec3::new(0.3, 0.55, 0.45);
        drag(&mut editor, "left_hand", to);
        let off = place(&editor, "left_hand").distance(to);
        assert!(off < 5e-3, "{off} m with {asks:?}");
        largest(&editor).to_degrees()
    };
    let (free, even) = (bent(&[]), bent(&[Ask::EvenSpine]));
    assert!(even < 0.9 * free, "{even}° instead of {free}°");
}

#[test]
fn asks_are_mirrored_and_go_along_to_another_body() {
    let mut editor = editor("human", "flat");
    for asked in [
        together(&editor, "left_hand", "left_knee"),
        level(&editor, "right_hand"),
        pole(&editor, "right_elbow", DVec3::new(-0.8, 0.5, 0.0)),
        Ask::EvenSpine,
    ] {
        ask(&mut editor, asked);
    }
    let names = |editor: &Editor| -> Vec<String> {
        let document = editor.document();
        let asks = document.setup.asks.iter();
        asks.map(|ask| ask.name(&document.character)).collect()
    };
    editor.apply(Edit::Mirror).unwrap();
    let mirrored = [
        "right_hand to right_knee",
        "left_hand level",
        "left_elbow pole",
        "even spine",
    ];
    assert_eq!(names(&editor), mirrored);
    let target = editor.document().setup.asks[2].target().unwrap();
    assert!(target.x > 0.2 && (target.y - 0.5).abs() < 1e-9, "{target}");
    let gap = left_of(&editor, "right_hand to right_knee");
    assert!(gap < 1e-3, "{gap} m");

    let stout = Arc::new(load_character("short_stout").unwrap());
    assert!(lost_with(editor.document(), &stout).is_empty());
    let planar = load_character("planar").unwrap();
    let lost = lost_with(editor.document(), &planar);
    assert!(lost.contains(&"even spine".to_owned()), "{lost:?}");
    let source = "short_stout".to_owned();
    editor
        .apply(Edit::SetCharacter {
            source,
            character: stout,
        })
        .unwrap();
    assert_eq!(names(&editor), mirrored);
}

#[test]
fn what_two_keys_ask_holds_between_them() {
    let mut editor = editor("human", "flat");
    let hands = together(&editor, "left_hand", "right_hand");
    ask(&mut editor, hands);
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    drag(&mut editor, "left_hand", DVec3::new(0.1, 1.3, 0.4));
    editor.apply(Edit::AddKey { secs: 1.0 }).unwrap();
    let document = editor.document();
    for secs in [0.25, 0.5, 0.75] {
        let setup = in_between(&mut Poser::default(), document, secs);
        let kin = setup.kinematics(&document.character);
        let [left, right] = ["left_hand", "right_hand"].map(|name| handle(&editor, name));
        let gap = setup
            .place_of(left, &kin)
            .distance(setup.place_of(right, &kin));
        assert!(gap < 2e-3, "{gap} m at {secs} s");
        assert_eq!(setup.asks, [hands]);
    }
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_sentence_and_changes_nothing() {
    let mut editor = editor("planar", "flat");
    let before = editor.document().clone();
    let hand = together(&editor, "left_hand", "left_hand");
    let far = together(&editor, "left_hand", "right_hand");
    let Ask::Together(mut nowhere) = far else {
        panic!("{far:?}")
    };
    nowhere.first.point_in_link.x = f64::NAN;
    let Ask::Together(mut nobody) = far else {
        panic!("{far:?}")
    };
    nobody.second.link = LinkId::new(1000);
    for edit in [
        Edit::Ask(hand),
        Edit::Ask(Ask::Together(nowhere)),
        Edit::Ask(Ask::Together(nobody)),
        Edit::Ask(Ask::EvenSpine),
        Edit::Unask { index: 0 },
        Edit::MoveTarget {
            index: 0,
            to: DVec3::ZERO,
        },
    ] {
        let why = editor.apply(edit.clone()).unwrap_err();
        assert!(why.len() > 10 && why.len() < 200, "{why}");
        assert_eq!(*editor.document(), before, "{edit:?}");
    }
}

#[test]
fn a_joint_that_is_frozen_at_its_limit_keeps_its_bits_too() {
    let mut editor = editor("human", "flat");
    for (name, to) in [
        ("left_upper_arm", DVec3::new(-0.6, 1.5, -0.3)),
        ("left_hand", DVec3::new(0.1, 1.9, -0.4)),
        ("chest", DVec3::new(0.6, 1.0, 0.7)),
    ] {
        let frozen = link(&editor, name);
        let dragged = if name == "chest" {
            "chest"
        } else {
            "left_hand"
        };
        drag(&mut editor, dragged, to);
        let on = true;
        editor.apply(Edit::Freeze { link: frozen, on }).unwrap();
        let kept = editor.document().setup.pose.joint(frozen);
        for to in [DVec3::new(0.3, 1.2, 0.4), DVec3::new(-0.3, 1.0, 0.5)] {
            drag(&mut editor, "left_hand", to);
            drag(&mut editor, "right_hand", to);
            assert_eq!(editor.document().setup.pose.joint(frozen), kept, "{name}");
        }
    }
}
