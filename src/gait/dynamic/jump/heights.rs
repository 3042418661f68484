//! How high the centre of mass is over a jump: by a push of the ground that never pulls, on a parabola while nothing stands.

use super::timetable::{Effort, Timetable};
use crate::math::{BandedProgram, BandedRow};
use crate::motion::audit::GRAVITY;

/// What a jump reaches, over the centre of mass of the standing body [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Heights {
    /// Of the standing body, in the world.
    pub(super) standing: f64,
    /// At the top of the flight.
    pub(super) apex: f64,
    /// When the toes leave.
    pub(super) off: f64,
    /// When they touch, over where it will stand then.
    pub(super) touch: f64,
    /// How much higher the ground is where it lands.
    pub(super) up: f64,
}

/// What touches carries at least this share of the weight: next to none the zero-moment point is anywhere.
const LEAST_LOAD: f64 = 0.3;
/// Toes leave and touch with no more than this share of it.
const LOAD_AT_TOES: f64 = 0.55;
/// What holds exactly, beside wishes of 1, and how stiff bounds are.
const EXACT: f64 = 1e6;
const WISH: f64 = 1e4;
const STIFFNESS: f64 = 1e6;
/// What the squared jerk of a person's jump costs beside the squared distance from a wish of 1 [s⁶].
const SMOOTHNESS: f64 = 1e-9;

impl Heights {
    /// The height over the frames in the world [m].
    pub(super) fn way(&self, times: &Timetable, (effort, fineness): (&Effort, f64)) -> Vec<f64> {
        let (h, count) = (times.frame_secs, times.frames);
        let mut program = BandedProgram::<4>::default();
        let row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| BandedRow {
            first,
            coefficients,
            value,
            weight,
        };
        let place = |frame: usize, height: f64, weight: f64| {
            row(frame, [1.0, 0.0, 0.0, 0.0], height, weight)
        };
        let rest =
            |frame: usize, weight: f64| row(frame, [-1.0 / h, 1.0 / h, 0.0, 0.0], 0.0, weight);
        let bend = |frame: usize, sign: f64, value: f64| {
            let s = sign / (h * h);
            row(frame - 1, [s, -2.0 * s, s, 0.0], value, STIFFNESS)
        };
        // 1 Standing, crouched, landed, standing again.
        let (before, after) = (self.standing, self.standing + self.up);
        for frame in 0..count {
            if times.rests(frame) {
                let height = if frame < times.first_after {
                    before
                } else {
                    after
                };
                program.wanted.push(place(frame, height, EXACT));
            }
        }
        for (secs, height) in [
            (times.bottom, before - effort.crouch),
            (times.low, after - effort.give),
        ] {
            let frame = (secs / h).round() as usize;
            program.wanted.push(place(frame, height, WISH));
            program.wanted.push(rest(frame, 1.0));
        }
        // 2 The parabola is through both frames beside the flight.
        for frame in times.last_before..=times.first_after {
            program
                .wanted
                .push(place(frame, self.parabola(times, frame), EXACT));
        }
        // 3 The ground pushes; little where toes leave and touch.
        for frame in 1..count - 1 {
            if !times.flies(frame) {
                program
                    .bounds
                    .push(bend(frame, -1.0, (1.0 - LEAST_LOAD) * GRAVITY));
            }
        }
        for frame in [times.last_before, times.first_after] {
            program
                .bounds
                .push(bend(frame, 1.0, (LOAD_AT_TOES - 1.0) * GRAVITY));
        }
        // 4 Nothing jerks but where the ground is left and met.
        let cube = 1.0 / (h * h * h);
        let smoothness = SMOOTHNESS * fineness * fineness * fineness;
        for frame in 0..count - 3 {
            let meets_flight = times.flies(frame + 1) != times.flies(frame + 2);
            if !meets_flight {
                let jerk = [-cube, 3.0 * cube, -3.0 * cube, cube];
                program.wanted.push(row(frame, jerk, 0.0, smoothness));
            }
        }
        program.solve(count)
    }

    /// Where free fall has it at a frame [m].
    pub(super) fn parabola(&self, times: &Timetable, frame: usize) -> f64 {
        let secs = times.secs(frame) - times.off();
        self.standing + self.off + secs * (self.speed_off() - 0.5 * GRAVITY * secs)
    }
}

impl Heights {
    /// Upward when the toes leave, and downward when they touch [m/s].
    pub(super) fn speed_off(&self) -> f64 {
        (2.0 * GRAVITY * (self.apex - self.off)).sqrt()
    }

    pub(super) fn speed_touch(&self) -> f64 {
        (2.0 * GRAVITY * (self.apex - self.up - self.touch)).sqrt()
    }

    /// How long nothing stands [s].
    pub(super) fn flight_secs(&self) -> f64 {
        (self.speed_off() + self.speed_touch()) / GRAVITY
    }
}
