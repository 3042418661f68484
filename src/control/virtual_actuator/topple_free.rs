//! The topple-free foot (da Silva et al. 2017, section 4, equations 13 and 14): what an ankle asks of its foot beyond what the ground
//! is trusted with is made up for by a torque from nowhere, and beyond a second threshold the figure gives up.

use glam::DVec3;

/// Which of the paper's three zones (its figure 4) a torque is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// The ground bears it.
    #[default]
    Real,
    /// The ground bears `thr_min` of it.
    Helped,
    /// It falls.
    Falling,
}

/// The zone of what an ankle asks of its foot, between `thr_min` and `thr_max` [N m].
pub(super) fn zone_of(demanded: DVec3, least: f64, most: f64) -> Zone {
    match demanded.length() {
        size if size <= least => Zone::Real,
        size if size < most => Zone::Helped,
        _ => Zone::Falling,
    }
}

/// Torque that a foot gets from nowhere when its ankle turns it so [N m]: exactly none up to `thr_min`.
pub(super) fn artificial_torque(ankle: DVec3, least: f64) -> DVec3 {
    let size = ankle.length();
    if size <= least {
        DVec3::ZERO
    } else {
        (least - size) / size * ankle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_bears_the_least_and_never_more() {
        let way = DVec3::new(0.6, 0.0, -0.8);
        for asked in [0.0, 5.0, 20.0, 20.1, 80.0, 199.0] {
            let left = (asked * way + artificial_torque(asked * way, 20.0)).length();
            assert!((left - asked.min(20.0)).abs() < 1e-12, "{asked}");
        }
        assert_eq!(artificial_torque(20.0 * DVec3::X, 20.0), DVec3::ZERO);
        let zones = [10.0, 100.0, 200.0].map(|size| zone_of(size * way, 20.0, 200.0));
        assert_eq!(zones, [Zone::Real, Zone::Helped, Zone::Falling]);
    }
}
