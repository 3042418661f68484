//! Who wins: the damped solution of one linearisation under each strategy, through the small system of rows × rows.
//!
//! With n columns and m rows (39 and 11 for a figure that reaches with three limbs), z = Jᵀ (J Jᵀ + δ I)⁻¹ e solves the
//! damped normal equations (Jᵀ J + δ I) z = Jᵀ e of Kenwright's equation 5 exactly, for m³/6 instead of n³/6 products.

use super::Priority;
use super::Rank;
use super::held::HeldColumns;
use super::levers::Levers;
use super::rows::{Rows, add_scaled, dot};
use crate::math::{Cholesky, Downdate};

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
    /// Their error.
    error: Vec<f64>,
    /// J times the way to rest of those rows.
    rest_effect: Vec<f64>,
    /// What the factor of J Jᵀ + δ I and `asked` are for: damping δ and the share of the way to rest.
    factored_for: Option<(f64, f64)>,
    /// L⁻¹ of what the rows ask for when nothing is held.
    asked: Vec<f64>,
    /// Held directions that are out of the factor.
    held: Vec<HeldColumns>,
    downdate: Downdate,
    /// One column of the system on its way there.
    column: Vec<f64>,
    /// Jᵀ y along every held direction.
    along: Vec<f64>,
    held_pulls: Vec<f64>,
}

impl Direct {
    /// Takes over a linearisation: J, the error e, J Jᵀ, and J times the way to rest, which every damping and every set of
    /// held directions share.
    pub(super) fn prepare(&mut self, levers: &Levers, error: &[f64], to_rest: &[f64]) {
        let n = error.len();
        self.error.clear();
        self.error.extend_from_slice(error);
        self.gram.resize(n * n, 0.0);
        levers.write_gram(n, &mut self.gram);
        self.rest_effect.resize(n, 0.0);
        levers.multiply(to_rest, &mut self.rest_effect);
        self.factored_for = None;
    }

    /// The step z for what was prepared as one weighted system. Where no goal asks for anything z goes `rest_share` of the way
    /// to rest. Taking a direction d out of the columns takes (J d)(J d)ᵀ out of J Jᵀ, so that nothing but a column need
    /// be computed for it (see [`Downdate`]); z has nothing along held directions.
    pub(super) fn solve_together(
        &mut self,
        levers: &Levers,
        damping: f64,
        (to_rest, rest_share): (&[f64], f64),
        held: impl Iterator<Item = HeldColumns>,
        z: &mut [f64],
    ) {
        if self.factored_for != Some((damping, rest_share)) {
            self.factor_together(damping, rest_share);
        }
        self.take_out(levers, held);

        // The joint moves along what is held for good; the way to rest loses its part along it.
        let rest_along = |h: &HeldColumns| rest_share * h.along(&to_rest[h.first..][..h.dofs]);
        self.dual.clone_from(&self.asked);
        for (h, column) in self
            .held
            .iter()
            .zip(self.downdate.columns(self.error.len()))
        {
            add_scaled(&mut self.dual, rest_along(h) - h.distance, column);
        }
        self.downdate.solve(&mut self.dual, &mut self.along);
        self.cholesky.solve_upper(&mut self.dual);

        // z = share · rest + Jᵀ y without what is held.
        for (z, to_rest) in z.iter_mut().zip(to_rest) {
            *z = rest_share * to_rest;
        }
        levers.add_transposed(&self.dual, z);
        self.held_pulls.clear();
        for (h, along) in self.held.iter().zip(&self.along) {
            let wanted = along + rest_along(h);
            h.add_to(-wanted, &mut z[h.first..]);
            // Minus the gradient Jᵀ (e − J z) − δ (z − p) along d, over δ: the residual e − J z is δ y.
            self.held_pulls.push(wanted - h.distance);
        }
    }

    /// Factors J Jᵀ + δ I of the prepared rows, with nothing held.
    fn factor_together(&mut self, damping: f64, rest_share: f64) {
        let n = self.error.len();
        let matrix = self.cholesky.start_from(n, &self.gram);
        for i in 0..n {
            matrix[i * n + i] += damping;
        }
        self.cholesky.factor(1e-3 * damping);
        self.asked.clear();
        let asked = self.error.iter().zip(&self.rest_effect);
        self.asked
            .extend(asked.map(|(error, effect)| error - rest_share * effect));
        self.cholesky.solve_lower(&mut self.asked);
        self.held.clear();
        self.downdate.keep(0, n);
        self.factored_for = Some((damping, rest_share));
    }

    /// Takes the columns of held directions out of the factored system; those that were out already stay so.
    fn take_out(&mut self, levers: &Levers, held: impl Iterator<Item = HeldColumns>) {
        let (n, mut same) = (self.error.len(), 0);
        for h in held {
            if self.held.get(same) == Some(&h) {
                same += 1;
                continue;
            }
            self.held.truncate(same);
            self.downdate.keep(same, n);
            self.column.resize(n, 0.0);
            levers.write_column(&h, &mut self.column);
            self.cholesky.solve_lower(&mut self.column);
            self.downdate.take_out(&self.column);
            self.held.push(h);
            same += 1;
        }
        self.held.truncate(same);
        self.downdate.keep(same, n);
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
