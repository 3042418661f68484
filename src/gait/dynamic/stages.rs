//! A walk is made in stages of some steps: each goes on where the one before ended, looks some steps further ahead than it goes, and
//! is laid out again, slower around the steps that tip, until nothing does.
//!
//! ```text
//! stage 1   ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬┄┄┄┄┄┄┄┄┄
//! stage 2                                   ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬┄┄┄┄┄┄┄┄┄
//!                                           made before: given          looked at, made in the next stage
//! ```
//! Steps ahead matter less by a factor of e for each 0.3 s (√(h/g)), so the next stage hardly finds anything to regret.

use super::super::biped::Biped;
use super::super::figure::bent_legs;
use super::super::planner::Footstep;
use super::super::walk::WalkOrder;
use super::super::walker::{CannotStand, starting_footholds};
use super::haste::Hastes;
use super::plan::{GIVEN, Made, Plan, Seam, Span};
use super::steps::Layout;
use crate::character::{Character, Contacts, Pose};
use crate::level::Level;
use crate::motion::audit::hardest_turns_of;
use crate::motion::contacts_of;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a stage, and those that it looks further ahead.
const STAGE: usize = 16;
const AHEAD: usize = 7;
/// Steps after the last one that was made stay as they are, for its end depends on them.
const SETTLED: usize = 2;
/// A stage is laid out so often at most, for wishes and for steps that are given.
const TRIES: usize = 30;
const TRIES_GIVEN: usize = 6;
/// A walk looks at so many footholds for each of its steps at most before no more tries are made: what is looked at again and again
/// costs most.
const FOOTHOLDS: usize = 1000;
/// And no more often than this without tipping less than ever before.
const PATIENCE: usize = 8;
/// A step that tips is made elsewhere so often, by turns of its own foot and of the one that stands.
const PLACES: usize = 2;
/// Where legs end it, shorter steps elsewhere are tried so often in a row.
const CUTS: usize = 6;
/// What comes later than so many steps before the end of what is planned is not judged.
const UNSURE: f64 = 2.2;
/// A walk that tips by no more than this is not made slower, for a person's legs [m].
const SOUND: f64 = 0.005;
/// A step is one of the worst that tips by more than this share of what the worst does; what is farther than this is as far, for a
/// person's legs [m].
const WORST: f64 = 0.5;
const FAR: f64 = 0.2;
/// A walk jerks where a joint is turned so many times harder than in this share of its frames.
const JERK: f64 = 3.0;
const USUAL: f64 = 0.97;
/// What is turned no harder than this does not jerk, for a person's legs [rad/s²].
const HARD: f64 = 150.0;
/// Who pushes over level ground harder than so many times as hard as on it hurries too much. Uneven ground needs more at any speed.
const FIRM: f64 = 0.49;
/// A person goes up and down stairs so fast, over the ground [m/s].
const ON_STAIRS: f64 = 0.5;

/// Where steps come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'s> {
    /// They are chosen as the order's wishes say, and slower where it must be.
    Wishes,
    /// They are given.
    Given(&'s [Footstep]),
}

/// A walk in the making.
pub(super) struct Stages<'a> {
    character: &'a Character,
    level: &'a Level,
    biped: &'a Biped,
    order: &'a WalkOrder,
    style: Pose,
    source: Source<'a>,
    pub(super) layout: Layout<'a>,
    pub(super) hastes: Hastes,
    /// Steps that were made, and frames.
    steps: usize,
    frames: usize,
    seam: Option<Seam>,
    is_done: bool,
}

/// What one stage adds to a walk.
pub(super) struct Stage {
    pub(super) poses: Vec<Pose>,
    pub(super) contacts: Vec<Contacts>,
    pub(super) landing_error: f64,
    /// The least [m].
    pub(super) margin: f64,
}

/// Why a stage was not made.
enum Fault {
    /// At these steps it tips or jerks; the least margin [m].
    At(BTreeSet<usize>, f64),
    /// Legs end it.
    CutShort,
}

