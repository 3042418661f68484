//! The plan of a walk: the way of the body and the poses along it, planned again until what the limbs add to the zero-moment
//! point is part of the plan.
//!
//! ```text
//! course of few moments ──> plan, pose, measure, a few rounds ──> course of all frames ──> the same until it is sound
//! ```

use super::super::biped::Biped;
use super::super::walk::WalkOrder;
use super::body::{Asked, Body};
use super::carriage::Carriage;
use super::course::{Course, Timetable};
use super::height::{HeightMoment, Legs};
use super::learnt::Learnt;
use super::pace::Pace;
use super::steps::Steps;
use super::two_bones::TwoBones;
use crate::character::{Character, Pose};
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use crate::motion::audit::GRAVITY;
use crate::motion::{
    ComEnds, ComMoment, ComPlanSettings, Limb, Schedule, Stand, limbs_of, margins_of, measure,
    plan_com_between,
};
use glam::{DQuat, DVec2, DVec3};
use std::ops::Range;

/// Plans of all frames at most.
const ROUNDS: usize = 8;
/// Plans of every so-manieth frame before that, the first of a point mass.
const COARSE_ROUNDS: usize = 4;
const COARSE: usize = 4;
/// After those a walk that keeps no more than this tips in the end, for a person's legs [m]: rounds of all frames come to nearly the same.
const HOPELESS: f64 = 0.004;
/// After so many rounds of either kind legs do not follow a plan along which it tips by so much, and no other round would change
/// that, for a person's legs [m].
const FEW: usize = 3;
const LOST: f64 = -0.3;
/// Nor would one after a round that changed the least margin by no more than this, for a person's legs [m].
const STILL: f64 = 1e-4;
/// Loads of a body that was posed along a bad plan are believed within these, in weights; and a kilogram that weighs no more than
/// this flies [m/s²].
pub(super) const LOADS: [f64; 2] = [0.3, 2.6];
pub(super) const LEAST_WEIGHT: f64 = 0.01;
/// The zero-moment point keeps this far inside what stands, for a person's legs [m].
const MARGIN: f64 = 0.012;
/// A body that was posed along a plan keeps so much of that, or is planned again [m].
const ENOUGH: f64 = 0.0065;
/// What the squared jerk of the centre of mass costs a person; see [`ComPlanSettings`] [s⁶].
const SMOOTHNESS: f64 = 4e-7;
/// A plan believes no more than this of a body that was posed along a bad one: how far limbs move the zero-moment point of a person
/// [m].
const MOST_OFFSET: f64 = 0.8;

/// A part of a walk in the making, or all of it.
pub(super) struct Plan<'a> {
    character: &'a Character,
    level: &'a Level,
    biped: &'a Biped,
    order: &'a WalkOrder,
    style: &'a Pose,
    steps: &'a Steps,
    span: &'a Span,
    carriage: Carriage,
    legs: Legs<'a>,
    two_bones: Option<&'a [TwoBones; 2]>,
    schedule: Schedule,
}

/// Which frames of a walk are planned, and what is known of them.
pub(super) struct Span {
    pub(super) frames: Range<usize>,
    /// Those that have to be sound: not what is past, nor the last of what is only looked ahead.
    pub(super) judged: Range<usize>,
    /// What was made before.
    pub(super) seam: Option<Seam>,
    /// Whether everything stands still in the end.
    pub(super) ends_at_rest: bool,
}

/// Where a walk goes on: its first frames are given.
pub(super) struct Seam {
    /// Of frames that are given, [`GIVEN`] of them.
    poses: Vec<Pose>,
    com_xz: Vec<DVec2>,
    heights: Vec<f64>,
    /// What the part before knew of these frames and of those that follow.
    learnt: Learnt,
}

/// So many frames are given where a walk goes on: three of every [`COARSE`].
pub(super) const GIVEN: usize = 2 * COARSE + 1;

