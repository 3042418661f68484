//! Two joints bend alike: a spine that curves instead of folding in one place.

use super::orientation::half_sine;
use super::{Task, Unit};
use crate::character::{JointCoordinate, LinkId};
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// Two joints turn from rest alike, each seen in its own parent's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Even {
    /// The link of the one joint.
    pub first: LinkId,
    /// The link of the other.
    pub second: LinkId,
}

impl Task for Even {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    fn error(&self, here: Here) -> DVec3 {
        turned(here, self.second) - turned(here, self.first)
    }

    /// Near rest a turn of a joint is how far it is turned; the axes that turn along count for little.
    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        levers.joints(here, [(self.first, 1.0), (self.second, -1.0)]);
    }
}

/// How far a joint is turned from rest, world axes [rad].
fn turned(here: Here, link: LinkId) -> DVec3 {
    // The body's own rest: what posture pulls to may be bent already.
    let (joint, rest) = (here.pose.joint(link), here.character.rest.joint(link));
    match (joint, rest) {
        (JointCoordinate::Ball(q), JointCoordinate::Ball(rest)) => {
            let turn_in_joint = half_sine(q * rest.conjugate());
            let world_from_joint = here.kin.link(link).rotation * q.conjugate();
            world_from_joint * turn_in_joint
        }
        _ => DVec3::ZERO,
    }
}
