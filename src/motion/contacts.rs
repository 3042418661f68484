//! Which feet carry weight, and which of their soles: found from height and speed with hysteresis, and corrected by hand.
//!
//! ```text
//! low and slow ──> planted ──> higher or faster by far ──> lifted       (enter and leave differ, so noise does not flicker)
//! ```
//! All is seen from the ground under the sole, which may be a platform that moves. Without a level a foot may stand on
//! ground that the recording does not have (a stair): then one that keeps still and is the lowest of all stands, however
//! high. A hand stands as a foot does, for longer, and not beside feet that carry the body alone; its tilt says nothing, for recordings seldom
//! know how far a wrist is bent back. Of a foot that stands those soles touch that are about as low as its lowest one: all of it, ball and toes while the
//! heel is lifted, the toes alone when it leaves, the heel alone when it comes. Nothing stands while the body falls freely. In motions without noise corners tell it: one that
//! keeps still at the ground carries, though its foot rolls over it.

use super::{Clip, Contacts, Recorder, SoleTracks, falling, stretches};
use crate::character::{Character, FootKind};
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use std::ops::Range;

/// When a sole counts as planted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSettings {
    /// A sole lower than this over the ground may be planted [m]. Default 0.06.
    pub height_in: f64,
    /// A planted sole higher than this is lifted [m]. Default 0.12.
    pub height_out: f64,
    /// A sole slower than this may be planted [m/s]. Default 0.4.
    pub speed_in: f64,
    /// A planted sole faster than this is lifted [m/s]. Default 0.9.
    pub speed_out: f64,
    /// A contact begins and ends where its sole is slower than this, or than ten times what is usual in the
    /// middle of that contact, whichever is more [m/s]. Default infinite: it ends where the sole is lifted.
    pub speed_at_ends: f64,
    /// A sole tilted less than this may be planted [rad]. Default 0.7.
    pub tilt_in: f64,
    /// A planted sole tilted more than this is lifted, or on its tip [rad]. Default 1.
    pub tilt_out: f64,
    /// Shorter contacts are none [s]. Default 0.08.
    pub shortest_contact: f64,
    /// The same of hands: who picks something up touches the floor and does not stand on it [s]. Default 0.2.
    pub shortest_of_hands: f64,
    /// Shorter gaps between two contacts of a sole are none [s]. Default 0.12.
    pub shortest_gap: f64,
    /// A sole whose foot rolls stands as long as a corner of it is lower than this [m], and slower than 2 mm/s. Default 0: noise would
    /// hide it.
    pub edge_height: f64,
    /// Contacts on ground that is nowhere in the recording last at least this long [s]. Default 0.2.
    pub shortest_raised: f64,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self {
            height_in: 0.06,
            height_out: 0.12,
            speed_in: 0.4,
            speed_out: 0.9,
            speed_at_ends: f64::INFINITY,
            tilt_in: 0.7,
            tilt_out: 1.0,
            shortest_contact: 0.08,
            shortest_of_hands: 0.2,
            shortest_gap: 0.12,
            edge_height: 0.0,
            shortest_raised: 0.2,
        }
    }
}

impl ContactSettings {
    /// For motions without noise: a sole that stands keeps still to a hair's breadth.
    pub fn exact() -> Self {
        Self {
            height_in: 0.02,
            height_out: 0.03,
            speed_in: 0.01,
            speed_out: 0.02,
            speed_at_ends: 0.001,
            shortest_gap: 0.03,
            edge_height: 0.002,
            ..Self::default()
        }
    }
}

/// A contact that people know better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactOverride {
    /// All soles of a foot, or one of them.
    pub soles: Contacts,
    /// First frame that it speaks of.
    pub from: usize,
    /// Last frame that it speaks of.
    pub to: usize,
    /// Whether they are planted there.
    pub planted: bool,
}

