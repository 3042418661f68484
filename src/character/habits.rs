//! Habits: which poses are usual for a body.
//!
//! Poses come in kinds (upright, reaching down, squatting …). Within a kind joints do not turn one by one: a *synergy* turns many
//! of them together, and each joint is a little loose besides. That is a mixture of factor analysers (Ghahramani and Hinton
//! 1996) over joint coordinates:
//!
//! ```text
//! x = U b + s a,    a, b ~ N(0, I)          covariance of a kind: U Uᵀ + diag(s²)
//! ```

use super::JointCoordinate;
use crate::math::{Cholesky, square};

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

/// No variance that is divided by is smaller [rad²].
const LEAST_VARIANCE: f64 = 1e-12;

impl Habit {
    /// How uncommon turns from its middle are: their squared Mahalanobis distance, by the Woodbury identity.
    pub fn distance_squared(&self, first: &[usize], turns: &[f64]) -> f64 {
        let variances = self.variances(first);
        let mut right: Vec<f64> = Vec::with_capacity(self.synergies.len());
        for synergy in &self.synergies {
            let along = synergy.iter().zip(turns).zip(&variances);
            right.push(along.map(|((u, x), v)| u * x / v).sum());
        }
        let asked = right.clone();
        self.through_looseness(&variances).solve(&mut right);
        let loose: f64 = turns.iter().zip(&variances).map(|(x, v)| x * x / v).sum();
        loose - asked.iter().zip(&right).map(|(a, b)| a * b).sum::<f64>()
    }

    /// The logarithm of the determinant of its covariance.
    pub fn log_determinant(&self, first: &[usize]) -> f64 {
        let variances = self.variances(first);
        let loose: f64 = variances.iter().map(|v| libm::log(*v)).sum();
        loose + self.through_looseness(&variances).log_determinant()
    }

    /// I + Uᵀ diag(s²)⁻¹ U, factored.
    fn through_looseness(&self, variances: &[f64]) -> Cholesky {
        let count = self.synergies.len();
        let mut cholesky = Cholesky::default();
        let matrix = cholesky.start(count);
        for (i, a) in self.synergies.iter().enumerate() {
            for (j, b) in self.synergies.iter().enumerate().take(i + 1) {
                let shared = a.iter().zip(b).zip(variances);
                matrix[i * count + j] = shared.map(|((a, b), v)| a * b / v).sum();
            }
            matrix[i * count + i] += 1.0;
        }
        cholesky.factor(LEAST_VARIANCE);
        cholesky
    }

    /// Squared looseness of every coordinate.
    fn variances(&self, first: &[usize]) -> Vec<f64> {
        let mut all = Vec::new();
        self.write_variances(first, &mut all);
        all
    }

    /// The same into memory that is there.
    pub fn write_variances(&self, first: &[usize], all: &mut Vec<f64>) {
        all.clear();
        for (link, loose) in self.looseness.iter().enumerate() {
            all.resize(first[link + 1], square(*loose));
        }
    }
}
