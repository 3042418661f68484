//! The next step: a foothold near to where the wish would have it, an arc that leads there, and a body that can do it.

use super::arc::{FootArc, Pitch};
use super::biped::fineness;
use super::com_place::{ComPlace, toward};
use super::figure::{Figure, Wanted};
use super::foothold::{Foothold, Refusal, Terrain};
use super::key_pose::find_carried;
use super::paths::EARLY;
use super::settings::{WalkSettings, Wish};
use crate::character::Pose;
use crate::level::Level;
use crate::math::{Transform, square};
use glam::{DVec2, DVec3};

/// One step as data: change it and walk again.
#[derive(Clone, Debug, PartialEq)]
pub struct Footstep {
    /// The foot that swings: 0 left, 1 right.
    pub foot: usize,
    /// Where it goes.
    pub foothold: Foothold,
    /// How it goes there.
    pub arc: FootArc,
    /// How long it swings [s].
    pub swing_secs: f64,
    /// How long the centre of mass then takes over to it [s].
    pub shift_secs: f64,
    /// Whether it sets the feet side by side, to stand.
    pub closes: bool,
}

/// A step that was checked, with the way of the centre of mass.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) step: Footstep,
    /// Where the centre of mass is when the foot lands: over the standing foot.
    pub(super) exit: ComPlace,
    /// Where it is when the other foot lifts: over the landed one.
    pub(super) entry: ComPlace,
    /// How much higher than straight between its ends the way of the centre of mass is half-way through the swing [m].
    pub(super) rise: f64,
    /// Whether all joints of the legs stay away from their limits.
    is_comfortable: bool,
}

/// What a step starts from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'a> {
    pub(super) level: &'a Level,
    pub(super) time_secs: f64,
    /// The foot that stays: 0 left, 1 right.
    pub(super) support: usize,
    pub(super) world_from_feet: [Transform; 2],
    pub(super) pose: &'a Pose,
    /// How far the walk has drifted to the left of its line [m].
    pub(super) drift: f64,
    /// Where the centre of mass is before the swing.
    pub(super) from: ComPlace,
}

/// Footholds are looked for up to this far from the wish, in legs, and so far apart by a person's legs [m].
const SEARCH: f64 = 0.3;
const GRID: f64 = 0.01;
/// Being off to the side counts this much more than being early or late.
const ASIDE: f64 = 2.0;
/// A step goes at least this share of what was wished, or it is none.
const LEAST_PROGRESS: f64 = 0.3;
/// Footholds that fit the sole but not the legs are tried this often.
const MOST_TRIES: usize = 8;
/// An unreachable foothold is followed by one at least this much nearer, for a person's legs [m].
const SHORTER: f64 = 0.02;
/// The centre of mass passes from foot to foot at this share of its mean speed there.
const PASSING: f64 = 0.45;
/// How much less than on arriving the centre of mass goes beyond the middle of a foot before the other one lands: the
/// ankle of the standing foot bends that way less than any other joint.
const LEAVING: f64 = 0.5;
/// The same when the ankle is left to itself.
const RELAXED: f64 = 1e-4;
/// How firmly a foot keeps its orientation in the air; on the ground it is 1.
pub(super) const IN_THE_AIR: f64 = 0.003;
/// How much of the way up to a stretched leg the body rises over it.
const BOUNCE: f64 = 0.5;

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

