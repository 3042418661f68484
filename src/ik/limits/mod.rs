//! What a step may not do, one file for each kind of limit.

mod apart;
mod joint;
mod travel;

pub(super) use apart::{approach, near, room, write_row};
pub use joint::JointBound;
pub(super) use joint::{Held, HeldColumns, SLIGHT_PULL, turn_of};
pub(super) use travel::confine;
