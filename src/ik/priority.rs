//! Who wins: the damped solution of one linearisation under each strategy, through the small system of rows × rows.
//!
//! With n columns and m rows (39 and 11 for a figure that reaches with three limbs), z = Jᵀ (J Jᵀ + δ I)⁻¹ e solves the
//! damped normal equations (Jᵀ J + δ I) z = Jᵀ e of Kenwright's equation 5 exactly, for m³/6 instead of n³/6 products.

use super::Priority;
use super::Rank;
use super::held::HeldColumns;
use super::rows::{Rows, add_scaled, dot};
use crate::math::Cholesky;

/// Memory of the direct solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Direct {
    cholesky: Cholesky,
    dual: Vec<f64>,
    /// Rows of one rank with the ranks above taken out.
    free: Rows,
    /// Orthonormal rows that span what the ranks above have used.
    used: Vec<f64>,
    wish: Vec<f64>,
    /// Lower triangle of J Jᵀ of the rows that were prepared, row-major.
    gram: Vec<f64>,
    /// J times the way to rest of those rows.
    rest_effect: Vec<f64>,
    /// J d of every held direction d, one after the other.
    held_columns: Vec<f64>,
    held_pulls: Vec<f64>,
}

impl Direct {
    /// Takes J Jᵀ of the rows and J times the way to rest, which every damping and every set of held directions share.
    pub(super) fn prepare(&mut self, rows: &Rows, to_rest: &[f64]) {
        let n = rows.count;
        self.gram.resize(n * n, 0.0);
        for i in 0..n {
            for j in 0..=i {
                let end = rows.end[i].min(rows.end[j]);
                self.gram[i * n + j] = dot(&rows.row(i)[..end], &rows.row(j)[..end]);
            }
        }
        self.rest_effect.clear();
        self.rest_effect
            .extend((0..n).map(|r| dot(rows.row(r), to_rest)));
    }

    /// The step z for prepared rows as one weighted system. Where no goal asks for anything z goes `rest_share` of the way
    /// to rest. Taking a direction d out of the columns takes (J d)(J d)ᵀ out of J Jᵀ, so that rows need not be built
    /// again for it; z has nothing along held directions.
    pub(super) fn solve_together(
        &mut self,
        rows: &Rows,
        damping: f64,
        (to_rest, rest_share): (&[f64], f64),
        held: impl Iterator<Item = HeldColumns> + Clone,
        z: &mut [f64],
    ) {
        let n = rows.count;
        let matrix = self.cholesky.start_from(n, &self.gram);
        for i in 0..n {
            matrix[i * n + i] += damping;
        }
        self.dual.clear();
        let asked = rows.error.iter().zip(&self.rest_effect);
        self.dual
            .extend(asked.map(|(error, effect)| error - rest_share * effect));
        for (z, to_rest) in z.iter_mut().zip(to_rest) {
            *z = rest_share * to_rest;
        }
        self.held_columns.clear();
        for h in held.clone() {
            let start = self.held_columns.len();
            let entries = rows.jacobian[h.first..].chunks(rows.stride);
            self.held_columns
                .extend(entries.map(|row| h.along(&row[..h.dofs])));
            let column = &self.held_columns[start..];
            // The way to rest loses its part along the direction; the joint moves along it for good instead.
            let rest_along = h.along(&z[h.first..h.first + h.dofs]);
            h.add_to(-rest_along, &mut z[h.first..]);
            let shift = rest_along - h.distance;
            for i in 0..n {
                self.dual[i] += column[i] * shift;
                for (entry, other) in matrix[i * n..=i * n + i].iter_mut().zip(column) {
                    *entry -= column[i] * other;
                }
            }
        }
        self.cholesky.factor(1e-3 * damping);
        self.cholesky.solve(&mut self.dual);

        // z += Jᵀ y without what is held.
        for (r, y) in self.dual.iter().enumerate() {
            let end = rows.end[r];
            add_scaled(&mut z[..end], *y, &rows.row(r)[..end]);
        }
        self.held_pulls.clear();
        for (h, column) in held.zip(self.held_columns.chunks_exact(n)) {
            let along: f64 = column.iter().zip(&self.dual).map(|(c, y)| c * y).sum();
            h.add_to(-along, &mut z[h.first..]);
            // Minus the gradient Jᵀ (e − J z) − δ (z − p) along d, over δ: the residual e − J z is δ y.
            let rest_along = rest_share * h.along(&to_rest[h.first..h.first + h.dofs]);
            self.held_pulls.push(along - h.distance + rest_along);
        }
    }

    /// How hard the last step pulls against each held direction; below zero it would rather leave.
    pub(super) fn held_pulls(&self) -> &[f64] {
        &self.held_pulls
    }

    /// The step z for the rows rank by rank; rows and `posture` have nothing along held directions.
    pub(super) fn solve_by_rank(
        &mut self,
        rows: &Rows,
        priority: Priority,
        damping: f64,
        posture: &[f64],
        z: &mut [f64],
    ) {
        if priority == Priority::NullSpace {
            self.null_space(rows, damping, posture, z);
        } else {
            self.strict(rows, damping, posture, z);
        }
    }

