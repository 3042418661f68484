//! Bodies that move by themselves: energy and momentum, falls and slides, stacks and blows, joints and their stops, against
//! what is known of them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

mod figures;
mod flight;
mod joints;
mod loose;
mod worlds;
