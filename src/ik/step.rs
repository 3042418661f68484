//! One step of damped least squares: the rows at a pose, and the joint turns that they ask for, limits and walls kept by an
//! active set.
//!
//! ```text
//! goals ──> levers, errors ──> sweeps ──> turns ──> beyond a limit or a wall? ──no──> trial pose
//!                                ^                            │yes: hold it; let go of what is pulled away from
//!                                └────────────────────────────┘
//! ```

use super::candidate::{Candidate, Judge};
use super::effort::Effort;
use super::kernel::write_turn_to_rest;
use super::limits::Held;
use super::plain::PlainSweep;
use super::priority::ByRank;
use super::problem::Here;
use super::solver::Solve;
use super::system::System;
use super::trace::Watch;
use super::walls::Walls;
use super::{Goal, Limits, Method, SolverSettings};
use crate::character::Pose;
use crate::kinematics::move_joints;
use glam::DVec3;

/// Things are let go in the first rounds only, so that holding and letting go cannot chase each other.
const ROUNDS_OF_LETTING_GO: usize = 2;

/// What is asked, with the cost of every goal.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) goals: &'a [Goal],
    pub(super) judge: &'a Judge,
    pub(super) settings: &'a SolverSettings,
}

impl<'a> Asked<'a> {
    pub(super) fn of<W>(solve: &Solve<'a, W>, judge: &'a Judge) -> Self {
        Self {
            goals: solve.problem.goals,
            judge,
            settings: solve.settings,
        }
    }
}

/// Memory of steps, and the step itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Stepper {
    pub(super) system: System,
    pub(super) held: Held,
    pub(super) walls: Walls,
    by_rank: ByRank,
    pub(super) plain: PlainSweep,
    /// The step in columns scaled by strength.
    pub(super) scaled: Vec<f64>,
    /// The step [rad].
    pub(super) change: Vec<f64>,
    /// The largest turn of a joint in it [rad].
    pub(super) largest_turn: f64,
}

impl Stepper {
    /// Sizes the memory for a body.
    pub(super) fn begin(&mut self, dofs: usize) {
        for vector in [&mut self.scaled, &mut self.change] {
            vector.clear();
            vector.resize(dofs, 0.0);
        }
        self.largest_turn = 0.0;
        self.system.begin(dofs);
        (self.plain.passes, self.by_rank.sweeps) = (0, 0);
        self.forget_limits();
    }

    /// Forgets what limits and walls held: the next step starts elsewhere.
    pub(super) fn forget_limits(&mut self) {
        self.held.clear();
        self.walls.clear();
    }

    /// Sweeps since the solve began.
    pub(super) fn sweeps(&self) -> u32 {
        self.system.sweeps() + self.plain.passes + self.by_rank.sweeps
    }

    /// Bounds and walls that hold the last step back.
    pub(super) fn limits_met(&self) -> usize {
        self.held.count() + self.walls.pushing()
    }

    /// Describes the cost around a pose: the rows of every goal, each error cut to what one linearisation may ask.
    pub(super) fn linearise(&mut self, here: Here, asked: Asked, at: &Candidate) {
        let (system, measure) = (&mut self.system, &at.measure);
        write_turn_to_rest(here, &mut system.to_rest);
        if asked.settings.priority.is_by_rank() {
            // Nobody knows what pulls away from a bound where every rank has pulls of its own: bounds are met anew.
            self.held.clear();
        } else {
            self.held.carry_over(here);
        }
        system.clear();
        self.walls.clear();
        for (block, goal) in asked.goals.iter().enumerate() {
            let (task, kernel) = (goal.kind.task(), &asked.judge.kernels[block]);
            let size = measure.sizes[block];
            let weights = kernel.weigh(size);
            system.importance.push(weights.importance);
            system.ranks.push(goal.rank);
            let one_sided = task.one_sided().is_some();
            if one_sided && size == 0.0 {
                system.levers.nothing();
                system.error.push(DVec3::ZERO);
                continue;
            }
            let wanted = kernel.asked_share(size) * measure.errors[block];
            system.levers.weigh(weights.rows);
            task.rows(here, wanted, &mut system.levers);
            if one_sided {
                system
                    .error
                    .push(DVec3::X * (weights.error * wanted.length()));
                self.walls.push_goal(block, wanted.normalize_or_zero());
            } else {
                system.error.push(weights.error * wanted);
            }
        }
        self.walls.push_near(here, asked, &at.near, system);
        self.system.complete(asked.settings);
    }

