//! One step: the rows at a pose, and the joint turns that they ask for, limits and walls kept.
//!
//! ```text
//! goals ──> levers, errors ──> sweeps ──> turns ──> beyond a limit or a wall? ──no──> trial pose
//!                                ^                            │yes: hold it; let go of what is pulled away from
//!                                └────────────────────────────┘
//! ```

use super::candidate::Judge;
use super::kernel::{Measure, write_turn_to_rest};
use super::limits::{Held, approach, turn_of, write_row};
use super::priority::ByRank;
use super::problem::Here;
use super::sweep::{ColumnSweep, JointVisit, Progress};
use super::system::System;
use super::trace::{WallOf, Watcher};
use super::{Goal, Limits, Method, Rank, SolverSettings};
use crate::character::Pose;
use crate::collide::Clearance;
use crate::kinematics::move_joints;
use glam::DVec3;

/// Things are let go in the first rounds only, so that holding and letting go cannot chase each other.
const ROUNDS_OF_LETTING_GO: usize = 2;
/// Walls of one goal that differ by less than this are the same (1 − cosine).
const SAME_WALL: f64 = 1e-6;

/// How hard a step tries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Damping δ [m²].
    pub(super) damping: f64,
    /// How much of the way to rest it goes where goals leave it free.
    pub(super) rest_share: f64,
    /// Sweeps go on until this share of the residual is left.
    pub(super) tolerance: f64,
    /// Rounds of "hold what is in the way, let go of what is not, sweep again".
    pub(super) rounds: usize,
}

/// What is asked, with the cost of every goal.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) goals: &'a [Goal],
    pub(super) judge: &'a Judge,
    pub(super) settings: &'a SolverSettings,
}

/// A wall that a step ran into: a row that pushes and never pulls.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActiveWall {
    whose: Whose,
    pub(super) of: WallOf,
    pub(super) block: usize,
    pub(super) let_go: bool,
}

/// Whose wall it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Whose {
    /// A goal's, with the unit vector to its good side.
    Goal(usize, DVec3),
    /// Of links that are near, by their place in the list.
    Links(usize),
}

/// Memory of steps, and the step itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Stepper {
    pub(super) system: System,
    held: Held,
    walls: Vec<ActiveWall>,
    /// Links that are near to each other or to the ground.
    near: Vec<Clearance>,
    by_rank: ByRank,
    columns: ColumnSweep,
    /// Rows written out, for the paper's sweep.
    rows: Vec<f64>,
    right: Vec<f64>,
    /// Passes over the columns since the solve began.
    passes: u32,
    /// The step in columns scaled by strength.
    pub(super) scaled: Vec<f64>,
    /// The step [rad].
    pub(super) change: Vec<f64>,
}

impl Stepper {
    /// Sizes the memory for a body.
    pub(super) fn begin(&mut self, dofs: usize) {
        for vector in [&mut self.system.to_rest, &mut self.scaled, &mut self.change] {
            vector.clear();
            vector.resize(dofs, 0.0);
        }
        self.system.count_sweeps_anew();
        (self.passes, self.by_rank.sweeps) = (0, 0);
        self.held.clear();
    }

    /// Forgets what limits held: the next step starts elsewhere.
    pub(super) fn forget_limits(&mut self) {
        self.held.clear();
    }

    /// Sweeps since the solve began.
    pub(super) fn sweeps(&self) -> u32 {
        self.system.sweeps() + self.passes + self.by_rank.sweeps
    }

    /// Bounds and walls that hold the last step back.
    pub(super) fn limits_met(&self) -> usize {
        self.held.count() + self.walls.iter().filter(|wall| !wall.let_go).count()
    }

    /// Largest turn of the last step [rad].
    pub(super) fn largest_turn(&self) -> f64 {
        largest(&self.change)
    }

