//! Middle and tail of what was measured many times.

use serde::Serialize;

/// Middle and tail of a list of numbers.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

impl Spread {
    /// Of at least one number. Each is a number of the list: the smallest that so many are not above.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (share * values.len() as f64).ceil() as usize;
            values[place.clamp(1, values.len()) - 1]
        };
        Self {
            median: at(0.5),
            p99: at(0.99),
            max: at(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ninety_ninth_of_a_hundred_is_its_p99() {
        let spread = Spread::of((1..=100).rev().map(f64::from));
        assert_eq!([spread.median, spread.p99, spread.max], [50.0, 99.0, 100.0]);
        let one = Spread::of(std::iter::once(7.0));
        assert_eq!([one.median, one.p99, one.max], [7.0, 7.0, 7.0]);
    }
}
