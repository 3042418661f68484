//! The two poses that decide whether a step can be made, the widest ones: when a foot lands and when the other one
//! lifts.

use super::biped::MOST_STRETCH;
use super::figure::{Figure, Wanted};
use crate::character::Pose;
use glam::DVec2;

/// Rounds of lowering the body until both legs reach.
const ROUNDS: usize = 6;
/// A round lowers a person by this much [m], or by what a leg is stretched too far.
const LOWER: f64 = 0.02;
/// A person's leg stretched this much too far is left alone [m].
const SLACK: f64 = 6e-3;

/// Finds the pose, lowering the body where a leg would be stretched too far. Says whether there is such a pose;
/// `wanted` then has the height that the pelvis can be carried at.
pub(super) fn find_carried(figure: &mut Figure, wanted: &mut Wanted, pose: &mut Pose) -> bool {
    let com_xz = DVec2::new(wanted.carried.x, wanted.carried.z);
    let highest = figure.highest_pelvis(&wanted.world_from_feet, com_xz);
    wanted.carried.y = wanted.carried.y.min(highest);
    let start = pose.clone();
    let fineness = figure.biped.fineness();
    for _ in 0..ROUNDS {
        let found = figure.find(wanted, pose);
        let stretch = figure.overstretch(pose, MOST_STRETCH);
        if found && stretch < fineness * SLACK {
            return true;
        }
        wanted.carried.y -= if found {
            1.2 * stretch
        } else {
            fineness * LOWER
        };
        if !found {
            pose.clone_from(&start);
        }
    }
    false
}