impl<'a> Stages<'a> {
    pub(super) fn new(
        character: &'a Character,
        level: &'a Level,
        biped: &'a Biped,
        order: &'a WalkOrder,
        source: Source<'a>,
    ) -> Result<Self, CannotStand> {
        let start = (order.start_xz, order.start_secs);
        let feet = starting_footholds(biped, level, &order.settings, start)?;
        Ok(Self {
            character,
            level,
            biped,
            order,
            style: bent_legs(character, biped, order.settings.crouch),
            source,
            layout: Layout::new(character, level, biped, order, feet),
            hastes: Hastes::default(),
            steps: 0,
            frames: 0,
            seam: None,
            is_done: false,
        })
    }

    /// Whether all is made.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// The next stage; nothing where it tips at every speed. What is given is made as well as it can be.
    pub(super) fn next(&mut self, mut on_progress: impl FnMut(usize)) -> Option<Stage> {
        let is_given = matches!(self.source, Source::Given(_));
        let tries = match self.source {
            Source::Given(_) => TRIES_GIVEN,
            Source::Wishes => TRIES,
        };
        let mut cuts = 0;
        let mut tipped = BTreeMap::new();
        let mut best = (f64::NEG_INFINITY, self.hastes.clone());
        let mut since_best = 0;
        let most_footholds = FOOTHOLDS * (self.steps + STAGE + AHEAD);
        for _ in 0..tries {
            if self.layout.looked_at > most_footholds {
                break;
            }
            let last = self.lay_out(&mut on_progress);
            match self.make(last) {
                Ok(stage) => return Some(stage),
                Err(Fault::At(steps, margin)) => {
                    cuts = 0;
                    since_best += 1;
                    if margin > best.0 {
                        best = (margin, self.hastes.clone());
                        since_best = 0;
                    }
                    let still_tips = best.0 < SOUND * self.biped.fineness();
                    if still_tips && since_best > PATIENCE {
                        break;
                    }
                    // Where slowing down has not helped another place may, of this foot or of the one that stands.
                    for step in &steps {
                        let times = tipped.entry(*step).or_insert(0);
                        let elsewhere = step.saturating_sub(*times % 2);
                        *times += 1;
                        if *times <= PLACES && elsewhere >= self.settled() && !is_given {
                            self.layout.avoid(elsewhere);
                            self.layout.take_back_to(elsewhere);
                        }
                    }
                    if !self.slow(&steps) {
                        break;
                    }
                }
                Err(Fault::CutShort) => {
                    // Another place for the step before may lead farther.
                    let last = self.layout.steps.footsteps.len().saturating_sub(1);
                    if last >= self.settled() {
                        self.layout.avoid(last);
                    }
                    cuts += 1;
                    if cuts > CUTS || !self.slow(&BTreeSet::from([last])) {
                        return None;
                    }
                }
            }
        }
        if !is_given {
            return None;
        }
        self.hastes = best.1;
        self.layout.take_back_to(self.settled());
        let last = self.lay_out(&mut on_progress);
        let span = self.span(last);
        let (made, contacts) = self.plan(&span, |plan| Some(plan.finish(&plan.sketch())))?;
        Some(self.commit(&span, &made, &contacts))
    }

    /// Steps that stay as they are.
    fn settled(&self) -> usize {
        if self.steps == 0 {
            0
        } else {
            self.steps + SETTLED
        }
    }

    /// Slows steps and takes them back; says whether they could be.
    fn slow(&mut self, steps: &BTreeSet<usize>) -> bool {
        let settled = self.settled();
        let mut changed = usize::MAX;
        for step in steps {
            match self.hastes.slow((*step).max(settled), settled) {
                Some(first) => changed = changed.min(first),
                None => return false,
            }
        }
        self.layout.take_back_to(changed);
        true
    }

