//! Poses over time: clips with their contact, centre-of-mass and margin tracks. Pure functions; files belong to `io`.

mod clip;

pub use clip::{Clip, Contacts, Frame, Recorder};
