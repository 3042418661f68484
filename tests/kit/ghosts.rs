//! Bodies that walk, the ground they walk on, and ghosts that follow them.
#![allow(clippy::unwrap_used, reason = "only tests call these")]

use contrapposto::character::Character;
use contrapposto::control::{GhostSettings, Run, RunOrder, run};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::level::Level;
use contrapposto::motion::{Clip, Recorder};

/// Every shipped level.
pub(crate) const LEVELS: [&str; 8] = [
    "flat",
    "slope",
    "stairs",
    "rough",
    "stepping_stones",
    "ice",
    "rocks",
    "platform",
];

/// A walk ahead.
pub(crate) fn walked(character: &Character, level: &Level, steps: usize) -> Clip {
    let biped = Biped::new(character).unwrap();
    let order = WalkOrder::ahead(biped.static_settings(), steps);
    walk(character, level, &order, |_| ()).unwrap().clip
}

/// A clip of a figure that stands at rest.
pub(crate) fn standing(character: &Character, secs: f64) -> Clip {
    let contacts = character.soles_of_feet(character.standing_feet());
    let frame = Recorder::new(character).frame(character.rest.clone(), contacts);
    Clip {
        name: "standing".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 1.0 / 60.0,
        frames: vec![frame; (secs * 60.0) as usize + 1],
    }
}

/// A run with so many steps of physics in a second.
pub(crate) fn at_hz(steps_hz: f64) -> RunOrder {
    let settings = GhostSettings {
        steps_hz,
        ..GhostSettings::default()
    };
    RunOrder {
        settings,
        ..RunOrder::default()
    }
}

/// Runs it; every number stays finite.
pub(crate) fn go(character: &Character, level: &Level, clip: &Clip, order: &RunOrder) -> Run {
    let done = run(character, level, clip, order, &mut |_| ());
    assert!(done.finite);
    done
}
