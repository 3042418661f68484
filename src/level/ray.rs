//! Rays: exact against flat blocks and platforms, marched and bisected against rough ground.

use super::{Level, SurfaceId};
use glam::DVec3;

/// Where a ray meets the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// In the world [m].
    pub point: DVec3,
    /// From the ray's origin [m].
    pub distance: f64,
    /// Unit vector out of what was hit.
    pub normal: DVec3,
    /// Coefficient of friction there.
    pub friction: f64,
    /// What was hit.
    pub surface: SurfaceId,
}

impl Level {
    /// The first point within `max` metres at which a ray enters ground or a platform; rocks are not asked. The
    /// direction need not be a unit vector; a zero one hits nothing. A ray that begins inside a solid leaves it
    /// unnoticed.
    pub fn ray(&self, origin: DVec3, direction: DVec3, max: f64, time_secs: f64) -> Option<RayHit> {
        let direction = direction.try_normalize()?;
        let end_z = if direction.z == 0.0 {
            origin.z
        } else {
            origin.z + direction.z * max
        };
        let mut nearest: Option<RayHit> = None;
        let mut offer = |hit: LocalHit, friction: f64, surface: SurfaceId| {
            if nearest.is_none_or(|best| hit.distance < best.distance) {
                nearest = Some(RayHit {
                    point: origin + hit.distance * direction,
                    distance: hit.distance,
                    normal: hit.normal,
                    friction,
                    surface,
                });
            }
        };
        for index in self.strips.near(origin.z.min(end_z), origin.z.max(end_z)) {
            let solid = &self.solids[index];
            if let Some(hit) = solid.ray(origin, direction, max) {
                let friction = self.pieces[solid.piece as usize].friction;
                offer(hit, friction, SurfaceId::Ground(index as u32));
            }
        }
        for (id, platform) in self.platforms() {
            let motion = platform.motion(time_secs);
            if let Some(hit) = platform.ray(&motion, origin, direction, max) {
                offer(hit, platform.friction, SurfaceId::Platform(id));
            }
        }
        nearest
    }
}

/// Distance along a ray, and the unit normal there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LocalHit {
    pub(super) distance: f64,
    pub(super) normal: DVec3,
}

/// The part of a ray that lies inside a convex solid, found by keeping one half-space after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clip {
    enter: f64,
    exit: f64,
    normal: DVec3,
}

impl Clip {
    /// A ray's whole line, up to `max`.
    pub(super) fn new(max: f64) -> Self {
        Self {
            enter: f64::NEG_INFINITY,
            exit: max,
            normal: DVec3::ZERO,
        }
    }

    /// Keeps what has `normal · point <= limit`.
    #[inline]
    pub(super) fn keep(&mut self, origin: DVec3, direction: DVec3, normal: DVec3, limit: f64) {
        let (room, speed) = (limit - normal.dot(origin), normal.dot(direction));
        if speed < 0.0 {
            let enter = room / speed;
            if enter > self.enter {
                (self.enter, self.normal) = (enter, normal);
            }
        } else if speed > 0.0 {
            self.exit = self.exit.min(room / speed);
        } else if room < 0.0 {
            self.exit = f64::NEG_INFINITY;
        }
    }

    /// Whether the ray begins outside.
    pub(super) fn enters(&self) -> bool {
        self.enter >= 0.0
    }

    /// Where it enters from outside, if it does.
    pub(super) fn entry(&self) -> Option<LocalHit> {
        (self.enters() && self.enter <= self.exit).then_some(LocalHit {
            distance: self.enter,
            normal: self.normal,
        })
    }

    /// First and last distance inside, from the ray's origin on.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let first = self.enter.max(0.0);
        (first <= self.exit).then_some((first, self.exit))
    }
}
