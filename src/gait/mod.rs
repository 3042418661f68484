//! Walking that is balanced on every frame (Kenwright 2012, section 4.5): the centre of mass is brought over one foot,
//! the other one swings along a Bézier path to a foothold that was chosen for it, and takes over.
//!
//! ```text
//!             ┌────────────── choose a foothold, lay the arc, check both ends of it ──────────────┐
//! Wish ──> Walker ──> Phase::next ──> where foot and centre of mass should be now ──> Solver::follow ──> pose
//!             └── Footstep: footholds and arcs as data; the same ones can be walked again after an edit
//! ```
//! Limits: two soles; quasi-static (slow enough that standing balance is balance); rocks are stepped over, not on.

mod arc;
mod biped;
mod com_place;
mod comfort;
mod dynamic;
mod figure;
mod foothold;
mod footprint;
mod key_pose;
mod paths;
mod phase;
mod planner;
mod search;
mod settings;
mod swing;
mod walk;
mod walker;

pub use arc::{ArcGrip, FootArc, Pitch};
pub use biped::{Biped, Foot, NotBiped};
pub use foothold::{Foothold, Refusal};
pub use footprint::with_footprint_moved;
pub use phase::{Ahead, Phase};
pub use planner::Footstep;
pub use settings::{ArmStyle, Manner, WalkSettings, Wish};
pub use swing::{Swing, swings};
pub use walk::{Walk, WalkOrder, walk, walk_again};
pub use walker::{CannotStand, Walker};
