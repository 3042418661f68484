//! Moving platforms: blocks that sway and turn by sums of sines, with velocities that are exact derivatives.

use super::ray::{Clip, LocalHit};
use crate::math::{Transform, rotation_from_vector};
use glam::{DVec2, DVec3};

/// A platform of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlatformId(pub(super) u16);

impl PlatformId {
    /// Its place among the level's platforms.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A block that moves by itself; nothing moves it. Its frame sits in the middle of its top: x to the left, z ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// Unique in the level.
    pub name: String,
    /// Where it rests: at time zero and before.
    pub world_from_rest: Transform,
    /// Half its size across (x) and ahead (z) [m].
    pub half_size: DVec2,
    /// Height of the block [m].
    pub thickness: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Shifts, given in the resting frame; amplitudes in metres.
    pub sway: Vec<Sine>,
    /// Turns, given in the resting frame as parts of one rotation vector; amplitudes in radians.
    pub turn: Vec<Sine>,
    /// Time from zero to full swing [s]. The motion starts without a jerk.
    pub fade_in_secs: f64,
}

/// One swing: amplitude · sin(rate · time + phase).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Direction times size [m or rad].
    pub amplitude: DVec3,
    /// [rad/s]
    pub rate: f64,
    /// [rad]
    pub phase: f64,
}

/// Where a platform is at one moment, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlatformMotion {
    /// Its pose.
    pub world_from_platform: Transform,
    /// Velocity of its frame's origin, world axes [m/s].
    pub linear_velocity: DVec3,
    /// World axes [rad/s].
    pub angular_velocity: DVec3,
}

impl PlatformMotion {
    /// Velocity of the platform's material at a point of the world [m/s].
    pub fn velocity_at(&self, point_in_world: DVec3) -> DVec3 {
        let arm = point_in_world - self.world_from_platform.translation;
        self.linear_velocity + self.angular_velocity.cross(arm)
    }

    /// Height in the world [m] of the top's plane over a point (x, z), and that point on the platform (x, z) [m].
    pub(super) fn top_at(&self, point_xz: DVec2) -> Option<(f64, DVec2)> {
        let pose = &self.world_from_platform;
        let normal = pose.direction(DVec3::Y);
        if normal.y < 1e-6 {
            return None;
        }
        let offset = point_xz - DVec2::new(pose.translation.x, pose.translation.z);
        let rise = -(normal.x * offset.x + normal.z * offset.y) / normal.y;
        let on_platform = pose.rotation.conjugate() * DVec3::new(offset.x, rise, offset.y);
        let local = DVec2::new(on_platform.x, on_platform.z);
        Some((pose.translation.y + rise, local))
    }
}

impl Platform {
    /// Pose and exact velocity at a time.
    pub fn motion(&self, time_secs: f64) -> PlatformMotion {
        let (fade, fade_rate) = fade_in(time_secs, self.fade_in_secs);
        let faded = |sines: &[Sine]| {
            let (value, rate) = sum(sines, time_secs);
            (fade * value, fade_rate * value + fade * rate)
        };
        let (shift, shift_rate) = faded(&self.sway);
        let (turn, turn_rate) = faded(&self.turn);
        let rest_from_platform = Transform::new(rotation_from_vector(turn), shift);
        PlatformMotion {
            world_from_platform: self.world_from_rest * rest_from_platform,
            linear_velocity: self.world_from_rest.direction(shift_rate),
            angular_velocity: self
                .world_from_rest
                .direction(angular_velocity(turn, turn_rate)),
        }
    }

    /// Whether a point of the top's plane is on the platform.
    pub(super) fn contains(&self, local: DVec2) -> bool {
        local.abs().cmple(self.half_size).all()
    }

    /// Where a ray first enters the block.
    pub(super) fn ray(
        &self,
        motion: &PlatformMotion,
        origin: DVec3,
        direction: DVec3,
        max: f64,
    ) -> Option<LocalHit> {
        let platform_from_world = motion.world_from_platform.inverse();
        let start = platform_from_world.point(origin);
        let ahead = platform_from_world.direction(direction);
        let mut clip = Clip::new(max);
        for (normal, limit) in [
            (DVec3::X, self.half_size.x),
            (-DVec3::X, self.half_size.x),
            (DVec3::Z, self.half_size.y),
            (-DVec3::Z, self.half_size.y),
            (DVec3::Y, 0.0),
            (-DVec3::Y, self.thickness),
        ] {
            clip.keep(start, ahead, normal, limit);
        }
        let hit = clip.entry()?;
        Some(LocalHit {
            distance: hit.distance,
            normal: motion.world_from_platform.direction(hit.normal),
        })
    }
}

