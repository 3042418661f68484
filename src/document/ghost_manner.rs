//! How a ghost follows, and what hands and balls do to it, in human terms.

use crate::character::{Character, LinkId, Pose};
use crate::control::{ControllerKind, GhostSettings, Muscle, VirtualActuatorSettings};
use crate::physics::{BodyId, Tether};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How a live ghost follows, in human terms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GhostManner {
    /// How firmly and how strongly it holds itself.
    pub muscle: Muscle,
    /// What drives it.
    pub controller: ControllerKind,
    /// Whether it gives in advance what the pose needs.
    pub anticipates: bool,
    /// Torque that the ground of a person's foot is trusted with, when it stands by itself [N m].
    pub least_torque: f64,
    /// Torque at which a person gives up [N m].
    pub most_torque: f64,
    /// Whether a plan that it was pushed off starts again from where it is.
    pub feedback: bool,
}

impl Default for GhostManner {
    fn default() -> Self {
        let settings = GhostSettings::default();
        Self {
            muscle: settings.muscle,
            controller: settings.controller,
            anticipates: settings.anticipates,
            least_torque: settings.virtual_actuator.least_torque,
            most_torque: settings.virtual_actuator.most_torque,
            feedback: false,
        }
    }
}

impl GhostManner {
    /// How it balances by that.
    pub(super) fn virtual_actuator(&self) -> VirtualActuatorSettings {
        VirtualActuatorSettings {
            least_torque: self.least_torque,
            most_torque: self.most_torque,
            ..VirtualActuatorSettings::default()
        }
    }
}

/// Where a push or a ball comes from, for the figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComesFrom {
    /// Its front.
    #[default]
    Front,
    /// Its back.
    Behind,
    /// Its left.
    Left,
    /// Its right.
    Right,
}

impl ComesFrom {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Front, Self::Behind, Self::Left, Self::Right];

    /// Which way that goes in the world for a body in a pose; level, unit.
    pub fn direction(self, character: &Character, pose: &Pose) -> DVec3 {
        let at_rest = character.rest.world_from_root.rotation;
        let turn = pose.world_from_root.rotation * at_rest.conjugate();
        let way = match self {
            Self::Front => DVec3::NEG_Z,
            Self::Behind => DVec3::Z,
            Self::Left => DVec3::NEG_X,
            Self::Right => DVec3::X,
        };
        let way = turn * way;
        DVec3::new(way.x, 0.0, way.z).normalize_or(DVec3::NEG_Z)
    }
}

/// A force on a link for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shove {
    /// Whose centre of mass it acts on.
    pub link: LinkId,
    /// World axes [N].
    pub force: DVec3,
    /// How much longer it lasts [s].
    pub secs: f64,
}

/// A hand on a link that pulls it somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GhostGrip {
    /// Which link.
    pub link: LinkId,
    /// Where on it [m].
    pub point_in_link: DVec3,
    /// Where the hand is [m].
    pub target: DVec3,
}

impl GhostGrip {
    pub(super) fn tether(&self) -> Tether {
        Tether::drag(BodyId::Link(self.link), self.point_in_link, self.target)
    }

    /// What the spring between hand and link pulls with while the link's point is at a place [N].
    pub fn force(&self, point: DVec3) -> DVec3 {
        self.tether().stiffness * (self.target - point)
    }
}
