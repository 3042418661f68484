//! The linear system of one linearisation: J Δ ≈ e, every goal's rows scaled by its weight.
//!
//! J is stored row by row, for solutions that take rows apart; those that do not leave it as [`super::levers`]. Columns are scaled by the joint's strength, so that Δ = strength · z and a plain
//! damping of z makes a weak joint move last.

use super::held::HeldColumns;
use super::{Goal, GoalKind, Rank};
use crate::kinematics::Rooting;

/// Where one goal's rows are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) count: usize,
}

/// J (rows × stride, row-major) and e (rows).
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) count: usize,
    /// Columns rounded up to whole groups of four; the padding stays zero.
    pub(super) stride: usize,
    /// Empty until it is written.
    pub(super) jacobian: Vec<f64>,
    pub(super) error: Vec<f64>,
    /// One past the last column that is not zero, per row, in whole groups of four.
    pub(super) end: Vec<usize>,
    pub(super) rank: Vec<Rank>,
}

impl Rows {
    /// Lays out the rows of `goals`.
    pub(super) fn start(&mut self, rooting: &Rooting, goals: &[Goal], spans: &mut Vec<Span>) {
        spans.clear();
        spans.resize(goals.len(), Span { first: 0, count: 0 });
        self.count = 0;
        self.rank.clear();
        self.end.clear();
        self.stride = rooting.dofs.next_multiple_of(4);
        // Rank by rank, whatever the order of the list: strict strategies need the more important rows first.
        let mut next = goals.iter().map(|goal| goal.rank).min();
        while let Some(rank) = next {
            for (goal, span) in goals.iter().zip(spans.iter_mut()) {
                if goal.rank == rank {
                    *span = self.lay_out(rooting, goal);
                }
            }
            next = goals
                .iter()
                .map(|goal| goal.rank)
                .filter(|r| *r > rank)
                .min();
        }
        self.error.clear();
        self.error.resize(self.count, 0.0);
    }

    fn lay_out(&mut self, rooting: &Rooting, goal: &Goal) -> Span {
        let end = match goal.kind {
            GoalKind::Position { link, .. }
            | GoalKind::Orientation { link, .. }
            | GoalKind::Direction { link, .. }
            | GoalKind::Height { link, .. } => {
                let last = rooting.path_to(link).next();
                last.map_or(0, |s| usize::from(s.first_dof + s.dofs).next_multiple_of(4))
            }
            _ => self.stride,
        };
        let span = Span {
            first: self.count,
            count: goal.kind.rows(),
        };
        self.count += span.count;
        self.rank.resize(self.count, goal.rank);
        self.end.resize(self.count, end);
        span
    }

    /// One row of J.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[f64] {
        &self.jacobian[index * self.stride..][..self.stride]
    }

    /// Copies another system of the same layout.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.count = other.count;
        self.stride = other.stride;
        self.jacobian.clone_from(&other.jacobian);
        self.error.clone_from(&other.error);
        self.end.clone_from(&other.end);
        self.rank.clone_from(&other.rank);
    }

    /// Zeroes J.
    pub(super) fn zero(&mut self) {
        self.jacobian.clear();
        self.jacobian.resize(self.count * self.stride, 0.0);
    }

    /// Takes a held direction out of its joint's columns and moves along it for good.
    pub(super) fn hold(&mut self, held: &HeldColumns) {
        for r in 0..self.count {
            let entries = &mut self.jacobian[r * self.stride + held.first..];
            let along = held.along(&entries[..held.dofs]);
            held.add_to(-along, entries);
            self.error[r] -= along * held.distance;
        }
    }
}

/// Sum of products, four lanes at a time; both slices hold whole groups of four.
#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for k in 0..4 {
            lanes[k] += a[k] * b[k];
        }
    }
    (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
}

/// `into += factor · row`.
#[inline]
pub(super) fn add_scaled(into: &mut [f64], factor: f64, row: &[f64]) {
    for (x, j) in into.iter_mut().zip(row) {
        *x += factor * j;
    }
}
