//! What a single name says: the side that it speaks of, and the part of the body that its other words mean.
//!
//! ```text
//! J_Bip_L_UpperLeg ──> j bip l upper leg ──> without prefixes and fillers ──> left, "upperleg" ──> thigh
//! ```
//! Names that are used for one part by some programs and for another by others have a meaning that waits for the rest of the
//! skeleton: see [`super::parts_of`].

use super::naming::Segment;
use crate::kinematics::Side;
use std::collections::BTreeMap;

/// What a name says before the rest of the skeleton is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Sure(Segment),
    /// A collar bone when the side has another word for the upper arm, else the upper arm; of the spine in the middle.
    Shoulder,
    /// Toes when the side has another word for the foot (an ankle), else the foot.
    Foot,
    /// Thigh on a side when nothing else is called thigh, else a filler; the pelvis in the middle.
    Hip,
    /// Thigh when the side has another word for the shank and none for the thigh, else the shank.
    Leg,
    /// Forearm when the side has another word for the upper arm and none for the forearm, else the upper arm.
    Arm,
}

use Meaning::Sure;
use Segment::{
    Collar, Foot, Forearm, Hand, Head, Neck, Pelvis, Shank, Spine, Thigh, Toes, UpperArm,
};

/// Words left when side, digits, prefixes and fillers are gone, and what they mean.
const WORDS: &[(&str, Meaning)] = &[
    ("hips", Sure(Pelvis)),
    ("pelvis", Sure(Pelvis)),
    ("root", Sure(Pelvis)),
    ("lowerbody", Sure(Pelvis)),
    ("spinebase", Sure(Pelvis)),
    ("下半身", Sure(Pelvis)),
    ("hip", Meaning::Hip),
    ("spine", Sure(Spine)),
    ("spinemid", Sure(Spine)),
    ("spinelower", Sure(Spine)),
    ("spineupper", Sure(Spine)),
    ("spineshoulder", Sure(Spine)),
    ("spinenaval", Sure(Spine)),
    ("spinechest", Sure(Spine)),
    ("lowerback", Sure(Spine)),
    ("upperback", Sure(Spine)),
    ("back", Sure(Spine)),
    ("torso", Sure(Spine)),
    ("waist", Sure(Spine)),
    ("stomach", Sure(Spine)),
    ("ab", Sure(Spine)),
    ("abdomen", Sure(Spine)),
    ("abdomenlower", Sure(Spine)),
    ("abdomenupper", Sure(Spine)),
    ("belly", Sure(Spine)),
    ("chest", Sure(Spine)),
    ("chestlower", Sure(Spine)),
    ("chestupper", Sure(Spine)),
    ("upperchest", Sure(Spine)),
    ("thorax", Sure(Spine)),
    ("upperbody", Sure(Spine)),
    ("上半身", Sure(Spine)),
    ("neck", Sure(Neck)),
    ("necklower", Sure(Neck)),
    ("neckupper", Sure(Neck)),
    ("necktwist", Sure(Neck)),
    ("首", Sure(Neck)),
    ("head", Sure(Head)),
    ("頭", Sure(Head)),
    ("collar", Sure(Collar)),
    ("collarbone", Sure(Collar)),
    ("clavicle", Sure(Collar)),
    ("clavicula", Sure(Collar)),
    ("clav", Sure(Collar)),
    ("scapula", Sure(Collar)),
    ("tshoulder", Sure(Collar)),
    ("shoulder", Meaning::Shoulder),
    ("肩", Meaning::Shoulder),
    ("arm", Meaning::Arm),
    ("腕", Meaning::Arm),
    ("uparm", Sure(UpperArm)),
    ("uarm", Sure(UpperArm)),
    ("upperarm", Sure(UpperArm)),
    ("humerus", Sure(UpperArm)),
    ("shldr", Sure(UpperArm)),
    ("shldrbend", Sure(UpperArm)),
    ("forearm", Sure(Forearm)),
    ("farm", Sure(Forearm)),
    ("forearmbend", Sure(Forearm)),
    ("lowerarm", Sure(Forearm)),
    ("lowarm", Sure(Forearm)),
    ("radius", Sure(Forearm)),
    ("elbow", Sure(Forearm)),
    ("ひじ", Sure(Forearm)),
    ("肘", Sure(Forearm)),
    ("wrist", Sure(Hand)),
    ("hand", Sure(Hand)),
    ("手首", Sure(Hand)),
    ("thigh", Sure(Thigh)),
    ("thighbend", Sure(Thigh)),
    ("upleg", Sure(Thigh)),
    ("upperleg", Sure(Thigh)),
    ("femur", Sure(Thigh)),
    ("足", Sure(Thigh)),
    ("leg", Meaning::Leg),
    ("lowerleg", Sure(Shank)),
    ("lowleg", Sure(Shank)),
    ("calf", Sure(Shank)),
    ("shin", Sure(Shank)),
    ("shank", Sure(Shank)),
    ("tibia", Sure(Shank)),
    ("knee", Sure(Shank)),
    ("ひざ", Sure(Shank)),
    ("膝", Sure(Shank)),
    ("ankle", Sure(Foot)),
    ("足首", Sure(Foot)),
    ("foot", Meaning::Foot),
    ("toe", Sure(Toes)),
    ("toes", Sure(Toes)),
    ("toebase", Sure(Toes)),
    ("ball", Sure(Toes)),
    ("ballfoot", Sure(Toes)),
    ("つま先", Sure(Toes)),
];

