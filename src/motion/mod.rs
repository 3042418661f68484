//! Poses over time: clips with their contact, centre-of-mass and margin tracks, and the audit that measures them. Pure
//! functions; files belong to `io`.

pub mod audit;

mod clip;
mod com_change;
mod com_plan;
mod contacts;
mod cycle;
mod dynamics_filter;
mod edit;
mod falling;
mod found_ground;
mod limbs;
mod low_pass;
mod recording;
mod retarget;
mod sample;
mod schedule;
mod sole_track;
#[cfg(test)]
pub(crate) mod test_clips;

pub use crate::character::Contacts;
pub use audit::Audit;
pub use clip::{BalanceKind, Clip, Frame, Recorder};
pub use com_change::{ChangeCosts, ChangeMoment, Hold, plan_change};
pub use com_plan::{ComEnds, ComMoment, ComPlanSettings, plan_com, plan_com_between};
pub use contacts::{ContactOverride, ContactSettings, mark_contacts};
pub use dynamics_filter::{Filtered, Round, filter};
pub use falling::{acceleration, falling, stretches};
pub use found_ground::found_ground;
pub use limbs::{Limb, Measured, Support, least_margin, limbs_of, margins_of, measure};
pub use low_pass::{USUAL_CUTOFF_HZ, low_passed};
pub use recording::{RecordedJoint, Recording};
pub use retarget::{
    GivenMap, JointMap, LengthUnit, OWN, OwnBody, Part, RetargetReport, RetargetSettings, Segment,
    UpAxis, on_own_skeleton, parts_of, retarget,
};
pub use sample::{joint_between, pose_between, write_pose_between};
pub use schedule::{Schedule, Stand, contacts_of};
pub use sole_track::{SoleMoment, SoleTracks, ground_level};
