//! Clips as RON: a head that says whose motion it is and in what order numbers come, then one line a frame.
//!
//! ```text
//! (
//!     version: 1,
//!     name: "nod",
//!     character: "human",
//!     balance: Static,
//!     start_secs: 0,
//!     frame_secs: 0.1,
//!     joints: [Ball("neck"), Hinge("left_knee")],
//!     frames: [
//!         (root: (0, 0.94, 0), turn_deg: (0, 0, 0), joints_deg: [4, 0, 0, 10], contacts: ["left_foot"]),
//!     ],
//! )
//! ```
//! `balance` is how it was made to balance, `Static` or `Dynamic`; without it nobody knows.
//! A hinge has one number, its angle; a ball three, its rotation vector in the joint's axes, as in pose files. `com`
//! and `margin` [m] are written for other programs. Reading measures them afresh: a pose that somebody edited cannot
//! carry those of the old one.

use super::character_build::check_version_number;
use super::clip_frame::{FrameFile, FrameReader, FrameText, JointFile};
use super::{FileError, Source};
use crate::character::{Character, JointKind};
use crate::math::ShortNumber;
use crate::motion::{BalanceKind, Clip, Frame};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::{self, Write};

/// Who finds the character of a name.
type FindCharacter<'f> = &'f dyn Fn(&str) -> Result<Character, FileError>;

/// Reads a clip and the character that it names, which `find_character` is asked for. `told` hears how many frames
/// are done.
///
/// The work grows with the length of the text, and little more memory is needed than for the clip: a frame is
/// measured and kept as soon as it is read.
///
/// # Errors
/// Where the text is not a clip, names what the character has not, or a number is out of range.
pub fn read_clip_text(
    source: &Source,
    find_character: FindCharacter<'_>,
    told: &mut dyn FnMut(usize),
) -> Result<(Character, Clip), FileError> {
    let seed = ClipSeed {
        find_character,
        told,
    };
    source.parse_seed(seed)
}

/// Writes a clip frame by frame; [`read_clip_text`] gives it back to within 1e-9 m and rad, quaternions up to their
/// sign. `told` hears how many frames are done.
///
/// # Errors
/// When `out` takes no more.
pub fn write_clip_text(
    character: &Character,
    clip: &Clip,
    out: &mut dyn Write,
    told: &mut dyn FnMut(usize),
) -> io::Result<()> {
    writeln!(out, "(\n    version: 1,\n    name: {:?},", clip.name)?;
    writeln!(out, "    character: {:?},", clip.character)?;
    if let Some(level) = &clip.level {
        writeln!(out, "    level: {level:?},")?;
    }
    if let Some(balance) = clip.balance {
        writeln!(out, "    balance: {balance:?},")?;
    }
    let [start, step] = [clip.start_secs, clip.frame_secs];
    writeln!(out, "    start_secs: {start:?},\n    frame_secs: {step:?},")?;
    writeln!(out, "    joints: [")?;
    for link in character.links.iter().skip(1) {
        match link.joint.kind {
            JointKind::Fixed => {}
            JointKind::Hinge { .. } => writeln!(out, "        Hinge({:?}),", link.joint.name)?,
            JointKind::Ball(_) => writeln!(out, "        Ball({:?}),", link.joint.name)?,
        }
    }
    writeln!(out, "    ],\n    frames: [")?;
    let mut line = FrameText::default();
    for (index, frame) in clip.frames.iter().enumerate() {
        out.write_all(line.of(character, frame).as_bytes())?;
        told(index + 1);
    }
    writeln!(out, "    ],\n)")
}

/// What stands in a clip file.
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Version,
    Name,
    Character,
    Level,
    Balance,
    StartSecs,
    FrameSecs,
    Joints,
    Frames,
}

/// The same as words, for RON's messages.
const FIELDS: &[&str] = &[
    "version",
    "name",
    "character",
    "level",
    "balance",
    "start_secs",
    "frame_secs",
    "joints",
    "frames",
];

/// Reads a whole file. By hand, because frames need the head that stands before them.
struct ClipSeed<'f> {
    find_character: FindCharacter<'f>,
    told: &'f mut dyn FnMut(usize),
}

impl<'de> DeserializeSeed<'de> for ClipSeed<'_> {
    type Value = (Character, Clip);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct("Clip", FIELDS, self)
    }
}

