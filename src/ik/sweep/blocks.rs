//! Symmetric matrices of goals × goals in 3 × 3 blocks, and the triangular ones that scale them.

use glam::{DMat3, DVec3};

/// The lower triangle of a symmetric matrix of 3 × 3 blocks, row after row.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct Blocks {
    count: usize,
    entries: Vec<DMat3>,
}

impl Blocks {
    /// Rows of blocks.
    pub(in crate::ik) fn count(&self) -> usize {
        self.count
    }

    /// Keeps only the first rows and columns.
    pub(in crate::ik) fn truncate(&mut self, count: usize) {
        if count < self.count {
            self.count = count;
            self.entries.truncate(count * (count + 1) / 2);
        }
    }

    /// Adds a row; `entry` is asked for every column up to the diagonal.
    pub(in crate::ik) fn push(&mut self, entry: impl FnMut(usize) -> DMat3) {
        self.entries.extend((0..=self.count).map(entry));
        self.count += 1;
    }

    /// Takes the first rows and columns of another one over, and has no others.
    pub(in crate::ik) fn copy_first(&mut self, count: usize, other: &Self) {
        self.count = count;
        self.entries.clear();
        let entries = &other.entries[..count * (count + 1) / 2];
        self.entries.extend_from_slice(entries);
    }

    /// A block of either triangle.
    #[inline]
    pub(in crate::ik) fn at(&self, i: usize, j: usize) -> DMat3 {
        if j <= i {
            self.row(i)[j]
        } else {
            self.row(j)[i].transpose()
        }
    }

    /// A row up to and with its diagonal.
    #[inline]
    pub(in crate::ik) fn row(&self, i: usize) -> &[DMat3] {
        let first = i * (i + 1) / 2;
        &self.entries[first..=first + i]
    }

    #[inline]
    pub(in crate::ik) fn row_mut(&mut self, i: usize) -> &mut [DMat3] {
        let first = i * (i + 1) / 2;
        &mut self.entries[first..=first + i]
    }
}

/// A lower triangular 3 × 3 matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ik) struct Lower {
    /// Columns below and with the diagonal.
    first: DVec3,
    /// y and z of the second column.
    second: (f64, f64),
    third: f64,
}

impl Lower {
    /// S⁻¹ of A = S Sᵀ (Cholesky). A pivot below `floor` is rounding: the floor stands in for it.
    #[inline]
    pub(in crate::ik) fn inverse_root(a: &DMat3, floor: f64) -> Self {
        let root = |pivot: f64| 1.0 / pivot.max(floor).sqrt();
        let x = root(a.x_axis.x);
        let (yx, zx) = (a.x_axis.y * x, a.x_axis.z * x);
        let y = root(a.y_axis.y - yx * yx);
        let zy = (a.y_axis.z - zx * yx) * y;
        let z = root(a.z_axis.z - zx * zx - zy * zy);
        let below = -yx * x * y;
        Self {
            first: DVec3::new(x, below, -(zx * x + zy * below) * z),
            second: (y, -zy * y * z),
            third: z,
        }
    }

    /// S⁻¹ v.
    #[inline]
    pub(in crate::ik) fn times(&self, v: DVec3) -> DVec3 {
        DVec3::new(
            self.first.x * v.x,
            self.first.y * v.x + self.second.0 * v.y,
            self.first.z * v.x + self.second.1 * v.y + self.third * v.z,
        )
    }

    /// S⁻ᵀ v.
    #[inline]
    pub(in crate::ik) fn transposed_times(&self, v: DVec3) -> DVec3 {
        DVec3::new(
            self.first.dot(v),
            self.second.0 * v.y + self.second.1 * v.z,
            self.third * v.z,
        )
    }

    /// S⁻¹ A T⁻ᵀ, with T⁻¹ another such matrix.
    #[inline]
    pub(in crate::ik) fn scale(&self, a: &DMat3, other: &Self) -> DMat3 {
        let [x, y, z] = [a.x_axis, a.y_axis, a.z_axis].map(|column| self.times(column));
        DMat3::from_cols(
            other.first.x * x,
            other.first.y * x + other.second.0 * y,
            other.first.z * x + other.second.1 * y + other.third * z,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn scaling_by_the_root_of_a_block_makes_it_the_identity() {
        let mut random = Random::new(3);
        for _ in 0..100 {
            let [x, y, z] = [(); 3].map(|()| random.in_box(DVec3::ONE));
            let any = DMat3::from_cols(x, y, z);
            let block = any * any.transpose() + DMat3::from_diagonal(DVec3::splat(0.1));
            let root = Lower::inverse_root(&block, 1e-9);
            assert!(
                root.scale(&block, &root)
                    .abs_diff_eq(DMat3::IDENTITY, 1e-12)
            );
            let v = random.in_box(DVec3::ONE);
            let back = root.transposed_times(root.times(block * v));
            assert!(back.abs_diff_eq(v, 1e-12));
        }
    }
}
