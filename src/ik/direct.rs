//! The exact solution of one linearisation, by factorisation: what sweeps are compared with.

use super::sweep::Blocks;
use crate::math::Cholesky;
use glam::DVec3;

/// Memory of the exact solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Direct {
    cholesky: Cholesky,
    unknowns: Vec<f64>,
}

impl Direct {
    /// Writes A⁻¹ b to `y`; `floor` stands in for pivots of rows that repeat each other.
    pub(super) fn solve(&mut self, matrix: &Blocks, right: &[DVec3], floor: f64, y: &mut [DVec3]) {
        let n = 3 * matrix.count();
        let lower = self.cholesky.start(n);
        for i in 0..matrix.count() {
            for (j, block) in matrix.row(i).iter().enumerate() {
                for (k, column) in [block.x_axis, block.y_axis, block.z_axis]
                    .into_iter()
                    .enumerate()
                {
                    for (l, entry) in column.to_array().into_iter().enumerate() {
                        lower[(3 * i + l) * n + 3 * j + k] = entry;
                    }
                }
            }
        }
        self.cholesky.factor(floor);
        self.unknowns.clear();
        self.unknowns.extend(right.iter().flat_map(DVec3::to_array));
        self.cholesky.solve(&mut self.unknowns);
        for (y, unknowns) in y.iter_mut().zip(self.unknowns.chunks_exact(3)) {
            *y = DVec3::from_slice(unknowns);
        }
    }
}
