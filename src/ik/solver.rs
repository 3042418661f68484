//! The solve: linearise, sweep, judge, until the goals are reached or the figure rests.
//!
//! ```text
//! pose ──> kinematics ──> errors ──> rows J, e ──> sweeps (priority, limits) ──> trial pose
//!   ^                                                                              │ weighted error fell: keep it
//!   └──────────────────────────────────────────────────────────────────────────────┘ else: damp more, step again
//! ```

use super::candidate::{Candidate, Judge};
use super::conjugate::Conjugate;
use super::effort::{Effort, Pace};
use super::limits::confine;
use super::posed::From;
use super::posture::Expectation;
use super::problem::Problem;
use super::step::{Asked, Stepper};
use super::trace::{Event, Iteration, Nobody, Watch};
use super::{Finish, GoalReport, Limits, Outcome, Overlap, Report, SolverSettings};
use crate::character::{JointCoordinate, Pose};
use crate::math::square;
use glam::DVec2;

/// What a solve does that does not arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// Goes on until it rests.
    Full,
    /// Gives up as soon as it is slow.
    Little,
}

/// A descent: when it is good enough, what it does when it does not arrive, and what it is told as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    pub(super) until: Until,
    pub(super) patience: Patience,
    pub(super) told: Event,
}

impl Descent {
    /// From a start to the goals.
    pub(super) const fn to_goals(patience: Patience) -> Self {
        Self {
            until: Until::Reached,
            patience,
            told: Event::Began,
        }
    }
}

/// When a descent is good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// All goals are within tolerance.
    Reached,
    /// All goals are near: links pass through each other still, and there is no point in more.
    Near,
}

/// A solve that is under way: what is asked and how, what came of it so far, and who watches.
pub(super) struct Solve<'a, W> {
    pub(super) problem: Problem<'a>,
    pub(super) settings: &'a SolverSettings,
    pub(super) report: &'a mut Report,
    pub(super) watch: &'a mut W,
}

impl<W> Solve<'_, W> {
    /// The same with other settings.
    pub(super) fn with<'b>(&'b mut self, settings: &'b SolverSettings) -> Solve<'b, W> {
        Solve {
            problem: self.problem,
            settings,
            report: self.report,
            watch: self.watch,
        }
    }
}

/// Solves problems. Owns scratch memory only: any two solvers give the same answer, bit for bit.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// Where the solve is.
    pub(super) now: Candidate,
    /// Where a step leads, or where the last kept one began.
    pub(super) trial: Candidate,
    /// A look farther ahead, or a place to go back to.
    pub(super) ahead: Candidate,
    /// The best end of the starts so far.
    pub(super) best: Candidate,
    /// Joints before the solve, inside their limits.
    pub(super) start: Vec<JointCoordinate>,
    pub(super) judge: Judge,
    pub(super) stepper: Stepper,
    pub(super) conjugate: Conjugate,
    /// Largest turn of a joint in the last step [rad].
    pub(super) turn: f64,
    /// Starts so far.
    pub(super) starts: u32,
    /// What a try before this one took.
    pub(super) spent: Spent,
    /// What people would do.
    pub(super) expectation: Expectation,
    /// For those who watch: the error of every goal as it is told [m or rad].
    told: Vec<f64>,
}

/// Linearisations and sweeps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) iterations: u32,
    pub(super) sweeps: u32,
}

