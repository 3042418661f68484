//! Rough ground: how high single points of a solid are above it. A sole is felt at its corners and at the middles of its
//! edges and faces, so that a bump under it counts.

use crate::collide::{Solid, Touch};
use crate::level::Level;
use glam::{DVec2, DVec3};

/// Looks this often for the place on the ground that is nearest to a ball's centre.
const LOOKS: usize = 3;

/// A block with a rough top.
pub(super) struct RoughBlock<'a> {
    pub(super) level: &'a Level,
    pub(super) block: u32,
    /// Height of its underside [m].
    pub(super) bottom: f64,
}

impl RoughBlock<'_> {
    /// Every touch of a solid that has a gap below `margin`.
    pub(super) fn touches(&self, solid: &Solid, margin: f64, mut found: impl FnMut(Touch)) {
        let mut offer = |feature: usize, point: DVec3, radius: f64| {
            if point.y < self.bottom {
                return;
            }
            if let Some((above, normal)) = self.nearest(point, radius) {
                let gap = above - radius;
                if gap < margin {
                    found(Touch {
                        point: point - (radius + 0.5 * gap) * normal,
                        normal,
                        gap,
                        feature: feature as u32,
                    });
                }
            }
        };
        match solid {
            Solid::Ball { center, radius } => offer(0, *center, *radius),
            Solid::Capsule {
                ends: [a, b],
                radius,
            } => {
                for (feature, point) in [*a, *b, a.midpoint(*b)].into_iter().enumerate() {
                    offer(feature, point, *radius);
                }
            }
            Solid::Hull(hull) => {
                for (feature, point) in hull.points().into_iter().enumerate() {
                    offer(feature, point, 0.0);
                }
            }
        }
    }

    /// How far a point is above the ground's tangent plane at the place below it [m], and the unit normal there. The place for
    /// a ball is where the ground is nearest: looked for from plane to plane, as in Newton's method.
    fn nearest(&self, point: DVec3, radius: f64) -> Option<(f64, DVec3)> {
        let above_at = |place: DVec3| {
            let (height, normal) = self
                .level
                .ground_top(self.block, DVec2::new(place.x, place.z))?;
            let on_ground = DVec3::new(place.x, height, place.z);
            Some((normal.dot(point - on_ground), normal))
        };
        let mut best = above_at(point)?;
        if radius > 0.0 {
            for _ in 0..LOOKS {
                match above_at(point - best.0 * best.1) {
                    Some(better) => best = better,
                    None => break,
                }
            }
        }
        Some(best)
    }
}
