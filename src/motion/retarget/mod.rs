//! Somebody else's motion on our body: which joint is which link, how both lie, and the transfer itself.
//!
//! ```text
//! Recording ──naming──> map ──guess──> up axis, unit, rows to skip ──reference──> joint_from_link
//!                                                     └──────────────────────────────> retarget ──> Clip, RetargetReport
//! ```

mod guess;
mod map;
mod naming;
mod reference;
#[expect(
    clippy::module_inception,
    reason = "the transfer is what the module is called after"
)]
mod retarget;

pub use guess::{LengthUnit, UpAxis};
pub use map::{GivenMap, JointMap};
pub use naming::{Part, Segment, parts_of};
pub use retarget::{RetargetReport, RetargetSettings, retarget};
