//! Rotations for the solver's inner loop, where sines and arc tangents would cost more than the solve.
//!
//! A swing-twist split writes `q = swing * twist`: first a turn about the bone's own axis, then the shortest turn
//! that points the bone. Both are kept as *quarter tangents*, tan(angle / 4): monotonic up to a whole turn, zero at
//! zero, and reached from a quaternion by one square root and a division (they are the modified Rodrigues parameters).

use glam::{DQuat, DVec3};

/// tan(angle / 4) of an angle in radians; the inverse of [`angle_from_quarter_tangent`].
pub fn quarter_tangent(angle: f64) -> f64 {
    libm::tan(angle / 4.0)
}

/// The angle in radians whose quarter has this tangent.
pub fn angle_from_quarter_tangent(quarter: f64) -> f64 {
    4.0 * libm::atan(quarter)
}

/// Turns `q` by a small rotation vector given in the *child's* frame, without trigonometry.
///
/// The quaternion (1, v/2), made unit, turns by 2 atan(|v|/2): the exponential up to third order, and never more than
/// it. Any such map serves a Newton-like method; the pose stays exactly on the unit sphere. What is not turned keeps its
/// bits.
#[inline]
pub fn retract(q: DQuat, vector_in_child: DVec3) -> DQuat {
    if vector_in_child == DVec3::ZERO {
        return q;
    }
    let half = 0.5 * vector_in_child;
    (q * DQuat::from_xyzw(half.x, half.y, half.z, 1.0)).normalize()
}

/// The vector that takes `q` to `turned` by [`retract`]: its inverse.
#[inline]
pub fn retraction_between(q: DQuat, turned: DQuat) -> DVec3 {
    let between = q.conjugate() * turned;
    DVec3::new(between.x, between.y, between.z) * (2.0 / between.w)
}

/// Rotation vector (axis times angle, radians) of the shorter arc.
pub fn rotation_vector(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = DVec3::new(q.x, q.y, q.z);
    let sine = v.length();
    // Below this the arc tangent's ratio is 2 to the last bit.
    if sine < 1e-12 {
        return 2.0 * v;
    }
    v * (2.0 * libm::atan2(sine, q.w) / sine)
}

/// The rotation by a vector's length about its direction: the inverse of [`rotation_vector`].
pub fn rotation_from_vector(vector: DVec3) -> DQuat {
    let angle = vector.length();
    if angle < 1e-12 {
        let half = 0.5 * vector;
        return DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize();
    }
    let v = vector * (libm::sin(0.5 * angle) / angle);
    DQuat::from_xyzw(v.x, v.y, v.z, libm::cos(0.5 * angle))
}

/// A rotation split about a unit axis: `q = swing * twist`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingTwist {
    /// tan(angle / 4) times the axis of the swing, which is perpendicular to the twist axis.
    pub swing: DVec3,
    /// tan(angle / 4) of the twist.
    pub twist: f64,
}

impl SwingTwist {
    /// Splits a unit quaternion about `axis`. A half turn of swing has no twist of its own; it gets zero.
    #[inline]
    pub fn split(q: DQuat, axis: DVec3) -> Self {
        let q = if q.w < 0.0 { -q } else { q };
        let along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
        // cos and sin of half the twist, scaled by cos of half the swing.
        let norm = (q.w * q.w + along * along).sqrt();
        if norm < 1e-12 {
            return Self {
                swing: DVec3::new(q.x, q.y, q.z),
                twist: 0.0,
            };
        }
        let inverse = 1.0 / norm;
        let (twist_cos, twist_sin) = (q.w * inverse, along * inverse);
        // swing = q * conjugate(twist); its cosine is `norm` and it has no part along the axis.
        let v = DVec3::new(q.x, q.y, q.z);
        let across = v - along * axis;
        let swing_sin = twist_cos * across - twist_sin * across.cross(axis);
        Self {
            swing: swing_sin / (1.0 + norm),
            twist: twist_sin / (1.0 + twist_cos),
        }
    }

    /// The rotation again.
    #[inline]
    pub fn join(self, axis: DVec3) -> DQuat {
        half_from_quarter(self.swing) * half_from_quarter(self.twist * axis)
    }

