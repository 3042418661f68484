//! The centre of mass stands over a point (Kenwright's balance), or at a height: upright, or crouching.
//!
//! Its rows come from the virtual centre of mass beyond every joint: the *reverse virtual-centre-of-mass Jacobian* of
//! Kenwright 2012, section 4.6. With mₖ/M the share of the mass beyond joint k, and Vₖ that mass's centre:
//! ∂c/∂ωₖ = (mₖ/M) ωₖ × (Vₖ − Oₖ). Deviation: equation 14 leaves out mₖ/M and turns the arm round.

use super::Task;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::{DVec2, DVec3};

/// The centre of mass stands over a point of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterOfMass {
    /// (x, z) [m]
    pub target_xz: DVec2,
}

/// The centre of mass stands at a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterOfMassHeight {
    /// Above the world's zero [m].
    pub height: f64,
}

impl Task for CenterOfMass {
    fn error(&self, here: Here) -> DVec3 {
        over_ground(self.target_xz, here.kin.com)
    }

    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        levers.center_of_mass(here);
    }
}

impl Task for CenterOfMassHeight {
    fn error(&self, here: Here) -> DVec3 {
        DVec3::X * (self.height - here.kin.com.y)
    }

    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        levers.center_of_mass_along(here, DVec3::Y);
    }
}

/// From the centre of mass to a point of the ground, without their heights.
pub(super) fn over_ground(target_xz: DVec2, com: DVec3) -> DVec3 {
    DVec3::new(target_xz.x - com.x, 0.0, target_xz.y - com.z)
}
