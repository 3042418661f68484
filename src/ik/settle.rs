//! After arrival: a pose that reaches its goals is brought nearer to rest, and the most natural of several is kept.

use super::solver::Patience;
use super::step::Effort;
use super::trace::{Unwatched, Watcher};
use super::{Outcome, Problem, Report, Solver, SolverSettings, kernel, restart};

/// How much of the way to rest a settling step tries first, and the share of strain that is not worth another one.
const SETTLE_SHARE: f64 = 0.5;
const SETTLED: f64 = 1e-3;
/// Share of the residual that sweeps leave in such a step.
const SETTLE_TOLERANCE: f64 = 1e-3;
/// Steps back to the goals after each step to rest.
const SETTLE_CORRECTIONS: usize = 3;

impl Solver {
    /// Puts `now` at the start with this number; `best` is where an earlier one has led.
    pub(super) fn start_elsewhere(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        number: u32,
    ) {
        let (pose, spare) = (&mut self.now.pose, &mut self.trial.pose);
        restart::write_seed(problem, settings, number, pose, spare);
        // What is frozen stays where it is in every pose so far.
        let steps = problem.stance.rooting.steps.iter().zip(&self.strength);
        for (step, _) in steps.filter(|(_, strength)| **strength == 0.0) {
            let joint = step.joint.index();
            self.now.pose.joints[joint] = self.best.pose.joints[joint];
        }
        self.stepper.forget_limits();
        self.look_at_now(problem, settings);
    }

    /// A pose that reaches its goals may do so in an awkward way: other starts may reach them nearer to rest.
    pub(super) fn compare_alternatives<W: Watcher>(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        alternatives: u32,
        report: &mut Report,
        watch: &mut W,
    ) {
        for number in 1..=alternatives {
            std::mem::swap(&mut self.now, &mut self.best);
            self.start_elsewhere(problem, settings, report.restarts + number);
            let patience = Patience::Little;
            let outcome = self.descend(problem, settings, patience, report, watch);
            if outcome == Outcome::Reached {
                self.settle(problem, settings, report);
            }
            let strain = |candidate: &super::candidate::Candidate| {
                kernel::strain(candidate.here(problem, &self.strength))
            };
            let nearer = strain(&self.now) < strain(&self.best);
            if outcome != Outcome::Reached || !nearer {
                std::mem::swap(&mut self.now, &mut self.best);
            }
        }
    }

    /// Brings a pose that reaches its goals nearer to rest, as long as it goes on reaching them.
    pub(super) fn settle(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        report: &mut Report,
    ) {
        if settings.settle == 0 {
            return;
        }
        let mut share = SETTLE_SHARE;
        let mut before = self.strain(problem);
        for _ in 0..settings.settle {
            self.ahead.pose.joints.clone_from(&self.now.pose.joints);
            // Towards rest, and back to the goals.
            self.advance(problem, settings, share);
            report.iterations += 1;
            for _ in 0..SETTLE_CORRECTIONS {
                if !self.now.measure.reached {
                    self.advance(problem, settings, 0.0);
                    report.iterations += 1;
                }
            }
            let gain = before - self.strain(problem);
            if self.now.measure.reached && gain > 0.0 {
                report.last_turn = self.stepper.largest_turn();
                share = SETTLE_SHARE.min(1.5 * share);
            } else {
                self.now.pose.joints.clone_from(&self.ahead.pose.joints);
                self.look_at_now(problem, settings);
                share *= 0.5;
            }
            if share < SETTLE_SHARE / 64.0 || (0.0..SETTLED * before).contains(&gain) {
                return;
            }
            before = self.strain(problem);
        }
    }

    /// How far `now` is from rest.
    fn strain(&self, problem: Problem) -> f64 {
        kernel::strain(self.now.here(problem, &self.strength))
    }

    /// Moves `now` by one step, `rest_share` of the way to rest where goals leave it free.
    fn advance(&mut self, problem: Problem, settings: &SolverSettings, rest_share: f64) {
        let effort = Effort {
            damping: settings.damping,
            rest_share,
            tolerance: SETTLE_TOLERANCE,
        };
        self.linearise(problem, settings);
        self.step_with(problem, settings, effort, &mut Unwatched);
        std::mem::swap(&mut self.now, &mut self.trial);
    }
}
