//! What planting feet changes, carried on into the swings: with the place, the speed and the acceleration that it has where a contact ends, to
//! nothing, and from nothing to those at which the next one begins.

use crate::math::{BandedProgram, BandedRow};
use std::ops::Range;

/// Coordinates of a change: three of place, three of turn, one of the toes.
pub(super) type Change = [f64; 7];

/// A change is carried on for so long [s].
const BLEND_SECS: f64 = 0.25;
/// What the squared jerk costs of what covers something, beside its square [s⁶].
const COVER_JERK: f64 = 2e-9;
/// How stiff that is which is covered.
const STIFFNESS: f64 = 1e6;

/// A stretch of frames between two contacts; without one at an end it goes to the clip's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swing {
    pub(super) frames: Range<usize>,
    pub(super) begins: bool,
    pub(super) ends: bool,
}

impl Swing {
    /// Time over which changes are carried on at either end [s].
    fn blend_secs(&self, frame_secs: f64) -> f64 {
        if self.begins && self.ends {
            BLEND_SECS.min((self.frames.len() + 1) as f64 * frame_secs)
        } else {
            BLEND_SECS
        }
    }

    /// Shares of the blends that are over at a frame, before and after it: 1 where there is no contact.
    fn shares(&self, frame: usize, frame_secs: f64) -> [f64; 2] {
        let blend = self.blend_secs(frame_secs);
        let since = (frame + 1 - self.frames.start) as f64 * frame_secs / blend;
        let until = (self.frames.end - frame) as f64 * frame_secs / blend;
        [
            if self.begins { since.min(1.0) } else { 1.0 },
            if self.ends { until.min(1.0) } else { 1.0 },
        ]
    }

    /// How free a foot is of what stands before and after [0..1].
    pub(super) fn freedom(&self, frame: usize, frame_secs: f64) -> f64 {
        let shares = self.shares(frame, frame_secs);
        shares.iter().map(|share| 1.0 - fading(*share)[0]).product()
    }

    /// The change of a frame, where contacts change what `change` says.
    pub(super) fn change(
        &self,
        frame: usize,
        frame_secs: f64,
        change: impl Fn(usize) -> Option<Change>,
    ) -> Change {
        let blend = self.blend_secs(frame_secs);
        let [since, until] = self.shares(frame, frame_secs);
        let mut sum = [0.0; 7];
        // Of each end the frame on its edge and two more inside.
        let before = [1, 2, 3].map(|k| self.frames.start.checked_sub(k));
        let after = [0, 1, 2].map(|k| Some(self.frames.end + k));
        for (share, inner) in [(since, before), (until, after)] {
            let inner = inner.map(|frame| frame.and_then(&change));
            let [Some(edge), second, third] = inner else {
                continue;
            };
            let second = second.unwrap_or(edge);
            let third = third.unwrap_or(second);
            let [place, speed, acceleration] = fading(share);
            let per_blend = blend / frame_secs;
            for k in 0..7 {
                let rate = edge[k] - second[k];
                let bend = edge[k] - 2.0 * second[k] + third[k];
                // Differences of the inner frames are those half a frame and one frame before the edge.
                sum[k] += place * edge[k]
                    + speed * per_blend * (rate + 0.5 * bend)
                    + acceleration * per_blend * per_blend * bend;
            }
        }
        sum
    }

    /// Heights by which a foot is lifted so that it is nowhere lower than these [m]. (frames)
    pub(super) fn lifts(&self, least: &[f64], frame_secs: f64) -> Vec<f64> {
        cover(least, frame_secs, [self.begins, self.ends])
    }
}

/// What lies between the runs in which a foot stands.
pub(super) fn swings(runs: &[Range<usize>], frames: usize) -> Vec<Swing> {
    (0..=runs.len())
        .map(|next| {
            let before = next.checked_sub(1).map(|last| runs[last].end);
            let after = runs.get(next).map(|run| run.start);
            Swing {
                frames: before.unwrap_or(0)..after.unwrap_or(frames),
                begins: before.is_some(),
                ends: after.is_some(),
            }
        })
        .collect()
}

