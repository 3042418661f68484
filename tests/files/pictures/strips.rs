//! Strips of clips of every kind: standing, walking, over voids, in the air, one frame alone.

use crate::motions::{clip_of, moved, swaying, walking};
use contrapposto::character::Character;
use contrapposto::io::{load_character, load_level};
use contrapposto::level::Level;
use contrapposto::motion::{Audit, Clip, Contacts};
use contrapposto::picture::{Drawing, StripSheet, strip_sheet};
use glam::DVec3;
use std::sync::OnceLock;

/// A strip as the program draws it.
pub(crate) fn strip_of(character: &Character, clip: &Clip, level: Option<&Level>) -> Drawing {
    let audit = Audit::new(character, clip, level);
    strip_sheet(&StripSheet {
        character,
        clip,
        level,
        audit: &audit,
        title: format!("{} {}", character.name, clip.name),
        figures: None,
    })
}

/// A body that is thrown, and stands before and after.
pub(crate) fn hop(character: &Character) -> Clip {
    let both = character.soles_of_feet([0, 1]);
    let frame = |k: usize| {
        let t = (k as f64 - 10.0) / 20.0;
        let is_flying = (0.0..=1.0).contains(&t);
        let height = if is_flying { 1.2 * t * (1.0 - t) } else { 0.0 };
        let ahead = 0.6 * t.clamp(0.0, 1.0);
        let contacts = if is_flying { Contacts::NONE } else { both };
        (moved(character, DVec3::new(0.0, height, ahead)), contacts)
    };
    clip_of(character, "hop", (0..40).map(frame))
}

/// A body carried ahead at a walk's pace, left and right in contact in turn.
fn gliding(character: &Character, frames: usize) -> Clip {
    let frame = |k: usize| {
        let pose = moved(character, 0.02 * k as f64 * DVec3::Z);
        (pose, character.soles_of_feet([k / 15 % 2]))
    };
    clip_of(character, "gliding", (0..frames).map(frame))
}

/// Even steps over stepping stones. Solved once: solving takes far longer than drawing.
pub(crate) fn over_stones(human: &Character, stones: &Level) -> Clip {
    static CLIP: OnceLock<Clip> = OnceLock::new();
    let steps: Vec<f64> = (1..=8).map(|k| 0.35 * f64::from(k)).collect();
    CLIP.get_or_init(|| walking(human, stones, 0.0, &steps))
        .clone()
}

/// Names and strips.
pub(crate) fn all_strips() -> Vec<(&'static str, Drawing)> {
    static SWAYING: OnceLock<Clip> = OnceLock::new();
    let human = load_character("human").expect("shipped");
    let chicken = load_character("chicken").expect("shipped");
    let stones = load_level("stepping_stones").expect("shipped");
    let mut one = hop(&human);
    one.frames.truncate(1);
    let swaying = SWAYING.get_or_init(|| swaying(&human));
    let walk = over_stones(&human, &stones);
    vec![
        ("swaying", strip_of(&human, swaying, None)),
        ("stones", strip_of(&human, &walk, Some(&stones))),
        ("chicken", strip_of(&chicken, &gliding(&chicken, 90), None)),
        ("long", strip_of(&human, &gliding(&human, 900), None)),
        ("hop", strip_of(&human, &hop(&human), None)),
        ("one frame", strip_of(&human, &one, None)),
    ]
}
