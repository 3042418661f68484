//! A pose with all that a solve knows of it.

use super::SolverSettings;
use super::kernel::{self, Kernel, Measure};
use super::problem::{Here, Problem};
use crate::character::Pose;
use crate::kinematics::Kinematics;
use crate::math::Transform;

/// A pose with all that is known of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) pose: Pose,
    pub(super) kin: Kinematics,
    pub(super) measure: Measure,
    /// What the solve lowers.
    pub(super) cost: f64,
}

impl Default for Candidate {
    fn default() -> Self {
        Self {
            pose: Pose {
                world_from_root: Transform::IDENTITY,
                joints: Vec::new(),
            },
            kin: Kinematics::default(),
            measure: Measure::default(),
            cost: f64::INFINITY,
        }
    }
}

impl Candidate {
    /// The body in this pose.
    pub(super) fn here<'a>(&'a self, problem: Problem<'a>, strength: &'a [f64]) -> Here<'a> {
        Here {
            character: problem.character,
            rooting: &problem.stance.rooting,
            strength,
            rest: problem.posture.rest,
            pose: &self.pose,
            kin: &self.kin,
        }
    }

    /// Where everything is, how far every goal, and what that costs. `rest_weight` is what the squared way from rest counts.
    pub(super) fn look(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        (kernels, strength): (&[Kernel], &[f64]),
        rest_weight: f64,
    ) {
        let stance = problem.stance;
        stance.update(problem.character, &self.pose, &mut self.kin);
        let here = Here {
            character: problem.character,
            rooting: &stance.rooting,
            strength,
            rest: problem.posture.rest,
            pose: &self.pose,
            kin: &self.kin,
        };
        self.measure.take(problem.goals, settings, here);
        self.cost = kernel::cost(&self.measure.sizes, kernels);
        if rest_weight > 0.0 {
            self.cost += rest_weight * kernel::strain(here);
        }
    }
}
