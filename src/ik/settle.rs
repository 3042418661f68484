//! After arrival: a pose that reaches its goals is brought nearer to rest, in their null space.

use super::effort::{Effort, MOST_ROUNDS};
use super::solver::Solve;
use super::trace::{Event, Watch};
use super::{Problem, Solver, kernel};

/// How much of the way to rest a settling step tries first, and the share of strain that is not worth another one.
const SETTLE_SHARE: f64 = 0.5;
const SETTLED: f64 = 1e-3;
/// Share of the residual that sweeps leave in such a step.
const SETTLE_TOLERANCE: f64 = 1e-3;
/// Steps back to the goals after each step to rest.
const SETTLE_CORRECTIONS: usize = 3;

impl Solver {
    /// Brings a pose that reaches its goals nearer to rest, as long as it goes on reaching them.
    pub(super) fn settle<W: Watch>(&mut self, solve: &mut Solve<W>) {
        let settings = solve.settings;
        if settings.settle == 0 {
            return;
        }
        let mut share = SETTLE_SHARE;
        let mut before = self.strain(solve.problem);
        for _ in 0..settings.settle {
            self.ahead.pose.joints.clone_from(&self.now.pose.joints);
            // Towards rest, and back to the goals.
            self.advance(solve, share);
            for _ in 0..SETTLE_CORRECTIONS {
                if !self.now.measure.reached {
                    self.advance(solve, 0.0);
                }
            }
            let gain = before - self.strain(solve.problem);
            if self.now.measure.reached && gain > 0.0 {
                solve.report.last_turn = self.turn;
                share = SETTLE_SHARE.min(1.5 * share);
                self.tell(solve, settings.damping, Event::Kept);
            } else {
                self.now.pose.joints.clone_from(&self.ahead.pose.joints);
                self.look_at_now(solve);
                share *= 0.5;
                self.tell(solve, settings.damping, Event::Refused);
            }
            if share < SETTLE_SHARE / 64.0 || (0.0..SETTLED * before).contains(&gain) {
                return;
            }
            before = self.strain(solve.problem);
        }
    }

    /// How far `now` is from rest.
    fn strain(&self, problem: Problem) -> f64 {
        kernel::strain(self.now.here(problem, &self.judge.strength))
    }

    /// Moves `now` by one step, `rest_share` of the way to rest where goals leave it free.
    fn advance<W: Watch>(&mut self, solve: &mut Solve<W>, rest_share: f64) {
        let effort = Effort {
            damping: solve.settings.damping,
            rest_share,
            tolerance: SETTLE_TOLERANCE,
            rounds: MOST_ROUNDS,
            limits: solve.settings.limits,
        };
        self.linearise(solve);
        self.step_with(solve, effort);
        std::mem::swap(&mut self.now, &mut self.trial);
        solve.report.iterations += 1;
        solve.watch.moment(Event::Taken, &self.now);
    }
}
