//! The HIERARCHY section: joints in braces. Read with a list of open joints, not by recursion, so that no file is too
//! deep for the machine.

use super::words::{Word, Words};
use super::{BvhJoint, Channel};
use crate::io::{FileError, nearest};
use glam::DVec3;
use std::collections::BTreeSet;

/// Skeletons with faces, fingers and hair stay far below.
const MOST_JOINTS: usize = 2000;
/// Joints inside joints.
const MOST_DEPTH: usize = 500;
/// Three positions and three rotations, and some to spare for odd programs.
const MOST_CHANNELS: usize = 12;
/// Names in one note; the rest are counted.
const MOST_NAMED: usize = 4;

/// Joints of the first skeleton, and how wide a row is with all of them.
pub(super) struct Hierarchy {
    pub joints: Vec<BvhJoint>,
    /// Numbers in a row of the file; more than the joints have when there are further skeletons.
    pub file_width: usize,
    pub notes: Vec<String>,
}

/// What is open while reading.
enum Open {
    Joint(usize),
    End(usize, Option<DVec3>),
}

struct Reader<'w, 'a> {
    words: &'w mut Words<'a>,
    joints: Vec<BvhJoint>,
    /// Where each joint's name stands in the file. (joints)
    places: Vec<usize>,
    has_offset: Vec<bool>,
    open: Vec<Open>,
    notes: Vec<String>,
}

/// Reads from HIERARCHY up to MOTION or the end.
pub(super) fn read_hierarchy(words: &mut Words<'_>) -> Result<Hierarchy, FileError> {
    match words.next() {
        Some(word) if word.is("HIERARCHY") => {}
        Some(word) => {
            let message = format!("a BVH file begins with HIERARCHY, not {}", word.shown());
            return Err(words.error(word.at, message));
        }
        None => return Err(words.error_at_end("is empty; a BVH file begins with HIERARCHY")),
    }
    let mut reader = Reader {
        words,
        joints: Vec::new(),
        places: Vec::new(),
        has_offset: Vec::new(),
        open: Vec::new(),
        notes: Vec::new(),
    };
    reader.roots()?;
    Ok(reader.finish())
}

