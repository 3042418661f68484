//! Boxes along the world's axes: what a camera should show.

use crate::character::Character;
use crate::kinematics::Kinematics;
use glam::DVec3;

/// A box along the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    /// Lowest corner [m].
    pub min: DVec3,
    /// Highest corner [m].
    pub max: DVec3,
}

impl Bounds {
    /// Around nothing.
    pub(crate) const EMPTY: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    /// Around all shapes of a body.
    pub(crate) fn of_figure(character: &Character, kin: &Kinematics) -> Self {
        let mut bounds = Self::EMPTY;
        for (at, radius) in tips(character, kin) {
            bounds = bounds.with(at - radius).with(at + radius);
        }
        bounds
    }

    /// Around one point more.
    #[must_use]
    pub(crate) fn with(self, point: DVec3) -> Self {
        Self {
            min: self.min.min(point),
            max: self.max.max(point),
        }
    }

    /// Wider by this much on every side [m].
    #[must_use]
    pub(crate) fn grown(self, by: f64) -> Self {
        Self {
            min: self.min - by,
            max: self.max + by,
        }
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// In the middle [m].
    pub(crate) fn center(&self) -> DVec3 {
        0.5 * (self.min + self.max)
    }

    /// The eight corners.
    pub(crate) fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|k| {
            let pick = |axis: usize| {
                let high = k >> axis & 1 == 1;
                if high { self.max[axis] } else { self.min[axis] }
            };
            DVec3::new(pick(0), pick(1), pick(2))
        })
    }
}

/// Balls that enclose all shapes of a body together: middle and radius [m].
pub(crate) fn tips(character: &Character, kin: &Kinematics) -> Vec<(DVec3, f64)> {
    let mut balls = Vec::new();
    for id in character.link_ids() {
        for placed in &character.link(id).shapes {
            let world_from_shape = *kin.link(id) * placed.link_from_shape;
            let (tips, radius) = placed.shape.tips();
            let tips = tips.into_iter();
            balls.extend(tips.map(|tip| (world_from_shape.point(tip), radius)));
        }
    }
    balls
}
