//! Task priority: strategies that solve rank after rank by null-space projection, with rows written out.
//!
//! What a rank may use is geometry and the same for all methods: its rows lose what the ranks above have used. How a rank's
//! damped rows are solved is the method's business: sweeps over goals, over columns, or exactly.

use super::columns::{add_scaled, dot};
use super::direct::Direct;
use super::effort::Effort;
use super::sweep::{Blocks, ColumnSweep, Formed, GoalSweep, Progress};
use super::system::System;
use super::trace::{Event, Nobody, Watch};
use super::{Method, Order, Priority, Rank, SolverSettings};
use glam::{DMat3, DVec3};
use std::ops::Range;

/// Share of a rank's first residual that accelerated sweeps leave: what an upper rank leaves undone no lower one may use.
const TOLERANCE: f64 = 1e-6;

/// Rows by rank, and memory to solve them.
#[derive(Clone, Debug, Default)]
pub(super) struct ByRank {
    /// Blocks, the more important ones first and within a rank as they are visited, with their ranks.
    order: Vec<(Rank, usize)>,
    /// How many rows of each of them ask for anything: a single number has its first row alone. (order)
    asking: Vec<usize>,
    /// Columns as sweeps over them visit them.
    visited: Vec<usize>,
    stride: usize,
    /// J without what limits hold, row-major, three rows a block in that order.
    jacobian: Vec<f64>,
    error: Vec<f64>,
    /// The same without what the ranks above have used.
    free: Vec<f64>,
    /// Orthonormal rows that span what the ranks above have used.
    used: Vec<f64>,
    posture: Vec<f64>,
    left: Vec<f64>,
    wish: Vec<f64>,
    /// What sweeps over columns find.
    turns: Vec<f64>,
    matrix: Blocks,
    scaled: Vec<DMat3>,
    right: Vec<DVec3>,
    pulls: Vec<DVec3>,
    goals: GoalSweep,
    columns: ColumnSweep,
    direct: Direct,
    /// Sweeps over goals or columns since the solve began.
    pub(super) sweeps: u32,
}

impl ByRank {
    /// The step z rank by rank.
    pub(super) fn solve<W: Watch>(
        &mut self,
        system: &System,
        settings: &SolverSettings,
        effort: Effort,
        z: &mut [f64],
        watch: &mut W,
    ) {
        if z.is_empty() {
            return;
        }
        let effort = Effort {
            tolerance: TOLERANCE,
            ..effort
        };
        self.order.clear();
        let ranked = system.ranks.iter().copied();
        self.order
            .extend(ranked.enumerate().map(|(block, rank)| (rank, block)));
        match settings.order {
            // Without memory of its own.
            Order::Forward => self.order.sort_unstable(),
            order => {
                order.arrange(&mut self.order, |(rank, _)| *rank);
                self.order.sort_by_key(|(rank, _)| *rank);
            }
        }
        self.visited.clear();
        let rank = |column: &usize| system.rank_of_column(*column);
        // What moves nothing, as joints that are locked or frozen, is visited by nobody.
        let moves = |column: &usize| rank(column) != Rank(u8::MAX);
        if matches!(settings.method, Method::Joints | Method::Sweep { .. }) {
            self.visited.extend((0..z.len()).filter(moves));
        }
        settings.order.arrange(&mut self.visited, rank);
        self.write_rows(system, effort.rest_share, z.len());
        if settings.priority == Priority::NullSpace {
            self.null_space(settings.method, effort, z, watch);
        } else {
            self.strict(settings.method, effort, z, watch);
        }
    }

