//! Where the next step goes: the nearest place to the wish that carries the sole and that the body can step to.

use super::biped::{Biped, fineness};
use super::foothold::{Refusal, Terrain};
use super::settings::{WalkSettings, Wish};
use crate::level::Level;
use crate::math::{Transform, square};
use glam::{DVec2, DVec3};

/// Where a step starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) level: &'a Level,
    pub(super) time_secs: f64,
    /// The foot that stays: 0 left, 1 right.
    pub(super) support: usize,
    pub(super) world_from_feet: [Transform; 2],
    /// How far the walk has drifted to the left of its line [m].
    pub(super) drift: f64,
}

/// Footholds are looked for up to this far from the wish, in legs, and so far apart by a person's legs [m].
const SEARCH: f64 = 0.3;
const GRID: f64 = 0.01;
/// Being off to the side counts this much more than being early or late.
const ASIDE: f64 = 2.0;
/// A step goes at least this share of what was wished, or it is none.
const LEAST_PROGRESS: f64 = 0.3;
/// An unreachable foothold is followed by one at least this much nearer, for a person's legs [m].
const SHORTER: f64 = 0.02;

/// Offsets (across, ahead) from the wished place, the least costly first [m].
pub(super) fn search_order(leg_length: f64) -> Vec<DVec2> {
    let fineness = fineness(leg_length);
    let reach = (SEARCH * leg_length / (GRID * fineness)) as i32;
    // In a person's metres: many places cost the same, and rounding must not order them otherwise for every size.
    let places = (-reach..=reach).flat_map(|ahead| {
        (-reach..=reach).map(move |across| GRID * DVec2::new(across.into(), ahead.into()))
    });
    let mut places: Vec<DVec2> = places.collect();
    let cost = |place: &DVec2| square(ASIDE * place.x) + square(place.y);
    places.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    places.iter().map(|place| fineness * *place).collect()
}

/// Farthest that the next step of a person makes up for steps to the side [m].
const MOST_DRIFT: f64 = 0.1;

/// How far to the left of its line a walk is after a foot has landed [m], given how far it was before: the next step makes up
/// for it.
pub(super) fn drift_after(
    (biped, settings): (&Biped, &WalkSettings),
    world_from_feet: &[Transform; 2],
    foot: usize,
    (wish, drift): (Wish, f64),
) -> f64 {
    if wish.sideways != 0.0 || wish.turn != 0.0 {
        return 0.0;
    }
    let heading = biped.heading(world_from_feet);
    let left = DVec3::new(libm::cos(heading), 0.0, -libm::sin(heading));
    let center = |foot: usize| world_from_feet[foot].point(biped.feet[foot].center_in_link);
    let across = (center(foot) - center(1 - foot)).dot(left);
    let wished = biped.feet[foot].side * settings.step_width - drift;
    let most = MOST_DRIFT * biped.fineness();
    (across - wished).clamp(-most, most)
}

/// Looks for the next step of a wish, best places first: `attempt` makes the step that sets the sole's middle over a point (x, z)
/// with a heading, and says whether it is a comfortable one; of places that fit the sole but not the legs it is asked so often.
pub(super) fn search<T>(
    (biped, settings, order): (&Biped, &WalkSettings, &[DVec2]),
    here: &Place,
    (wish, most_tries): (Wish, usize),
    mut attempt: impl FnMut(&Terrain, (DVec2, f64)) -> Result<(T, bool), Refusal>,
) -> Result<T, Refusal> {
    let swing = 1 - here.support;
    let is_sagittal = biped.is_sagittal;
    let side = biped.feet[swing].side;

    // 1 Where the wish would have it, seen from the standing foot.
    let (forward, aside, turn) = settings.step_of(wish);
    let opens = wish.sideways * side > 0.0;
    let aside = if opens { aside } else { 0.0 };
    let heading = biped.feet[here.support].heading(&here.world_from_feet[here.support]) + turn;
    let ahead = DVec2::new(libm::sin(heading), libm::cos(heading));
    let left = DVec2::new(ahead.y, -ahead.x);
    let support = &biped.feet[here.support];
    let stand = here.world_from_feet[here.support].point(support.center_in_link);
    let stand_xz = DVec2::new(stand.x, stand.z);
    let across = side * settings.step_width + aside - here.drift;

    // 2 The nearest place to it that carries the sole and that the legs reach.
    let leg = biped.shorter_leg();
    let terrain = Terrain::around(here.level, here.time_secs, stand_xz, 2.0 * leg);
    let shorter = SHORTER * biped.fineness();
    let mut refusal = None;
    let mut farthest = f64::INFINITY;
    let mut tries = 0;
    let mut fallback = None;
    for offset in order {
        let offset = if is_sagittal && offset.x != 0.0 {
            continue;
        } else {
            *offset
        };
        let (x, z) = (across + offset.x, forward + offset.y);
        let makes_progress = z * forward.signum() >= LEAST_PROGRESS * forward.abs();
        // Feet do not cross, and one that is out of reach makes those beyond it so, too.
        let crosses = x * side < 0.5 * settings.step_width;
        if (forward != 0.0 && !makes_progress) || (!is_sagittal && crosses) || z.abs() > farthest {
            continue;
        }
        let center_xz = stand_xz + x * left + z * ahead;
        match attempt(&terrain, (center_xz, heading)) {
            Ok((step, true)) => return Ok(step),
            Ok((step, false)) => {
                // The shorter a step, the more comfortable.
                fallback = Some(step);
                farthest = z.abs() - shorter;
                tries += 1;
            }
            Err(why) => {
                match why {
                    Refusal::OutOfReach { .. } => {
                        farthest = z.abs() - shorter;
                        tries += 1;
                    }
                    Refusal::NoWayOver => tries += 1,
                    _ => {}
                }
                // What keeps the body from a place that fits its sole says more than the next place that does not.
                let says_more = matches!(why, Refusal::OutOfReach { .. } | Refusal::NoWayOver);
                if refusal.is_none() || (says_more && tries == 1) {
                    refusal = Some(why);
                }
            }
        }
        if tries >= most_tries {
            break;
        }
    }
    fallback.ok_or_else(|| refusal.unwrap_or(Refusal::NoWayOver))
}
