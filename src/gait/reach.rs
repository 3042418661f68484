//! How high two legs carry the pelvis on the way from one pose to another.

use super::biped::Biped;
use super::dynamic::{STRAIGHTEST, stretch};
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::kinematics::Kinematics;
use crate::math::ease;
use glam::{DQuat, DVec2, DVec3};

/// A knee may be as straight as in either pose within this share of the way from there.
const NEAR: f64 = 0.25;

/// The reach of two legs between two poses: near to them a knee may be as straight as it is there, and elsewhere nearly straight.
#[derive(Clone, Debug)]
pub struct Reach {
    biped: Biped,
    /// From hip to ankle in either pose [m]. (poses, feet)
    lengths: [[f64; 2]; 2],
}

impl Reach {
    /// Between two poses of a body.
    pub fn new(biped: Biped, ends: [&Kinematics; 2]) -> Self {
        let lengths = ends.map(|kin| {
            [0, 1].map(|foot: usize| {
                let foot = &biped.feet[foot];
                kin.pivot(foot.thigh).distance(kin.pivot(foot.link))
            })
        });
        Self { biped, lengths }
    }

    /// The link that legs carry.
    pub fn pelvis(&self) -> LinkId {
        self.biped.pelvis
    }

    /// The feet and their links: left, right.
    pub fn feet(&self) -> [(usize, LinkId); 2] {
        let feet = &self.biped.feet;
        [0, 1].map(|side: usize| (feet[side].foot, feet[side].link))
    }

    /// The highest place of the pelvis's pivot over a point (x, z), after a share of the way [m]: `ankles` are the pivots of
    /// feet that stand or step, and the pelvis is turned like this, world from link.
    pub fn highest(
        &self,
        share: f64,
        ankles: [Option<DVec3>; 2],
        (pelvis_xz, turn): (DVec2, DQuat),
    ) -> f64 {
        let turn = turn * self.biped.pelvis_at_rest.conjugate();
        let reach = |side: usize| {
            let Some(ankle) = ankles[side] else {
                return f64::INFINITY;
            };
            let foot = &self.biped.feet[side];
            let [from, to] = self.lengths.map(|lengths| lengths[side]);
            let bent = stretch(STRAIGHTEST) * foot.leg_length;
            let beyond = |own: f64, far: f64| (1.0 - ease(far / NEAR)) * (own - bent).max(0.0);
            let length = bent + beyond(from, share) + beyond(to, 1.0 - share);
            foot.pelvis_height(ankle, (pelvis_xz, turn), length)
        };
        reach(0).min(reach(1))
    }

    /// Bends knees of a pose after a share of the way by as much more than in both poses as a pelvis at this place, turned like this,
    /// world from link, needs over these ankles: from a straight knee no solver knows which way to go.
    pub fn bend_knees(
        &self,
        (character, share): (&Character, f64),
        pose: &mut Pose,
        ankles: [Option<DVec3>; 2],
        (pelvis, turn): (DVec3, DQuat),
    ) {
        let turn = turn * self.biped.pelvis_at_rest.conjugate();
        for (side, (foot, ankle)) in self.biped.feet.iter().zip(ankles).enumerate() {
            let Some(ankle) = ankle else {
                continue;
            };
            // Of a leg of two equal parts.
            let flexion = |length: f64| 2.0 * libm::acos((length / foot.leg_length).min(1.0));
            let hip = pelvis + turn * foot.hip_from_pelvis;
            let [from, to] = self.lengths.map(|lengths| flexion(lengths[side]));
            let more = flexion(hip.distance(ankle)) - (from + share * (to - from));
            for &link in &foot.leg {
                let JointKind::Hinge { range, .. } = character.link(link).joint.kind else {
                    continue;
                };
                let sign = if range.high >= -range.low { 1.0 } else { -1.0 };
                if let JointCoordinate::Hinge(angle) = &mut pose.joints[link.index()] {
                    *angle = (*angle + sign * more).clamp(range.low, range.high);
                }
            }
        }
    }
}
