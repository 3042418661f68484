//! Upright rectangles, in pixels of the sheet or in metres of a view.

use glam::DVec2;

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Corner of the smallest coordinates.
    pub min: DVec2,
    /// Corner of the largest coordinates.
    pub max: DVec2,
}

impl Rect {
    /// Around nothing: the neutral element of [`Rect::union`].
    pub const EMPTY: Self = Self {
        min: DVec2::INFINITY,
        max: DVec2::NEG_INFINITY,
    };

    /// From two opposite corners.
    pub const fn new(min: DVec2, max: DVec2) -> Self {
        Self { min, max }
    }

    /// The smallest one around points.
    pub fn around<'a>(points: impl IntoIterator<Item = &'a DVec2>) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |rect, p| rect.union(Self::new(*p, *p)))
    }

    /// From its centre and half its size.
    pub fn around_point(center: DVec2, half: DVec2) -> Self {
        Self::new(center - half, center + half)
    }

    /// Width and height.
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// Its middle.
    pub fn center(&self) -> DVec2 {
        0.5 * (self.min + self.max)
    }

    /// The smallest one around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Every side moved outward; inward when `by` is negative.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self::new(self.min - by, self.max + by)
    }

    /// Whether a point lies in it or on its rim.
    pub fn contains(&self, p: DVec2) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all()
    }

    /// Whether another one lies wholly in it.
    pub fn encloses(&self, other: &Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// Whether both share an area.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Its corners, in order around it.
    pub fn corners(&self) -> [DVec2; 4] {
        let (a, b) = (self.min, self.max);
        [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_that_only_touch_do_not_overlap() {
        let unit = Rect::new(DVec2::ZERO, DVec2::ONE);
        let beside = Rect::new(DVec2::X, DVec2::new(2.0, 1.0));
        assert!(!unit.overlaps(&beside));
        assert!(unit.overlaps(&beside.grown(0.1)));
        assert!(unit.union(beside).encloses(&beside));
        assert_eq!(unit.union(Rect::EMPTY), unit);
    }
}
