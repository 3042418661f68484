//! What drives a ghost: a controller looks at where the body is and at what it felt in the last step, and says what its joints do.

use super::gains::{Gain, Muscle};
use super::moment::Moment;
use super::pinned_pd::PinnedPd;
use super::pose_pd::PosePd;
use super::virtual_actuator::{BalanceReading, VirtualActuator};
use crate::character::{Character, LinkId};
use crate::physics::{BodyScale, Dynamics, Fingerprint, Inputs, Outcome, State};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Which controller drives a ghost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControllerKind {
    /// Kenwright's (2012, equation 16): the support foot is pinned where the plan has it, joints are pulled to the plan.
    #[default]
    PinnedPd,
    /// Joints are pulled to the plan and nothing else (da Silva et al. 2017, equation 1): it stands as a board does.
    Pose,
    /// It stands by itself (da Silva et al. 2017, equations 1 to 14): virtual actuators and topple-free feet.
    VirtualActuator,
}

impl ControllerKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::PinnedPd, Self::Pose, Self::VirtualActuator];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PinnedPd => "pinned_pd",
            Self::Pose => "pose",
            Self::VirtualActuator => "virtual_actuator",
        }
    }

    /// The one of a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a controller sees before a step.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Whose body it is.
    pub character: &'a Character,
    /// How large and heavy that is.
    pub scale: &'a BodyScale,
    /// How it holds itself.
    pub muscle: &'a Muscle,
    /// Springs, dampers and strength of its joints, by that. (links)
    pub gains: &'a [Option<Gain>],
    /// Where it is and how it moves.
    pub state: &'a State,
    /// What acted on it in the last step.
    pub outcome: &'a Outcome,
    /// Where it should be at the end of the step.
    pub target: &'a Moment,
    /// The body of the state, placed.
    pub body: &'a Dynamics,
    /// The body of the target, placed.
    pub plan: &'a Dynamics,
    /// Acceleration of free fall [m/s²].
    pub gravity: DVec3,
    /// The ghost's own clock at the end of the step [s].
    pub secs: f64,
    /// [s]
    pub step_secs: f64,
}

/// A law that drives a ghost, and its memory.
pub trait Controller {
    /// Adds to the inputs of a step, which hold what acts from outside already: drives, holds, forces from nowhere.
    fn sense(&mut self, seen: &Seen, inputs: &mut Inputs);

    /// Adds its memory to a fingerprint: what the next step depends on.
    fn hash_into(&self, hash: &mut Fingerprint);

    /// The link that is pinned, if any.
    fn pinned_link(&self) -> Option<LinkId> {
        None
    }

    /// How it balances, if it does.
    fn balance(&self) -> Option<&BalanceReading> {
        None
    }
}

/// A controller of some kind.
#[derive(Clone, Debug)]
pub(super) enum Driver {
    PinnedPd(PinnedPd),
    Pose(PosePd),
    VirtualActuator(Box<VirtualActuator>),
}

impl Driver {
    pub(super) fn controller(&self) -> &dyn Controller {
        match self {
            Self::PinnedPd(own) => own,
            Self::Pose(own) => own,
            Self::VirtualActuator(own) => &**own,
        }
    }

    pub(super) fn controller_mut(&mut self) -> &mut dyn Controller {
        match self {
            Self::PinnedPd(own) => own,
            Self::Pose(own) => own,
            Self::VirtualActuator(own) => &mut **own,
        }
    }
}
