//! The solve: linearise, step, judge, until the goals are reached or the figure rests.
//!
//! ```text
//! pose ──> kinematics ──> errors ──> rows J, e ──> step (priority, limits) ──> trial pose
//!   ^                                                                            │ weighted error fell: keep it
//!   └────────────────────────────────────────────────────────────────────────────┘ else: damp more, step again
//! ```

use super::candidate::{Candidate, confine};
use super::measure::{self, Kernel};
use super::step::{Curvature, Stepper};
use super::{Goal, GoalReport, Limits, Outcome, Report, SolverSettings};
use crate::character::{Character, JointCoordinate, Pose};
use crate::kinematics::Stance;
use glam::DVec2;

/// What is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The body.
    pub character: &'a Character,
    /// What it stands on.
    pub stance: &'a Stance,
    /// What is asked of it.
    pub goals: &'a [Goal],
}

/// One linearisation, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Counts from 1; 0 is the pose before the solve.
    pub number: u32,
    /// Counts from 0; each restart is one more.
    pub start: u32,
    /// Damping that the step was taken with [m²].
    pub damping: f64,
    /// Largest turn of a joint [rad].
    pub turn: f64,
    /// Whether the step lowered the weighted error and was kept.
    pub accepted: bool,
    /// Bounds of joints that held the step back.
    pub limits_met: usize,
    /// Weighted error that the solve lowers [m²].
    pub cost: f64,
    /// Error of every goal after the step, in its unit [m or rad].
    pub errors: &'a [f64],
}

/// What a solve does that does not arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// Goes on with the full curvature until it rests.
    Full,
    /// Gives up as soon as it is slow.
    Little,
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
    /// The best end of earlier starts.
    pub(super) best: Candidate,
    /// Joints before the solve, inside their limits.
    pub(super) start: Vec<JointCoordinate>,
    pub(super) kernels: Vec<Kernel>,
    pub(super) stepper: Stepper,
}

/// Damping grows by this factor when a step is refused, and shrinks by it when one is kept.
pub(super) const DAMPING_FACTOR: f64 = 8.0;
/// Beyond this damping a step is shorter than any joint can show.
pub(super) const MAX_DAMPING: f64 = 1e9;
/// After so many steps that did not bring the goals much nearer, the target counts as out of reach or blocked by
/// limits: only the full curvature comes to rest there in a few steps.
const SLOW_STEPS: u32 = 5;
/// A step that leaves more than this share of the squared errors is slow.
const FAST: f64 = 0.7;
/// A step that leaves less than this share of the squared errors is kept even if its cost is higher: far from the
/// goals a large step disturbs balance a little, which weighs much, and the next step mends it.
const ARRIVING: f64 = 0.5;
/// A step that lowers the cost by a smaller share than this is not worth a move: errors of a metre change by
/// micrometres.
const REST_GAIN: f64 = 1e-5;
/// After so many iterations the share that is worth a move begins to grow in proportion: a crawl must end.
const PATIENCE: u32 = 20;
/// Wishes are followed until no joint turns more than this [rad].
const WISH_TURN: f64 = 1e-4;

impl Solver {
    /// Moves `pose` towards the goals, starting from where it is.
    pub fn solve(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.solve_observed(problem, settings, pose, report, &mut |_| {});
    }

    /// The same, showing every iteration to `observe`.
    pub fn solve_observed(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) {
        self.run(problem, settings, f64::INFINITY, pose, report, observe);
    }

    /// The same for one frame of a motion: no joint turns more than `max_turn` radians from where it is now (its
    /// speed limit times the frame's time), however far a straight limb would have to jump. Restarts and alternatives
    /// would jump too: a frame has none, whatever the settings say.
    pub fn track(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        let settings = SolverSettings {
            restarts: 0,
            alternatives: 0,
            ..*settings
        };
        self.run(problem, &settings, max_turn, pose, report, &mut |_| {});
    }

