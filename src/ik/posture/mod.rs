//! Posture: what a body does where nothing is asked of it.
//!
//! ```text
//! goals ──┬──> expectation: where would people be with these goals? ──> rest ──> sweeps: there and nowhere else, unless
//! habits ─┤    (Gauss-Newton on goals, wishes and habits together)                goals, limits and balance ask for more
//! wishes ─┘
//! ```
//! **Habits** say which poses are usual. Poses come in kinds (upright, reaching down, squatting …). Within a kind joints do not
//! turn one by one: a *synergy* turns many of them together, and each joint is a little loose besides. That is a mixture of
//! factor analysers (Ghahramani and Hinton 1996) over joint coordinates:
//!
//! ```text
//! x = U b + s a,    a, b ~ N(0, I)          covariance of a kind: U Uᵀ + diag(s²)
//! ```
//! Those of people are fitted to recordings ([`crate::lab::fit_habits`]); every other body has [`Habits::generic`] ones, made
//! from its joints' strengths, its spine and its legs. **Wishes** are what people do on purpose without being asked: look where
//! the hand goes, let a free arm hang, keep the trunk up. Joints stay in the comfortable part of their range.
//!
//! A body of which nothing is asked stays at rest, and one of which little is asked stays near it.

mod comfort;
mod expectation;
mod generic;
mod turns;
mod wishes;

pub use expectation::Expectation;
pub use turns::{first_coordinates, write_turned, write_turns_from};

use crate::character::JointCoordinate;
use crate::math::square;

/// Kinds of poses that people take.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// At least one; the first is that of a body at rest.
    pub kinds: Vec<Habit>,
}

/// One kind of poses.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// How common it is; those of all kinds sum up to 1.
    pub share: f64,
    /// The pose in its middle. (links)
    pub middle: Vec<JointCoordinate>,
    /// How far a joint is turned besides, root mean square [rad]. (links)
    pub looseness: Vec<f64>,
    /// How far each coordinate turns with one standard deviation of a synergy [rad]. (synergies × coordinates)
    pub synergies: Vec<Vec<f64>>,
}

impl Habit {
    /// How uncommon turns from its middle are: their squared Mahalanobis distance, by the Woodbury identity.
    pub fn distance_squared(&self, first: &[usize], turns: &[f64]) -> f64 {
        let variances = variances(&self.looseness, first);
        let count = self.synergies.len();
        let (mut matrix, mut right) = (self.through_looseness(&variances), Vec::new());
        for synergy in &self.synergies {
            let along = synergy.iter().zip(turns).zip(&variances);
            right.push(along.map(|((u, x), v)| u * x / v).sum::<f64>());
        }
        let asked = right.clone();
        solve_positive(&mut matrix, count, &mut right);
        let loose: f64 = turns.iter().zip(&variances).map(|(x, v)| x * x / v).sum();
        loose - asked.iter().zip(&right).map(|(a, b)| a * b).sum::<f64>()
    }

    /// The logarithm of the determinant of its covariance.
    pub fn log_determinant(&self, first: &[usize]) -> f64 {
        let variances = variances(&self.looseness, first);
        let count = self.synergies.len();
        let mut matrix = self.through_looseness(&variances);
        let loose: f64 = variances.iter().map(|v| libm::log(*v)).sum();
        loose + solve_positive(&mut matrix, count, &mut vec![0.0; count])
    }

    /// I + Uᵀ diag(s²)⁻¹ U.
    fn through_looseness(&self, variances: &[f64]) -> Vec<f64> {
        let count = self.synergies.len();
        let mut matrix = vec![0.0; count * count];
        for (i, a) in self.synergies.iter().enumerate() {
            for (j, b) in self.synergies.iter().enumerate() {
                let shared = a.iter().zip(b).zip(variances);
                matrix[i * count + j] = shared.map(|((a, b), v)| a * b / v).sum();
            }
            matrix[i * count + i] += 1.0;
        }
        matrix
    }
}

/// Squared looseness of every coordinate.
fn variances(looseness: &[f64], first: &[usize]) -> Vec<f64> {
    let mut all = Vec::new();
    write_variances(looseness, first, &mut all);
    all
}

fn write_variances(looseness: &[f64], first: &[usize], all: &mut Vec<f64>) {
    all.clear();
    for (link, loose) in looseness.iter().enumerate() {
        all.resize(first[link + 1], square(*loose));
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves A x = b by Cholesky, of A the lower triangle alone, both written over. Returns the logarithm of A's determinant.
fn solve_positive(matrix: &mut [f64], count: usize, right: &mut [f64]) -> f64 {
    let mut log_determinant = 0.0;
    for i in 0..count {
        for j in 0..=i {
            let (of_i, of_j) = (i * count, j * count);
            let known = dot(&matrix[of_i..of_i + j], &matrix[of_j..of_j + j]);
            let left = matrix[of_i + j] - known;
            matrix[of_i + j] = if i == j {
                log_determinant += libm::log(left.max(f64::MIN_POSITIVE));
                left.max(f64::MIN_POSITIVE).sqrt()
            } else {
                left / matrix[of_j + j]
            };
        }
        let known = dot(&matrix[i * count..i * count + i], &right[..i]);
        right[i] = (right[i] - known) / matrix[i * count + i];
    }
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count)
            .map(|j| matrix[j * count + i] * right[j])
            .sum();
        right[i] = (right[i] - known) / matrix[i * count + i];
    }
    log_determinant
}
