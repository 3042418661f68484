//! Where the feet of many go: a foothold half-way through what the trunk does over it, and an arc that clears the ground.

use super::course::Course;
use super::plan::Scene;
use super::timetable::{Swing, Timetable};
use crate::gait::dynamic::footwork::FootTrack;
use crate::gait::dynamic::roll::{Roller, Visit};
use crate::gait::dynamic::steps::STANDING;
use crate::gait::dynamic::swinging::RollingSwing;
use crate::gait::foothold::{Foothold, Refusal, Terrain};
use crate::gait::planner::Footstep;
use crate::gait::search::search_order;
use crate::gait::walker::CannotStand;
use glam::DVec2;

/// All feet of a walk.
#[derive(Clone, Debug)]
pub(super) struct Footing {
    pub(super) tracks: Vec<FootTrack>,
    pub(super) footsteps: Vec<Footstep>,
}

/// Footholds are looked for so far from where they would be, in legs.
const LOOKED_AT: f64 = 0.25;
/// Higher steps bend ankles farther than they go, in legs.
const MOST_RISE: f64 = 0.22;

impl Footing {
    /// Feet that stand at the start.
    pub(super) fn standing(scene: &Scene<'_>, course: &Course) -> Result<Self, CannotStand> {
        let (body, order) = (scene.body, scene.order);
        let mut tracks = Vec::new();
        for (foot, offset) in body.feet.iter().zip(&body.rest_offset) {
            let center = course.point(*offset, 0.0);
            let terrain = Terrain::around(scene.level, order.start_secs, center, foot.leg_length);
            let hold = terrain.foothold(foot, false, center, order.settings.heading);
            let hold = hold.map_err(|why| CannotStand::Foothold {
                x: center.x,
                z: center.y,
                why,
            })?;
            tracks.push(FootTrack {
                foot: foot.clone(),
                roller: Roller::new(scene.character, foot),
                visits: vec![STANDING],
                footholds: vec![hold],
                arcs: Vec::new(),
            });
        }
        Ok(Self {
            tracks,
            footsteps: Vec::new(),
        })
    }

    /// Takes all swings; why not, and how many feet were set before, where one finds no place.
    pub(super) fn take(
        &mut self,
        scene: &Scene<'_>,
        (course, table): (&Course, &Timetable),
    ) -> Result<(), (Refusal, usize)> {
        let nearby = search_order(scene.body.shorter_leg());
        for swing in &table.swings {
            let made = self.footsteps.len();
            self.step(scene, (course, swing), &nearby)
                .map_err(|why| (why, made))?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        scene: &Scene<'_>,
        (course, swing): (&Course, &Swing),
        nearby: &[DVec2],
    ) -> Result<(), Refusal> {
        let (body, order) = (scene.body, scene.order);
        let foot = &body.feet[swing.foot];
        let wanted = course.point(body.rest_offset[swing.foot], swing.middle);
        let (_, heading) = course.at(swing.middle);
        let touch_secs = order.start_secs + swing.touch;
        let terrain = Terrain::around(scene.level, touch_secs, wanted, foot.leg_length);
        let mut refused = None;
        let reach = LOOKED_AT * foot.leg_length;
        let places = nearby.iter().filter(|offset| offset.length() <= reach);
        for offset in std::iter::once(&DVec2::ZERO).chain(places) {
            let found = terrain.foothold(foot, false, wanted + *offset, heading);
            let found = found.and_then(|hold| self.swung(scene, swing, (&terrain, hold)));
            match found {
                Ok((track, step)) => {
                    self.tracks[swing.foot] = track;
                    self.footsteps.push(step);
                    return Ok(());
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        Err(refused.unwrap_or(Refusal::NoWayOver))
    }

    /// A foot's track with one more swing, to a foothold.
    fn swung(
        &self,
        scene: &Scene<'_>,
        swing: &Swing,
        (terrain, hold): (&Terrain<'_>, Foothold),
    ) -> Result<(FootTrack, Footstep), Refusal> {
        let settings = &scene.order.settings;
        let start_secs = scene.order.start_secs;
        let (lift, touch) = (start_secs + swing.lift, start_secs + swing.touch);
        let mut track = self.tracks[swing.foot].clone();
        let last = track.visits.len() - 1;
        let leaving = Visit {
            heel_off: lift,
            ball_off: lift,
            lift,
            ..track.visits[last]
        };
        let landing = Visit {
            touch,
            flat: touch,
            ..STANDING
        };
        let footholds = [track.footholds[last], hold];
        let flat = footholds.map(|hold| hold.world_from_link(scene.level, lift));
        let center = track.foot.center_in_link;
        let travel = flat[1].point(center) - flat[0].point(center);
        if travel.y.abs() > MOST_RISE * track.foot.leg_length {
            return Err(Refusal::OutOfReach {
                distance: DVec2::new(travel.x, travel.z).length(),
                rise: travel.y,
            });
        }
        let swung = RollingSwing {
            lift_secs: lift,
            ball: flat.map(|flat| flat.point(track.roller.ball_in_link)),
            flat,
            leg: track.foot.leg_length,
            fineness: scene.body.fineness(),
            clearance: settings.clearance,
            track: FootTrack {
                visits: vec![leaving, landing],
                footholds: footholds.to_vec(),
                ..track.clone()
            },
        };
        let arc = swung.natural(scene.level, terrain);
        let arc = arc.ok_or(Refusal::NoWayOver)?;
        track.visits[last] = leaving;
        track.visits.push(landing);
        track.footholds.push(hold);
        track.arcs.push(arc.clone());
        let step = Footstep {
            foot: swing.foot,
            foothold: hold,
            arc,
            swing_secs: swing.touch - swing.lift,
            shift_secs: settings.shift_secs(),
            closes: swing.closes,
        };
        Ok((track, step))
    }
}