    /// Describes the cost around a pose: the rows of every goal, each error cut to what one linearisation may ask.
    pub(super) fn linearise(
        &mut self,
        here: Here,
        asked: Asked,
        (measure, near): (&Measure, &[Clearance]),
    ) {
        let Asked {
            goals,
            judge,
            settings,
        } = asked;
        let kernels = &judge.kernels;
        write_turn_to_rest(here, &mut self.system.to_rest);
        self.held.carry_over(here);
        self.system.clear();
        self.walls.clear();
        for (block, goal) in goals.iter().enumerate() {
            let (task, kernel, size) = (goal.kind.task(), &kernels[block], measure.sizes[block]);
            let one_sided = task.one_sided().is_some();
            if one_sided && size == 0.0 {
                self.system.levers.nothing();
                self.system.error.push(DVec3::ZERO);
                continue;
            }
            let asked = kernel.asked_share(size) * measure.errors[block];
            self.system.levers.weigh(kernel.row_weight(size));
            task.rows(here, asked, &mut self.system.levers);
            let weight = kernel.error_weight(size);
            if one_sided {
                self.system.error.push(DVec3::X * (weight * asked.length()));
                self.walls.push(ActiveWall {
                    whose: Whose::Goal(block, asked.normalize_or_zero()),
                    of: WallOf::Goal(block),
                    block,
                    let_go: false,
                });
            } else {
                self.system.error.push(weight * asked);
            }
        }
        // Links that are in each other push at once; others when a step runs into them.
        self.near.clear();
        self.near.extend_from_slice(near);
        for (index, near) in near.iter().enumerate() {
            if near.gap < 0.0 {
                self.push_links(here, asked, index);
            }
        }
        self.system.complete(settings.method);
    }

    /// Writes to `moved` the pose that a step leads to, inside its limits.
    pub(super) fn step<W: Watcher>(
        &mut self,
        here: Here,
        asked: Asked,
        effort: Effort,
        moved: &mut Pose,
        watch: &mut W,
    ) {
        let settings = asked.settings;
        if let Method::Sweep { sweeps, relaxation } = settings.method
            && !settings.priority.is_by_rank()
        {
            if W::ON {
                watch.round(&self.system);
            }
            self.sweep_columns(here, settings, effort, (sweeps, relaxation), watch);
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
            if W::ON {
                watch.limits(here, &self.held, &self.walls);
                watch.round(&self.system);
            }
            self.solve(asked, effort, watch);
            for held in &self.system.held {
                held.add_to(held.distance, &mut self.scaled[held.first..]);
            }
            self.move_to(here, settings, moved);
            // 2 Let go of what is not in the way, hold what is; done when nothing changes.
            let may_let_go = round < ROUNDS_OF_LETTING_GO && !settings.priority.is_by_rank();
            let mut changed = may_let_go && self.let_go_of_walls();
            changed |= round + 1 < effort.rounds && self.meet_walls(here, asked);
            if settings.limits == Limits::Respected {
                changed |= may_let_go && self.held.let_go(&self.system.held_pulls);
                changed |= self.held.hold_bounds(here, moved);
            }
            if W::ON {
                watch.limits(here, &self.held, &self.walls);
            }
            if !changed {
                return;
            }
        }
    }

    fn solve<W: Watcher>(&mut self, asked: Asked, effort: Effort, watch: &mut W) {
        let (settings, shares) = (asked.settings, (effort.damping, effort.rest_share));
        if settings.priority.is_by_rank() {
            let own = asked.goals.iter().map(|goal| goal.rank);
            let count = asked.goals.len();
            let walls = self.walls.iter().filter(|wall| wall.block >= count);
            let ranks = own.chain(walls.map(|wall| match wall.whose {
                Whose::Goal(goal, _) => asked.goals[goal].rank,
                Whose::Links(_) => Rank::CONTACT,
            }));
            let (system, z) = (&self.system, &mut self.scaled);
            self.by_rank
                .solve(system, ranks, settings, shares, z, watch);
        } else {
            let tolerance = effort.tolerance;
            self.system
                .solve(settings, shares, tolerance, &mut self.scaled, watch);
        }
    }

    /// Turns the scaled step into turns, none longer than allowed, and moves the pose.
    fn move_to(&mut self, here: Here, settings: &SolverSettings, moved: &mut Pose) {
        self.change.copy_from_slice(&self.scaled);
        cut_to_turns(here, settings, &mut self.change);
        move_joints(here.rooting, here.kin, here.pose, &self.change, moved);
    }

    /// Walls push: one that would have to pull is let go. Says whether there were any.
    fn let_go_of_walls(&mut self) -> bool {
        let mut any = false;
        for wall in self.walls.iter_mut().filter(|wall| !wall.let_go) {
            if self.system.pulls[wall.block].x < 0.0 {
                wall.let_go = true;
                self.system.silence(wall.block);
                any = true;
            }
        }
        any
    }

