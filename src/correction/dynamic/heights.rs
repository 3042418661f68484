//! How high the trunk is carried: as it was, no higher than legs reach, and falling freely while nothing stands.

use super::Way;
use super::feet::{FREE, Feet, Place};
use super::recorded::Recorded;
use crate::character::Character;
use crate::kinematics::TwoBoneLimb;
use crate::math::{BandedProgram, BandedRow, square};
use crate::motion::Round;
use crate::motion::audit::GRAVITY;
use glam::DVec3;

/// What holds a body in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Load {
    /// A foot.
    Stands,
    /// Nothing: it falls.
    Flies,
    /// Something that no sole tells of.
    Unknown,
}

/// What heights are planned from.
pub(super) struct Heights<'a> {
    character: &'a Character,
    limbs: &'a [Option<TwoBoneLimb>],
    recorded: &'a Recorded,
    frame_secs: f64,
}

/// A leg is used with this share of its length at most: next to a straight knee a small step of the body would need a large turn of it.
const STRETCH: f64 = 0.998;
/// What the squared jerk of a change costs beside its square [s⁶].
const JERK: f64 = 2e-8;
/// How stiff the reach of legs is beside that, free fall (of accelerations), and the least load.
const REACH: f64 = 1e9;
const FALLS: f64 = 1e3;
const LOADED: f64 = 1.0;
/// A body that stands presses on the ground with this share of what it would without any change at least: soles that carry little slip.
const KEPT_LOAD: f64 = 0.9;
/// Of that nothing is asked above the second of these, and the first in any case, in weights.
const LEAST_LOADS: [f64; 2] = [0.2, 0.5];

impl<'a> Heights<'a> {
    pub(super) fn new(
        character: &'a Character,
        limbs: &'a [Option<TwoBoneLimb>],
        recorded: &'a Recorded,
        frame_secs: f64,
    ) -> Self {
        Self {
            character,
            limbs,
            recorded,
            frame_secs,
        }
    }

    /// Lowers a way to where legs reach.
    pub(super) fn reach(&self, feet: &Feet, way: &mut [DVec3]) {
        let highest = self.highest(feet, way);
        let heights = self.solve(&highest, |_, _| ());
        for (place, height) in way.iter_mut().zip(heights) {
            place.y = height;
        }
    }

    /// Plans the heights of a way from what was measured the last time.
    pub(super) fn plan(
        &self,
        (feet, loads): (&Feet, &[Load]),
        last: &Round<Way>,
        way: &mut [DVec3],
    ) {
        let highest = self.highest(feet, way);
        let frequency2 = 1.0 / square(self.frame_secs);
        let heights = self.solve(&highest, |frame, program| {
            let up = |k: usize| last.way.places[k].y;
            let bend = frequency2 * (up(frame + 1) - 2.0 * up(frame) + up(frame - 1));
            // What a kilogram would weigh without any change.
            let weight = last.limbs[frame].weight - bend;
            let second = [frequency2, -2.0 * frequency2, frequency2, 0.0];
            match loads[frame] {
                Load::Flies => program.wanted.push(BandedRow {
                    first: frame - 1,
                    coefficients: second,
                    value: -weight,
                    weight: FALLS,
                }),
                Load::Stands => {
                    let [low, high] = LEAST_LOADS.map(|share| share * GRAVITY);
                    program.bounds.push(BandedRow {
                        first: frame - 1,
                        coefficients: second.map(|c| -c),
                        value: weight - (KEPT_LOAD * weight).clamp(low, high),
                        weight: LOADED,
                    });
                }
                Load::Unknown => {}
            }
        });
        for (place, height) in way.iter_mut().zip(heights) {
            place.y = height;
        }
    }

    /// By how much the trunk may be raised before a leg is stretched, along a way [m]. (frames)
    fn highest(&self, feet: &Feet, way: &[DVec3]) -> Vec<f64> {
        let mut highest = vec![f64::INFINITY; way.len()];
        for (foot, places) in feet.followed().zip(feet.places(way)) {
            let Some(limb) = &self.limbs[foot] else {
                continue;
            };
            for (frame, place) in places.iter().enumerate() {
                if place.freedom < FREE {
                    let most = self.highest_over(limb, (frame, way[frame]), place);
                    highest[frame] = highest[frame].min(most);
                }
            }
        }
        highest
    }

    fn highest_over(
        &self,
        limb: &TwoBoneLimb,
        (frame, shift): (usize, DVec3),
        place: &Place,
    ) -> f64 {
        let base = self.recorded.link(frame, limb.base);
        let hip = base.point(limb.root_in_base(self.character));
        let apart = hip + shift - place.world_from_link.translation;
        let level = square(apart.x) + square(apart.z);
        let up = (square(STRETCH * limb.length()) - level).max(0.0).sqrt();
        place.world_from_link.translation.y + up - hip.y
    }

    fn solve(
        &self,
        highest: &[f64],
        mut more: impl FnMut(usize, &mut BandedProgram<4>),
    ) -> Vec<f64> {
        let count = highest.len();
        let cube = 1.0 / (self.frame_secs * self.frame_secs * self.frame_secs);
        let here = [1.0, 0.0, 0.0, 0.0];
        let row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| BandedRow {
            first,
            coefficients,
            value,
            weight,
        };
        let mut program = BandedProgram::<4>::default();
        for (frame, highest) in highest.iter().enumerate() {
            program.wanted.push(row(frame, here, 0.0, 1.0));
            if highest.is_finite() {
                program.bounds.push(row(frame, here, *highest, REACH));
            }
            if frame > 0 && frame + 1 < count {
                more(frame, &mut program);
            }
            if frame + 3 < count {
                let jerk = [-cube, 3.0 * cube, -3.0 * cube, cube];
                program.wanted.push(row(frame, jerk, 0.0, JERK));
            }
        }
        program.solve(count)
    }
}
