//! Boxes along the world's axes: the quick way to see that two things are apart.

use glam::DVec3;

/// The least box along the world's axes around something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least x, y and z [m].
    pub low: DVec3,
    /// Greatest x, y and z [m].
    pub high: DVec3,
}

impl Bounds {
    /// Around points; around none it is empty.
    pub fn around(points: &[DVec3]) -> Self {
        let empty = Self {
            low: DVec3::INFINITY,
            high: DVec3::NEG_INFINITY,
        };
        points.iter().fold(empty, |so_far, point| Self {
            low: so_far.low.min(*point),
            high: so_far.high.max(*point),
        })
    }

    /// Grown by a margin on every side [m].
    #[inline]
    #[must_use]
    pub fn grown(&self, margin: f64) -> Self {
        Self {
            low: self.low - margin,
            high: self.high + margin,
        }
    }

    /// Whether two boxes meet; never where a number is missing.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// Its middle [m].
    #[inline]
    pub fn center(&self) -> DVec3 {
        0.5 * (self.low + self.high)
    }
}
