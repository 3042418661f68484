//! A project under the hand: poses, keys, another body, and undo of everything.

#[path = "../kit/session.rs"]
mod session;

mod another_body;
mod keys;
mod posing;
mod rows;
mod side_by_side;
mod solving;
mod theatre;
mod undo;
