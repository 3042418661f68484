//! The way that a body is carried from one key to the next so that it tips nowhere, from rest to rest.
//!
//! ```text
//! what stands when ──> way of the centre of mass ──> way of the trunk ──> legs, poses ──> what limbs add ──┐
//!                            ^───────────────────────── planned again <────────────────────────────────────┘
//! ```
//! Kajita's dynamics filter, as walks have it: the zero-moment point of the whole body stays inside what stands. The trunk is
//! carried where it takes the centre of mass along, and legs do the rest: what they do is then a smooth function of time.

use crate::character::{Character, LinkId, Pose};
use crate::kinematics::{SupportPolygon, body_size};
use crate::math::{BSpline, BandedProgram, BandedRow, ease};
use crate::motion::audit::GRAVITY;
use crate::motion::{
    ComMoment, ComPlanSettings, Limb, Measured, Support, least_margin, limbs_of, measure, plan_com,
};
use glam::{DVec2, DVec3};

/// From one moment of the plan to the next, for a person [s].
const STEP_SECS: f64 = 1.0 / 120.0;
/// Moments of a plan at least: jerks need four of them.
const LEAST_MOMENTS: usize = 8;
/// Plans at most, the first of a point mass.
const ROUNDS: usize = 8;
/// What limbs of a person do is blurred so often where the zero-moment point goes so far outside [m]: a body that was posed along a
/// bad plan starts and stops hard.
const BAD: f64 = 0.3;
const BLURS: usize = 12;
/// Rounds after which a way is given up that still goes farther outside than by this share of the round before.
const HOPED: usize = 2;
const HOPE: f64 = 0.8;
/// The zero-moment point keeps this far inside what stands, of a person [m], or this share of what it has at both ends.
const MARGIN: f64 = 0.012;
const SHARE_OF_ENDS: f64 = 0.6;
/// A body that was posed along a plan keeps this share of that, or is planned again.
const ENOUGH: f64 = 0.7;
/// Loads are believed within these, in weights.
const LOADS: [f64; 2] = [0.4, 2.0];
/// A plan believes no more than this of what limbs of a person do [m].
const MOST_OFFSET: f64 = 0.35;
/// What a metre between the centre of mass and the feet's progress costs beside one of the zero-moment point.
const NEARNESS: f64 = 30.0;
/// What the squared jerk of the height costs beside its squared distance from the one between keys, for a way of a second [s⁶].
const SMOOTHNESS: f64 = 3e-6;
/// How stiff the reach of legs is beside that, and rest at both ends.
const STIFFNESS: f64 = 1e6;
const EXACT: f64 = 1e5;

/// How a body is carried.
#[derive(Clone, Debug)]
pub(super) struct CarriedWay {
    trunk: BSpline,
    /// How far the zero-moment point stays inside what stands at least [m]; negative where there is too little time.
    pub(super) margin: f64,
}

/// What a way is planned for.
pub(super) struct Carrying<'a> {
    pub(super) character: &'a Character,
    /// The link that is carried.
    pub(super) trunk: LinkId,
    /// How long it takes [s].
    pub(super) secs: f64,
    /// The share of the time after which feet are where they go.
    pub(super) landed: f64,
    /// What stands after a share of the time.
    pub(super) support: &'a dyn Fn(f64) -> Support,
    /// Where the trunk's pivot and the centre of mass would be after a share of the time if every joint went its own way from key to
    /// key [m].
    pub(super) between: &'a dyn Fn(f64) -> (DVec3, DVec3),
    /// The highest that legs carry the trunk after a share of the time, over a point (x, z) [m].
    pub(super) highest: &'a dyn Fn(f64, DVec2) -> f64,
}

