//! What people would do: the most likely pose of a kind, given what is asked.
//!
//! ```text
//! x ← Σ Hᵀ (H Σ Hᵀ + R)⁻¹ (e + H x)        Σ = U Uᵀ + diag(s²),  H = ∂goals/∂x
//! ```
//! This is the update of an iterated extended Kalman filter (Bell and Cathey 1993), which is Gauss-Newton on the posterior: the
//! prior is the kind, the measurement is the goals. Limits, walls and the edge of support are left to the sweeps, which start
//! from here and are pulled back to here.

use super::{Habit, Habits, first_coordinates, write_turned, write_turns_from};
use crate::character::{JointCoordinate, Pose};
use crate::ik::candidate::Candidate;
use crate::ik::levers::Levers;
use crate::ik::{Problem, SolverSettings, Unit};
use crate::math::square;
use glam::{DMat3, DQuat, DVec3};

/// Updates of the kind that is chosen, and of each before one is.
const UPDATES: usize = 6;
/// How well goals are met [m or rad], and how well wishes are.
const NOISE: f64 = 0.003;
const WISH_NOISE: f64 = 0.1;
/// A ball that is turned by nearly half a circle from the middle of its kind has coordinates that hardly tell where it is.
const LEAST_COSINE: f64 = 0.3;

/// Finds what people would do. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct Expectation {
    /// Where joints are expected. (links)
    pub(in crate::ik) joints: Vec<JointCoordinate>,
    /// How likely each kind is, and what it expects.
    found: Vec<(f64, Vec<JointCoordinate>)>,
    at: Candidate,
    levers: Levers,
    ones: Vec<f64>,
    /// Coordinates, and where each joint's begin.
    turns: Vec<f64>,
    first: Vec<usize>,
    /// Rows over columns, then over coordinates. (rows × columns, rows × coordinates)
    rows: Vec<f64>,
    effects: Vec<f64>,
    noise: Vec<f64>,
    asked: Vec<f64>,
    /// Those rows times U. (rows × synergies)
    of_synergies: Vec<f64>,
    matrix: Vec<f64>,
    pulls: Vec<f64>,
}

impl Expectation {
    /// The most likely pose of the most likely kind.
    pub(in crate::ik) fn expect(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        habits: &Habits,
        now: &Pose,
    ) {
        self.first = first_coordinates(problem.character);
        self.ones.clear();
        self.ones.resize(problem.stance.rooting.steps.len(), 1.0);
        self.found.clear();
        for kind in &habits.kinds {
            let likely = self.update(problem, settings, kind);
            self.found.push((likely, self.at.pose.joints.clone()));
        }
        self.blend();
        let frozen = problem.posture.willingness.iter().zip(&now.joints);
        for (joint, (willing, now)) in self.joints.iter_mut().zip(frozen) {
            if *willing == 0.0 {
                *joint = *now;
            }
        }
    }

    /// The mean of what all kinds expect, each as far as it is likely: kinds give way to each other smoothly.
    fn blend(&mut self) {
        let most = self.found.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((most, middle)) = most else { return };
        self.turns.fill(0.0);
        let (mut turns, mut total) = (Vec::new(), 0.0);
        for (likely, joints) in &self.found {
            let weight = libm::exp(likely - most);
            write_turns_from(middle, joints, &mut turns);
            for (sum, turn) in self.turns.iter_mut().zip(&turns) {
                *sum += weight * turn;
            }
            total += weight;
        }
        for turn in &mut self.turns {
            *turn /= total;
        }
        write_turned(middle, &self.turns, &mut self.joints);
    }

    /// Leads `at` to the most likely pose of a kind. Returns the logarithm of how likely the kind is, given the goals.
    fn update(&mut self, problem: Problem, settings: &SolverSettings, kind: &Habit) -> f64 {
        self.turns.clear();
        self.turns.resize(self.first[self.first.len() - 1], 0.0);
        let mut likely = 0.0;
        for _ in 0..UPDATES {
            write_turned(&kind.middle, &self.turns, &mut self.at.pose.joints);
            self.at.pose.clamp_joints(problem.character);
            write_turns_from(&kind.middle, &self.at.pose.joints, &mut self.turns);
            self.linearise(problem, settings, kind);
            likely = self.solve(kind);
        }
        write_turned(&kind.middle, &self.turns, &mut self.at.pose.joints);
        self.at.pose.clamp_joints(problem.character);
        likely + libm::log(kind.share)
    }

    /// H and e + H x where `at` is.
    fn linearise(&mut self, problem: Problem, settings: &SolverSettings, kind: &Habit) {
        let stance = problem.stance;
        stance.update(problem.character, &self.at.pose, &mut self.at.kin);
        let mut measure = std::mem::take(&mut self.at.measure);
        let here = self.at.here(problem, &self.ones);
        measure.take(problem.goals, settings, here);
        self.levers.clear();
        self.levers.weigh(1.0);
        self.noise.clear();
        self.asked.clear();
        for (goal, error) in problem.goals.iter().zip(&measure.errors) {
            let task = goal.kind.task();
            if task.one_sided().is_some() || goal.weight == 0.0 {
                continue;
            }
            let asked = error.clamp_length_max(settings.max_error);
            task.rows(here, asked, &mut self.levers);
            let noise = if goal.rank.is_wish() {
                WISH_NOISE
            } else {
                NOISE
            };
            let noise = match goal.kind.unit() {
                Unit::Metres => noise * problem.size,
                Unit::Radians => noise,
            };
            self.noise.extend([square(noise); 3]);
            self.asked.extend(asked.to_array());
        }
        let dofs = stance.rooting.dofs;
        self.levers
            .write_rows(0..self.levers.count(), dofs, &mut self.rows);
        self.write_effects(problem, kind);
        self.at.measure = measure;
        let count = self.turns.len();
        for (row, asked) in self.effects.chunks_exact(count).zip(&mut self.asked) {
            *asked += row.iter().zip(&self.turns).map(|(h, x)| h * x).sum::<f64>();
        }
    }

