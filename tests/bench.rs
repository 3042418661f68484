//! The bench of a pose: how it is solved, who ranks where, figures side by side, and a solve that is stepped through.
#![allow(clippy::unwrap_used, reason = "only tests call these")]

#[path = "document/session.rs"]
mod session;

#[path = "bench/solving.rs"]
mod solving;

#[path = "bench/rows.rs"]
mod rows;

#[path = "bench/side_by_side.rs"]
mod side_by_side;
#[path = "bench/theatre.rs"]
mod theatre;