impl<'a> Reader<'_, 'a> {
    /// ROOT joints, one after the other.
    fn roots(&mut self) -> Result<(), FileError> {
        loop {
            match self.words.peek() {
                Some(word) if word.is("ROOT") || (word.is("JOINT") && self.joints.is_empty()) => {
                    self.words.next();
                    self.begin_joint(word, None)?;
                    while !self.open.is_empty() {
                        self.part()?;
                    }
                }
                Some(word) if word.is("MOTION") && !self.joints.is_empty() => return Ok(()),
                None if !self.joints.is_empty() => return Ok(()),
                Some(word) if word.is("}") => {
                    let message = "a closing brace too many: every joint is closed already";
                    return Err(self.words.error(word.at, message));
                }
                Some(word) => {
                    let wanted = if self.joints.is_empty() {
                        "ROOT"
                    } else {
                        "MOTION"
                    };
                    let message = format!("{wanted} is expected, not {}", word.shown());
                    return Err(self.words.error(word.at, message));
                }
                None => return Err(self.words.error_at_end("ends without a ROOT")),
            }
        }
    }

    /// One entry of what is open: OFFSET, CHANNELS, a child, an End Site, or the closing brace.
    fn part(&mut self) -> Result<(), FileError> {
        let Some(word) = self.words.next() else {
            let message = format!("ends inside {}: a closing brace is missing", self.inside());
            return Err(self.words.error_at_end(message));
        };
        let (joint, in_end) = match self.open.last() {
            Some(Open::Joint(joint)) => (*joint, false),
            Some(Open::End(joint, _)) => (*joint, true),
            None => return Ok(()),
        };
        if word.is("OFFSET") {
            let offset = self.offset(word)?;
            self.set_offset(word, offset)
        } else if word.is("CHANNELS") {
            let channels = self.channels(word)?;
            if in_end {
                return match channels.len() {
                    0 => Ok(()),
                    _ => Err(self.words.error(word.at, "an End Site has no channels")),
                };
            }
            if !self.joints[joint].channels.is_empty() {
                let message = format!("{} has CHANNELS already", self.inside());
                return Err(self.words.error(word.at, message));
            }
            self.joints[joint].channels = channels;
            Ok(())
        } else if word.is("JOINT") && !in_end {
            self.begin_joint(word, Some(joint))
        } else if word.is("END") && !in_end {
            self.words.rest_of_line();
            self.brace(word)?;
            self.open.push(Open::End(joint, None));
            Ok(())
        } else if word.is("}") {
            if let Some(Open::End(joint, end)) = self.open.pop() {
                self.close_end(joint, end);
            }
            Ok(())
        } else {
            Err(self.unknown(word, in_end))
        }
    }

    fn begin_joint(&mut self, keyword: Word<'a>, parent: Option<usize>) -> Result<(), FileError> {
        if self.joints.len() == MOST_JOINTS {
            let message = format!("has more than {MOST_JOINTS} joints");
            return Err(self.words.error(keyword.at, message));
        }
        if self.open.len() == MOST_DEPTH {
            let message = format!("more than {MOST_DEPTH} joints are inside each other");
            return Err(self.words.error(keyword.at, message));
        }
        let name = self.words.rest_of_line();
        if name.bytes.is_empty() {
            let message = format!("{} needs a name", keyword.text());
            return Err(self.words.error(keyword.at, message));
        }
        self.brace(name)?;
        self.open.push(Open::Joint(self.joints.len()));
        self.places.push(name.at);
        self.has_offset.push(false);
        self.joints.push(BvhJoint {
            name: name.text().split_whitespace().collect::<Vec<_>>().join(" "),
            parent,
            offset: DVec3::ZERO,
            channels: Vec::new(),
            end: None,
        });
        Ok(())
    }

    /// The brace that opens `owner`.
    fn brace(&mut self, owner: Word<'_>) -> Result<(), FileError> {
        match self.words.next() {
            Some(word) if word.is("{") => Ok(()),
            Some(word) => {
                let (owner, shown) = (owner.shown(), word.shown());
                let message = format!("an opening brace is expected after {owner}, not {shown}");
                Err(self.words.error(word.at, message))
            }
            None => {
                let message = format!("ends after {}: its braces are missing", owner.shown());
                Err(self.words.error_at_end(message))
            }
        }
    }

    /// Three numbers.
    fn offset(&mut self, keyword: Word<'_>) -> Result<DVec3, FileError> {
        let (mut offset, mut count) = ([0.0; 3], 0);
        while let Some(word) = self.words.peek().filter(|word| !is_keyword(*word)) {
            let value = self.words.number(word, "OFFSET")?;
            if let Some(part) = offset.get_mut(count) {
                *part = value;
            }
            self.words.next();
            count += 1;
        }
        if count != 3 {
            let numbers = if count == 1 { "number" } else { "numbers" };
            let message = format!("OFFSET has {count} {numbers}; three are needed");
            return Err(self.words.error(keyword.at, message));
        }
        Ok(DVec3::from_array(offset))
    }

    fn set_offset(&mut self, keyword: Word<'_>, offset: DVec3) -> Result<(), FileError> {
        let is_second = match self.open.last_mut() {
            Some(Open::Joint(joint)) => {
                self.joints[*joint].offset = offset;
                std::mem::replace(&mut self.has_offset[*joint], true)
            }
            Some(Open::End(_, end)) => end.replace(offset).is_some(),
            None => false,
        };
        if is_second {
            let message = format!("{} has an OFFSET already", self.inside());
            return Err(self.words.error(keyword.at, message));
        }
        Ok(())
    }

    /// A count and as many names.
    fn channels(&mut self, keyword: Word<'_>) -> Result<Vec<Channel>, FileError> {
        let Some(count_word) = self.words.peek().filter(|word| !is_keyword(*word)) else {
            let message = "CHANNELS needs a count and as many names";
            return Err(self.words.error(keyword.at, message));
        };
        self.words.next();
        let count = count_word.text().parse::<usize>().ok();
        let Some(count) = count.filter(|count| *count <= MOST_CHANNELS) else {
            let shown = count_word.shown();
            let message = format!("CHANNELS: {shown} is not a count from 0 to {MOST_CHANNELS}");
            return Err(self.words.error(count_word.at, message));
        };
        let mut channels = Vec::with_capacity(count);
        while let Some(word) = self.words.peek().filter(|word| !is_keyword(*word)) {
            channels.push(self.channel(word, &channels)?);
            self.words.next();
            if channels.len() > MOST_CHANNELS {
                break;
            }
        }
        if channels.len() != count {
            let found = channels.len();
            let message = format!("CHANNELS says {count}, but {found} names follow");
            return Err(self.words.error(keyword.at, message));
        }
        Ok(channels)
    }

    fn channel(&self, word: Word<'_>, before: &[Channel]) -> Result<Channel, FileError> {
        let Some(channel) = Channel::ALL.into_iter().find(|c| word.is(c.name())) else {
            let names = Channel::ALL.map(Channel::name);
            let hint = match nearest(&word.text(), names) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there are {}", names.join(", ")),
            };
            let message = format!("channel {} does not exist; {hint}", word.shown());
            return Err(self.words.error(word.at, message));
        };
        if matches!(channel, Channel::Position(_)) && before.contains(&channel) {
            let message = format!("{} is there twice", channel.name());
            return Err(self.words.error(word.at, message));
        }
        Ok(channel)
    }

    fn close_end(&mut self, joint: usize, end: Option<DVec3>) {
        let line = self.words.line(self.places[joint]);
        let joint = &mut self.joints[joint];
        match (end, joint.end) {
            (None, _) => self.notes.push(format!(
                "line {line}: the End Site of {:?} has no OFFSET and is left out",
                joint.name
            )),
            (Some(_), Some(_)) => self.notes.push(format!(
                "line {line}: {:?} has more than one End Site; the first is taken",
                joint.name
            )),
            (Some(_), None) => joint.end = end,
        }
    }

    fn unknown(&self, word: Word<'_>, in_end: bool) -> FileError {
        let valid = if in_end {
            "OFFSET or a closing brace"
        } else {
            "OFFSET, CHANNELS, JOINT, End Site or a closing brace"
        };
        let message = format!(
            "{} in {} is not known here; {valid} is expected",
            word.shown(),
            self.inside()
        );
        self.words.error(word.at, message)
    }

    /// What is open, for messages.
    fn inside(&self) -> String {
        match self.open.last() {
            Some(Open::Joint(joint)) => format!("joint {:?}", self.joints[*joint].name),
            Some(Open::End(joint, _)) => format!("the End Site of {:?}", self.joints[*joint].name),
            None => "the HIERARCHY".to_owned(),
        }
    }

    /// Keeps the first skeleton, makes names unique, and says what was forgiven.
    fn finish(mut self) -> Hierarchy {
        let file_width = self.joints.iter().map(|joint| joint.channels.len()).sum();
        let second = self.joints.iter().skip(1).position(|j| j.parent.is_none());
        if let Some(second) = second.map(|index| index + 1) {
            let line = self.words.line(self.places[second]);
            let name = &self.joints[second].name;
            self.notes.push(format!(
                "line {line}: a second ROOT, {name:?}; only the first skeleton is read"
            ));
            self.joints.truncate(second);
        }
        self.note_joints("has no OFFSET; zero is taken", |this, joint| {
            !this.has_offset[joint]
        });
        let mut is_leaf = vec![true; self.joints.len()];
        for joint in &self.joints {
            if let Some(parent) = joint.parent {
                is_leaf[parent] = false;
            }
        }
        self.note_joints("has no End Site", |this, joint| {
            is_leaf[joint] && this.joints[joint].end.is_none()
        });
        self.make_names_unique();
        Hierarchy {
            joints: self.joints,
            file_width,
            notes: self.notes,
        }
    }

    /// One note for all joints of a kind.
    fn note_joints(&mut self, what: &str, is_meant: impl Fn(&Self, usize) -> bool) {
        let meant: Vec<usize> = (0..self.joints.len())
            .filter(|joint| is_meant(self, *joint))
            .collect();
        let names: Vec<String> = meant
            .iter()
            .take(MOST_NAMED)
            .map(|joint| format!("{:?}", self.joints[*joint].name))
            .collect();
        if let Some(first) = meant.first() {
            let line = self.words.line(self.places[*first]);
            let more = match meant.len() - names.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = names.join(", ");
            self.notes
                .push(format!("line {line}: {names}{more} {what}"));
        }
    }

    fn make_names_unique(&mut self) {
        let mut taken = BTreeSet::new();
        for index in 0..self.joints.len() {
            let name = self.joints[index].name.clone();
            if taken.insert(name.clone()) {
                continue;
            }
            let unique = (2..2 * MOST_JOINTS)
                .map(|count| format!("{name}_{count}"))
                .find(|unique| {
                    !taken.contains(unique) && self.joints.iter().all(|joint| joint.name != *unique)
                })
                .unwrap_or_default();
            let line = self.words.line(self.places[index]);
            self.notes.push(format!(
                "line {line}: a second joint is called {name:?}; it is read as {unique:?}"
            ));
            taken.insert(unique.clone());
            self.joints[index].name = unique;
        }
    }
}

/// Words that end a list of numbers or names.
fn is_keyword(word: Word<'_>) -> bool {
    const KEYWORDS: [&str; 8] = [
        "{", "}", "OFFSET", "CHANNELS", "JOINT", "ROOT", "END", "MOTION",
    ];
    KEYWORDS.iter().any(|keyword| word.is(keyword))
}
