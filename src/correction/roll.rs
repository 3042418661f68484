//! A foot that rolls over its toes: they stay where they are, the heel rises; or over the edge of its heel.
//!
//! One with a toe joint bends there, toes and ball flat on the ground. The sole of any other is stiff: its front edge stays
//! where it is, and its front part stands for toes and ball.

use crate::character::{Character, Foot, Footing, JointCoordinate, JointKind, LinkId};
use crate::kinematics::Planted;
use crate::math::{Transform, rotation_from_vector};
use glam::{DQuat, DVec3};

/// How one foot rolls.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::correction) struct Roller {
    /// Unit vector from heel to toes; zero when the sole has no front.
    forward_in_link: DVec3,
    /// Unit vector to the left: the heel rises with a positive turn about it.
    left_in_link: DVec3,
    /// A point of the front edge [m].
    toes_in_link: DVec3,
    /// What it turns about: the toe joint, or else the front edge [m].
    pivot_in_link: DVec3,
    /// The middle of the rear edge: what it turns about with its toes up [m].
    heel_in_link: DVec3,
    /// From heel to toes [m].
    length: f64,
    /// Where it bends.
    pub(in crate::correction) toe: Option<Toe>,
}

/// The joint that a foot bends at.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::correction) struct Toe {
    /// The link of the toes.
    pub(in crate::correction) link: LinkId,
    /// What stands while the heel is lifted.
    front: Footing,
    /// The flat foot's link from that of the toes.
    whole_from_toes: Transform,
    /// +1 when a positive angle lifts the heel over flat toes.
    sign: f64,
    /// Of the flat foot [rad].
    at_rest: f64,
}

/// A heel that is lifted less than this is down [rad].
const DOWN: f64 = 0.12;
/// The most that a planted foot rolls [rad].
const MOST_ROLL: f64 = 0.8;
/// Share of a stiff sole, from the toes back, that carries weight while the heel is lifted: toes and ball.
const FRONT: f64 = 0.4;
/// Corners this near to the rearmost one are on the rear edge [m].
const EDGE: f64 = 1e-3;
/// A heel under toes that are up stands on so much of its length [m].
const ROUND: f64 = 0.02;
/// A toe joint's axis leans no more than this from across the foot: cosine.
const ACROSS: f64 = 0.9;

impl Toe {
    /// The joint between the two parts of a foot, if it is a hinge across it.
    fn new(character: &Character, foot: usize, left_in_link: DVec3) -> Option<Self> {
        let own: &Foot = &character.feet[foot];
        let [_, part] = &own.parts[..] else {
            return None;
        };
        let [link] = part.joints[..] else {
            return None;
        };
        let joint = &character.link(link).joint;
        let JointKind::Hinge { axis, .. } = joint.kind else {
            return None;
        };
        let JointCoordinate::Hinge(at_rest) = character.rest.joint(link) else {
            return None;
        };
        let across = (joint.parent_from_joint.rotation * axis).dot(left_in_link);
        (across.abs() > ACROSS).then(|| Self {
            link,
            front: Footing {
                foot,
                patches: own.front(character),
            },
            whole_from_toes: part.whole_from_link,
            sign: -across.signum(),
            at_rest,
        })
    }

    /// The joint's angle while the heel is lifted over flat toes [rad].
    pub(in crate::correction) fn angle(&self, roll: f64) -> f64 {
        self.at_rest + self.sign * roll
    }
}

impl Roller {
    /// The front of a sole is where its middle lies, seen from the ankle.
    pub(in crate::correction) fn new(character: &Character, foot: usize) -> Self {
        let sole = &character.feet[foot].whole;
        let up = sole.up_in_link;
        let ahead = sole.center_in_link().reject_from_normalized(up);
        let forward_in_link = if ahead.length() > 0.005 {
            ahead.normalize()
        } else {
            DVec3::ZERO
        };
        let along = |corner: &DVec3| corner.dot(forward_in_link);
        let corners = sole.corners_in_link.iter();
        let front = corners.clone().map(along).fold(f64::NEG_INFINITY, f64::max);
        let back = corners.map(along).fold(f64::INFINITY, f64::min);
        let center = sole.center_in_link();
        let left_in_link = up.cross(forward_in_link);
        let toes_in_link = center + (front - along(&center)) * forward_in_link;
        let toe = Toe::new(character, foot, left_in_link);
        Self {
            forward_in_link,
            left_in_link,
            toes_in_link,
            pivot_in_link: (toe.as_ref())
                .map_or(toes_in_link, |toe| toe.whole_from_toes.translation),
            heel_in_link: center + (back - along(&center)) * forward_in_link,
            length: front - back,
            toe,
        }
    }

    /// How far a planted foot should roll for a recorded one to lie as it does [rad].
    pub(in crate::correction) fn lift(&self, recorded: &Transform) -> f64 {
        (self.pitch(recorded) - DOWN).clamp(0.0, MOST_ROLL)
    }

    /// How far a foot's toes point down; negative where they point up [rad].
    pub(in crate::correction) fn pitch(&self, world_from_link: &Transform) -> f64 {
        let down = -world_from_link.direction(self.forward_in_link).y;
        libm::asin(down.clamp(-1.0, 1.0))
    }

    /// How far a sole of one piece is rolled over its toes for its link to be as high as it was, over where it was in the lowest quarter of
    /// the time [rad].
    pub(in crate::correction) fn raised(&self, places: &[Transform]) -> Vec<f64> {
        let mut heights: Vec<f64> = places.iter().map(|place| place.translation.y).collect();
        heights.sort_by(f64::total_cmp);
        let base = heights.get(heights.len() / 4).copied().unwrap_or(0.0);
        let reach = self.toes_in_link.dot(self.forward_in_link).max(1e-3);
        let rise = |place: &Transform| (place.translation.y - base).max(0.0) / reach;
        places
            .iter()
            .map(|place| libm::asin(rise(place).min(1.0)))
            .collect()
    }