/// Damping grows by the first factor when a step is refused, and shrinks by the second when one is kept.
const FACTORS: (f64, f64) = (8.0, 8.0);
/// The same, and the damping to begin with, at a target out of reach: what the rows do not know of the cost there is of the
/// size of a pull times an arm, those of a person [m²].
const SLOW_FACTORS: (f64, f64) = (4.0, 1.5);
const SLOW_DAMPING: f64 = 0.1;
/// Beyond this damping a step is shorter than any joint can show.
const MAX_DAMPING: f64 = 1e9;
/// After so many steps that did not bring the goals much nearer, the target counts as out of reach or blocked by limits.
const SLOW_STEPS: u32 = 5;
/// A step that leaves more than this share of the squared errors is slow.
const FAST: f64 = 0.7;
/// A step that leaves less than this share of the squared errors is kept even if its cost is higher: far from the
/// goals a large step disturbs balance a little, which weighs much, and the next step mends it.
const ARRIVING: f64 = 0.5;
/// A step that lowers the cost by a smaller share is not worth a move: errors of a metre change by micrometres.
const REST_GAIN: f64 = 3e-6;
/// After so many iterations the share that is worth a move begins to grow with their square: a crawl must end.
const PATIENCE: u32 = 15;
/// So many steps in a row that are not worth a move are rest.
const IDLE_STEPS: u32 = 2;
/// Wishes are followed until no joint turns more than this [rad].
const WISH_TURN: f64 = 1e-4;
/// Links of a person that are no farther than this from each other in the end are in each other's way [m]: they were asked to come a little
/// farther apart than they have to.
const TOUCHING: f64 = 0.0025;
/// A start that still lets links pass through each other is near enough when squared errors sum up to this [m²].
const NEAR_ENOUGH: f64 = 0.01;

impl Solver {
    /// Moves `pose` towards the goals, starting from where it is.
    pub fn solve(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.run(problem, settings, pose, report, &mut Nobody);
    }

    /// The solve of a body whose rest is known, from where `pose` is, or from rest.
    pub(super) fn solve_from<W: Watch>(
        &mut self,
        (problem, settings): (Problem, &SolverSettings),
        from: From,
        pose: &mut Pose,
        report: &mut Report,
        watch: &mut W,
    ) {
        let solve = &mut Solve {
            problem,
            settings,
            report,
            watch,
        };
        self.begin(solve, pose);
        if from == From::Rest {
            self.now.pose.joints.copy_from_slice(problem.posture.rest);
            self.look_at_now(solve);
        }
        solve.report.outcome = match settings.finish {
            Finish::Steps(steps) => {
                self.come_apart(solve);
                self.take_steps(solve, steps)
            }
            Finish::LeastCost => {
                self.come_apart(solve);
                self.descend(solve, Descent::to_goals(Patience::Full))
            }
            Finish::Reached => self.arrive(solve),
        };
        self.finish(solve, pose);
    }

    /// Sizes the scratch memory and measures the pose before the solve.
    fn begin<W: Watch>(&mut self, solve: &mut Solve<W>, pose: &Pose) {
        let (problem, settings) = (solve.problem, solve.settings);
        self.stepper.begin(problem.stance.rooting.dofs);
        self.turn = 0.0;
        self.judge.begin(problem, settings);
        self.now.pose.joints.clone_from(&pose.joints);
        if settings.limits == Limits::Respected {
            self.now.pose.clamp_joints(problem.character);
        }
        let locked = &problem.stance.locked;
        (problem.character).flatten(locked, &mut self.now.pose.joints);
        self.start.clone_from(&self.now.pose.joints);
        self.look_at_now(solve);
        let report = &mut *solve.report;
        (report.iterations, report.restarts) = (0, 0);
        report.goals.clear();
        let sizes = self.now.measure.sizes.iter().zip(problem.goals);
        report.goals.extend(sizes.map(|(size, goal)| GoalReport {
            before: goal.kind.told(*size),
            after: 0.0,
            reached: false,
        }));
    }

    pub(super) fn look_at_now<W>(&mut self, solve: &Solve<W>) {
        (self.judge).look(solve.problem, solve.settings, &mut self.now);
    }

    /// Every step in full, none of them judged.
    fn take_steps<W: Watch>(&mut self, solve: &mut Solve<W>, steps: u32) -> Outcome {
        let damping = solve.settings.damping;
        self.tell(solve, damping, Event::Began);
        for _ in 0..steps {
            self.linearise(solve);
            self.try_step(solve, damping, Pace::Brisk);
            std::mem::swap(&mut self.now, &mut self.trial);
            solve.report.iterations += 1;
            self.tell(solve, damping, Event::Taken);
        }
        solve.report.last_turn = self.turn;
        self.ended(solve)
    }

