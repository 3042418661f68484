//! When a body falls freely: whatever looks as if it stood, nothing carries it then.

use super::audit::GRAVITY;
use crate::math::square;
use std::ops::Range;

/// Half of the time over which a parabola is laid through heights [s]: long enough for what trembles by a millimetre.
const HALF_SECS: f64 = 0.04;
/// A body falls from where this share of free fall begins, for half of what a parabola is laid through may be before that, to where it
/// ends, if the parabola through all of that is this share of free fall.
const BEGINS: f64 = 0.5;
const FALLS: f64 = 0.8;
/// In less time nobody can tell [s].
const SHORTEST: f64 = 0.06;

/// Whether a body falls freely at each moment, by the heights of its centre of mass [m].
pub fn falling(heights: &[f64], frame_secs: f64) -> Vec<bool> {
    let half = ((HALF_SECS / frame_secs).round() as usize).max(1);
    let count = heights.len();
    let share = |frame: usize| {
        let around = frame.saturating_sub(half)..(frame + half + 1).min(count);
        let is_whole = around.len() > 2 * half;
        if is_whole {
            -acceleration(&heights[around], frame_secs) / GRAVITY
        } else {
            0.0
        }
    };
    let shares: Vec<f64> = (0..count).map(share).collect();
    let mut states: Vec<bool> = shares.iter().map(|share| *share > BEGINS).collect();
    let shortest = (SHORTEST / frame_secs).round() as usize;
    for run in stretches(&states) {
        let falls = run.len() >= shortest.max(3)
            && acceleration(&heights[run.clone()], frame_secs) < -FALLS * GRAVITY;
        if !falls {
            states[run].fill(false);
        }
    }
    states
}

/// The acceleration of the parabola that is nearest to heights at an even rate [m/s²].
pub fn acceleration(heights: &[f64], frame_secs: f64) -> f64 {
    let middle = 0.5 * (heights.len() as f64 - 1.0);
    // About its middle even and odd powers do not mix: the second one is fitted beside the constant.
    let times = (0..heights.len()).map(|frame| (frame as f64 - middle) * frame_secs);
    let mean_square = times.clone().map(square).sum::<f64>() / heights.len() as f64;
    let bows = times.map(|secs| square(secs) - mean_square);
    let (mut product, mut norm) = (0.0, 0.0);
    for (bow, height) in bows.zip(heights) {
        product += bow * height;
        norm += bow * bow;
    }
    if norm > 0.0 {
        2.0 * product / norm
    } else {
        0.0
    }
}

/// Stretches of frames in which something is so.
pub fn stretches(states: &[bool]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for frame in (0..states.len()).filter(|frame| states[*frame]) {
        match found.last_mut() {
            Some(run) if run.end == frame => run.end += 1,
            _ => found.push(frame..frame + 1),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    const FRAME_SECS: f64 = 1.0 / 120.0;

    /// Stands for half a second, flies for so long, stands again; heights tremble by half a millimetre.
    fn hop(secs: f64) -> (Vec<f64>, usize) {
        let mut random = Random::new(7);
        let flight = (secs / FRAME_SECS).round() as usize;
        let heights = (0..120 + flight).map(|frame| {
            let since = frame as f64 - 60.0;
            let over = if (60..60 + flight).contains(&frame) {
                0.5 * GRAVITY * since * (flight as f64 - since) * square(FRAME_SECS)
            } else {
                0.0
            };
            0.9 + over + 0.0005 * (2.0 * random.unit() - 1.0)
        });
        (heights.collect(), flight)
    }

    #[test]
    fn a_hop_is_told_from_standing_to_within_the_window() {
        let (heights, flight) = hop(0.25);
        let found = stretches(&falling(&heights, FRAME_SECS));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].start.abs_diff(60) <= 5 && found[0].end.abs_diff(60 + flight) <= 5);
    }

    #[test]
    fn who_bends_the_knees_does_not_fall() {
        // Down by 0.4 m in 0.9 s.
        let heights: Vec<f64> = (0..240)
            .map(|frame| {
                let phase = (f64::from(frame) * FRAME_SECS / 0.9).min(1.0);
                0.9 - 0.2 * (1.0 - libm::cos(std::f64::consts::PI * phase))
            })
            .collect();
        assert!(falling(&heights, FRAME_SECS).iter().all(|falls| !falls));
        let (still, _) = hop(0.0);
        assert!(falling(&still, FRAME_SECS).iter().all(|falls| !falls));
    }
}
