//! The swing of a foot that rolls: its way, and the lowest arc of a natural shape that keeps it clear of the ground.

use super::super::arc::{ArcGrip, FootArc};
use super::super::foothold::Terrain;
use super::super::planner::Footstep;
use super::footwork::FootTrack;
use super::steps::Layout;
use crate::level::Level;
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// How high over the straight way a rolling foot's arc has its handles at full roll, in legs.
const NATURAL_BOW: [f64; 2] = [0.02, -0.03];
/// The same of a flat foot, in clearances.
const FLAT_BOW: f64 = 1.35;
/// How steeply it may leave and arrive where it must: how far handles lie outside its ends, in shares of their height.
const OVERHANGS: [Option<[f64; 2]>; 5] = [
    None,
    Some([0.0, 0.0]),
    Some([0.3, 0.0]),
    Some([0.3, 0.3]),
    Some([0.6, 0.2]),
];
/// How often an arc is lifted until it is clear, and by how much, in legs.
const LIFTS: usize = 24;
const LIFT: f64 = 0.02;
/// Places along an arc where it is looked at.
const CHECKS: usize = 64;
/// The first of them: what rolls over an edge of its sole grazes the ground before.
const FIRST: usize = 3;
/// Share of the clearance that a foot keeps in the middle of its way wherever it is lowest.
const KEPT: f64 = 0.35;
/// A corner of a foot that rolls may be so deep in the ground, for a person's legs [m].
const GRAZE: f64 = 4e-4;
/// An arc that somebody pulled into the ground is lifted by this at most, in legs; halvings of that.
const MOST_LIFT: f64 = 1.5;
const LIFT_HALVINGS: usize = 14;

/// One swing of a foot that rolls: what its arc is laid over. Arcs are the way of its ball, beside the straight one.
#[derive(Clone, Debug)]
pub(in crate::gait) struct RollingSwing {
    /// The visit that ends, the one that begins, and no arc.
    pub(super) track: FootTrack,
    /// When its toes leave [s].
    pub(in crate::gait) lift_secs: f64,
    /// The foot lying flat before and after, world from link.
    pub(in crate::gait) flat: [Transform; 2],
    /// Where its ball leaves and lands [m].
    pub(super) ball: [DVec3; 2],
    pub(super) leg: f64,
    pub(super) fineness: f64,
    /// Of the walk [m].
    pub(super) clearance: f64,
}

impl Layout<'_> {
    /// The lowest arc of a natural shape that keeps the foot clear of the ground.
    pub(super) fn arc(&self, terrain: &Terrain, step: &Footstep) -> Option<FootArc> {
        self.swing(step).natural(self.level, terrain)
    }

    /// The swing of the next step.
    pub(super) fn swing(&self, step: &Footstep) -> RollingSwing {
        let (leaving, landing) = self.visits_of(step);
        let own = &self.steps.tracks[step.foot];
        let footholds = [own.footholds[own.footholds.len() - 1], step.foothold];
        let flat = footholds.map(|hold| hold.world_from_link(self.level, self.lift_secs));
        let roller = &own.roller;
        let left = roller.ball(&flat[0], leaving.ball_up(Some(&landing), leaving.lift));
        let landed = roller.rolled(&flat[1], landing.landing_pitch, 0.0);
        RollingSwing {
            lift_secs: self.lift_secs,
            ball: [left, landed.point(roller.ball_in_link)],
            flat,
            leg: self.biped.shorter_leg(),
            fineness: self.biped.fineness(),
            clearance: self.order.settings.clearance,
            track: FootTrack {
                foot: own.foot.clone(),
                roller: roller.clone(),
                visits: vec![leaving, landing],
                footholds: footholds.to_vec(),
                arcs: Vec::new(),
            },
        }
    }
}

