//! Whole walks as clips.

use super::biped::Biped;
use super::dynamic::{self, ManyLegs, walk_on_many_legs};
use super::foothold::Refusal;
use super::phase::Phase;
use super::planner::Footstep;
use super::settings::{Manner, WalkSettings, Wish};
use super::walker::{CannotStand, Walker};
use crate::character::Character;
use crate::level::Level;
use crate::motion::audit::hardest_turns;
use crate::motion::{BalanceKind, Clip, Contacts, Frame, Recorder};
use glam::DVec2;
use std::collections::BTreeSet;

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
    /// How it was walked: as ordered, slower all the way, or statically where a dynamic walk would tip.
    pub settings: WalkSettings,
    /// The share of the ordered speed at which its slowest step was made: 1 where none would have tipped.
    pub slowest: f64,
    /// The poses.
    pub clip: Clip,
    /// The footprints and arcs. Change them and [`walk_again`].
    pub footsteps: Vec<Footstep>,
    /// Why it ended before all steps were made, if it did.
    pub refusal: Option<Refusal>,
    /// Farthest that a foot was from its foothold when it landed [m].
    pub landing_error: f64,
    /// How far what keeps it on its feet stays inside what stands at least [m]: the centre of mass or, in dynamic balance, the
    /// zero-moment point. Negative where it tips.
    pub margin: f64,
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

    /// Frames that are made of it for each one that is asked for: a small body makes as many in each of its quick steps as a
    /// person does.
    pub fn frames_each(&self, character: &Character) -> usize {
        let frames = self.settings.frame_secs / LONGEST_FRAME_SECS;
        let quicker = Biped::new(character).map_or(1.0, |biped| 1.0 / biped.fineness().sqrt());
        ((frames - WHOLE).ceil().max(1.0) * quicker.round().max(1.0)) as usize
    }

    /// The same walk with frames so short that a figure follows its plan from one to the next, and how many of them make one
    /// that is asked for.
    fn finely(&self, character: &Character) -> (Self, usize) {
        let every = self.frames_each(character);
        let mut finely = self.clone();
        finely.settings.frame_secs /= every as f64;
        (finely, every)
    }

    /// The same as a walk of it was walked: perhaps statically.
    #[must_use]
    pub fn as_walked(&self, walk: &Walk) -> Self {
        Self {
            settings: walk.settings,
            ..self.clone()
        }
    }

    /// Frames of it as a clip.
    pub(super) fn clip(
        &self,
        (character, level): (&Character, &Level),
        frames: Vec<Frame>,
    ) -> Clip {
        Clip {
            name: format!("{} on {}", character.name, level.name),
            character: character.name.clone(),
            level: Some(level.name.clone()),
            balance: Some(match self.settings.manner {
                Manner::Static => BalanceKind::Static,
                Manner::Dynamic => BalanceKind::Dynamic,
            }),
            start_secs: self.start_secs,
            frame_secs: self.settings.frame_secs,
            frames,
        }
    }

    /// The same walked statically.
    fn at_rest(&self, biped: &Biped) -> Self {
        let settings = match self.settings.manner {
            Manner::Static => self.settings,
            Manner::Dynamic => WalkSettings {
                arms: self.settings.arms,
                heading: self.settings.heading,
                turn_per_step: self.settings.turn_per_step,
                upright: self.settings.upright,
                through: self.settings.through,
                frame_secs: self.settings.frame_secs,
                ..biped.static_settings()
            },
        };
        Self {
            settings,
            ..self.clone()
        }
    }

    /// What it is asked for after so many steps.
    pub(super) fn wish(&self, steps_made: usize) -> Wish {
        if steps_made >= self.steps {
            return Wish::STOP;
        }
        let wishes = self.wishes.iter().rev();
        let mut due = wishes.filter(|(from, _)| *from <= steps_made);
        due.next()
            .map_or_else(|| self.settings.ahead(), |(_, wish)| *wish)
    }
}

/// A walk of a person is made with frames no longer than this [s]; what is longer by this share of it is as long.
const LONGEST_FRAME_SECS: f64 = 1.0 / 120.0;
const WHOLE: f64 = 1e-9;

/// A joint of a person that is turned harder than this makes its step a difficult one [rad/s²].
const HARD: f64 = 300.0;
/// A difficult step takes this many times as long, so often.
const SLOWLY: f64 = 1.4;
const SLOWER: usize = 4;

