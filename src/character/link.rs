//! Links and the joints that hang them on their parents.

use super::{BallLimits, PlacedShape, Range};
use crate::math::Transform;
use glam::{DMat3, DVec3};

/// A link of one character, and the joint between that link and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(u16);

impl LinkId {
    /// The first link of every character.
    pub const ROOT: Self = Self(0);

    /// The id at a place in [`super::Character::links`]. Files are limited to far fewer links than an id can count.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its place in [`super::Character::links`] and in every table by link.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rigid part of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Unique among links.
    pub name: String,
    /// Nothing for the first link only. Always an earlier link.
    pub parent: Option<LinkId>,
    /// How it hangs on its parent.
    pub joint: Joint,
    /// More than zero [kg].
    pub mass: f64,
    /// Centre of mass [m].
    pub com_in_link: DVec3,
    /// Rotational inertia about the centre of mass, link axes [kg m²].
    pub inertia_in_link: DMat3,
    /// What is drawn and what collides.
    pub shapes: Vec<PlacedShape>,
    /// What is only drawn: a nose, a thumb.
    pub drawn: Vec<PlacedShape>,
}

/// The joint between a link and its parent. At zero the link's frame is the joint's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Unique among joints, for reports: `left_knee`.
    pub name: String,
    /// Where the joint sits on the parent, and how its axes lie there.
    pub parent_from_joint: Transform,
    /// How it moves.
    pub kind: JointKind,
    /// The same while its link lies on something and carries weight, where that takes it farther: a palm bends a wrist back.
    pub loaded: Option<JointKind>,
    /// Readiness to move when a pose is looked for: 1 is ordinary, 0.1 moves last. More than zero, no unit.
    pub strength: f64,
}

/// How a joint moves, and how far.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// About one axis.
    Hinge {
        /// Unit axis; the same in the joint's and the link's frame.
        axis: DVec3,
        /// Allowed angles [rad].
        range: Range,
    },
    /// About every axis.
    Ball(BallLimits),
}

impl Link {
    /// All that is seen of it.
    pub fn seen(&self) -> impl Iterator<Item = &PlacedShape> {
        self.shapes.iter().chain(&self.drawn)
    }
}

impl JointKind {
    /// Degrees of freedom.
    #[inline]
    pub const fn dofs(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Hinge { .. } => 1,
            Self::Ball(_) => 3,
        }
    }
}
