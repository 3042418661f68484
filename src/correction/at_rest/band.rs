//! The calmest curve near given values: one symmetric matrix of five diagonals, factored as L D Lᵀ once and used for every
//! joint.
//!
//! It lowers Σ hᵢ (zᵢ − gᵢ)² + a zᵢ² + b (zᵢ₊₁ − zᵢ)² + c (zᵢ₊₁ − 2 zᵢ + zᵢ₋₁)² over z, with free ends.

/// What counts in a curve, all per frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurveCosts {
    /// a: being away from zero.
    pub(super) size: f64,
    /// b: changing.
    pub(super) change: f64,
    /// c: changing faster or slower than before.
    pub(super) bend: f64,
}

/// The factored matrix.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// D. (frames)
    pivots: Vec<f64>,
    /// The first and second diagonal of L below its ones. (frames)
    below: Vec<[f64; 2]>,
}

impl Band {
    /// `hold` says how much the distance from the given value counts in every frame: h. (frames)
    pub(super) fn new(hold: &[f64], costs: CurveCosts) -> Self {
        let frames = hold.len();
        let CurveCosts { size, change, bend } = costs;
        let mut pivots: Vec<f64> = hold.iter().map(|hold| hold + size).collect();
        let mut below = vec![[0.0; 2]; frames];
        for i in 1..frames {
            pivots[i - 1] += change;
            pivots[i] += change;
            below[i][0] -= change;
        }
        for i in 2..frames {
            pivots[i - 2] += bend;
            pivots[i - 1] += 4.0 * bend;
            pivots[i] += bend;
            below[i - 1][0] -= 2.0 * bend;
            below[i][0] -= 2.0 * bend;
            below[i][1] += bend;
        }
        for i in 1..frames {
            let [mut first, mut second] = below[i];
            if i >= 2 {
                first -= second * below[i - 1][0];
                second /= pivots[i - 2];
                pivots[i] -= second * second * pivots[i - 2];
            }
            first /= pivots[i - 1];
            pivots[i] -= first * first * pivots[i - 1];
            below[i] = [first, second];
        }
        Self { pivots, below }
    }

    /// From h g to z, for as many curves at once as a row has numbers. (frames × stride)
    pub(super) fn solve(&self, rows: &mut [f64], stride: usize) {
        let frames = self.pivots.len();
        for i in 1..frames {
            let (done, row) = rows.split_at_mut(i * stride);
            let [first, second] = self.below[i];
            take(&mut row[..stride], first, &done[(i - 1) * stride..]);
            if i >= 2 {
                take(&mut row[..stride], second, &done[(i - 2) * stride..]);
            }
        }
        for i in (0..frames).rev() {
            let (rows, done) = rows.split_at_mut((i + 1) * stride);
            let row = &mut rows[i * stride..];
            for x in row.iter_mut() {
                *x /= self.pivots[i];
            }
            if i + 1 < frames {
                take(row, self.below[i + 1][0], done);
            }
            if i + 2 < frames {
                take(row, self.below[i + 2][1], &done[stride..]);
            }
        }
    }
}

/// row −= factor · other.
fn take(row: &mut [f64], factor: f64, other: &[f64]) {
    for (x, y) in row.iter_mut().zip(other) {
        *x -= factor * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, square};

    const COSTS: CurveCosts = CurveCosts {
        size: 0.1,
        change: 2.0,
        bend: 30.0,
    };

    fn cost(z: &[f64], given: &[f64], hold: &[f64]) -> f64 {
        let near = z.iter().zip(given).zip(hold);
        let near: f64 = near.map(|((z, g), h)| h * square(z - g)).sum();
        let size: f64 = z.iter().map(|z| z * z).sum();
        let change: f64 = z.windows(2).map(|w| square(w[1] - w[0])).sum();
        let bends = z.windows(3).map(|w| square(w[2] - 2.0 * w[1] + w[0]));
        near + COSTS.size * size + COSTS.change * change + COSTS.bend * bends.sum::<f64>()
    }

    #[test]
    fn no_curve_is_calmer_than_the_one_that_is_found() {
        let mut random = Random::new(5);
        for frames in [1, 2, 3, 4, 40] {
            let hold: Vec<f64> = (0..frames).map(|_| random.between(0.0, 5.0)).collect();
            let given: Vec<f64> = (0..frames).map(|_| random.between(-1.0, 1.0)).collect();
            let mut z: Vec<f64> = given.iter().zip(&hold).map(|(g, h)| g * h).collect();
            Band::new(&hold, COSTS).solve(&mut z, 1);
            let lowest = cost(&z, &given, &hold);
            for i in 0..frames {
                for nudge in [-1e-4, 1e-4] {
                    let mut other = z.clone();
                    other[i] += nudge;
                    assert!(cost(&other, &given, &hold) > lowest, "{frames} frames, {i}");
                }
            }
        }
    }

    #[test]
    fn curves_side_by_side_do_not_touch_each_other() {
        let band = Band::new(&[1.0; 12], COSTS);
        let mut random = Random::new(6);
        let both: Vec<f64> = (0..24).map(|_| random.between(-1.0, 1.0)).collect();
        let mut together = both.clone();
        band.solve(&mut together, 2);
        for side in 0..2 {
            let mut alone: Vec<f64> = both.iter().skip(side).step_by(2).copied().collect();
            band.solve(&mut alone, 1);
            let found: Vec<f64> = together.iter().skip(side).step_by(2).copied().collect();
            assert_eq!(alone, found);
        }
    }
}