impl<'de> Visitor<'de> for ClipSeed<'_> {
    type Value = (Character, Clip);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a clip: (version: 1, name: …, character: …, frame_secs: …, joints: […], frames: […])",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut version, mut name, mut character) = (None, None, None);
        let (mut level, mut balance) = (None, None);
        let (mut start_secs, mut frame_secs) = (None, None);
        let (mut joints, mut frames): (Option<Vec<JointFile>>, Option<Vec<Frame>>) = (None, None);
        let mut seen = [false; FIELDS.len()];
        while let Some(field) = map.next_key::<Field>()? {
            if std::mem::replace(&mut seen[field as usize], true) {
                return Err(A::Error::duplicate_field(FIELDS[field as usize]));
            }
            match field {
                Field::Version => {
                    let number = map.next_value()?;
                    version = Some(check_version_number(number).map_err(A::Error::custom)?);
                }
                Field::Name => name = Some(named::<A::Error>(map.next_value()?)?),
                Field::Character => {
                    let asked: String = map.next_value()?;
                    let found = (self.find_character)(&asked)
                        .map_err(|e| A::Error::custom(format!("character {asked:?}: {e}")))?;
                    character = Some((asked, found));
                }
                Field::Level => level = map.next_value::<Option<String>>()?,
                Field::Balance => balance = map.next_value::<Option<BalanceKind>>()?,
                Field::StartSecs => {
                    start_secs = Some(secs::<A::Error>(
                        "start_secs",
                        map.next_value()?,
                        START_SECS,
                    )?);
                }
                Field::FrameSecs => {
                    frame_secs = Some(secs::<A::Error>(
                        "frame_secs",
                        map.next_value()?,
                        FRAME_SECS,
                    )?);
                }
                Field::Joints => joints = Some(map.next_value()?),
                Field::Frames => {
                    let (Some((_, character)), Some(joints)) = (&character, &joints) else {
                        let message =
                            "frames come last: `character` and `joints` say what they mean";
                        return Err(A::Error::custom(message));
                    };
                    let reader = FrameReader::new(character, joints).map_err(A::Error::custom)?;
                    let told = &mut *self.told;
                    frames = Some(map.next_value_seed(FramesSeed { reader, told })?);
                }
            }
        }
        version.ok_or_else(|| A::Error::missing_field("version"))?;
        let (asked, found) = character.ok_or_else(|| A::Error::missing_field("character"))?;
        let clip = Clip {
            name: name.ok_or_else(|| A::Error::missing_field("name"))?,
            character: asked,
            level,
            balance,
            start_secs: start_secs.unwrap_or(0.0),
            frame_secs: frame_secs.ok_or_else(|| A::Error::missing_field("frame_secs"))?,
            frames: frames.ok_or_else(|| A::Error::missing_field("frames"))?,
        };
        Ok((found, clip))
    }
}

fn named<E: serde::de::Error>(name: String) -> Result<String, E> {
    let length = name.chars().count();
    if length == 0 || length > 64 || name.chars().any(char::is_control) {
        return Err(E::custom("a name has 1 to 64 printable characters"));
    }
    Ok(name)
}

/// A time that is neither absurd nor below its least.
/// A clip begins within twelve days of the level's time [s].
const START_SECS: [f64; 2] = [-1e6, 1e6];
/// From one frame to the next [s]. What stands still for longer is no motion, and a ghost would follow a few such frames for hours.
pub(super) const FRAME_SECS: [f64; 2] = [1e-6, 10.0];

fn secs<E: serde::de::Error>(field: &str, value: f64, [least, most]: [f64; 2]) -> Result<f64, E> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(E::custom(format!(
        "{field} {} is not between {least} and {most} s",
        ShortNumber(value)
    )))
}

/// Reads the frames one by one.
struct FramesSeed<'a, 'f> {
    reader: FrameReader<'a>,
    told: &'f mut dyn FnMut(usize),
}

