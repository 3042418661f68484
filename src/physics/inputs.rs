//! What acts on a world during one step.

use crate::character::{JointCoordinate, LinkId};
use crate::math::Transform;
use glam::DVec3;

/// A body of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyId {
    /// A link of the figure.
    Link(LinkId),
    /// A loose body, by its place among them.
    Loose(usize),
}

/// A joint's muscle: a spring and a damper towards a target, taken implicitly so that no stiffness is too high for a
/// step (Tan, Liu and Turk 2011, with the spring implicit, too).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// Where the joint should be at the end of the step.
    pub target: JointCoordinate,
    /// How fast it should turn then ([`super::Velocity`]) [rad/s].
    pub rate: DVec3,
    /// Torque that it gives in any case, same axes [N m].
    pub feed_forward: DVec3,
    /// [N m/rad]
    pub stiffness: f64,
    /// [N m s/rad]
    pub damping: f64,
    /// The most it can give [N m].
    pub most_torque: f64,
    /// What flesh resists a turn with beside its muscle, however strong that is: torque over the square of the rate
    /// [N m s²/rad²].
    pub resistance: f64,
}

/// Takes one link along a path, whatever force that needs: a foot pinned to the ground, or to a moving one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// Which link.
    pub link: LinkId,
    /// Where it is at the end of the step.
    pub world_from_link: Transform,
}

/// A force at a point of a body, and a torque on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Which body.
    pub body: BodyId,
    /// Where on it [m].
    pub point_in_body: DVec3,
    /// World axes [N].
    pub force: DVec3,
    /// Beside the force's own moment, world axes [N m].
    pub torque: DVec3,
}

impl Load {
    /// A force at a point.
    pub const fn force(body: BodyId, point_in_body: DVec3, force: DVec3) -> Self {
        Self {
            body,
            point_in_body,
            force,
            torque: DVec3::ZERO,
        }
    }

    /// A torque and no force.
    pub const fn torque(body: BodyId, torque: DVec3) -> Self {
        Self {
            body,
            point_in_body: DVec3::ZERO,
            force: DVec3::ZERO,
            torque,
        }
    }
}

/// A spring and a damper between a point of a body and a point of the world, taken implicitly (da Silva et al. 2017,
/// equation 15).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tether {
    /// Which body.
    pub body: BodyId,
    /// Where on it [m].
    pub point_in_body: DVec3,
    /// Where that should be [m].
    pub target: DVec3,
    /// How fast the target moves [m/s].
    pub target_velocity: DVec3,
    /// [N/m]
    pub stiffness: f64,
    /// [N s/m]
    pub damping: f64,
    /// The most it can give before it lets the point go along [N].
    pub most_force: f64,
}

impl Tether {
    /// The paper's drag of a link: 550 N/m and 50 N s/m.
    pub fn drag(body: BodyId, point_in_body: DVec3, target: DVec3) -> Self {
        Self {
            body,
            point_in_body,
            target,
            target_velocity: DVec3::ZERO,
            stiffness: 550.0,
            damping: 50.0,
            most_force: f64::INFINITY,
        }
    }

    /// A point that is nailed down: as stiff as a joint of bone.
    pub fn pin(body: BodyId, point_in_body: DVec3, target: DVec3) -> Self {
        Self {
            stiffness: 1e7,
            damping: 1e5,
            ..Self::drag(body, point_in_body, target)
        }
    }
}

/// Everything that acts on a world during one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// A link that is held, if any.
    pub hold: Option<Hold>,
    /// Of each link's joint; shorter is as good as nothing. (links)
    pub drives: Vec<Option<Drive>>,
    /// Forces.
    pub loads: Vec<Load>,
    /// Springs and pins.
    pub tethers: Vec<Tether>,
    /// Links that do not feel the ground, being tied to it; a held link never does.
    pub tied: Vec<LinkId>,
}