    /// Lays out the steps of the next stage and of what it looks ahead, and says whether the walk ends with them.
    fn lay_out(&mut self, on_progress: &mut impl FnMut(usize)) -> bool {
        while self.layout.steps.footsteps.len() < self.steps + STAGE + AHEAD {
            let made = self.layout.steps.footsteps.len();
            let share = self.hastes.of(made);
            let step = match self.source {
                Source::Wishes => self.layout.next_wished(share),
                Source::Given(steps) => self.given(steps, made, share),
            };
            let Some(step) = step else {
                self.layout.finish();
                return true;
            };
            if matches!(self.source, Source::Wishes) && self.hurries(&step, share) {
                let most = self.on_stairs();
                let first = self.hastes.slow_to(made, most, self.settled());
                self.layout.take_back_to(first);
                continue;
            }
            self.layout.take(step);
            on_progress(made + 1);
        }
        false
    }

    /// The next of the steps that are given, in more time.
    fn given(&mut self, steps: &[Footstep], made: usize, share: f64) -> Option<Footstep> {
        let mut step = steps.get(made)?.clone();
        step.swing_secs /= share;
        step.shift_secs /= share;
        match self.layout.reaches(&step) {
            Ok(()) => Some(step),
            Err(why) => {
                self.layout.steps.refusal = Some(why);
                None
            }
        }
    }

    /// Whether a step leads up or down a step of the ground faster than people go there.
    fn hurries(&self, step: &Footstep, share: f64) -> bool {
        share > self.on_stairs() * (1.0 + 1e-9) && self.layout.climbs(step)
    }

    /// The comfortable speed of a body on stairs, as a share of the ordered one.
    fn on_stairs(&self) -> f64 {
        let speed = ON_STAIRS * self.biped.fineness().sqrt();
        speed / self.order.settings.ahead().forward
    }

    fn frame_of(&self, secs: f64) -> usize {
        let since = (secs - self.order.start_secs) / self.order.settings.frame_secs;
        since.ceil().max(0.0) as usize
    }

    /// The frames to plan: to the end, or until both feet stand before the last step that is laid out.
    fn span(&mut self, is_last: bool) -> Span {
        let until = if is_last {
            self.frame_of(self.layout.steps.still_secs + self.order.pause_secs) + 1
        } else {
            let steps = &self.layout.steps.footsteps;
            let before = &steps[steps.len() - 2];
            let lifts = self.layout.lift_of(steps.len() - 1);
            // Steps in files may take no time at all.
            let lifts = self.frame_of(lifts - 0.5 * before.shift_secs);
            lifts.max(self.frames + GIVEN)
        };
        let unsure = if is_last {
            0
        } else {
            let step = UNSURE * self.order.settings.step_secs();
            (step / self.order.settings.frame_secs) as usize
        };
        Span {
            frames: self.frames.saturating_sub(GIVEN)..until,
            judged: self.frames.saturating_sub(1)..until.saturating_sub(unsure).max(self.frames),
            seam: self.seam.take(),
            ends_at_rest: is_last,
        }
    }

    /// What a plan of the frames makes, and what stands meanwhile.
    fn plan(
        &self,
        span: &Span,
        make: impl FnOnce(&Plan) -> Option<Made>,
    ) -> Option<(Made, Vec<Contacts>)> {
        let order = (self.order, &self.style);
        let steps = (&self.layout.steps, self.layout.legs.as_ref());
        let plan = Plan::new(self.character, self.level, self.biped, order, steps, span);
        let made = make(&plan)?;
        let contacts = plan.standing().map(contacts_of).collect();
        Some((made, contacts))
    }

