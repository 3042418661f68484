//! Gauss-Seidel goal by goal: each goal pulls in its turn, and conjugate gradients lengthen what the pulls agree on.
//!
//! One linearisation is the least-norm problem z = p + Jᵀ y with (A + δ I) y = b, A = J Jᵀ: three unknowns a goal, how hard
//! it pulls. The visit to goal i sets its pull to what its own rows ask for while all others stay,
//!
//! ```text
//! yᵢ = (Aᵢᵢ + δ I)⁻¹ (bᵢ − Σⱼ Aᵢⱼ yⱼ)
//! ```
//! A sweep visits all goals there and back. Rows of balance and effectors are strongly coupled, so that plain sweeps need
//! hundreds of passes; as the preconditioner of conjugate gradients (CGMN of Björck and Elfving 1979) they need six, and
//! among the joints that limits leave free nothing else changes (the subspace phase of Moré and Toraldo 1991).
//!
//! With A = L + D + U the sweep there solves (D + L) v = r, the sweep back (D + U) u = D v; so A u = L u + D v comes for
//! half a product (after Eisenstat 1981).

use super::{Deed, Progress, Watch};
use glam::{DMat3, DVec3};

/// Most sweeps of one linearisation: as many as there are unknowns solve it but for rounding, so this is never met.
const MOST_SWEEPS: usize = 400;

/// The lower triangle of a symmetric matrix of 3 × 3 blocks, row after row.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct Blocks {
    count: usize,
    entries: Vec<DMat3>,
}

impl Blocks {
    /// Rows of blocks.
    pub(in crate::ik) fn count(&self) -> usize {
        self.count
    }

    /// Keeps only the first rows and columns.
    pub(in crate::ik) fn truncate(&mut self, count: usize) {
        self.count = count;
        self.entries.truncate(count * (count + 1) / 2);
    }

    /// Adds a row; `entry` is asked for every column up to the diagonal.
    pub(in crate::ik) fn push(&mut self, mut entry: impl FnMut(usize) -> DMat3) {
        self.entries.extend((0..=self.count).map(&mut entry));
        self.count += 1;
    }

    pub(in crate::ik) fn copy_from(&mut self, other: &Self) {
        self.count = other.count;
        self.entries.clone_from(&other.entries);
    }

    /// A row up to and with its diagonal.
    #[inline]
    pub(in crate::ik) fn row(&self, i: usize) -> &[DMat3] {
        let first = i * (i + 1) / 2;
        &self.entries[first..=first + i]
    }

    #[inline]
    pub(in crate::ik) fn row_mut(&mut self, i: usize) -> &mut [DMat3] {
        let first = i * (i + 1) / 2;
        &mut self.entries[first..=first + i]
    }
}

/// Memory of the sweep over goals.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct GoalSweep {
    /// (Aᵢᵢ + δ I)⁻¹.
    inverse: Vec<DMat3>,
    /// b − A y.
    residual: Vec<DVec3>,
    /// What a sweep leaves on its way there: D v.
    there: Vec<DVec3>,
    /// What a sweep adds to the pulls: v, then u.
    pulls: Vec<DVec3>,
    /// What later goals have pulled at each on the way back.
    back: Vec<DVec3>,
    direction: Vec<DVec3>,
    /// A times the direction.
    effect: Vec<DVec3>,
    /// What the residual of the linearisation was at first, in the norm of the sweep.
    reference: f64,
    /// Sweeps since the linearisation.
    pub(in crate::ik) sweeps: u32,
}

impl GoalSweep {
    /// A new linearisation: the next residual is what others are compared with.
    pub(in crate::ik) fn start(&mut self) {
        self.reference = 0.0;
    }