impl ContactOverride {
    /// Reads `left_foot:120-180=up, right_foot:0-60=down`; frames count from 0, and both ends are meant.
    ///
    /// # Errors
    /// A sentence on the first part that is none of these.
    pub fn parse_list(text: &str, character: &Character) -> Result<Vec<Self>, String> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.map(|part| Self::parse(part, character)).collect()
    }

    fn parse(part: &str, character: &Character) -> Result<Self, String> {
        let wrong = |what: &str| format!("{part:?}: {what}; a contact is SOLE:FROM-TO=up or =down");
        let (name, rest) = part.split_once(':').ok_or_else(|| wrong("has no `:`"))?;
        let (frames, state) = rest.split_once('=').ok_or_else(|| wrong("has no `=`"))?;
        let (from, to) = frames.split_once('-').unwrap_or((frames, frames));
        let number = |text: &str| {
            let text = text.trim();
            text.parse::<usize>()
                .map_err(|_| wrong(&format!("{text:?} is no frame")))
        };
        let (from, to) = (number(from)?, number(to)?);
        if to < from {
            return Err(wrong("the last frame is before the first"));
        }
        let Some(footing) = character.find_footing(name.trim()) else {
            let names = character.footing_names();
            let what = format!("there is no sole {name:?}, only {}", names.join(", "));
            return Err(wrong(&what));
        };
        let planted = match state.trim() {
            "down" => true,
            "up" => false,
            other => return Err(wrong(&format!("{other:?} is neither up nor down"))),
        };
        Ok(Self {
            soles: footing.patches,
            from,
            to,
            planted,
        })
    }
}

/// Finds the contacts of every frame from how its soles move, lets people overrule them, and writes them with their tracks
/// into the clip. `tracks` are the clip's own in the world, or those of the recording that it came from.
pub fn mark_contacts(
    character: &Character,
    clip: &mut Clip,
    tracks: &SoleTracks,
    level: Option<&Level>,
    settings: &ContactSettings,
    overrides: &[ContactOverride],
) {
    let over_ground = level.map(|level| tracks.over(level, clip.start_secs));
    let falls = falling(&tracks.com_heights(), clip.frame_secs);
    let tracks = over_ground.as_ref().unwrap_or(tracks);
    let mut planted = vec![Contacts::NONE; clip.frames.len()];
    // Feet first: whether hands carry hangs on what these do.
    let mut order: Vec<usize> = (0..character.feet.len()).collect();
    order.sort_by_key(|foot| character.feet[*foot].kind == FootKind::Hand);
    for foot in order {
        let own = &character.feet[foot];
        let mut stands = foot_states(tracks, foot, clip.frame_secs, level.is_some(), settings);
        for (stands, falls) in stands.iter_mut().zip(&falls) {
            *stands &= !falls;
        }
        if own.kind == FootKind::Hand {
            let carried = |frame: usize| feet_carry(character, tracks, (frame, planted[frame]));
            for run in stretches(&stands) {
                if 2 * run.clone().filter(|frame| carried(*frame)).count() > run.len() {
                    stands[run].fill(false);
                }
            }
        }
        let resting = resting(tracks, own.patches, settings);
        for (sole, rests) in own.patches.iter().zip(&resting) {
            let mut states = touching(tracks, (own.patches, sole), &stands, clip.frame_secs);
            // Where corners that rest can be told, they say all of a foot that stands or rolls. One that is lifted flat does neither,
            // however softly it leaves.
            for (frame, state) in states.iter_mut().enumerate() {
                let can_tell = resting.iter().any(|rests| rests[frame]);
                if can_tell && (stands[frame] || tracks.moves(frame, foot, settings.speed_in)) {
                    *state = rests[frame];
                }
            }
            for said in overrides.iter().filter(|said| said.soles.contains(sole)) {
                let end = states.len().min(said.to.saturating_add(1));
                if let Some(part) = states.get_mut(said.from..end) {
                    part.fill(said.planted);
                }
            }
            for (contacts, state) in planted.iter_mut().zip(states) {
                if state {
                    *contacts = contacts.with(sole);
                }
            }
        }
    }
    let mut recorder = Recorder::new(character);
    for (frame, contacts) in clip.frames.iter_mut().zip(planted) {
        let pose = std::mem::replace(&mut frame.pose, character.rest.clone());
        *frame = recorder.frame(pose, contacts);
    }
}

