//! A motion of one of our own characters read back as a clip: the exact inverse of the export.
//!
//! Only for files whose joints are the character's, by name (own or `MotionBuilder`'s), parent and offset; anything
//! else is somebody else's skeleton and has to be retargeted. Contacts are not in the file and stay empty.

use super::export::{is_none, zero_position};
use super::skeleton::Skeleton;
use super::{JointNames, LengthUnit, RotationOrder};
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::math::{Transform, rotation_vector};
use crate::motion::{Clip, Contacts, Recorder, Recording};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// Offsets that differ by more are another body's [m].
const OFFSET_SLACK: f64 = 1e-5;
/// A hinge may be turned off its axis by this much: programs in single precision stay below [rad].
const HINGE_SLACK: f64 = 1e-3;
/// A time between frames this near to a whole rate is that rate: files round it [s].
const FRAME_SLACK: f64 = 1e-9;

/// Why a recording is not a motion of a character.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is no motion of {character}: {reason}")]
pub struct NotOurs {
    /// Name of the character.
    pub character: String,
    /// The first difference.
    pub reason: String,
}

/// Which joint is which link, and what its lengths mean.
struct Match {
    skeleton: Skeleton,
    /// Joint of the recording for each joint of the skeleton.
    recorded: Vec<usize>,
    units_per_metre: f64,
}

/// Whether a recording has the joints of a character.
pub fn has_skeleton_of(recording: &Recording, character: &Character) -> bool {
    find_match(recording, character).is_ok()
}

