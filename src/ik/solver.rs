//! The solve: linearise, step, judge, until the goals are reached or the figure rests.
//!
//! ```text
//! pose ──> kinematics ──> errors ──> rows J, e ──> step (priority, limits) ──> trial pose
//!   ^                                                                            │ weighted error fell: keep it
//!   └────────────────────────────────────────────────────────────────────────────┘ else: damp more, step again
//! ```

use super::held::Held;
use super::measure::{self, Measure};
use super::priority::Direct;
use super::restart;
use super::rows::{Rows, Span};
use super::sweep::Sweep;
use super::{Goal, GoalReport, Limits, Method, Outcome, Report, SolverSettings};
use crate::character::{Character, JointCoordinate, Pose};
use crate::kinematics::{Kinematics, Stance, move_joints};
use crate::math::{Transform, retract, rotation_from_vector, rotation_vector};
use glam::{DVec2, DVec3};

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

/// A pose with all that is known of it.
#[derive(Clone, Debug)]
struct Candidate {
    pose: Pose,
    kin: Kinematics,
    measure: Measure,
    cost: f64,
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

/// Solves problems. Owns scratch memory only: any two solvers give the same answer, bit for bit.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    now: Candidate,
    trial: Candidate,
    best: Candidate,
    start: Vec<JointCoordinate>,
    spans: Vec<Span>,
    weights: Vec<f64>,
    /// The linearisation at `now`.
    rows: Rows,
    /// The same with what limits hold taken out.
    held_rows: Rows,
    held: Held,
    direct: Direct,
    sweep: Sweep,
    posture: Vec<f64>,
    held_posture: Vec<f64>,
    /// The step in columns scaled by strength.
    scaled: Vec<f64>,
    /// The step [rad].
    change: Vec<f64>,
}

