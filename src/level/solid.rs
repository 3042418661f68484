//! One still block of ground: a rectangle seen from above, with a flat, sloping or rough top.
//!
//! ```text
//!                 ____---- top          local frame: origin at the middle of the near edge, z ahead along the heading,
//!   origin o----''        |             x to the left, y up
//!          |______________| bottom
//!          0  z -> length
//! ```

use super::ray::{Clip, LocalHit};
use super::rough::HeightField;
use glam::{DVec2, DVec3};

/// Blocks end this much late [m], so that rounding leaves no crack between neighbours.
const OVERLAP: f64 = 1e-9;

/// A still block. Built by [`super::Piece`]s.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solid {
    /// Index of the piece it belongs to.
    pub(super) piece: u32,
    /// Middle of the near edge, at the height from which the top is measured [m].
    pub(super) origin: DVec3,
    /// Unit vector ahead (x, z).
    pub(super) forward: DVec2,
    /// Half its size across [m].
    pub(super) half_width: f64,
    /// Its size ahead [m].
    pub(super) length: f64,
    /// How far the bottom lies below the origin [m].
    pub(super) depth: f64,
    /// What one stands on.
    pub(super) top: Top,
}

/// The upper face of a solid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Top {
    /// Rises ahead by `grade` metres per metre.
    Plane { grade: f64 },
    /// Seeded rough ground.
    Rough(HeightField),
}

impl Solid {
    /// The unit vector to the left (x, z).
    fn left(&self) -> DVec2 {
        DVec2::new(self.forward.y, -self.forward.x)
    }

    /// A point (x, z) in the block's own (x, z).
    #[inline]
    pub(super) fn local(&self, point_xz: DVec2) -> DVec2 {
        let offset = point_xz - DVec2::new(self.origin.x, self.origin.z);
        self.local_direction(offset)
    }

    /// A horizontal direction in the block's own (x, z).
    #[inline]
    pub(super) fn local_direction(&self, direction_xz: DVec2) -> DVec2 {
        DVec2::new(
            direction_xz.dot(self.left()),
            direction_xz.dot(self.forward),
        )
    }

    /// The point (x, z) of a point of the block.
    pub(super) fn world(&self, local: DVec2) -> DVec2 {
        DVec2::new(self.origin.x, self.origin.z) + local.x * self.left() + local.y * self.forward
    }

    /// Low and high corner of the rectangle, in the block's own (x, z).
    pub(super) fn rectangle(&self) -> (DVec2, DVec2) {
        let low = DVec2::new(-self.half_width, 0.0) - OVERLAP;
        let high = DVec2::new(self.half_width, self.length) + OVERLAP;
        (low, high)
    }

    /// Whether a point of the block's own (x, z) is over or under it.
    #[inline]
    pub(super) fn contains(&self, local: DVec2) -> bool {
        let (low, high) = self.rectangle();
        local.cmpge(low).all() && local.cmple(high).all()
    }

    /// Height in the world [m] and unit normal of the top, whether or not the point is over the block.
    #[inline]
    pub(super) fn top_at(&self, local: DVec2) -> (f64, DVec3) {
        let (height, slope) = match &self.top {
            Top::Plane { grade } => (grade * local.y, DVec2::new(0.0, *grade)),
            Top::Rough(field) => field.height_and_slope(local),
        };
        let slope = slope.x * self.left() + slope.y * self.forward;
        let normal = DVec3::new(-slope.x, 1.0, -slope.y);
        (self.origin.y + height, normal / normal.length())
    }

    /// Lowest and highest z that it covers [m].
    pub(super) fn z_range(&self) -> (f64, f64) {
        let (low, high) = self.rectangle();
        let corners = [
            low,
            high,
            DVec2::new(low.x, high.y),
            DVec2::new(high.x, low.y),
        ];
        let z = corners.map(|corner| self.world(corner).y);
        let lowest = z.into_iter().fold(f64::INFINITY, f64::min);
        (lowest, z.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }

    /// Where a ray first enters the block: distance and unit normal in the world.
    pub(super) fn ray(&self, origin: DVec3, direction: DVec3, max: f64) -> Option<LocalHit> {
        let start_xz = self.local(DVec2::new(origin.x, origin.z));
        let ahead_xz = self.local_direction(DVec2::new(direction.x, direction.z));
        let start = DVec3::new(start_xz.x, origin.y - self.origin.y, start_xz.y);
        let ahead = DVec3::new(ahead_xz.x, direction.y, ahead_xz.y);
        let (low, high) = self.rectangle();
        let mut clip = Clip::new(max);
        clip.keep(start, ahead, DVec3::X, high.x);
        clip.keep(start, ahead, -DVec3::X, -low.x);
        clip.keep(start, ahead, DVec3::Z, high.y);
        clip.keep(start, ahead, -DVec3::Z, -low.y);
        clip.keep(start, ahead, -DVec3::Y, self.depth);
        let hit = match &self.top {
            Top::Plane { grade } => {
                let scale = 1.0 / (1.0 + grade * grade).sqrt();
                clip.keep(start, ahead, DVec3::new(0.0, scale, -grade * scale), 0.0);
                clip.entry()
            }
            Top::Rough(field) => {
                clip.keep(start, ahead, DVec3::Y, field.amplitude);
                march(field, start, ahead, clip)
            }
        }?;
        let n = hit.normal;
        let normal_xz = n.x * self.left() + n.z * self.forward;
        Some(LocalHit {
            distance: hit.distance,
            normal: DVec3::new(normal_xz.x, n.y, normal_xz.y),
        })
    }
}

/// The first entry of a ray into rough ground, inside the block that holds it: marched an eighth of a cell at a time,
/// then bisected. Limit: a bump that the ray only grazes for less than that is missed.
fn march(field: &HeightField, start: DVec3, ahead: DVec3, clip: Clip) -> Option<LocalHit> {
    // More steps than any allowed patch needs.
    const MOST_STEPS: f64 = 100_000.0;
    let (first, last) = clip.range()?;
    let above = |distance: f64| {
        let point = start + distance * ahead;
        point.y - field.height_and_slope(DVec2::new(point.x, point.z)).0
    };
    // Under the surface already where the block begins: in through a wall, unless the ray began inside.
    if above(first) <= 0.0 && clip.enters() {
        return clip.entry();
    }
    let speed = DVec2::new(ahead.x, ahead.z).length();
    let steps = ((last - first) * speed * 8.0 / field.cell_size().min_element())
        .ceil()
        .clamp(1.0, MOST_STEPS);
    let mut before = first;
    let mut was_above = above(first) > 0.0;
    for k in 1..=steps as u32 {
        let here = first + (last - first) * f64::from(k) / steps;
        let is_above = above(here) > 0.0;
        if was_above && !is_above {
            let (mut low, mut high) = (before, here);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if above(middle) > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            let point = start + high * ahead;
            let slope = field.height_and_slope(DVec2::new(point.x, point.z)).1;
            let normal = DVec3::new(-slope.x, 1.0, -slope.y);
            return Some(LocalHit {
                distance: high,
                normal: normal / normal.length(),
            });
        }
        (before, was_above) = (here, is_above);
    }
    None
}