impl CarriedWay {
    /// Plans the way; `pose` poses the body with its trunk at a place after each of these shares of the time.
    pub(super) fn new(
        carrying: &Carrying,
        mut pose: impl FnMut(&[(f64, DVec3)]) -> Vec<Pose>,
    ) -> Option<Self> {
        let filter = Filter::new(carrying);
        let mut measured: Vec<Measured> = Vec::new();
        let mut limbs = Vec::new();
        let mut best: Option<Self> = None;
        let mut last = f64::NEG_INFINITY;
        let bad = BAD * body_size(carrying.character);
        for round in 0..ROUNDS {
            let com = filter.way_of_com(&limbs, &measured);
            let trunk = BSpline::new(filter.way_of_trunk(&com, &measured));
            let shares = (0..=filter.last()).map(|k| filter.share(k));
            let places: Vec<(f64, DVec3)> = shares.map(|share| (share, trunk.at(share))).collect();
            let poses = pose(&places);
            measured = measure(
                carrying.character,
                carrying.trunk,
                (&poses, filter.step_secs),
            );
            limbs = limbs_of(
                carrying.character,
                (&measured, filter.step_secs),
                &filter.supports,
            );
            let margin = least_margin(&measured, &limbs, &filter.supports, LOADS[0] * GRAVITY);
            if best.as_ref().is_none_or(|best| margin > best.margin) {
                best = Some(Self { trunk, margin });
            }
            // One that does not come nearer goes nowhere.
            let is_hopeless = round >= HOPED && margin < HOPE * last.min(-bad);
            if margin >= ENOUGH * filter.margin || is_hopeless {
                break;
            }
            last = margin;
            if margin < -bad {
                (0..BLURS).for_each(|_| blur(&mut limbs));
            }
        }
        best
    }

    /// Where the trunk's pivot is after a share of the time [m].
    pub(super) fn at(&self, share: f64) -> DVec3 {
        self.trunk.at(share)
    }
}

/// How easily a body could be carried, were its mass at one point: quick, and no more than a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// What the zero-moment point lacks of its margin at most [m].
    pub(super) lacking: f64,
    /// How far the trunk sinks below where it is between the keys, at most [m].
    pub(super) sinks: f64,
}

/// Guesses how easily a body could be carried.
pub(super) fn guess(carrying: &Carrying) -> Guess {
    let filter = Filter::new(carrying);
    let com = filter.way_of_com(&[], &[]);
    let pull = filter.lever_secs2 / (filter.step_secs * filter.step_secs);
    let moments = com.windows(3).zip(&filter.supports[1..]);
    let lacking = moments.map(|(near, support)| {
        let point = near[1] - pull * (near[2] - 2.0 * near[1] + near[0]);
        filter.margin - support.hull.margin(point).metres
    });
    let sinks = (com.iter().zip(&filter.between).enumerate()).map(|(k, (com, (trunk, own)))| {
        let over = *com + over_ground(*trunk - *own);
        trunk.y - (carrying.highest)(filter.share(k), over)
    });
    Guess {
        lacking: lacking.fold(0.0, f64::max),
        sinks: sinks.fold(0.0, f64::max),
    }
}

/// What stays the same from round to round.
struct Filter<'a> {
    carrying: &'a Carrying<'a>,
    step_secs: f64,
    supports: Vec<Support>,
    /// The trunk and the centre of mass of joints that go their own way. (moments)
    between: Vec<(DVec3, DVec3)>,
    /// λ of a mass at one point [s²].
    lever_secs2: f64,
    /// What is planned with [m].
    margin: f64,
}

impl<'a> Filter<'a> {
    fn new(carrying: &'a Carrying<'a>) -> Self {
        let size = body_size(carrying.character);
        let steps = carrying.secs / (STEP_SECS * size.sqrt());
        let steps = (steps.round() as usize).max(LEAST_MOMENTS - 1);
        let share = |k: usize| k as f64 / steps as f64;
        let shares = (0..=steps).map(share);
        let standing: Vec<Support> = shares.clone().map(carrying.support).collect();
        // What stands but a moment before or after is not relied on: frames lie between moments.
        let least = |k: usize| {
            if k == 0 || k == steps {
                return standing[k].clone();
            }
            let near = &standing[k.saturating_sub(1)..=(k + 1).min(steps)];
            let least = near
                .iter()
                .min_by(|a, b| a.hull.area().total_cmp(&b.hull.area()));
            least.unwrap_or(&standing[k]).clone()
        };
        let supports: Vec<Support> = (0..=steps).map(least).collect();
        let between: Vec<(DVec3, DVec3)> = shares.map(carrying.between).collect();
        let ends = [0, steps].map(|end| {
            let ((_, com), support) = (between[end], &supports[end]);
            let margin = support.hull.margin(over_ground(com)).metres;
            (margin, com.y - support.height)
        });
        let least = ends[0].0.min(ends[1].0).max(0.0);
        Self {
            carrying,
            step_secs: carrying.secs / steps as f64,
            supports,
            between,
            lever_secs2: 0.5 * (ends[0].1 + ends[1].1) / GRAVITY,
            margin: (size * MARGIN).min(SHARE_OF_ENDS * least),
        }
    }

    fn last(&self) -> usize {
        self.supports.len() - 1
    }