    /// Writes rows, errors and posture, what is held taken out and moved for good.
    fn write_rows(&mut self, system: &System, rest_share: f64, stride: usize) {
        self.stride = stride;
        let blocks = self.order.iter().map(|(_, block)| *block);
        let errors = blocks
            .clone()
            .flat_map(|block| system.error[block].to_array());
        self.error.clear();
        self.error.extend(errors);
        self.asking.clear();
        let rows = |block| if system.levers.is_scalar(block) { 1 } else { 3 };
        self.asking.extend(blocks.clone().map(rows));
        system.levers.write_rows(blocks, stride, &mut self.jacobian);
        self.posture.clear();
        self.posture
            .extend(system.to_rest.iter().map(|turn| rest_share * turn));
        for held in &system.held {
            let part = held.first..held.first + held.dofs;
            for (row, error) in self.jacobian.chunks_exact_mut(stride).zip(&mut self.error) {
                let along = held.along(&row[part.clone()]);
                held.add_to(-along, &mut row[held.first..]);
                *error -= along * held.distance;
            }
            held.take_out(&mut self.posture);
        }
    }

    /// Kenwright's equation 1 (Liégeois 1977): z = J₁⁺ e₁ + (I − J₁⁺ J₁) ξ, with ξ the solution that everyone below
    /// balance would take if they were alone.
    fn null_space<W: Watch>(
        &mut self,
        method: Method,
        effort: Effort,
        z: &mut [f64],
        watch: &mut W,
    ) {
        let important = |(rank, _): &&(Rank, usize)| *rank <= Rank::BALANCE;
        let first = self.order.iter().filter(important).count();
        self.free.clone_from(&self.jacobian);
        let mut wish = std::mem::take(&mut self.wish);
        wish.clone_from(&self.posture);
        self.add_damped(method, first..self.order.len(), effort, &mut wish);
        self.used.clear();
        self.use_up(0..first);
        remove_used(&self.used, &mut wish);
        z.copy_from_slice(&wish);
        self.wish = wish;
        self.tell(first..self.order.len(), z, watch);
        self.add_damped(method, 0..first, effort, z);
        self.tell(0..first, z, watch);
    }

    /// Every rank in what the ranks above leave free (Siciliano and Slotine 1991):
    /// z ← z + (Jₖ N)⁺ (eₖ − Jₖ z), with N the projection on what is free.
    fn strict<W: Watch>(&mut self, method: Method, effort: Effort, z: &mut [f64], watch: &mut W) {
        z.fill(0.0);
        self.used.clear();
        self.free.clone_from(&self.jacobian);
        let mut first = 0;
        while first < self.order.len() {
            let rank = self.order[first].0;
            let same = self.order[first..].iter().take_while(|(r, _)| *r == rank);
            let last = first + same.count();
            for row in asking_rows(&self.asking, first..last) {
                let free = &mut self.free[row * self.stride..][..self.stride];
                remove_used(&self.used, free);
            }
            self.add_damped(method, first..last, effort, z);
            self.tell(first..last, z, watch);
            self.use_up(first..last);
            first = last;
        }
        // Posture fills what is left.
        remove_used(&self.used, &mut self.posture);
        add_scaled(z, 1.0, &self.posture);
        if W::VISITS {
            watch.deed(Event::Posture, Progress::Free(z));
        }
    }

    /// Tells those who watch that a range of blocks has been solved.
    fn tell<W: Watch>(&self, range: Range<usize>, z: &[f64], watch: &mut W) {
        if W::VISITS
            && let (Some((first, _)), Some((last, _))) =
                (self.order[range.clone()].first(), self.order[range].last())
        {
            let (first, last) = (*first, *last);
            watch.deed(Event::Ranks { first, last }, Progress::Free(z));
        }
    }

    /// z += Fᵀ (F Fᵀ + δ I)⁻¹ (e − J z) over a range of blocks, with F the free part of J.
    fn add_damped(&mut self, method: Method, range: Range<usize>, effort: Effort, z: &mut [f64]) {
        let (stride, rows) = (self.stride, 3 * range.start..3 * range.end);
        self.left.clear();
        for row in rows.clone() {
            let done = dot(&self.jacobian[row * stride..][..stride], z);
            self.left.push(self.error[row] - done);
        }
        let free = &self.free[rows.start * stride..rows.end * stride];
        self.turns.clear();
        self.turns.resize(stride, 0.0);
        match method {
            Method::Goals | Method::Direct => {
                self.add_by_pulls(method, range, effort, z);
                return;
            }
            Method::Joints => {
                self.columns.start(free, stride, &self.left);
                let turns = &mut self.turns;
                self.sweeps += self.columns.accelerate(effort, &self.visited, turns);
            }
            Method::Sweep { sweeps, relaxation } => {
                self.columns.start(free, stride, &self.left);
                self.sweeps += u32::from(sweeps);
                for column in (0..sweeps).flat_map(|_| &self.visited) {
                    self.columns
                        .visit(*column, effort.damping, relaxation, 0.0, &mut self.turns);
                }
            }
        }
        add_scaled(z, 1.0, &self.turns);
    }

