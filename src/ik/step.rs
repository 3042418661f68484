//! One step: the rows at a pose, and the joint turns that they ask for, limits held.

use super::held::{Held, Here, Which, turn_of};
use super::levers::Levers;
use super::measure::{Kernel, Measure, turn_to_rest};
use super::newton::Newton;
use super::priority::Direct;
use super::rows::{Rows, Span};
use super::sweep::Sweep;
use super::{Limits, Method, Problem, SolverSettings};
use crate::character::Pose;
use crate::kinematics::{Kinematics, Rooting, move_joints};

/// Rounds of "hold what is in the way, let go of what is not, solve again" per step.
const ROUNDS: usize = 6;
/// Damping grows by this factor until a cost that curves downward has a lowest point.
const DOWNWARD_FACTOR: f64 = 3.0;
/// Bounds are let go in the first rounds only, so that holding and letting go cannot chase each other.
const ROUNDS_OF_LETTING_GO: usize = 2;

/// What a step knows of the cost around the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Curvature {
    /// The rows' own: exact where all goals can be reached, and cheap.
    #[default]
    Rows,
    /// All of it: exact at targets out of reach too.
    Full,
}

/// Memory of steps, and the step itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Stepper {
    spans: Vec<Span>,
    /// The linearisation.
    levers: Levers,
    /// The same written out.
    rows: Rows,
    /// The same with what limits hold taken out.
    held_rows: Rows,
    held: Held,
    curvature: Curvature,
    direct: Direct,
    newton: Newton,
    sweep: Sweep,
    /// The step that would take every joint to rest, in columns scaled by strength.
    to_rest: Vec<f64>,
    /// The share of it that this step takes, what limits hold taken out.
    posture: Vec<f64>,
    /// The step in columns scaled by strength.
    scaled: Vec<f64>,
    /// The step [rad].
    change: Vec<f64>,
}

impl Stepper {
    /// Lays out the rows of a problem.
    pub(super) fn begin(&mut self, problem: Problem) {
        let rooting = &problem.stance.rooting;
        self.rows.start(rooting, problem.goals, &mut self.spans);
        for vector in [&mut self.to_rest, &mut self.scaled, &mut self.change] {
            vector.clear();
            vector.resize(self.rows.stride, 0.0);
        }
        self.held.clear();
    }

    /// Forgets what limits held: the next step starts elsewhere.
    pub(super) fn forget_limits(&mut self) {
        self.held.clear();
    }

    /// Bounds that hold the last step back.
    pub(super) fn limits_met(&self) -> usize {
        self.held.count()
    }

    /// Largest turn of the last step [rad].
    pub(super) fn largest_turn(&self) -> f64 {
        largest(&self.change)
    }

    /// Describes the cost around a pose: its rows, each error cut to what one linearisation may ask, or its full
    /// curvature.
    pub(super) fn linearise(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        (pose, kin, measure): (&Pose, &Kinematics, &Measure),
        kernels: &[Kernel],
        curvature: Curvature,
    ) {
        let rooting = &problem.stance.rooting;
        if settings.posture > 0.0 || settings.settle > 0 {
            self.pull_to_rest(problem, pose, kin);
        }
        let here = Here {
            character: problem.character,
            rooting,
            kin,
            pose,
        };
        self.curvature = match settings.method {
            Method::Direct => curvature,
            Method::Sweep { .. } => Curvature::Rows,
        };
        match self.curvature {
            Curvature::Rows => {
                self.held.carry_over(here);
                self.levers.clear();
                for (index, goal) in problem.goals.iter().enumerate() {
                    let (kernel, size) = (&kernels[index], measure.sizes[index]);
                    let asked = kernel.asked_share(size) * measure.errors[index];
                    let wish = (kernel.row_weight(size), asked);
                    let rows = (self.spans[index], &mut self.rows);
                    self.levers.add_goal(rooting, kin, &goal.kind, wish, rows);
                }
                if settings.method == Method::Direct && !settings.priority.is_by_rank() {
                    let error = &self.rows.error;
                    self.direct.prepare(&self.levers, error, &self.to_rest);
                } else {
                    self.levers.write_rows(&mut self.rows);
                }
            }
            Curvature::Full => {
                self.newton.describe(problem, kin, measure, kernels);
                if settings.limits == Limits::Respected {
                    self.held.hold_where_pulled(here, self.newton.pulls());
                    self.newton.add_bounds(here, &self.held);
                }
            }
        }
    }

