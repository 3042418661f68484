//! After arrival: a pose that reaches its goals is brought nearer to rest, and the most natural of several is kept.

use super::candidate::confine;
use super::solver::Patience;
use super::step::Curvature;
use super::{Iteration, Outcome, Problem, Report, Solver, SolverSettings, restart};

/// How much of the way to rest a settling step tries first, and the share of strain that is not worth another one.
const SETTLE_SHARE: f64 = 0.5;
const SETTLED: f64 = 1e-3;
/// Steps back to the goals after each step to rest.
const SETTLE_CORRECTIONS: usize = 3;

impl Solver {
    /// Puts `now` at the start with this number.
    pub(super) fn start_elsewhere(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        number: u32,
    ) {
        let (pose, spare) = (&mut self.now.pose, &mut self.trial.pose);
        restart::write_seed(problem, settings, number, pose, spare);
        self.stepper.forget_limits();
        self.now.look(problem, settings, &self.kernels);
    }

    /// A pose that reaches its goals may do so in an awkward way: other starts may reach them nearer to rest.
    pub(super) fn compare_alternatives(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) {
        for number in 1..=settings.alternatives {
            std::mem::swap(&mut self.now, &mut self.best);
            self.start_elsewhere(problem, settings, report.restarts + number);
            let patience = Patience::Little;
            let outcome = self.descend(problem, settings, patience, max_turn, report, observe);
            if outcome == Outcome::Reached {
                self.settle(problem, settings, max_turn, report);
            }
            let nearer = self.now.strain(problem) < self.best.strain(problem);
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
        max_turn: f64,
        report: &mut Report,
    ) {
        if settings.settle == 0 {
            return;
        }
        let mut share = SETTLE_SHARE;
        let mut before = self.now.strain(problem);
        for _ in 0..settings.settle {
            self.ahead.pose.joints.clone_from(&self.now.pose.joints);
            // Towards rest, and back to the goals.
            self.advance(problem, settings, max_turn, share);
            report.iterations += 1;
            for _ in 0..SETTLE_CORRECTIONS {
                if !self.now.measure.reached {
                    self.advance(problem, settings, max_turn, 0.0);
                    report.iterations += 1;
                }
            }
            let gain = before - self.now.strain(problem);
            if self.now.measure.reached && gain > 0.0 {
                report.last_turn = self.stepper.largest_turn();
                share = SETTLE_SHARE.min(1.5 * share);
            } else {
                self.now.pose.joints.clone_from(&self.ahead.pose.joints);
                self.now.look(problem, settings, &self.kernels);
                share *= 0.5;
            }
            if share < SETTLE_SHARE / 64.0 || (0.0..SETTLED * before).contains(&gain) {
                return;
            }
            before = self.now.strain(problem);
        }
    }

    /// Moves `now` by one step of the rows, `rest_share` of the way to rest where they leave it free.
    fn advance(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        rest_share: f64,
    ) {
        let (now, trial) = (&self.now, &mut self.trial);
        let at = (&now.pose, &now.kin, &now.measure);
        self.stepper
            .linearise(problem, settings, at, &self.kernels, Curvature::Rows);
        let at = (&now.pose, &now.kin);
        self.stepper
            .step_to_rest(problem, settings, rest_share, at, &mut trial.pose);
        confine(problem, settings, (&self.start, max_turn), &mut trial.pose);
        trial.look(problem, settings, &self.kernels);
        std::mem::swap(&mut self.now, &mut self.trial);
    }
}
