//! The centre of mass stays over a region: nothing while it is inside, a wall at the edge.

use super::center_of_mass::over_ground;
use super::{OneSided, Task, Wall};
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use crate::kinematics::SupportPolygon;
use glam::{DVec2, DVec3};

/// The centre of mass stays over a region; anywhere inside is good.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Usually the support polygon, moved inward by the margin that must stay.
    pub region: SupportPolygon,
}

impl Task for Balance {
    fn error(&self, here: Here) -> DVec3 {
        let com = here.kin.com;
        over_ground(self.region.nearest(DVec2::new(com.x, com.z)), com)
    }

    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        self.wall_row(here, asked.normalize_or_zero(), levers);
    }

    fn one_sided(&self) -> Option<&dyn OneSided> {
        Some(self)
    }
}

impl OneSided for Balance {
    /// The region is convex, so what it has nearest to a point outside lies on a line that all of it is behind.
    fn wall(&self, here: Here, turns: &[f64]) -> Option<Wall> {
        let mut moved = here.kin.com;
        for (index, step) in here.rooting.steps.iter().enumerate() {
            let turn = crate::kinematics::turn_in_world(step, here.kin, turns);
            let arm = here.kin.virtual_com[index] - here.kin.pivot(step.joint);
            moved += step.mass_fraction_beyond * turn.cross(arm);
        }
        let moved = DVec2::new(moved.x, moved.z);
        let edge = self.region.nearest(moved);
        let inward = (edge - moved).try_normalize()?;
        let inward = DVec3::new(inward.x, 0.0, inward.y);
        Some(Wall {
            inward,
            room: -inward.dot(over_ground(edge, here.kin.com)),
        })
    }

    fn wall_row(&self, here: Here, inward: DVec3, levers: &mut Levers) {
        levers.center_of_mass_along(here, inward);
    }
}
