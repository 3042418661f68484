//! The steps of a walk, one after the other, as a timetable of both feet.
//!
//! ```text
//! left    ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬              ▬▬▬▬▬▬▬▬▬▬▬▬
//! right   ▬▬▬▬▬▬          ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬         ▬▬▬
//!         pause lean swing shift  swing   shift  ...
//! ```

use super::super::biped::Biped;
use super::super::foothold::{Foothold, Refusal};
use super::super::planner::Footstep;
use super::super::search::{drift_after, search_order};
use super::super::settings::{WalkSettings, Wish};
use super::super::walk::WalkOrder;
use super::footwork::FootTrack;
use super::haste::at_share;
use super::roll::{Roller, Visit};
use super::rolling::{HESITATES, HIGHEST};
use super::swinging::RollingSwing;
use super::two_bones::TwoBones;
use crate::character::Character;
use crate::level::Level;
use crate::math::{Transform, ease};
use glam::DVec2;

/// The steps that were laid out.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) footsteps: Vec<Footstep>,
    /// Why there are no more, if it was not the order's end.
    pub(super) refusal: Option<Refusal>,
    /// Left, right.
    pub(super) tracks: [FootTrack; 2],
    /// How the weight goes from foot to foot, in the order of time.
    transfers: Vec<Transfer>,
    /// How long the weight takes to go over one foot from standing on both at first [s].
    pub(super) lean_secs: f64,
    /// When everything stands again [s]; infinite while there are more steps to come.
    pub(super) still_secs: f64,
}

/// The weight goes over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Transfer {
    from_secs: f64,
    until_secs: f64,
    /// Share of the left foot before and after.
    left: [f64; 2],
}

/// The first step, and the last before standing, go this share of the wish: people take two steps to reach their speed and two to stop.
const SHORT: f64 = 0.7;

/// Ground is level that is no steeper than has this cosine.
const LEVEL: f64 = 0.9995;
/// And footholds are that are no farther above each other, in legs.
const LEVEL_WITHIN: f64 = 0.005;

/// What steps are laid out for.
pub(super) struct Layout<'a> {
    pub(super) character: &'a Character,
    /// Where they are of two bones.
    pub(super) legs: Option<[TwoBones; 2]>,
    pub(super) level: &'a Level,
    pub(super) biped: &'a Biped,
    pub(super) order: &'a WalkOrder,
    /// As the next step is made: the order's, or slower.
    pub(super) settings: WalkSettings,
    pub(super) search_order: Vec<DVec2>,
    /// When the next foot lifts [s].
    pub(super) lift_secs: f64,
    pub(super) steps: Steps,
    /// How far it has drifted to the left of its line [m].
    pub(super) drift: f64,
    /// Places where a step tipped, by its number (x, z) [m].
    pub(super) avoided: Vec<(usize, DVec2)>,
    /// How many places for feet were looked at so far.
    pub(super) looked_at: usize,
    /// What each step found. (steps)
    found: Vec<Found>,
}

/// What a step changes, as it was before.
#[derive(Clone, Copy, Debug)]
struct Found {
    lift_secs: f64,
    drift: f64,
    transfer: Option<Transfer>,
    /// Of the foot that leaves.
    visit: Visit,
}

/// The swings of steps from where the feet stand, whether legs reach them or not.
pub(in crate::gait) fn swings_of(
    character: &Character,
    level: &Level,
    biped: &Biped,
    order: &WalkOrder,
    (feet, footsteps): ([Foothold; 2], &[Footstep]),
) -> Vec<RollingSwing> {
    let mut layout = Layout::new(character, level, biped, order, feet);
    if let Some(first) = footsteps.first() {
        layout.begin(first.swing_secs + first.shift_secs);
    }
    let swings = footsteps.iter().map(|step| {
        let swing = layout.swing(step);
        layout.take(step.clone());
        swing
    });
    swings.collect()
}

/// Before the first step, and after the last one.
pub(super) const STANDING: Visit = Visit {
    touch: f64::NEG_INFINITY,
    flat: f64::NEG_INFINITY,
    heel_off: f64::INFINITY,
    ball_off: f64::INFINITY,
    hesitates: HESITATES,
    lift: f64::INFINITY,
    landing_pitch: 0.0,
    leaving_pitch: 0.0,
    highest: HIGHEST,
    tip_pitch: 0.0,
};