    fn run(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        pose: &mut Pose,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) {
        self.begin(problem, settings, pose, report);
        // With other starts at hand a stuck solve is left at once; the nearest end of all is gone on from if none arrives.
        let patience = if settings.restarts > 0 {
            Patience::Little
        } else {
            Patience::Full
        };
        report.outcome = self.descend(problem, settings, patience, max_turn, report, observe);
        while report.outcome != Outcome::Reached && report.restarts < settings.restarts {
            report.restarts += 1;
            std::mem::swap(&mut self.now, &mut self.best);
            self.start_elsewhere(problem, settings, report.restarts);
            report.outcome = self.descend(problem, settings, patience, max_turn, report, observe);
            if report.outcome != Outcome::Reached && self.now.cost > self.best.cost {
                std::mem::swap(&mut self.now, &mut self.best);
            }
        }
        if report.outcome != Outcome::Reached && patience == Patience::Little {
            self.stepper.forget_limits();
            let patience = Patience::Full;
            report.outcome = self.descend(problem, settings, patience, max_turn, report, observe);
        }
        if report.outcome == Outcome::Reached {
            self.settle(problem, settings, max_turn, report);
            self.compare_alternatives(problem, settings, max_turn, report, observe);
        }
        self.finish(problem, settings, pose, report);
    }

    /// Sizes the scratch memory and measures the pose before the solve.
    pub(super) fn begin(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &Pose,
        report: &mut Report,
    ) {
        self.stepper.begin(problem);
        self.now.pose.joints.clone_from(&pose.joints);
        if settings.limits == Limits::Respected {
            self.now.pose.clamp_joints(problem.character);
        }
        self.start.clone_from(&self.now.pose.joints);
        measure::write_kernels(problem.goals, settings, &mut self.kernels);
        self.now.look(problem, settings, &self.kernels);

        report.iterations = 0;
        report.restarts = 0;
        report.goals.clear();
        report
            .goals
            .extend(self.now.measure.sizes.iter().map(|size| GoalReport {
                before: *size,
                after: *size,
                reached: false,
            }));
    }

    /// Steps downhill from `now` until the goals are reached or the figure rests.
    pub(super) fn descend(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        patience: Patience,
        max_turn: f64,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) -> Outcome {
        let has_wishes = problem.goals.iter().any(|goal| goal.rank.is_wish());
        let enough_turn = if has_wishes { WISH_TURN } else { f64::INFINITY };
        let mut damping = settings.damping;
        let (mut linearised, mut refused, mut slow_steps) = (false, false, 0);
        report.last_turn = if has_wishes { f64::INFINITY } else { 0.0 };
        observe(&self.describe(report, damping, true));
        for iteration in 0..settings.max_iterations {
            // 1 Good enough? Wishes go on until they hardly move.
            if self.now.measure.reached && report.last_turn < enough_turn {
                return Outcome::Reached;
            }
            // 2 The cost around this pose, unless the last step was refused and it is still known.
            if !linearised {
                if slow_steps >= SLOW_STEPS && patience == Patience::Little {
                    return Outcome::OutOfIterations;
                }
                let curvature = if slow_steps < SLOW_STEPS {
                    Curvature::Rows
                } else {
                    Curvature::Full
                };
                let at = (&self.now.pose, &self.now.kin, &self.now.measure);
                self.stepper
                    .linearise(problem, settings, at, &self.kernels, curvature);
                linearised = true;
            }
            // 3 A step, and what it leads to.
            let (before, total_before) = (self.now.cost, self.now.measure.total);
            damping = self.try_step(problem, settings, damping, max_turn);
            report.iterations += 1;
            // 4 Keep it only if it helps.
            let arriving = self.trial.measure.total < ARRIVING * total_before;
            let accepted =
                self.trial.cost < before || (arriving && !self.stepper.knows_curvature());
            if accepted {
                std::mem::swap(&mut self.now, &mut self.trial);
                linearised = false;
                self.go_on(problem, settings, max_turn);
            }
            report.last_turn = self.stepper.largest_turn();
            observe(&self.describe(report, damping, accepted));
            // 5 At rest? Then nothing that is left to gain is worth a move.
            let least_gain = REST_GAIN * f64::from(iteration.max(PATIENCE)) / f64::from(PATIENCE);
            let worthwhile = self.now.cost < before * (1.0 - least_gain);
            if accepted && !worthwhile && self.stepper.knows_curvature() {
                self.go_back();
                report.last_turn = 0.0;
            } else if !accepted && damping > MAX_DAMPING {
                report.last_turn = 0.0;
            }
            if report.last_turn < settings.rest_turn {
                break;
            }
            // 6 Damp more after a refusal; once a step was refused at some damping, one kept step is not reason enough
            // to try that damping again.
            damping = match (accepted, refused) {
                (false, _) => damping * DAMPING_FACTOR,
                (true, true) => damping,
                (true, false) => (damping / DAMPING_FACTOR).max(settings.damping),
            };
            refused = !accepted;
            slow_steps += u32::from(self.now.measure.total > FAST * total_before);
        }
        self.ended(settings, report.last_turn)
    }

