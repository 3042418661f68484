//! A corrected motion on the skeleton that it was recorded on: the same file with other angles.
//!
//! ```text
//! Bvh ──rows──> joints of the body: angles of the corrected clip, near those of the same row
//!          └──> all others, and rows before the motion: as they were, to the bit
//! ```
//! The root is moved by as much as the correction moved it, so that the file keeps its own ground.

use super::euler::RotationOrder;
use super::reader::parse_bvh;
use super::writer::write_bvh_as_it_is;
use super::{Axis, Bvh, Channel, Proof};
use crate::io::FileError;
use crate::math::Transform;
use crate::motion::{Clip, OwnBody, Recorder};
use glam::{DQuat, DVec3};

/// What was written, read back and compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnProof {
    /// Rows of the file.
    pub rows: usize,
    /// Joints of the file.
    pub joints: usize,
    /// Of these, joints that are as they were.
    pub untouched: usize,
    /// Between where a joint should be and where the file has it, over all joints and rows [m].
    pub largest_joint_distance_m: f64,
}

/// Angles and places are written to so many parts of a unit.
const PARTS: f64 = 1e6;

/// The bytes of a recording's file with the motion of a clip of its own body; errors call it `name`.
///
/// # Errors
/// When the clip has other frames than the recording, a pose is not finite, or the bytes do not say the same as the clip.
pub fn encode_on_own_skeleton(
    name: &str,
    bvh: &Bvh,
    own: &OwnBody,
    clip: &Clip,
) -> Result<(Vec<u8>, OwnProof), FileError> {
    let fault = |message: String| FileError {
        file: name.to_owned(),
        place: None,
        message,
    };
    let first = own.report.skipped_rows;
    if bvh.rows() != first + clip.frames.len() {
        let (rows, frames) = (bvh.rows() - first, clip.frames.len());
        return Err(fault(format!(
            "the clip has {frames} frames where the recording has {rows}"
        )));
    }
    let mut rows = Rows::new(bvh, own, clip);
    let mut written = bvh.clone();
    for frame in 0..clip.frames.len() {
        rows.write(frame, &mut written);
    }
    let mut bytes = Vec::new();
    write_bvh_as_it_is(&written, &mut bytes)
        .map_err(|e| fault(format!("cannot be written: {e}")))?;
    let proof = prove(&parse_bvh(name, &bytes)?, bvh, own, &rows.places).map_err(fault)?;
    Ok((bytes, proof))
}

/// Makes the rows.
struct Rows<'a> {
    bvh: &'a Bvh,
    own: &'a OwnBody,
    clip: &'a Clip,
    recorder: Recorder<'a>,
    /// The link of each joint. (joints)
    link_of_joint: Vec<Option<usize>>,
    /// As recorded. (rows × joints)
    locals: Vec<Transform>,
    /// Where every joint is to be, in the file's axes and unit. (frames × joints)
    places: Vec<DVec3>,
}

impl<'a> Rows<'a> {
    fn new(bvh: &'a Bvh, own: &'a OwnBody, clip: &'a Clip) -> Self {
        let joints = 0..bvh.joints.len();
        let link = |joint: usize| own.joint_of_link.iter().position(|own| *own == joint);
        Self {
            bvh,
            own,
            clip,
            recorder: Recorder::new(&own.character),
            link_of_joint: joints.map(link).collect(),
            locals: bvh.recording().parent_from_joint,
            places: Vec::new(),
        }
    }

