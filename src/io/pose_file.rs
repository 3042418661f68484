//! Poses as files: where the first link is, and every joint by name. The same text comes out for the same pose.

use super::character_build::check_version;
use super::joint_angles::{JointAngles, angle_text};
use super::place::Place;
use super::{FileError, Source};
use crate::character::{Character, Pose};
use crate::math::{Transform, rotation_from_vector, rotation_vector};
use glam::DVec3;
use serde::Deserialize;
use std::fmt::Write as _;

/// A whole pose file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PoseFile {
    version: u32,
    /// Whose pose it was; another body with the same joints may take it as well.
    #[serde(rename = "character")]
    _character: String,
    root: RootFile,
    #[serde(default)]
    joints_deg: JointAngles,
}

/// Where the first link is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RootFile {
    /// [m]
    position: DVec3,
    /// Rotation vector [deg].
    #[serde(default)]
    rotation_deg: DVec3,
}

/// Reads a pose of `character`. Joints that the file leaves out are at zero; angles beyond the limits are taken as
/// they are, for the caller to warn about ([`Pose::joints_beyond_limits`]).
///
/// # Errors
/// Where the text is not a pose, names a joint that the character has not, or a number is not finite.
pub fn read_pose(source: &Source, character: &Character) -> Result<Pose, FileError> {
    let file: PoseFile = source.parse()?;
    check_version(file.version, source)?;
    let place = Place {
        source,
        section: "root",
        what: "pose of",
        name: &character.name,
    };
    for part in file.root.position.to_array() {
        place.number("position", part, [-1e6, 1e6], " m")?;
    }
    let turn = place.turn("rotation_deg", file.root.rotation_deg)?;
    Ok(Pose {
        world_from_root: Transform::new(rotation_from_vector(turn), file.root.position),
        joints: file.joints_deg.coordinates(&character.links, source)?,
    })
}

/// A pose as text; [`read_pose`] gives it back to within rounding, quaternions up to their sign.
pub fn write_pose(character: &Character, pose: &Pose) -> String {
    let vector = |v: DVec3| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z);
    let root = &pose.world_from_root;
    let rotation_deg = rotation_vector(root.rotation) * (180.0 / std::f64::consts::PI);
    let mut text = format!(
        "(\n    version: 1,\n    character: {:?},\n    root: (position: {}, rotation_deg: {}),\n    joints_deg: {{\n",
        character.name,
        vector(root.translation),
        vector(rotation_deg),
    );
    for (link, coordinate) in character.links.iter().zip(&pose.joints).skip(1) {
        if let Some(angle) = angle_text(coordinate) {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "        {:?}: {angle},", link.joint.name);
        }
    }
    text.push_str("    },\n)\n");
    text
}