    /// Writes to `moved` the pose that a step leads to, inside its limits.
    pub(super) fn step<W: Watch>(
        &mut self,
        here: Here,
        asked: Asked,
        effort: Effort,
        moved: &mut Pose,
        watch: &mut W,
    ) {
        let settings = asked.settings;
        self.walls.start_step(&mut self.system);
        if let Method::Sweep { sweeps, relaxation } = settings.method
            && !settings.priority.is_by_rank()
        {
            self.plain.relaxation = relaxation;
            self.sweep_plainly(here, asked, effort, sweeps, watch);
            self.move_to(here, settings, moved);
            if settings.limits == Limits::Respected {
                moved.clamp_joints(here.character);
            }
            return;
        }
        self.held.keep_carried();
        self.system.start_pulls();
        for round in 0..effort.rounds {
            // 1 The step among what is free.
            self.held.write_columns(here, &mut self.system.held);
            if W::VISITS {
                watch.limits(here, &self.held, self.walls.active());
                watch.round(&self.system);
            }
            self.solve(asked, effort, watch);
            for held in &self.system.held {
                held.add_to(held.distance, &mut self.scaled[held.first..]);
            }
            self.move_to(here, settings, moved);
            // 2 Let go of what is not in the way, hold what is; done when nothing changes.
            let may_let_go = round < ROUNDS_OF_LETTING_GO && !settings.priority.is_by_rank();
            let mut changed = may_let_go && self.walls.let_go(&mut self.system);
            if round + 1 < effort.rounds {
                changed |= self.walls.meet(here, asked, &self.change, &mut self.system);
            }
            if settings.limits == Limits::Respected {
                changed |= may_let_go && self.held.let_go(&self.system.held_pulls);
                changed |= self.held.hold_bounds(here, moved);
            }
            if W::VISITS {
                watch.limits(here, &self.held, self.walls.active());
            }
            if !changed {
                return;
            }
        }
    }

    fn solve<W: Watch>(&mut self, asked: Asked, effort: Effort, watch: &mut W) {
        let (settings, z) = (asked.settings, &mut self.scaled);
        if settings.priority.is_by_rank() {
            self.by_rank.solve(&self.system, settings, effort, z, watch);
        } else {
            let how = (settings.method, settings.order);
            self.system.solve(how, effort, z, watch);
        }
    }

    /// Turns the scaled step into turns, none longer than allowed, and moves the pose.
    fn move_to(&mut self, here: Here, settings: &SolverSettings, moved: &mut Pose) {
        self.change.copy_from_slice(&self.scaled);
        self.largest_turn = write_turns(here, settings, &mut self.change);
        move_joints(here.rooting, here.kin, here.pose, &self.change, moved);
    }
}

/// Turns a step in scaled columns into turns, none longer than allowed. Returns the longest one [rad].
pub(super) fn write_turns(here: Here, settings: &SolverSettings, change: &mut [f64]) -> f64 {
    let mut largest: f64 = 0.0;
    for (step, strength) in here.rooting.steps.iter().zip(here.strength) {
        let first = usize::from(step.first_dof);
        let mut square = 0.0;
        for x in &mut change[first..first + usize::from(step.dofs)] {
            *x *= strength;
            square += *x * *x;
        }
        largest = largest.max(square);
    }
    let largest = largest.sqrt();
    if largest <= settings.max_turn {
        return largest;
    }
    let scale = settings.max_turn / largest;
    for x in change {
        *x *= scale;
    }
    settings.max_turn
}