impl RollingSwing {
    /// The lowest arc of a natural shape that keeps the foot clear of the ground.
    pub(in crate::gait) fn natural(&self, level: &Level, terrain: &Terrain) -> Option<FootArc> {
        let roll = self.track.visits[0].leaving_pitch;
        let bow = NATURAL_BOW.map(|share| {
            share * self.leg * roll + FLAT_BOW * self.clearance * (1.0 - roll).max(0.0)
        });
        let center = self.track.foot.center_in_link;
        let travel = self.flat[1].point(center) - self.flat[0].point(center);
        let end = DVec2::new(DVec2::new(travel.x, travel.z).length(), travel.y);
        let lifted = |lift: usize| bow.map(|up| up + lift as f64 * LIFT * self.leg);
        // Higher arcs are clear where lower ones are, so the least lift of each kind is found by halvings.
        let mut lowest: Option<(usize, FootArc)> = None;
        for overhang in OVERHANGS {
            let arc = |lift: usize| FootArc::bowed(end, lifted(lift), overhang);
            let is_clear = |lift: usize| self.is_clear(level, terrain, &arc(lift));
            let most = lowest.as_ref().map_or(LIFTS, |(lift, _)| *lift);
            if is_clear(0) {
                return Some(arc(0));
            }
            let (mut low, mut high) = (0, most - 1);
            if high == 0 || !is_clear(high) {
                continue;
            }
            while high - low > 1 {
                let middle = low.midpoint(high);
                if is_clear(middle) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            lowest = Some((high, arc(high)));
        }
        lowest.map(|(_, arc)| arc)
    }

    /// An arc, lifted where the foot would not keep clear of the ground, and no more than that needs; nothing when no height is
    /// enough.
    pub(in crate::gait) fn lifted_clear(
        &self,
        (level, terrain): (&Level, &Terrain),
        arc: &FootArc,
    ) -> Option<FootArc> {
        let lifted = |lift: f64| arc.with_handles_moved([lift * DVec3::Y; 2]);
        if self.is_clear(level, terrain, arc) {
            return Some(arc.clone());
        }
        let (mut low, mut high) = (0.0, MOST_LIFT * self.leg);
        if !self.is_clear(level, terrain, &lifted(high)) {
            return None;
        }
        for _ in 0..LIFT_HALVINGS {
            let middle = 0.5 * (low + high);
            if self.is_clear(level, terrain, &lifted(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(lifted(high))
    }

    /// Whether the foot keeps clear of the ground along an arc.
    fn is_clear(&self, level: &Level, terrain: &Terrain, arc: &FootArc) -> bool {
        let mut track = self.track.clone();
        track.arcs = vec![arc.clone()];
        let (lift, touch) = (track.visits[0].lift, track.visits[1].touch);
        let kept = KEPT * self.clearance;
        let graze = GRAZE * self.fineness;
        (FIRST..=CHECKS - FIRST).all(|check| {
            let share = check as f64 / CHECKS as f64;
            let hill = 4.0 * share * (1.0 - share);
            let moment = track.at(level, lift + share * (touch - lift));
            track.sole_points(&moment).all(|corner| {
                let ground = terrain.height(DVec2::new(corner.x, corner.z));
                ground.is_none_or(|ground| corner.y - ground > kept * hill * hill - graze)
            })
        })
    }

    /// Where the ball is on an arc at a parameter of its curve [m].
    pub(in crate::gait) fn place(&self, arc: &FootArc, parameter: f64) -> DVec3 {
        self.off_straight(parameter, arc.bow(parameter))
    }

    /// Where a grip of an arc is [m].
    pub(in crate::gait) fn grip(&self, arc: &FootArc, grip: ArcGrip) -> DVec3 {
        let handle = |k: usize| {
            let share = (k + 1) as f64 / 3.0;
            let beside = arc.handles()[k] - share * arc.curve.end();
            self.off_straight(share, beside.extend(arc.aside[k]))
        };
        match grip {
            ArcGrip::Apex => self.place(arc, 0.5),
            ArcGrip::Leaving => handle(0),
            ArcGrip::Arriving => handle(1),
        }
    }

    /// The ball at a time of the level on an arc [m].
    pub(in crate::gait) fn ball_at(&self, level: &Level, arc: &FootArc, secs: f64) -> DVec3 {
        let mut track = self.track.clone();
        track.arcs = vec![arc.clone()];
        let moment = track.at(level, secs);
        moment.world_from_link.point(track.roller.ball_in_link)
    }

    /// Where its ball is on its link [m].
    pub(in crate::gait) fn ball_in_link(&self) -> DVec3 {
        self.track.roller.ball_in_link
    }

    fn off_straight(&self, share: f64, along_up_left: DVec3) -> DVec3 {
        let [along, left] = self.track.plane(&self.flat[0], &self.flat[1]);
        let DVec3 { x, y, z } = along_up_left;
        self.ball[0].lerp(self.ball[1], share) + x * along + y * DVec3::Y + z * left
    }
}
