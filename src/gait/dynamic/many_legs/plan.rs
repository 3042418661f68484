//! The plan of a walk on many legs: planned, posed, measured and planned again.

use super::super::plan::{LEAST_WEIGHT, LOADS};
use super::ManyLegs;
use super::course::{Carried, Course, smoothed};
use super::footing::Footing;
use super::timetable::Timetable;
use crate::character::{Character, Pose};
use crate::gait::dynamic::body::{Asked, Body};
use crate::gait::dynamic::footwork::{FootMoment, FootTrack};
use crate::gait::foothold::Refusal;
use crate::gait::planner::Footstep;
use crate::gait::settings::Manner;
use crate::gait::walk::{Walk, WalkOrder};
use crate::gait::walker::CannotStand;
use crate::level::Level;
use crate::motion::audit::GRAVITY;
use crate::motion::{
    ComMoment, ComPlanSettings, Limb, Measured, Recorder, Schedule, Support, contacts_of,
    least_margin, limbs_of, measure, plan_com,
};
use glam::{DQuat, DVec2, DVec3};

/// What a walk is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub(super) character: &'a Character,
    pub(super) level: &'a Level,
    pub(super) body: &'a ManyLegs,
    pub(super) order: &'a WalkOrder,
}

/// A foot of a person's size that misses its place by more is out of reach [m].
const LOST: f64 = 0.05;
/// Plans at most.
const ROUNDS: usize = 8;
/// The zero-moment point of a trot keeps this far inside what stands, and the centre of mass of a crawl, for a person's legs [m].
const MARGIN: f64 = 0.010;
const STILL_MARGIN: f64 = 0.022;
/// A body that was posed along a plan keeps so much of that, or is planned again.
const ENOUGH: f64 = 0.7;
/// A plan believes no more than this of how far limbs move the zero-moment point of a person [m].
const MOST_OFFSET: f64 = 0.35;
/// What the squared jerk costs, for steps of one second [s⁶].
const SMOOTHNESS: f64 = 1e-3;

/// A leg is stretched to no more than this share of its length.
const STRETCH: f64 = 0.985;

/// What one frame asks for.
#[derive(Clone, Debug)]
struct Moment {
    feet: Vec<FootMoment>,
    /// How the trunk is turned from rest, where its pivot is (x, z), how high it would be, and how high it can be [m].
    turn: DQuat,
    trunk_xz: DVec2,
    height: f64,
    highest: f64,
}

/// A walk in the making.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    scene: Scene<'a>,
    course: Course,
    footing: Footing,
    refusal: Option<Refusal>,
    schedule: Schedule,
    carried: Vec<Carried>,
    poses: Vec<Pose>,
    landing_error: f64,
    margin: f64,
}

impl<'a> Plan<'a> {
    pub(super) fn new(scene: Scene<'a>) -> Result<Self, CannotStand> {
        let (body, order) = (scene.body, scene.order);
        let h = order.settings.frame_secs;
        let mut steps = order.steps;
        let mut refusal = None;
        // Where a foot finds no place the walk ends before that.
        loop {
            let table = Timetable::new(body, &order.settings, (steps, order.pause_secs));
            let frames = ((table.still + order.pause_secs) / h).ceil() as usize + 1;
            let course = Course::new(&scene, &table, frames);
            let mut footing = Footing::standing(&scene, &course)?;
            if let Err((why, made)) = footing.take(&scene, (&course, &table)) {
                steps = steps.min(made).saturating_sub(1);
                refusal = refusal.or(Some(why));
                continue;
            }
            let stands = footing.tracks.iter().flat_map(FootTrack::stands);
            let mut plan = Self {
                scene,
                schedule: Schedule::new(stands.collect()),
                carried: course.carried(&scene, table.cycle),
                course,
                footing,
                refusal,
                poses: Vec::new(),
                landing_error: 0.0,
                margin: f64::NEG_INFINITY,
            };
            plan.filter();
            return Ok(plan);
        }
    }

    pub(super) fn footsteps(&self) -> &[Footstep] {
        &self.footing.footsteps
    }

    /// The least distance of the zero-moment point, or of the centre of mass of a crawl, from the edge of what stands [m].
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// What was made.
    pub(super) fn walk(self) -> Walk {
        let secs = (0..self.poses.len()).map(|frame| self.secs(frame));
        let standing = self.schedule.at_each(secs);
        let mut recorder = Recorder::new(self.scene.character);
        let frames = self.poses.iter().cloned().zip(standing);
        let frames = frames.map(|(pose, stands)| recorder.frame(pose, contacts_of(stands)));
        let order = self.scene.order;
        Walk {
            slowest: 1.0,
            settings: order.settings,
            clip: order.clip((self.scene.character, self.scene.level), frames.collect()),
            landing_error: self.landing_error,
            margin: self.margin,
            refusal: self.refusal.clone(),
            footsteps: self.footing.footsteps.clone(),
        }
    }

    fn is_static(&self) -> bool {
        self.scene.order.settings.manner == Manner::Static
    }

    /// Of the level, at a frame [s].
    fn secs(&self, frame: usize) -> f64 {
        self.scene.order.start_secs + frame as f64 * self.scene.order.settings.frame_secs
    }

