//! One frame of a clip file, both ways: a line of numbers whose order the file's head gives.

use super::place::suggestion;
use crate::character::{Character, JointCoordinate, JointKind, Pose};
use crate::math::{ShortNumber, Transform, rotation_from_vector, rotation_vector};
use crate::motion::{Contacts, Frame, Recorder};
use glam::DVec3;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt::Write as _;

/// A joint of the head; it says how many numbers of a frame are its own.
#[derive(Debug, Deserialize)]
pub(super) enum JointFile {
    /// One: the angle.
    Hinge(String),
    /// Three: the rotation vector.
    Ball(String),
}

/// A frame as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameFile {
    /// Where the first link is [m].
    root: DVec3,
    /// How it is turned: a rotation vector [deg].
    #[serde(default)]
    turn_deg: DVec3,
    /// In the order of the head [deg].
    #[serde(default)]
    joints_deg: Vec<f64>,
    /// Names of soles.
    #[serde(default)]
    contacts: Vec<String>,
    /// For other programs; measured afresh.
    #[serde(default, rename = "com")]
    _com: Option<IgnoredAny>,
    /// For other programs; measured afresh.
    #[serde(default, rename = "margin")]
    _margin: Option<IgnoredAny>,
}

/// Turns lines into frames of one character.
pub(super) struct FrameReader<'a> {
    character: &'a Character,
    recorder: Recorder<'a>,
    /// Links whose joints have numbers, in the order of the head.
    order: Vec<usize>,
    /// How many numbers a frame has.
    count: usize,
}

impl<'a> FrameReader<'a> {
    /// For frames in the order of these joints. Joints that are not there stay at zero.
    pub(super) fn new(character: &'a Character, joints: &[JointFile]) -> Result<Self, String> {
        let links = &character.links;
        let mut order = Vec::with_capacity(joints.len());
        let mut count = 0;
        let mut is_given = vec![false; links.len()];
        for joint in joints {
            let (JointFile::Hinge(name) | JointFile::Ball(name)) = joint;
            // The first link's joint joins it to nothing.
            let Some(index) = (1..links.len()).find(|i| links[*i].joint.name == *name) else {
                let valid = links.iter().skip(1).map(|link| link.joint.name.as_str());
                let hint = suggestion(name, valid);
                return Err(format!("joint {name:?} does not exist; {hint}"));
            };
            if std::mem::replace(&mut is_given[index], true) {
                return Err(format!("joint {name:?} is there twice"));
            }
            count += match (joint, &links[index].joint.kind) {
                (JointFile::Hinge(_), JointKind::Hinge { .. }) => 1,
                (JointFile::Ball(_), JointKind::Ball(_)) => 3,
                (_, JointKind::Hinge { .. }) => return Err(format!("joint {name:?} is a hinge")),
                (_, JointKind::Ball(_)) => return Err(format!("joint {name:?} is a ball")),
                (_, JointKind::Fixed) => return Err(format!("joint {name:?} is fixed")),
            };
            order.push(index);
        }
        Ok(Self {
            character,
            recorder: Recorder::new(character),
            order,
            count,
        })
    }

    /// A frame with its tracks.
    pub(super) fn frame(&mut self, file: &FrameFile) -> Result<Frame, String> {
        let root = checked(file.root, "root", 1e6, " m")?;
        let turn = checked(file.turn_deg, "turn_deg", 360.0, "°")?;
        let mut pose = Pose::zero(&self.character.links);
        pose.world_from_root = Transform::new(rotation_from_degrees(turn), root);

        let (has, expected) = (file.joints_deg.len(), self.count);
        if has != expected {
            return Err(format!(
                "joints_deg has {has} numbers; the joints of the head have {expected}"
            ));
        }
        let mut rest = &file.joints_deg[..];
        for &index in &self.order {
            let joint = &self.character.links[index].joint;
            let (own, after) = rest.split_at(joint.kind.dofs());
            rest = after;
            pose.joints[index] = match *own {
                [angle] => {
                    let angle = checked(DVec3::splat(angle), &joint.name, 3600.0, "°")?.x;
                    JointCoordinate::Hinge(angle.to_radians())
                }
                [x, y, z] => {
                    let turn = checked(DVec3::new(x, y, z), &joint.name, 360.0, "°")?;
                    JointCoordinate::Ball(rotation_from_degrees(turn))
                }
                _ => JointCoordinate::Fixed,
            };
        }

        let mut contacts = Contacts::NONE;
        for name in &file.contacts {
            let Some(footing) = self.character.find_footing(name) else {
                let hint = suggestion(name, self.character.footing_names());
                return Err(format!("contact {name:?} is no foot; {hint}"));
            };
            contacts = contacts.union(footing.patches);
        }
        Ok(self.recorder.frame(pose, contacts))
    }
}

