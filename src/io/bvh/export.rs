//! A clip as a BVH file, and the proof that the file says the same.
//!
//! ```text
//! Clip ──order whose angles leap least──> rows, one at a time ──> bytes ──read back──> Proof ──> file
//! ```

use super::euler::largest_step;
use super::names::file_names;
use super::proof::prove;
use super::reader::parse_bvh;
use super::skeleton::Skeleton;
use super::writer::BvhWriter;
use super::{BvhOptions, Proof, RotationOrder};
use crate::character::Character;
use crate::io::{FileError, write_atomically};
use crate::motion::Clip;
use glam::{DQuat, DVec3};
use std::io::{self, Write};
use std::path::Path;

/// Makes the rows of a clip, each with angles near those of the row before.
struct Rows<'a> {
    character: &'a Character,
    clip: &'a Clip,
    skeleton: &'a Skeleton,
    units_per_metre: f64,
    /// Angles of the last row [rad]. (joints)
    last: Vec<[f64; 3]>,
    /// Largest change of an angle from one frame to the next so far [rad].
    largest_step: f64,
}

/// Writes a clip of `character` as a BVH file that was read back and compared in every joint of every frame before.
///
/// # Errors
/// When the file cannot be written, a pose is not finite, or the file would not say the same to within
/// [`Proof::MOST_DISTANCE_M`].
pub fn write_clip_bvh(
    path: &Path,
    clip: &Clip,
    character: &Character,
    options: &BvhOptions,
) -> Result<Proof, FileError> {
    let name = path.display().to_string();
    let (bytes, proof) = encode_clip_bvh(&name, clip, character, options)?;
    write_atomically(path, &bytes)?;
    Ok(proof)
}

/// The bytes of such a file, which errors call `name`.
///
/// # Errors
/// When a pose is not finite, or the bytes do not say the same as the clip.
pub fn encode_clip_bvh(
    name: &str,
    clip: &Clip,
    character: &Character,
    options: &BvhOptions,
) -> Result<(Vec<u8>, Proof), FileError> {
    let fault = |message: String| FileError {
        file: name.to_owned(),
        place: None,
        message,
    };
    let order = options
        .rotation_order
        .unwrap_or_else(|| calmest_order(clip, character, options));
    let skeleton = Skeleton::new(character, options.names, order);
    let mut rows = Rows::new(clip, character, &skeleton, options);
    let mut bytes = Vec::new();
    rows.write(options, &mut bytes)
        .map_err(|e| fault(format!("cannot be written: {e}")))?;
    let largest_euler_step_deg = rows.largest_step.to_degrees();
    let bvh = parse_bvh(name, &bytes)?;
    let proof = prove(&bvh, clip, character, &skeleton, options);
    let proof = Proof {
        largest_euler_step_deg,
        ..proof
    };
    proof.check().map_err(fault)?;
    Ok((bytes, proof))
}

/// The order of rotations in which the largest change of an angle between two frames is smallest; of equals the more
/// usual one.
fn calmest_order(clip: &Clip, character: &Character, options: &BvhOptions) -> RotationOrder {
    /// Differences below this are rounding [rad].
    const EQUAL: f64 = 1e-6;
    let mut best = (f64::INFINITY, RotationOrder::Zxy);
    for order in RotationOrder::ALL {
        let skeleton = Skeleton::new(character, options.names, order);
        let mut rows = Rows::new(clip, character, &skeleton, options);
        let mut row = Vec::new();
        for frame in 0..clip.frames.len() {
            rows.frame(frame, &mut row);
            // Already worse than another one.
            if rows.largest_step > best.0 {
                break;
            }
        }
        if rows.largest_step < best.0 - EQUAL {
            best = (rows.largest_step, order);
        }
    }
    best.1
}

impl<'a> Rows<'a> {
    fn new(
        clip: &'a Clip,
        character: &'a Character,
        skeleton: &'a Skeleton,
        options: &BvhOptions,
    ) -> Self {
        Self {
            character,
            clip,
            skeleton,
            units_per_metre: options.unit.per_metre(),
            last: vec![[0.0; 3]; skeleton.joints.len()],
            largest_step: 0.0,
        }
    }

    /// The whole file.
    fn write(&mut self, options: &BvhOptions, out: &mut dyn Write) -> io::Result<()> {
        let mut joints = self.skeleton.joints.clone();
        for joint in &mut joints {
            joint.offset *= self.units_per_metre;
            joint.end = joint.end.map(|end| end * self.units_per_metre);
        }
        let frames = self.clip.frames.len();
        let count = frames + usize::from(options.t_pose_row);
        let decimals = Some(options.unit.decimals());
        let names = file_names(joints.iter().map(|joint| joint.name.as_str()));
        let times = (self.clip.frame_secs, count);
        let mut writer = BvhWriter::begin((&joints, &names), times, decimals, out)?;
        let mut row = Vec::new();
        if options.t_pose_row {
            self.zero_row(&mut row);
            writer.row(&row)?;
        }
        for frame in 0..frames {
            self.frame(frame, &mut row);
            writer.row(&row)?;
        }
        Ok(())
    }

    /// The pose of zero rotations, standing on the ground where the first frame is.
    fn zero_row(&self, row: &mut Vec<f64>) {
        let first = self.clip.frames.first();
        let at = first.map_or(DVec3::ZERO, |frame| frame.pose.world_from_root.translation);
        row.clear();
        let standing = zero_position(self.skeleton, at) * self.units_per_metre;
        row.extend(standing.to_array());
        row.resize(3 * (1 + self.skeleton.joints.len()), 0.0);
    }

    /// The row of a frame. (width)
    fn frame(&mut self, frame: usize, row: &mut Vec<f64>) {
        let pose = &self.clip.frames[frame].pose;
        row.clear();
        let position = pose.world_from_root.translation * self.units_per_metre;
        row.extend(position.to_array());
        let turns = self.skeleton.turns(self.character, pose);
        for (last, turn) in self.last.iter_mut().zip(turns) {
            let angles = self.skeleton.order.angles_near(turn, *last);
            // The first frame follows nothing.
            if frame > 0 {
                self.largest_step = self.largest_step.max(largest_step(angles, *last));
            }
            *last = angles;
            row.extend(angles.map(f64::to_degrees));
        }
    }
}

/// Where the root of the pose of zero rotations is so that it stands at height zero: over the place `at` [m].
pub(super) fn zero_position(skeleton: &Skeleton, at: DVec3) -> DVec3 {
    DVec3::new(at.x, -skeleton.heights_at_zero[0], at.z)
}

/// Whether a turn is none, up to rounding.
pub(super) fn is_none(turn: DQuat) -> bool {
    turn.w.abs() > 1.0 - 1e-15
}