/// Makes a walk, difficult steps slower than others; `on_progress` hears how many steps are made.
///
/// # Errors
/// When the figure cannot stand where it should start.
pub fn walk(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    mut on_progress: impl FnMut(usize),
) -> Result<Walk, CannotStand> {
    if let Some(body) = ManyLegs::new(character) {
        let (finely, every) = order.finely(character);
        let walk = walk_on_many_legs((character, &body), level, &finely, on_progress)?;
        return Ok(walk.sampled(character, order.settings.frame_secs, every));
    }
    if order.settings.manner == Manner::Dynamic {
        let (finely, every) = order.finely(character);
        if let Some(walk) = dynamic::walk(character, level, &finely, &mut on_progress)? {
            return Ok(walk.sampled(character, order.settings.frame_secs, every));
        }
    }
    let order = &order.at_rest(&Biped::new(character)?);
    let frame_secs = order.settings.frame_secs;
    let (order, every) = order.finely(character);
    let hard = HARD / Biped::new(character)?.fineness();
    let mut made = 0;
    let begin = |walker: &mut Walker| walker.set_wish(order.wish(0));
    let first = record(character, level, &order, begin, |walker| {
        let steps = walker.footsteps().len();
        if steps > made {
            made = steps;
            on_progress(steps);
            // A refusal has stopped it for good.
            if walker.refusal().is_none() {
                walker.set_wish(order.wish(steps));
            }
        }
    })?;
    let mut recorded = first;
    // Ground that moves would be elsewhere by the time of a slower step.
    let tries = if level.platforms().next().is_some() {
        0
    } else {
        SLOWER
    };
    for _ in 0..tries {
        let Some(footsteps) = slowed(&recorded, hard) else {
            break;
        };
        let begin = |walker: &mut Walker| walker.give_steps(footsteps);
        let mut again = record(character, level, &order, begin, |_| {})?;
        let is_whole = again.walk.refusal.is_none()
            && again.walk.footsteps.len() == recorded.walk.footsteps.len();
        if !is_whole || again.hardest_turn() > recorded.hardest_turn() {
            break;
        }
        again.walk.refusal = recorded.walk.refusal;
        recorded = again;
    }
    Ok(recorded.walk.sampled(character, frame_secs, every))
}

/// The same steps, those slower in which a joint is turned too hard; nothing when there are none. Where joints run into
/// their limits people take their time.
fn slowed(recorded: &Recorded, hard_turn: f64) -> Option<Vec<Footstep>> {
    let frames = recorded.turns.iter().zip(&recorded.steps_made);
    let hard: BTreeSet<usize> = frames
        .filter(|(turn, _)| **turn > hard_turn)
        .map(|(_, steps)| *steps)
        .collect();
    let mut footsteps = recorded.walk.footsteps.clone();
    for &step in &hard {
        // While a foot swings, or the weight is carried over to it before that.
        if let Some(swinging) = footsteps.get_mut(step) {
            swinging.swing_secs *= SLOWLY;
        }
        if let Some(landed) = step.checked_sub(1).and_then(|last| footsteps.get_mut(last)) {
            landed.shift_secs *= SLOWLY;
        }
    }
    (!hard.is_empty()).then_some(footsteps)
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
    let (finely, every) = order.finely(character);
    if order.settings.manner == Manner::Dynamic {
        let walk = dynamic::walk_again(character, level, &finely, &footsteps)?;
        return Ok(walk.sampled(character, order.settings.frame_secs, every));
    }
    let begin = |walker: &mut Walker| walker.give_steps(footsteps);
    let recorded = record(character, level, &finely, begin, |_| {})?;
    Ok(recorded
        .walk
        .sampled(character, order.settings.frame_secs, every))
}

impl Walk {
    /// Every so-manieth frame of a walk that was made finely. A sole that stands in two frames in a row has stood all the time
    /// between them: one that has made a whole step meanwhile is in the air in the first of them.
    fn sampled(mut self, character: &Character, frame_secs: f64, every: usize) -> Self {
        self.settings.frame_secs = frame_secs;
        if every == 1 {
            return self;
        }
        let mut recorder = Recorder::new(character);
        let fine = std::mem::take(&mut self.clip.frames);
        let stretches = fine.chunks(every);
        let mut next = fine.iter().step_by(every).skip(1);
        self.clip.frames = stretches
            .map(|stretch| {
                let (first, ends) = (&stretch[0], next.next().map(|frame| frame.contacts));
                let has_stepped = |sole: &usize| {
                    ends.is_some_and(|contacts| contacts.contains(*sole))
                        && !stretch.iter().all(|frame| frame.contacts.contains(*sole))
                };
                let stepped = first.contacts.iter().filter(has_stepped);
                let contacts = stepped.fold(first.contacts, Contacts::without);
                if contacts == first.contacts {
                    first.clone()
                } else {
                    recorder.frame(first.pose.clone(), contacts)
                }
            })
            .collect();
        self.clip.frame_secs = frame_secs;
        self
    }
}

/// A walk, and what it was doing.
struct Recorded {
    walk: Walk,
    /// Steps that were made before each frame. (frames)
    steps_made: Vec<usize>,
    /// The hardest that a joint is turned at each frame [rad/s²]. (frames)
    turns: Vec<f64>,
}

impl Recorded {
    fn hardest_turn(&self) -> f64 {
        self.turns.iter().copied().fold(0.0, f64::max)
    }
}

/// Advances a walker frame by frame: it stands, does what `begin` tells it, and stands again.
fn record(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    begin: impl FnOnce(&mut Walker),
    mut each_frame: impl FnMut(&mut Walker),
) -> Result<Recorded, CannotStand> {
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
    let mut steps_made = vec![0; frames.len()];
    let mut standing = 0;
    while standing <= pause {
        walker.advance();
        each_frame(&mut walker);
        frames.push(recorder.frame(walker.pose().clone(), walker.contacts()));
        steps_made.push(walker.footsteps().len());
        standing = if walker.phase() == Phase::Stand {
            standing + 1
        } else {
            0
        };
    }
    let margins = frames.iter().filter_map(|frame| frame.margin);
    let walk = Walk {
        settings: order.settings,
        slowest: 1.0,
        margin: margins.fold(f64::INFINITY, f64::min),
        clip: order.clip((character, level), frames),
        footsteps: walker.footsteps().to_vec(),
        refusal: walker.refusal().cloned(),
        landing_error: walker.landing_error(),
    };
    let turns = hardest_turns(&walk.clip);
    Ok(Recorded {
        walk,
        steps_made,
        turns,
    })
}
