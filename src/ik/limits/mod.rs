//! What a step may not do, one file for each kind of limit.

mod apart;
mod joint;
mod travel;

pub(super) use apart::{NEAR, approach, write_row};
pub use joint::JointBound;
pub(super) use joint::{Held, HeldColumns, turn_of};
pub(super) use travel::confine;