    /// Adds the walls that the last step runs into. Says whether there were any.
    fn meet_walls(&mut self, here: Here, asked: Asked) -> bool {
        let before = self.walls.len();
        for (index, goal) in asked.goals.iter().enumerate() {
            let Some(one_sided) = goal.kind.task().one_sided() else {
                continue;
            };
            let Some(wall) = one_sided.wall(here, &self.change) else {
                continue;
            };
            let known = |other: &ActiveWall| match other.whose {
                Whose::Goal(goal, inward) => {
                    goal == index && inward.dot(wall.inward) > 1.0 - SAME_WALL
                }
                Whose::Links(_) => false,
            };
            if self.walls.iter().any(known) {
                continue;
            }
            let kernel = &asked.judge.kernels[index];
            let weight = kernel.row_weight(0.0_f64.max(-wall.room));
            self.system.levers.weigh(weight);
            one_sided.wall_row(here, wall.inward, &mut self.system.levers);
            self.push_wall(Whose::Goal(index, wall.inward), -weight * wall.room);
        }
        for index in 0..self.near.len() {
            let whose = Whose::Links(index);
            let near = &self.near[index];
            if approach(here, near, &self.change) > near.gap
                && !self.walls.iter().any(|wall| wall.whose == whose)
            {
                self.push_links(here, asked, index);
            }
        }
        self.system.complete(asked.settings.method);
        self.walls.len() > before
    }

    /// Adds the wall between links that are near.
    fn push_links(&mut self, here: Here, asked: Asked, index: usize) {
        let Some(kernel) = &asked.judge.wall else {
            return;
        };
        let near = self.near[index];
        let size = (-near.gap).max(0.0);
        let weight = kernel.row_weight(size);
        self.system.levers.weigh(weight);
        write_row(here, &near, &mut self.system.levers);
        let wanted = kernel.asked_share(size) * -near.gap;
        self.push_wall(Whose::Links(index), weight * wanted);
    }

    fn push_wall(&mut self, whose: Whose, error: f64) {
        self.system.error.push(DVec3::X * error);
        let of = match whose {
            Whose::Goal(goal, _) => WallOf::Goal(goal),
            Whose::Links(near) => WallOf::Links(self.near[near].first, self.near[near].second),
        };
        self.walls.push(ActiveWall {
            whose,
            of,
            block: self.system.levers.count() - 1,
            let_go: false,
        });
    }

    /// The paper's way: sweeps over the columns, each joint put back inside its limits as soon as it is visited.
    fn sweep_columns<W: Watcher>(
        &mut self,
        here: Here,
        settings: &SolverSettings,
        effort: Effort,
        (sweeps, relaxation): (u16, f64),
        watch: &mut W,
    ) {
        let (system, stride) = (&self.system, self.scaled.len());
        let count = system.levers.count();
        self.rows.clear();
        self.rows.resize(3 * count * stride, 0.0);
        for (block, rows) in self.rows.chunks_exact_mut(3 * stride).enumerate() {
            system.levers.write_rows(block, stride, rows);
        }
        self.right.clear();
        self.right
            .extend(system.error.iter().flat_map(DVec3::to_array));
        self.columns.start(&self.rows, stride, stride, &self.right);
        self.scaled.fill(0.0);
        for _ in 0..sweeps {
            self.passes += 1;
            if W::ON {
                watch.sweep();
            }
            for (step, strength) in here.rooting.steps.iter().zip(here.strength) {
                if step.dofs == 0 || *strength == 0.0 {
                    continue;
                }
                let before = turn_of(step, &self.scaled);
                let first = usize::from(step.first_dof);
                let columns = first..first + usize::from(step.dofs);
                for j in columns.clone() {
                    let rest = effort.rest_share * system.to_rest[j];
                    self.columns
                        .visit(j, effort.damping, relaxation, rest, &mut self.scaled);
                }
                let mut stopped = false;
                if settings.limits == Limits::Respected {
                    let turn = *strength * turn_of(step, &self.scaled);
                    let allowed = here.allowed_turn(step, turn);
                    if allowed != turn {
                        stopped = true;
                        for (j, allowed) in columns.zip(allowed.to_array()) {
                            let change = allowed / *strength - self.scaled[j];
                            self.scaled[j] += change;
                            self.columns.take_up(j, change);
                        }
                    }
                }
                if W::ON {
                    let visit = JointVisit {
                        first_dof: first,
                        before,
                        after: turn_of(step, &self.scaled),
                        stopped,
                    };
                    watch.joint(visit, Progress::Whole(&self.scaled));
                }
            }
        }
    }
}

/// Turns a step in scaled columns into turns, none longer than allowed [rad].
pub(super) fn cut_to_turns(here: Here, settings: &SolverSettings, change: &mut [f64]) {
    for (step, strength) in here.rooting.steps.iter().zip(here.strength) {
        let first = usize::from(step.first_dof);
        for x in &mut change[first..first + usize::from(step.dofs)] {
            *x *= strength;
        }
    }
    let largest = largest(change);
    if largest > settings.max_turn {
        let scale = settings.max_turn / largest;
        for x in change {
            *x *= scale;
        }
    }
}

fn largest(change: &[f64]) -> f64 {
    change.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}
