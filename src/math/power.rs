//! Whole powers and the hypotenuse, each in one order of products and sums: std leaves theirs to the machine, and the last
//! bit with it.

/// x².
#[inline]
pub fn square(x: f64) -> f64 {
    x * x
}

/// xⁿ by repeated squaring; of a negative n, one over it.
#[inline]
pub fn integer_power(x: f64, n: i32) -> f64 {
    let (mut power, mut factor, mut left) = (1.0, x, n.unsigned_abs());
    while left > 0 {
        if left % 2 == 1 {
            power *= factor;
        }
        factor *= factor;
        left /= 2;
    }
    if n < 0 { 1.0 / power } else { power }
}

/// √(x² + y²) to the last bit but one, for numbers whose squares `f64` holds.
pub fn hypotenuse(x: f64, y: f64) -> f64 {
    // Borges, "An Improved Algorithm for hypot(a,b)" (2019): h − (h² − a² − b²) / 2h, the difference in terms that hardly
    // cancel. a is the longer side, d what h is longer than a side.
    let (x, y) = (x.abs(), y.abs());
    let (a, b) = if x < y { (y, x) } else { (x, y) };
    let h = (a * a + b * b).sqrt();
    if h == 0.0 {
        return 0.0;
    }
    let excess = if h <= 2.0 * b {
        let d = h - b;
        a * (2.0 * d - a) + (d - 2.0 * (a - b)) * d
    } else {
        let d = h - a;
        2.0 * d * (a - 2.0 * b) + ((4.0 * d - b) * b + d * d)
    };
    h - excess / (2.0 * h)
}

#[cfg(test)]
mod tests {
    use super::{hypotenuse, integer_power, square};
    use crate::math::Random;

    #[test]
    fn a_power_is_a_product_and_a_negative_one_divides() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let x = random.between(-3.0, 3.0);
            assert_eq!(integer_power(x, 0), 1.0);
            assert_eq!(integer_power(x, 1), x);
            assert_eq!(integer_power(x, 2), square(x));
            assert_eq!(integer_power(x, 3), x * x * x);
            assert_eq!(integer_power(x, 5), square(square(x)) * x);
            assert_eq!(integer_power(x, -4), 1.0 / integer_power(x, 4));
        }
        assert_eq!(integer_power(2.0, 30), f64::from(1 << 30));
        assert_eq!(integer_power(1.0, i32::MIN), 1.0);
        assert_eq!(integer_power(10.0, -400), 0.0);
    }

    #[test]
    fn a_hypotenuse_differs_from_the_slow_one_by_the_last_bit_at_most() {
        let mut random = Random::new(4);
        for _ in 0..10_000 {
            let [x, y] = [0, 1].map(|_| {
                let exponent = random.below(12) as i32;
                random.between(-1.0, 1.0) * integer_power(10.0, -exponent)
            });
            let (ours, slow) = (hypotenuse(x, y), libm::hypot(x, y));
            assert!(ours.to_bits().abs_diff(slow.to_bits()) <= 1, "{x} {y}");
            assert_eq!(ours, hypotenuse(-y, x));
        }
        assert_eq!(hypotenuse(3.0, -4.0), 5.0);
        assert_eq!(hypotenuse(0.0, 0.0), 0.0);
        assert!(hypotenuse(f64::NAN, 1.0).is_nan() && hypotenuse(1.0, f64::NAN).is_nan());
    }
}