    /// The same through the small system of goals × goals.
    fn add_by_pulls(&mut self, method: Method, range: Range<usize>, effort: Effort, z: &mut [f64]) {
        let stride = self.stride;
        let row = |index: usize| &self.free[index * stride..][..stride];
        let asking = &self.asking[range.clone()];
        self.matrix.truncate(0);
        for i in 0..range.len() {
            self.matrix.push(|j| {
                let [at, other] = [i, j].map(|block| 3 * (range.start + block));
                let entry = |k: usize, l: usize| {
                    if k < asking[i] && l < asking[j] {
                        dot(row(at + k), row(other + l))
                    } else {
                        0.0
                    }
                };
                let column = |l: usize| DVec3::new(entry(0, l), entry(1, l), entry(2, l));
                let block = DMat3::from_cols(column(0), column(1), column(2));
                if i == j {
                    block + DMat3::from_diagonal(DVec3::splat(effort.damping))
                } else {
                    block
                }
            });
        }
        self.right.clear();
        self.right
            .extend(self.left.chunks_exact(3).map(DVec3::from_slice));
        self.pulls.clear();
        self.pulls.resize(range.len(), DVec3::ZERO);
        if method == Method::Direct {
            let floor = 1e-3 * effort.damping;
            self.direct
                .solve(&self.matrix, &self.right, floor, &mut self.pulls);
        } else {
            self.goals.start();
            let before = self.goals.sweeps;
            let coupling = Formed {
                matrix: &self.matrix,
                scaled: &mut self.scaled,
            };
            let asked = (&self.right[..], effort);
            self.goals
                .solve(coupling, asked, &mut self.pulls, &mut Nobody);
            self.sweeps += self.goals.sweeps - before;
        }
        for row in asking_rows(&self.asking, range.clone()) {
            let pull = self.pulls[row / 3 - range.start][row % 3];
            add_scaled(z, pull, &self.free[row * stride..][..stride]);
        }
    }

    /// Adds the free rows of a range of blocks to the orthonormal basis of what is used; a row that is nearly all there already
    /// is left out.
    fn use_up(&mut self, range: Range<usize>) {
        for row in asking_rows(&self.asking, range) {
            let part = row * self.stride..(row + 1) * self.stride;
            let whole = &self.jacobian[part.clone()];
            let whole_square = dot(whole, whole);
            let start = self.used.len();
            self.used.extend_from_slice(&self.free[part]);
            let (before, new) = self.used.split_at_mut(start);
            remove_used(before, new);
            let square = dot(new, new);
            if square > 1e-6 * whole_square && square > 0.0 {
                let inverse = 1.0 / square.sqrt();
                for x in new {
                    *x *= inverse;
                }
            } else {
                self.used.truncate(start);
            }
        }
    }
}

/// The rows of a range of blocks that ask for anything.
fn asking_rows(asking: &[usize], range: Range<usize>) -> impl Iterator<Item = usize> {
    range.flat_map(|block| 3 * block..3 * block + asking[block])
}

/// Takes the part of `row` that lies in the span of the orthonormal rows `used` out of it; twice, for rounding.
fn remove_used(used: &[f64], row: &mut [f64]) {
    for _ in 0..2 {
        for basis in used.chunks_exact(row.len()) {
            let along = dot(basis, row);
            add_scaled(row, -along, basis);
        }
    }
}