/// Rounds of "this bound is in the way, solve again without it" per step.
const HOLD_ROUNDS: usize = 4;
/// Damping grows by this factor when a step is refused, and shrinks by it when one is kept.
const DAMPING_FACTOR: f64 = 8.0;
/// Beyond this damping a step is shorter than any joint can show.
const MAX_DAMPING: f64 = 1e9;
/// While wishes are open, a reached pose is improved until no joint turns more than this [rad].
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
    /// speed limit times the frame's time), however far a straight limb would have to jump.
    pub fn track(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.run(problem, settings, max_turn, pose, report, &mut |_| {});
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
        let Problem {
            character,
            stance,
            goals,
        } = problem;
        self.begin(problem, settings, pose);
        report.goals.clear();
        report
            .goals
            .extend(
                goals
                    .iter()
                    .zip(&self.now.measure.sizes)
                    .map(|(_, size)| GoalReport {
                        before: *size,
                        after: *size,
                        reached: false,
                    }),
            );
        report.iterations = 0;
        report.restarts = 0;
        report.outcome = self.descend(problem, settings, max_turn, report, observe);

        // A stuck solve may try other starts; the best end of all is kept.
        while report.outcome != Outcome::Reached && report.restarts < settings.restarts {
            report.restarts += 1;
            std::mem::swap(&mut self.now, &mut self.best);
            restart::write_seed(
                character,
                stance,
                settings,
                report.restarts,
                &mut self.now.pose,
            );
            self.look(problem, settings);
            let outcome = self.descend(problem, settings, max_turn, report, observe);
            let better = outcome == Outcome::Reached || self.now.cost < self.best.cost;
            if better {
                report.outcome = outcome;
            } else {
                std::mem::swap(&mut self.now, &mut self.best);
            }
        }
        self.finish(problem, settings, pose, report);
    }

    /// Sizes the scratch memory and measures the pose before the solve.
    fn begin(&mut self, problem: Problem, settings: &SolverSettings, pose: &Pose) {
        let rooting = &problem.stance.rooting;
        self.rows.start(rooting, problem.goals, &mut self.spans);
        for vector in [
            &mut self.posture,
            &mut self.held_posture,
            &mut self.scaled,
            &mut self.change,
        ] {
            vector.clear();
            vector.resize(self.rows.stride, 0.0);
        }
        self.start.clone_from(&pose.joints);
        self.now.pose.world_from_root = pose.world_from_root;
        self.now.pose.joints.clone_from(&pose.joints);
        if settings.limits == Limits::Respected {
            clamp_joints(problem.character, &mut self.now.pose);
        }
        self.look(problem, settings);
    }

    /// Measures `now` and weighs it.
    fn look(&mut self, problem: Problem, settings: &SolverSettings) {
        let now = &mut self.now;
        problem
            .stance
            .update(problem.character, &now.pose, &mut now.kin);
        now.measure.take(problem.goals, settings, &now.kin);
        self.weigh(problem, settings);
    }

    /// Weights for the errors of `now`, and its cost under them.
    fn weigh(&mut self, problem: Problem, settings: &SolverSettings) {
        let sizes = &self.now.measure.sizes;
        measure::weights(problem.goals, settings, sizes, &mut self.weights);
        self.now.cost = cost(problem, settings, &self.weights, &self.now);
    }

    /// Steps downhill from `now` until the goals are reached or the figure rests.
    fn descend(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        max_turn: f64,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) -> Outcome {
        let has_wishes = problem.goals.iter().any(|goal| goal.rank.is_wish());
        let mut damping = settings.damping;
        let mut linearised = false;
        report.last_turn = 0.0;
        observe(&self.describe(report, damping, true));
        for _ in 0..settings.max_iterations {
            // 1 Good enough? Wishes may go on until they hardly move.
            let quiet = report.last_turn < WISH_TURN && linearised;
            if self.now.measure.reached && (quiet || !has_wishes) {
                return Outcome::Reached;
            }
            // 2 The rows at this pose, unless the last step was refused and they still hold.
            if !linearised {
                self.weigh(problem, settings);
                self.linearise(problem, settings);
                linearised = true;
            }
            // 3 A step, and the pose it leads to.
            self.step(problem, settings, damping);
            let turn = self.try_step(problem, settings, max_turn);
            report.iterations += 1;
            report.last_turn = turn;
            // 4 Keep it only if it helps.
            let accepted = self.trial.cost < self.now.cost;
            if accepted {
                std::mem::swap(&mut self.now, &mut self.trial);
                linearised = false;
            }
            observe(&self.describe(report, damping, accepted));
            if turn < settings.rest_turn {
                break;
            }
            damping = if accepted {
                (damping / DAMPING_FACTOR).max(settings.damping)
            } else {
                damping * DAMPING_FACTOR
            };
            if damping > MAX_DAMPING {
                break;
            }
            if accepted && has_wishes && self.now.measure.reached && turn < WISH_TURN {
                return Outcome::Reached;
            }
        }
        if self.now.measure.reached {
            Outcome::Reached
        } else if report.last_turn < settings.rest_turn.max(1e-6) || damping > MAX_DAMPING {
            Outcome::Resting
        } else {
            Outcome::OutOfIterations
        }
    }

    /// Fills `rows` at `now`, each error cut to what one linearisation may ask.
    fn linearise(&mut self, problem: Problem, settings: &SolverSettings) {
        let rooting = &problem.stance.rooting;
        for (index, goal) in problem.goals.iter().enumerate() {
            let error = self.now.measure.errors[index];
            let size = self.now.measure.sizes[index];
            let asked = error * (settings.max_error / size.max(settings.max_error));
            self.rows.write_goal(
                rooting,
                &self.now.kin,
                &goal.kind,
                self.spans[index],
                self.weights[index],
                asked,
            );
        }
        self.pull_to_rest(problem, settings);
    }

    /// Fills `posture`: the step that would take every joint to rest, scaled like the columns.
    fn pull_to_rest(&mut self, problem: Problem, settings: &SolverSettings) {
        if settings.posture == 0.0 {
            return;
        }
        for step in &problem.stance.rooting.steps {
            let joint = step.joint.index();
            let turn = measure::turn_to_rest(
                &self.now.pose.joints[joint],
                &problem.character.rest.joints[joint],
            ) / step.compliance.sqrt();
            let first = usize::from(step.first_dof);
            match step.dofs {
                0 => {}
                1 => self.posture[first] = turn.x,
                _ => {
                    let turn = step.sign * self.now.kin.link(step.joint).direction(turn);
                    self.posture[first..first + 3].copy_from_slice(&turn.to_array());
                }
            }
        }
    }

    /// Fills `change` with the step for this damping, limits held.
    fn step(&mut self, problem: Problem, settings: &SolverSettings, damping: f64) {
        // min … + δ |z|² + κ |z − p|² is min … + (δ + κ) |z − κ/(δ + κ) p|².
        let stiffness = settings.posture * settings.damping;
        let share = stiffness / (damping + stiffness);
        for (held, posture) in self.held_posture.iter_mut().zip(&self.posture) {
            *held = share * posture;
        }
        match settings.method {
            Method::Direct => self.step_direct(problem, settings, damping + stiffness),
            Method::Sweep { sweeps, relaxation } => {
                self.step_sweep(problem, settings, damping, sweeps, relaxation);
            }
        }
    }

    fn step_direct(&mut self, problem: Problem, settings: &SolverSettings, damping: f64) {
        let rooting = &problem.stance.rooting;
        self.held.clear(rooting);
        for round in 0..=HOLD_ROUNDS {
            let rows = if round == 0 {
                &self.rows
            } else {
                &self.held_rows
            };
            self.direct.solve(
                rows,
                settings.priority,
                damping,
                &self.held_posture,
                &mut self.scaled,
            );
            self.change.copy_from_slice(&self.scaled);
            for step in &rooting.steps {
                let first = usize::from(step.first_dof);
                let strength = step.compliance.sqrt();
                for x in &mut self.change[first..first + usize::from(step.dofs)] {
                    *x *= strength;
                }
            }
            self.held.add_moves(rooting, &mut self.change);
            shorten(&mut self.change, settings.max_turn);
            if settings.limits == Limits::Ignored || round == HOLD_ROUNDS {
                break;
            }

            // Where would that lead? Hold what is in the way and solve the rest again.
            let (now, wanted) = (&self.now, &mut self.trial.pose);
            move_joints(rooting, &now.kin, &now.pose, &self.change, wanted);
            if round == 0 {
                self.held_rows.copy_from(&self.rows);
            }
            let new_bounds = self.held.hold_bounds(
                problem.character,
                rooting,
                &now.kin,
                (&now.pose, wanted),
                &mut self.held_rows,
                &mut self.held_posture,
            );
            if !new_bounds {
                break;
            }
        }
    }

    /// The paper's way: sweeps over the columns, each joint put back inside its limits as soon as it is visited.
    fn step_sweep(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        damping: f64,
        sweeps: u16,
        relaxation: f64,
    ) {
        let rooting = &problem.stance.rooting;
        self.held.clear(rooting);
        self.sweep.start_rows(&self.rows, rooting.dofs);
        self.scaled.fill(0.0);
        for _ in 0..sweeps {
            for step in &rooting.steps {
                let columns = usize::from(step.first_dof)..usize::from(step.first_dof + step.dofs);
                for j in columns.clone() {
                    self.sweep.visit(j, damping, relaxation, &mut self.scaled);
                }
                if settings.limits == Limits::Ignored || step.dofs == 0 {
                    continue;
                }
                let strength = step.compliance.sqrt();
                let mut turn = [0.0; 3];
                for (t, z) in turn.iter_mut().zip(&self.scaled[columns.clone()]) {
                    *t = strength * z;
                }
                let kind = &problem.character.link(step.joint).joint.kind;
                let joint = self.now.pose.joint(step.joint);
                let world_from_link = self.now.kin.link(step.joint).rotation;
                let allowed = allowed_turn(&joint, kind, step.sign, world_from_link, turn);
                for (k, j) in columns.enumerate() {
                    let change = allowed[k] / strength - self.scaled[j];
                    if change != 0.0 {
                        self.scaled[j] += change;
                        self.sweep.take_up(j, change);
                        self.held.count += 1;
                    }
                }
            }
        }
        for step in &rooting.steps {
            for j in usize::from(step.first_dof)..usize::from(step.first_dof + step.dofs) {
                self.change[j] = step.compliance.sqrt() * (self.scaled[j] + self.held_posture[j]);
            }
        }
        shorten(&mut self.change, settings.max_turn);
    }

    /// Fills `trial` with the pose that `change` leads to. Returns the largest turn of a joint.
    fn try_step(&mut self, problem: Problem, settings: &SolverSettings, max_turn: f64) -> f64 {
        let (now, trial) = (&self.now, &mut self.trial);
        move_joints(
            &problem.stance.rooting,
            &now.kin,
            &now.pose,
            &self.change,
            &mut trial.pose,
        );
        if settings.limits == Limits::Respected {
            clamp_joints(problem.character, &mut trial.pose);
        }
        if max_turn.is_finite() {
            for (joint, start) in trial.pose.joints.iter_mut().zip(&self.start) {
                *joint = near(joint, start, max_turn);
            }
        }
        problem
            .stance
            .update(problem.character, &trial.pose, &mut trial.kin);
        trial.measure.take(problem.goals, settings, &trial.kin);
        trial.cost = cost(problem, settings, &self.weights, trial);
        self.change.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    fn describe(&self, report: &Report, damping: f64, accepted: bool) -> Iteration<'_> {
        Iteration {
            number: report.iterations,
            start: report.restarts,
            damping,
            turn: report.last_turn,
            accepted,
            limits_met: self.held.count,
            cost: self.now.cost,
            errors: &self.now.measure.sizes,
        }
    }

    /// Hands the pose out and says what every goal got.
    fn finish(
        &self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        let now = &self.now;
        pose.joints.clone_from(&now.pose.joints);
        pose.world_from_root = now.kin.world_from_link[0];
        for ((goal, got), size) in problem
            .goals
            .iter()
            .zip(&mut report.goals)
            .zip(&now.measure.sizes)
        {
            got.after = *size;
            got.reached = *size <= measure::tolerance(&goal.kind, settings);
        }
        report.com = now.kin.com;
        let over_ground = DVec2::new(now.kin.com.x, now.kin.com.z);
        report.margin = problem.stance.polygon.margin(over_ground);
    }
}