/// The calmest curve that is nowhere below given values, and near zero.
pub(super) fn covered(least: &[f64], frame_secs: f64) -> Vec<f64> {
    if least.iter().all(|least| *least <= 0.0) {
        return vec![0.0; least.len()];
    }
    cover(least, frame_secs, [false, false])
}

/// The same, at zero and at rest beyond its ends where it is held there.
fn cover(least: &[f64], frame_secs: f64, held: [bool; 2]) -> Vec<f64> {
    /// Frames beyond either end.
    const BEYOND: usize = 3;
    let count = least.len() + 2 * BEYOND;
    let cube = 1.0 / (frame_secs * frame_secs * frame_secs);
    let row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| BandedRow {
        first,
        coefficients,
        value,
        weight,
    };
    let here = [1.0, 0.0, 0.0, 0.0];
    let mut program = BandedProgram::<4>::default();
    for k in 0..count {
        let is_held = (k < BEYOND && held[0]) || (k >= count - BEYOND && held[1]);
        let weight = if is_held { 1e4 } else { 1.0 };
        program.wanted.push(row(k, here, 0.0, weight));
        if k >= BEYOND && k < count - BEYOND {
            let up = [-1.0, 0.0, 0.0, 0.0];
            program
                .bounds
                .push(row(k, up, -least[k - BEYOND], STIFFNESS));
        }
        if k + 3 < count {
            let jerk = [-cube, 3.0 * cube, -3.0 * cube, cube];
            program.wanted.push(row(k, jerk, 0.0, COVER_JERK));
        }
    }
    let curve = program.solve(count);
    curve[BEYOND..count - BEYOND].to_vec()
}

/// What is left of a place, a speed and an acceleration of one, all in units of the whole way, after a share of it: polynomials of fifth
/// order that come to rest at its end.
fn fading(share: f64) -> [f64; 3] {
    let s = share.clamp(0.0, 1.0);
    let cube = s * s * s;
    [
        1.0 - cube * (10.0 - s * (15.0 - 6.0 * s)),
        s - cube * (6.0 - s * (8.0 - 3.0 * s)),
        0.5 * s * s * (1.0 - s * (3.0 - s * (3.0 - s))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME_SECS: f64 = 0.01;

    #[test]
    fn a_change_goes_on_with_its_place_and_speed_and_fades() {
        // Contacts until frame 20 and from frame 80 on; the first one changes more and more.
        let swing = Swing {
            frames: 20..80,
            begins: true,
            ends: true,
        };
        let change = |frame: usize| -> Option<Change> {
            let secs = frame as f64 * FRAME_SECS;
            let value = if frame < 20 { 0.02 + 0.1 * secs } else { 0.03 };
            (!(20..80).contains(&frame)).then_some([value; 7])
        };
        let at = |frame: usize| {
            let standing = change(frame).map(|change| change[0]);
            standing.unwrap_or_else(|| swing.change(frame, FRAME_SECS, change)[0])
        };
        for frame in 18..82 {
            let bend = at(frame + 1) - 2.0 * at(frame) + at(frame - 1);
            assert!(bend.abs() < 1.5e-3, "frame {frame}: {bend}");
        }
        let rate = (at(20) - at(19)) / FRAME_SECS;
        assert!((rate - 0.1).abs() < 0.03, "{rate}");
        assert!(at(50).abs() < 1e-12, "in the middle it is as recorded");
        assert!(swing.freedom(50, FRAME_SECS) > 1.0 - 1e-12);
        assert!(swing.freedom(20, FRAME_SECS) < 0.01 && swing.freedom(79, FRAME_SECS) < 0.01);
    }

    #[test]
    fn what_covers_a_curve_is_nowhere_below_it_and_calm() {
        let least: Vec<f64> = (0..60).map(|k| if k == 30 { 0.1 } else { 0.0 }).collect();
        let curve = covered(&least, FRAME_SECS);
        let below = least.iter().zip(&curve).map(|(least, curve)| least - curve);
        let below = below.fold(0.0, f64::max);
        assert!(below < 1e-5, "{below}");
        assert!(curve[31] > 0.05, "it does not jump: {}", curve[31]);
        assert!(curve[5].abs() < 5e-3, "and is over soon: {}", curve[5]);
        assert!(covered(&[0.0; 5], FRAME_SECS).iter().all(|c| *c == 0.0));
    }
}
