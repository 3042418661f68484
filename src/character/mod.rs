//! The body: what it is made of ([`Character`]) and how it stands ([`Pose`]). Read-only after loading.
//!
//! ```text
//! Character ─┬─ links: mass, centre, inertia, shapes, and the joint to the parent (parents precede children)
//!            ├─ effectors: named points that goals pull          soles: polygons that may carry weight, by feet
//!            └─ rest pose, each link's partner on the other side, pairs of links that keep apart
//! ```
//! A joint has no id of its own: every link but the first has exactly one joint to its parent, so a [`LinkId`] names
//! both. Which link is held still (the support foot, say) is not the body's business: see [`crate::kinematics`].

mod anatomy;
mod contacts;
mod foot;
mod habits;
mod limits;
mod link;
mod mirror;
mod pose;
mod shape;
mod surface;
mod turns;

pub use anatomy::{Arm, Limb};
pub use contacts::Contacts;
pub use foot::{Foot, FootKind, FootPart, Footing};
pub use habits::{Habit, Habits};
pub use limits::{BallLimits, Bound, Range, SwingShape};
pub use link::{Joint, JointKind, Link, LinkId};
pub use mirror::{mirrored, mirrored_point, mirrored_rotation, write_mirrored};
pub use pose::{JointCoordinate, Pose};
pub use shape::{PlacedShape, Shape};
pub use surface::{Fineness, Surface};
pub use turns::{
    first_coordinates, turn_per_coordinate, write_first_coordinates, write_turned, write_turns_from,
};

use glam::DVec3;
use std::sync::Arc;

/// A body: links joined into a tree, the points that can be pulled, and the soles it can stand on.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// What people call it; the name of its file.
    pub name: String,
    /// One line for lists.
    pub description: String,
    /// Parents precede children; the first link is the root of the file and has a fixed joint to nothing.
    pub links: Vec<Link>,
    /// Points that goals can pull.
    pub effectors: Vec<Effector>,
    /// Surfaces that can carry weight.
    pub soles: Vec<Sole>,
    /// Soles that stand together; every sole is in one of them.
    pub feet: Vec<Foot>,
    /// Each link's partner on the other side of the body; its own id for links in the middle. (links)
    pub partners: Vec<LinkId>,
    /// Links that should not pass through each other: pairs of different ids, the lower one first, in ascending order.
    pub keep_apart: Vec<(LinkId, LinkId)>,
    /// How it stands when nothing is asked of it, both soles on the ground at height zero.
    pub rest: Pose,
    /// How people pose whose joints are like its own, where there are any.
    pub habits: Option<Arc<Habits>>,
}

/// A named point of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Effector {
    /// Unique among effectors.
    pub name: String,
    /// The link that carries it.
    pub link: LinkId,
    /// Where on that link [m].
    pub point_in_link: DVec3,
}

/// A flat convex patch under a link on which the body can stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Sole {
    /// Unique among soles: that of its foot, or `left_foot.heel` where that has several.
    pub name: String,
    /// The link that carries it.
    pub link: LinkId,
    /// At least three corners, in order around the patch [m].
    pub corners_in_link: Vec<DVec3>,
    /// Unit vector out of the ground and into the body when the sole stands flat.
    pub up_in_link: DVec3,
}

impl Sole {
    /// Mean of the corners [m].
    pub fn center_in_link(&self) -> DVec3 {
        self.corners_in_link.iter().sum::<DVec3>() / self.corners_in_link.len() as f64
    }
}

impl Character {
    /// Ids of all links, parents first.
    pub fn link_ids(&self) -> impl DoubleEndedIterator<Item = LinkId> + use<> {
        (0..self.links.len()).map(LinkId::new)
    }

    /// The link of an id.
    #[inline]
    pub fn link(&self, id: LinkId) -> &Link {
        &self.links[id.index()]
    }

    /// The link of a name.
    pub fn find_link(&self, name: &str) -> Option<LinkId> {
        self.link_ids().find(|id| self.link(*id).name == name)
    }

    /// Whether one of two links hangs on the other.
    pub fn are_joined(&self, a: LinkId, b: LinkId) -> bool {
        self.link(a).parent == Some(b) || self.link(b).parent == Some(a)
    }

    /// The effector of a name.
    pub fn find_effector(&self, name: &str) -> Option<&Effector> {
        self.effectors.iter().find(|e| e.name == name)
    }

    /// Index of the sole of a name.
    pub fn find_sole(&self, name: &str) -> Option<usize> {
        self.soles.iter().position(|s| s.name == name)
    }

    /// Whole mass [kg].
    pub fn mass(&self) -> f64 {
        self.links.iter().map(|link| link.mass).sum()
    }

    /// Degrees of freedom of all joints: one per hinge, three per ball. The free root is not counted.
    pub fn joint_dofs(&self) -> usize {
        self.links.iter().map(|link| link.joint.kind.dofs()).sum()
    }
}
