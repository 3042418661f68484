//! Rotations as three angles about three axes, kept near those of the row before.
//!
//! Every rotation has two triples, (α, β, γ) and (α + 180°, 180° − β, γ + 180°), each up to whole turns. Where the
//! middle angle is ±90° the outer axes fall together and only their sum is determined (gimbal lock): close to it the
//! outer angles turn fast, and no choice of triple helps, but another order of axes does.

use super::{Axis, Channel};
use crate::math::hypotenuse;
use glam::{DMat3, DQuat};
use std::f64::consts::{PI, TAU};

/// The order in which a file's rotations are listed and multiplied: `R = R1 R2 R3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotationOrder {
    /// Safe for a turning and bending body; a thigh raised by 90° locks.
    Zxy,
    /// Safe for raised thighs; arms stretched forward and bodies turned by 90° lock.
    Zyx,
    /// Y first: safe for anything that turns about the vertical.
    Yxz,
    /// Y first, Z in the middle.
    Yzx,
    /// X first, Y in the middle.
    Xyz,
    /// X first, Z in the middle.
    Xzy,
}

impl RotationOrder {
    /// All six; the usual ones first.
    pub const ALL: [Self; 6] = [
        Self::Zxy,
        Self::Zyx,
        Self::Yxz,
        Self::Yzx,
        Self::Xyz,
        Self::Xzy,
    ];

    /// Its axes, the outermost first.
    pub const fn axes(self) -> [Axis; 3] {
        use Axis::{X, Y, Z};
        match self {
            Self::Zxy => [Z, X, Y],
            Self::Zyx => [Z, Y, X],
            Self::Yxz => [Y, X, Z],
            Self::Yzx => [Y, Z, X],
            Self::Xyz => [X, Y, Z],
            Self::Xzy => [X, Z, Y],
        }
    }

    /// Its channels, in the order of a row.
    pub fn channels(self) -> [Channel; 3] {
        self.axes().map(Channel::Rotation)
    }

    /// As people write it: `ZXY`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zxy => "ZXY",
            Self::Zyx => "ZYX",
            Self::Yxz => "YXZ",
            Self::Yzx => "YZX",
            Self::Xyz => "XYZ",
            Self::Xzy => "XZY",
        }
    }

    /// The angles of a rotation that lie nearest to `last`, which may be any number of turns away [rad].
    pub fn angles_near(self, rotation: DQuat, last: [f64; 3]) -> [f64; 3] {
        /// Nearer to gimbal lock than this the outer angles are not determined one by one.
        const LOCK: f64 = 1e-7;
        let [i, j, k] = self.axes().map(Axis::index);
        // +1 when the axes follow each other as x, y, z do.
        let sign = if (i + 1) % 3 == j { 1.0 } else { -1.0 };
        let m = DMat3::from_quat(rotation.normalize());
        let entry = |row: usize, column: usize| m.col(column)[row];

        // With M = R_i(α) R_j(β) R_k(γ): M_ii = cos β cos γ and M_ij = −sign cos β sin γ.
        let (cosine, sine) = (entry(i, i), -sign * entry(i, j));
        let free = if hypotenuse(cosine, sine) < LOCK {
            last[2]
        } else {
            libm::atan2(sine, cosine)
        };
        let triple = |gamma: f64| {
            // M R_k(γ)⁻¹ = R_i(α) R_j(β): whatever γ lacks in accuracy near the lock, α takes over.
            let (sin, cos) = libm::sincos(gamma);
            let column_i = m.col(i) * cos - sign * sin * m.col(j);
            let column_j = m.col(j) * cos + sign * sin * m.col(i);
            let alpha = libm::atan2(sign * column_j[k], column_j[j]);
            let beta = libm::atan2(sign * m.col(k)[i], column_i[i]);
            let near = |angle: f64, last: f64| angle - TAU * ((angle - last) / TAU).round();
            [
                near(alpha, last[0]),
                near(beta, last[1]),
                near(gamma, last[2]),
            ]
        };
        let (one, other) = (triple(free), triple(free + PI));
        if largest_step(other, last) < largest_step(one, last) {
            other
        } else {
            one
        }
    }
}

/// The largest change of an angle [rad].
pub(super) fn largest_step(angles: [f64; 3], last: [f64; 3]) -> f64 {
    let steps = angles.iter().zip(last).map(|(a, b)| (a - b).abs());
    steps.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, rotation_from_vector};
    use glam::DVec3;

    /// The product that a reader makes of the angles.
    fn product(order: RotationOrder, angles: [f64; 3]) -> DQuat {
        order
            .axes()
            .iter()
            .zip(angles)
            .map(|(axis, angle)| rotation_from_vector(axis.unit() * angle))
            .fold(DQuat::IDENTITY, |all, one| all * one)
    }

    fn miss(a: DQuat, b: DQuat) -> f64 {
        crate::math::rotation_vector(a.conjugate() * b).length()
    }

    #[test]
    fn angles_multiply_back_to_the_rotation_in_every_order() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let rotation = rotation_from_vector(random.in_box(DVec3::splat(3.0)));
            let last = random.in_box(DVec3::splat(9.0)).to_array();
            for order in RotationOrder::ALL {
                let angles = order.angles_near(rotation, last);
                assert!(miss(product(order, angles), rotation) < 1e-12);
                let steps = angles.iter().zip(last).map(|(a, b)| (a - b).abs());
                assert!(steps.fold(0.0, f64::max) <= PI + 1e-9);
            }
        }
    }

    #[test]
    fn a_locked_middle_angle_still_gives_the_rotation() {
        let mut random = Random::new(2);
        for order in RotationOrder::ALL {
            for off in [0.0, 1e-12, 1e-9, 1e-7, 1e-5] {
                for side in [-1.0, 1.0] {
                    let outer = random.in_box(DVec3::splat(3.0));
                    let angles = [outer.x, side * (0.5 * PI - off), outer.z];
                    let rotation = product(order, angles);
                    let found = order.angles_near(rotation, [0.3, side * 1.5, -0.2]);
                    assert!(miss(product(order, found), rotation) < 3e-7, "{off}");
                }
            }
        }
    }

    #[test]
    fn a_knee_bends_through_the_lock_without_a_leap() {
        let mut last = [0.0; 3];
        for step in 0..=140 {
            let bent = f64::from(step).to_radians();
            let angles =
                RotationOrder::Zxy.angles_near(rotation_from_vector(DVec3::X * bent), last);
            assert!(largest_step(angles, last) < 0.02, "{step}: {angles:?}");
            last = angles;
        }
        assert!((last[1].to_degrees() - 140.0).abs() < 1e-9, "{last:?}");
    }

    #[test]
    fn a_body_that_spins_on_counts_its_turns() {
        let mut last = [0.0; 3];
        for step in 0..=1000 {
            let turned = rotation_from_vector(DVec3::Y * f64::from(step).to_radians());
            last = RotationOrder::Zxy.angles_near(turned, last);
        }
        assert!((last[2].to_degrees() - 1000.0).abs() < 1e-6, "{last:?}");
    }
}
