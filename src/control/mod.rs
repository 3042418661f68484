//! What drives the ghost: plans become torques.
//!
//! ```text
//! Clip, or a live pose ──> Moment ──┬──> pin of the support foot ──────┐
//!      ^                            ├──> torques that the motion needs ├──> physics::World ──> State ──> Tracking
//!      │                            └──> springs and dampers of joints ┘                         │
//!      └───────────────── Replan (feedback): pushed off course, the plan begins where it is <────┘
//! ```
//! [`Ghost`] is Kenwright's: a rigid body whose support foot is pinned where the plan has it and whose joints are
//! pulled to the plan by proportional-derivative torques (*Synthesizing Balancing Character Motions*, 2012, equation 16).
//! Beyond the paper, torques that the planned motion needs are given in advance, joints are as strong as the character
//! says, and what happens to the ghost can change the plan.

mod exertion;
mod gains;
mod moment;
mod pin;
mod pinned_pd;
mod record;
mod replan;
mod run;
mod shares;
mod tracking;

pub use exertion::{Exertion, JointExertion};
pub use gains::{Gain, Muscle, gains};
pub use moment::{ClipPlan, Moment};
pub use pinned_pd::{Acting, Ghost, GhostSettings};
pub use record::Run;
pub use replan::{Feedback, Replan};
pub use run::{Push, RunOrder, Throw, run};
pub use tracking::{JointTracking, Tracking, TrackingFrame};
