//! The smooth way from one state to another.

/// From 0 to 1 with no speed and no acceleration at either end: the least jerk (Flash and Hogan 1985).
pub fn ease(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    s * s * s * (10.0 - s * (15.0 - 6.0 * s))
}