impl<'a> Layout<'a> {
    pub(super) fn new(
        character: &'a Character,
        level: &'a Level,
        biped: &'a Biped,
        order: &'a WalkOrder,
        feet: [Foothold; 2],
    ) -> Self {
        let track = |foot: usize| FootTrack {
            foot: biped.feet[foot].clone(),
            roller: Roller::new(character, &biped.feet[foot]),
            visits: vec![STANDING],
            footholds: vec![feet[foot]],
            arcs: Vec::new(),
        };
        let ready_secs = order.start_secs + order.pause_secs;
        let lean_secs = lean_secs(order.settings.step_secs());
        Self {
            character,
            legs: TwoBones::of(character, biped),
            level,
            biped,
            order,
            settings: order.settings,
            search_order: search_order(biped.shorter_leg()),
            lift_secs: ready_secs + lean_secs,
            steps: Steps {
                footsteps: Vec::new(),
                refusal: None,
                tracks: [track(0), track(1)],
                transfers: Vec::new(),
                lean_secs,
                still_secs: f64::INFINITY,
            },
            drift: 0.0,
            avoided: Vec::new(),
            looked_at: 0,
            found: Vec::new(),
        }
    }

    /// The foot that stays during the next step: the one that stepped last.
    pub(super) fn support(&self) -> usize {
        let last = self.steps.footsteps.last();
        last.map_or(0, |step| step.foot)
    }

    /// Where a foot stands before the next step.
    pub(super) fn standing(&self, foot: usize) -> Transform {
        let track = &self.steps.tracks[foot];
        let foothold = track.footholds[track.footholds.len() - 1];
        foothold.world_from_link(self.level, self.lift_secs)
    }

    /// When a step lifts its foot [s].
    pub(super) fn lift_of(&self, step: usize) -> f64 {
        self.found
            .get(step)
            .map_or(self.lift_secs, |found| found.lift_secs)
    }

    /// Whether a step leads from level ground to level ground.
    pub(super) fn is_level(&self, step: usize) -> bool {
        let last = self.steps.footsteps.get(step);
        let before = step
            .checked_sub(1)
            .and_then(|k| self.steps.footsteps.get(k));
        let places = [before, last].map(|made| {
            let place = |made: &Footstep| {
                let foot = &self.biped.feet[made.foot];
                let place = made
                    .foothold
                    .world_from_link(self.level, self.lift_of(step));
                (foot.up(&place).y, place.point(foot.center_in_link).y)
            };
            made.map(place)
        });
        let [Some(before), Some(last)] = places else {
            return false;
        };
        let apart = (before.1 - last.1).abs();
        before.0.min(last.0) > LEVEL && apart < LEVEL_WITHIN * self.biped.shorter_leg()
    }

    /// From now on a step that was laid out goes elsewhere.
    pub(super) fn avoid(&mut self, step: usize) {
        if let Some(made) = self.steps.footsteps.get(step) {
            let place = made
                .foothold
                .world_from_link(self.level, self.lift_of(step));
            let center = place.point(self.biped.feet[made.foot].center_in_link);
            self.avoided.push((step, DVec2::new(center.x, center.z)));
        }
    }

    /// Begins with a step of a duration [s].
    pub(super) fn begin(&mut self, step_secs: f64) {
        self.steps.lean_secs = lean_secs(step_secs);
        self.lift_secs = self.order.start_secs + self.order.pause_secs + self.steps.lean_secs;
    }

    /// The next step of the order's wishes, at a share of their speed; nothing after the last one, or where the walk is refused.
    pub(super) fn next_wished(&mut self, share: f64) -> Option<Footstep> {
        let made = self.steps.footsteps.len();
        let ended = self.steps.footsteps.last().is_some_and(|last| last.closes);
        if ended || self.steps.refusal.is_some() {
            return None;
        }
        let (settings, mut wish) = at_share(self.biped, self.order, (made, share));
        self.settings = settings;
        if made == 0 || self.order.wish(made + 1) == Wish::STOP {
            wish.forward *= SHORT;
        }
        let closes = wish == Wish::STOP;
        if closes && made == 0 {
            return None;
        }
        let chosen = self.choose(wish);
        match chosen.and_then(|step| self.over_bends(wish, step)) {
            Ok(step) => Some(step),
            // Standing with one foot ahead is as good where the feet find no place side by side.
            Err(_) if closes => None,
            Err(why) => {
                self.steps.refusal = Some(why);
                (made > 0).then(|| self.choose(Wish::STOP).ok()).flatten()
            }
        }
    }

