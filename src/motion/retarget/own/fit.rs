//! How the flesh of one link goes to another bone.

use crate::character::{PlacedShape, Shape};
use crate::math::Transform;
use glam::{DMat3, DQuat, DVec3};

/// How the flesh of one link goes over: stretched along its axes, turned, and moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) stretch: DVec3,
    pub(super) turn: DQuat,
    pub(super) shift: DVec3,
    /// Of radii.
    pub(super) girth: f64,
}

/// Bones are believed to be this much shorter or longer, beside the legs, than those of the flesh.
const BELIEVED: [f64; 2] = [0.4, 2.5];

impl Fit {
    pub(super) fn scaled(by: f64) -> Self {
        Self {
            stretch: DVec3::splat(by),
            turn: DQuat::IDENTITY,
            shift: DVec3::ZERO,
            girth: by,
        }
    }

    /// From one bone to another, radii by `girth`.
    pub(super) fn along(from: DVec3, to: DVec3, girth: f64) -> Self {
        let by = (to.length() / from.length()).clamp(BELIEVED[0] * girth, BELIEVED[1] * girth);
        let directions = from.try_normalize().zip(to.try_normalize());
        Self {
            stretch: DVec3::splat(by),
            turn: directions.map_or(DQuat::IDENTITY, |(from, to)| {
                DQuat::from_rotation_arc(from, to)
            }),
            girth,
            ..Self::scaled(by)
        }
    }

    /// Where a point of the flesh is.
    pub(super) fn point(&self, point: DVec3) -> DVec3 {
        self.shift + self.turn * (self.stretch * point)
    }

    /// Where a direction of the flesh points.
    pub(super) fn direction(&self, direction: DVec3) -> DVec3 {
        self.turn * direction
    }

    pub(super) fn shape(&self, placed: &PlacedShape) -> PlacedShape {
        let by = self.stretch;
        let along = |axis: DVec3| (by * (placed.link_from_shape.rotation * axis)).length();
        let shape = match placed.shape {
            Shape::Box { half } => Shape::Box {
                half: half * DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z)),
            },
            Shape::Capsule {
                radius,
                half_length,
            } => Shape::Capsule {
                radius: radius * self.girth,
                half_length: half_length * along(DVec3::Y),
            },
            Shape::Sphere { radius } => Shape::Sphere {
                radius: radius * self.girth,
            },
        };
        PlacedShape {
            shape,
            link_from_shape: Transform::new(
                self.turn * placed.link_from_shape.rotation,
                self.point(placed.link_from_shape.translation),
            ),
        }
    }

    /// An inertia of unchanged mass.
    pub(super) fn inertia(&self, inertia: DMat3) -> DMat3 {
        // As second moments of mass each axis for itself: S = ½ tr(I) 1 − I, and back.
        let trace = |m: DMat3| m.x_axis.x + m.y_axis.y + m.z_axis.z;
        let spread = DMat3::from_diagonal(DVec3::splat(0.5 * trace(inertia))) - inertia;
        let by = DMat3::from_quat(self.turn) * DMat3::from_diagonal(self.stretch);
        let spread = by * spread * by.transpose();
        DMat3::from_diagonal(DVec3::splat(trace(spread))) - spread
    }
}
