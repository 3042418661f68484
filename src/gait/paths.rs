//! Smooth ways from one state to another.

use crate::math::{ease, integer_power};
use glam::DVec3;

/// Where [`early_bump`] is highest.
pub(super) const EARLY: f64 = 1.0 / 6.0;

/// 0 at both ends, 1 after a sixth of the way.
pub(super) fn early_bump(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    let rest = 1.0 - s;
    s * rest * rest * rest * rest * rest / (EARLY * integer_power(1.0 - EARLY, 5))
}

/// 0 at both ends and 1 between them, rising and falling over this share of the way.
pub(super) fn plateau(share: f64, ramp: f64) -> f64 {
    ease(share / ramp) * ease((1.0 - share) / ramp)
}

/// 0 at both ends, 1 in the middle, with no speed and no acceleration at either end.
pub(super) fn bump(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    let hill = 4.0 * s * (1.0 - s);
    hill * hill * hill
}

/// A place to pass, and how fast [m, m/s].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) place: DVec3,
    pub(super) velocity: DVec3,
}

/// The polynomial of degree five between two knots, without acceleration at either of them.
pub(super) fn between(from: Knot, to: Knot, share: f64, secs: f64) -> DVec3 {
    let s = share.clamp(0.0, 1.0);
    let (s3, s4, s5) = (s * s * s, s * s * s * s, s * s * s * s * s);
    from.place
        + ease(s) * (to.place - from.place)
        + secs * (s - 6.0 * s3 + 8.0 * s4 - 3.0 * s5) * from.velocity
        + secs * (7.0 * s4 - 4.0 * s3 - 3.0 * s5) * to.velocity
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_between_knots_has_their_places_and_speeds_and_no_acceleration_at_either_end() {
        let from = Knot {
            place: DVec3::new(1.0, 2.0, 3.0),
            velocity: DVec3::new(0.5, 0.0, -1.0),
        };
        let to = Knot {
            place: DVec3::new(2.0, 2.5, 1.0),
            velocity: DVec3::new(-0.2, 0.3, 0.7),
        };
        let secs = 0.8;
        let at = |t: f64| between(from, to, t / secs, secs);
        let h = 1e-4;
        assert!((at(0.0) - from.place).length() < 1e-12);
        assert!((at(secs) - to.place).length() < 1e-12);
        assert!(((at(h) - at(0.0)) / h - from.velocity).length() < 1e-5);
        assert!(((at(secs) - at(secs - h)) / h - to.velocity).length() < 1e-5);
        let bend = |t: f64| (at(t + h) - 2.0 * at(t) + at(t - h)) / (h * h);
        assert!(bend(h).length() < 0.05 && bend(secs - h).length() < 0.05);
    }

    #[test]
    fn a_bump_is_one_in_the_middle_and_flat_at_its_ends() {
        assert_eq!((bump(0.0), bump(0.5), bump(1.0)), (0.0, 1.0, 0.0));
        assert!(bump(1e-3) < 1e-7);
    }
}
