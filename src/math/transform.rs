//! Rigid transforms, named `a_from_b`: they take a point given in frame b to the same point given in frame a.

use glam::{DQuat, DVec3};
use std::ops::Mul;

/// A rotation followed by a translation: `point_in_a = rotation * point_in_b + translation`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Transform {
    /// Turns b's axes into a's.
    pub rotation: DQuat,
    /// Origin of b, given in a [m].
    pub translation: DVec3,
}

impl Transform {
    /// Frames that coincide.
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        translation: DVec3::ZERO,
    };

    /// A transform from its two parts.
    #[inline]
    pub const fn new(rotation: DQuat, translation: DVec3) -> Self {
        Self {
            rotation,
            translation,
        }
    }

    /// A shift without rotation.
    #[inline]
    pub const fn from_translation(translation: DVec3) -> Self {
        Self::new(DQuat::IDENTITY, translation)
    }

    /// Takes a point from b to a.
    #[inline]
    pub fn point(&self, point_in_b: DVec3) -> DVec3 {
        self.rotation * point_in_b + self.translation
    }

    /// Takes a direction from b to a: no translation.
    #[inline]
    pub fn direction(&self, direction_in_b: DVec3) -> DVec3 {
        self.rotation * direction_in_b
    }

    /// `b_from_a` of an `a_from_b`.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self::new(rotation, -(rotation * self.translation))
    }
}

impl Mul for Transform {
    type Output = Self;

    /// `a_from_c = a_from_b * b_from_c`.
    #[inline]
    fn mul(self, b_from_c: Self) -> Self {
        Self::new(
            self.rotation * b_from_c.rotation,
            self.point(b_from_c.translation),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_after_its_inverse_is_the_identity() {
        let a_from_b = Transform::new(
            DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -1.2, 2.0),
            DVec3::new(1.0, -2.0, 0.5),
        );
        let round_trip = a_from_b * a_from_b.inverse();
        assert!(round_trip.translation.length() < 1e-15);
        assert!(round_trip.rotation.angle_between(DQuat::IDENTITY).abs() < 1e-7);
    }

    #[test]
    fn products_take_points_through_both_frames() {
        let a_from_b = Transform::new(DQuat::from_rotation_y(0.7), DVec3::X);
        let b_from_c = Transform::new(DQuat::from_rotation_x(-0.2), DVec3::Y);
        let point_in_c = DVec3::new(0.1, 0.2, 0.3);
        let one_by_one = a_from_b.point(b_from_c.point(point_in_c));
        assert!((a_from_b * b_from_c).point(point_in_c).distance(one_by_one) < 1e-15);
    }
}
