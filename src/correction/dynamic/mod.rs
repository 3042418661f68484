//! Corrections in dynamic balance: the acting stays, and the zero-moment point of the whole body stays inside what stands.
//!
//! ```text
//! clip ──low-passed──> feet: places, rolls, swings ──> schedule ──> what stands when
//!                        └──> trunk as recorded ──> legs ──> poses ──> zero-moment points ──┐
//!                               ^──── heights, least change of the way <────────────────────┘   (Kajita's dynamics filter)
//! ```
//! People who are recorded are in balance already; what a recording loses is lost to noise, to another body's masses, and to feet that are
//! put where they stand. So nothing is planned anew: the trunk is carried elsewhere by the least that it takes, as a smooth function of
//! time, with all that hangs on it as recorded, and legs in closed form reach from it to the feet.

mod body;
mod feet;
mod heights;
mod recorded;
mod runs;
mod stance;
mod swing;
mod touch;

use super::BalanceSettings;
use super::balance::Corrected;
use crate::character::{Character, Contacts, LinkId};
use crate::kinematics::{SupportPolygon, TwoBoneLimb, body_size};
use crate::level::Level;
use crate::math::square;
use crate::motion::audit::GRAVITY;
use crate::motion::{
    BalanceKind, ChangeCosts, ChangeMoment, Clip, Hold, Recorder, Round, Support, filter,
    plan_change, pose_between,
};
use body::Body;
use feet::Feet;
use glam::{DVec2, DVec3};
use heights::{Heights, Load};
use recorded::Recorded;
use runs::Runs;

/// Rounds of the filter at most.
const ROUNDS: usize = 12;
/// A round has enough when every zero-moment point keeps this share of the margin that was planned.
const ENOUGH: f64 = 0.8;
/// Rounds in which only feet give way.
const FIRST_ROUNDS: usize = 4;
/// A zero-moment point of a person is believed to be no farther outside than this [m].
const MOST_OUTSIDE: f64 = 0.3;
/// Loads of a body are believed down to this, in weights.
const LEAST_LOAD: f64 = 0.1;

/// Where the trunk is carried, and what stands while it is.
struct Way {
    /// How far it is from where it was recorded [m]. (frames)
    places: Vec<DVec3>,
    /// (frames)
    contacts: Vec<Contacts>,
}

/// Corrects a clip; nothing where a foot hangs on a leg that has no closed form.
pub(super) fn correct(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    settings: &BalanceSettings,
    on_progress: &mut dyn FnMut(f64),
) -> Option<(Clip, Corrected)> {
    let limbs = limbs(character)?;
    let recorded = Recorded::new(character, clip, settings.cutoff_hz);
    let runs = Runs::new(character, clip, level, (&recorded, settings.contact_ends));
    let sunk =
        Feet::new((character, &limbs), clip, level, (&recorded, &runs)).sunk(recorded.frames());
    let recorded = recorded.raised(character, &sunk);
    let frame_secs = clip.frame_secs;
    // Wrists bend back farther under palms that carry.
    let links = character.feet.iter().map(|foot| foot.whole.link);
    let loaded = character.loaded_on(links);
    let loaded = loaded.as_ref().unwrap_or(character);
    let body = Body::new(loaded, &limbs, &recorded);
    let heights = Heights::new(character, &limbs, &recorded, frame_secs);
    let margin = body_size(character) * settings.margin;

    // 1 The trunk where it was, no higher than legs reach, on feet that give way to ankles at their limits; hands stand as long as arms let them.
    let at_first = |runs: &Runs| {
        let mut feet = Feet::new((character, &limbs), clip, level, (&recorded, runs));
        let mut way = vec![DVec3::ZERO; clip.frames.len()];
        for _ in 0..FIRST_ROUNDS {
            heights.reach(&feet, &mut way);
            feet.give(&body.poses(&feet, &way).1);
        }
        heights.reach(&feet, &mut way);
        (feet, way)
    };
    let (feet, way) = at_first(&runs);
    let (_, missed) = body.poses(&feet, &way);
    let lying = (runs.clone()).without_lost_hands(character, feet.followed().zip(&missed));
    let (mut feet, way) = if lying.of_feet == runs.of_feet {
        (feet, way)
    } else {
        at_first(&lying)
    };
    let runs = lying;
    let loads: Vec<Load> = runs.loads(settings.moves_body());
    let round = |feet: &Feet, supports: &[Support], places: Vec<DVec3>| {
        let (poses, missed) = body.poses(feet, &places);
        let contacts = (0..places.len())
            .map(|frame| feet.contacts(frame))
            .collect();
        let way = Way { places, contacts };
        let who = (character, LinkId::ROOT);
        let round = Round::new(who, supports, (way, poses), frame_secs);
        (round, missed)
    };
    let supports = feet.supports(character, clip, level);
    let (first, mut missed) = round(&feet, &supports, way);
    // 2 Carried elsewhere by the least that keeps the zero-moment point inside.
    let mut done = 0.0;
    let rounds = if settings.moves_body() { ROUNDS } else { 0 };
    let found = filter((rounds, ENOUGH * margin), first, |last| {
        done += 1.0;
        on_progress(done / (ROUNDS as f64 + 1.0));
        feet.give(&missed);
        let supports = feet.supports(character, clip, level);
        let insides = supports.iter().map(|s| inside(&s.hull, margin));
        let insides: Vec<SupportPolygon> = insides.collect();
        let mut way = last.way.places.clone();
        heights.plan((&feet, &loads), last, &mut way);
        let moments = moments(last, &way, (&insides, &loads), (&supports, frame_secs));
        let change = plan_change(&moments, frame_secs, &ChangeCosts::default());
        for (place, xz) in way.iter_mut().zip(change) {
            (place.x, place.z) = (xz.x, xz.y);
        }
        // Legs reach from where it is now.
        heights.plan((&feet, &loads), last, &mut way);
        let (round, now_missed) = round(&feet, &supports, way);
        missed = now_missed;
        round
    });

    let mut recorder = Recorder::new(character);
    let posed = found.best.poses.iter().zip(&found.best.way.contacts);
    let frames = clip.frames.iter().zip(posed);
    let frames = frames.map(|(recorded, (pose, contacts))| {
        let pose = pose_between(&recorded.pose, pose, settings.strength);
        recorder.frame(pose, *contacts)
    });
    let corrected = Clip {
        frames: frames.collect(),
        name: clip.name.clone(),
        character: clip.character.clone(),
        level: level.map(|level| level.name.clone()).or(clip.level.clone()),
        balance: Some(BalanceKind::Dynamic),
        start_secs: clip.start_secs,
        frame_secs,
    };
    on_progress(1.0);
    let count = |kind: Load| runs.loads(true).iter().filter(|l| **l == kind).count();
    let came = Corrected {
        flight_frames: count(Load::Flies),
        unheld_frames: count(Load::Unknown),
        iterations: found.rounds as u32,
    };
    Some((corrected, came))
}