/// Chooses the next step of a wish; with no wish left, the step that sets the feet side by side.
pub(super) fn choose(
    figure: &mut Figure,
    settings: &WalkSettings,
    order: &[DVec2],
    here: &Here,
    wish: Wish,
) -> Result<Prepared, Refusal> {
    let swing = 1 - here.support;
    let is_sagittal = figure.biped.is_sagittal;
    let side = figure.biped.feet[swing].side;

    // 1 Where the wish would have it, seen from the standing foot.
    let (forward, aside, turn) = settings.step_of(wish);
    let opens = wish.sideways * side > 0.0;
    let aside = if opens { aside } else { 0.0 };
    let heading =
        figure.biped.feet[here.support].heading(&here.world_from_feet[here.support]) + turn;
    let ahead = DVec2::new(libm::sin(heading), libm::cos(heading));
    let left = DVec2::new(ahead.y, -ahead.x);
    let support = &figure.biped.feet[here.support];
    let stand = here.world_from_feet[here.support].point(support.center_in_link);
    let stand_xz = DVec2::new(stand.x, stand.z);
    let across = side * settings.step_width + aside - here.drift;

    // 2 The nearest place to it that carries the sole and that the legs reach.
    let leg = figure.biped.shorter_leg();
    let terrain = Terrain::around(here.level, here.time_secs, stand_xz, 2.0 * leg);
    let shorter = SHORTER * figure.biped.fineness();
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
        let closes = wish == Wish::STOP;
        let tried = footstep(
            figure,
            settings,
            here,
            &terrain,
            (center_xz, heading),
            closes,
        )
        .and_then(|step| prepare(figure, settings, here, step));
        match tried {
            Ok(prepared) if prepared.is_comfortable => return Ok(prepared),
            Ok(prepared) => {
                // The shorter a step, the more comfortable.
                fallback = Some(prepared);
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
        if tries >= MOST_TRIES {
            break;
        }
    }
    fallback.ok_or_else(|| refusal.unwrap_or(Refusal::NoWayOver))
}

/// The swinging foot's step to a place, with its arc.
fn footstep(
    figure: &mut Figure,
    settings: &WalkSettings,
    here: &Here,
    terrain: &Terrain,
    (center_xz, heading): (DVec2, f64),
    closes: bool,
) -> Result<Footstep, Refusal> {
    let swing = 1 - here.support;
    let foot = &figure.biped.feet[swing];
    let foothold = terrain.foothold(foot, figure.biped.is_sagittal, center_xz, heading)?;
    let to = foothold.world_from_link(here.level, here.time_secs);
    let ends = (&here.world_from_feet[swing], &to);
    let level_foot = FootArc::over(terrain, foot, ends, settings.clearance, Pitch::default());
    let level_foot = level_foot.ok_or(Refusal::NoWayOver)?;
    // A foot that is lifted cannot be held level: its toes hang as far as the ankle needs.
    let pitch = relaxed_pitch(figure, settings, here, (&level_foot, &to));
    let foot = &figure.biped.feet[swing];
    // In a narrow place there may be room for less than that.
    let arc = [1.0, 0.5].into_iter().find_map(|share| {
        let pitch = Pitch {
            early: share * pitch.early,
            late: share * pitch.late,
        };
        FootArc::over(terrain, foot, ends, settings.clearance, pitch)
    });
    Ok(Footstep {
        foot: swing,
        foothold,
        arc: arc.unwrap_or(level_foot),
        swing_secs: settings.swing_secs(),
        shift_secs: settings.shift_secs(),
        closes,
    })
}

/// How far toes point up along an arc when the ankle is left to itself.
fn relaxed_pitch(
    figure: &mut Figure,
    settings: &WalkSettings,
    here: &Here,
    (arc, to): (&FootArc, &Transform),
) -> Pitch {
    let (stand, swing) = (here.support, 1 - here.support);
    let ends = (&here.world_from_feet[swing], to);
    let climb = (to.translation.y - ends.0.translation.y) / settings.clearance;
    let most = [0.0, settings.toes_up * climb.clamp(0.0, 1.0)];
    let mut pose = here.pose.clone();
    let [early, late] = [0, 1].map(|end: usize| {
        let biped = &figure.biped;
        let mut feet = here.world_from_feet;
        let center = feet[stand].point(biped.feet[stand].center_in_link);
        let upright = center + biped.carried_pelvis_height(stand, settings.crouch) * DVec3::Y;
        let carried = [here.from.knot(&feet).place, upright][end];
        let parameter = [EARLY, 1.0 - EARLY][end];
        feet[swing] = arc.at_parameter(&biped.feet[swing], ends, parameter);
        let wanted = Wanted {
            root: stand,
            world_from_feet: feet,
            carried,
            firmness: RELAXED,
        };
        figure.find(&wanted, &mut pose);
        let hanging =
            figure.toes_up(&wanted, &pose, swing) - figure.biped.feet[swing].toes_up(&feet[swing]);
        hanging.min(most[end])
    });
    Pitch { early, late }
}

/// Checks that the body can make a step, and lays the way of the centre of mass.
pub(super) fn prepare(
    figure: &mut Figure,
    settings: &WalkSettings,
    here: &Here,
    step: Footstep,
) -> Result<Prepared, Refusal> {
    let (stand, swing) = (here.support, step.foot);
    let biped = &figure.biped;
    let mut after = here.world_from_feet;
    after[swing] = step.foothold.world_from_link(here.level, here.time_secs);
    let centers = [0, 1].map(|foot| {
        let center = after[foot].point(biped.feet[foot].center_in_link);
        DVec2::new(center.x, center.z)
    });
    let (margin, glide) = (settings.margin, settings.glide);
    let leave = (margin, LEAVING * glide);
    let exit_xz = toward(biped, stand, &after[stand], centers[swing], leave);
    let entry_xz = toward(biped, swing, &after[swing], centers[stand], (margin, glide));
    let pelvis_height = |foot: usize| biped.carried_pelvis_height(foot, settings.crouch);
    let mut exit = ComPlace::over(biped, stand, &after[stand], exit_xz, pelvis_height(stand));
    let mut entry = ComPlace::over(biped, swing, &after[swing], entry_xz, pelvis_height(swing));
    let highest = pelvis_height(stand);

    // The widest poses: just landed, and about to lift the other foot.
    let mut pose = here.pose.clone();
    let mut is_comfortable = true;
    for (root, place) in [(stand, &mut exit), (swing, &mut entry)] {
        let mut wanted = Wanted {
            root,
            world_from_feet: after,
            carried: place.knot(&after).place,
            firmness: 1.0,
        };
        if !find_carried(figure, &mut wanted, &mut pose) {
            let rise = after[swing].translation.y - after[stand].translation.y;
            return Err(Refusal::OutOfReach {
                distance: centers[0].distance(centers[1]),
                rise,
            });
        }
        is_comfortable &= figure.is_comfortable(&pose);
        place.pelvis_height = wanted.carried.y - place.ground(&after).y;
    }
    if !step.closes {
        let heading = figure.biped.heading(&after);
        let ahead = DVec2::new(libm::sin(heading), libm::cos(heading));
        let speed = (entry_xz - exit_xz).dot(ahead) / step.shift_secs;
        let passing = PASSING * settings.glide * speed * ahead;
        exit.velocity = DVec3::new(passing.x, 0.0, passing.y);
        entry.velocity = exit.velocity;
    }
    let middle = 0.5 * (here.from.pelvis_height + exit.pelvis_height);
    Ok(Prepared {
        step,
        exit,
        entry,
        rise: BOUNCE * (highest - middle),
        is_comfortable,
    })
}
