//! Contrapposto authors balanced character poses.
pub mod character;
pub mod cli;
pub mod ik;
pub mod io;
pub mod kinematics;
pub mod lab;
pub mod level;
pub mod math;
pub mod picture;
