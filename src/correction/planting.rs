//! One contact: where a sole stands while it stands.

use crate::character::{Foot, FootKind, Sole};
use crate::level::{GroundPoint, Level};
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// One sole standing still for some frames.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::correction) struct Planting {
    /// First frame.
    pub(in crate::correction) from: usize,
    /// One past the last frame.
    pub(in crate::correction) end: usize,
    /// The same as recorded, before it was stretched.
    pub(in crate::correction) recorded_from: usize,
    pub(in crate::correction) recorded_end: usize,
    /// Where the sole's link stands, flat.
    pub(in crate::correction) world_from_link: Transform,
    /// Height of the ground there [m].
    pub(in crate::correction) ground: f64,
    /// How far the heel is lifted over the toes [rad]. (frames from `from` on)
    pub(in crate::correction) rolls: Vec<f64>,
}

/// A foot no higher than this stands on height zero [m]: below it there is no ground. A hand does however high it is: of a skeleton's
/// arms nobody knows how far its shoulders rise.
const GROUND_SNAP: f64 = 0.06;
/// Ground that is farther below or above a contact is not what it stands on [m].
const OTHER_GROUND: f64 = 0.12;
/// A tilt of the sole at which a frame counts half for the place of its contact [rad].
const TILT: f64 = 0.1;
/// A depth in the ground at which a frame counts half [m].
const SUNK: f64 = 0.03;

/// Ground that is higher or lower by more than this is another tread [m].
const SAME_GROUND: f64 = 0.02;

impl Planting {
    /// The mean of where a link was while its sole stood, frames in which the sole lies flat counted most, put flat on the
    /// ground.
    pub(in crate::correction) fn new<'a>(
        foot: &Foot,
        (from, end): (usize, usize),
        recorded: impl Iterator<Item = &'a Transform>,
        level: Option<(&Level, f64)>,
    ) -> Self {
        let patch = &foot.whole;
        let (mut center, mut weights) = (DVec3::ZERO, 0.0);
        let mut turn = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for place in recorded {
            let up = place.direction(patch.up_in_link).normalize_or(DVec3::Y);
            let tilt = (up - DVec3::Y).length() / TILT;
            // Joints at their limits may push a recorded foot into the ground; where it stands shows in other frames.
            let sunk = place.point(patch.center_in_link()).y.min(0.0) / SUNK;
            let weight = 1.0 / ((1.0 + tilt * tilt) * (1.0 + sunk * sunk));
            let flat = DQuat::from_rotation_arc(up, DVec3::Y) * place.rotation;
            let sign = if turn.dot(flat) < 0.0 { -1.0 } else { 1.0 };
            turn = turn + flat * (sign * weight);
            center += weight * place.point(patch.center_in_link());
            weights += weight;
        }
        center /= weights;
        let near = |ground: &GroundPoint| (ground.height - center.y).abs() < OTHER_GROUND;
        let (height, normal) = match ground_at(level, center).filter(near) {
            Some(ground) => (ground.height, ground.normal),
            None if center.y < GROUND_SNAP || foot.kind == FootKind::Hand => (0.0, DVec3::Y),
            None => (center.y, DVec3::Y),
        };
        Self {
            from,
            end,
            recorded_from: from,
            recorded_end: end,
            world_from_link: flat_on(
                patch,
                turn.normalize(),
                DVec3::new(center.x, height, center.z),
                normal,
            ),
            ground: height,
            rolls: Vec::new(),
        }
    }

    /// Moves the place by x and z, along the ground; not over an edge. Says how far it went [m].
    pub(in crate::correction) fn shift(
        &mut self,
        patch: &Sole,
        by: DVec2,
        level: Option<(&Level, f64)>,
    ) -> f64 {
        let shift = DVec3::new(by.x, 0.0, by.y);
        let center = self.world_from_link.point(patch.center_in_link()) + shift;
        match (level, ground_at(level, center)) {
            (None, _) => self.world_from_link.translation += shift,
            (_, Some(ground)) if (ground.height - self.ground).abs() < SAME_GROUND => {
                let to = DVec3::new(center.x, ground.height, center.z);
                let turn = self.world_from_link.rotation;
                self.world_from_link = flat_on(patch, turn, to, ground.normal);
                self.ground = ground.height;
            }
            _ => return 0.0,
        }
        by.length()
    }
}

fn ground_at(level: Option<(&Level, f64)>, at: DVec3) -> Option<GroundPoint> {
    let (level, secs) = level?;
    level.ground_at(DVec2::new(at.x, at.z), secs)
}

/// A link whose sole has its middle at a point and lies along the ground.
fn flat_on(patch: &Sole, turn: DQuat, center: DVec3, normal: DVec3) -> Transform {
    let up = (turn * patch.up_in_link).normalize_or(DVec3::Y);
    let rotation = (DQuat::from_rotation_arc(up, normal) * turn).normalize();
    Transform::new(rotation, center - rotation * patch.center_in_link())
}