/// Words in front of names that say whose skeleton it is.
const PREFIXES: [&str; 17] = [
    "mixamorig",
    "valve",
    "bip",
    "valvebiped",
    "biped",
    "character",
    "def",
    "org",
    "bone",
    "avg",
    "m",
    "j",
    "cc",
    "rl",
    "base",
    "b",
    "bn",
];

/// Words that say nothing wherever they stand: what a joint is, or that it is in the middle.
const FILLERS: [&str; 12] = [
    "joint", "jnt", "jt", "bone", "bind", "skin", "stretch", "c", "m", "x", "mid", "center",
];

const SIDES: [(&str, Side); 9] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("lft", Side::Left),
    ("rgt", Side::Right),
    ("左", Side::Left),
    ("右", Side::Right),
    ("rt", Side::Right),
    ("l", Side::Left),
    ("r", Side::Right),
];

/// What a name says; nothing for fingers, twists and words that nobody knows. `shared` words stand in front of most names of the
/// skeleton and say nothing.
pub(super) fn meaning_of(name: &str, shared: &[String]) -> Option<(Side, Meaning)> {
    let own = own_name(name);
    if let Some(segment) = vertebra(own) {
        return Some((Side::Middle, Sure(segment)));
    }
    let mut words = words(own);
    if words.len() > shared.len() && words.starts_with(shared) {
        words.drain(..shared.len());
    }
    while words.len() > 1 && PREFIXES.contains(&words[0].as_str()) {
        words.remove(0);
    }
    let (side, rest) = side_and_rest(&words);
    Some((side, known(&rest)?))
}

/// Words that most names of a skeleton begin with: those of its family, or of the person in it.
pub(super) fn shared_words<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    /// So many of all names.
    const MOST: f64 = 0.7;
    let mut all: Vec<Vec<String>> = names.map(|name| words(own_name(name))).collect();
    let most = MOST * all.len() as f64;
    let mut shared: Vec<String> = Vec::new();
    loop {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        // The last word of a name tells what it names.
        for words in all.iter().filter(|words| words.len() > shared.len() + 1) {
            *counts.entry(&words[shared.len()]).or_default() += 1;
        }
        let is_common = |(word, count): &(&str, usize)| {
            *count as f64 > most
                && known(word).is_none()
                && SIDES.iter().all(|(side, _)| side != word)
        };
        let Some((common, _)) = counts.into_iter().find(is_common) else {
            return shared;
        };
        let common = common.to_owned();
        all.retain(|words| words.get(shared.len()) == Some(&common));
        shared.push(common);
    }
}

/// A name without the namespace in front of it.
pub(super) fn own_name(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn known(word: &str) -> Option<Meaning> {
    let entry = WORDS.iter().find(|(known, _)| *known == word);
    entry.map(|(_, meaning)| *meaning)
}

/// Vertebrae name joints of the trunk: `L5`, `T12`, `jL5S1`, and `jT1C7` of the neck.
fn vertebra(name: &str) -> Option<Segment> {
    let name = name.strip_prefix('j').unwrap_or(name);
    let mut letters = name.chars().peekable();
    let (mut count, mut of_neck) = (0, false);
    while let Some(letter) = letters.next() {
        if !matches!(letter, 'C' | 'T' | 'L' | 'S') {
            return None;
        }
        of_neck |= letter == 'C';
        let digits = std::iter::from_fn(|| letters.next_if(char::is_ascii_digit)).count();
        if !(1..=2).contains(&digits) {
            return None;
        }
        count += 1;
    }
    let segment = if of_neck { Neck } else { Spine };
    (1..=2).contains(&count).then_some(segment)
}

/// The side that words speak of, and all others in one.
fn side_and_rest(words: &[String]) -> (Side, String) {
    let mut side = Side::Middle;
    let mut rest = String::new();
    for word in words {
        let said = SIDES.iter().find(|(name, _)| name == word);
        match said {
            Some((_, said)) if side == Side::Middle => side = *said,
            _ if FILLERS.contains(&word.as_str()) => {}
            _ => rest.push_str(word),
        }
    }
    // All in one word: `leftupleg`, `lthigh`, `左ひざ`.
    if side == Side::Middle && known(&rest).is_none() {
        let after = SIDES.iter().find_map(|(start, said)| {
            let after = rest.strip_prefix(start)?;
            known(after).map(|_| (*said, after.to_owned()))
        });
        return after.unwrap_or((side, rest));
    }
    (side, rest)
}

/// Words of a name in small letters: cut at separators, digits, and where a capital follows a small letter or begins the
/// last word of a run of capitals (`LHipJoint` is `l`, `hip`, `joint`).
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, c) in letters.iter().enumerate() {
        if !c.is_alphabetic() {
            words.push(String::new());
            continue;
        }
        let after_small = i > 0 && letters[i - 1].is_lowercase();
        let before_small = letters.get(i + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_small || before_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
