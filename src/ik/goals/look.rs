//! Eyes look at a point. The eyes turn first: the head follows only as far as they do not reach.

use super::{Task, Unit};
use crate::character::LinkId;
use crate::ik::levers::{Levers, Seen};
use crate::ik::problem::Here;
use glam::{DMat3, DVec3};

/// Eyes look at a point; the head follows as far as they do not reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The link that carries the eyes.
    pub link: LinkId,
    /// Between the eyes [m].
    pub eyes_in_link: DVec3,
    /// Where they look when they look straight ahead: a unit vector.
    pub ahead_in_link: DVec3,
    /// What they look at [m].
    pub target_in_world: DVec3,
    /// How far eyes turn in their head [rad]. Zero turns the head all the way.
    pub eyes_reach: f64,
}

/// What is nearer to the eyes of a person than this is looked at as if it were so far away [m].
const NEAREST: f64 = 0.02;

impl Look {
    /// Where the target is from the eyes: a unit vector, and its distance [m].
    fn target_seen(&self, here: Here) -> (DVec3, f64) {
        let way = self.target_in_world - here.point(self.link, self.eyes_in_link);
        let distance = way.length().max(here.size * NEAREST);
        (way / distance, distance)
    }
}

impl Task for Look {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    fn error(&self, here: Here) -> DVec3 {
        let (way, _) = self.target_seen(here);
        let off = way - here.direction(self.link, self.ahead_in_link);
        let chord = 2.0 * libm::sin(0.5 * self.eyes_reach);
        off * (1.0 - chord / off.length().max(chord).max(1e-12))
    }

    /// Turning the head turns the gaze, and moving it moves the place that the eyes look from. Eyes that reach their target
    /// by themselves ask for nothing.
    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        if self.eyes_reach > 0.0 && asked == DVec3::ZERO {
            return levers.nothing();
        }
        let (way, distance) = self.target_seen(here);
        let ahead = here.direction(self.link, self.ahead_in_link);
        // Across what halves the angle between gaze and target: the error lies there, so that no pull is lost.
        let half = (way + ahead).normalize_or_zero();
        let across =
            DMat3::IDENTITY - DMat3::from_cols(half * half.x, half * half.y, half * half.z);
        let tip = ahead + 0.5 * asked;
        let eyes = here.point(self.link, self.eyes_in_link);
        levers.arms(here, self.link, Seen::Part(across), |pivot| {
            tip + (eyes - pivot) / distance
        });
    }
}