/// What a solve lowers, for one candidate under given weights.
fn cost(
    problem: Problem,
    settings: &SolverSettings,
    weights: &[f64],
    candidate: &Candidate,
) -> f64 {
    let stiffness = settings.posture * settings.damping;
    let posture = measure::posture_cost(problem.character, &candidate.pose, stiffness);
    measure::cost(&candidate.measure.sizes, weights, settings, posture)
}

fn clamp_joints(character: &Character, pose: &mut Pose) {
    for (joint, link) in pose.joints.iter_mut().zip(&character.links) {
        *joint = joint.clamped(&link.joint.kind);
    }
}

/// Scales a step so that no column turns more than `max_turn`.
fn shorten(change: &mut [f64], max_turn: f64) {
    let largest = change.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest > max_turn {
        let scale = max_turn / largest;
        change.iter_mut().for_each(|x| *x *= scale);
    }
}

/// The joint itself, or the nearest turn to it that is within `max_turn` of where it started.
fn near(joint: &JointCoordinate, start: &JointCoordinate, max_turn: f64) -> JointCoordinate {
    match (*joint, *start) {
        (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(start)) => {
            JointCoordinate::Hinge(angle.clamp(start - max_turn, start + max_turn))
        }
        (JointCoordinate::Ball(q), JointCoordinate::Ball(start)) => {
            let turn = rotation_vector(start.conjugate() * q);
            if turn.length() <= max_turn {
                *joint
            } else {
                let part = rotation_from_vector(turn.clamp_length_max(max_turn));
                JointCoordinate::Ball((start * part).normalize())
            }
        }
        _ => *joint,
    }
}