    /// Adds a step to the timetable.
    pub(super) fn take(&mut self, step: Footstep) {
        let found = (self.lift_secs, self.drift);
        if self.steps.footsteps.is_empty() {
            self.begin(step.swing_secs + step.shift_secs);
        }
        let (leaving, landing) = self.visits_of(&step);
        let swing = step.foot;
        let stood = &self.steps.tracks[swing].visits;
        self.found.push(Found {
            lift_secs: found.0,
            drift: found.1,
            transfer: self.steps.transfers.last().copied(),
            visit: stood[stood.len() - 1],
        });
        let left = f64::from(u8::from(swing == 1));
        let transfer = match self.steps.transfers.last() {
            Some(last) => Transfer {
                from_secs: last.from_secs,
                until_secs: self.lift_secs,
                left: [last.left[0], left],
            },
            None => Transfer {
                from_secs: self.lift_secs - self.steps.lean_secs,
                until_secs: self.lift_secs,
                left: [0.5, left],
            },
        };
        // The one that was open until now ends where this foot lifts; the next one begins where it lands.
        self.steps.transfers.pop();
        self.steps.transfers.push(transfer);
        let touch = landing.touch;
        self.steps.transfers.push(Transfer {
            from_secs: touch,
            until_secs: touch + step.shift_secs,
            left: [left, 0.5],
        });
        let track = &mut self.steps.tracks[swing];
        let last = track.visits.len() - 1;
        track.visits[last] = leaving;
        track.visits.push(landing);
        track.footholds.push(step.foothold);
        track.arcs.push(step.arc.clone());
        self.lift_secs = touch + step.shift_secs;
        self.steps.footsteps.push(step);
        let made = self.steps.footsteps.len().saturating_sub(1);
        let wish = self.order.wish(made);
        let feet = [0, 1].map(|foot| self.standing(foot));
        let biped = (self.biped, &self.order.settings);
        self.drift = drift_after(biped, &feet, swing, (wish, self.drift));
    }

    /// Takes the last step back.
    fn take_back(&mut self) {
        let (Some(step), Some(found)) = (self.steps.footsteps.pop(), self.found.pop()) else {
            return;
        };
        let track = &mut self.steps.tracks[step.foot];
        track.visits.pop();
        track.footholds.pop();
        track.arcs.pop();
        if let Some(visit) = track.visits.last_mut() {
            *visit = found.visit;
        }
        // The transfer to the foot that stood, and from there.
        let transfers = &mut self.steps.transfers;
        transfers.truncate(transfers.len().saturating_sub(2));
        transfers.extend(found.transfer);
        (self.lift_secs, self.drift) = (found.lift_secs, found.drift);
    }

    /// Takes steps back until no more than these are left, which are followed by others.
    pub(super) fn take_back_to(&mut self, steps: usize) {
        while self.steps.footsteps.len() > steps {
            self.take_back();
        }
        self.steps.refusal = None;
        self.steps.still_secs = f64::INFINITY;
    }

    /// Nothing follows: the weight comes to rest on both feet.
    pub(super) fn finish(&mut self) {
        let last = self.steps.footsteps.last();
        let lean_secs = last.map_or(0.0, |last| lean_secs(last.swing_secs + last.shift_secs));
        self.steps.still_secs = match self.steps.transfers.last_mut() {
            Some(last) => {
                last.until_secs = last.from_secs + lean_secs;
                last.until_secs
            }
            None => self.order.start_secs + self.order.pause_secs,
        };
    }
}

impl Steps {
    /// Whether legs ended it, and not the ground: steps that lean on the other foot may get farther.
    pub(super) fn is_cut_short(&self) -> bool {
        matches!(
            self.refusal,
            Some(Refusal::OutOfReach { .. } | Refusal::NoWayOver)
        )
    }

    /// The left foot's share of the weight as it is planned [0..1].
    pub(super) fn left_share(&self, secs: f64) -> f64 {
        let begun = self
            .transfers
            .partition_point(|transfer| transfer.from_secs <= secs);
        match begun.checked_sub(1) {
            None => 0.5,
            Some(index) => {
                let Transfer {
                    from_secs,
                    until_secs,
                    left,
                } = self.transfers[index];
                let share = (secs - from_secs) / (until_secs - from_secs);
                left[0] + ease(share) * (left[1] - left[0])
            }
        }
    }
}

/// How long the weight takes to go over one foot from standing on both, and back, by the time of a step [s].
fn lean_secs(step_secs: f64) -> f64 {
    0.6 * step_secs
}
