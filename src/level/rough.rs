//! Seeded rough ground: value noise, a smooth surface through random heights on a lattice.
//!
//! ```text
//! o----o----o----o   lattice points one cell apart; the rim is zero, so the patch meets its neighbours without a step
//! |    |    |    |   inside a cell the four heights are blended by the quintic 6t⁵ − 15t⁴ + 10t³ (Perlin 2002),
//! o----x----x----o   whose first and second derivatives vanish at both ends: height and normal are continuous
//! ```

use crate::math::Random;
use glam::DVec2;

/// Heights over a rectangle: x from −width/2 to width/2, z from 0 to length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeightField {
    /// Size of the rectangle: across, ahead [m].
    size: DVec2,
    /// Cells across and ahead, each at least one.
    cells: [usize; 2],
    /// No height is farther from zero [m].
    pub(super) amplitude: f64,
    /// Row after row ahead, each from −x to +x. ((cells[0] + 1) * (cells[1] + 1))
    heights: Vec<f64>,
}

/// How many cells of about `cell` metres fill a length.
pub(super) fn cell_count(length: f64, cell: f64) -> usize {
    // Half a cell's millionth forgives 4.0 / 0.4 being just over 10.
    ((length / cell - 1e-6).ceil() as usize).max(1)
}

impl HeightField {
    /// The same seed and sizes give the same ground on every machine.
    pub(super) fn new(seed: u64, size: DVec2, cell: f64, amplitude: f64) -> Self {
        let cells = [cell_count(size.x, cell), cell_count(size.y, cell)];
        let [across, ahead] = cells;
        let mut random = Random::new(seed);
        let mut heights = vec![0.0; (across + 1) * (ahead + 1)];
        for row in 1..ahead {
            for column in 1..across {
                heights[row * (across + 1) + column] = random.between(-amplitude, amplitude);
            }
        }
        Self {
            size,
            cells,
            amplitude,
            heights,
        }
    }

    /// Edges of one cell: across, ahead [m].
    pub(super) fn cell_size(&self) -> DVec2 {
        DVec2::new(
            self.size.x / self.cells[0] as f64,
            self.size.y / self.cells[1] as f64,
        )
    }

    /// Height [m] and its slope across and ahead. Points outside the rectangle get what is at its rim.
    pub(super) fn height_and_slope(&self, point: DVec2) -> (f64, DVec2) {
        let cell = self.cell_size();
        let (column, u) = cell_of(point.x + 0.5 * self.size.x, cell.x, self.cells[0]);
        let (row, v) = cell_of(point.y, cell.y, self.cells[1]);
        let near = row * (self.cells[0] + 1) + column;
        let far = near + self.cells[0] + 1;
        let (a, b) = (self.heights[near], self.heights[near + 1]);
        let (c, d) = (self.heights[far], self.heights[far + 1]);
        let ((fu, du), (fv, dv)) = (fade(u), fade(v));
        let (low, high) = (a + (b - a) * fu, c + (d - c) * fu);
        let across = ((b - a) * (1.0 - fv) + (d - c) * fv) * du / cell.x;
        let ahead = (high - low) * dv / cell.y;
        (low + (high - low) * fv, DVec2::new(across, ahead))
    }
}

/// Which cell a coordinate falls into, and how far through it (0 to 1).
fn cell_of(coordinate: f64, cell: f64, count: usize) -> (usize, f64) {
    let cells = coordinate / cell;
    // A cast from NaN or below zero is zero, so the index is always valid.
    let index = (cells as usize).min(count - 1);
    (index, (cells - index as f64).clamp(0.0, 1.0))
}

/// The quintic blend and its derivative.
fn fade(t: f64) -> (f64, f64) {
    let blend = t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    (blend, 30.0 * t * t * (t - 1.0) * (t - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_equal_the_finite_difference_of_heights() {
        let field = HeightField::new(3, DVec2::new(3.0, 5.0), 0.4, 0.1);
        let mut random = Random::new(9);
        let h = 1e-6;
        for _ in 0..500 {
            let point = DVec2::new(random.between(-1.4, 1.4), random.between(0.1, 4.9));
            let at = |offset: DVec2| field.height_and_slope(point + offset).0;
            let slope = field.height_and_slope(point).1;
            for axis in DVec2::AXES {
                let difference = (at(h * axis) - at(-h * axis)) / (2.0 * h);
                assert!((difference - slope.dot(axis)).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn the_rim_is_level_with_the_neighbours() {
        let field = HeightField::new(3, DVec2::new(3.0, 5.0), 0.4, 0.1);
        for k in 0..=50 {
            let z = 0.1 * f64::from(k);
            let (height, slope) = field.height_and_slope(DVec2::new(-1.5, z));
            assert!(height.abs() < 1e-12 && slope.length() < 1e-12);
        }
    }

    #[test]
    fn a_point_that_is_no_number_finds_a_cell_all_the_same() {
        let field = HeightField::new(3, DVec2::ONE, 0.4, 0.1);
        assert!(field.height_and_slope(DVec2::NAN).0.is_nan());
    }
}