/// What a round makes, one of each a moment of the course.
pub(super) struct Made {
    pub(super) poses: Vec<Pose>,
    /// Frames of the walk from one moment to the next.
    pub(super) every: usize,
    heights: Vec<f64>,
    com_xz: Vec<DVec2>,
    /// How far a foot was from where it should have been, at most [m].
    pub(super) landing_error: f64,
    /// The distance of the zero-moment point from the edge of what touches [m]; negative when it leaves it.
    pub(super) margins: Vec<f64>,
    /// How hard it pushes over the ground, in shares of how hard it presses on it: the friction that it needs where that is level.
    pub(super) pushes: Vec<f64>,
    /// What the next round goes by.
    learnt: Learnt,
}

impl Made {
    /// The frames of a span in which it pushes harder over the ground than so many times as hard as it presses.
    pub(super) fn pushing(&self, span: &Span, most: f64) -> impl Iterator<Item = usize> {
        let judged = span.judged.clone();
        let frames = (span.frames.start..).step_by(self.every);
        let hard = frames
            .zip(&self.pushes)
            .filter(move |(_, push)| **push > most);
        hard.map(|(frame, _)| frame)
            .filter(move |frame| judged.contains(frame))
    }

    /// The frames of a span that have to be sound, and how far the zero-moment point is inside at each of them [m].
    pub(super) fn judged(&self, span: &Span) -> impl Iterator<Item = (usize, f64)> {
        let judged = span.judged.clone();
        let frames = (span.frames.start..).step_by(self.every);
        let margins = frames.zip(self.margins.iter().copied());
        margins.filter(move |(frame, _)| judged.contains(frame))
    }

