//! Multi-start, from one start after another: links pass through each other first and come apart where goals are reached; a
//! stuck solve looks where weights lead, elsewhere, then beyond the limits; the most natural of several answers is kept.

use super::candidate::Candidate;
use super::solver::{Descent, Patience, Solve, Until};
use super::trace::{Event, Watch};
use super::{Apart, Limits, Outcome, Priority, Problem, Solver, SolverSettings, kernel, restart};

/// A start whose end costs less than this share of the best one so far takes its place, unless squared errors of that sum up to
/// less than so much [m²].
const MUCH_NEARER: f64 = 0.5;
const NEARLY_THERE: f64 = 1e-4;

impl Solver {
    /// Tries one start after another until the goals are reached.
    pub(super) fn arrive<W: Watch>(&mut self, solve: &mut Solve<W>) -> Outcome {
        if solve.settings.max_travel.is_finite() {
            let outcome = self.start_through(solve, Patience::Full);
            if outcome == Outcome::Reached {
                self.settle(solve);
            }
            return outcome;
        }
        // A stuck start is left at once. If no other one arrives, the solve goes on from the end of the first, unless another
        // came much nearer: a target out of reach is no reason to jump. A body on its hands was put over them to begin with: from
        // anywhere else it does not find up there.
        let first = if solve.problem.stance.planted.is_empty() {
            Patience::Full
        } else {
            Patience::Little
        };
        let mut outcome = self.start_through(solve, first);
        if outcome != Outcome::Reached {
            std::mem::swap(&mut self.now, &mut self.best);
            if solve.settings.priority.is_by_rank() {
                outcome = self.start_by_weights(solve);
            }
            while outcome != Outcome::Reached && solve.report.restarts < solve.settings.restarts {
                solve.report.restarts += 1;
                self.start_elsewhere(solve, solve.report.restarts);
                outcome = self.start_through(solve, Patience::Little);
                self.keep_if_nearer();
            }
            if outcome != Outcome::Reached {
                outcome = self.start_beyond_limits(solve);
            }
            if outcome != Outcome::Reached {
                std::mem::swap(&mut self.now, &mut self.best);
                self.stepper.forget_limits();
                outcome = self.start_through(solve, Patience::Full);
            }
        }
        if outcome == Outcome::Reached {
            self.settle(solve);
            self.compare_alternatives(solve);
        }
        outcome
    }

    /// From one start: links pass through each other until the goals are near, for what is in the way of a hand need not be in
    /// the way of the pose; then they come apart.
    fn start_through<W: Watch>(&mut self, solve: &mut Solve<W>, patience: Patience) -> Outcome {
        self.judge.wall = None;
        // Only where links were near do walls count among what is known of the pose.
        if !self.now.near.is_empty() {
            self.look_at_now(solve);
        }
        let to_goals = Descent::to_goals(patience);
        if matches!(solve.problem.apart, Apart::Through) {
            return self.descend(solve, to_goals);
        }
        let near = Descent {
            until: Until::Near,
            ..to_goals
        };
        let outcome = self.descend(solve, near);
        if outcome != Outcome::Reached && patience == Patience::Little {
            return outcome;
        }
        self.come_apart(solve);
        let apart = Descent {
            told: Event::CameApart,
            ..to_goals
        };
        self.descend(solve, apart)
    }

    /// Goals that are reached where joints ignore their limits may be reached within them with elbows and knees bent the other
    /// way: a start of its own. It takes two descents, so that others come first.
    fn start_beyond_limits<W: Watch>(&mut self, solve: &mut Solve<W>) -> Outcome {
        if solve.settings.limits == Limits::Ignored {
            return Outcome::OutOfIterations;
        }
        let loose = SolverSettings {
            limits: Limits::Ignored,
            ..*solve.settings
        };
        self.judge.wall = None;
        self.now.pose.joints.clone_from(&self.start);
        self.stepper.forget_limits();
        self.look_at_now(&solve.with(&loose));
        let beyond = Descent {
            told: Event::BeganBeyondLimits,
            ..Descent::to_goals(Patience::Little)
        };
        let outcome = self.descend(&mut solve.with(&loose), beyond);
        restart::mirror_at_limits(solve.problem.character, &mut self.now.pose);
        self.put_back_frozen(solve.problem);
        self.look_at_now(solve);
        if outcome != Outcome::Reached {
            // Then it is not the limits that are in the way.
            return outcome;
        }
        let outcome = self.start_through(solve, Patience::Little);
        self.keep_if_nearer();
        outcome
    }