    /// Moves `y` to where (A + δ I) y = b, to a share of the linearisation's first residual. The diagonal of `matrix` has δ.
    pub(in crate::ik) fn solve<W: Watch>(
        &mut self,
        matrix: &Blocks,
        right: &[DVec3],
        tolerance: f64,
        y: &mut [DVec3],
        watch: &mut W,
    ) {
        let n = matrix.count();
        self.inverse.clear();
        self.inverse
            .extend((0..n).map(|i| matrix.row(i)[i].inverse()));
        self.start_residual(matrix, right, y);
        for vector in [
            &mut self.there,
            &mut self.pulls,
            &mut self.direction,
            &mut self.effect,
        ] {
            vector.clear();
            vector.resize(n, DVec3::ZERO);
        }
        let mut before = f64::INFINITY;
        for _ in 0..MOST_SWEEPS {
            if W::ON {
                watch.sweep();
            }
            self.sweep(matrix, y, watch);
            self.sweeps += 1;
            let left = dot(&self.residual, &self.pulls);
            if self.reference == 0.0 {
                self.reference = left;
            }
            if left <= tolerance * tolerance * self.reference || left.is_nan() {
                // What the last sweep found is not thrown away.
                add_scaled(y, 1.0, &self.pulls);
                break;
            }
            self.lengthen(matrix, left / before, y);
            before = left;
            if W::ON {
                watch.deed(Deed::Accelerated, Progress::Pulls(y, &[]));
            }
        }
    }

    fn start_residual(&mut self, matrix: &Blocks, right: &[DVec3], y: &[DVec3]) {
        self.residual.clear();
        self.residual.extend_from_slice(right);
        if y.iter().all(|y| *y == DVec3::ZERO) {
            return;
        }
        for i in 0..matrix.count() {
            let row = matrix.row(i);
            for j in 0..i {
                self.residual[i] -= row[j] * y[j];
                self.residual[j] -= row[j].transpose() * y[i];
            }
            self.residual[i] -= row[i] * y[i];
        }
    }

    /// Every goal pulls in its turn, there and back, against the residual.
    #[inline]
    fn sweep<W: Watch>(&mut self, matrix: &Blocks, y: &[DVec3], watch: &mut W) {
        let n = matrix.count();
        for i in 0..n {
            let mut left = self.residual[i];
            for (entry, pull) in matrix.row(i)[..i].iter().zip(&self.pulls) {
                left -= *entry * *pull;
            }
            self.there[i] = left;
            self.pulls[i] = self.inverse[i] * left;
            if W::ON {
                let to = Progress::Pulls(y, &self.pulls[..=i]);
                watch.goal(i, y[i], y[i] + self.pulls[i], to);
            }
        }
        self.back.clear();
        self.back.resize(n, DVec3::ZERO);
        for i in (0..n).rev() {
            let before = self.pulls[i];
            self.pulls[i] = before - self.inverse[i] * self.back[i];
            let pull = self.pulls[i];
            for (entry, back) in matrix.row(i)[..i].iter().zip(&mut self.back) {
                *back += entry.transpose() * pull;
            }
            if W::ON && i + 1 < n {
                let to = Progress::Pulls(y, &self.pulls);
                watch.goal(i, y[i] + before, y[i] + pull, to);
            }
        }
    }

    /// One step of conjugate gradients along what the sweep found.
    #[inline]
    fn lengthen(&mut self, matrix: &Blocks, share: f64, y: &mut [DVec3]) {
        for i in 0..matrix.count() {
            let mut effect = self.there[i];
            for (entry, pull) in matrix.row(i)[..i].iter().zip(&self.pulls) {
                effect += *entry * *pull;
            }
            self.direction[i] = self.pulls[i] + share * self.direction[i];
            self.effect[i] = effect + share * self.effect[i];
        }
        let left = dot(&self.residual, &self.pulls);
        let length = left / dot(&self.direction, &self.effect);
        add_scaled(y, length, &self.direction);
        add_scaled(&mut self.residual, -length, &self.effect);
    }
}

#[inline]
fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}

/// `into += factor · v`.
#[inline]
fn add_scaled(into: &mut [DVec3], factor: f64, v: &[DVec3]) {
    for (x, v) in into.iter_mut().zip(v) {
        *x += factor * *v;
    }
}
