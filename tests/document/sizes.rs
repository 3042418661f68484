//! Thumblings and giants are posed as people are, by lengths of their own.

use crate::session::{drag, margin, place};
use contrapposto::character::{Character, JointCoordinate};
use contrapposto::document::{Document, Edit, Editor};
use contrapposto::io::{Source, load_level, read_character, shipped_characters};
use glam::DVec3;
use std::sync::Arc;

/// The human so many times as long.
fn scaled(times: f64) -> Character {
    let text = format!(
        "(version: 1, base: \"human\", description: \"another size\", edits: [ScaleBody(by: {times}, mass: Keep)])"
    );
    let base = |name: &str| {
        let mut shipped = shipped_characters().iter();
        let (_, text) = shipped.find(|(known, _)| *known == name).unwrap();
        Ok(Source::new(name, *text))
    };
    read_character(&Source::new("other.ron", &text), &base).unwrap()
}

/// Largest turn between two poses of one body [rad].
fn apart(one: &[JointCoordinate], other: &[JointCoordinate]) -> f64 {
    let turns = one.iter().zip(other).map(|joints| match joints {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => (a - b).abs(),
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => a.angle_between(*b),
        _ => 0.0,
    });
    turns.fold(0.0, f64::max)
}

#[test]
fn a_thumbling_and_a_giant_are_dragged_into_the_pose_of_a_person() {
    let level = Arc::new(load_level("flat").unwrap());
    let posed = |times: f64| {
        let document = Document::new(Arc::new(scaled(times)), "other", Arc::clone(&level), "flat");
        let mut editor = Editor::new(document);
        let hand = times * DVec3::new(0.35, 0.9, 0.45);
        drag(&mut editor, "left_hand", hand);
        let miss = place(&editor, "left_hand").distance(hand) / times;
        // A foot that stands is dragged along the ground, and one that is lifted goes up, as far as they suit the body.
        let foot = place(&editor, "left_foot");
        drag(&mut editor, "left_foot", foot + times * 0.1 * DVec3::X);
        let slid = (place(&editor, "left_foot") - foot) / times;
        let from = place(&editor, "right_foot");
        editor.apply(Edit::Lift { foot: 1 }).unwrap();
        let lifted = (place(&editor, "right_foot") - from) / times;
        let edge = margin(&editor) / times;
        let joints = editor.document().setup.pose.joints.clone();
        (miss, slid, lifted, edge, joints)
    };
    let person = posed(1.0);
    assert!(person.0 < 5e-4 && person.1.x > 0.05 && person.2.y > 0.04);
    for times in [0.05, 20.0] {
        let other = posed(times);
        let turn = apart(&person.4, &other.4);
        assert!(turn < 1e-3, "x{times}: {turn} rad");
        assert!(other.0 < 5e-4, "x{times}: {} m", other.0);
        assert!(other.1.distance(person.1) < 1e-4, "x{times}: {}", other.1);
        assert!(other.2.distance(person.2) < 1e-4, "x{times}: {}", other.2);
        assert!((other.3 - person.3).abs() < 1e-4, "x{times}: {}", other.3);
    }
}
