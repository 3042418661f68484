//! What shows at little cost that two links, or two of their shapes, are far apart.

use super::nearest::on_segments;
use crate::character::{PlacedShape, Shape};
use crate::math::Transform;
use glam::{DMat3, DVec3};

/// A ball that holds something.
#[derive(Clone, Copy, Debug)]
pub(super) struct OuterBall {
    /// [m]
    pub(super) center: DVec3,
    /// [m]
    pub(super) radius: f64,
}

impl OuterBall {
    /// A small one around all of a link's shapes, in the link's frame; nothing without shapes.
    #[inline]
    pub(super) fn around(shapes: &[PlacedShape]) -> Option<Self> {
        let balls = shapes.iter().map(|placed| Self {
            center: placed.link_from_shape.translation,
            radius: placed.shape.outer_radius(),
        });
        balls.reduce(Self::around_both)
    }

    fn around_both(self, other: Self) -> Self {
        let distance = self.center.distance(other.center);
        if distance + other.radius <= self.radius {
            self
        } else if distance + self.radius <= other.radius {
            other
        } else {
            // From the far side of the one to the far side of the other.
            let radius = 0.5 * (distance + self.radius + other.radius);
            let share = (radius - self.radius) / distance;
            Self {
                center: self.center.lerp(other.center, share),
                radius,
            }
        }
    }

    /// Whether two balls are nearer to each other than a margin; never where a number is missing.
    #[inline]
    pub(super) fn is_near(&self, other: &Self, margin: f64) -> bool {
        let reach = self.radius + other.radius + margin;
        reach > 0.0 && self.center.distance_squared(other.center) < reach * reach
    }
}

/// A shape by its middle and its half axes: what shows on a few axes that two shapes are far apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// [m]
    center: DVec3,
    /// From the centre to the faces of a box, or to the end of a capsule's axis [m].
    half_axes: [DVec3; 3],
    /// How many of them there are: three of a box, one of a capsule, none of a ball.
    count: usize,
    /// How far the shape reaches beyond what its axes span [m]; zero for a box.
    radius: f64,
}

impl Spread {
    /// Of a shape in the world.
    #[inline]
    pub(super) fn of(shape: &Shape, world_from_shape: &Transform) -> Self {
        let (half_axes, count, radius) = match *shape {
            Shape::Sphere { radius } => ([DVec3::ZERO; 3], 0, radius),
            Shape::Capsule {
                radius,
                half_length,
            } => {
                let half_axis = world_from_shape.direction(half_length * DVec3::Y);
                ([half_axis, DVec3::ZERO, DVec3::ZERO], 1, radius)
            }
            Shape::Box { half } => {
                let axes = DMat3::from_quat(world_from_shape.rotation);
                let half_axes = [
                    half.x * axes.x_axis,
                    half.y * axes.y_axis,
                    half.z * axes.z_axis,
                ];
                (half_axes, 3, 0.0)
            }
        };
        Self {
            center: world_from_shape.translation,
            half_axes,
            count,
            radius,
        }
    }

    /// Whether two shapes may be nearer to each other than a margin; surely so if they are.
    #[inline]
    pub(super) fn may_be_near(&self, other: &Self, margin: f64) -> bool {
        let away = other.center - self.center;
        let reach = self.radius + other.radius + margin;
        // 1. Seen along the line of the centres.
        if self.are_apart_along(other, away, away, reach) {
            return false;
        }
        if self.count <= 1 && other.count <= 1 {
            // 2. Two round ones: the distance of their axes is all there is to know.
            let (first, second) = (self.segment(), other.segment());
            let (s, t) = on_segments(first, second);
            let (a, b) = (first[0].lerp(first[1], s), second[0].lerp(second[1], t));
            return a.distance_squared(b) < reach * reach;
        }
        // 3. Seen along the edges of either.
        let mut axes = self.axes().iter().chain(other.axes());
        !axes.any(|axis| self.are_apart_along(other, away, *axis, reach))
    }

    /// Whether along an axis of any length there is at least `reach` between what the axes of both span.
    #[inline]
    fn are_apart_along(&self, other: &Self, away: DVec3, axis: DVec3, reach: f64) -> bool {
        let mut gap = away.dot(axis).abs();
        for half_axis in self.axes().iter().chain(other.axes()) {
            gap -= half_axis.dot(axis).abs();
        }
        gap > 0.0 && gap * gap >= reach * reach * axis.length_squared()
    }

    #[inline]
    fn axes(&self) -> &[DVec3] {
        &self.half_axes[..self.count]
    }

    #[inline]
    fn segment(&self) -> [DVec3; 2] {
        let half_axis = self.half_axes[0];
        [self.center - half_axis, self.center + half_axis]
    }
}
