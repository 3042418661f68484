//! What drives the ghost: plans become torques.
//!
//! ```text
//! Clip, or a live pose ──> Moment ──┬──> pins of planted feet, or ─────┐
//!      ^                            ├──> virtual actuators             ├──> physics::World ──> State ──> Tracking
//!      │                            └──> springs and dampers of joints ┘                         │
//!      └───────────────── Replan (feedback): pushed off course, the plan begins where it is <────┘
//! ```
//! A [`Ghost`] is a body in a world of its own; a [`Controller`] drives it, chosen by name ([`ControllerKind`]). Kenwright's (*Synthesizing
//! Balancing Character Motions*, 2012, equation 16) pins the support foot where the plan has it and pulls joints to the plan by
//! proportional-derivative torques; beyond the paper, torques that the planned motion needs are given in advance, joints are as strong
//! as the character says, and what happens to the ghost can change the plan. That of da Silva et al. (*Tunable Robustness*, 2017) stands
//! by itself ([`virtual_actuator`]).

mod chest;
mod controller;
mod course;
mod exertion;
mod gains;
mod ghost;
mod moment;
mod pin;
mod pinned_pd;
mod pose_pd;
mod record;
mod replan;
mod run;
mod shares;
mod tracking;
pub mod virtual_actuator;

pub use chest::chest_of;
pub use controller::{Controller, ControllerKind, Seen};
pub use course::{Course, Push, go};
pub use exertion::{Exertion, JointExertion};
pub use gains::{Gain, Muscle, gains};
pub use ghost::{Acting, Ghost, GhostSettings};
pub use moment::{ClipPlan, Moment};
pub use pinned_pd::PinnedPd;
pub use pose_pd::PosePd;
pub use record::Run;
pub use replan::{Feedback, Replan};
pub use run::{RunOrder, Throw, run};
pub use tracking::{JointTracking, Tracking, TrackingFrame};
pub use virtual_actuator::{BalanceReading, VirtualActuatorSettings};