    /// Steps downhill from `now` until the goals are reached or the figure rests.
    pub(super) fn descend<W: Watch>(&mut self, solve: &mut Solve<W>, descent: Descent) -> Outcome {
        let (problem, settings) = (solve.problem, solve.settings);
        let may_arrive = settings.finish == Finish::Reached;
        let has_wishes = problem.goals.iter().any(|goal| goal.rank.is_wish());
        let enough_turn = if has_wishes { WISH_TURN } else { f64::INFINITY };
        let mut damping = settings.damping;
        let (mut linearised, mut refused, mut slow_steps, mut idle) = (false, false, 0, 0);
        // Nobody knows whether a figure rests that has not tried to move.
        solve.report.last_turn = if has_wishes || !may_arrive {
            f64::INFINITY
        } else {
            0.0
        };
        self.conjugate.clear();
        self.tell(solve, damping, descent.told);
        let mut iteration = 0;
        while iteration < settings.max_iterations {
            // 1 Good enough? Wishes go on until they hardly move.
            if may_arrive && self.now.measure.reached && solve.report.last_turn < enough_turn {
                return Outcome::Reached;
            }
            if descent.until == Until::Near && self.now.measure.total < NEAR_ENOUGH {
                return Outcome::Reached;
            }
            let is_slow = may_arrive && slow_steps >= SLOW_STEPS;
            if is_slow && descent.patience == Patience::Little && !self.now.measure.reached {
                return Outcome::OutOfIterations;
            }
            // 2 The cost around this pose, unless the last step was refused and it is still known.
            if !linearised {
                self.linearise(solve);
                linearised = true;
            }
            // 3 A step, and what it leads to; a slow solve goes on along earlier steps.
            let (before, total_before) = (self.now.cost, self.now.measure.total);
            let pace = if is_slow { Pace::Slow } else { Pace::Brisk };
            self.try_step(solve, damping, pace);
            if is_slow {
                self.lengthen(solve);
                solve.watch.moment(Event::Prolonged, &self.trial);
            }
            solve.report.iterations += 1;
            // 4 Keep it only if it helps.
            let arriving = may_arrive && self.trial.measure.total < ARRIVING * total_before;
            let accepted = self.trial.cost < before || (arriving && !is_slow);
            if accepted {
                std::mem::swap(&mut self.now, &mut self.trial);
                linearised = false;
            } else {
                self.conjugate.clear();
            }
            solve.report.last_turn = self.turn;
            let judged = if accepted {
                Event::Kept
            } else {
                Event::Refused
            };
            self.tell(solve, damping, judged);
            // 5 At rest? Then nothing that is left to gain is worth a move.
            let crawl = f64::from(iteration.max(PATIENCE)) / f64::from(PATIENCE);
            let least_gain = REST_GAIN * crawl * crawl;
            let worthwhile = self.now.cost < before * (1.0 - least_gain);
            idle = if worthwhile {
                0
            } else {
                idle + u32::from(accepted && is_slow)
            };
            if idle >= IDLE_STEPS || damping > MAX_DAMPING {
                solve.report.last_turn = 0.0;
            }
            if solve.report.last_turn <= settings.rest_turn {
                break;
            }
            // A frame's few steps are meant to be taken: refusals do not count among them.
            iteration += u32::from(accepted || may_arrive);
            // 6 Damp more after a refusal; once a step was refused at some damping, one kept step is not reason enough
            // to try that damping again.
            let (more, less) = if is_slow { SLOW_FACTORS } else { FACTORS };
            damping = match (accepted, refused) {
                (false, _) => damping * more,
                (true, true) => damping,
                (true, false) => (damping / less).max(settings.damping),
            };
            refused = !accepted;
            slow_steps += u32::from(self.now.measure.total > FAST * total_before);
            if slow_steps == SLOW_STEPS && !is_slow {
                damping = damping.max(square(problem.size) * SLOW_DAMPING);
            }
        }
        self.ended(solve)
    }

    /// The cost around `now`.
    pub(super) fn linearise<W>(&mut self, solve: &Solve<W>) {
        let here = self.now.here(solve.problem, &self.judge.strength);
        let asked = Asked::of(solve, &self.judge);
        self.stepper.linearise(here, asked, &self.now);
    }

