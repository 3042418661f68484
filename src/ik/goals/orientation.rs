//! A link takes an orientation: soles lie flat, a pelvis faces the way.

use super::{Task, Unit};
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::{DQuat, DVec3};

/// A link takes an orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation {
    /// The link that turns.
    pub link: LinkId,
    /// The orientation it should have.
    pub world_from_link: DQuat,
}

impl Task for Orientation {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    fn error(&self, here: Here) -> DVec3 {
        half_sine(self.world_from_link * here.kin.link(self.link).rotation.conjugate())
    }

    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        levers.turn(here, self.link, DVec3::ONE);
    }
}

/// Twice the sine of half the angle, along the axis: a chord for the rotation vector, without an arc tangent.
#[inline]
pub(in crate::ik) fn half_sine(turn: DQuat) -> DVec3 {
    2.0_f64.copysign(turn.w) * DVec3::new(turn.x, turn.y, turn.z)
}
