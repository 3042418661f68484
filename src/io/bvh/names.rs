//! Names that every program takes: letters, digits and underscores, each once; and those that `MotionBuilder` knows.

use crate::character::{Character, LinkId};
use std::collections::BTreeSet;

/// What the joints of a written file are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointNames {
    /// As the character's links are called: `left_thigh`.
    Own,
    /// As `MotionBuilder` calls them, which most programs map at once: `LeftUpLeg`. Links that it has no name for are
    /// written in its manner: `LeftLowerForearm`.
    MotionBuilder,
}

/// Our words for the parts of a limb, after the side, and `MotionBuilder`'s.
const LIMBS: &[(&str, &str)] = &[
    ("clavicle", "Shoulder"),
    ("upper_arm", "Arm"),
    ("forearm", "ForeArm"),
    ("hand", "Hand"),
    ("wing", "Arm"),
    ("wing_tip", "ForeArm"),
    ("front_upper_leg", "Arm"),
    ("front_lower_leg", "ForeArm"),
    ("front_foot", "Hand"),
    ("thigh", "UpLeg"),
    ("shank", "Leg"),
    ("foot", "Foot"),
    ("hind_foot", "Foot"),
    ("toes", "ToeBase"),
];

/// A name for every link. (links)
pub(super) fn link_names(character: &Character, names: JointNames) -> Vec<String> {
    let own = character.links.iter().map(|link| link.name.as_str());
    match names {
        JointNames::Own => file_names(own),
        JointNames::MotionBuilder => {
            let trunk = trunk_names(character);
            let names = character.link_ids().map(|id| {
                let on_trunk = trunk.iter().find(|(link, _)| *link == id);
                on_trunk.map_or_else(|| limb_name(character, id), |(_, name)| name.clone())
            });
            let names: Vec<String> = names.collect();
            file_names(names.iter().map(String::as_str))
        }
    }
}

/// Names with everything but `[A-Za-z0-9_]` replaced by an underscore, and each made unique by a number.
pub(super) fn file_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut count = 1;
    let unique = names.map(|name| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut plain: String = name
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        if plain.is_empty() {
            plain.push('_');
        }
        let mut unique = plain.clone();
        while !taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{plain}_{count}");
        }
        unique
    });
    unique.collect()
}

/// From the first link to the head: Hips, Spine, Spine1, …, Neck, Neck1, …, Head.
fn trunk_names(character: &Character) -> Vec<(LinkId, String)> {
    let mut trunk = Vec::new();
    let mut next = character.find_link("head");
    while let Some(link) = next.filter(|link| *link != LinkId::ROOT) {
        trunk.push(link);
        next = character.link(link).parent;
    }
    trunk.reverse();
    let mut names = vec![(LinkId::ROOT, "Hips".to_owned())];
    let (mut spines, mut necks) = (0, 0);
    let numbered = |word: &str, count: &mut usize| {
        let name = match *count {
            0 => word.to_owned(),
            count => format!("{word}{count}"),
        };
        *count += 1;
        name
    };
    for link in trunk {
        let name = match character.link(link).name.as_str() {
            "head" => "Head".to_owned(),
            own if own.contains("neck") => numbered("Neck", &mut necks),
            _ => numbered("Spine", &mut spines),
        };
        names.push((link, name));
    }
    names
}

/// Side, then part: `left_upper_arm` and `l_upper_arm` are both `LeftArm`.
fn limb_name(character: &Character, id: LinkId) -> String {
    let link = character.link(id);
    let (side, part) = split_side(&link.name);
    let parent = link
        .parent
        .map(|parent| split_side(&character.link(parent).name).1);
    // Animals stand on their toes: the heel is where people's feet begin.
    let part = match (part, parent) {
        ("metatarsus", _) if !side.is_empty() => "foot",
        ("foot" | "hind_foot", Some("metatarsus")) => "toes",
        (part, _) => part,
    };
    let known = LIMBS
        .iter()
        .find(|(own, _)| *own == part && !side.is_empty());
    let name = known.map_or_else(|| capitals(part), |(_, name)| (*name).to_owned());
    format!("{side}{name}")
}

fn split_side(name: &str) -> (&'static str, &str) {
    let sides = [
        ("left_", "Left"),
        ("l_", "Left"),
        ("right_", "Right"),
        ("r_", "Right"),
    ];
    let found = sides
        .iter()
        .find_map(|(prefix, side)| Some((*side, name.strip_prefix(prefix)?)));
    found.unwrap_or(("", name))
}

/// `lower_forearm` becomes `LowerForearm`.
fn capitals(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{load_character, shipped_characters};

    #[test]
    fn strange_names_become_plain_and_stay_apart() {
        let names = file_names(["a b", "a:b", "a.b", "", "Ä", "a_b_2"].into_iter());
        assert_eq!(names, ["a_b", "a_b_2", "a_b_3", "_", "__4", "a_b_2_5"]);
    }

    #[test]
    fn the_human_has_the_names_that_programs_map_at_once() {
        let human = load_character("human").unwrap();
        let names = link_names(&human, JointNames::MotionBuilder);
        assert_eq!(
            names[..12].join(" "),
            "Hips Spine Spine1 Head LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot LeftToeBase RightArm"
        );
    }

    #[test]
    fn every_character_has_the_legs_and_the_head_of_motion_builder() {
        for (name, _) in shipped_characters() {
            let character = load_character(name).unwrap();
            let names = link_names(&character, JointNames::MotionBuilder);
            for wanted in ["Hips", "Spine", "Head", "LeftUpLeg", "LeftLeg", "RightFoot"] {
                // The bird has no back between its hips and its neck.
                if (*name, wanted) != ("chicken", "Spine") {
                    assert!(names.iter().any(|n| n == wanted), "{name}: {names:?}");
                }
            }
        }
    }
}
