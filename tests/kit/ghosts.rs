//! Bodies that walk, the ground they walk on, and ghosts that follow them.
#![allow(clippy::unwrap_used, reason = "only tests call these")]

use contrapposto::character::Character;
use contrapposto::control::{GhostSettings, Run, RunOrder, run};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::level::Level;
use contrapposto::motion::Clip;

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
    let order = WalkOrder::ahead(biped.settings(), steps);
    walk(character, level, &order, |_| ()).unwrap().clip
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
