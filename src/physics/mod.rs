//! Rigid bodies that fall, push and rest: what touches what, and how they move.

pub mod collide;
pub mod terrain;
