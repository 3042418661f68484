//! The linear system of one linearisation, damped least squares in the dual, and its solution when all goals are solved
//! together.
//!
//! ```text
//! minimise ½ |J z − e|² + ½ δ |z − p|²      z = p + Jᵀ y,  (J Jᵀ + δ I) y = e − J p
//! ```
//! Columns are scaled by the joints' strength s, Δ = s z (a weighted pseudo-inverse), so that a plain damping of z makes a weak
//! joint move last. p is a share of the way to rest: posture is where the sweeps start from, and stays where no goal pulls.
//! Directions d that limits hold are out of it: J (I − d dᵀ) for J, and J Jᵀ loses (J d)(J d)ᵀ.

use super::columns::add_scaled;
use super::direct::Direct;
use super::effort::Effort;
use super::levers::{Levers, add_outer};
use super::limits::HeldColumns;
use super::sweep::{
    Blocks, ByBlock, Cells, Formed, GoalSweep, JointSweep, Levered, Progress, Visits,
};
use super::trace::{Event, Watch};
use super::{Method, Order, Rank, SolverSettings};
use glam::{DMat3, DVec3};

/// Sweeps over joints measure what is left by what it costs, where weights count squared: what outweighs others by a
/// hundred must not hide them.
const JOINTS_TOLERANCE: f64 = 0.05;
/// A sweep costs three blocks for every two goals when J Jᵀ is formed, and four visits to every lever when it is not; a lever
/// costs as much as a block and a half.
const FORMED_PER_LEVER: usize = 4;

/// J, e and p of a pose, and memory to solve with them.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) levers: Levers,
    /// What every block asks for, weight included. (blocks)
    pub(super) error: Vec<DVec3>,
    /// What the pull of a block counts for the cost, where that is not what its rows weigh: priorities by rank. (blocks)
    pub(super) importance: Vec<f64>,
    /// (blocks)
    pub(super) ranks: Vec<Rank>,
    /// The step that would take every joint to rest, in scaled columns.
    pub(super) to_rest: Vec<f64>,
    /// J times that. (blocks)
    rest_effect: Vec<DVec3>,
    /// Whether J Jᵀ is formed.
    is_formed: bool,
    /// J Jᵀ, where it is formed.
    gram: Blocks,
    /// Its diagonal, where it is not.
    squares: Vec<DMat3>,
    /// What limits hold.
    pub(super) held: Vec<HeldColumns>,
    /// J d of every held direction. (held × blocks)
    held_effects: Vec<DVec3>,
    right: Vec<DVec3>,
    /// J Jᵀ + δ I without what is held, in cells, with what they ask for and how hard they pull.
    cells: Cells,
    matrix: Blocks,
    right_of_cells: Vec<DVec3>,
    pulls_of_cells: Vec<DVec3>,
    effects_of_cells: Vec<DVec3>,
    /// The diagonal alone, in blocks, where it is not formed.
    diagonal: Vec<DMat3>,
    /// How hard every block pulls. (blocks)
    pub(super) pulls: Vec<DVec3>,
    /// How hard the last step pulls against each held direction; below zero it would rather leave.
    pub(super) held_pulls: Vec<f64>,
    goals: GoalSweep,
    joints: JointSweep,
    direct: Direct,
    /// Memory of the sweeps: J Jᵀ scaled, or turns.
    scaled: Vec<DMat3>,
    turns: Vec<f64>,
}

