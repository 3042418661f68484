//! Biovision files (BVH): a skeleton by offsets, then rows of angles in degrees. No unit, no up axis, no rest rotation.
//!
//! ```text
//! bytes ──words──> hierarchy, motion ──> Bvh ──recording──> Recording (quaternions, the file's unit and axes)
//! ```
//! Real files break every rule that can be broken; what can be forgiven is read and noted in [`Bvh::notes`], the rest
//! is one error with line and column.

mod hierarchy;
mod model;
mod motion;
mod reader;
mod recording;
mod words;

pub use model::{Axis, Bvh, BvhJoint, Channel, Positions};
pub use reader::{parse_bvh, read_bvh};
