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
use super::roll::{Roller, Visit};
use super::rolling::HESITATES;
use super::swinging::RollingSwing;
use crate::character::Character;
use crate::level::Level;
use crate::math::{Transform, ease};
use glam::DVec2;

/// Where steps come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// They are chosen as the order's wishes say.
    Wishes,
    /// They are given.
    Given(Vec<Footstep>),
}

/// The steps that were laid out.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) footsteps: Vec<Footstep>,
    /// Why there are no more, if it was not the order's end.
    pub(super) refusal: Option<Refusal>,
    /// Whether they lead up or down steps of the ground.
    pub(super) climbs: bool,
    /// Left, right.
    pub(super) tracks: [FootTrack; 2],
    /// How the weight goes from foot to foot, in the order of time.
    transfers: Vec<Transfer>,
    /// When everything stands again [s].
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

/// What steps are laid out for.
pub(super) struct Layout<'a> {
    pub(super) level: &'a Level,
    pub(super) biped: &'a Biped,
    pub(super) order: &'a WalkOrder,
    pub(super) search_order: Vec<DVec2>,
    /// When the next foot lifts [s].
    pub(super) lift_secs: f64,
    pub(super) steps: Steps,
    /// How far it has drifted to the left of its line [m].
    pub(super) drift: f64,
}

/// Lays out the steps of an order from where the feet stand.
pub(super) fn lay_out(
    character: &Character,
    level: &Level,
    biped: &Biped,
    order: &WalkOrder,
    (feet, source): ([Foothold; 2], Source),
    mut on_progress: impl FnMut(usize),
) -> Steps {
    let mut layout = Layout::new(character, level, biped, order, feet);
    match source {
        Source::Wishes => {
            while layout.step_as_wished() {
                on_progress(layout.steps.footsteps.len());
            }
        }
        Source::Given(footsteps) => {
            for step in footsteps {
                if let Err(why) = layout.reaches(&step) {
                    layout.steps.refusal = Some(why);
                    break;
                }
                layout.take(step);
                on_progress(layout.steps.footsteps.len());
            }
        }
    }
    layout.finish()
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
    tip_pitch: 0.0,
};

impl<'a> Layout<'a> {
    fn new(
        character: &Character,
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
        Self {
            level,
            biped,
            order,
            search_order: search_order(biped.shorter_leg()),
            lift_secs: ready_secs + order.settings.lean_secs(),
            steps: Steps {
                footsteps: Vec::new(),
                refusal: None,
                climbs: false,
                tracks: [track(0), track(1)],
                transfers: Vec::new(),
                still_secs: ready_secs,
            },
            drift: 0.0,
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

    /// Chooses and takes the next step; says whether there may be another one.
    fn step_as_wished(&mut self) -> bool {
        let made = self.steps.footsteps.len();
        let mut wish = self.order.wish(made);
        if made == 0 || self.order.wish(made + 1) == Wish::STOP {
            wish.forward *= SHORT;
        }
        let closes = wish == Wish::STOP;
        if closes && made == 0 {
            return false;
        }
        match self
            .choose(wish)
            .and_then(|step| self.over_bends(wish, step))
        {
            Ok(step) => self.take(step),
            // Standing with one foot ahead is as good where the feet find no place side by side.
            Err(_) if closes => return false,
            Err(why) => {
                self.steps.refusal = Some(why);
                if made > 0
                    && let Ok(step) = self.choose(Wish::STOP)
                {
                    self.take(step);
                }
                return false;
            }
        }
        !closes
    }

    /// Adds a step to the timetable.
    fn take(&mut self, step: Footstep) {
        let (leaving, landing) = self.visits_of(&step);
        let swing = step.foot;
        let left = f64::from(u8::from(swing == 1));
        let transfer = match self.steps.transfers.last() {
            Some(last) => Transfer {
                from_secs: last.from_secs,
                until_secs: self.lift_secs,
                left: [last.left[0], left],
            },
            None => Transfer {
                from_secs: self.lift_secs - self.order.settings.lean_secs(),
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
        self.steps.climbs |= self.climbs(&step);
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

    fn finish(mut self) -> Steps {
        if let Some(last) = self.steps.transfers.last_mut() {
            last.until_secs = last.from_secs + self.order.settings.lean_secs();
            self.steps.still_secs = last.until_secs;
        }
        self.steps
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

impl WalkSettings {
    /// How long the weight takes to go over one foot from standing on both, and back [s].
    pub(super) fn lean_secs(&self) -> f64 {
        0.6 * self.step_secs()
    }
}