impl System {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.levers.clear();
        self.keep(0);
    }

    /// Keeps only the first blocks, all of them with their rows.
    pub(super) fn keep(&mut self, count: usize) {
        self.levers.keep(count);
        self.error.truncate(count);
        self.importance.truncate(count);
        self.ranks.truncate(count);
        self.rest_effect.truncate(count);
        self.gram.truncate(count);
        self.squares.truncate(count);
        self.pulls.truncate(count);
    }

    /// Visits to all goals or joints since the solve began.
    pub(super) fn sweeps(&self) -> u32 {
        self.goals.sweeps + self.joints.sweeps
    }

    /// Begins a solve with so many columns.
    pub(super) fn begin(&mut self, dofs: usize) {
        (self.goals.sweeps, self.joints.sweeps) = (0, 0);
        self.held.clear();
        for columns in [&mut self.to_rest, &mut self.turns] {
            columns.clear();
            columns.resize(dofs, 0.0);
        }
    }

    /// Works out what all dampings and sets of held directions share, for blocks that are new. Ranks that are solved one
    /// after the other have matrices of their own.
    pub(super) fn complete(&mut self, settings: &SolverSettings) {
        let (count, known) = (self.levers.count(), self.rest_effect.len());
        let rest = (known..count).map(|block| self.levers.times(block, &self.to_rest));
        self.rest_effect.extend(rest);
        self.pulls.resize(count, DVec3::ZERO);
        if settings.priority.is_by_rank() {
            return;
        }
        if known == 0 {
            let most = FORMED_PER_LEVER * self.levers.total();
            // Through the levers goals are visited as they come.
            self.is_formed = settings.method == Method::Direct
                || settings.order != Order::Forward
                || count * count <= most;
        }
        match settings.method {
            Method::Goals | Method::Direct if self.is_formed => {
                for block in known..count {
                    self.gram.push(|other| self.levers.gram(block, other));
                }
            }
            Method::Goals => {
                let squares = (known..count).map(|block| self.levers.gram(block, block));
                self.squares.extend(squares);
            }
            _ => {}
        }
    }

    /// The rank of the most important block that a column moves; after all others where it moves none.
    pub(super) fn rank_of_column(&self, column: usize) -> Rank {
        let moves = |block: &usize| {
            let (_, levers) = self.levers.of(*block);
            levers.iter().any(|lever| {
                let first = usize::from(lever.first_dof);
                let is_it = (first..first + usize::from(lever.dofs)).contains(&column);
                is_it && lever.arm != DVec3::ZERO
            })
        };
        let moved = (0..self.levers.count()).filter(moves);
        let ranks = moved.map(|block| self.ranks[block]);
        ranks.min().unwrap_or(Rank(u8::MAX))
    }

    /// Takes a block's rows away, until [`Self::keep`] brings them back.
    pub(super) fn silence(&mut self, block: usize) {
        self.levers.silence(block);
        self.pulls[block] = DVec3::ZERO;
    }

    /// Pulls start from nothing: another damping, or another pose.
    pub(super) fn start_pulls(&mut self) {
        self.pulls.fill(DVec3::ZERO);
        self.goals.start();
    }

    /// The step z with nothing along what is held. Where no goal asks for anything it goes `rest_share` of the way to rest.
    pub(super) fn solve<W: Watch>(
        &mut self,
        (method, order): (Method, Order),
        effort: Effort,
        z: &mut [f64],
        watch: &mut W,
    ) {
        self.write_right(effort.rest_share);
        match method {
            Method::Joints => self.sweep_joints(order, effort, z, watch),
            Method::Direct => {
                self.write_cells(Order::Forward, effort.damping);
                let floor = 1e-3 * effort.damping;
                let (right, pulls) = (&self.right_of_cells, &mut self.pulls_of_cells);
                self.direct.solve(&self.matrix, right, floor, pulls);
                self.cells.scatter(pulls, &mut self.pulls);
                if W::VISITS {
                    watch.deed(Event::Exact, Progress::Pulls(&self.pulls, &[]));
                }
                self.write_step(effort.rest_share, z);
            }
            Method::Goals | Method::Sweep { .. } => {
                self.sweep_goals(order, effort, watch);
                self.write_step(effort.rest_share, z);
            }
        }
        self.write_held_pulls(effort.rest_share, z);
    }

    fn sweep_goals<W: Watch>(&mut self, order: Order, effort: Effort, watch: &mut W) {
        if self.is_formed {
            self.write_cells(order, effort.damping);
            self.sweep_formed(effort, watch);
        } else {
            self.write_diagonal(effort.damping);
            let coupling = Levered {
                levers: &self.levers,
                held: &self.held,
                diagonal: &self.diagonal,
                damping: effort.damping,
                turns: &mut self.turns,
            };
            let asked = (&self.right[..], effort);
            self.goals.solve(coupling, asked, &mut self.pulls, watch);
        }
    }

    fn sweep_formed<W: Watch>(&mut self, effort: Effort, watch: &mut W) {
        let coupling = Formed {
            matrix: &self.matrix,
            scaled: &mut self.scaled,
        };
        let asked = (&self.right_of_cells[..], effort);
        let mut watch = ByBlock {
            cells: &self.cells,
            watch,
            blocks: self.pulls.len(),
        };
        let pulls = &mut self.pulls_of_cells;
        self.goals.solve(coupling, asked, pulls, &mut watch);
        self.cells.scatter(pulls, &mut self.pulls);
    }

    fn sweep_joints<W: Watch>(
        &mut self,
        order: Order,
        effort: Effort,
        z: &mut [f64],
        watch: &mut W,
    ) {
        let visits = Visits {
            order,
            ranks: &self.ranks,
        };
        let joints_effort = Effort {
            tolerance: JOINTS_TOLERANCE * effort.tolerance,
            ..effort
        };
        let asked = (&self.right[..], joints_effort);
        self.joints
            .solve((&self.levers, &self.held), visits, asked, z, watch);
        // What is left of a goal's rows is how hard it pulls, times δ.
        for (block, pull) in self.pulls.iter_mut().enumerate() {
            *pull = (self.right[block] - self.levers.times(block, z)) / effort.damping;
        }
        add_scaled(z, effort.rest_share, &self.to_rest);
    }

    /// z = p + Jᵀ y, held directions included.
    fn write_step(&self, rest_share: f64, z: &mut [f64]) {
        self.write_step_of(rest_share, &self.pulls, z);
    }

    /// The same of other pulls.
    pub(super) fn write_step_of(&self, rest_share: f64, pulls: &[DVec3], z: &mut [f64]) {
        for (z, to_rest) in z.iter_mut().zip(&self.to_rest) {
            *z = rest_share * to_rest;
        }
        for (block, pull) in pulls.iter().enumerate() {
            if *pull != DVec3::ZERO {
                self.levers.add_transposed(block, *pull, z);
            }
        }
    }

    /// b = e − J p, and what held joints move all the same.
    fn write_right(&mut self, rest_share: f64) {
        let count = self.levers.count();
        self.right.clear();
        let asked = self.error.iter().zip(&self.rest_effect);
        self.right
            .extend(asked.map(|(error, effect)| *error - rest_share * *effect));
        self.held_effects.clear();
        for held in &self.held {
            let rest = rest_share * held.along(&self.to_rest[held.first..][..held.dofs]);
            let moved = held.distance - rest;
            for block in 0..count {
                let effect = self.levers.column(block, held.joint, &held.direction);
                self.right[block] -= moved * effect;
                self.held_effects.push(effect);
            }
        }
        for (block, right) in self.right.iter_mut().enumerate() {
            if self.levers.is_silent(block) {
                *right = DVec3::ZERO;
            }
        }
    }

    /// J Jᵀ + δ I without what is held or silent, in cells, with b and y.
    fn write_cells(&mut self, order: Order, damping: f64) {
        let visits = Visits {
            order,
            ranks: &self.ranks,
        };
        self.cells.arrange(&self.levers, visits);
        self.cells
            .write_matrix(&self.gram, damping, &mut self.matrix);
        self.cells.gather(&self.right, &mut self.right_of_cells);
        self.cells.gather(&self.pulls, &mut self.pulls_of_cells);
        for effects in self.held_effects.chunks_exact(self.levers.count().max(1)) {
            self.cells.gather(effects, &mut self.effects_of_cells);
            for (i, effect) in self.effects_of_cells.iter().enumerate() {
                if *effect == DVec3::ZERO {
                    continue;
                }
                let others = &self.effects_of_cells;
                for (entry, other) in self.matrix.row_mut(i).iter_mut().zip(others) {
                    add_outer(entry, -*effect, *other);
                }
            }
        }
    }

    /// The blocks of its diagonal alone.
    fn write_diagonal(&mut self, damping: f64) {
        let count = self.levers.count();
        self.diagonal.clear();
        self.diagonal.extend((0..count).map(|block| {
            let mut entry = DMat3::from_diagonal(DVec3::splat(damping));
            if !self.levers.is_silent(block) {
                entry += self.squares[block];
                for effects in self.held_effects.chunks_exact(count) {
                    add_outer(&mut entry, -effects[block], effects[block]);
                }
            }
            entry
        }));
    }

    /// Takes what is along held directions out of z, and says how hard it pulls there: minus the gradient over δ.
    fn write_held_pulls(&mut self, rest_share: f64, z: &mut [f64]) {
        let count = self.levers.count();
        self.held_pulls.clear();
        for (index, held) in self.held.iter().enumerate() {
            held.take_out(z);
            let rest = rest_share * held.along(&self.to_rest[held.first..][..held.dofs]);
            let effects = &self.held_effects[index * count..][..count];
            let pulls = effects.iter().zip(&self.pulls);
            let pull: f64 = pulls.map(|(effect, pull)| effect.dot(*pull)).sum();
            self.held_pulls.push(pull + rest - held.distance);
        }
    }
}
