//! The paper's Gauss-Seidel sweep, column by column, without ever forming Jᵀ J.
//!
//! Kenwright 2012, eqs. 3 to 6: (Jᵀ J + δ I) x = Jᵀ e by Gauss-Seidel. Keeping the residual r = e − J x, the visit to
//! column j is xⱼ += Δ, Δ = (Jⱼᵀ r − δ (xⱼ − pⱼ)) / (Jⱼᵀ Jⱼ + δ), r −= Jⱼ Δ: exactly the same iterates at a cost
//! proportional to the non-zeros of J. The paper has no posture p to stay near; with p = 0 this is its own visit. Joint
//! limits are a projection inside the visit, so no iterate ever violates one. A row that only pushes, which the paper has not
//! either, counts in a visit while its residual is above zero.
//!
//! Where ranks are solved one after the other joint by joint, sweeps there and back are the preconditioner of conjugate
//! gradients, as in `joints`.

use crate::ik::columns::{add_scaled, dot};
use crate::ik::effort::Effort;

/// Most accelerated sweeps over all columns.
const MOST_SWEEPS: u32 = 400;

/// Columns of J; memory of the sweep.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct ColumnSweep {
    rows: usize,
    columns: Vec<f64>,
    /// e − J x.
    residual: Vec<f64>,
    /// Which rows only push; empty where none does.
    one_sided: Vec<bool>,
    /// Of conjugate gradients: what is left of every column's equation, what a sweep finds against it, the direction, and what
    /// Jᵀ J + δ I makes of that.
    left: Vec<f64>,
    found: Vec<f64>,
    direction: Vec<f64>,
    effect: Vec<f64>,
    /// J times what a sweep finds.
    moved: Vec<f64>,
}

impl ColumnSweep {
    /// Takes over a system: J row-major with `stride` columns, and e. The sweep starts from x = 0.
    pub(in crate::ik) fn start(&mut self, jacobian: &[f64], stride: usize, error: &[f64]) {
        self.make_room(error, stride);
        for (r, row) in jacobian.chunks_exact(stride.max(1)).enumerate() {
            self.set_row(r, row);
        }
    }

    /// Makes room for a system of so many columns whose rows follow one by one: all at once they would need as much room again.
    /// None only pushes until it is said.
    pub(in crate::ik) fn make_room(&mut self, error: &[f64], stride: usize) {
        self.rows = error.len();
        self.columns.clear();
        self.columns.resize(self.rows * stride, 0.0);
        self.residual.clear();
        self.residual.extend_from_slice(error);
        self.one_sided.clear();
        self.one_sided.resize(self.rows, false);
    }

    /// Takes a row over.
    pub(in crate::ik) fn set_row(&mut self, r: usize, row: &[f64]) {
        let places = self.columns.iter_mut().skip(r).step_by(self.rows);
        for (place, entry) in places.zip(row) {
            *place = *entry;
        }
    }

    /// This row only pushes.
    pub(in crate::ik) fn only_pushes(&mut self, r: usize) {
        self.one_sided[r] = true;
    }

    /// Visits one column: xⱼ moves to where its own equation holds, over-relaxed by `relaxation` (1 is the paper's). Where no
    /// row asks for anything it moves to `rest`.
    #[inline]
    pub(in crate::ik) fn visit(
        &mut self,
        j: usize,
        damping: f64,
        relaxation: f64,
        rest: f64,
        x: &mut [f64],
    ) {
        let column = &self.columns[j * self.rows..][..self.rows];
        let rows = column.iter().zip(&self.residual).zip(&self.one_sided);
        let (mut pull, mut square) = (0.0, 0.0);
        for ((a, r), one_sided) in rows {
            if !one_sided || *r > 0.0 {
                pull += a * r;
                square += a * a;
            }
        }
        let change = relaxation * (pull - damping * (x[j] - rest)) / (square + damping);
        x[j] += change;
        self.take_up(j, change);
    }

