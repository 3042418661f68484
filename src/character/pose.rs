//! A pose: where the first link is, and how every joint is turned.

use super::{Character, JointKind, LinkId};
use crate::math::{Transform, retract, rotation_vector};
use glam::{DQuat, DVec3};

/// How one joint is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointCoordinate {
    /// It cannot turn.
    Fixed,
    /// Angle about the hinge's axis [rad].
    Hinge(f64),
    /// Joint from link.
    Ball(DQuat),
}

/// The whole configuration of a body.
#[derive(Debug, Default, PartialEq)]
pub struct Pose {
    /// Where the first link of the file is.
    pub world_from_root: Transform,
    /// How each link's joint is turned; the first link's entry is `Fixed`. (links)
    pub joints: Vec<JointCoordinate>,
}

/// By hand, so that a pose that is written over another keeps its memory.
impl Clone for Pose {
    fn clone(&self) -> Self {
        Self {
            world_from_root: self.world_from_root,
            joints: self.joints.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.world_from_root = source.world_from_root;
        self.joints.clone_from(&source.joints);
    }
}

impl JointCoordinate {
    /// Zero of a joint.
    pub const fn zero(kind: &JointKind) -> Self {
        match kind {
            JointKind::Fixed => Self::Fixed,
            JointKind::Hinge { .. } => Self::Hinge(0.0),
            JointKind::Ball(_) => Self::Ball(DQuat::IDENTITY),
        }
    }

    /// Joint-from-link rotation.
    #[inline]
    pub fn rotation(&self, kind: &JointKind) -> DQuat {
        match (*self, kind) {
            (Self::Ball(q), _) => q,
            (Self::Hinge(angle), JointKind::Hinge { axis, .. }) => {
                let (sin, cos) = libm::sincos(0.5 * angle);
                DQuat::from_xyzw(sin * axis.x, sin * axis.y, sin * axis.z, cos)
            }
            _ => DQuat::IDENTITY,
        }
    }

    /// Turned by a small vector: for a ball a rotation vector in link axes [rad], for a hinge its x is the angle.
    #[inline]
    #[must_use]
    pub fn turned(&self, vector: DVec3) -> Self {
        match *self {
            Self::Fixed => Self::Fixed,
            Self::Hinge(angle) => Self::Hinge(angle + vector.x),
            Self::Ball(q) => Self::Ball(retract(q, vector)),
        }
    }

    /// The turn from here to another coordinate of the joint, the shorter way: for a ball a rotation vector in link axes, for a hinge in x
    /// [rad].
    pub fn turn_to(&self, other: Self) -> DVec3 {
        match (*self, other) {
            (Self::Ball(from), Self::Ball(to)) => rotation_vector(from.conjugate() * to),
            (Self::Hinge(from), Self::Hinge(to)) => DVec3::new(to - from, 0.0, 0.0),
            _ => DVec3::ZERO,
        }
    }

    /// The nearest coordinate inside the joint's limits; itself when it is allowed.
    #[inline]
    #[must_use]
    pub fn clamped(&self, kind: &JointKind) -> Self {
        match (*self, kind) {
            (Self::Hinge(angle), JointKind::Hinge { range, .. }) => Self::Hinge(range.clamp(angle)),
            (Self::Ball(q), JointKind::Ball(limits)) => Self::Ball(limits.clamp(q)),
            (other, _) => other,
        }
    }

    /// Whether the limits allow it, with `slack` radians to spare for rounding.
    pub fn is_allowed(&self, kind: &JointKind, slack: f64) -> bool {
        match (*self, kind) {
            (Self::Hinge(angle), JointKind::Hinge { range, .. }) => {
                (range.clamp(angle) - angle).abs() <= slack
            }
            (Self::Ball(q), JointKind::Ball(limits)) => limits.allows(q, 0.25 * slack),
            _ => true,
        }
    }
}

impl Pose {
    /// All joints at zero, the first link at the origin.
    pub fn zero(character_links: &[super::Link]) -> Self {
        Self {
            world_from_root: Transform::IDENTITY,
            joints: character_links
                .iter()
                .map(|link| JointCoordinate::zero(&link.joint.kind))
                .collect(),
        }
    }

    /// The turn of a link's joint.
    #[inline]
    pub fn joint(&self, link: LinkId) -> JointCoordinate {
        self.joints[link.index()]
    }

    /// Puts every joint back inside its limits.
    pub fn clamp_joints(&mut self, character: &Character) {
        for (joint, link) in self.joints.iter_mut().zip(&character.links) {
            *joint = joint.clamped(&link.joint.kind);
        }
    }

    /// Joints that are outside their limits by more than `slack` radians, whatever they carry.
    pub fn joints_beyond_limits(
        &self,
        character: &Character,
        slack: f64,
    ) -> impl Iterator<Item = LinkId> {
        character.link_ids().filter(move |id| {
            let joint = &character.link(*id).joint;
            let widest = joint.loaded.as_ref().unwrap_or(&joint.kind);
            !self.joint(*id).is_allowed(widest, slack)
        })
    }

    /// Largest turn between two poses of one body over all joints [rad].
    pub fn largest_turn_from(&self, other: &Self) -> f64 {
        (self.joints.iter().zip(&other.joints))
            .map(|(own, other)| own.turn_to(*other).length())
            .fold(0.0, f64::max)
    }
}
