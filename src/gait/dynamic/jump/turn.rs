//! How far a jumping body leans: as it is wanted while something stands; in the air so that the angular momentum about the centre
//! of mass stays what it was when the toes left.
//!
//! Where limbs turn against the body, Ḣ of the last round says how much harder the trunk must turn: I (θ̈ − θ̈ before) = −Ḣ. It is the
//! dynamics filter of [`crate::motion::plan_com`] for the other half of the momentum.

use super::timetable::Timetable;
use crate::math::{BandedProgram, BandedRow};

/// One frame of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TurnMoment {
    /// How far forward the pelvis leans rather [rad].
    pub(super) wanted: f64,
    /// How far it did in the last round [rad].
    pub(super) before: f64,
    /// Rate of the angular momentum to the front in the last round [N m].
    pub(super) rate: f64,
    /// How far a lean that speeds up by 1 rad/s² moves the zero-moment point [m s²].
    pub(super) lever: f64,
}

/// What the squared jerk of a person costs beside the squared distance from a wish [s⁶].
const SMOOTHNESS: f64 = 4e-8;
/// A person rather leans otherwise by a radian than that limbs move the zero-moment point by so much [m].
const OFFSET: f64 = 1.0;
/// What holds in the air, beside that.
const EXACT: f64 = 1e4;
/// What holds at both ends.
const ENDS: f64 = 1e4;

/// The lean over the frames [rad]; `inertia` is that of what turns with it [kg m²].
pub(super) fn plan_turn(
    moments: &[TurnMoment],
    times: &Timetable,
    (inertia, fineness): (f64, f64),
) -> Vec<f64> {
    let (h, count) = (times.frame_secs, moments.len());
    let mut program = BandedProgram::<4>::default();
    let square = 1.0 / (h * h);
    let smoothness = SMOOTHNESS * fineness * fineness * fineness;
    for (frame, moment) in moments.iter().enumerate() {
        if frame > 0 && frame + 1 < count {
            let bent = moments[frame - 1].before - 2.0 * moment.before + moments[frame + 1].before;
            let offset = moment.lever / (fineness * OFFSET);
            program.wanted.push(BandedRow {
                first: frame - 1,
                coefficients: [square, -2.0 * square, square, 0.0],
                value: bent * square - moment.rate / inertia,
                weight: if times.flies(frame) {
                    EXACT
                } else {
                    offset * offset
                },
            });
        }
        if !times.flies(frame) {
            let is_end = frame < 2 || frame + 2 >= count;
            program.wanted.push(BandedRow {
                first: frame,
                coefficients: [1.0, 0.0, 0.0, 0.0],
                value: moment.wanted,
                weight: if is_end { ENDS } else { 1.0 },
            });
        }
        if frame + 3 < count && !(times.flies(frame + 1) && times.flies(frame + 2)) {
            let cube = square / h;
            program.wanted.push(BandedRow {
                first: frame,
                coefficients: [-cube, 3.0 * cube, -3.0 * cube, cube],
                value: 0.0,
                weight: smoothness,
            });
        }
    }
    program.solve(count)
}
