//! Bodies that move by themselves: energy and momentum, falls and slides, stacks and blows, joints and their stops, against
//! what is known of them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

#[path = "bodies/figures.rs"]
mod figures;
#[path = "bodies/flight.rs"]
mod flight;
#[path = "bodies/joints.rs"]
mod joints;
#[path = "bodies/loose.rs"]
mod loose;
#[path = "bodies/worlds.rs"]
mod worlds;
