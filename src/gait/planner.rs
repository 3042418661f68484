//! The next step: a foothold near to where the wish would have it, an arc that leads there, and a body that can do it.

use super::arc::{FootArc, Pitch};
use super::com_place::{ComPlace, toward};
use super::figure::{Figure, Wanted};
use super::foothold::{Foothold, Refusal, Terrain};
use super::key_pose::find_carried;
use super::paths::EARLY;
use super::search::{Place, search};
use super::settings::{WalkSettings, Wish};
use crate::character::Pose;
use crate::math::Transform;
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
    pub(super) place: Place<'a>,
    pub(super) pose: &'a Pose,
    /// Where the centre of mass is before the swing.
    pub(super) from: ComPlace,
}

/// Footholds that fit the sole but not the legs are tried this often.
const MOST_TRIES: usize = 8;
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

/// Chooses the next step of a wish; with no wish left, the step that sets the feet side by side.
pub(super) fn choose(
    figure: &mut Figure,
    settings: &WalkSettings,
    order: &[DVec2],
    here: &Here,
    wish: Wish,
) -> Result<Prepared, Refusal> {
    let biped = figure.biped.clone();
    search(
        (&biped, settings, order),
        &here.place,
        (wish, MOST_TRIES),
        |terrain, target| {
            let closes = wish == Wish::STOP;
            let step = footstep(figure, settings, here, terrain, target, closes)?;
            let prepared = prepare(figure, settings, here, step)?;
            let is_comfortable = prepared.is_comfortable;
            Ok((prepared, is_comfortable))
        },
    )
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
    let swing = 1 - here.place.support;
    let foot = &figure.biped.feet[swing];
    let foothold = terrain.foothold(foot, figure.biped.is_sagittal, center_xz, heading)?;
    let to = foothold.world_from_link(here.place.level, here.place.time_secs);
    let ends = (&here.place.world_from_feet[swing], &to);
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
    let (stand, swing) = (here.place.support, 1 - here.place.support);
    let ends = (&here.place.world_from_feet[swing], to);
    let climb = (to.translation.y - ends.0.translation.y) / settings.clearance;
    let most = [0.0, settings.toes_up * climb.clamp(0.0, 1.0)];
    let mut pose = here.pose.clone();
    let [early, late] = [0, 1].map(|end: usize| {
        let biped = &figure.biped;
        let mut feet = here.place.world_from_feet;
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
    let (stand, swing) = (here.place.support, step.foot);
    let biped = &figure.biped;
    let mut after = here.place.world_from_feet;
    after[swing] = step
        .foothold
        .world_from_link(here.place.level, here.place.time_secs);
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
