//! The camera's way from one place to another: short, and without a jerk at either end.

use glam::DVec3;
use std::f64::consts::TAU;

/// Time of a flight [s].
const FLIGHT_SECS: f64 = 0.2;

/// Where a camera is and looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// In the middle of the view [m].
    pub target: DVec3,
    /// About the vertical [rad].
    pub yaw: f64,
    /// Above the target's level [rad].
    pub pitch: f64,
    /// From target to eye [m].
    pub distance: f64,
}

/// A smooth move that is under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flight {
    from: Place,
    to: Place,
    elapsed_secs: f64,
}

impl Flight {
    /// Nothing when one is there already.
    pub(crate) fn new(mut from: Place, to: Place) -> Option<Self> {
        // The short way round.
        from.yaw += TAU * ((to.yaw - from.yaw) / TAU).round();
        (from != to).then_some(Self {
            from,
            to,
            elapsed_secs: 0.0,
        })
    }

    /// Where it leads.
    pub(crate) const fn end(&self) -> Place {
        self.to
    }

    /// Moves the whole flight.
    pub(crate) fn shift(&mut self, shift: DVec3) {
        self.from.target += shift;
        self.to.target += shift;
    }

    /// Where the camera is a moment later, and whether it has arrived.
    pub(crate) fn advance(&mut self, dt_secs: f64) -> (Place, bool) {
        self.elapsed_secs += dt_secs;
        let share = self.elapsed_secs / FLIGHT_SECS;
        if share < 1.0 {
            (self.from.towards(&self.to, share), false)
        } else {
            (self.to, true)
        }
    }
}

impl Place {
    /// A share of the way, starting and ending without a jerk.
    fn towards(&self, to: &Self, share: f64) -> Self {
        let eased = share * share * (3.0 - 2.0 * share);
        let mix = |a: f64, b: f64| a + eased * (b - a);
        Self {
            target: self.target.lerp(to.target, eased),
            yaw: mix(self.yaw, to.yaw),
            pitch: mix(self.pitch, to.pitch),
            distance: mix(self.distance, to.distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flight_turns_the_short_way_and_ends_exactly_where_it_was_sent() {
        let from = Place {
            target: DVec3::ZERO,
            yaw: 6.0,
            pitch: 0.1,
            distance: 2.0,
        };
        let to = Place { yaw: 0.2, ..from };
        let mut flight = Flight::new(from, to).unwrap();
        let (middle, has_arrived) = flight.advance(0.1);
        assert!(
            !has_arrived && middle.yaw < 0.2 && middle.yaw > -0.3,
            "{middle:?}"
        );
        assert_eq!(flight.advance(0.1), (to, true));
        assert_eq!(Flight::new(to, to), None);
    }
}