/// The columns of a joint nearest to `turn` that keep it inside its limits.
fn allowed_turn(
    joint: &JointCoordinate,
    kind: &crate::character::JointKind,
    sign: f64,
    world_from_link: glam::DQuat,
    turn: [f64; 3],
) -> [f64; 3] {
    match *joint {
        JointCoordinate::Fixed => turn,
        JointCoordinate::Hinge(angle) => {
            let wanted = JointCoordinate::Hinge(angle + turn[0]);
            match wanted.clamped(kind) {
                JointCoordinate::Hinge(inside) if inside != angle + turn[0] => {
                    [inside - angle, 0.0, 0.0]
                }
                _ => turn,
            }
        }
        JointCoordinate::Ball(q) => {
            let in_link = sign * (world_from_link.conjugate() * DVec3::from_array(turn));
            let wanted = retract(q, in_link);
            match JointCoordinate::Ball(wanted).clamped(kind) {
                JointCoordinate::Ball(inside) if inside != wanted => {
                    // The inverse of `retract`: twice the vector part over the scalar part.
                    let back = q.conjugate() * inside;
                    let vector = DVec3::new(back.x, back.y, back.z) * (2.0 / back.w);
                    (sign * (world_from_link * vector)).to_array()
                }
                _ => turn,
            }
        }
    }
}
