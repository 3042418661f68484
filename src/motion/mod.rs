//! Poses over time: clips with their contact, centre-of-mass and margin tracks. Pure functions; files belong to `io`.

mod clip;
mod recording;

pub use clip::{Clip, Contacts, Frame, Recorder};
pub use recording::{RecordedJoint, Recording};
