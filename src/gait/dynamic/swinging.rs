//! The arc of a step: the lowest of a natural shape that keeps the foot clear of the ground.

use super::super::arc::FootArc;
use super::super::foothold::Terrain;
use super::super::planner::Footstep;
use super::footwork::FootTrack;
use super::steps::Layout;
use glam::DVec2;

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

impl Layout<'_> {
    /// The lowest arc of a natural shape that keeps the foot clear of the ground.
    pub(super) fn arc(&self, terrain: &Terrain, step: &Footstep) -> Option<FootArc> {
        let swing = step.foot;
        let (leaving, landing) = self.visits_of(step);
        let own = &self.steps.tracks[swing];
        let mut track = FootTrack {
            foot: own.foot.clone(),
            roller: own.roller.clone(),
            visits: vec![leaving, landing],
            footholds: vec![own.footholds[own.footholds.len() - 1], step.foothold],
            arcs: Vec::new(),
        };
        let leg = self.biped.shorter_leg();
        let clearance = self.order.settings.clearance;
        let roll = leaving.leaving_pitch;
        let bow = NATURAL_BOW
            .map(|share| share * leg * roll + FLAT_BOW * clearance * (1.0 - roll).max(0.0));
        let center = own.foot.center_in_link;
        let [from, to] = [&track.footholds[0], &track.footholds[1]].map(|hold| {
            hold.world_from_link(self.level, self.lift_secs)
                .point(center)
        });
        let travel = to - from;
        let end = DVec2::new(DVec2::new(travel.x, travel.z).length(), travel.y);
        for lift in 0..LIFTS {
            let up = bow.map(|up| up + lift as f64 * LIFT * leg);
            for overhang in OVERHANGS {
                track.arcs = vec![FootArc::bowed(end, up, overhang)];
                if self.is_clear(terrain, &track) {
                    return track.arcs.pop();
                }
            }
        }
        None
    }

    /// Whether the swing of a track of two visits keeps clear of the ground.
    fn is_clear(&self, terrain: &Terrain, track: &FootTrack) -> bool {
        let (lift, touch) = (track.visits[0].lift, track.visits[1].touch);
        let kept = KEPT * self.order.settings.clearance;
        let graze = GRAZE * self.biped.fineness();
        (FIRST..=CHECKS - FIRST).all(|check| {
            let share = check as f64 / CHECKS as f64;
            let hill = 4.0 * share * (1.0 - share);
            let moment = track.at(self.level, lift + share * (touch - lift));
            track.sole_points(&moment).all(|corner| {
                let ground = terrain.height(DVec2::new(corner.x, corner.z));
                ground.is_none_or(|ground| corner.y - ground > kept * hill * hill - graze)
            })
        })
    }
}
