//! Coordinates of habits: the turns of all joints from a middle pose, one number after the other.
//!
//! A hinge has its angle, a ball twice the vector part of the quaternion from the middle, in link axes: near the middle that is
//! a rotation vector, and half a circle from it nothing leaps.

use super::{Character, JointCoordinate, JointKind};
use glam::{DMat3, DQuat, DVec3};

/// Where the coordinates of each joint begin among those of all, and at last how many there are. (links + 1)
pub fn first_coordinates(character: &Character) -> Vec<usize> {
    let mut first = Vec::new();
    write_first_coordinates(character, &mut first);
    first
}

/// [`first_coordinates`] into memory that is there.
pub fn write_first_coordinates(character: &Character, first: &mut Vec<usize>) {
    first.clear();
    first.push(0);
    let mut count = 0;
    for link in &character.links {
        count += match link.joint.kind {
            JointKind::Fixed => 0,
            JointKind::Hinge { .. } => 1,
            JointKind::Ball(_) => 3,
        };
        first.push(count);
    }
}

/// Writes the turns from `middle` to a pose, coordinate by coordinate.
pub fn write_turns_from(
    middle: &[JointCoordinate],
    pose: &[JointCoordinate],
    turns: &mut Vec<f64>,
) {
    turns.clear();
    for (middle, joint) in middle.iter().zip(pose) {
        match (middle, joint) {
            (JointCoordinate::Hinge(middle), JointCoordinate::Hinge(angle)) => {
                turns.push(angle - middle);
            }
            (JointCoordinate::Ball(middle), JointCoordinate::Ball(q)) => {
                let turn = shorter(middle.conjugate() * *q);
                turns.extend([2.0 * turn.x, 2.0 * turn.y, 2.0 * turn.z]);
            }
            _ => {}
        }
    }
}

/// Writes the pose that is so many turns from `middle`.
pub fn write_turned(middle: &[JointCoordinate], turns: &[f64], pose: &mut Vec<JointCoordinate>) {
    let mut turns = turns.iter().copied();
    let mut next = || turns.next().unwrap_or(0.0);
    pose.clear();
    pose.extend(middle.iter().map(|middle| match middle {
        JointCoordinate::Hinge(middle) => JointCoordinate::Hinge(middle + next()),
        JointCoordinate::Ball(middle) => {
            let turn = DVec3::new(next(), next(), next());
            JointCoordinate::Ball((*middle * rotation_of(turn)).normalize())
        }
        JointCoordinate::Fixed => JointCoordinate::Fixed,
    }));
}

/// The rotation whose vector part is half of a turn; no turn is longer than nearly half a circle.
fn rotation_of(turn: DVec3) -> DQuat {
    const LONGEST: f64 = 0.97;
    let half = (0.5 * turn).clamp_length_max(LONGEST);
    let w = (1.0 - half.length_squared()).sqrt();
    DQuat::from_xyzw(half.x, half.y, half.z, w)
}

/// The same rotation by no more than half a circle.
fn shorter(q: DQuat) -> DQuat {
    if q.w < 0.0 { -q } else { q }
}

/// A ball that is turned by nearly half a circle from its middle has coordinates that hardly tell where it is.
const LEAST_COSINE: f64 = 0.3;

/// How a ball turns, in link axes, per coordinate: the inverse of w I + [u], u half the coordinates and w the cosine.
pub fn turn_per_coordinate(from_middle: DQuat) -> DMat3 {
    let q = shorter(from_middle);
    let (u, w) = (DVec3::new(q.x, q.y, q.z), q.w.max(LEAST_COSINE));
    let cross = DMat3::from_cols(
        DVec3::new(0.0, u.z, -u.y),
        DVec3::new(-u.z, 0.0, u.x),
        DVec3::new(u.y, -u.x, 0.0),
    );
    let outer = DMat3::from_cols(u * u.x, u * u.y, u * u.z);
    DMat3::from_diagonal(DVec3::splat(w)) - cross + outer * w.recip()
}
