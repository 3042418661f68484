//! Habits as files: what people do where nothing is asked of them, joint by joint.

use super::character_build::check_version;
use super::entries::Entries;
use super::place::suggestion;
use super::{FileError, Source};
use crate::character::{
    Character, Habit, Habits, Pose, first_coordinates, write_turned, write_turns_from,
};
use serde::Deserialize;
use std::fmt::Write;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HabitsFile {
    version: u32,
    /// Where the poses are from that it was fitted to.
    #[serde(rename = "origin")]
    _origin: String,
    kinds: Vec<KindEntry>,
}

/// One kind of poses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindEntry {
    share: f64,
    joints: Entries<JointEntry>,
}

/// One joint in it. Turns are a hinge's angle, or twice the vector part of a ball's quaternion [rad].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointEntry {
    /// From zero to the middle of the kind; left out where that is the rest pose.
    #[serde(default)]
    middle: Option<Vec<f64>>,
    /// How far it is turned besides [rad].
    loose: f64,
    /// With one standard deviation of each synergy. (synergies × coordinates)
    together: Vec<Vec<f64>>,
}

/// Kinds of poses at most: every pose is expected by each of them.
pub const MOST_KINDS: usize = 32;
/// Synergies of each kind at most.
pub const MOST_SYNERGIES: usize = 32;

/// How loose a joint of strength 1 is that a file says nothing about [rad].
const UNSEEN: f64 = 0.1;
const LEAST_STRENGTH: f64 = 0.1;

/// The habits that come with the program, where a body has the joints of a person; nothing where it has not.
pub(super) fn people_habits(character: &Character) -> Option<Habits> {
    let text = include_str!("../../characters/people.habits.ron");
    let source = Source::new("people.habits.ron", text);
    read_habits(&source, character).ok()
}

/// Reads habits for a body.
///
/// # Errors
/// Where the text is no such file, or the body lacks a joint of it or has one besides.
pub fn read_habits(source: &Source, character: &Character) -> Result<Habits, FileError> {
    let file: HabitsFile = source.parse()?;
    check_version(file.version, source)?;
    let count = file.kinds.len();
    if !(1..=MOST_KINDS).contains(&count) {
        let message = format!("there are 1 to {MOST_KINDS} kinds, not {count}");
        return Err(source.error_at(&["kinds"], message));
    }
    let kinds = file.kinds.iter();
    let kinds: Result<Vec<Habit>, FileError> = kinds
        .map(|kind| read_kind(source, character, kind))
        .collect();
    Ok(Habits { kinds: kinds? })
}

fn read_kind(source: &Source, character: &Character, kind: &KindEntry) -> Result<Habit, FileError> {
    let first = first_coordinates(character);
    if !(kind.share > 0.0 && kind.share <= 1.0) {
        let message = format!("a share is more than 0 and at most 1, not {}", kind.share);
        return Err(source.error_at(&["share"], message));
    }
    let names = || character.links.iter().map(|link| link.joint.name.as_str());
    let mut named = kind.joints.0.iter().map(|(name, _)| name.as_str());
    if let Some(unknown) = named.find(|name| !names().any(|n| n == *name)) {
        let hint = suggestion(unknown, names());
        let message = format!("{} has no joint {unknown:?}; {hint}", character.name);
        return Err(source.error_at(&[&format!("{unknown:?}")], message));
    }
    if let Some(twice) = kind.joints.twice() {
        let quoted = format!("{twice:?}");
        let message = format!("joint {twice:?} is there twice in one kind");
        return Err(source.error_at(&[&quoted, &quoted], message));
    }
    let zero = Pose::zero(&character.links);
    let (mut middle, mut turned) = (character.rest.joints.clone(), Vec::new());
    let mut looseness = Vec::with_capacity(character.links.len());
    let mut synergies: Option<Vec<Vec<f64>>> = None;
    for (index, link) in character.links.iter().enumerate() {
        let own = first[index]..first[index + 1];
        if own.is_empty() {
            looseness.push(1.0);
            continue;
        }
        let name = &link.joint.name;
        // A joint that recordings do not show: toes, fingers.
        let Some(entry) = kind.joints.get(name) else {
            looseness.push(link.joint.strength.max(LEAST_STRENGTH) * UNSEEN);
            continue;
        };
        let wrong = |what: &str| {
            let message = format!("{name}: {what}");
            source.error_at(&[&format!("{name:?}")], message)
        };
        let is_number = |x: &f64| x.is_finite() && x.abs() < 10.0;
        if entry.together.len() > MOST_SYNERGIES {
            return Err(wrong(&format!(
                "a kind has {MOST_SYNERGIES} synergies at most"
            )));
        }
        if !(entry.loose > 1e-4 && entry.loose < 10.0) {
            return Err(wrong("loose is 0.0001 to 10 rad"));
        }
        looseness.push(entry.loose);
        let numbers = entry.together.iter().chain(&entry.middle);
        for list in numbers {
            if list.len() != own.len() || !list.iter().all(is_number) {
                let count = own.len();
                return Err(wrong(&format!(
                    "{count} numbers below 10 rad are asked for"
                )));
            }
        }
        if let Some(turns) = &entry.middle {
            write_turned(&zero.joints[index..=index], turns, &mut turned);
            middle[index] = turned[0];
        }
        let count = first[first.len() - 1];
        let all = synergies.get_or_insert_with(|| vec![vec![0.0; count]; entry.together.len()]);
        if all.len() != entry.together.len() {
            return Err(wrong("every joint has as many synergies as the first"));
        }
        for (all, part) in all.iter_mut().zip(&entry.together) {
            all[own.clone()].copy_from_slice(part);
        }
    }
    Ok(Habit {
        share: kind.share,
        middle,
        looseness,
        synergies: synergies.unwrap_or_default(),
    })
}

/// Habits as text, which [`read_habits`] reads again. `origin` says where the poses are from.
pub fn write_habits(character: &Character, habits: &Habits, origin: &str) -> String {
    let first = first_coordinates(character);
    let zero = Pose::zero(&character.links);
    let mut turns = Vec::new();
    let mut text = String::from(
        "// What people do where nothing is asked of them: kinds of poses, and which joints turn together in each.\n\
         // Written by `contrapposto lab fit-posture`; docs/posture.md says what it means.\n(\n    version: 1,\n",
    );
    let _ = writeln!(text, "    origin: {origin:?},\n    kinds: [");
    for kind in &habits.kinds {
        let is_about_rest = kind.middle == character.rest.joints;
        let _ = writeln!(text, "        (share: {:.4}, joints: {{", kind.share);
        write_turns_from(&zero.joints, &kind.middle, &mut turns);
        for (index, link) in character.links.iter().enumerate() {
            let own = first[index]..first[index + 1];
            if own.is_empty() {
                continue;
            }
            let _ = write!(text, "            {:?}: (", link.joint.name);
            if !is_about_rest {
                let _ = write!(text, "middle: {}, ", list(&turns[own.clone()]));
            }
            let together: Vec<String> =
                (kind.synergies.iter().map(|u| list(&u[own.clone()]))).collect();
            let loose = kind.looseness[index];
            let together = together.join(", ");
            let _ = writeln!(text, "loose: {loose:.3}, together: [{together}]),");
        }
        text.push_str("        }),\n");
    }
    text.push_str("    ],\n)\n");
    text
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers
        .iter()
        .map(|x| {
            let rounded = format!("{x:.3}");
            let short = rounded.trim_end_matches('0').trim_end_matches('.');
            if short == "-0" { "0" } else { short }.to_owned()
        })
        .collect();
    format!("[{}]", numbers.join(", "))
}