    /// Moves x from zero to where (Jᵀ J + δ I) x = Jᵀ e, to a share of the first residual, by sweeps over the columns in the
    /// order of `visited`. Returns how many that took.
    pub(in crate::ik) fn accelerate(
        &mut self,
        effort: Effort,
        visited: &[usize],
        x: &mut [f64],
    ) -> u32 {
        let (damping, tolerance) = (effort.damping, effort.tolerance);
        let n = x.len();
        self.left.clear();
        let columns = (0..n).map(|j| &self.columns[j * self.rows..][..self.rows]);
        self.left
            .extend(columns.map(|column| dot(column, &self.residual)));
        for vector in [&mut self.direction, &mut self.effect] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        let (mut before, mut reference) = (f64::INFINITY, 0.0);
        for sweep in 0..MOST_SWEEPS {
            self.sweep_there_and_back(damping, visited);
            let left = dot(&self.left, &self.found);
            if sweep == 0 {
                reference = left;
            }
            if left <= tolerance * tolerance * reference || left.is_nan() {
                return sweep + 1;
            }
            for j in 0..n {
                let effect = dot(self.column(j), &self.moved) + damping * self.found[j];
                self.direction[j] = self.found[j] + left / before * self.direction[j];
                self.effect[j] = effect + left / before * self.effect[j];
            }
            let length = left / dot(&self.direction, &self.effect);
            add_scaled(x, length, &self.direction);
            add_scaled(&mut self.left, -length, &self.effect);
            before = left;
        }
        MOST_SWEEPS
    }

    /// Every column moves in its turn, there and back, against what is left.
    fn sweep_there_and_back(&mut self, damping: f64, visited: &[usize]) {
        self.found.clear();
        self.found.resize(self.left.len(), 0.0);
        self.moved.clear();
        self.moved.resize(self.rows, 0.0);
        for &j in visited.iter().chain(visited.iter().rev()) {
            let column = &self.columns[j * self.rows..][..self.rows];
            let pull = self.left[j] - damping * self.found[j] - dot(column, &self.moved);
            let change = pull / (dot(column, column) + damping);
            self.found[j] += change;
            add_scaled(&mut self.moved, change, column);
        }
    }

    fn column(&self, j: usize) -> &[f64] {
        &self.columns[j * self.rows..][..self.rows]
    }

    /// Accounts for a change of xⱼ that was made outside the visit: a limit's clamp.
    #[inline]
    pub(in crate::ik) fn take_up(&mut self, j: usize, change: f64) {
        let column = &self.columns[j * self.rows..][..self.rows];
        for (r, a) in self.residual.iter_mut().zip(column) {
            *r -= a * change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn the_matrix_free_sweep_gives_the_iterates_of_textbook_gauss_seidel() {
        let mut random = Random::new(9);
        let (rows, columns, damping) = (11, 39, 1e-3);
        let mut worst: f64 = 0.0;
        for _ in 0..20 {
            let j: Vec<f64> = (0..rows * columns)
                .map(|_| random.between(-1.0, 1.0))
                .collect();
            let e: Vec<f64> = (0..rows).map(|_| random.between(-1.0, 1.0)).collect();
            // A = Jᵀ J + δ I and b = Jᵀ e, formed and swept by the book.
            let entry = |a: usize, b: usize| {
                (0..rows)
                    .map(|r| j[r * columns + a] * j[r * columns + b])
                    .sum::<f64>()
                    + if a == b { damping } else { 0.0 }
            };
            let matrix: Vec<Vec<f64>> = (0..columns)
                .map(|a| (0..columns).map(|b| entry(a, b)).collect())
                .collect();
            let right: Vec<f64> = (0..columns)
                .map(|a| (0..rows).map(|r| j[r * columns + a] * e[r]).sum())
                .collect();
            let mut by_the_book = vec![0.0; columns];
            let mut x = vec![0.0; columns];
            let mut sweep = ColumnSweep::default();
            sweep.start(&j, columns, &e);
            for _ in 0..30 {
                for a in 0..columns {
                    let others: f64 = (0..columns)
                        .filter(|b| *b != a)
                        .map(|b| matrix[a][b] * by_the_book[b])
                        .sum();
                    by_the_book[a] = (right[a] - others) / matrix[a][a];
                    sweep.visit(a, damping, 1.0, 0.0, &mut x);
                    worst = worst.max((x[a] - by_the_book[a]).abs());
                }
            }
        }
        assert!(worst < 1e-12, "iterates differ by {worst:e}");
    }
}