    fn pull_to_rest(&mut self, problem: Problem, pose: &Pose, kin: &Kinematics) {
        for step in &problem.stance.rooting.steps {
            let joint = step.joint.index();
            let rest = &problem.character.rest.joints[joint];
            let turn = turn_to_rest(&pose.joints[joint], rest) / step.strength;
            let first = usize::from(step.first_dof);
            match step.dofs {
                0 => {}
                1 => self.to_rest[first] = turn.x,
                _ => {
                    let turn = step.sign * kin.link(step.joint).direction(turn);
                    self.to_rest[first..first + 3].copy_from_slice(&turn.to_array());
                }
            }
        }
    }

    /// Writes to `moved` the pose that a step with this damping leads to, inside its limits. Returns the damping that the step really took.
    pub(super) fn step(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        damping: f64,
        (pose, kin): (&Pose, &Kinematics),
        moved: &mut Pose,
    ) -> f64 {
        let here = Here {
            character: problem.character,
            rooting: &problem.stance.rooting,
            kin,
            pose,
        };
        match settings.method {
            Method::Direct if self.curvature == Curvature::Full => {
                self.full(here, settings, damping, moved)
            }
            Method::Direct => {
                self.direct(here, settings, damping, settings.posture, moved);
                damping
            }
            Method::Sweep { sweeps, relaxation } => {
                self.sweep(here, settings, damping, (sweeps, relaxation));
                move_joints(here.rooting, kin, pose, &self.change, moved);
                if settings.limits == Limits::Respected {
                    moved.clamp_joints(problem.character);
                }
                damping
            }
        }
    }

    /// Writes to `moved` the pose a share of the way to rest, as far as goals and limits leave it free.
    pub(super) fn step_to_rest(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        share: f64,
        (pose, kin): (&Pose, &Kinematics),
        moved: &mut Pose,
    ) {
        let here = Here {
            character: problem.character,
            rooting: &problem.stance.rooting,
            kin,
            pose,
        };
        self.direct(here, settings, settings.damping, share, moved);
    }

    /// Whether the last step knew the full curvature, or never will (a sweep).
    pub(super) fn knows_curvature(&self) -> bool {
        self.curvature == Curvature::Full
    }

    /// Makes a step of the full curvature twice as long; says whether there is room for that.
    pub(super) fn double(&mut self, settings: &SolverSettings) -> bool {
        let longer =
            self.curvature == Curvature::Full && 2.0 * largest(&self.change) < settings.max_turn;
        if longer {
            self.change.iter_mut().for_each(|x| *x *= 2.0);
        }
        longer
    }

    /// Takes the last doubling back.
    pub(super) fn halve(&mut self) {
        self.change.iter_mut().for_each(|x| *x *= 0.5);
    }

    /// Writes to `moved` where the step leads, whatever its length is now.
    pub(super) fn move_again(
        &self,
        problem: Problem,
        (pose, kin): (&Pose, &Kinematics),
        moved: &mut Pose,
    ) {
        move_joints(&problem.stance.rooting, kin, pose, &self.change, moved);
    }

    /// With the full curvature (projected Newton, Bertsekas 1982): bounds that joints are near to and pulled against are
    /// held, all others cut the step short only for the joint that meets them. Returns the damping that it took: more
    /// than asked for where the cost curves downward.
    fn full(
        &mut self,
        here: Here,
        settings: &SolverSettings,
        damping: f64,
        moved: &mut Pose,
    ) -> f64 {
        self.held.keep_carried();
        let mut taken = damping;
        for _ in 0..ROUNDS {
            taken = damping;
            loop {
                let newton = &self.newton;
                self.held
                    .limit_moves(here.rooting, |first, d| newton.reach(first, d, taken));
                let held = &self.held;
                if self
                    .newton
                    .solve(here.rooting, held, taken, &mut self.scaled)
                {
                    break;
                }
                taken *= DOWNWARD_FACTOR;
            }
            self.unscale(here.rooting);
            self.held.add_moves(here.rooting, &mut self.change);
            shorten(&mut self.change, settings.max_turn);
            move_joints(here.rooting, here.kin, here.pose, &self.change, moved);
            if settings.limits == Limits::Ignored
                || !self.held.hold_bounds(here, moved, Which::Near)
            {
                break;
            }
        }
        taken
    }

