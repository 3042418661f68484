//! Takes columns out of a factored system without factoring it again.
//!
//! With A = L Lᵀ, a few columns C and W = L⁻¹ C, the Woodbury identity reads
//!
//! ```text
//! (A − C Cᵀ)⁻¹ = L⁻ᵀ (I + W M⁻¹ Wᵀ) L⁻¹,   M = I − Wᵀ W
//! ```
//!
//! so that a column costs one triangular solve and one row of a small factor, and may go again as it came. M is positive
//! definite as long as A − C Cᵀ is. Its pivots are the shares of A that are left: rounding is magnified by their inverse.

/// The columns W that are out, and the Cholesky factor of M. Memory is kept between systems.
#[derive(Clone, Debug, Default)]
pub struct Downdate {
    /// W, one column after the other.
    columns: Vec<f64>,
    /// Lower triangle of the factor of M, row after row without gaps, with the diagonal stored inverted.
    lower: Vec<f64>,
    count: usize,
}

/// A pivot of M that is smaller is rounding: a column that leaves nothing of its row is taken out to this share of it.
const SMALLEST_PIVOT: f64 = 1e-10;

impl Downdate {
    /// Puts all columns back but the first `count`.
    pub fn keep(&mut self, count: usize, size: usize) {
        self.count = self.count.min(count);
        self.columns.truncate(self.count * size);
        self.lower.truncate(row_start(self.count));
    }

    /// Takes out one more column, given as w = L⁻¹ c.
    pub fn take_out(&mut self, w: &[f64]) {
        let n = w.len();
        let (i, start) = (self.count, self.lower.len());
        for j in 0..i {
            let (before, row) = self.lower.split_at(start);
            let other_row = &before[row_start(j)..=row_start(j) + j];
            let entry = -dot(w, &self.columns[j * n..]) - dot(row, &other_row[..j]);
            self.lower.push(entry * other_row[j]);
        }
        let row = &self.lower[start..];
        let pivot = 1.0 - dot(w, w) - dot(row, row);
        self.lower.push(1.0 / pivot.max(SMALLEST_PIVOT).sqrt());
        self.columns.extend_from_slice(w);
        self.count = i + 1;
    }

    /// The columns w that are out; `size` is their length.
    pub fn columns(&self, size: usize) -> impl Iterator<Item = &[f64]> {
        (0..self.count).map(move |i| &self.columns[i * size..(i + 1) * size])
    }

    /// Replaces u = L⁻¹ b by Lᵀ x, where x solves (A − C Cᵀ) x = b, and writes Cᵀ x to `along`.
    pub fn solve(&self, u: &mut [f64], along: &mut Vec<f64>) {
        along.clear();
        // s = M⁻¹ Wᵀ u. It is Cᵀ x as well: Wᵀ (u + W s) = Wᵀ u + (I − M) s = s.
        for (i, w) in self.columns(u.len()).enumerate() {
            let row = &self.lower[row_start(i)..=row_start(i) + i];
            let sum = dot(w, u) - dot(&row[..i], along);
            along.push(sum * row[i]);
        }
        for i in (0..self.count).rev() {
            let row = &self.lower[row_start(i)..=row_start(i) + i];
            let s = along[i] * row[i];
            along[i] = s;
            for (a, y) in row[..i].iter().zip(along.iter_mut()) {
                *y -= a * s;
            }
        }
        for (w, s) in self.columns(u.len()).zip(along.iter()) {
            for (u, w) in u.iter_mut().zip(w) {
                *u += w * s;
            }
        }
    }
}

/// Where a row of a packed lower triangle starts.
const fn row_start(row: usize) -> usize {
    row * (row + 1) / 2
}

/// Sum of products over the shorter of two slices.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Cholesky, Random};

    /// A = G Gᵀ + I, columns that are shorter than G's, and a right-hand side.
    fn system(n: usize, columns: usize) -> (Vec<f64>, Vec<Vec<f64>>, Vec<f64>) {
        let mut random = Random::new(9);
        let g: Vec<Vec<f64>> = (0..n)
            .map(|_| (0..n).map(|_| random.between(-1.0, 1.0)).collect())
            .collect();
        let mut matrix = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                matrix[i * n + j] = dot(&g[i], &g[j]) + f64::from(u8::from(i == j));
            }
        }
        let column = |k: usize| g.iter().map(|row| row[k]).collect();
        let right = (0..n).map(|i| i as f64 - 2.0).collect();
        (matrix, (0..columns).map(column).collect(), right)
    }

    #[test]
    fn taking_columns_out_and_putting_them_back_matches_a_new_factor() {
        let n = 7;
        let (matrix, columns, right) = system(n, 4);
        let mut cholesky = Cholesky::default();
        cholesky.start_from(n, &matrix);
        cholesky.factor(1e-12);
        let (mut downdate, mut along) = (Downdate::default(), Vec::new());
        for order in [[0, 1, 2], [0, 3, 2]] {
            downdate.keep(1, n);
            for &k in &order[downdate.columns(n).count()..] {
                let mut w = columns[k].clone();
                cholesky.solve_lower(&mut w);
                downdate.take_out(&w);
            }
            let mut x = right.clone();
            cholesky.solve_lower(&mut x);
            downdate.solve(&mut x, &mut along);
            cholesky.solve_upper(&mut x);

            let mut less = matrix.clone();
            for k in order {
                for i in 0..n {
                    for j in 0..n {
                        less[i * n + j] -= columns[k][i] * columns[k][j];
                    }
                }
            }
            for (i, row) in less.chunks_exact(n).enumerate() {
                assert!((dot(row, &x) - right[i]).abs() < 1e-10);
            }
            for (k, along) in order.into_iter().zip(&along) {
                assert!((dot(&columns[k], &x) - along).abs() < 1e-10);
            }
        }
    }
}