    /// How the twist *angle* grows with a small turn of the child, given in the parent's (joint) axes.
    ///
    /// The swing is the shortest turn from a to d = swing a, so its own angular velocity has nothing along a + d.
    /// What is left of a turn ω along a + d is twist: dτ = ω·(a + d) / (1 + a·d).
    #[inline]
    pub fn twist_gradient(self, axis: DVec3) -> DVec3 {
        let pointing = half_from_quarter(self.swing) * axis;
        (axis + pointing) / (1.0 + axis.dot(pointing)).max(1e-9)
    }

    /// How `slope · swing` grows with a small turn of the child, given in the parent's (joint) axes.
    ///
    /// With σ the quarter tangents and ω the angular velocity in the fixed frame (Schaub and Junkins, eq. 3.160 with
    /// the sign of the cross product turned for that frame): dσ = ¼ [(1 − σ²) I − 2 [σ]ₓ + 2 σ σᵀ] ω. The swing gets
    /// what the twist does not: ω − d dτ.
    #[inline]
    pub fn swing_gradient(self, axis: DVec3, slope: DVec3) -> DVec3 {
        let s = self.swing;
        let from_swing_turn = 0.25
            * ((1.0 - s.length_squared()) * slope + 2.0 * s.cross(slope) + 2.0 * s.dot(slope) * s);
        let pointing = half_from_quarter(s) * axis;
        from_swing_turn - self.twist_gradient(axis) * pointing.dot(from_swing_turn)
    }
}

/// The unit quaternion whose quarter tangents are σ: ((1 − σ²), 2σ) / (1 + σ²).
#[inline]
fn half_from_quarter(sigma: DVec3) -> DQuat {
    let square = sigma.length_squared();
    let inverse = 1.0 / (1.0 + square);
    let v = (2.0 * inverse) * sigma;
    DQuat::from_xyzw(v.x, v.y, v.z, (1.0 - square) * inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, integer_power};

    fn random_rotation(random: &mut Random) -> DQuat {
        rotation_from_vector(random.in_box(DVec3::splat(2.5)))
    }

    #[test]
    fn a_split_joined_again_is_the_same_rotation() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let q = random_rotation(&mut random);
            let axis = random.in_box(DVec3::ONE).normalize();
            let split = SwingTwist::split(q, axis);
            assert!(split.swing.dot(axis).abs() < 1e-12);
            assert!(split.join(axis).dot(q).abs() > 1.0 - 1e-12);
        }
    }

    #[test]
    fn limit_gradients_match_finite_differences() {
        let mut random = Random::new(2);
        let (axis, slope, h) = (DVec3::Y, DVec3::new(0.7, 0.0, -0.4), 1e-6);
        for _ in 0..200 {
            let q = random_rotation(&mut random);
            let split = SwingTwist::split(q, axis);
            for k in DVec3::AXES {
                let at = |step: f64| SwingTwist::split(rotation_from_vector(step * k) * q, axis);
                let (plus, minus) = (at(h), at(-h));
                let angle = |s: &SwingTwist| angle_from_quarter_tangent(s.twist);
                let twist = (angle(&plus) - angle(&minus)) / (2.0 * h);
                let swing = slope.dot(plus.swing - minus.swing) / (2.0 * h);
                assert!((twist - split.twist_gradient(axis).dot(k)).abs() < 1e-6);
                assert!((swing - split.swing_gradient(axis, slope).dot(k)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn rotation_vectors_take_the_shorter_arc_and_come_back() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let q = random_rotation(&mut random);
            let v = rotation_vector(q);
            assert!(v.length() <= std::f64::consts::PI + 1e-12);
            assert!(rotation_from_vector(v).dot(q).abs() > 1.0 - 1e-12);
        }
    }

    #[test]
    fn a_retraction_agrees_with_the_exponential_to_third_order() {
        let q = DQuat::from_rotation_x(0.4);
        for size in [1e-1, 1e-2] {
            let v = size * DVec3::new(0.6, 0.0, 0.8);
            let exact = q * rotation_from_vector(v);
            assert!(retraction_between(q, retract(q, v)).distance(v) < 1e-14);
            let miss = rotation_vector(exact.conjugate() * retract(q, v)).length();
            assert!(miss < 0.1 * integer_power(size, 3), "{miss} at {size}");
        }
    }
}