    /// Plans, poses and judges what is laid out.
    fn make(&mut self, is_last: bool) -> Result<Stage, Fault> {
        let is_given = matches!(self.source, Source::Given(_));
        if !is_given && self.layout.steps.is_cut_short() {
            return Err(Fault::CutShort);
        }
        let span = self.span(is_last);
        let mut hopeless = None;
        let made = self.plan(&span, |plan| {
            let sketch = plan.sketch();
            if !is_given && plan.is_hopeless(&sketch) {
                hopeless = Some(sketch);
                return None;
            }
            Some(plan.finish(&sketch))
        });
        let least = if is_given {
            0.0
        } else {
            SOUND * self.biped.fineness()
        };
        let mut faults = BTreeSet::new();
        let mut margin = f64::NEG_INFINITY;
        if let Some(sketch) = &hopeless {
            (faults, margin) = self.tipping(sketch.judged(&span), least);
        }
        if let Some((made, _)) = &made {
            (faults, margin) = self.tipping(made.judged(&span), least);
            if !is_given {
                faults.extend(self.jerking(&span, made));
                let pushing = made.pushing(&span, FIRM).map(|frame| self.step_at(frame));
                faults.extend(pushing.filter(|step| self.layout.is_level(*step)));
            }
        }
        match made {
            Some((made, contacts)) if faults.is_empty() => Ok(self.commit(&span, &made, &contacts)),
            _ => {
                self.seam = span.seam;
                Err(Fault::At(faults, margin))
            }
        }
    }

    /// The step that is made, or has landed, at a frame.
    fn step_at(&self, frame: usize) -> usize {
        let secs = self.order.start_secs + frame as f64 * self.order.settings.frame_secs;
        let last = self.layout.steps.footsteps.len().saturating_sub(1);
        (self.steps.saturating_sub(1)..last)
            .find(|step| self.layout.lift_of(step + 1) > secs)
            .unwrap_or(last)
    }

    /// The steps in which the zero-moment point leaves what stands by most, and how far it stays inside at least [m].
    fn tipping(
        &self,
        margins: impl Iterator<Item = (usize, f64)>,
        least: f64,
    ) -> (BTreeSet<usize>, f64) {
        let margins: Vec<(usize, f64)> = margins.collect();
        let worst = margins.iter().map(|(_, margin)| *margin);
        let worst = worst.fold(f64::INFINITY, f64::min);
        let bound = if worst < 0.0 {
            WORST * worst.max(-FAR * self.biped.fineness())
        } else {
            worst
        };
        let tips = margins
            .iter()
            .filter(|(_, margin)| worst < least && *margin <= bound);
        (tips.map(|(frame, _)| self.step_at(*frame)).collect(), worst)
    }

    /// The steps in which a joint is turned much harder than it is for nearly all of the time.
    fn jerking(&self, span: &Span, made: &Made) -> BTreeSet<usize> {
        let (first, judged) = (span.frames.start, &span.judged);
        let frame_secs = self.order.settings.frame_secs;
        let turns = hardest_turns_of(made.poses.iter(), frame_secs);
        let mut sorted = turns.clone();
        sorted.sort_by(f64::total_cmp);
        let usual = sorted.get((USUAL * sorted.len() as f64) as usize).copied();
        let most = (JERK * usual.unwrap_or(0.0)).max(HARD / self.biped.fineness());
        let frames = turns.iter().enumerate().map(|(k, turn)| (first + k, turn));
        let hard = frames.filter(|(frame, turn)| **turn > most && judged.contains(frame));
        hard.map(|(frame, _)| self.step_at(frame)).collect()
    }

    /// Keeps what is made of it, and where the next stage goes on.
    fn commit(&mut self, span: &Span, made: &Made, contacts: &[Contacts]) -> Stage {
        let until = if span.ends_at_rest {
            self.is_done = true;
            span.frames.end
        } else {
            self.steps += STAGE;
            let lifts = self.frame_of(self.layout.lift_of(self.steps));
            let least = (self.frames + 1).max(span.frames.start + GIVEN);
            lifts.clamp(least, span.frames.end)
        };
        let first = span.frames.start;
        let new = self.frames - first..until - first;
        self.seam = (!self.is_done).then(|| made.seam(until - first));
        self.frames = until;
        let margins = made.margins[new.clone()].iter().copied();
        Stage {
            poses: made.poses[new.clone()].to_vec(),
            contacts: contacts[new].to_vec(),
            landing_error: made.landing_error,
            margin: margins.fold(f64::INFINITY, f64::min),
        }
    }
}
