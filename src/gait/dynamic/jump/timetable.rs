//! When a jump does what: crouch, push, flight, landing. Frames of the flight are whole, and the parabola is through them.
//!
//! ```text
//!            crouch    bottom  heels off  off |  flight  | touch  flat   low         still
//! height  ____/‾‾‾\_             _____.---''''        ''''---.                  ____/‾‾‾‾‾
//!                   \___________/                             \________________/
//! ```

use super::JumpOrder;
use super::heights::Heights;

/// How hard a jump is, and all that goes with it; lengths are those of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// From a hop to all one can.
    pub(super) share: f64,
    /// How far ahead it goes [m].
    pub(super) far: f64,
    /// How far the centre of mass goes down before, and after it [m].
    pub(super) crouch: f64,
    pub(super) give: f64,
}

/// Times since the first frame [s], and whole frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Timetable {
    pub(super) frame_secs: f64,
    pub(super) crouch: f64,
    pub(super) bottom: f64,
    pub(super) heel_off: f64,
    pub(super) ball_off: f64,
    /// The last frame that stands before the flight, and the first one after it.
    pub(super) last_before: usize,
    pub(super) first_after: usize,
    pub(super) flat: f64,
    pub(super) low: f64,
    pub(super) still: f64,
    pub(super) frames: usize,
}

/// Times of a person [s]: down into the crouch, up from the landing.
const DOWN: f64 = 0.48;
const RECOVER: f64 = 0.75;
/// The heel leaves so long before the toes, the ball so long, and after a landing the heel comes down within this [s].
const HEEL_BEFORE: f64 = 0.14;
/// And so much earlier for every metre that a person jumps far [s].
const HEEL_EARLIER: f64 = 0.25;
const BALL_BEFORE: f64 = 0.06;
const HEEL_AFTER: f64 = 0.11;
/// A push with constant force takes 2 s / v; one that fades out at its end a little less.
const PUSH: f64 = 1.95;
const PUSHES: [f64; 2] = [0.2, 0.42];
const LANDS: f64 = 2.1;
const LANDINGS: [f64; 2] = [0.18, 0.40];

impl Effort {
    /// Of a jump of a body so large beside a person, that crouches to a share of the depth that people do.
    pub(super) fn of(order: &JumpOrder, depth: f64, fineness: f64) -> Self {
        let (height, distance) = (order.height / fineness, order.distance.abs() / fineness);
        let share = (0.3 + 0.7 * (height - 0.1) / 0.3 + 0.3 * distance).clamp(0.25, 1.0);
        Self {
            share,
            far: (order.distance / fineness).clamp(0.0, 1.5),
            crouch: depth * fineness * (0.04 + 0.19 * share),
            give: depth * fineness * (0.06 + 0.16 * share),
        }
    }
}

impl Timetable {
    pub(super) fn new(
        order: &JumpOrder,
        (heights, effort): (&Heights, &Effort),
        (frame_secs, fineness): (f64, f64),
    ) -> Self {
        let quick = fineness.sqrt();
        let within = |secs: f64, [least, most]: [f64; 2]| secs.clamp(quick * least, quick * most);
        let crouch = order.pause_secs;
        let bottom = crouch + quick * DOWN;
        let push = effort.crouch + heights.off;
        let push_secs = within(PUSH * push / heights.speed_off(), PUSHES);
        let last_before = ((bottom + push_secs) / frame_secs).round() as usize;
        let off = last_before as f64 * frame_secs;
        let flight = (heights.flight_secs() / frame_secs).round().max(2.0) as usize;
        let first_after = last_before + flight;
        let touch = first_after as f64 * frame_secs;
        let give = effort.give + heights.touch;
        let low = touch + within(LANDS * give / heights.speed_touch(), LANDINGS);
        let still = low + quick * RECOVER;
        Self {
            frame_secs,
            crouch,
            bottom,
            heel_off: off
                - quick * (HEEL_BEFORE + HEEL_EARLIER * (order.distance / fineness).max(0.0)),
            ball_off: off - quick * BALL_BEFORE,
            last_before,
            first_after,
            flat: touch + quick * HEEL_AFTER,
            low,
            still,
            frames: ((still + order.pause_secs) / frame_secs).ceil() as usize + 1,
        }
    }

    /// Of a frame [s].
    pub(super) fn secs(&self, frame: usize) -> f64 {
        frame as f64 * self.frame_secs
    }

    /// Of the last frame that stands before the flight, and of the first one after it [s].
    pub(super) fn off(&self) -> f64 {
        self.secs(self.last_before)
    }

    pub(super) fn touch(&self) -> f64 {
        self.secs(self.first_after)
    }

    /// Whether the body only stands at a frame, before its jump or after it.
    pub(super) fn rests(&self, frame: usize) -> bool {
        let secs = self.secs(frame);
        secs <= self.crouch || secs >= self.still
    }

    /// Whether nothing stands at a frame.
    pub(super) fn flies(&self, frame: usize) -> bool {
        self.last_before < frame && frame < self.first_after
    }
}