    /// Rank after rank a solve crawls along what the ranks above leave free; by weights all go at once. Where they lead is a start of
    /// its own, not far from the first one: any gain is worth it.
    fn start_by_weights<W: Watch>(&mut self, solve: &mut Solve<W>) -> Outcome {
        let weighted = SolverSettings {
            priority: Priority::Weighted,
            ..*solve.settings
        };
        self.judge.begin(solve.problem, &weighted);
        self.now.pose.joints.clone_from(&self.start);
        self.stepper.forget_limits();
        self.look_at_now(&solve.with(&weighted));
        let by_weights = Descent {
            told: Event::BeganByWeights,
            ..Descent::to_goals(Patience::Full)
        };
        self.descend(&mut solve.with(&weighted), by_weights);
        self.judge.begin(solve.problem, solve.settings);
        self.stepper.forget_limits();
        self.look_at_now(solve);
        let outcome = self.start_through(solve, Patience::Little);
        if outcome != Outcome::Reached && goals_cost(&self.now) < goals_cost(&self.best) {
            std::mem::swap(&mut self.now, &mut self.best);
        }
        outcome
    }

    /// Makes where the solve is the best end so far, if it came much nearer than that.
    fn keep_if_nearer(&mut self) {
        let is_far = self.best.measure.total > NEARLY_THERE;
        let is_stuck = !self.now.measure.reached;
        let is_nearer = goals_cost(&self.now) < MUCH_NEARER * goals_cost(&self.best);
        if is_stuck && is_far && is_nearer {
            std::mem::swap(&mut self.now, &mut self.best);
        }
    }

    /// Links keep apart from now on, if the problem wants that.
    pub(super) fn come_apart<W>(&mut self, solve: &Solve<W>) {
        let (problem, settings) = (solve.problem, solve.settings);
        self.judge.keep_apart(problem, settings);
        self.judge.look_at_walls(problem, settings, &mut self.now);
    }

    /// Puts `now` at the start with this number.
    fn start_elsewhere<W>(&mut self, solve: &Solve<W>, number: u32) {
        let (problem, settings) = (solve.problem, solve.settings);
        let (pose, spare) = (&mut self.now.pose, &mut self.trial.pose);
        restart::write_seed(problem, settings, number, pose, spare);
        self.put_back_frozen(solve.problem);
        self.stepper.forget_limits();
        self.look_at_now(solve);
    }

    /// What is frozen stays where it was before the solve.
    fn put_back_frozen(&mut self, problem: Problem) {
        let steps = problem.stance.rooting.steps.iter();
        for (step, strength) in steps.zip(&self.judge.strength) {
            if *strength == 0.0 {
                let joint = step.joint.index();
                self.now.pose.joints[joint] = self.start[joint];
            }
        }
    }

    /// A pose that reaches its goals may do so in an awkward way: other starts may reach them nearer to rest.
    fn compare_alternatives<W: Watch>(&mut self, solve: &mut Solve<W>) {
        for number in 1..=solve.settings.alternatives {
            let last_turn = solve.report.last_turn;
            std::mem::swap(&mut self.now, &mut self.best);
            self.start_elsewhere(solve, solve.report.restarts + number);
            let outcome = self.start_through(solve, Patience::Little);
            if outcome == Outcome::Reached {
                self.settle(solve);
            }
            let strain = |candidate: &Candidate| {
                kernel::strain(candidate.here(solve.problem, &self.judge.strength))
            };
            let nearer = strain(&self.now) < strain(&self.best);
            if outcome != Outcome::Reached || !nearer {
                std::mem::swap(&mut self.now, &mut self.best);
                solve.report.last_turn = last_turn;
            }
        }
    }
}

/// What goals alone cost: some ends were judged with walls and some without.
fn goals_cost(candidate: &Candidate) -> f64 {
    candidate.cost - candidate.cost_of_walls
}