/// Numbers between −most and most.
fn checked(value: DVec3, what: &str, most: f64, unit: &str) -> Result<DVec3, String> {
    for part in value.to_array() {
        if !(-most..=most).contains(&part) {
            let part = ShortNumber(part);
            return Err(format!(
                "{what} {part} is not between -{most} and {most}{unit}"
            ));
        }
    }
    Ok(value)
}

fn rotation_from_degrees(vector_deg: DVec3) -> glam::DQuat {
    rotation_from_vector(vector_deg * (std::f64::consts::PI / 180.0))
}

/// Turns frames into lines, again and again in the same memory.
#[derive(Default)]
pub(super) struct FrameText {
    line: String,
    number: String,
}

impl FrameText {
    /// Tenths of a nanometre [m].
    const PLACE_DIGITS: usize = 10;
    /// Ten picoradians [deg].
    const TURN_DIGITS: usize = 9;

    /// The line of a frame, with its end.
    pub(super) fn of(&mut self, character: &Character, frame: &Frame) -> &str {
        self.line.clear();
        let root = frame.pose.world_from_root;
        self.push("        (root: (");
        self.push_numbers(root.translation.to_array(), Self::PLACE_DIGITS);
        self.push("), turn_deg: (");
        self.push_numbers(in_degrees(root.rotation), Self::TURN_DIGITS);
        self.push("), joints_deg: [");
        let mut between = "";
        for joint in frame.pose.joints.iter().skip(1) {
            match *joint {
                JointCoordinate::Fixed => continue,
                JointCoordinate::Hinge(angle) => {
                    self.push(between);
                    self.push_numbers([angle.to_degrees()], Self::TURN_DIGITS);
                }
                JointCoordinate::Ball(q) => {
                    self.push(between);
                    self.push_numbers(in_degrees(q), Self::TURN_DIGITS);
                }
            }
            between = ", ";
        }
        self.push("], contacts: [");
        let mut between = "";
        for footing in character.footings(frame.contacts) {
            // Writing to a String cannot fail.
            let _ = write!(self.line, "{between}{:?}", character.footing_name(footing));
            between = ", ";
        }
        self.push("], com: (");
        self.push_numbers(frame.com.to_array(), Self::PLACE_DIGITS);
        self.push(")");
        if let Some(margin) = frame.margin {
            self.push(", margin: ");
            self.push_numbers([margin], Self::PLACE_DIGITS);
        }
        self.push("),\n");
        &self.line
    }

    fn push(&mut self, text: &str) {
        self.line.push_str(text);
    }

    /// Numbers with commas between them, without zeros at their ends.
    fn push_numbers<const N: usize>(&mut self, values: [f64; N], digits: usize) {
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            push_rounded(&mut self.line, &mut self.number, value, digits);
        }
    }
}

/// A number rounded to so many digits after the point, without zeros at its end: `1.5`, `0`, `-12.25`. `scratch` is
/// memory to write in.
pub(super) fn push_rounded(text: &mut String, scratch: &mut String, value: f64, digits: usize) {
    scratch.clear();
    // Writing to a String cannot fail.
    let _ = write!(scratch, "{value:.digits$}");
    let short = if digits > 0 {
        scratch.trim_end_matches('0').trim_end_matches('.')
    } else {
        scratch
    };
    text.push_str(if short == "-0" { "0" } else { short });
}

/// Rotation vector of the shorter arc [deg].
pub(super) fn in_degrees(rotation: glam::DQuat) -> [f64; 3] {
    (rotation_vector(rotation) * (180.0 / std::f64::consts::PI)).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let text = |value: f64, digits: usize| {
            let (mut text, mut scratch) = (String::new(), String::new());
            push_rounded(&mut text, &mut scratch, value, digits);
            text
        };
        let values = [1.5, 0.0, -0.0, -1e-9, 100.0, -12.25, 1.0 / 3.0];
        let expected = ["1.5", "0", "0", "0", "100", "-12.25", "0.3333"];
        assert_eq!(values.map(|value| text(value, 4)), expected);
        assert_eq!(
            [0.0, 10.0, 3.0].map(|value| text(value, 0)),
            ["0", "10", "3"]
        );
    }
}
