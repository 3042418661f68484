//! Numbers as people read them.

use std::fmt;

/// A number in a message: as it is, or with an exponent where its digits would fill the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortNumber(pub f64);

impl fmt::Display for ShortNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let size = self.0.abs();
        if self.0.is_finite() && size != 0.0 && !(1e-12..1e15).contains(&size) {
            write!(f, "{:e}", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_never_longer_than_its_digits() {
        for (number, text) in [
            (1e308, "1e308"),
            (-1e308, "-1e308"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
            (0.0, "0"),
            (1e-9, "0.000000001"),
            (4e9, "4000000000"),
            (12.5, "12.5"),
        ] {
            assert_eq!(ShortNumber(number).to_string(), text);
        }
    }
}