/// A sum of sines and its rate.
fn sum(sines: &[Sine], time_secs: f64) -> (DVec3, DVec3) {
    sines.iter().fold((DVec3::ZERO, DVec3::ZERO), |so_far, s| {
        let angle = s.rate * time_secs + s.phase;
        (
            so_far.0 + s.amplitude * libm::sin(angle),
            so_far.1 + s.amplitude * (s.rate * libm::cos(angle)),
        )
    })
}

/// The quintic from 0 to 1 over the fade, and its rate: no step in velocity or acceleration at either end.
fn fade_in(time_secs: f64, fade_in_secs: f64) -> (f64, f64) {
    if time_secs <= 0.0 {
        return (0.0, 0.0);
    }
    if time_secs >= fade_in_secs {
        return (1.0, 0.0);
    }
    let t = time_secs / fade_in_secs;
    let value = t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    (value, 30.0 * t * t * (t - 1.0) * (t - 1.0) / fade_in_secs)
}

/// Angular velocity, in the fixed frame, of the rotation exp(φ) while φ changes at a rate φ'.
///
/// ω = φ' + (1 − cos θ)/θ² φ × φ' + (θ − sin θ)/θ³ φ × (φ × φ'),  θ = |φ|: the left Jacobian of the exponential.
fn angular_velocity(phi: DVec3, phi_rate: DVec3) -> DVec3 {
    let square = phi.length_squared();
    let angle = square.sqrt();
    // Near zero both fractions lose digits; two terms of their series are exact to 1e-12 there.
    let (first, second) = if angle < 1e-3 {
        (0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0)
    } else {
        let half_sine = libm::sin(0.5 * angle);
        (
            2.0 * half_sine * half_sine / square,
            (angle - libm::sin(angle)) / (square * angle),
        )
    };
    let cross = phi.cross(phi_rate);
    phi_rate + first * cross + second * phi.cross(cross)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation_vector;
    use glam::DQuat;

    fn rolling() -> Platform {
        let sine = |amplitude: DVec3, rate: f64, phase: f64| Sine {
            amplitude,
            rate,
            phase,
        };
        Platform {
            name: "deck".to_owned(),
            world_from_rest: Transform::new(DQuat::from_rotation_y(0.6), DVec3::new(1.0, 0.2, 3.0)),
            half_size: DVec2::new(1.0, 1.5),
            thickness: 0.2,
            friction: 0.8,
            sway: vec![
                sine(DVec3::new(0.1, 0.02, 0.0), 1.3, 0.2),
                sine(0.2 * DVec3::Z, 2.1, 1.0),
            ],
            turn: vec![
                sine(0.3 * DVec3::X, 1.7, 0.4),
                sine(DVec3::new(0.0, 0.5, 0.2), 0.9, 0.0),
            ],
            fade_in_secs: 2.0,
        }
    }

    #[test]
    fn velocity_equals_the_finite_difference_of_the_pose() {
        let (platform, h) = (rolling(), 1e-5);
        for k in 0..80 {
            let time = 0.1 * f64::from(k) + 0.013;
            let now = platform.motion(time);
            let (before, after) = (platform.motion(time - h), platform.motion(time + h));
            let (a, b) = (before.world_from_platform, after.world_from_platform);
            let linear = (b.translation - a.translation) / (2.0 * h);
            let angular = rotation_vector(b.rotation * a.rotation.conjugate()) / (2.0 * h);
            assert!(linear.distance(now.linear_velocity) < 1e-7);
            assert!(angular.distance(now.angular_velocity) < 1e-7);
            let point = DVec3::new(0.4, 0.0, -0.7);
            let difference = (b.point(point) - a.point(point)) / (2.0 * h);
            let velocity = now.velocity_at(now.world_from_platform.point(point));
            assert!(difference.distance(velocity) < 1e-7);
        }
    }

    #[test]
    fn a_platform_starts_at_rest() {
        let platform = rolling();
        let start = platform.motion(0.0);
        assert_eq!(start.world_from_platform, platform.world_from_rest);
        assert_eq!(start.linear_velocity, DVec3::ZERO);
        assert_eq!(start.angular_velocity, DVec3::ZERO);
    }
}