    /// Goes on along a kept step while that helps: along a shallow valley, or away from a saddle, a damped step is much
    /// too short, and looking ahead costs a tenth of another step. `trial` is where the step began.
    fn go_on(&mut self, problem: Problem, settings: &SolverSettings, max_turn: f64) {
        while self.stepper.double(settings) {
            let (from, ahead) = (&self.trial, &mut self.ahead);
            self.stepper
                .move_again(problem, (&from.pose, &from.kin), &mut ahead.pose);
            if settings.limits == Limits::Respected {
                ahead.pose.clamp_joints(problem.character);
            }
            confine(problem, settings, (&self.start, max_turn), &mut ahead.pose);
            ahead.look(problem, settings, &self.kernels);
            if ahead.cost >= self.now.cost {
                self.stepper.halve();
                return;
            }
            std::mem::swap(&mut self.now, &mut self.ahead);
        }
    }

    /// Takes the last kept step back: `trial` is where it began.
    fn go_back(&mut self) {
        std::mem::swap(&mut self.now, &mut self.trial);
    }

    /// Fills `trial` with where a step with this damping leads; returns the damping that it took.
    pub(super) fn try_step(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        damping: f64,
        max_turn: f64,
    ) -> f64 {
        let (now, trial) = (&self.now, &mut self.trial);
        let at = (&now.pose, &now.kin);
        let taken = self
            .stepper
            .step(problem, settings, damping, at, &mut trial.pose);
        confine(problem, settings, (&self.start, max_turn), &mut trial.pose);
        trial.look(problem, settings, &self.kernels);
        taken
    }

    fn describe(&self, report: &Report, damping: f64, accepted: bool) -> Iteration<'_> {
        Iteration {
            number: report.iterations,
            start: report.restarts,
            damping,
            turn: report.last_turn,
            accepted,
            limits_met: self.stepper.limits_met(),
            cost: self.now.cost,
            errors: &self.now.measure.sizes,
        }
    }

    /// Hands the pose out and says what every goal got.
    pub(super) fn finish(
        &self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        let now = &self.now;
        pose.joints.clone_from(&now.pose.joints);
        pose.world_from_root = now.kin.world_from_link[0];
        let results = report.goals.iter_mut().zip(&now.measure.sizes);
        for ((got, size), goal) in results.zip(problem.goals) {
            got.after = *size;
            got.reached = *size <= measure::tolerance(&goal.kind, settings);
        }
        report.com = now.kin.com;
        let over_ground = DVec2::new(now.kin.com.x, now.kin.com.z);
        report.margin = problem.stance.polygon.margin(over_ground);
    }
}
