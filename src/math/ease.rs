//! The smooth way from one state to another.

/// From 0 to 1 with no speed and no acceleration at either end: the least jerk (Flash and Hogan 1985).
pub fn ease(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    // Rounding goes beyond 1 just before the end, and a Bézier curve takes no such parameter.
    (s * s * s * (10.0 - s * (15.0 - 6.0 * s))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::ease;

    #[test]
    fn the_way_stays_between_its_ends_however_near_they_are() {
        let nearly_there = [0.999_999_150_682_550_9, 0.999_999_999_999_793];
        for share in nearly_there.into_iter().chain([-1.0, 0.0, 1.0, 2.0]) {
            assert!((0.0..=1.0).contains(&ease(share)), "{share}");
        }
    }
}