/// The limb that ends in each foot; nothing where one that the body stands on has none.
fn limbs(character: &Character) -> Option<Vec<Option<TwoBoneLimb>>> {
    let feet = character.feet.iter();
    let limbs: Vec<_> = feet
        .map(|foot| TwoBoneLimb::new(character, foot.whole.link))
        .collect();
    let mut standing = character.standing_feet();
    standing.all(|foot| limbs[foot].is_some()).then_some(limbs)
}

/// What is left of a support when its zero-moment point keeps a margin from its edge; of one that is too narrow half of that, or all
/// of it.
fn inside(hull: &SupportPolygon, margin: f64) -> SupportPolygon {
    if hull.corners().len() < 3 {
        return hull.clone();
    }
    let insets = [margin, 0.5 * margin, 0.25 * margin].map(|margin| hull.inset(margin));
    let mut insets = insets.into_iter().filter(|inset| inset.corners().len() > 2);
    insets.next().unwrap_or_else(|| hull.clone())
}

/// Every frame as the next plan sees it: what the last round did, less the change that it had already.
fn moments(
    last: &Round<Way>,
    way: &[DVec3],
    (insides, loads): (&[SupportPolygon], &[Load]),
    (supports, frame_secs): (&[Support], f64),
) -> Vec<ChangeMoment> {
    let before_now = &last.way.places;
    let count = before_now.len();
    let over = |frame: usize| DVec2::new(before_now[frame].x, before_now[frame].z);
    (0..count)
        .map(|frame| {
            let (before, after) = (frame.saturating_sub(1), (frame + 1).min(count - 1));
            let bend = (over(after) - 2.0 * over(frame) + over(before)) / square(frame_secs);
            let limb = &last.limbs[frame];
            // The height that is planned now weighs, not that of the last round.
            let up = |k: usize| way[k].y - before_now[k].y;
            let lift = (up(after) - 2.0 * up(frame) + up(before)) / square(frame_secs);
            let weight = (limb.weight + lift).max(LEAST_LOAD * GRAVITY);
            let com = last.measured[frame].com;
            let height = com.y + up(frame) - supports[frame].height;
            let lever_secs2 = height / weight;
            let hold = match loads[frame] {
                Load::Stands => {
                    let pull = limb.turning_xz - height * limb.acceleration_xz;
                    let own = DVec2::new(com.x, com.z) + pull / weight;
                    let near = insides[frame].nearest(own);
                    let believed = near + (own - near).clamp_length_max(MOST_OUTSIDE);
                    Hold::Stands {
                        inside: insides[frame].clone(),
                        point_xz: believed - over(frame) + lever_secs2 * bend,
                    }
                }
                Load::Flies => Hold::Flies {
                    acceleration_xz: limb.acceleration_xz - bend,
                },
                Load::Unknown => Hold::Unknown,
            };
            ChangeMoment { hold, lever_secs2 }
        })
        .collect()
}
