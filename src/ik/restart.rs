//! Other poses to start from when a solve is stuck.

use super::{Problem, SolverSettings};
use crate::character::{Character, JointCoordinate, JointKind, Pose, write_mirrored};
use crate::math::Random;
use glam::DVec3;
use std::f64::consts::TAU;

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

/// Brings joints that are beyond their limits inside: a hinge to its mirror image at the limit. Two bones reach as far with the
/// elbow bent the one way as the other, and then only the shoulder has to turn; cut off at the limit, the arm would be stretched.
pub(super) fn mirror_at_limits(character: &Character, pose: &mut Pose) {
    for (joint, link) in pose.joints.iter_mut().zip(&character.links) {
        if let (JointCoordinate::Hinge(angle), JointKind::Hinge { range, .. }) =
            (&mut *joint, &link.joint.kind)
            && range.clamp(*angle) != *angle
        {
            let within_a_turn = libm::remainder(*angle, TAU);
            *angle = 2.0 * range.clamp(within_a_turn) - within_a_turn;
        }
        *joint = joint.clamped(&link.joint.kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn what_is_inside_its_limits_stays_even_where_they_lie_beyond_half_a_turn() {
        let mut human = load_character("human").expect("it is shipped");
        let knee = human.find_link("left_shank").expect("it has a knee");
        let JointKind::Hinge { range, .. } = &mut human.links[knee.index()].joint.kind else {
            panic!("a knee is a hinge");
        };
        (range.low, range.high) = (100_f64.to_radians(), 260_f64.to_radians());
        let mut pose = human.rest.clone();
        let turned = JointCoordinate::Hinge(200_f64.to_radians());
        pose.joints[knee.index()] = turned;
        mirror_at_limits(&human, &mut pose);
        assert_eq!(pose.joints[knee.index()], turned);
    }

    #[test]
    fn a_knee_beyond_its_limit_bends_as_far_the_other_way() {
        let human = load_character("human").expect("it is shipped");
        let knee = human.find_link("left_shank").expect("it has a knee");
        let JointKind::Hinge { range, .. } = human.link(knee).joint.kind else {
            panic!("a knee is a hinge");
        };
        let mut pose = human.rest.clone();
        for (beyond, inside) in [(0.5, 0.5), (0.0, 0.0), (TAU + 0.2, 0.2), (9e9, f64::NAN)] {
            pose.joints[knee.index()] = JointCoordinate::Hinge(range.low - beyond);
            mirror_at_limits(&human, &mut pose);
            let JointCoordinate::Hinge(angle) = pose.joints[knee.index()] else {
                panic!("it stays a hinge");
            };
            assert!(angle >= range.low && angle <= range.high);
            assert!(inside.is_nan() || (angle - (range.low + inside)).abs() < 1e-9);
        }
    }
}
