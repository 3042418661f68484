//! Comfort: people use most of a joint's range, and hardly ever the ends of it.

use crate::character::{BallLimits, Character, JointCoordinate, JointKind, Range};

/// The share of its range that a joint is comfortable in, from rest (a hinge) or from zero (a ball) to each end.
const COMFORTABLE: f64 = 0.8;

/// Puts joints into the comfortable part of their range; rest is comfortable in any case.
pub(super) fn make_comfortable(character: &Character, joints: &mut [JointCoordinate]) {
    let all = joints.iter_mut().zip(&character.links);
    for ((joint, link), rest) in all.zip(&character.rest.joints) {
        *joint = match (&link.joint.kind, *joint, *rest) {
            (
                JointKind::Hinge { range, .. },
                JointCoordinate::Hinge(angle),
                JointCoordinate::Hinge(rest),
            ) => {
                let to = |end: f64| rest + COMFORTABLE * (end - rest);
                JointCoordinate::Hinge(angle.max(to(range.low)).min(to(range.high)))
            }
            (JointKind::Ball(limits), JointCoordinate::Ball(q), JointCoordinate::Ball(rest)) => {
                let inner =
                    |range: Range| Range::new(COMFORTABLE * range.low, COMFORTABLE * range.high);
                let comfortable = BallLimits {
                    twist: inner(limits.twist),
                    flex: inner(limits.flex),
                    side: inner(limits.side),
                    ..*limits
                };
                let limits = if comfortable.allows(rest, 0.0) {
                    &comfortable
                } else {
                    limits
                };
                JointCoordinate::Ball(limits.clamp(q))
            }
            (_, joint, _) => joint,
        };
    }
}
