//! The zero-moment point: where the ground's push acts when nothing tips. Momentum comes from frames by differences.

use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::math::{rotation_from_vector, rotation_vector};
use glam::{DMat3, DVec2, DVec3};

/// Standard gravity as the papers round it [m/s²].
pub const GRAVITY: f64 = 9.81;
/// A body that presses on the ground with less than this share of its weight is in flight.
const LEAST_LOAD: f64 = 1e-3;

/// Momentum of a whole body, or the rate at which it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// World axes [kg m/s].
    pub linear: DVec3,
    /// About the body's centre of mass, world axes [kg m²/s].
    pub angular: DVec3,
}

impl Momentum {
    /// The mean momentum on the way from one frame to the next: velocities are differences, places and inertias are
    /// those half way, so the error falls with the square of the time between.
    pub fn between(
        character: &Character,
        before: &Kinematics,
        after: &Kinematics,
        secs: f64,
    ) -> Self {
        let com = 0.5 * (before.com + after.com);
        let com_velocity = (after.com - before.com) / secs;
        let mut momentum = Self::default();
        let places = before.world_from_link.iter().zip(&after.world_from_link);
        for (link, (from, to)) in character.links.iter().zip(places) {
            let (a, b) = (from.point(link.com_in_link), to.point(link.com_in_link));
            let velocity = (b - a) / secs;
            momentum.linear += link.mass * velocity;
            let arm = 0.5 * (a + b) - com;
            momentum.angular += link.mass * arm.cross(velocity - com_velocity);

            // The link's own spin, about its own centre.
            let turn = rotation_vector(to.rotation * from.rotation.conjugate());
            let half_way = DMat3::from_quat(rotation_from_vector(0.5 * turn) * from.rotation);
            let inertia = half_way * link.inertia_in_link * half_way.transpose();
            momentum.angular += inertia * (turn / secs);
        }
        momentum
    }

    /// How fast it changes from this one to the next.
    #[must_use]
    pub fn rate_to(&self, next: &Self, secs: f64) -> Self {
        Self {
            linear: (next.linear - self.linear) / secs,
            angular: (next.angular - self.angular) / secs,
        }
    }
}

/// The zero-moment point (x, z) on the level plane at `support_height`; nothing in flight.
///
/// The ground's force f = L̇ − m g at p, with s = p − c, must turn the body as it turns: s × f = Ḣ, so that
/// `p_x = c_x + (Ḣ_z + s_y f_x) / f_y` and `p_z = c_z + (s_y f_z − Ḣ_x) / f_y` (Vukobratović and Borovac 2004).
pub fn zero_moment_point(
    mass: f64,
    com: DVec3,
    rate: &Momentum,
    support_height: f64,
) -> Option<DVec2> {
    let weight = mass * GRAVITY;
    let f = rate.linear + weight * DVec3::Y;
    if f.y < LEAST_LOAD * weight {
        return None;
    }
    let s_y = support_height - com.y;
    Some(DVec2::new(
        com.x + (rate.angular.z + s_y * f.x) / f.y,
        com.z + (s_y * f.z - rate.angular.x) / f.y,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::kinematics::{Base, Rooting, momentum_matrix};
    use crate::math::Transform;

    #[test]
    fn momentum_by_differences_is_that_of_the_momentum_matrix() {
        let human = load_character("human").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        let rooting = Rooting::new(&human, crate::character::LinkId::ROOT);
        let columns = momentum_matrix(&rooting, Base::Free, &human, &kin);
        // The body drifts and turns as a whole: six columns.
        let rates = [0.3, -0.2, 0.5, 0.4, -0.7, 0.6];
        let mut expected = Momentum::default();
        for (rate, (linear, angular)) in rates.iter().zip(&columns) {
            expected.linear += *rate * *linear;
            expected.angular += *rate * *angular;
        }
        let (shift, turn) = (DVec3::from_slice(&rates), DVec3::from_slice(&rates[3..]));
        let secs = 1e-3;
        let at = |half: f64| {
            let mut pose = human.rest.clone();
            let root = pose.world_from_root;
            pose.world_from_root = Transform::new(
                rotation_from_vector(half * secs * turn) * root.rotation,
                root.translation + half * secs * shift,
            );
            Kinematics::of(&human, &pose)
        };
        let measured = Momentum::between(&human, &at(-0.5), &at(0.5), secs);
        assert!(measured.linear.distance(expected.linear) < 1e-5);
        assert!(measured.angular.distance(expected.angular) < 1e-5);
    }

    #[test]
    fn a_pendulum_that_speeds_up_is_held_from_behind() {
        let com = DVec3::new(0.1, 0.9, -0.2);
        let acceleration = DVec3::new(0.7, 0.0, -1.1);
        let rate = Momentum {
            linear: 50.0 * acceleration,
            angular: DVec3::ZERO,
        };
        let p = zero_moment_point(50.0, com, &rate, 0.0).unwrap();
        let expected =
            DVec2::new(com.x, com.z) - com.y / GRAVITY * DVec2::new(acceleration.x, acceleration.z);
        assert!(p.distance(expected) < 1e-12);
    }

    #[test]
    fn a_body_in_free_fall_has_none() {
        let rate = Momentum {
            linear: -50.0 * GRAVITY * DVec3::Y,
            angular: DVec3::ZERO,
        };
        assert_eq!(zero_moment_point(50.0, DVec3::Y, &rate, 0.0), None);
    }
}
