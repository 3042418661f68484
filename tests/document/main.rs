//! A project under the hand: poses, keys, another body, and undo of everything.
#![allow(clippy::unwrap_used, reason = "a test may stop where it likes")]

#[path = "../kit/session.rs"]
mod session;

mod another_body;
mod every_preset;
mod keys;
mod posing;
mod presets;
mod rolling;
mod rows;
mod side_by_side;
mod sizes;
mod solving;
mod stepping_keys;
mod theatre;
mod touched;
mod undo;
