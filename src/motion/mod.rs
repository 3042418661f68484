//! Poses over time: clips with their contact, centre-of-mass and margin tracks, and the audit that measures them. Pure
//! functions; files belong to `io`.

pub mod audit;

mod clip;
mod cycle;
mod edit;
mod recording;
mod sample;
#[cfg(test)]
pub(crate) mod test_clips;

pub use audit::Audit;
pub use clip::{Clip, Contacts, Frame, Recorder};
pub use recording::{RecordedJoint, Recording};
pub use sample::{pose_between, write_pose_between};
