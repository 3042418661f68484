//! Habits: what people do where nothing is asked of them.
//!
//! Poses come in kinds (upright, reaching down, squatting …). Within a kind joints do not turn one by one: a *synergy* turns
//! many of them together, and each joint is a little loose besides. That is a mixture of factor analysers (Ghahramani and
//! Hinton 1996) over joint coordinates:
//!
//! ```text
//! x = U b + s a,    a, b ~ N(0, I)          covariance of a kind: U Uᵀ + diag(s²)
//! ```
//! x are the turns from the kind's middle, each in link axes: a hinge's angle, or twice the vector part of a ball's quaternion.

mod expectation;

pub(super) use expectation::Expectation;

use crate::character::{Character, JointCoordinate, JointKind};
use crate::math::square;
use glam::{DQuat, DVec3};

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

/// Where the coordinates of each joint begin among those of all, and at last how many there are. (links + 1)
pub fn first_coordinates(character: &Character) -> Vec<usize> {
    let mut first = vec![0];
    for link in &character.links {
        first.push(
            first[first.len() - 1]
                + match link.joint.kind {
                    JointKind::Fixed => 0,
                    JointKind::Hinge { .. } => 1,
                    JointKind::Ball(_) => 3,
                },
        );
    }
    first
}

/// Writes the turns from `middle` to a pose, coordinate by coordinate.
pub fn write_turns_from(
    middle: &[JointCoordinate],
    pose: &[JointCoordinate],
    turns: &mut Vec<f64>,
) {
    turns.clear();
    for (middle, joint) in middle.iter().zip(pose) {
        match (middle, joint) {
            (JointCoordinate::Hinge(middle), JointCoordinate::Hinge(angle)) => {
                turns.push(angle - middle);
            }
            (JointCoordinate::Ball(middle), JointCoordinate::Ball(q)) => {
                let turn = shorter(middle.conjugate() * *q);
                turns.extend([2.0 * turn.x, 2.0 * turn.y, 2.0 * turn.z]);
            }
            _ => {}
        }
    }
}

/// The pose that is so many turns from `middle`.
pub fn write_turned(middle: &[JointCoordinate], turns: &[f64], pose: &mut Vec<JointCoordinate>) {
    let mut turns = turns.iter().copied();
    let mut next = || turns.next().unwrap_or(0.0);
    pose.clear();
    pose.extend(middle.iter().map(|middle| match middle {
        JointCoordinate::Hinge(middle) => JointCoordinate::Hinge(middle + next()),
        JointCoordinate::Ball(middle) => {
            let turn = DVec3::new(next(), next(), next());
            JointCoordinate::Ball((*middle * rotation_of(turn)).normalize())
        }
        JointCoordinate::Fixed => JointCoordinate::Fixed,
    }));
}

/// The rotation whose vector part is half of a turn; no turn is longer than nearly half a circle.
fn rotation_of(turn: DVec3) -> DQuat {
    const LONGEST: f64 = 0.97;
    let half = (0.5 * turn).clamp_length_max(LONGEST);
    let w = (1.0 - half.length_squared()).sqrt();
    DQuat::from_xyzw(half.x, half.y, half.z, w)
}

/// The same rotation by no more than half a circle.
fn shorter(q: DQuat) -> DQuat {
    if q.w < 0.0 { -q } else { q }
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
        expectation::solve_positive(&mut matrix, count, &mut right);
        let loose: f64 = turns.iter().zip(&variances).map(|(x, v)| x * x / v).sum();
        loose - asked.iter().zip(&right).map(|(a, b)| a * b).sum::<f64>()
    }

    /// The logarithm of the determinant of its covariance.
    pub fn log_determinant(&self, first: &[usize]) -> f64 {
        let variances = variances(&self.looseness, first);
        let count = self.synergies.len();
        let mut matrix = self.through_looseness(&variances);
        let loose: f64 = variances.iter().map(|v| libm::log(*v)).sum();
        loose + expectation::solve_positive(&mut matrix, count, &mut vec![0.0; count])
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
    let mut all = Vec::with_capacity(first[first.len() - 1]);
    for (link, loose) in looseness.iter().enumerate() {
        all.resize(first[link + 1], square(*loose));
    }
    all
}