    /// Writes the row of a frame.
    fn write(&mut self, frame: usize, to: &mut Bvh) {
        let own = self.own;
        let count = self.bvh.joints.len();
        let row = own.report.skipped_rows + frame;
        let locals = &self.locals[row * count..(row + 1) * count];
        let pose = &self.clip.frames[frame].pose;
        let moved = pose.world_from_root.translation
            - own.clip.frames[frame].pose.world_from_root.translation;
        let file_from_ours = own.ours_from_file.conjugate();
        let moved = file_from_ours * moved / own.report.unit.metres;
        let kin = self.recorder.look(pose);
        let width = self.bvh.width();
        let values = &mut to.values[row * width..(row + 1) * width];
        let mut world: Vec<Transform> = Vec::with_capacity(count);
        let mut column = 0;
        for (joint, own_joint) in self.bvh.joints.iter().enumerate() {
            let mut local = locals[joint];
            let parent = own_joint.parent.map(|parent| world[parent]);
            let columns = column..column + own_joint.channels.len();
            column = columns.end;
            let values = &mut values[columns];
            if let Some(link) = self.link_of_joint[joint] {
                let ours = kin.world_from_link[link].rotation;
                let turned = file_from_ours * ours * own.joint_from_link[link].conjugate();
                let before = parent.map_or(DQuat::IDENTITY, |parent| parent.rotation);
                local.rotation = (before.conjugate() * turned).normalize();
                write_turn(&own_joint.channels, local.rotation, values);
            }
            if parent.is_none() {
                local.translation += moved;
                for (channel, value) in own_joint.channels.iter().zip(values) {
                    if let Channel::Position(axis) = channel {
                        *value = rounded(*value + moved[axis.index()]);
                    }
                }
            }
            world.push(parent.map_or(local, |parent| parent * local));
        }
        let places = world.iter().map(|place| place.translation);
        self.places.extend(places);
    }
}

/// Writes a turn into a joint's columns, near what they hold; one that they cannot say shows in the proof.
fn write_turn(channels: &[Channel], turn: DQuat, values: &mut [f64]) {
    let columns: Vec<(usize, Axis)> = (channels.iter().enumerate())
        .filter_map(|(column, channel)| match channel {
            Channel::Rotation(axis) => Some((column, *axis)),
            Channel::Position(_) => None,
        })
        .collect();
    let axes: Vec<Axis> = columns.iter().map(|(_, axis)| *axis).collect();
    // Axes that are missing come last: with a turn about them at zero the others are what the joint can say.
    let begins = |order: &RotationOrder| order.axes().starts_with(&axes);
    let Some(order) = RotationOrder::ALL.into_iter().find(begins) else {
        return;
    };
    let mut last = [0.0; 3];
    for (last, (column, _)) in last.iter_mut().zip(&columns) {
        *last = values[*column].to_radians();
    }
    let angles = order.angles_near(turn, last);
    for ((column, _), angle) in columns.iter().zip(angles) {
        values[*column] = rounded(angle.to_degrees());
    }
}

fn rounded(value: f64) -> f64 {
    (value * PARTS).round() / PARTS
}

/// Compares what was read back with where joints are to be, and with what was not to change.
fn prove(read: &Bvh, recorded: &Bvh, own: &OwnBody, places: &[DVec3]) -> Result<OwnProof, String> {
    let same_skeleton = read.joints.len() == recorded.joints.len()
        && (read.joints.iter().zip(&recorded.joints)).all(|(read, recorded)| {
            (&read.name, read.parent, read.offset, &read.channels)
                == (
                    &recorded.name,
                    recorded.parent,
                    recorded.offset,
                    &recorded.channels,
                )
        });
    if !same_skeleton || read.rows() != recorded.rows() || read.frame_secs != recorded.frame_secs {
        return Err("was written, but read back its skeleton or its rows differ".to_owned());
    }
    let count = read.joints.len();
    let recording = read.recording();
    let first = own.report.skipped_rows;
    let mut world = Vec::new();
    let mut largest: f64 = 0.0;
    for (row, places) in (first..read.rows()).zip(places.chunks(count)) {
        recording.world_from_joint(row, &mut world);
        for (there, place) in world.iter().zip(places) {
            let apart = own.report.unit.metres * there.translation.distance(*place);
            // Not `max`: it would pass over what is not a number.
            largest = if apart <= largest { largest } else { apart };
        }
    }
    if largest.is_nan() || largest >= Proof::MOST_DISTANCE_M {
        return Err(format!(
            "was written, but read back a joint is {:.4} mm from where it was: joints without three rotations cannot say every turn",
            1e3 * largest
        ));
    }
    Ok(OwnProof {
        rows: read.rows(),
        joints: count,
        untouched: count - own.joint_of_link.len(),
        largest_joint_distance_m: largest,
    })
}
