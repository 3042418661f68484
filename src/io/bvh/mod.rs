//! Biovision files (BVH): a skeleton by offsets, then rows of angles in degrees. No unit, no up axis, no rest rotation.
//!
//! ```text
//! bytes ──words──> hierarchy, motion ──> Bvh ──recording──> Recording (quaternions, the file's unit and axes)
//! Clip ──skeleton, euler──> writer ──> bytes ──read back──> Proof         Recording ──import──> Clip (our own only)
//! ```
//! Real files break every rule that can be broken; what can be forgiven is read and noted in [`Bvh::notes`], the rest
//! is one error with line and column.

mod euler;
mod export;
mod hierarchy;
mod import;
mod model;
mod motion;
mod names;
mod options;
mod origin;
mod own;
mod proof;
mod reader;
mod recording;
mod skeleton;
mod words;
mod writer;

pub use euler::RotationOrder;
pub use export::{encode_clip_bvh, write_clip_bvh};
pub use import::{NotOurs, clip_from_recording, has_skeleton_of};
pub use model::{Axis, Bvh, BvhJoint, Channel, Positions};
pub use names::JointNames;
pub use options::{BvhOptions, LengthUnit, Preset};
pub use origin::Origin;
pub use own::{OwnProof, encode_on_own_skeleton};
pub use proof::Proof;
pub use reader::{parse_bvh, read_bvh};
pub use writer::{Decimals, write_bvh};
