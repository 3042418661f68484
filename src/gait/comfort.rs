//! How near joints are to their limits, and what that does to them.

use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::math::ease;

/// Within this distance of a limit a joint becomes unwilling to move, at most [rad].
const ZONE: f64 = 0.25;
/// The same as a share of what is left at rest.
const REST_SHARE: f64 = 0.8;
/// How willing a joint is at its limit.
const LEAST: f64 = 0.28;
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
///
/// `freedom` is how free every joint was so far, from 0 at its limits to 1; it is lost at once and comes back
/// by a share `letting_go` of the way, for a joint that is held and let go in turn would shake. (links)
pub(super) fn slow_near_limits(
    character: &Character,
    zones: &[[f64; 3]],
    pose: &Pose,
    (freedom, letting_go): (&mut [f64], f64),
    willingness: &mut [f64],
) {
    for link in character.link_ids() {
        let joint = link.index();
        let rooms = rooms(character, pose, link).into_iter();
        let zones = zones[joint];
        let free: f64 = rooms
            .zip(zones)
            .map(|(room, zone)| ease(room / zone))
            .product();
        let change = free - freedom[joint];
        freedom[joint] += if change < 0.0 {
            change
        } else {
            letting_go * change
        };
        willingness[joint] = LEAST + (1.0 - LEAST) * freedom[joint];
    }
}

/// Within this distance of a limit a joint becomes unwilling to move, in up to three ways; never at rest [rad]. (links)
pub(super) fn zones(character: &Character, rest: &Pose) -> Vec<[f64; 3]> {
    let at_rest = character
        .link_ids()
        .map(|link| rooms(character, rest, link));
    at_rest
        .map(|rooms| rooms.map(|room| (REST_SHARE * room).clamp(1e-3, ZONE)))
        .collect()
}

/// How far a joint can turn before it meets its limits, in up to three ways [rad].
fn rooms(character: &Character, pose: &Pose, link: LinkId) -> [f64; 3] {
    match (&character.link(link).joint.kind, pose.joint(link)) {
        (JointKind::Hinge { range, .. }, JointCoordinate::Hinge(angle)) => {
            let room = (range.high - angle).min(angle - range.low);
            [room, f64::INFINITY, f64::INFINITY]
        }
        (JointKind::Ball(limits), JointCoordinate::Ball(q)) => limits.room(q),
        _ => [f64::INFINITY; 3],
    }
}