    /// Fills `trial` with where a step with this damping leads.
    fn try_step<W: Watch>(&mut self, solve: &mut Solve<W>, damping: f64, pace: Pace) {
        let effort = Effort::new(solve.settings, (damping, pace), &self.now, &self.judge);
        self.step_with(solve, effort);
    }

    pub(super) fn step_with<W: Watch>(&mut self, solve: &mut Solve<W>, effort: Effort) {
        let (problem, settings) = (solve.problem, solve.settings);
        let here = self.now.here(problem, &self.judge.strength);
        solve.watch.step(here, effort, &self.judge);
        let (asked, moved) = (Asked::of(solve, &self.judge), &mut self.trial.pose);
        self.stepper.step(here, asked, effort, moved, solve.watch);
        self.turn = self.stepper.largest_turn;
        self.trial.start = self.now.start;
        confine(problem, settings, &self.start, &mut self.trial.pose);
        self.judge.look(problem, settings, &mut self.trial);
    }

    /// How it stands after a last step.
    fn ended<W>(&self, solve: &Solve<W>) -> Outcome {
        if self.now.measure.reached {
            Outcome::Reached
        } else if solve.report.last_turn <= solve.settings.rest_turn {
            Outcome::Resting
        } else {
            Outcome::OutOfIterations
        }
    }

    /// Tells those who watch what became of a step, or that a start begins.
    pub(super) fn tell<W: Watch>(&mut self, solve: &mut Solve<W>, damping: f64, event: Event) {
        if event.begins() {
            self.now.start = self.starts;
            self.starts += 1;
        }
        if !W::LINEARISATIONS {
            return;
        }
        if event == Event::CameApart {
            solve.watch.moment(event, &self.now);
            return;
        }
        let sizes = self.now.measure.sizes.iter().zip(solve.problem.goals);
        self.told.clear();
        self.told
            .extend(sizes.map(|(size, goal)| goal.kind.told(*size)));
        solve.watch.iteration(&Iteration {
            number: self.spent.iterations + solve.report.iterations,
            start: self.now.start,
            damping,
            sweeps: self.spent.sweeps + self.stepper.sweeps(),
            turn: self.turn,
            begins: event.begins(),
            accepted: event != Event::Refused,
            limits_met: self.stepper.limits_met(),
            cost: self.now.cost,
            errors: &self.told,
        });
        solve.watch.moment(event, &self.now);
    }

    /// Hands the pose out and says what every goal got.
    fn finish<W>(&self, solve: &mut Solve<W>, pose: &mut Pose) {
        let (problem, settings, now) = (solve.problem, solve.settings, &self.now);
        let report = &mut *solve.report;
        pose.joints.clone_from(&now.pose.joints);
        pose.world_from_root = now.kin.world_from_link[0];
        let results = report.goals.iter_mut().zip(&now.measure.sizes);
        for ((got, size), goal) in results.zip(problem.goals) {
            got.after = goal.kind.told(*size);
            // A margin that no pose could give is not looked for, but it is not reached either.
            let least = goal.kind.told(0.0);
            got.reached = *size + least <= settings.of(goal.kind.unit()).tolerance;
        }
        if report.outcome == Outcome::Reached && report.unreached(problem.goals).next().is_some() {
            report.outcome = Outcome::Resting;
        }
        report.sweeps = self.stepper.sweeps();
        (report.cost, report.start) = (now.cost, now.start);
        let deepest = now.deepest();
        let deepest = deepest.filter(|near| -near.gap > settings.position_tolerance);
        report.overlap = deepest.map(|near| Overlap {
            first: near.first,
            second: near.second,
            metres: -near.gap,
        });
        report.holds_off = now
            .near
            .iter()
            .any(|near| near.gap < problem.size * TOUCHING);
        report.com = now.kin.com;
        let over_ground = DVec2::new(now.kin.com.x, now.kin.com.z);
        report.margin = problem.stance.polygon.margin(over_ground);
    }
}
