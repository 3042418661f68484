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
    /// How much of that margin is missed even in the region, since the support is too small for it [m].
    pub lacks: f64,
}

impl Balance {
    /// Over a support, at least `margin` metres from its edge; where nothing is that far inside, over its centre.
    pub fn within(support: &SupportPolygon, margin: f64) -> Self {
        let region = support.inset(margin);
        // What is left of an inset keeps the margin, but for rounding; a centre alone may not.
        let most = support.margin(region.center()).metres;
        let lacks = if region.corners().len() == 1 {
            (margin - most).max(0.0)
        } else {
            0.0
        };
        Self { region, lacks }
    }
}

impl Task for Balance {
    fn error(&self, here: Here) -> DVec3 {
        let com = here.kin.com;
        over_ground(self.region.nearest(DVec2::new(com.x, com.z)), com)
    }

    /// With what the region itself misses.
    fn told(&self, size: f64) -> f64 {
        size + self.lacks
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
