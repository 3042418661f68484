//! Following goals that move a little from frame to frame, for motion: a fixed number of full steps, none of them
//! judged.
//!
//! A solve stops as soon as it is near enough, so its poses tremble by the tolerance. Here every frame takes the same
//! steps, each to the pose nearest to rest among those that reach the goals (`posture` is taken as the whole way), so
//! that the pose is a smooth function of where the goals are: it neither trembles nor remembers. Goals have to be
//! within reach, and near the pose.

use super::solver::Solver;
use super::step::Curvature;
use super::{Problem, Report, SolverSettings};
use crate::character::Pose;

impl Solver {
    /// Moves `pose` by `steps` full steps towards the goals.
    pub fn follow(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        steps: u32,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.begin(problem, settings, pose, report);
        for _ in 0..steps {
            let at = (&self.now.pose, &self.now.kin, &self.now.measure);
            self.stepper
                .linearise(problem, settings, at, &self.kernels, Curvature::Rows);
            self.try_step(problem, settings, settings.damping, f64::INFINITY);
            std::mem::swap(&mut self.now, &mut self.trial);
        }
        report.iterations = steps;
        self.finish(problem, settings, pose, report);
    }
}