/// Whether the centre of mass is over feet that stand: who picks something up, or squats with hanging arms, does not stand on the hands.
fn feet_carry(
    character: &Character,
    tracks: &SoleTracks,
    (frame, planted): (usize, Contacts),
) -> bool {
    let feet = character.footings(planted).map(|footing| footing.foot);
    let feet = feet.filter(|foot| character.feet[*foot].kind == FootKind::Foot);
    let corners = feet.flat_map(|foot| tracks.footprint_xz(frame, foot));
    let hull = SupportPolygon::hull(corners);
    !hull.is_empty() && hull.margin(tracks.at(frame, 0).com_xz).metres > 0.0
}

/// A sole is on ground of its own while it is no higher than this over the lowest sole [m].
const AS_LOW: f64 = 0.03;
/// What carries weight is this far below the centre of mass: feet in a handstand are not [m].
const UNDER_BODY: f64 = 0.15;

/// A sole of a standing foot that is no higher than this over the lowest one touches the ground, and one that is higher than
/// the other lets go [m]: about 7° and 11° of a person's foot.
const TOUCHES: f64 = 0.02;
const LETS_GO: f64 = 0.03;
/// A sole of a standing foot touches or lets go for no shorter time [s].
const SHORTEST_TOUCH: f64 = 0.04;

/// A corner that rests is slower than this [m/s].
const REST_SPEED: f64 = 0.002;

/// Whether each sole of a foot rests on the ground in each frame, by its own corners: all of it, or an edge over which the foot rolls;
/// nowhere where that cannot be told. (soles of the foot × frames)
fn resting(tracks: &SoleTracks, own: Contacts, settings: &ContactSettings) -> Vec<Vec<bool>> {
    let heights = (settings.edge_height, TOUCHES);
    let can_tell = settings.edge_height > 0.0 && own.count() > 1;
    let rests =
        |frame: usize, sole: usize| can_tell && tracks.rests((frame, sole), heights, REST_SPEED);
    own.iter()
        .map(|sole| {
            (0..tracks.frames())
                .map(|frame| rests(frame, sole))
                .collect()
        })
        .collect()
}

/// Whether a sole touches the ground in each frame, given whether its foot stands.
fn touching(
    tracks: &SoleTracks,
    (own, sole): (Contacts, usize),
    foot_stands: &[bool],
    frame_secs: f64,
) -> Vec<bool> {
    if own.count() == 1 {
        return foot_stands.to_vec();
    }
    let above = |frame: usize| {
        let heights = own.iter().map(|sole| tracks.sole_height(frame, sole));
        tracks.sole_height(frame, sole) - heights.fold(f64::INFINITY, f64::min)
    };
    let mut touches = false;
    let mut states: Vec<bool> = foot_stands
        .iter()
        .enumerate()
        .map(|(frame, stands)| {
            let most = if touches { LETS_GO } else { TOUCHES };
            touches = *stands && above(frame) <= most;
            touches
        })
        .collect();
    let shortest = (SHORTEST_TOUCH / frame_secs).round() as usize;
    drop_short_runs(&mut states, false, shortest);
    drop_short_runs(&mut states, true, shortest);
    // Something of a foot that stands does, and nothing of one that does not.
    for (frame, (state, stands)) in states.iter_mut().zip(foot_stands).enumerate() {
        *state = *stands && (*state || above(frame) == 0.0);
    }
    states
}

