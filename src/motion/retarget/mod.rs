//! Somebody else's motion on our body: which joint is which link, how both lie, and the transfer itself.
//!
//! ```text
//! Recording ──anatomy──> map ──guess──> up axis, unit, rows to skip ──reference──> joint_from_link
//!                                                     └──────────────────────────────> retarget ──> Clip, RetargetReport
//! ```
//! A skeleton's anatomy is what its joints are called (`naming`, `words`) as far as its `shape` agrees.

mod anatomy;
mod bend;
mod floor;
mod guess;
mod kept_back;
mod legs;
mod map;
mod naming;
mod own;
mod reading;
mod reference;
#[expect(
    clippy::module_inception,
    reason = "the transfer is what the module is called after"
)]
mod retarget;
mod shape;
mod words;

pub use guess::{LengthUnit, UpAxis};
pub use map::{GivenMap, JointMap};
pub use naming::{Part, Segment, parts_of};
pub use own::{OWN, OwnBody, on_own_skeleton};
pub use retarget::{RetargetReport, RetargetSettings, retarget};
