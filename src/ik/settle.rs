//! After arrival: a pose that reaches its goals is brought nearer to rest, in their null space.

use super::effort::{Effort, MOST_ROUNDS};
use super::trace::{Event, Watch};
use super::{Problem, Report, Solver, SolverSettings, kernel};

/// How much of the way to rest a settling step tries first, and the share of strain that is not worth another one.
const SETTLE_SHARE: f64 = 0.5;
const SETTLED: f64 = 1e-3;
/// Share of the residual that sweeps leave in such a step.
const SETTLE_TOLERANCE: f64 = 1e-3;
/// Steps back to the goals after each step to rest.
const SETTLE_CORRECTIONS: usize = 3;

impl Solver {
    /// Brings a pose that reaches its goals nearer to rest, as long as it goes on reaching them.
    pub(super) fn settle<W: Watch>(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        report: &mut Report,
        watch: &mut W,
    ) {
        if settings.settle == 0 {
            return;
        }
        let mut share = SETTLE_SHARE;
        let mut before = self.strain(problem);
        for _ in 0..settings.settle {
            self.ahead.pose.joints.clone_from(&self.now.pose.joints);
            // Towards rest, and back to the goals.
            self.advance(problem, settings, share, report, watch);
            for _ in 0..SETTLE_CORRECTIONS {
                if !self.now.measure.reached {
                    self.advance(problem, settings, 0.0, report, watch);
                }
            }
            let gain = before - self.strain(problem);
            if self.now.measure.reached && gain > 0.0 {
                report.last_turn = self.turn;
                share = SETTLE_SHARE.min(1.5 * share);
                self.tell(problem, settings.damping, Event::Kept, report, watch);
            } else {
                self.now.pose.joints.clone_from(&self.ahead.pose.joints);
                self.look_at_now(problem, settings);
                share *= 0.5;
                self.tell(problem, settings.damping, Event::Refused, report, watch);
            }
            if share < SETTLE_SHARE / 64.0 || (0.0..SETTLED * before).contains(&gain) {
                return;
            }
            before = self.strain(problem);
        }
    }

    /// How far `now` is from rest.
    fn strain(&self, problem: Problem) -> f64 {
        kernel::strain(self.now.here(problem, &self.judge.strength))
    }

    /// Moves `now` by one step, `rest_share` of the way to rest where goals leave it free.
    fn advance<W: Watch>(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        rest_share: f64,
        report: &mut Report,
        watch: &mut W,
    ) {
        let effort = Effort {
            damping: settings.damping,
            rest_share,
            tolerance: SETTLE_TOLERANCE,
            rounds: MOST_ROUNDS,
            limits: settings.limits,
        };
        self.linearise(problem, settings);
        self.step_with(problem, settings, effort, watch);
        std::mem::swap(&mut self.now, &mut self.trial);
        report.iterations += 1;
        watch.moment(Event::Taken, &self.now);
    }
}