    fn share(&self, moment: usize) -> f64 {
        moment as f64 / self.last() as f64
    }

    /// Where the centre of mass goes, given what limbs did on the way before (x, z) [m].
    fn way_of_com(&self, limbs: &[Limb], measured: &[Measured]) -> Vec<DVec2> {
        let size = body_size(self.carrying.character);
        let [from, to] = [0, self.last()].map(|end| over_ground(self.between[end].1));
        // The trunk should be there when feet are, and the centre of mass where that is then.
        let trunks = [0, self.last()].map(|end| over_ground(self.between[end].0));
        let progress = |k: usize| {
            let trunk = trunks[0].lerp(trunks[1], ease(self.share(k) / self.carrying.landed));
            trunk - self.trunk_from_com(k, measured)
        };
        let moments = self.supports.iter().enumerate().map(|(k, support)| {
            let limb = limbs.get(k);
            let point = (self.lever_secs2, DVec2::ZERO);
            let (lever_secs2, offset) = limb.map_or(point, |limb| limb.for_plan(LOADS));
            ComMoment {
                inside: if support.hull.is_empty() {
                    SupportPolygon::default()
                } else {
                    support.hull.inset(self.margin)
                },
                wanted_xz: from.lerp(to, ease(self.share(k))),
                // Where a foot goes the body goes, too: it falls ahead rather than stretch a leg.
                com: Some((progress(k), NEARNESS)),
                lever_secs2,
                offset_xz: offset.clamp_length_max(size * MOST_OFFSET),
            }
        });
        let moments: Vec<ComMoment> = moments.collect();
        let settings = ComPlanSettings {
            smoothness: size * size * size * ComPlanSettings::default().smoothness,
        };
        plan_com(&moments, self.step_secs, &settings)
    }

    /// Where the trunk is beside the centre of mass (x, z): as it was the last time, or as between the keys [m].
    fn trunk_from_com(&self, moment: usize, measured: &[Measured]) -> DVec2 {
        let now = measured.get(moment).map(|now| (now.pivot, now.com));
        let (trunk, com) = now.unwrap_or(self.between[moment]);
        over_ground(trunk - com)
    }

    /// Where the trunk goes to take the centre of mass along, at heights that legs reach [m].
    fn way_of_trunk(&self, com: &[DVec2], measured: &[Measured]) -> Vec<DVec3> {
        let over: Vec<DVec2> = (com.iter().enumerate())
            .map(|(k, com)| *com + self.trunk_from_com(k, measured))
            .collect();
        let heights = self.heights(&over);
        let places = over.iter().zip(heights);
        places
            .map(|(over, height)| DVec3::new(over.x, height, over.y))
            .collect()
    }

    /// Heights of the trunk's pivot: near those between the keys, smooth, and within reach [m].
    fn heights(&self, over: &[DVec2]) -> Vec<f64> {
        let row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| BandedRow {
            first,
            coefficients,
            value,
            weight,
        };
        let mut program = BandedProgram::<4>::default();
        let cube = 1.0 / (self.step_secs * self.step_secs * self.step_secs);
        let last = self.last();
        let here = [1.0, 0.0, 0.0, 0.0];
        for (k, over) in over.iter().enumerate() {
            let wanted = self.between[k].0.y;
            if k == 0 || k == last {
                program.wanted.push(row(k, here, wanted, EXACT));
            } else {
                let highest = (self.carrying.highest)(self.share(k), *over);
                let wanted = row(k, here, wanted.min(highest), 1.0);
                program.wanted.push(wanted);
                program.bounds.push(row(k, here, highest, STIFFNESS));
            }
            if k + 3 <= last {
                let jerk = [-cube, 3.0 * cube, -3.0 * cube, cube];
                program.wanted.push(row(k, jerk, 0.0, SMOOTHNESS));
            }
        }
        for first in [0, last - 1] {
            let speed = [-1.0 / self.step_secs, 1.0 / self.step_secs, 0.0, 0.0];
            program.wanted.push(row(first, speed, 0.0, EXACT));
        }
        program.solve(last + 1)
    }
}

/// Takes what limbs do together with what they do a moment before and after.
fn blur(limbs: &mut [Limb]) {
    let own = limbs.to_vec();
    for (near, limb) in own.windows(3).zip(&mut limbs[1..]) {
        *limb = near[1].lerp(&near[0].lerp(&near[2], 0.5), 0.5);
    }
}

fn over_ground(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}