    /// z += Jᵀ (J Jᵀ + δ I)⁻¹ (e − J z) over a range of rows.
    fn add_damped(
        &mut self,
        rows: &Rows,
        range: std::ops::Range<usize>,
        damping: f64,
        z: &mut [f64],
    ) {
        self.factor(rows, range.clone(), damping);
        self.dual.clear();
        self.dual
            .extend(range.clone().map(|r| rows.error[r] - dot(rows.row(r), z)));
        self.cholesky.solve(&mut self.dual);
        for (r, y) in range.zip(&self.dual) {
            let end = rows.end[r];
            add_scaled(&mut z[..end], *y, &rows.row(r)[..end]);
        }
    }

    /// Factors J Jᵀ + δ I over a range of rows.
    fn factor(&mut self, rows: &Rows, range: std::ops::Range<usize>, damping: f64) {
        let n = range.len();
        let matrix = self.cholesky.start(n);
        for (i, r) in range.clone().enumerate() {
            for (j, c) in range.clone().take(i + 1).enumerate() {
                let end = rows.end[r].min(rows.end[c]);
                matrix[i * n + j] = dot(&rows.row(r)[..end], &rows.row(c)[..end]);
            }
            matrix[i * n + i] += damping;
        }
        self.cholesky.factor(1e-3 * damping);
    }

    /// Kenwright's equation 1 (Liégeois 1977): z = J₁⁺ e₁ + (I − J₁⁺ J₁) ξ, with ξ the solution that everyone below
    /// balance would take if they were alone. Rows are sorted by rank.
    fn null_space(&mut self, rows: &Rows, damping: f64, posture: &[f64], z: &mut [f64]) {
        let first = rows.rank.iter().filter(|r| **r <= Rank::BALANCE).count();
        let mut wish = std::mem::take(&mut self.wish);
        wish.clear();
        wish.extend_from_slice(posture);
        self.add_damped(rows, first..rows.count, damping, &mut wish);

        // ξ − J₁⁺ J₁ ξ: the projection is undamped but for rows that repeat each other.
        self.factor(rows, 0..first, 1e-9);
        self.dual.clear();
        self.dual
            .extend((0..first).map(|r| dot(rows.row(r), &wish)));
        self.cholesky.solve(&mut self.dual);
        for (r, y) in self.dual.iter().enumerate() {
            add_scaled(&mut wish, -y, rows.row(r));
        }
        z.copy_from_slice(&wish);
        self.wish = wish;
        self.add_damped(rows, 0..first, damping, z);
    }

    /// Every rank in what the ranks above leave free (Siciliano and Slotine 1991):
    /// z ← z + (Jₖ N)⁺ (eₖ − Jₖ z), with N the projection on what is free. Rows are sorted by rank.
    fn strict(&mut self, rows: &Rows, damping: f64, posture: &[f64], z: &mut [f64]) {
        z.fill(0.0);
        self.used.clear();
        let mut free = std::mem::take(&mut self.free);
        free.copy_from(rows);
        let mut first = 0;
        while first < rows.count {
            let rank = rows.rank[first];
            let last = first
                + rows.rank[first..]
                    .iter()
                    .take_while(|r| **r == rank)
                    .count();
            for r in first..last {
                // What the ranks above want has been done: ask for the rest, with what they left free.
                free.error[r] -= dot(rows.row(r), z);
                free.end[r] = rows.stride;
                let row = &mut free.jacobian[r * rows.stride..][..rows.stride];
                remove_used(&self.used, row);
            }
            self.solve_free(&free, first..last, damping, z);
            for r in first..last {
                self.use_up(free.row(r), dot(rows.row(r), rows.row(r)));
            }
            first = last;
        }
        self.free = free;

        // Posture fills what is left.
        self.wish.clear();
        self.wish.extend_from_slice(posture);
        remove_used(&self.used, &mut self.wish);
        for (z, wish) in z.iter_mut().zip(&self.wish) {
            *z += wish;
        }
    }

    /// z += Jᵀ (J Jᵀ + δ I)⁻¹ e over rows whose error already counts what z does.
    fn solve_free(
        &mut self,
        free: &Rows,
        range: std::ops::Range<usize>,
        damping: f64,
        z: &mut [f64],
    ) {
        self.factor(free, range.clone(), damping);
        self.dual.clear();
        self.dual.extend_from_slice(&free.error[range.clone()]);
        self.cholesky.solve(&mut self.dual);
        for (r, y) in range.zip(&self.dual) {
            add_scaled(z, *y, free.row(r));
        }
    }

    /// Adds a row to the orthonormal basis of what is used, unless nearly all of it is there already.
    fn use_up(&mut self, row: &[f64], whole_square: f64) {
        let start = self.used.len();
        self.used.extend_from_slice(row);
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

/// Takes the part of `row` that lies in the span of the orthonormal rows `used` out of it; twice, for rounding.
fn remove_used(used: &[f64], row: &mut [f64]) {
    for _ in 0..2 {
        for basis in used.chunks_exact(row.len()) {
            let along = dot(basis, row);
            add_scaled(row, -along, basis);
        }
    }
}
