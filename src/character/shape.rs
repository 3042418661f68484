//! Shapes: what a link looks like, what it collides with, and the inertia that follows from it.

use crate::math::{Transform, integer_power};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

/// A solid about its own centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A block.
    Box {
        /// Half of each edge [m].
        half: DVec3,
    },
    /// A cylinder along its own Y axis with a hemisphere on either end.
    Capsule {
        /// Of cylinder and hemispheres [m].
        radius: f64,
        /// Half the cylinder's length, without the hemispheres [m].
        half_length: f64,
    },
    /// A ball.
    Sphere {
        /// [m]
        radius: f64,
    },
}

/// A shape somewhere on a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedShape {
    /// The solid.
    pub shape: Shape,
    /// Where its centre sits and how its axes lie.
    pub link_from_shape: Transform,
}

impl PlacedShape {
    /// From a point of its link to the nearest surface around it; below zero outside [m].
    pub fn depth_of(&self, point_in_link: DVec3) -> f64 {
        let point = self.link_from_shape.inverse().point(point_in_link);
        match self.shape {
            Shape::Sphere { radius } => radius - point.length(),
            Shape::Capsule {
                radius,
                half_length,
            } => {
                let along = point.y.clamp(-half_length, half_length);
                radius - point.distance(along * DVec3::Y)
            }
            Shape::Box { half } => (half - point.abs()).min_element(),
        }
    }
}

impl Shape {
    /// The balls that its lowest point is on, whichever way is down: their centres in its own axes and their radius [m].
    pub fn tips(&self) -> (Vec<DVec3>, f64) {
        match *self {
            Self::Sphere { radius } => (vec![DVec3::ZERO], radius),
            Self::Capsule {
                radius,
                half_length,
            } => (
                vec![half_length * DVec3::Y, half_length * DVec3::NEG_Y],
                radius,
            ),
            Self::Box { half } => {
                let sign = |corner: u32, axis: u32| f64::from(corner >> axis & 1) * 2.0 - 1.0;
                let corner =
                    |corner| half * DVec3::new(sign(corner, 0), sign(corner, 1), sign(corner, 2));
                ((0..8).map(corner).collect(), 0.0)
            }
        }
    }

    /// Of the least ball about its own centre that holds all of it [m].
    #[inline]
    pub fn outer_radius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Capsule {
                radius,
                half_length,
            } => half_length + radius,
            Self::Box { half } => half.length(),
        }
    }

    /// [m³]
    pub fn volume(&self) -> f64 {
        match *self {
            Self::Box { half } => 8.0 * half.x * half.y * half.z,
            Self::Capsule {
                radius,
                half_length,
            } => PI * radius * radius * (2.0 * half_length + 4.0 / 3.0 * radius),
            Self::Sphere { radius } => 4.0 / 3.0 * PI * integer_power(radius, 3),
        }
    }

    /// Rotational inertia about its own centre and axes for one kilogram [m²].
    pub fn inertia_per_mass(&self) -> DMat3 {
        let diagonal = match *self {
            Self::Box { half } => {
                let square = half * half;
                DVec3::new(
                    square.y + square.z,
                    square.x + square.z,
                    square.x + square.y,
                ) / 3.0
            }
            Self::Capsule {
                radius,
                half_length,
            } => {
                // Cylinder and two hemispheres by their share of the volume; the hemispheres' centres lie 3/8 r
                // beyond the cylinder's ends, and a solid ball has 2/5 r² about any axis.
                let r2 = radius * radius;
                let cylinder = 2.0 * half_length / (2.0 * half_length + 4.0 / 3.0 * radius);
                let caps = 1.0 - cylinder;
                let along = cylinder * 0.5 * r2 + caps * 0.4 * r2;
                let across = cylinder * (0.25 * r2 + half_length * half_length / 3.0)
                    + caps * (0.4 * r2 + half_length * half_length + 0.75 * half_length * radius);
                DVec3::new(across, along, across)
            }
            Self::Sphere { radius } => DVec3::splat(0.4 * radius * radius),
        };
        DMat3::from_diagonal(diagonal)
    }
}

impl PlacedShape {
    /// Rotational inertia for one kilogram about a point of the link, link axes [m²] (parallel-axis theorem).
    pub fn inertia_per_mass_about(&self, point_in_link: DVec3) -> DMat3 {
        let rotation = DMat3::from_quat(self.link_from_shape.rotation);
        let arm = self.link_from_shape.translation - point_in_link;
        let shift = DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
            - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        rotation * self.shape.inertia_per_mass() * rotation.transpose() + shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    /// Mean of |p|² I − p pᵀ over random points inside the shape: inertia by definition.
    fn sampled(shape: Shape, half: DVec3, inside: impl Fn(DVec3) -> bool) -> (DMat3, DMat3) {
        let mut random = Random::new(11);
        let (mut sum, mut count) = (DMat3::ZERO, 0);
        while count < 200_000 {
            let p = random.in_box(half);
            if inside(p) {
                sum += DMat3::from_diagonal(DVec3::splat(p.length_squared()))
                    - DMat3::from_cols(p * p.x, p * p.y, p * p.z);
                count += 1;
            }
        }
        (sum * (1.0 / f64::from(count)), shape.inertia_per_mass())
    }

    #[test]
    fn inertias_follow_from_the_volume() {
        let (radius, half_length) = (0.2, 0.3);
        let capsule = Shape::Capsule {
            radius,
            half_length,
        };
        let in_capsule =
            |p: DVec3| (p - DVec3::Y * p.y.clamp(-half_length, half_length)).length() < radius;
        let half = DVec3::new(0.2, 0.5, 0.3);
        for (measured, formula) in [
            sampled(capsule, DVec3::new(0.2, 0.5, 0.2), in_capsule),
            sampled(Shape::Box { half }, half, |_| true),
            sampled(Shape::Sphere { radius }, DVec3::splat(0.2), |p| {
                p.length() < radius
            }),
        ] {
            let miss = (measured - formula).to_cols_array();
            assert!(miss.iter().all(|m| m.abs() < 5e-4), "{measured} {formula}");
        }
    }
}