    /// What a walk that goes on after so many frames has to know of them.
    pub(super) fn seam(&self, frames: usize) -> Seam {
        let from = frames - GIVEN;
        Seam {
            poses: self.poses[from..frames].to_vec(),
            com_xz: self.com_xz[from..frames].to_vec(),
            heights: self.heights[from..frames].to_vec(),
            learnt: Learnt {
                pelvis_from_com_xz: self.learnt.pelvis_from_com_xz[from..].to_vec(),
                limbs: self.learnt.limbs[from..].to_vec(),
            },
        }
    }
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        character: &'a Character,
        level: &'a Level,
        biped: &'a Biped,
        (order, style): (&'a WalkOrder, &'a Pose),
        (steps, two_bones): (&'a Steps, Option<&'a [TwoBones; 2]>),
        span: &'a Span,
    ) -> Self {
        let settings = &order.settings;
        let pace = Pace::at(settings.ahead().forward, biped.hip_height());
        let pace = Pace {
            step_secs: settings.step_secs(),
            ..pace
        };
        let from_secs = order.start_secs + span.frames.start as f64 * settings.frame_secs;
        let stands = (steps.tracks.iter()).flat_map(|track| track.stands_from(from_secs));
        Self {
            character,
            level,
            biped,
            order,
            style,
            steps,
            span,
            carriage: Carriage::new(character, biped, (pace, settings.arms), style),
            legs: Legs::new(character, biped, two_bones, pace),
            two_bones,
            schedule: Schedule::new(stands.collect()),
        }
    }

    fn timetable(&self) -> Timetable<'_> {
        Timetable {
            level: self.level,
            biped: self.biped,
            order: self.order,
            steps: self.steps,
            schedule: &self.schedule,
            frames: self.span.frames.clone(),
        }
    }

    /// What stands at each of its frames.
    pub(super) fn standing(&self) -> impl Iterator<Item = Vec<&Stand>> {
        let (start, frame_secs) = (self.order.start_secs, self.order.settings.frame_secs);
        let frames = self.span.frames.clone();
        let secs = frames.map(move |frame| start + frame as f64 * frame_secs);
        self.schedule.at_each(secs)
    }

    /// Kajita's dynamics filter on every so-manieth frame: plans, poses, measures, and plans again.
    pub(super) fn sketch(&self) -> Made {
        let course = self.timetable().course(COARSE);
        let mut made = self.round(&course, &Learnt::default());
        for rounds in 1..COARSE_ROUNDS {
            if self.is_lost(rounds, &made) {
                break;
            }
            made = self.round(&course, &made.learnt);
        }
        made
    }

    /// Whether rounds of all frames would not help either.
    pub(super) fn is_hopeless(&self, sketch: &Made) -> bool {
        self.margin(sketch) < HOPELESS * self.biped.fineness()
    }

    /// Whether legs do not follow its plans.
    fn is_lost(&self, rounds: usize, made: &Made) -> bool {
        rounds >= FEW && self.margin(made) < LOST * self.biped.fineness()
    }

    /// The least margin of the frames that have to be sound [m].
    fn margin(&self, made: &Made) -> f64 {
        let margins = made.judged(self.span).map(|(_, margin)| margin);
        margins.fold(f64::INFINITY, f64::min)
    }

    /// The same on all frames, until the zero-moment point is where it was planned to be. Keeps the best.
    pub(super) fn finish(&self, sketch: &Made) -> Made {
        let course = self.timetable().course(1);
        let enough = ENOUGH * self.biped.fineness();
        let mut learnt = sketch.learnt.between(COARSE, course.moments.len());
        if let Some(seam) = &self.span.seam {
            learnt.go_on_from(&seam.learnt);
        }
        let still = STILL * self.biped.fineness();
        let mut best = self.round(&course, &learnt);
        learnt.clone_from(&best.learnt);
        let mut last_margin = self.margin(&best);
        for rounds in 1..ROUNDS {
            if self.margin(&best) > enough || self.is_lost(rounds, &best) {
                break;
            }
            let next = self.round(&course, &learnt);
            learnt.clone_from(&next.learnt);
            let margin = self.margin(&next);
            if margin > self.margin(&best) {
                best = next;
            }
            if (margin - last_margin).abs() < still {
                break;
            }
            last_margin = margin;
        }
        best
    }

    fn round(&self, course: &Course, learnt: &Learnt) -> Made {
        let com = self.way_of_com(course, &learnt.limbs);
        let pelvis_xz: Vec<DVec2> = (com.iter().enumerate())
            .map(|(frame, com)| *com + self.pelvis_from_com(course, frame, learnt))
            .collect();
        let heights = self.heights_along(course, &pelvis_xz);
        let (poses, landing_error) = self.pose_along(course, &pelvis_xz, &heights);
        let pelvis = self.biped.pelvis;
        let measured = measure(self.character, pelvis, (&poses, course.frame_secs));
        let frames = (&measured[..], course.frame_secs);
        let limbs = limbs_of(self.character, frames, &course.supports);
        let apart = measured.iter().map(|now| now.pivot - now.com);
        let margins = margins_of(&measured, &limbs, &course.supports, LEAST_WEIGHT).collect();
        let push = |limb: &Limb| limb.acceleration_xz.length() / limb.weight.max(LEAST_WEIGHT);
        Made {
            pushes: limbs.iter().map(push).collect(),
            every: course.every,
            margins,
            landing_error,
            heights,
            com_xz: (measured.iter().map(|now| DVec2::new(now.com.x, now.com.z))).collect(),
            learnt: Learnt {
                pelvis_from_com_xz: apart.map(|apart| DVec2::new(apart.x, apart.z)).collect(),
                limbs,
            },
            poses,
        }
    }

    /// The way of the centre of mass over the ground, given what limbs did on the way before [m].
    fn way_of_com(&self, course: &Course, limbs: &[Limb]) -> Vec<DVec2> {
        let fineness = self.biped.fineness();
        let carried = self.biped.rest_pelvis_height - self.biped.pelvis_from_com.y;
        let frames = course.moments.iter().zip(&course.supports).enumerate();
        let moments: Vec<ComMoment> = frames
            .map(|(frame, (moment, support))| {
                let (lever_secs2, offset_xz) = match limbs.get(frame) {
                    None => (carried / GRAVITY, DVec2::ZERO),
                    Some(limb) => {
                        let (lever_secs2, offset) = limb.for_plan(LOADS);
                        let most = fineness * MOST_OFFSET;
                        (lever_secs2, offset.clamp_length_max(most))
                    }
                };
                ComMoment {
                    // What flies stays without support: an inset always leaves a point.
                    inside: if support.hull.is_empty() {
                        SupportPolygon::default()
                    } else {
                        support.hull.inset(fineness * MARGIN)
                    },
                    wanted_xz: moment.wanted_xz,
                    com: None,
                    lever_secs2,
                    offset_xz,
                }
            })
            .collect();
        let smoothness = self.smoothness();
        let given_xz: Vec<DVec2> = (self.span.seam.iter())
            .flat_map(|seam| seam.com_xz.iter().step_by(course.every).copied())
            .collect();
        let ends = ComEnds {
            given_xz: &given_xz,
            ends_at_rest: self.span.ends_at_rest,
        };
        let settings = ComPlanSettings { smoothness };
        plan_com_between(&moments, course.frame_secs, &settings, &ends)
    }

    /// What jerks cost: times are those of a person, and jerks count by the sixth power of them.
    fn smoothness(&self) -> f64 {
        let size = self.biped.fineness();
        size * size * size * SMOOTHNESS
    }

    /// Where the pelvis is beside the centre of mass (x, z) [m]: as it was the last time, or as at rest.
    fn pelvis_from_com(&self, course: &Course, frame: usize, learnt: &Learnt) -> DVec2 {
        learnt
            .pelvis_from_com_xz
            .get(frame)
            .copied()
            .unwrap_or_else(|| {
                let heading = course.moments[frame].beat.heading;
                let at_rest = DQuat::from_rotation_y(heading) * self.biped.pelvis_from_com;
                DVec2::new(at_rest.x, at_rest.z)
            })
    }

    /// How high the pelvis is along its way over the ground [m].
    fn heights_along(&self, course: &Course, pelvis_xz: &[DVec2]) -> Vec<f64> {
        let moments: Vec<HeightMoment> = (course.moments.iter().zip(pelvis_xz))
            .map(|(moment, pelvis_xz)| HeightMoment {
                feet: moment.feet,
                left_share: moment.left_share,
                pelvis_xz: *pelvis_xz,
                pelvis_turn: self.carriage.turn_of_pelvis(&moment.beat),
            })
            .collect();
        let given: Vec<f64> = (self.span.seam.iter())
            .flat_map(|seam| seam.heights.iter().step_by(course.every).copied())
            .collect();
        let ends = (&given[..], self.span.ends_at_rest);
        self.legs.carry(&moments, course.frame_secs, ends)
    }

    /// Poses the body along a way of its pelvis, where legs are found to reach, and says how far a foot was from its place at most
    /// [m]. The centre of mass comes to its way as rounds go on.
    fn pose_along(
        &self,
        course: &Course,
        pelvis_xz: &[DVec2],
        heights: &[f64],
    ) -> (Vec<Pose>, f64) {
        let rollers = self.steps.tracks.iter().map(|track| &track.roller);
        let parts = self.biped.parts();
        let mut body = Body::new(self.character, parts, self.style, rollers.collect())
            .with_two_bones(self.two_bones);
        let mut pose = self.style.clone();
        let mut landing_error: f64 = 0.0;
        let given: Vec<&Pose> = (self.span.seam.iter())
            .flat_map(|seam| seam.poses.iter().step_by(course.every))
            .collect();
        let frames = course.moments.iter().zip(pelvis_xz).zip(heights);
        let poses = frames
            .enumerate()
            .map(|(frame, ((moment, pelvis_xz), height))| {
                if let Some(given) = given.get(frame) {
                    pose.clone_from(given);
                    return pose.clone();
                }
                let asked = Asked {
                    root: usize::from(moment.left_share < 0.5),
                    feet: &moment.feet,
                    world_from_pelvis: self.carriage.world_from_pelvis(&moment.beat),
                    pelvis_in_world: DVec3::new(pelvis_xz.x, *height, pelvis_xz.y),
                };
                self.carriage
                    .pose_upper_body(self.character, &moment.beat, &mut pose);
                if frame == 0 {
                    body.find(&asked, &mut pose);
                }
                landing_error = landing_error.max(body.follow(&asked, &mut pose));
                pose.clone()
            });
        (poses.collect(), landing_error)
    }
}
