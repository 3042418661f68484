//! How near joints are to their limits, and what that does to them.

use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::kinematics::Rooting;

/// Within this distance of a limit a joint becomes unwilling to move [rad].
const ZONE: f64 = 0.25;
/// How willing a joint is at its limit.
const LEAST: f64 = 0.3;
/// A joint that is at least this far from its limits is comfortable [rad].
const COMFORT: f64 = 0.05;

/// Whether these joints are away from their limits.
pub(super) fn is_comfortable<'a>(
    character: &Character,
    pose: &Pose,
    mut joints: impl Iterator<Item = &'a LinkId>,
) -> bool {
    joints.all(|link| {
        rooms(character, pose, *link)
            .into_iter()
            .all(|room| room > COMFORT)
    })
}

/// Makes joints unwilling as they come near to their limits, so that the others take over little by little. A joint that
/// ran into its limit at full speed would stop dead, and everything else with a jerk (weighted least norm, Chan and
/// Dubey 1995; theirs looks at where the joint is going, ours does not, so that it is smooth).
pub(super) fn slow_near_limits(character: &Character, pose: &Pose, rooting: &mut Rooting) {
    for step in &mut rooting.steps {
        let willing = |room: f64| {
            let s = (room / ZONE).clamp(0.0, 1.0);
            LEAST + (1.0 - LEAST) * s * s * (3.0 - 2.0 * s)
        };
        let rooms = rooms(character, pose, step.joint).map(willing);
        let own = character.link(step.joint).joint.strength;
        step.strength = own * rooms.into_iter().fold(1.0, f64::min);
    }
}

/// How far a joint can turn before it meets its limits, in three ways [rad].
fn rooms(character: &Character, pose: &Pose, link: LinkId) -> [f64; 3] {
    match (&character.link(link).joint.kind, pose.joint(link)) {
        (JointKind::Hinge { range, .. }, JointCoordinate::Hinge(angle)) => {
            [(range.high - angle).min(angle - range.low); 3]
        }
        (JointKind::Ball(limits), JointCoordinate::Ball(q)) => limits.room(q),
        _ => [f64::INFINITY; 3],
    }
}
