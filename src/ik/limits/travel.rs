//! How far joints may travel in one solve: a frame of a motion has only so much time.

use crate::character::{JointCoordinate, JointKind, Pose};
use crate::ik::{Limits, Problem, SolverSettings};
use crate::math::{integer_power, rotation_from_vector, rotation_vector};

/// Puts every joint back within what it may travel from where it started.
pub(in crate::ik) fn confine(
    problem: Problem,
    settings: &SolverSettings,
    start: &[JointCoordinate],
    pose: &mut Pose,
) {
    let most = settings.max_travel;
    if most.is_finite() {
        let links = problem.character.links.iter();
        for ((joint, start), link) in pose.joints.iter_mut().zip(start).zip(links) {
            let kind = match settings.limits {
                Limits::Respected => &link.joint.kind,
                Limits::Ignored => &JointKind::Fixed,
            };
            *joint = near(joint, start, most, kind);
        }
    }
}

/// The joint itself, or a turn towards it that is within `most` of where it started and inside the limits of `kind`.
/// The way between two allowed rotations may leave the limits, so the turn is halved until it does not; the start is
/// always allowed.
fn near(
    joint: &JointCoordinate,
    start: &JointCoordinate,
    most: f64,
    kind: &JointKind,
) -> JointCoordinate {
    match (*joint, *start) {
        (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(start)) => {
            JointCoordinate::Hinge(angle.clamp(start - most, start + most))
        }
        (JointCoordinate::Ball(q), JointCoordinate::Ball(from)) => {
            let turn = rotation_vector(from.conjugate() * q);
            let length = turn.length();
            if length <= most {
                return *joint;
            }
            let shorter = (0..HALVINGS).map(|k| {
                let part = turn * (most / length * integer_power(0.5, k));
                JointCoordinate::Ball((from * rotation_from_vector(part)).normalize())
            });
            let mut allowed = shorter.filter(|joint| joint.is_allowed(kind, 1e-12));
            allowed.next().unwrap_or(*start)
        }
        _ => *joint,
    }
}

/// After so many halvings a turn is too small to see.
const HALVINGS: i32 = 10;