/// Whether one foot is planted in each frame.
fn foot_states(
    tracks: &SoleTracks,
    foot: usize,
    frame_secs: f64,
    knows_ground: bool,
    settings: &ContactSettings,
) -> Vec<bool> {
    let frames = tracks.frames();
    let height = |frame: usize| tracks.at(frame, foot).lowest;
    let feet = tracks.feet();
    let is_hand = tracks.kind(foot) == FootKind::Hand;
    // Hands may hang lower than feet that stand.
    let counts = |other: &usize| is_hand || tracks.kind(*other) != FootKind::Hand;
    let lowest = |frame: usize| {
        let others = (0..feet).filter(counts);
        let all = others.map(|other| tracks.at(frame, other).lowest);
        all.fold(f64::INFINITY, f64::min)
    };
    let count = |secs: f64| (secs / frame_secs).round() as usize;
    let mut states = vec![false; frames];
    let mut frame = 0;
    while frame < frames {
        let moment = tracks.at(frame, foot);
        let can_carry = moment.speed < settings.speed_in
            && moment.tilt < settings.tilt_in
            && moment.below_com > UNDER_BODY;
        let is_low = height(frame) < settings.height_in;
        let is_raised = !knows_ground && height(frame) < lowest(frame) + AS_LOW;
        if !(can_carry && (is_low || is_raised)) {
            frame += 1;
            continue;
        }
        // Follow it until it is lifted; on ground of its own, over the lowest that it gets there.
        let start = frame;
        let mut base = if is_low { 0.0 } else { height(frame) };
        while frame < frames {
            if !is_low {
                base = base.min(height(frame));
            }
            let lifted = height(frame) > base + settings.height_out
                || tracks.at(frame, foot).speed > settings.speed_out
                || tracks.at(frame, foot).tilt > settings.tilt_out;
            if lifted {
                break;
            }
            frame += 1;
        }
        let begins = |f: usize| {
            let slow = tracks.at(f, foot).speed < settings.speed_in;
            slow && height(f) < base + settings.height_in && !states[f]
        };
        let mut first = start;
        while !is_low && first > 0 && begins(first - 1) {
            first -= 1;
        }
        if is_low || frame - first >= count(settings.shortest_raised) {
            let speed = |frame: usize| tracks.at(frame, foot).speed;
            states[still_part(first..frame, speed, settings.speed_at_ends)].fill(true);
        }
        frame = frame.max(start + 1);
    }
    drop_short_runs(&mut states, false, count(settings.shortest_gap));
    let shortest = if is_hand {
        settings.shortest_of_hands
    } else {
        settings.shortest_contact
    };
    drop_short_runs(&mut states, true, count(shortest));
    states
}

/// How many times faster than in the middle of its contact a sole is when it comes or goes.
const RESTLESS: f64 = 10.0;

/// A contact without the frames at its ends in which the sole is on its way already: slowly, for steps begin and end softly,
/// but faster than it trembles while it stands. At least half of the contact is left.
fn still_part(run: Range<usize>, speed: impl Fn(usize) -> f64, at_ends: f64) -> Range<usize> {
    let mut speeds: Vec<f64> = run.clone().map(&speed).collect();
    speeds.sort_by(f64::total_cmp);
    let usual = speeds.get(speeds.len() / 2).copied().unwrap_or(0.0);
    let is_still = |frame: &usize| speed(*frame) <= at_ends.max(RESTLESS * usual);
    let first = run.clone().find(is_still).unwrap_or(run.start);
    let end = run
        .clone()
        .rev()
        .find(is_still)
        .map_or(run.end, |last| last + 1);
    first..end
}

/// Turns runs of `state` that are shorter than `shortest` frames into the other state; those at either end of the clip
/// may go on beyond it and stay.
fn drop_short_runs(states: &mut [bool], state: bool, shortest: usize) {
    let mut frame = 0;
    while frame < states.len() {
        let run = states[frame..].iter().take_while(|s| **s == states[frame]);
        let end = frame + run.count();
        let is_inner = frame > 0 && end < states.len();
        if states[frame] == state && is_inner && end - frame < shortest {
            states[frame..end].fill(!state);
        }
        frame = end;
    }
}
