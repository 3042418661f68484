//! Solves small symmetric positive definite systems: one row per goal row, so about a dozen unknowns.

/// The lower triangle L of A = L Lᵀ, row after row, with the diagonal stored inverted. Memory is kept between systems.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Starts a system of `size` unknowns and hands out its matrix, row-major and zeroed; fill the lower triangle.
    pub fn start(&mut self, size: usize) -> &mut [f64] {
        self.size = size;
        self.lower.clear();
        self.lower.resize(size * size, 0.0);
        &mut self.lower
    }

    /// Starts a system from a row-major matrix that is there already; its lower triangle may still be changed.
    pub fn start_from(&mut self, size: usize, matrix: &[f64]) -> &mut [f64] {
        self.size = size;
        self.lower.clear();
        self.lower.extend_from_slice(&matrix[..size * size]);
        &mut self.lower
    }

    /// Factors the matrix in place. A pivot that is not clearly positive (rows that repeat each other) is replaced by
    /// `floor`, which must be positive: the answer is then damped along that row instead of infinite. Says whether the
    /// matrix was positive definite, that is, whether no pivot was replaced.
    pub fn factor(&mut self, floor: f64) -> bool {
        let n = self.size;
        let mut definite = true;
        for i in 0..n {
            let (above, current) = self.lower.split_at_mut(i * n);
            let row = &mut current[..n];
            for j in 0..i {
                let other = &above[j * n..=j * n + j];
                let mut sum = row[j];
                for (a, b) in row[..j].iter().zip(other) {
                    sum -= a * b;
                }
                row[j] = sum * other[j];
            }
            let mut pivot = row[i];
            for a in &row[..i] {
                pivot -= a * a;
            }
            definite &= pivot > floor;
            row[i] = 1.0 / pivot.max(floor).sqrt();
        }
        definite
    }

    /// The logarithm of A's determinant.
    pub fn log_determinant(&self) -> f64 {
        let pivots = self.lower.iter().step_by(self.size + 1).take(self.size);
        -2.0 * pivots.map(|inverse| libm::log(*inverse)).sum::<f64>()
    }

    /// Replaces b by A⁻¹ b.
    pub fn solve(&self, b: &mut [f64]) {
        self.solve_lower(b);
        self.solve_upper(b);
    }

    /// Replaces b by L⁻¹ b.
    pub fn solve_lower(&self, b: &mut [f64]) {
        let n = self.size;
        let b = &mut b[..n];
        for i in 0..n {
            let row = &self.lower[i * n..=i * n + i];
            let mut sum = b[i];
            for (a, y) in row[..i].iter().zip(b.iter()) {
                sum -= a * y;
            }
            b[i] = sum * row[i];
        }
    }

    /// Replaces b by L⁻ᵀ b, column by column so that memory is read in order.
    pub fn solve_upper(&self, b: &mut [f64]) {
        let n = self.size;
        let b = &mut b[..n];
        for i in (0..n).rev() {
            let row = &self.lower[i * n..=i * n + i];
            let x = b[i] * row[i];
            b[i] = x;
            for (a, y) in row[..i].iter().zip(b.iter_mut()) {
                *y -= a * x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn a_solved_system_gives_back_its_right_hand_side() {
        let mut random = Random::new(5);
        let mut cholesky = Cholesky::default();
        for n in 1..14 {
            // A = G Gᵀ + I is positive definite.
            let g: Vec<f64> = (0..n * n).map(|_| random.between(-1.0, 1.0)).collect();
            let entry = |i: usize, j: usize| {
                (0..n).map(|k| g[i * n + k] * g[j * n + k]).sum::<f64>() + f64::from(i == j)
            };
            let matrix = cholesky.start(n);
            for i in 0..n {
                for j in 0..=i {
                    matrix[i * n + j] = entry(i, j);
                }
            }
            let wanted: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
            let mut x: Vec<f64> = (0..n)
                .map(|i| (0..n).map(|j| entry(i, j) * wanted[j]).sum())
                .collect();
            cholesky.factor(1e-12);
            cholesky.solve(&mut x);
            for (x, wanted) in x.iter().zip(&wanted) {
                assert!((x - wanted).abs() < 1e-10);
            }
        }
    }

    #[test]
    fn the_determinant_of_two_unknowns_is_what_the_formula_says() {
        let mut cholesky = Cholesky::default();
        cholesky.start(2).copy_from_slice(&[3.0, 0.0, 1.0, 2.0]);
        cholesky.factor(1e-12);
        assert!((libm::exp(cholesky.log_determinant()) - 5.0).abs() < 1e-12);
    }
}
