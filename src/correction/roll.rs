//! A foot that rolls over its toes: the front edge of the sole stays where it is, the heel rises.
//!
//! Feet have a joint at the ball; soles here are stiff, and their front part stands for toes and ball.

use crate::character::Sole;
use crate::math::{Transform, rotation_from_vector};
use glam::DVec3;

/// How one sole rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Roller {
    /// Unit vector from heel to toes; zero when the sole has no front.
    forward_in_link: DVec3,
    /// Unit vector to the left: the heel rises with a positive turn about it.
    left_in_link: DVec3,
    /// A point of the front edge [m].
    toes_in_link: DVec3,
    /// From heel to toes [m].
    length: f64,
}

/// A heel that is lifted less than this is down [rad].
const DOWN: f64 = 0.12;
/// The most that a planted foot rolls [rad].
const MOST_ROLL: f64 = 0.8;
/// Share of the sole, from the toes back, that carries weight while the heel is lifted: toes and ball.
const FRONT: f64 = 0.4;

impl Roller {
    /// The front of a sole is where its middle lies, seen from the ankle.
    pub(super) fn new(sole: &Sole) -> Self {
        let up = sole.up_in_link;
        let ahead = sole.center_in_link().reject_from_normalized(up);
        let forward_in_link = if ahead.length() > 0.005 {
            ahead.normalize()
        } else {
            DVec3::ZERO
        };
        let along = |corner: &DVec3| corner.dot(forward_in_link);
        let corners = sole.corners_in_link.iter();
        let front = corners.clone().map(along).fold(f64::NEG_INFINITY, f64::max);
        let back = corners.map(along).fold(f64::INFINITY, f64::min);
        let center = sole.center_in_link();
        Self {
            forward_in_link,
            left_in_link: up.cross(forward_in_link),
            toes_in_link: center + (front - along(&center)) * forward_in_link,
            length: front - back,
        }
    }

    /// How far a planted foot should roll for a recorded one to lie as it does [rad].
    pub(super) fn lift(&self, recorded: &Transform) -> f64 {
        let down = -recorded.direction(self.forward_in_link).y;
        let lift = libm::asin(down.clamp(-1.0, 1.0));
        (lift - DOWN).clamp(0.0, MOST_ROLL)
    }

    /// The middle of the sole's front edge.
    pub(super) fn toes(&self, world_from_link: &Transform) -> DVec3 {
        world_from_link.point(self.toes_in_link)
    }

    /// A flat link turned about the sole's front edge.
    pub(super) fn rolled(&self, flat: &Transform, roll: f64) -> Transform {
        if roll == 0.0 {
            return *flat;
        }
        let toes = self.toes(flat);
        let turn = rotation_from_vector(roll * flat.direction(self.left_in_link));
        let rotation = (turn * flat.rotation).normalize();
        Transform::new(rotation, toes - rotation * self.toes_in_link)
    }

    /// The point of the sole's front part nearest to a corner, link axes.
    pub(super) fn in_front(&self, corner_in_link: DVec3) -> DVec3 {
        let behind_toes = (self.toes_in_link - corner_in_link).dot(self.forward_in_link);
        let too_far = (behind_toes - FRONT * self.length).max(0.0);
        corner_in_link + too_far * self.forward_in_link
    }
}
