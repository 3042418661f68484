//! How a foot lies on its place while it stands: flat, rolled over heel or ball, or tilted over its side, as it was recorded.

use crate::character::Character;
use crate::math::{Transform, ease, rotation_from_vector};
use crate::motion::Clip;
use glam::DVec3;
use std::f64::consts::TAU;
use std::ops::Range;

/// A foot that is pitched by less than this lies flat [rad], and one by more than that rolls as recorded.
const FLAT: f64 = 0.08;
const ROLLS: f64 = 0.25;
/// It begins and ends to roll over about three times this before and after its contacts say so [s].
const BLUR_SECS: f64 = 0.02;
/// It rolls by no more than this, and comes to it softly [rad].
const MOST_ROLL: f64 = 1.0;
const MOST_ROLL_SOFT: f64 = 0.12;
/// Where the sole of a recording lies by at most this, it was put on so [rad].
const MOST_BIAS: f64 = 0.2;
/// Corners of a tilted sole that are this much higher than the lowest count for less [m].
const EDGE: f64 = 1e-3;

/// A foot whose heading changes by more than this while it stands turns on its ball [rad]: hip and ankle of a person twist by 60° to a side.
const PIVOTS: f64 = 1.05;

/// How far a standing foot is turned about the vertical from where it is put, by the headings with which it was recorded [rad]: not at all, unless
/// it turns on its ball. Without steps of whole turns. (frames of the run)
pub(super) fn pivoted(headings: &[f64]) -> Vec<f64> {
    let mut whole: Vec<f64> = Vec::with_capacity(headings.len());
    for heading in headings {
        let last = whole.last().copied().unwrap_or(*heading);
        whole.push(last + libm::remainder(heading - last, TAU));
    }
    let low = whole.iter().copied().fold(f64::INFINITY, f64::min);
    let high = whole.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if high - low < PIVOTS {
        return vec![0.0; whole.len()];
    }
    let mut sorted = whole.clone();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted[sorted.len() / 2];
    whole.iter().map(|heading| heading - middle).collect()
}

/// A flat foot tilted about the edge that stays on the ground.
pub(super) fn tilted(
    corners_in_link: &[DVec3],
    flat: &Transform,
    ahead: DVec3,
    tilt: f64,
) -> Transform {
    if tilt == 0.0 {
        return *flat;
    }
    let turn = rotation_from_vector(tilt * ahead);
    let rotation = (turn * flat.rotation).normalize();
    let heights = corners_in_link.iter().map(|c| (rotation * *c).y);
    let lowest = heights.clone().fold(f64::INFINITY, f64::min);
    let weights = heights.map(|height| libm::exp((lowest - height) / EDGE));
    let sum: f64 = weights.clone().sum();
    let edge: DVec3 = (corners_in_link.iter().zip(weights))
        .map(|(corner, weight)| weight / sum * *corner)
        .sum();
    let mut there = Transform::new(rotation, flat.point(edge) - rotation * edge);
    // The edge is the mean of what is about lowest; what is lowest of all is on the ground.
    let ground = flat.point(edge).y;
    let least = corners_in_link.iter().map(|corner| there.point(*corner).y);
    there.translation.y += ground - least.fold(f64::INFINITY, f64::min);
    there
}

/// How a sole lies when it stands, in the middle of all frames in which it does: what it was put on with [rad].
pub(super) fn usual(angles: impl Iterator<Item = f64>) -> f64 {
    let mut angles: Vec<f64> = angles.collect();
    angles.sort_by(f64::total_cmp);
    let middle = angles.get(angles.len() / 2).copied().unwrap_or(0.0);
    if middle.abs() < MOST_BIAS {
        middle
    } else {
        0.0
    }
}

/// How far a standing foot rolls that was recorded at a pitch [rad]: it lies flat until it clearly does not.
pub(super) fn rolled(pitch: f64) -> f64 {
    let rolls = pitch.abs() * ease((pitch.abs() - FLAT) / (ROLLS - FLAT));
    let over = (rolls - MOST_ROLL).max(0.0);
    let most = rolls.min(MOST_ROLL) + MOST_ROLL_SOFT * libm::tanh(over / MOST_ROLL_SOFT);
    most.copysign(pitch)
}

/// How surely the heel and the toes of a standing foot are up, as the clip's contacts have it, without jumps [0..1]. (frames of the run)
pub(super) fn lifted(
    (character, foot): (&Character, usize),
    clip: &Clip,
    run: Range<usize>,
) -> Vec<[f64; 2]> {
    let own = &character.feet[foot];
    let front = own.front(character);
    let heel = own.patches.minus(front);
    if front.is_empty() {
        return vec![[1.0; 2]; run.len()];
    }
    // Beyond its contacts in the clip it goes on as it was.
    let of_foot = |frame: usize| clip.frames[frame].contacts.shared(own.patches);
    let mut last = run
        .clone()
        .map(of_foot)
        .find(|c| !c.is_empty())
        .unwrap_or(own.patches);
    let mut states: Vec<[f64; 2]> = (run.clone())
        .map(|frame| {
            let now = of_foot(frame);
            if !now.is_empty() {
                last = now;
            }
            [heel, front].map(|part| f64::from(u8::from(last.shared(part).is_empty())))
        })
        .collect();
    let half = (BLUR_SECS / clip.frame_secs).round() as usize;
    for _ in 0..3 {
        let before = states.clone();
        for (k, state) in states.iter_mut().enumerate() {
            let near = &before[k.saturating_sub(half)..(k + half + 1).min(before.len())];
            *state = [0, 1]
                .map(|part| near.iter().map(|state| state[part]).sum::<f64>() / near.len() as f64);
        }
    }
    states
}
