//! Whole walks as clips.

use super::foothold::Refusal;
use super::phase::Phase;
use super::planner::Footstep;
use super::settings::{WalkSettings, Wish};
use super::walker::{CannotStand, Walker};
use crate::character::Character;
use crate::level::Level;
use crate::motion::{Clip, Recorder};
use glam::DVec2;

/// A walk that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkOrder {
    /// How the figure walks.
    pub settings: WalkSettings,
    /// Where it starts (x, z) [m].
    pub start_xz: DVec2,
    /// Time of the level when it starts [s].
    pub start_secs: f64,
    /// Steps before it stops; the one that then sets the feet side by side is not counted.
    pub steps: usize,
    /// What to do from a step on, counted from 0, in the order of the steps. Without any: straight ahead.
    pub wishes: Vec<(usize, Wish)>,
    /// How long it stands before the first step and after the last one [s].
    pub pause_secs: f64,
}

/// A walk that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The poses.
    pub clip: Clip,
    /// The footprints and arcs. Change them and [`walk_again`].
    pub footsteps: Vec<Footstep>,
    /// Why it ended before all steps were made, if it did.
    pub refusal: Option<Refusal>,
    /// Farthest that a foot was from its foothold when it landed [m].
    pub landing_error: f64,
}

impl WalkOrder {
    /// Straight ahead from the level's start, with settings of the caller.
    pub fn ahead(settings: WalkSettings, steps: usize) -> Self {
        Self {
            settings,
            start_xz: DVec2::new(0.0, 0.6),
            start_secs: 0.0,
            steps,
            wishes: Vec::new(),
            pause_secs: 0.25,
        }
    }

    /// What it is asked for after so many steps.
    fn wish(&self, steps_made: usize) -> Wish {
        if steps_made >= self.steps {
            return Wish::STOP;
        }
        let wishes = self.wishes.iter().rev();
        let mut due = wishes.filter(|(from, _)| *from <= steps_made);
        due.next()
            .map_or_else(|| self.settings.ahead(), |(_, wish)| *wish)
    }
}

/// Makes a walk; `on_progress` hears how many steps are made.
///
/// # Errors
/// When the figure cannot stand where it should start.
pub fn walk(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    mut on_progress: impl FnMut(usize),
) -> Result<Walk, CannotStand> {
    let mut made = 0;
    let begin = |walker: &mut Walker| walker.set_wish(order.wish(0));
    record(character, level, order, begin, |walker| {
        let steps = walker.footsteps().len();
        if steps > made {
            made = steps;
            on_progress(steps);
            // A refusal has stopped it for good.
            if walker.refusal().is_none() {
                walker.set_wish(order.wish(steps));
            }
        }
    })
}

/// Makes the steps that are given, which may have been changed since they were first made.
///
/// # Errors
/// When the figure cannot stand where it should start.
pub fn walk_again(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    footsteps: Vec<Footstep>,
) -> Result<Walk, CannotStand> {
    let begin = |walker: &mut Walker| walker.give_steps(footsteps);
    record(character, level, order, begin, |_| {})
}

/// Advances a walker frame by frame: it stands, does what `begin` tells it, and stands again.
fn record(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    begin: impl FnOnce(&mut Walker),
    mut each_frame: impl FnMut(&mut Walker),
) -> Result<Walk, CannotStand> {
    let start = (order.start_xz, order.start_secs);
    let mut walker = Walker::new(character, level, order.settings, start)?;
    let mut recorder = Recorder::new(character);
    let pause = (order.pause_secs / order.settings.frame_secs).round() as usize;
    let mut frames = vec![recorder.frame(walker.pose().clone(), walker.contacts())];
    for _ in 0..pause {
        walker.advance();
        frames.push(recorder.frame(walker.pose().clone(), walker.contacts()));
    }
    begin(&mut walker);
    let mut standing = 0;
    while standing <= pause {
        walker.advance();
        each_frame(&mut walker);
        frames.push(recorder.frame(walker.pose().clone(), walker.contacts()));
        standing = if walker.phase() == Phase::Stand {
            standing + 1
        } else {
            0
        };
    }
    Ok(Walk {
        clip: Clip {
            name: format!("{} on {}", character.name, level.name),
            character: character.name.clone(),
            level: Some(level.name.clone()),
            start_secs: order.start_secs,
            frame_secs: order.settings.frame_secs,
            frames,
        },
        footsteps: walker.footsteps().to_vec(),
        refusal: walker.refusal().cloned(),
        landing_error: walker.landing_error(),
    })
}
