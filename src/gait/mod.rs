//! Walking: in dynamic balance as people do ([`Manner::Dynamic`]), or balanced as if it stood still on every frame ([`Manner::Static`]; Kenwright
//! 2012, section 4.5): the centre of mass is brought over one foot, the other one swings along a Bézier path to a foothold that was
//! chosen for it, and takes over.
//!
//! ```text
//!                  ┌──────────── choose a foothold, lay the arc, check both ends of it ────────────┐
//! static   Wish ──> Walker ──> Phase::next ──> where foot and centre of mass should be now ──> Solver::follow ──> pose
//! dynamic  Wish ──> steps ──> feet that roll ──> way of the centre of mass ──> Solver ──> poses ──> measured, planned again
//!                  └── Footstep: footholds and arcs as data; the same ones can be walked again after an edit
//! jump     parabola ──> feet, schedule with a gap ──> way of the centre of mass ──> Solver ──> poses ──> measured, planned again
//! ```
//! Limits: two feet or four and more; rocks are stepped over, not on; links of a dynamic walk do not keep apart.

mod arc;
mod biped;
mod com_place;
mod comfort;
mod dynamic;
mod figure;
mod foothold;
mod footprint;
mod key_pose;
mod legs;
mod paths;
mod phase;
mod planner;
mod reach;
mod search;
mod settings;
mod swing;
mod walk;
mod walker;

pub use arc::{ArcGrip, FootArc, Pitch};
pub use biped::{Biped, Foot, NotBiped};
pub use dynamic::{CannotJump, Jump, JumpOrder, ManyLegs, jump};
pub use foothold::{Foothold, Refusal};
pub use footprint::with_footprint_moved;
pub use legs::Legs;
pub use phase::{Ahead, Phase};
pub use planner::Footstep;
pub use reach::Reach;
pub use settings::{ArmStyle, Manner, WalkSettings, Wish};
pub use swing::{Swing, swings};
pub use walk::{Walk, WalkOrder, walk, walk_again};
pub use walker::{CannotStand, Walker};
