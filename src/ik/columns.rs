//! Vectors over the columns of J.

/// As many sums grow side by side where there are many columns: a single one waits for itself at every addition.
const SUMS: usize = 8;
/// Fewer columns than this are added one after the other.
const MANY: usize = 256;

/// The sum of products.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let one_by_one = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    if a.len() < MANY {
        return one_by_one(a, b);
    }
    let mut sums = [0.0; SUMS];
    let (many, others) = (a.chunks_exact(SUMS), b.chunks_exact(SUMS));
    let rest: f64 = one_by_one(many.remainder(), others.remainder());
    for (many, others) in many.zip(others) {
        for (sum, (a, b)) in sums.iter_mut().zip(many.iter().zip(others)) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// `into += factor · v`.
pub(super) fn add_scaled(into: &mut [f64], factor: f64, v: &[f64]) {
    for (x, v) in into.iter_mut().zip(v) {
        *x += factor * v;
    }
}
