//! A value over time, told by its extremes: an animator's keys.

use crate::math::ease;

/// Times and values, in the order of time; smooth between them and still at each of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extremes(pub(super) Vec<(f64, f64)>);

impl Extremes {
    /// The value at a time [s].
    pub(super) fn at(&self, secs: f64) -> f64 {
        let after = self.0.partition_point(|(key_secs, _)| *key_secs <= secs);
        match (
            after.checked_sub(1).map(|before| self.0[before]),
            self.0.get(after),
        ) {
            (Some((from_secs, from)), Some((to_secs, to))) => {
                from + ease((secs - from_secs) / (to_secs - from_secs)) * (to - from)
            }
            (Some((_, last)), None) => last,
            (None, Some((_, first))) => *first,
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_between_its_extremes_and_reaches_them() {
        let arms = Extremes(vec![(1.0, 0.0), (1.5, 0.9), (2.0, -2.0)]);
        assert_eq!(
            [0.0, 1.0, 1.5, 2.0, 9.0].map(|secs| arms.at(secs)),
            [0.0, 0.0, 0.9, -2.0, -2.0]
        );
        assert!(arms.at(1.25) > 0.4 && arms.at(1.25) < 0.5);
    }
}
