//! A fingerprint of numbers (FNV-1a over their bits): what pins that two runs went the same way.

use super::velocity::Twist;
use crate::character::{JointCoordinate, Pose};
use crate::math::Transform;
use glam::DVec3;

/// A fingerprint under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// What it is of all that was added.
    pub const fn value(&self) -> u64 {
        self.0
    }

    /// Adds a whole number.
    pub fn count(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds a number.
    pub fn number(&mut self, value: f64) {
        self.count(value.to_bits());
    }

    /// Adds a vector.
    pub fn vector(&mut self, value: DVec3) {
        for x in value.to_array() {
            self.number(x);
        }
    }

    /// Adds a place.
    pub fn place(&mut self, place: &Transform) {
        self.vector(place.translation);
        for x in place.rotation.to_array() {
            self.number(x);
        }
    }

    /// Adds a velocity.
    pub fn twist(&mut self, twist: &Twist) {
        self.vector(twist.angular);
        self.vector(twist.linear);
    }

    /// Adds a pose.
    pub fn pose(&mut self, pose: &Pose) {
        self.place(&pose.world_from_root);
        for joint in &pose.joints {
            match joint {
                JointCoordinate::Fixed => {}
                JointCoordinate::Hinge(angle) => self.number(*angle),
                JointCoordinate::Ball(q) => q.to_array().into_iter().for_each(|x| self.number(x)),
            }
        }
    }
}
