//! What a correction does to a pose as a row of numbers, so that it can be carried to the next frame, smoothed and faded.
//!
//! A row is the shift of the root [m], its turn as a rotation vector in world axes, and for every link the turn of its
//! joint: a ball's rotation vector in link axes, a hinge's angle in x.

use crate::character::{Character, JointCoordinate, Pose};
use crate::math::{Transform, rotation_from_vector, rotation_vector};
use glam::DVec3;

/// Numbers of the root at the front of a row.
pub(super) const ROOT: usize = 6;

/// Numbers of a row.
pub(super) fn stride(character: &Character) -> usize {
    ROOT + 3 * character.links.len()
}

/// Writes what takes one pose to another.
pub(super) fn measure(from: &Pose, to: &Pose, row: &mut [f64]) {
    let (a, b) = (&from.world_from_root, &to.world_from_root);
    let turn = rotation_vector(b.rotation * a.rotation.conjugate());
    row[..3].copy_from_slice(&(b.translation - a.translation).to_array());
    row[3..ROOT].copy_from_slice(&turn.to_array());
    let pairs = from.joints.iter().zip(&to.joints);
    for (turn, pair) in row[ROOT..].chunks_exact_mut(3).zip(pairs) {
        let between = match pair {
            (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => DVec3::new(b - a, 0.0, 0.0),
            (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => {
                rotation_vector(a.conjugate() * *b)
            }
            _ => DVec3::ZERO,
        };
        turn.copy_from_slice(&between.to_array());
    }
}

/// Moves the root of a pose by a row.
pub(super) fn move_root(row: &[f64], pose: &mut Pose) {
    let root = pose.world_from_root;
    let turn = rotation_from_vector(DVec3::from_slice(&row[3..ROOT]));
    pose.world_from_root = Transform::new(
        (turn * root.rotation).normalize(),
        root.translation + DVec3::from_slice(row),
    );
}

/// Moves joints by a row; they may leave their limits.
pub(super) fn move_joints(row: &[f64], joints: &mut [JointCoordinate]) {
    for (joint, turn) in joints.iter_mut().zip(row[ROOT..].chunks_exact(3)) {
        *joint = match *joint {
            JointCoordinate::Hinge(angle) => JointCoordinate::Hinge(angle + turn[0]),
            JointCoordinate::Ball(q) => {
                let turn = rotation_from_vector(DVec3::from_slice(turn));
                JointCoordinate::Ball((q * turn).normalize())
            }
            JointCoordinate::Fixed => JointCoordinate::Fixed,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_pose;
    use crate::math::Random;

    #[test]
    fn a_measured_difference_takes_one_pose_to_the_other() {
        let human = load_character("human").unwrap();
        let mut random = Random::new(3);
        let mut row = vec![0.0; stride(&human)];
        for _ in 0..20 {
            let (mut from, to) = (
                random_pose(&human, &mut random),
                random_pose(&human, &mut random),
            );
            measure(&from, &to, &mut row);
            move_root(&row, &mut from);
            move_joints(&row, &mut from.joints);
            let (a, b) = (from.world_from_root, to.world_from_root);
            assert!(from.largest_turn_from(&to) < 1e-9);
            assert!(a.translation.distance(b.translation) < 1e-12);
            assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-12);
        }
    }
}