/// A recording of `character` as a clip of it, without contacts and level.
///
/// # Errors
/// When names, parents or offsets are not the character's, or a joint is turned in a way that it cannot turn.
pub fn clip_from_recording(recording: &Recording, character: &Character) -> Result<Clip, NotOurs> {
    let fail = |reason: String| NotOurs {
        character: character.name.clone(),
        reason,
    };
    let matched = find_match(recording, character).map_err(fail)?;
    let mut recorder = Recorder::new(character);
    let mut frames = Vec::with_capacity(recording.rows());
    for row in matched.first_row(recording)..recording.rows() {
        let pose = matched.pose(recording, row, character).map_err(fail)?;
        frames.push(recorder.frame(pose, Contacts::NONE));
    }
    if frames.is_empty() {
        return Err(fail("there are no rows".to_owned()));
    }
    Ok(Clip {
        name: recording.name.clone(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: whole_rate(recording.frame_secs),
        frames,
    })
}

/// The first of our names and units that fits, or what is wrong with the one that fits best.
fn find_match(recording: &Recording, character: &Character) -> Result<Match, String> {
    let (joints, links) = (recording.joints.len(), character.links.len());
    if joints != links {
        return Err(format!("it has {joints} joints and not {links}"));
    }
    let mut reason = String::new();
    for names in [JointNames::Own, JointNames::MotionBuilder] {
        let skeleton = Skeleton::new(character, names, RotationOrder::Zxy);
        match named(recording, &skeleton) {
            Err(e) if reason.is_empty() => reason = e,
            Err(_) => {}
            Ok(recorded) => {
                for unit in [LengthUnit::Centimetres, LengthUnit::Metres] {
                    match check_offsets(recording, &skeleton, &recorded, unit.per_metre()) {
                        Err(e) => reason = e,
                        Ok(()) => {
                            return Ok(Match {
                                skeleton,
                                recorded,
                                units_per_metre: unit.per_metre(),
                            });
                        }
                    }
                }
            }
        }
    }
    Err(reason)
}

/// The recorded joint of every joint, by name, with the right parents.
fn named(recording: &Recording, skeleton: &Skeleton) -> Result<Vec<usize>, String> {
    let mut recorded: Vec<usize> = Vec::with_capacity(skeleton.joints.len());
    for joint in &skeleton.joints {
        let name = &joint.name;
        let found = recording
            .joints
            .iter()
            .position(|other| other.name == *name);
        let found = found.ok_or_else(|| format!("it has no joint {name:?}"))?;
        if recording.joints[found].parent != joint.parent.map(|parent| recorded[parent]) {
            return Err(format!("joint {name:?} hangs on another one"));
        }
        recorded.push(found);
    }
    Ok(recorded)
}

fn check_offsets(
    recording: &Recording,
    skeleton: &Skeleton,
    recorded: &[usize],
    units_per_metre: f64,
) -> Result<(), String> {
    for (joint, recorded) in skeleton.joints.iter().zip(recorded) {
        let other = &recording.joints[*recorded];
        let distance = (other.offset / units_per_metre).distance(joint.offset);
        if distance > OFFSET_SLACK && joint.parent.is_some() {
            let (name, distance) = (&joint.name, 1e3 * distance);
            return Err(format!("joint {name:?} sits {distance:.2} mm elsewhere"));
        }
    }
    Ok(())
}

impl Match {
    /// The first row after the pose of zero rotations that the export can put there. One that is followed by the same
    /// pose is part of the motion.
    fn first_row(&self, recording: &Recording) -> usize {
        let count = recording.joints.len();
        let is_zero = |row: usize| {
            let locals = &recording.parent_from_joint[row * count..(row + 1) * count];
            locals.iter().all(|local| is_none(local.rotation))
        };
        let root = |row: usize| {
            recording.parent_from_joint[row * count].translation / self.units_per_metre
        };
        let is_added = recording.rows() > 1
            && is_zero(0)
            && !is_zero(1)
            && root(0).distance(zero_position(&self.skeleton, root(1))) < OFFSET_SLACK;
        usize::from(is_added)
    }

    fn pose(
        &self,
        recording: &Recording,
        row: usize,
        character: &Character,
    ) -> Result<Pose, String> {
        let locals = &recording.parent_from_joint[row * recording.joints.len()..];
        let mut pose = Pose::zero(&character.links);
        for (link, recorded) in self.skeleton.links.iter().zip(&self.recorded) {
            let local = locals[*recorded];
            if *link == LinkId::ROOT {
                let at = local.translation / self.units_per_metre;
                pose.world_from_root = Transform::new(local.rotation.normalize(), at);
                continue;
            }
            let at_zero = self.skeleton.root_from_link_at_zero[link.index()];
            let turn = (at_zero.conjugate() * local.rotation * at_zero).normalize();
            let joint = &character.link(*link).joint;
            pose.joints[link.index()] = coordinate(&joint.kind, turn).ok_or_else(|| {
                format!("in row {row} joint {:?} is turned off its axis", joint.name)
            })?;
        }
        Ok(pose)
    }
}

/// The coordinate of a turn, if the joint can turn so.
fn coordinate(kind: &JointKind, turn: DQuat) -> Option<JointCoordinate> {
    match kind {
        JointKind::Ball(_) => Some(JointCoordinate::Ball(turn)),
        JointKind::Fixed => {
            (rotation_vector(turn).length() < HINGE_SLACK).then_some(JointCoordinate::Fixed)
        }
        JointKind::Hinge { axis, range } => {
            let v = DVec3::new(turn.x, turn.y, turn.z);
            let along = v.dot(*axis);
            let angle = 2.0 * libm::atan2(along, turn.w);
            // Within half a turn of the middle of its range.
            let middle = 0.5 * (range.low + range.high);
            let angle = angle - TAU * ((angle - middle) / TAU).round();
            let off_axis = 2.0 * (v - along * *axis).length();
            (off_axis < HINGE_SLACK).then_some(JointCoordinate::Hinge(angle))
        }
    }
}

/// One over a whole number where the rounding of files allows it.
fn whole_rate(frame_secs: f64) -> f64 {
    let whole = 1.0 / (1.0 / frame_secs).round();
    if (whole - frame_secs).abs() < FRAME_SLACK {
        whole
    } else {
        frame_secs
    }
}
