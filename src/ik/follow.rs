//! Poses for motion: following goals that move a little from frame to frame, and compromises between goals and a posture.
//!
//! A solve stops as soon as it is near enough, so its poses tremble by the tolerance. In [`Solver::follow`] every frame takes the same
//! steps, none of them judged, each to the pose nearest to rest among those that reach the goals (`posture` is taken as the whole way), so
//! that the pose is a smooth function of where the goals are: it neither trembles nor remembers. Goals have to be
//! within reach, and near the pose.

use super::solver::{DAMPING_FACTOR, MAX_DAMPING, Solver};
use super::step::Curvature;
use super::{Outcome, Problem, Report, SolverSettings};
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
        report.last_turn = self.stepper.largest_turn();
        report.outcome = self.ended(settings, report.last_turn);
        self.finish(problem, settings, pose, report);
    }

    /// Moves `pose` by at most `steps` steps to where goals and rest balance: what the errors cost, plus `damping` times
    /// the squared distance from rest, falls with every step (Levenberg-Marquardt). Goals may be out of reach.
    pub fn compromise(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        steps: u32,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.begin(problem, settings, pose, report);
        let rest_weight = settings.damping;
        let mut damping = rest_weight;
        let mut cost = self.now.cost + rest_weight * self.now.strain(problem);
        // Nobody knows whether a figure rests that has not tried to move.
        report.last_turn = f64::INFINITY;
        'steps: for _ in 0..steps {
            let at = (&self.now.pose, &self.now.kin, &self.now.measure);
            self.stepper
                .linearise(problem, settings, at, &self.kernels, Curvature::Rows);
            loop {
                let damped = SolverSettings {
                    posture: rest_weight / damping,
                    ..*settings
                };
                self.try_step(problem, &damped, damping, f64::INFINITY);
                report.iterations += 1;
                let moved = self.trial.cost + rest_weight * self.trial.strain(problem);
                if moved < cost {
                    cost = moved;
                    damping = (damping / DAMPING_FACTOR).max(rest_weight);
                    break;
                }
                damping *= DAMPING_FACTOR;
                if damping > MAX_DAMPING {
                    report.last_turn = 0.0;
                    break 'steps;
                }
            }
            std::mem::swap(&mut self.now, &mut self.trial);
            report.last_turn = self.stepper.largest_turn();
        }
        report.outcome = self.ended(settings, report.last_turn);
        self.finish(problem, settings, pose, report);
    }

    /// How it stands after a last step that turned a joint by so much [rad].
    pub(super) fn ended(&self, settings: &SolverSettings, last_turn: f64) -> Outcome {
        if self.now.measure.reached {
            Outcome::Reached
        } else if last_turn < settings.rest_turn {
            Outcome::Resting
        } else {
            Outcome::OutOfIterations
        }
    }
}
