//! Smooth ways from zero to one over a share of time: polynomials that are at rest at both ends.

use crate::math::ease;

/// The polynomial of degree five that begins with one acceleration and ends with minus the other, for a way of one in a time of one.
pub(super) fn quickened(share: f64, (leaves, arrives): (f64, f64)) -> f64 {
    let s = share.clamp(0.0, 1.0);
    let rest = 1.0 - s;
    let corners = 0.5 * s * s * rest * rest;
    ease(s) + corners * (leaves * rest - arrives * s)
}

/// Hesitates, and then rises all the faster: s to the power n, times what brings it to one and to rest with the acceleration −c. With n = 3 and c = 0
/// it is [`ease`].
pub(super) fn late_rise(share: f64, (n, c): (f64, f64)) -> f64 {
    let s = share.clamp(0.0, 1.0);
    let rest = 1.0 - s;
    let bend = 0.5 * (n * (n + 1.0) - c);
    libm::pow(s, n) * (1.0 + n * rest + bend * rest * rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_begin_and_end_at_rest_and_never_turn_back() {
        for (leaves, arrives) in [(0.0, 0.0), (6.0, 7.0), (10.0, 0.0)] {
            never_turns_back(|share| quickened(share, (leaves, arrives)));
        }
        for order in [2.6, 3.0, 5.0, 9.0] {
            never_turns_back(|share| late_rise(share, (order, 14.0)));
        }
    }

    fn never_turns_back(way: impl Fn(f64) -> f64) {
        let ways: Vec<f64> = (0..=200).map(|k| way(f64::from(k) / 200.0)).collect();
        assert!((ways[0], ways[200]) == (0.0, 1.0));
        assert!(ways.windows(2).all(|pair| pair[1] >= pair[0]));
        assert!(ways[1] < 5e-4 && ways[199] > 1.0 - 5e-4);
    }

    #[test]
    fn a_rise_of_the_third_order_is_the_smoothest_way() {
        for k in 0..=20 {
            let share = f64::from(k) / 20.0;
            assert!((late_rise(share, (3.0, 0.0)) - ease(share)).abs() < 1e-12);
        }
    }
}
