//! Fits habits to recorded poses: expectation-maximisation for a mixture of factor analysers (Ghahramani and Hinton 1996).
//!
//! Deviations: the first kind has its middle at rest, so that a body of which nothing is asked stays there; the noise of a
//! ball is the same about all axes; every pose counts with its mirror image, and every kind is its own, so that nobody is
//! left-handed.

use crate::character::{
    Character, Habit, Habits, JointCoordinate, Pose, first_coordinates, mirrored, write_turned,
    write_turns_from,
};
use crate::math::square;

/// How habits are fitted.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// Kinds of poses.
    pub kinds: usize,
    /// Synergies of each.
    pub synergies: usize,
    /// Rounds of expectation-maximisation.
    pub rounds: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            kinds: 4,
            synergies: 8,
            rounds: 60,
        }
    }
}

/// No joint is held stiffer than this [rad].
const LEAST_LOOSENESS: f64 = 0.03;
/// A kind that fewer poses than this share of all belong to is none.
const LEAST_SHARE: f64 = 1e-3;
/// So many poses are imagined besides, each coordinate this far from the middle [rad]: few poses do not make a habit.
const IMAGINED: (f64, f64) = (20.0, 0.15);
/// Rounds of the principal factor method in each round.
const FACTOR_ROUNDS: usize = 20;

/// The habits of people in these poses: the same on both sides of the body.
pub fn fit_habits(character: &Character, poses: &[Pose], settings: &FitSettings) -> Habits {
    let first = first_coordinates(character);
    let mut all: Vec<Vec<JointCoordinate>> = Vec::with_capacity(2 * poses.len());
    for pose in poses {
        all.push(pose.joints.clone());
        all.push(mirrored(character, pose).joints);
    }
    let middles = spread_middles(character, &all, settings.kinds);
    let mut responsible = nearest(&middles, &all);
    let mut kinds: Vec<Habit> = Vec::new();
    for round in 0..settings.rounds {
        kinds = (0..settings.kinds)
            .map(|index| {
                let weights: Vec<f64> = responsible.iter().map(|of| of[index]).collect();
                let before = kinds
                    .get(index)
                    .map_or(&middles[index], |kind: &Habit| &kind.middle);
                let middle = match index {
                    0 => character.rest.joints.clone(),
                    _ => evened(character, &mean(before, &all, &weights)),
                };
                factors(&first, middle, &all, &weights, settings.synergies)
            })
            .collect();
        if round + 1 < settings.rounds {
            responsible = responsibilities(&first, &kinds, &all);
        }
    }
    // Few poses may leave a kind without any; the first is that of a body at rest whoever was recorded.
    if let Some(at_rest) = kinds.first_mut() {
        at_rest.share = at_rest.share.max(LEAST_SHARE);
    }
    kinds.retain(|kind| kind.share >= LEAST_SHARE);
    Habits { kinds }
}

/// Half-way between joints and their mirror image.
fn evened(character: &Character, joints: &[JointCoordinate]) -> Vec<JointCoordinate> {
    let pose = Pose {
        joints: joints.to_vec(),
        ..character.rest.clone()
    };
    let mut turns = Vec::new();
    write_turns_from(joints, &mirrored(character, &pose).joints, &mut turns);
    for turn in &mut turns {
        *turn *= 0.5;
    }
    let mut evened = Vec::new();
    write_turned(joints, &turns, &mut evened);
    evened
}

/// The rest pose, and poses that are each far from all before them.
fn spread_middles(
    character: &Character,
    all: &[Vec<JointCoordinate>],
    count: usize,
) -> Vec<Vec<JointCoordinate>> {
    let mut middles = vec![character.rest.joints.clone()];
    let mut distance = vec![f64::INFINITY; all.len()];
    let mut turns = Vec::new();
    while middles.len() < count {
        let last = &middles[middles.len() - 1];
        for (distance, pose) in distance.iter_mut().zip(all) {
            write_turns_from(last, pose, &mut turns);
            *distance = distance.min(turns.iter().map(|x| x * x).sum());
        }
        // The farthest are freaks: one that nine of ten are nearer than.
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|a, b| distance[*a].total_cmp(&distance[*b]));
        middles.push(evened(character, &all[order[order.len() * 9 / 10]]));
    }
    middles
}

/// Each pose belongs to the nearest middle. (poses × kinds)
fn nearest(middles: &[Vec<JointCoordinate>], all: &[Vec<JointCoordinate>]) -> Vec<Vec<f64>> {
    let mut turns = Vec::new();
    let of_pose = |pose: &Vec<JointCoordinate>| {
        let mut best = (f64::INFINITY, 0);
        for (index, middle) in middles.iter().enumerate() {
            write_turns_from(middle, pose, &mut turns);
            let distance: f64 = turns.iter().map(|x| x * x).sum();
            if distance < best.0 {
                best = (distance, index);
            }
        }
        let mut of = vec![0.0; middles.len()];
        of[best.1] = 1.0;
        of
    };
    all.iter().map(of_pose).collect()
}

/// How much each kind is responsible for each pose. (poses × kinds)
fn responsibilities(
    first: &[usize],
    kinds: &[Habit],
    all: &[Vec<JointCoordinate>],
) -> Vec<Vec<f64>> {
    let constants: Vec<f64> = kinds
        .iter()
        .map(|kind| libm::log(kind.share) - 0.5 * kind.log_determinant(first))
        .collect();
    let mut turns = Vec::new();
    let of_pose = |pose: &Vec<JointCoordinate>| {
        let mut of: Vec<f64> = kinds
            .iter()
            .zip(&constants)
            .map(|(kind, constant)| {
                write_turns_from(&kind.middle, pose, &mut turns);
                constant - 0.5 * kind.distance_squared(first, &turns)
            })
            .collect();
        let most = of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for x in &mut of {
            *x = libm::exp(*x - most);
        }
        let sum: f64 = of.iter().sum();
        for x in &mut of {
            *x /= sum;
        }
        of
    };
    all.iter().map(of_pose).collect()
}

