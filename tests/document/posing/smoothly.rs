//! What people would do may leap from one millimetre to the next; a figure that is dragged does not.

use crate::session::{drag, drag_to, editor, handle, place};
use contrapposto::document::{Edit, Editor, Solving, SolvingChange};
use contrapposto::ik::PostureModel;
use glam::DVec3;

/// How far one call of a drag moves what is pulled [m].
const STEP: f64 = 0.002;

/// Drags on to a place in small steps. Returns the most that any joint turns in one of them [rad].
fn drag_along(editor: &mut Editor, from: DVec3, to: DVec3) -> f64 {
    let steps = (from.distance(to) / STEP).ceil() as usize;
    let mut most: f64 = 0.0;
    for step in 1..=steps {
        let before = editor.document().setup.pose.clone();
        drag_to(editor, from.lerp(to, step as f64 / steps as f64));
        most = most.max(editor.document().setup.pose.largest_turn_from(&before));
    }
    most
}

#[test]
fn people_are_what_the_window_poses_like() {
    assert_eq!(Solving::default().posture, PostureModel::People);
}

#[test]
fn no_joint_leaps_while_a_hand_goes_over_the_head_to_the_floor_across_and_behind() {
    for model in [PostureModel::People, PostureModel::Generic] {
        let mut editor = editor("human", "flat");
        editor
            .apply(Edit::Solve(SolvingChange::Posture(model)))
            .unwrap();
        let start = place(&editor, "right_hand");
        let way = [
            DVec3::new(-0.35, 1.3, 0.35),
            DVec3::new(-0.3, 1.9, 0.2),
            DVec3::new(-0.3, 1.0, 0.55),
            DVec3::new(-0.25, 0.45, 0.45),
            DVec3::new(-0.3, 0.2, 0.5),
            DVec3::new(0.15, 0.9, 0.45),
            DVec3::new(0.3, 1.5, 0.35),
            DVec3::new(-0.45, 1.2, 0.1),
            DVec3::new(-0.4, 1.0, -0.25),
            start,
        ];
        let handle = handle(&editor, "right_hand");
        editor.apply(Edit::BeginDrag { handle }).unwrap();
        let mut from = start;
        for to in way {
            let most = drag_along(&mut editor, from, to).to_degrees();
            assert!(most < 4.0, "{model:?}, to {to}: a leap of {most:.1}°");
            from = to;
        }
    }
}

#[test]
fn a_hand_that_is_held_still_lets_the_body_come_to_rest() {
    let mut editor = editor("human", "flat");
    let to = DVec3::new(0.25, 0.5, 0.45);
    drag(&mut editor, "left_hand", to);
    let handle = handle(&editor, "left_hand");
    editor.apply(Edit::BeginDrag { handle }).unwrap();
    let turned = |editor: &mut Editor| {
        let before = editor.document().setup.pose.clone();
        drag_to(editor, to);
        editor.document().setup.pose.largest_turn_from(&before)
    };
    for _ in 0..200 {
        turned(&mut editor);
    }
    let last = turned(&mut editor);
    assert!(last < 1e-4, "it still turns by {last} rad a frame");
}