impl<'de> DeserializeSeed<'de> for FramesSeed<'_, '_> {
    type Value = Vec<Frame>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FramesSeed<'_, '_> {
    type Value = Vec<Frame>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of frames")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<Frame>, A::Error> {
        let mut frames = Vec::new();
        while let Some(frame) = list.next_element::<FrameFile>()? {
            let number = frames.len();
            let frame = self.reader.frame(&frame);
            frames.push(frame.map_err(|e| A::Error::custom(format!("frame {number}: {e}")))?);
            (self.told)(frames.len());
        }
        if frames.is_empty() {
            return Err(A::Error::custom("a clip has at least one frame"));
        }
        // Growing by doubling may leave half of the list empty.
        frames.shrink_to_fit();
        Ok(frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;
    use crate::motion::test_clips::assert_same;

    fn text(character: &Character, clip: &Clip) -> String {
        let mut bytes = Vec::new();
        write_clip_text(character, clip, &mut bytes, &mut |_| ()).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn read(text: &str) -> Result<(Character, Clip), FileError> {
        read_clip_text(&Source::new("clip.ron", text), &load_character, &mut |_| ())
    }

    #[test]
    fn every_character_s_clip_comes_back_to_within_a_billionth() {
        for (name, _) in crate::io::shipped_characters() {
            let character = load_character(name).unwrap();
            let mut clip = random_clip(&character, 30, 1.0 / 120.0, 21);
            clip.level = Some("stairs".to_owned());
            clip.balance = Some(BalanceKind::Dynamic);
            let written = text(&character, &clip);
            let (found, again) = read(&written).unwrap();
            assert_same(&again, &clip, 1e-9);
            assert_eq!(found, character);
            assert_eq!((&again.level, again.balance), (&clip.level, clip.balance));
            assert_eq!(again.frame_secs, clip.frame_secs);
            // The same text comes out for what was read from it; the first one was rounded.
            let rounded = text(&character, &again);
            let (_, again) = read(&rounded).unwrap();
            assert!(text(&character, &again) == rounded, "{name}");
        }
    }

    #[test]
    fn a_frame_is_a_line() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 5, 0.1, 22);
        let text = text(&human, &clip);
        let lines = text.lines().filter(|line| line.contains("root:"));
        assert_eq!(lines.count(), 5);
    }

    #[test]
    fn stale_tracks_are_measured_afresh_and_may_be_missing() {
        let head = "(version: 1, name: \"a\", character: \"human\", frame_secs: 0.1, joints: [], frames: [";
        let frame = |tracks: &str| format!("{head}(root: (0, 1, 0){tracks})])");
        let (_, clip) = read(&frame(", com: (9, 9, 9), margin: 5")).unwrap();
        let (_, bare) = read(&frame("")).unwrap();
        assert_eq!(clip, bare);
        assert!(clip.frames[0].com.x.abs() < 0.1 && clip.frames[0].margin.is_none());
    }

    #[test]
    fn mistakes_are_told_with_their_place_and_what_would_be_valid() {
        let human = load_character("human").unwrap();
        let good = text(&human, &random_clip(&human, 3, 0.1, 23));
        for (from, to, words) in [
            ("version: 1", "version: 2", "clip.ron:2:"),
            ("\"human\"", "\"humna\"", "did you mean \"human\"?"),
            (
                "frame_secs: 0.1",
                "frame_secs: 0",
                "frame_secs 0 is not between",
            ),
            (
                "frame_secs: 0.1",
                "frame_secs: 359.2",
                "frame_secs 359.2 is not between 0.000001 and 10 s",
            ),
            (
                "Hinge(\"left_knee\")",
                "Hinge(\"left_knie\")",
                "did you mean \"left_knee\"?",
            ),
            (
                "Hinge(\"left_knee\")",
                "Ball(\"left_knee\")",
                "left_knee\" is a hinge",
            ),
            (
                "Hinge(\"left_knee\")",
                "Hinge(\"right_knee\")",
                "right_knee\" is there twice",
            ),
            (
                "joints_deg: [",
                "joints_deg: [1, ",
                "frame 0: joints_deg has",
            ),
            (
                "start_secs:",
                "balance: Wobbly, start_secs:",
                "expected either `Static` or `Dynamic`",
            ),
            ("root: (", "root: (NaN, ", "clip.ron:"),
            ("root: (", "wurzel: (", "expected one of"),
            ("frames: [", "frames: [], frames: [", "at least one frame"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good, "{from}");
            let error = read(&bad).unwrap_err();
            assert!(error.place.is_some(), "{error}");
            assert!(error.to_string().contains(words), "{error}");
        }
        let contact = good.replace("contacts: [", "contacts: [\"left_fot\", ");
        let error = read(&contact).unwrap_err().to_string();
        assert!(error.contains("did you mean \"left_foot\"?"), "{error}");
    }
}