/// The mean of poses, seen from a pose near it.
fn mean(
    near: &[JointCoordinate],
    all: &[Vec<JointCoordinate>],
    weights: &[f64],
) -> Vec<JointCoordinate> {
    let mut middle = near.to_vec();
    let mut turns = Vec::new();
    for _ in 0..3 {
        let mut sum: Vec<f64> = Vec::new();
        let mut total = 1e-9;
        for (pose, weight) in all.iter().zip(weights) {
            write_turns_from(&middle, pose, &mut turns);
            sum.resize(turns.len(), 0.0);
            for (sum, x) in sum.iter_mut().zip(&turns) {
                *sum += weight * x;
            }
            total += weight;
        }
        for x in &mut sum {
            *x /= total;
        }
        let mut moved = Vec::new();
        write_turned(&middle, &sum, &mut moved);
        middle = moved;
    }
    middle
}

/// Synergies and looseness of weighted poses about a middle, by the principal factor method: the largest eigenvectors of what is
/// seen through the looseness, which is what they leave.
fn factors(
    first: &[usize],
    middle: Vec<JointCoordinate>,
    all: &[Vec<JointCoordinate>],
    weights: &[f64],
    synergies: usize,
) -> Habit {
    let count = first[first.len() - 1];
    let total: f64 = weights.iter().sum();
    let covariance = covariance(&middle, all, weights, count);
    let mut looseness: Vec<f64> = (0..first.len() - 1)
        .map(|link| mean_deviation(first, link, |i| 0.5 * covariance[i * count + i]))
        .collect();
    let mut found: Vec<Vec<f64>> = Vec::new();
    for _ in 0..FACTOR_ROUNDS {
        let mut scale = Vec::with_capacity(count);
        for (link, loose) in looseness.iter().enumerate() {
            scale.resize(first[link + 1], *loose);
        }
        let seen: Vec<f64> = (0..count * count)
            .map(|k| covariance[k] / (scale[k / count] * scale[k % count]))
            .collect();
        found = largest_eigenvectors(seen, count, synergies)
            .into_iter()
            .map(|(value, vector)| {
                let length = (value - 1.0).max(0.0).sqrt();
                vector
                    .iter()
                    .zip(&scale)
                    .map(|(v, s)| length * v * s)
                    .collect()
            })
            .collect();
        for (link, loose) in looseness.iter_mut().enumerate() {
            let left = |i: usize| {
                let together: f64 = found.iter().map(|u| square(u[i])).sum();
                covariance[i * count + i] - together
            };
            *loose = mean_deviation(first, link, left);
        }
    }
    Habit {
        share: total / weights.len() as f64,
        middle,
        looseness,
        synergies: found,
    }
}

/// The root of the mean of a variance over the coordinates of a joint.
fn mean_deviation(first: &[usize], link: usize, variance: impl Fn(usize) -> f64) -> f64 {
    let own = first[link]..first[link + 1];
    let count = own.len().max(1) as f64;
    let mean = own.map(variance).sum::<f64>() / count;
    mean.max(square(LEAST_LOOSENESS)).sqrt()
}

fn covariance(
    middle: &[JointCoordinate],
    all: &[Vec<JointCoordinate>],
    weights: &[f64],
    count: usize,
) -> Vec<f64> {
    let (imagined, far) = IMAGINED;
    let mut sum = vec![0.0; count * count];
    let mut total = imagined;
    let mut turns = Vec::new();
    for i in 0..count {
        sum[i * count + i] = imagined * square(far);
    }
    for (pose, weight) in all.iter().zip(weights) {
        if *weight < 1e-6 {
            continue;
        }
        write_turns_from(middle, pose, &mut turns);
        total += weight;
        for (i, a) in turns.iter().enumerate() {
            for (sum, b) in sum[i * count..].iter_mut().zip(&turns) {
                *sum += weight * a * b;
            }
        }
    }
    for x in &mut sum {
        *x /= total;
    }
    sum
}

/// The largest eigenvalues of a symmetric matrix with their unit vectors, by cyclic Jacobi rotations.
fn largest_eigenvectors(mut a: Vec<f64>, n: usize, count: usize) -> Vec<(f64, Vec<f64>)> {
    let mut v = vec![0.0; n * n];
    for i in 0..n {
        v[i * n + i] = 1.0;
    }
    for _ in 0..12 {
        for p in 0..n {
            for q in p + 1..n {
                let off = a[p * n + q];
                if off.abs() < 1e-12 {
                    continue;
                }
                let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * off);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a[k * n + p], a[k * n + q]);
                    (a[k * n + p], a[k * n + q]) = (c * x - s * y, s * x + c * y);
                }
                for k in 0..n {
                    let (x, y) = (a[p * n + k], a[q * n + k]);
                    (a[p * n + k], a[q * n + k]) = (c * x - s * y, s * x + c * y);
                    let (x, y) = (v[k * n + p], v[k * n + q]);
                    (v[k * n + p], v[k * n + q]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|x, y| a[y * n + y].total_cmp(&a[x * n + x]));
    let pair = |&i: &usize| (a[i * n + i], (0..n).map(|k| v[k * n + i]).collect());
    order.iter().take(count).map(pair).collect()
}