    /// With the rows' curvature: solve, see which limits are in the way, hold those and solve the rest again.
    fn direct(
        &mut self,
        here: Here,
        settings: &SolverSettings,
        damping: f64,
        rest_share: f64,
        moved: &mut Pose,
    ) {
        self.held.keep_carried();
        for round in 0..ROUNDS {
            // 1 The step without what is held.
            self.solve_rows(here, settings, damping, rest_share);
            self.unscale(here.rooting);
            self.held.add_moves(here.rooting, &mut self.change);
            shorten(&mut self.change, settings.max_turn);
            move_joints(here.rooting, here.kin, here.pose, &self.change, moved);
            if settings.limits == Limits::Ignored {
                return;
            }
            // 2 Let go of what is not in the way, hold what is; done when nothing changes.
            let let_go = round < ROUNDS_OF_LETTING_GO
                && !settings.priority.is_by_rank()
                && self.held.let_go(self.direct.held_pulls());
            if !self.held.hold_bounds(here, moved, Which::All) && !let_go {
                return;
            }
        }
    }

    /// Through rows × rows, what is held taken out.
    fn solve_rows(&mut self, here: Here, settings: &SolverSettings, damping: f64, rest_share: f64) {
        let (priority, z) = (settings.priority, &mut self.scaled);
        if priority.is_by_rank() {
            self.posture.clear();
            self.posture
                .extend(self.to_rest.iter().map(|to_rest| rest_share * to_rest));
            self.held.take_out(here.rooting, &mut self.posture);
            self.held_rows.copy_from(&self.rows);
            self.held
                .take_out_of_rows(here.rooting, &mut self.held_rows);
            self.direct
                .solve_by_rank(&self.held_rows, priority, damping, &self.posture, z);
        } else {
            let held = self.held.iter(here.rooting);
            let rest = (&self.to_rest[..], rest_share);
            self.direct
                .solve_together(&self.levers, damping, rest, held, z);
        }
    }

    /// Δ = strength · z.
    fn unscale(&mut self, rooting: &Rooting) {
        self.change.copy_from_slice(&self.scaled);
        for step in rooting.steps.iter().filter(|step| step.strength != 1.0) {
            let first = usize::from(step.first_dof);
            for x in &mut self.change[first..first + usize::from(step.dofs)] {
                *x *= step.strength;
            }
        }
    }

    /// The paper's way: sweeps over the columns, each joint put back inside its limits as soon as it is visited.
    fn sweep(
        &mut self,
        here: Here,
        settings: &SolverSettings,
        damping: f64,
        (sweeps, relaxation): (u16, f64),
    ) {
        let rooting = here.rooting;
        self.sweep.start_rows(&self.rows, rooting.dofs);
        self.scaled.fill(0.0);
        for _ in 0..sweeps {
            for step in rooting.steps.iter().filter(|step| step.dofs > 0) {
                let first = usize::from(step.first_dof);
                let columns = first..first + usize::from(step.dofs);
                for j in columns.clone() {
                    self.sweep.visit(j, damping, relaxation, &mut self.scaled);
                }
                if settings.limits == Limits::Ignored {
                    continue;
                }
                let turn = step.strength * turn_of(step, &self.scaled);
                let allowed = here.allowed_turn(step, turn);
                if allowed != turn {
                    for (j, allowed) in columns.zip(allowed.to_array()) {
                        let change = allowed / step.strength - self.scaled[j];
                        self.scaled[j] += change;
                        self.sweep.take_up(j, change);
                    }
                }
            }
        }
        for (z, to_rest) in self.scaled.iter_mut().zip(&self.to_rest) {
            *z += settings.posture * to_rest;
        }
        self.unscale(rooting);
        shorten(&mut self.change, settings.max_turn);
    }
}

fn largest(change: &[f64]) -> f64 {
    change.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// Scales a step so that no column turns more than `max_turn`.
fn shorten(change: &mut [f64], max_turn: f64) {
    let largest = largest(change);
    if largest > max_turn {
        let scale = max_turn / largest;
        for x in change {
            *x *= scale;
        }
    }
}
