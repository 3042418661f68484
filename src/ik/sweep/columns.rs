//! The paper's Gauss-Seidel sweep, column by column, without ever forming Jᵀ J.
//!
//! Kenwright 2012, eqs. 3 to 6: (Jᵀ J + δ I) x = Jᵀ e by Gauss-Seidel. Keeping the residual r = e − J x, the visit to
//! column j is xⱼ += Δ, Δ = (Jⱼᵀ r − δ (xⱼ − pⱼ)) / (Jⱼᵀ Jⱼ + δ), r −= Jⱼ Δ: exactly the same iterates at a cost
//! proportional to the non-zeros of J. The paper has no posture p to stay near; with p = 0 this is its own visit. Joint
//! limits are a projection inside the visit, so no iterate ever violates one.

/// Columns of J with their squared lengths; memory of the sweep.
#[derive(Clone, Debug, Default)]
pub struct ColumnSweep {
    rows: usize,
    columns: Vec<f64>,
    squares: Vec<f64>,
    residual: Vec<f64>,
}

impl ColumnSweep {
    /// Takes over a system: J row-major with `stride` columns a row, and e. The sweep starts from x = 0.
    pub fn start(&mut self, jacobian: &[f64], stride: usize, columns: usize, error: &[f64]) {
        self.rows = error.len();
        self.columns.clear();
        self.squares.clear();
        for j in 0..columns {
            let column = (0..self.rows).map(|r| jacobian[r * stride + j]);
            self.squares.push(column.clone().map(|x| x * x).sum());
            self.columns.extend(column);
        }
        self.residual.clear();
        self.residual.extend_from_slice(error);
    }

    /// Visits one column: xⱼ moves to where its own equation holds, over-relaxed by `relaxation` (1 is the paper's). Where no
    /// row asks for anything it moves to `rest`.
    #[inline]
    pub fn visit(&mut self, j: usize, damping: f64, relaxation: f64, rest: f64, x: &mut [f64]) {
        let column = &self.columns[j * self.rows..][..self.rows];
        let pull: f64 = column.iter().zip(&self.residual).map(|(a, r)| a * r).sum();
        let change = relaxation * (pull - damping * (x[j] - rest)) / (self.squares[j] + damping);
        x[j] += change;
        self.take_up(j, change);
    }

    /// Accounts for a change of xⱼ that was made outside the visit: a limit's clamp.
    #[inline]
    pub fn take_up(&mut self, j: usize, change: f64) {
        let column = &self.columns[j * self.rows..][..self.rows];
        for (r, a) in self.residual.iter_mut().zip(column) {
            *r -= a * change;
        }
    }

    /// e − J x.
    pub fn residual(&self) -> &[f64] {
        &self.residual
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
            sweep.start(&j, columns, columns, &e);
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
