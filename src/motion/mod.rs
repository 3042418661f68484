//! Poses over time: clips with their contact, centre-of-mass and margin tracks, and the audit that measures them. Pure
//! functions; files belong to `io`.

pub mod audit;

mod clip;
mod recording;

pub use audit::Audit;
pub use clip::{Clip, Contacts, Frame, Recorder};
pub use recording::{RecordedJoint, Recording};
