//! Other poses to start from when a solve is stuck.

use super::{Problem, SolverSettings};
use crate::character::{JointCoordinate, JointKind, Pose, write_mirrored};
use crate::math::Random;
use glam::DVec3;

/// Writes the start number `attempt` (from 1): the rest pose with every joint moved part of the way to a random place
/// inside its limits. A stance on the right foot gets the mirror image of the same stance on the left, so that a
/// mirrored problem keeps its mirrored answer. `spare` is memory to work in.
pub(super) fn write_seed(
    problem: Problem,
    settings: &SolverSettings,
    attempt: u32,
    pose: &mut Pose,
    spare: &mut Pose,
) {
    let character = problem.character;
    let mut random = Random::new(settings.seed.wrapping_add(u64::from(attempt)));
    let share = random.between(0.3, 0.9);
    pose.joints.clone_from(&character.rest.joints);
    for (joint, link) in pose.joints.iter_mut().zip(&character.links) {
        match (&mut *joint, &link.joint.kind) {
            (JointCoordinate::Hinge(angle), JointKind::Hinge { range, .. }) => {
                let place = random.between(range.low, range.high);
                *angle += share * (place - *angle);
            }
            (JointCoordinate::Ball(q), JointKind::Ball(limits)) => {
                let place = DVec3::new(
                    random.between(limits.twist.low, limits.twist.high),
                    random.between(limits.flex.low, limits.flex.high),
                    random.between(limits.side.low, limits.side.high),
                );
                let now = limits.coordinates(*q);
                *q = limits.clamp(limits.rotation(now.lerp(place, share)));
            }
            _ => {}
        }
    }
    let held = problem.stance.rooting.root;
    if character.partners[held.index()] < held {
        write_mirrored(character, pose, spare);
        std::mem::swap(pose, spare);
    }
}