    /// How far a foot is turned about the way that it points, its left side up [rad].
    pub(in crate::correction) fn tilt(&self, world_from_link: &Transform) -> f64 {
        let up = world_from_link.direction(self.left_in_link).y;
        libm::asin(up.clamp(-1.0, 1.0))
    }

    /// Corners of the rear edge and as many a little before them, on the flat foot's link: a heel is round.
    pub(in crate::correction) fn heel_edge(
        &self,
        character: &Character,
        foot: usize,
    ) -> Vec<DVec3> {
        let along = |corner: &DVec3| (*corner - self.heel_in_link).dot(self.forward_in_link);
        let corners = character.feet[foot].whole.corners_in_link.iter().copied();
        let edge: Vec<DVec3> = corners.filter(|corner| along(corner) < EDGE).collect();
        let before = edge
            .iter()
            .map(|corner| *corner + ROUND * self.forward_in_link);
        edge.iter().copied().chain(before).collect()
    }

    /// The middle of the sole's front edge.
    pub(in crate::correction) fn toes(&self, world_from_link: &Transform) -> DVec3 {
        world_from_link.point(self.toes_in_link)
    }

    /// A flat link turned over its toes, or over its heel where the roll is negative.
    pub(in crate::correction) fn rolled(&self, flat: &Transform, roll: f64) -> Transform {
        if roll == 0.0 {
            return *flat;
        }
        self.turned(flat, self.pivot(roll), roll)
    }

    /// A flat link turned about the vertical through its ball.
    pub(in crate::correction) fn pivoted(&self, flat: &Transform, yaw: f64) -> Transform {
        if yaw == 0.0 {
            return *flat;
        }
        let pivot = flat.point(self.pivot_in_link);
        let rotation = (DQuat::from_rotation_y(yaw) * flat.rotation).normalize();
        Transform::new(rotation, pivot - rotation * self.pivot_in_link)
    }

    /// Where a foot points, about the vertical [rad].
    pub(in crate::correction) fn heading(&self, world_from_link: &Transform) -> f64 {
        let ahead = world_from_link.direction(self.forward_in_link);
        libm::atan2(ahead.x, ahead.z)
    }

    /// The flat link that a rolled one was turned from.
    pub(in crate::correction) fn unrolled(&self, rolled: &Transform, roll: f64) -> Transform {
        self.turned(rolled, self.pivot(roll), -roll)
    }

    /// Across the foot to its left and along it, in the world: its heel rises with a positive turn about the first.
    pub(in crate::correction) fn left_and_ahead(&self, world_from_link: &Transform) -> [DVec3; 2] {
        [self.left_in_link, self.forward_in_link].map(|axis| world_from_link.direction(axis))
    }

    fn pivot(&self, roll: f64) -> DVec3 {
        if roll < 0.0 {
            self.heel_in_link
        } else {
            self.pivot_in_link
        }
    }

    fn turned(&self, from: &Transform, pivot_in_link: DVec3, angle: f64) -> Transform {
        let pivot = from.point(pivot_in_link);
        let turn = rotation_from_vector(angle * from.direction(self.left_in_link));
        let rotation = (turn * from.rotation).normalize();
        Transform::new(rotation, pivot - rotation * pivot_in_link)
    }

    /// What of a foot that stands rolled carries weight, and where.
    pub(in crate::correction) fn planted(
        &self,
        character: &Character,
        foot: usize,
        (flat, roll): (&Transform, f64),
    ) -> Planted {
        match &self.toe {
            Some(toe) if roll > 0.0 => {
                Planted::new(character, toe.front, |_| *flat * toe.whole_from_toes)
            }
            _ => Planted::whole(character, foot, self.rolled(flat, roll)),
        }
    }

    /// Corners of what carries weight while the heel is lifted, on the flat foot's link.
    pub(in crate::correction) fn front_corners(
        &self,
        character: &Character,
        foot: usize,
    ) -> Vec<DVec3> {
        if let Some(toe) = &self.toe {
            let corners = character.footing_corners(toe.front);
            return corners.map(|c| toe.whole_from_toes.point(c)).collect();
        }
        let corners = character.feet[foot].whole.corners_in_link.iter();
        corners.map(|corner| self.in_front(*corner)).collect()
    }

    /// Corners of all of a foot on its link, its toes bent.
    pub(in crate::correction) fn corners(
        &self,
        character: &Character,
        foot: usize,
        toe_angle: Option<f64>,
    ) -> Vec<DVec3> {
        let own = &character.feet[foot];
        let (Some(toe), Some(angle)) = (&self.toe, toe_angle) else {
            return own.whole.corners_in_link.clone();
        };
        let turn = toe.sign * (toe.at_rest - angle);
        let bend = rotation_from_vector(turn * self.left_in_link);
        let bent = |point: DVec3| self.pivot_in_link + bend * (point - self.pivot_in_link);
        let heel = own.patches.minus(toe.front.patches);
        let heel = heel
            .iter()
            .flat_map(|sole| &character.soles[sole].corners_in_link);
        let toes = self.front_corners(character, toe.front.foot);
        heel.copied().chain(toes.into_iter().map(bent)).collect()
    }

    /// The point of a stiff sole's front part nearest to a corner, link axes.
    fn in_front(&self, corner_in_link: DVec3) -> DVec3 {
        let behind_toes = (self.toes_in_link - corner_in_link).dot(self.forward_in_link);
        let too_far = (behind_toes - FRONT * self.length).max(0.0);
        corner_in_link + too_far * self.forward_in_link
    }
}
