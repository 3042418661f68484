//! Vectors over the columns of J.

/// The sum of products.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `into += factor · v`.
pub(super) fn add_scaled(into: &mut [f64], factor: f64, v: &[f64]) {
    for (x, v) in into.iter_mut().zip(v) {
        *x += factor * v;
    }
}
