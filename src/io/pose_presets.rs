//! The poses that come with the program: a goals file each, in `characters/poses/`, written for a person.

use super::goals_file::GoalsFile;
use super::{FileError, Source, load_character, load_level};
use crate::character::Character;
use crate::document::Preset;
use crate::kinematics::Kinematics;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

macro_rules! poses {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../characters/poses/", $name, ".ron")))),*]
    };
}

/// Name and text of every pose that comes with the program, in the order of lists.
pub fn shipped_poses() -> &'static [(&'static str, &'static str)] {
    poses![
        "stand",
        "contrapposto",
        "hands_on_hips",
        "wave",
        "think",
        "look_back",
        "stretch",
        "tiptoe_reach",
        "crouch",
        "deep_squat",
        "sit",
        "bow",
        "pick_up",
        "carry_box",
        "push_wall",
        "lean_on_table",
        "throw",
        "archer",
        "fencer",
        "lunge",
        "kneel",
        "half_kneel",
        "crawl",
        "plank",
        "handstand",
        "left_leg",
        "arabesque",
        "tree",
        "warrior",
        "kick",
    ]
}

/// Name and description of all of them.
pub fn pose_names() -> &'static [(&'static str, String)] {
    static NAMES: OnceLock<Vec<(&'static str, String)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let all = shipped_poses().iter();
        let described = all.map(|(name, text)| {
            let file = source(name, text).parse::<GoalsFile>();
            (*name, file.map(|file| file.description).unwrap_or_default())
        });
        described.collect()
    })
}

/// A shipped pose for a body: lengths are as many times a person's as its centre of mass is high.
///
/// # Errors
/// A sentence, where there is no such pose or the body has not what the pose is about.
pub fn preset(name: &str, character: &Character) -> Result<Preset, String> {
    let mut all = shipped_poses().iter();
    let Some((name, text)) = all.find(|(known, _)| *known == name) else {
        let names: Vec<&str> = shipped_poses().iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "there is no pose {name:?}, only {}",
            names.join(", ")
        ));
    };
    let source = source(name, &as_the_body_says(text, character));
    let read = || -> Result<Preset, FileError> {
        let file = source.parse::<GoalsFile>()?.for_body(character);
        let asked = file.checked(&source, character, &character.rest)?;
        let times = height_of_mass(character) / height_of_mass(&load_character("human")?);
        Ok(Preset {
            name: (*name).to_owned(),
            description: file.description,
            asked: asked.scaled(times),
            ground: Arc::new(load_level("flat")?),
        })
    };
    read().map_err(|lacks| {
        // What is missing stands in quotes.
        let part = lacks.message.split('"').nth(1).unwrap_or("all of it");
        let body = &character.name;
        format!("{body} cannot take the pose {name}: it has no {part}")
    })
}

/// A pose's text with sides as a body calls them: `left_hand`, or `l_hand`.
fn as_the_body_says<'a>(text: &'a str, character: &Character) -> Cow<'a, str> {
    let says = |side: &str| {
        character
            .feet
            .iter()
            .any(|foot| foot.name.starts_with(side))
    };
    if says("l_") && !says("left_") {
        let text = text.replace("\"left_", "\"l_");
        text.replace("\"right_", "\"r_").into()
    } else {
        text.into()
    }
}

fn source(name: &str, text: &str) -> Source {
    Source::new(format!("characters/poses/{name}.ron"), text)
}

/// Of its centre of mass at rest, over the ground [m].
fn height_of_mass(character: &Character) -> f64 {
    Kinematics::of(character, &character.rest).com.y
}
