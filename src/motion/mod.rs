//! Poses over time: clips with their contact, centre-of-mass and margin tracks. Pure functions; files belong to `io`.

mod clip;
mod contacts;
mod recording;
mod retarget;
mod sole_track;

pub use clip::{Clip, Contacts, Frame, Recorder};
pub use contacts::{ContactOverride, ContactSettings, mark_contacts};
pub use recording::{RecordedJoint, Recording};
pub use retarget::{
    GivenMap, JointMap, LengthUnit, Part, RetargetReport, RetargetSettings, Segment, Side, UpAxis,
    parts_of, retarget,
};
pub use sole_track::{SoleMoment, SoleTracks, ground_level};
