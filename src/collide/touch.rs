//! Touches: places where two solids meet or nearly do, each with a number that stays the same while it is the same place.

use glam::DVec3;

/// A point where two solids touch or nearly do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// In the world, midway between the two surfaces [m].
    pub point: DVec3,
    /// Unit vector out of the second solid, towards the first.
    pub normal: DVec3,
    /// Between the surfaces, along the normal [m]; negative where they overlap.
    pub gap: f64,
    /// The same place on the same pair has the same number in the next step.
    pub feature: u32,
}

/// What of each solid meets at a touch; the number of a [`Touch`] is made of it. It does not say which solid's face was
/// the reference, so that a change of reference keeps the numbers of the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Round solids meet in one place.
    Round,
    /// A corner of the first solid, or an end of a capsule.
    FirstCorner(u8),
    /// A corner of the second solid.
    SecondCorner(u8),
    /// An edge of the first across an edge of the second.
    Crossing(u8, u8),
}

impl Feature {
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Round => 0,
            Self::FirstCorner(corner) => 0x1_0000 + u32::from(corner),
            Self::SecondCorner(corner) => 0x2_0000 + u32::from(corner),
            Self::Crossing(first, second) => 0x3_0000 + (u32::from(first) << 8) + u32::from(second),
        }
    }

    /// The same place, with the solids in the other order.
    pub(super) fn swapped(self) -> Self {
        match self {
            Self::Round => Self::Round,
            Self::FirstCorner(corner) => Self::SecondCorner(corner),
            Self::SecondCorner(corner) => Self::FirstCorner(corner),
            Self::Crossing(first, second) => Self::Crossing(second, first),
        }
    }

    fn of_number(number: u32) -> Self {
        let (high, low) = ((number >> 8) as u8, number as u8);
        match number >> 16 {
            0 => Self::Round,
            1 => Self::FirstCorner(low),
            2 => Self::SecondCorner(low),
            _ => Self::Crossing(high, low),
        }
    }
}

/// The touches of one pair, without heap memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touches {
    touches: [Touch; Self::MOST],
    count: usize,
}

impl Touches {
    /// Two quadrangles overlap in at most eight corners.
    pub const MOST: usize = 8;

    /// In a fixed order.
    pub fn iter(&self) -> std::slice::Iter<'_, Touch> {
        self.touches[..self.count].iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the pair is apart.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The one with the least gap.
    pub fn deepest(&self) -> Option<&Touch> {
        self.iter().min_by(|a, b| a.gap.total_cmp(&b.gap))
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a touch; what is more than [`Self::MOST`] is left out.
    #[inline]
    pub(super) fn push(&mut self, point: DVec3, normal: DVec3, gap: f64, feature: Feature) {
        if let Some(place) = self.touches.get_mut(self.count) {
            *place = Touch {
                point,
                normal,
                gap,
                feature: feature.number(),
            };
            self.count += 1;
        }
    }

    /// Takes an amount from every gap, if it is positive [m].
    pub(super) fn lower(&mut self, amount: f64) {
        for touch in &mut self.touches[..self.count] {
            touch.gap -= amount.max(0.0);
        }
    }

    /// The same touches, with the solids in the other order.
    pub(super) fn swap(&mut self) {
        for touch in &mut self.touches[..self.count] {
            touch.normal = -touch.normal;
            touch.feature = Feature::of_number(touch.feature).swapped().number();
        }
    }

    /// Keeps only some, in their order.
    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(&Touch) -> bool) {
        let mut kept = 0;
        for k in 0..self.count {
            if is_kept(&self.touches[k]) {
                self.touches[kept] = self.touches[k];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl<'a> IntoIterator for &'a Touches {
    type Item = &'a Touch;
    type IntoIter = std::slice::Iter<'a, Touch>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_own_number_and_swapping_twice_brings_it_back() {
        let mut all = vec![Feature::Round];
        for i in 0..12 {
            all.extend([Feature::FirstCorner(i), Feature::SecondCorner(i)]);
            all.extend((0..12).map(|j| Feature::Crossing(i, j)));
        }
        let mut numbers: Vec<u32> = all.iter().map(|feature| feature.number()).collect();
        for feature in &all {
            assert_eq!(Feature::of_number(feature.number()), *feature);
            assert_eq!(feature.swapped().swapped(), *feature);
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), all.len());
    }

    #[test]
    fn a_ninth_touch_is_left_out() {
        let mut touches = Touches::default();
        for k in 0..9 {
            touches.push(DVec3::ZERO, DVec3::Y, 0.0, Feature::FirstCorner(k));
        }
        assert_eq!(touches.len(), Touches::MOST);
    }
}
