//! Strips of clips of every kind: standing, walking, over voids, in the air, one frame alone.

use crate::clips::{clip_of, moved, swaying, walking};
use contrapposto::character::Character;
use contrapposto::io::{load_character, load_level};
use contrapposto::level::Level;
use contrapposto::motion::{Audit, Clip, Contacts};
use contrapposto::picture::{Drawing, StripSheet, strip_sheet};
use glam::DVec3;

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
    let both: Contacts = [0, 1].into_iter().collect();
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

/// Twelve even steps over stepping stones.
pub(crate) fn over_stones(human: &Character, stones: &Level) -> Clip {
    let steps: Vec<f64> = (1..=12).map(|k| 0.3 * f64::from(k)).collect();
    walking(human, stones, 0.0, &steps)
}

/// Names and strips.
pub(crate) fn all_strips() -> Vec<(&'static str, Drawing)> {
    let (human, chicken) = (
        load_character("human").expect("shipped"),
        load_character("chicken").expect("shipped"),
    );
    let (flat, stones) = (
        load_level("flat").expect("shipped"),
        load_level("stepping_stones").expect("shipped"),
    );
    let many: Vec<f64> = (1..=40).map(|k| 0.3 * f64::from(k)).collect();
    let mut one = hop(&human);
    one.frames.truncate(1);
    vec![
        ("swaying", strip_of(&human, &swaying(&human), None)),
        ("chicken", strip_of(&chicken, &swaying(&chicken), None)),
        (
            "stones",
            strip_of(&human, &over_stones(&human, &stones), Some(&stones)),
        ),
        (
            "long walk",
            strip_of(&human, &walking(&human, &flat, 0.0, &many), Some(&flat)),
        ),
        ("hop", strip_of(&human, &hop(&human), None)),
        ("one frame", strip_of(&human, &one, None)),
    ]
}