    /// H of J: columns are turns in world axes, coordinates turns in link axes from the middle.
    fn write_effects(&mut self, problem: Problem, kind: &Habit) {
        let (dofs, count) = (problem.stance.rooting.dofs, self.turns.len());
        self.effects.clear();
        self.effects.resize(self.noise.len() * count, 0.0);
        for step in &problem.stance.rooting.steps {
            let joint = step.joint.index();
            let (column, first) = (usize::from(step.first_dof), self.first[joint]);
            let rows = self.rows.chunks_exact(dofs);
            let rows = rows.zip(self.effects.chunks_exact_mut(count));
            let willing = problem.posture.willingness.get(joint);
            if step.dofs == 0 || willing.is_some_and(|willing| *willing == 0.0) {
                continue;
            }
            match (&kind.middle[joint], &self.at.pose.joints[joint]) {
                (JointCoordinate::Ball(middle), JointCoordinate::Ball(q)) => {
                    let world_from_link = self.at.kin.link(step.joint).rotation;
                    let turn = step.sign
                        * DMat3::from_quat(world_from_link)
                        * turn_per_coordinate(middle.conjugate() * *q);
                    let transposed = turn.transpose();
                    for (row, effect) in rows {
                        let in_world = DVec3::from_slice(&row[column..]);
                        (transposed * in_world).write_to_slice(&mut effect[first..]);
                    }
                }
                _ => {
                    for (row, effect) in rows {
                        effect[first] = row[column];
                    }
                }
            }
        }
    }

    /// One update of the coordinates. Returns the logarithm of how likely what is asked is.
    fn solve(&mut self, kind: &Habit) -> f64 {
        let (rows, count, synergies) = (self.noise.len(), self.turns.len(), kind.synergies.len());
        let variances = super::variances(&kind.looseness, &self.first);
        self.of_synergies.clear();
        for row in self.effects.chunks_exact(count) {
            let all = kind.synergies.iter();
            self.of_synergies
                .extend(all.map(|synergy| dot(row, synergy)));
        }
        self.matrix.clear();
        self.matrix.resize(rows * rows, 0.0);
        for i in 0..rows {
            let row = &self.effects[i * count..][..count];
            let through = &self.of_synergies[i * synergies..][..synergies];
            for j in 0..=i {
                let other = &self.effects[j * count..][..count];
                let loose = row.iter().zip(other).zip(&variances);
                let loose: f64 = loose.map(|((a, b), v)| a * b * v).sum();
                let together = &self.of_synergies[j * synergies..][..synergies];
                self.matrix[i * rows + j] = loose + dot(through, together);
            }
            self.matrix[i * rows + i] += self.noise[i];
        }
        self.pulls.clone_from(&self.asked);
        let log_determinant = solve_positive(&mut self.matrix, rows, &mut self.pulls);
        let likely = -0.5 * (dot(&self.asked, &self.pulls) + log_determinant);
        self.turns.fill(0.0);
        for (row, pull) in self.effects.chunks_exact(count).zip(&self.pulls) {
            for ((turn, h), v) in self.turns.iter_mut().zip(row).zip(&variances) {
                *turn += v * h * pull;
            }
        }
        for (index, synergy) in kind.synergies.iter().enumerate() {
            let through = self.of_synergies.iter().skip(index).step_by(synergies);
            let along: f64 = through.zip(&self.pulls).map(|(a, b)| a * b).sum();
            for (turn, u) in self.turns.iter_mut().zip(synergy) {
                *turn += along * u;
            }
        }
        likely
    }
}

/// How a ball turns, in link axes, per coordinate: the inverse of w I + [u], u half the coordinates and w the cosine.
fn turn_per_coordinate(from_middle: DQuat) -> DMat3 {
    let q = super::shorter(from_middle);
    let (u, w) = (DVec3::new(q.x, q.y, q.z), q.w.max(LEAST_COSINE));
    let cross = DMat3::from_cols(
        DVec3::new(0.0, u.z, -u.y),
        DVec3::new(-u.z, 0.0, u.x),
        DVec3::new(u.y, -u.x, 0.0),
    );
    let outer = DMat3::from_cols(u * u.x, u * u.y, u * u.z);
    DMat3::from_diagonal(DVec3::splat(w)) - cross + outer * w.recip()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves A x = b by Cholesky, of A the lower triangle alone, both written over. Returns the logarithm of A's determinant.
pub(super) fn solve_positive(matrix: &mut [f64], count: usize, right: &mut [f64]) -> f64 {
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