    fn filter(&mut self) {
        let (character, body) = (self.scene.character, self.scene.body);
        let fineness = body.fineness();
        let h = self.scene.order.settings.frame_secs;
        let secs = (0..self.carried.len()).map(|frame| self.secs(frame));
        let supports = self.schedule.supports(self.scene.level, secs);
        let inset = fineness
            * if self.is_static() {
                STILL_MARGIN
            } else {
                MARGIN
            };
        let (mut measured, mut limbs) = (Vec::new(), Vec::new());
        let (mut best, mut best_error) = (Vec::new(), 0.0);
        for _ in 0..ROUNDS {
            let com = self.way_of_com((&supports, inset), &limbs);
            self.pose_along(&com, &measured);
            measured = measure(character, body.trunk, (&self.poses, h));
            limbs = limbs_of(character, (&measured, h), &supports);
            let margin = if self.is_static() {
                let pairs = measured.iter().zip(&supports);
                let margins = pairs.map(|(now, support)| {
                    let com = DVec2::new(now.com.x, now.com.z);
                    support.hull.margin(com).metres
                });
                margins.fold(f64::INFINITY, f64::min)
            } else {
                least_margin(&measured, &limbs, &supports, LEAST_WEIGHT)
            };
            if margin > self.margin {
                self.margin = margin;
                best.clone_from(&self.poses);
                best_error = self.landing_error;
            }
            // Feet that far off are out of reach in every round.
            let is_out_of_reach = self.landing_error > fineness * LOST;
            if margin > ENOUGH * inset || is_out_of_reach {
                break;
            }
        }
        self.poses = best;
        self.landing_error = best_error;
    }

    /// The way of the centre of mass over the ground [m]. Who crawls is planned without inertia: then it is the zero-moment point.
    fn way_of_com(&self, (supports, inset): (&[Support], f64), limbs: &[Limb]) -> Vec<DVec2> {
        let settings = &self.scene.order.settings;
        let most = self.scene.body.fineness() * MOST_OFFSET;
        let height = self.scene.body.trunk_offset.y - self.scene.body.trunk_from_com.y;
        let moments: Vec<ComMoment> = (supports.iter().enumerate())
            .map(|(frame, support)| {
                let (place, _) = self.course.at(frame as f64 * settings.frame_secs);
                let inside = support.hull.inset(inset);
                let (lever_secs2, offset_xz) = match limbs.get(frame) {
                    _ if self.is_static() => (0.0, DVec2::ZERO),
                    None => (height / GRAVITY, DVec2::ZERO),
                    Some(limb) => {
                        let (lever_secs2, offset) = limb.for_plan(LOADS);
                        (lever_secs2, offset.clamp_length_max(most))
                    }
                };
                ComMoment {
                    wanted_xz: inside.nearest(place),
                    inside,
                    com: None,
                    lever_secs2,
                    offset_xz,
                }
            })
            .collect();
        let step = settings.step_secs();
        let step3 = step * step * step;
        let smoothness = SMOOTHNESS * step3 * step3;
        plan_com(
            &moments,
            settings.frame_secs,
            &ComPlanSettings { smoothness },
        )
    }

    fn pose_along(&mut self, com: &[DVec2], measured: &[Measured]) {
        let Scene {
            character,
            level,
            body,
            order,
        } = self.scene;
        let style = &character.rest;
        let rollers = self.footing.tracks.iter().map(|track| &track.roller);
        let parts = (body.trunk, &body.feet[..], body.fineness());
        let mut solved = Body::new(character, parts, style, rollers.collect());
        // 1 Where feet and trunk are, and the highest that all legs reach.
        let moments: Vec<Moment> = (com.iter().zip(&self.carried).enumerate())
            .map(|(frame, (com, carried))| {
                let secs = self.secs(frame);
                let tracks = self.footing.tracks.iter();
                let feet: Vec<FootMoment> = tracks.map(|track| track.at(level, secs)).collect();
                let (_, heading) = self.course.at(frame as f64 * order.settings.frame_secs);
                let turn = DQuat::from_rotation_y(heading) * DQuat::from_rotation_x(-carried.pitch);
                let offset = measured
                    .get(frame)
                    .map_or_else(|| turn * body.trunk_from_com, |now| now.pivot - now.com);
                let trunk_xz = *com + DVec2::new(offset.x, offset.z);
                let highest = feet.iter().zip(&body.feet).map(|(moment, foot)| {
                    let ankle = moment.world_from_link.translation;
                    foot.pelvis_height(ankle, (trunk_xz, turn), STRETCH * foot.leg_length)
                });
                Moment {
                    highest: highest.fold(f64::INFINITY, f64::min),
                    height: carried.ground - order.settings.crouch + (turn * body.trunk_offset).y,
                    feet,
                    turn,
                    trunk_xz,
                }
            })
            .collect();
        let highest: Vec<f64> = moments.iter().map(|moment| moment.highest).collect();
        let wanted = moments
            .iter()
            .map(|moment| moment.height.min(moment.highest));
        let wanted: Vec<f64> = wanted.collect();
        let pace = (order.settings.frame_secs, order.settings.step_secs());
        let heights = smoothed(&wanted, Some(&highest), pace);
        // 2 The legs.
        let mut pose = style.clone();
        let mut poses = Vec::with_capacity(com.len());
        self.landing_error = 0.0;
        for (frame, (moment, height)) in moments.iter().zip(heights).enumerate() {
            let stands = |foot: &FootMoment| foot.stance.is_some();
            let asked = Asked {
                root: moment.feet.iter().position(stands).unwrap_or(0),
                feet: &moment.feet,
                world_from_pelvis: moment.turn * body.trunk_at_rest,
                pelvis_in_world: DVec3::new(moment.trunk_xz.x, height, moment.trunk_xz.y),
            };
            if frame == 0 {
                solved.find(&asked, &mut pose);
            }
            let missed = solved.follow(&asked, &mut pose);
            self.landing_error = self.landing_error.max(missed);
            poses.push(pose.clone());
        }
        self.poses = poses;
    }
}
