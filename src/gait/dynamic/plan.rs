//! The plan of a walk: feet, contacts, the way of the body, and the poses along it, planned again until what the limbs add
//! to the zero-moment point is part of the plan.

use super::super::biped::Biped;
use super::super::walk::WalkOrder;
use super::body::{Asked, Body};
use super::carriage::{Beat, Carriage};
use super::footwork::{FootMoment, FootTrack};
use super::height::{HeightMoment, Legs};
use super::pace::Pace;
use super::steps::Steps;
use crate::character::{Character, Pose};
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use crate::math::ease;
use crate::motion::audit::GRAVITY;
use crate::motion::{
    ComMoment, ComPlanSettings, Limb, Measured, Schedule, Stand, Support, least_margin, limbs_of,
    measure, plan_com,
};
use glam::{DQuat, DVec2, DVec3};

/// Plans at most, the first of a point mass.
const ROUNDS: usize = 8;
/// The zero-moment point keeps this far inside what stands, for a person's legs [m].
const MARGIN: f64 = 0.012;
/// A body that was posed along a plan keeps so much of that, or is planned again [m].
const ENOUGH: f64 = 0.008;
/// The zero-moment point wanders under a foot from behind its middle to ahead of it by this share of its length.
const WANDERS: f64 = 0.9;
/// And it is this share ahead of the middle.
const AHEAD: f64 = 0.33;
/// A plan believes no more than this of a body that was posed along a bad one: how far limbs move the zero-moment point of a person
/// [m].
const MOST_OFFSET: f64 = 0.35;
/// A step more or less until arms and pelvis swing as they do on the way.
const WAKES: f64 = 1.5;

/// A walk in the making.
pub(super) struct Plan<'a> {
    character: &'a Character,
    level: &'a Level,
    biped: &'a Biped,
    order: &'a WalkOrder,
    style: &'a Pose,
    steps: &'a Steps,
    carriage: Carriage,
    schedule: Schedule,
    /// Each frame's feet, beat and weight on the left foot. (frames)
    moments: Vec<Moment>,
    /// The poses, and how far a foot was from its place at most [m].
    poses: Vec<Pose>,
    landing_error: f64,
    /// The least distance of the zero-moment point from the edge of what touches [m].
    margin: f64,
}

/// What the timetable says of one frame.
#[derive(Clone, Copy, Debug)]
struct Moment {
    feet: [FootMoment; 2],
    beat: Beat,
    left_share: f64,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        character: &'a Character,
        level: &'a Level,
        biped: &'a Biped,
        (order, style): (&'a WalkOrder, &'a Pose),
        steps: &'a Steps,
    ) -> Self {
        let settings = &order.settings;
        let pace = Pace::at(settings.ahead().forward, biped.hip_height());
        let pace = Pace {
            step_secs: settings.step_secs(),
            ..pace
        };
        let stands = steps.tracks.iter().flat_map(FootTrack::stands);
        let mut plan = Self {
            character,
            level,
            biped,
            order,
            style,
            steps,
            carriage: Carriage::new(character, biped, (pace, settings.arms), style),
            schedule: Schedule::new(stands.collect()),
            moments: Vec::new(),
            poses: Vec::new(),
            landing_error: 0.0,
            margin: f64::NEG_INFINITY,
        };
        let secs = steps.still_secs + order.pause_secs - order.start_secs;
        let last = (secs / settings.frame_secs).ceil() as usize;
        plan.moments = (0..=last).map(|frame| plan.moment(frame)).collect();
        plan.filter(&Legs::new(character, biped, pace));
        plan
    }

    /// The poses, one a frame.
    pub(super) fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// What stands at each frame.
    pub(super) fn standing(&self) -> impl Iterator<Item = Vec<&Stand>> {
        let secs = (0..self.moments.len()).map(|frame| self.secs(frame));
        self.schedule.at_each(secs)
    }

    /// How far a foot was from where it should have been, at most [m].
    pub(super) fn landing_error(&self) -> f64 {
        self.landing_error
    }

    /// The least distance of the zero-moment point from the edge of what touches [m]; negative when it leaves it.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// Of the level, at a frame [s].
    fn secs(&self, frame: usize) -> f64 {
        self.order.start_secs + frame as f64 * self.order.settings.frame_secs
    }

    fn moment(&self, frame: usize) -> Moment {
        let secs = self.secs(frame);
        let feet = [0, 1].map(|foot: usize| self.steps.tracks[foot].at(self.level, secs));
        let heading = self.biped.heading(&feet.map(|foot| foot.world_from_link));
        let ahead = DVec3::new(libm::sin(heading), 0.0, libm::cos(heading));
        let apart = feet[0].world_from_link.translation - feet[1].world_from_link.translation;
        let settings = &self.order.settings;
        let wakes = WAKES * settings.step_secs();
        let first = self.order.start_secs + self.order.pause_secs + settings.lean_secs();
        let left_share = self.steps.left_share(secs);
        let step = settings.step_length.max(1e-9);
        Moment {
            feet,
            beat: Beat {
                heading,
                left_ahead: apart.dot(ahead) / step,
                left_stands: 2.0 * left_share - 1.0,
                walks: ease((secs - first) / wakes) * ease((self.steps.still_secs - secs) / wakes),
            },
            left_share,
        }
    }

    /// Plans, poses, measures, and plans again, until the zero-moment point is where it was planned to be. Keeps the best.
    fn filter(&mut self, legs: &Legs) {
        let fineness = self.biped.fineness();
        let frame_secs = self.order.settings.frame_secs;
        let secs = (0..self.moments.len()).map(|frame| self.secs(frame));
        let supports = self.schedule.supports(self.level, secs);
        let (mut measured, mut limbs) = (Vec::new(), Vec::new());
        let (mut best, mut best_error) = (Vec::new(), 0.0);
        for _ in 0..ROUNDS {
            let com = self.way_of_com(&supports, &limbs);
            let heights = self.heights(legs, &com, &measured);
            self.pose_along(&com, &heights, &measured);
            measured = measure(self.character, self.biped.pelvis, (&self.poses, frame_secs));
            limbs = limbs_of(self.character, (&measured, frame_secs), &supports);
            let margin = least_margin(&measured, &limbs, &supports);
            if margin > self.margin {
                self.margin = margin;
                best.clone_from(&self.poses);
                best_error = self.landing_error;
            }
            if margin > fineness * ENOUGH {
                break;
            }
        }
        self.poses = best;
        self.landing_error = best_error;
    }

    /// The way of the centre of mass over the ground, given what limbs did on the way before [m].
    fn way_of_com(&self, supports: &[Support], limbs: &[Limb]) -> Vec<DVec2> {
        let fineness = self.biped.fineness();
        let carried = self.biped.rest_pelvis_height - self.biped.pelvis_from_com.y;
        let moments: Vec<ComMoment> = (supports.iter().enumerate())
            .map(|(frame, support)| {
                let (lever_secs2, offset_xz) = match limbs.get(frame) {
                    None => (carried / GRAVITY, DVec2::ZERO),
                    Some(limb) => {
                        let most = fineness * MOST_OFFSET;
                        (limb.lever_secs2, limb.offset_xz.clamp_length_max(most))
                    }
                };
                ComMoment {
                    // What flies stays without support: an inset always leaves a point.
                    inside: if support.hull.is_empty() {
                        SupportPolygon::default()
                    } else {
                        support.hull.inset(fineness * MARGIN)
                    },
                    wanted_xz: self.wanted_point(frame),
                    com: None,
                    lever_secs2,
                    offset_xz,
                }
            })
            .collect();
        plan_com(
            &moments,
            self.order.settings.frame_secs,
            &ComPlanSettings {
                smoothness: self.smoothness(),
            },
        )
    }

    /// What jerks cost: times are those of a person, and jerks count by the sixth power of them.
    fn smoothness(&self) -> f64 {
        let size = self.biped.fineness();
        size * size * size * ComPlanSettings::default().smoothness
    }

    /// Where the zero-moment point would rather be: under the feet by their shares of the weight, from heel to ball (x, z) [m].
    fn wanted_point(&self, frame: usize) -> DVec2 {
        let moment = &self.moments[frame];
        let secs = self.secs(frame);
        let shares = [moment.left_share, 1.0 - moment.left_share];
        let under = |foot: usize| {
            let track = &self.steps.tracks[foot];
            let begun = track.visits.partition_point(|visit| visit.touch <= secs);
            let visit = begun.saturating_sub(1);
            let place = track.footholds[visit].world_from_link(self.level, secs);
            let heel = place.point(track.roller.heel_in_link);
            let ball = place.point(track.roller.ball_in_link);
            let stands = moment.feet[foot]
                .stance
                .filter(|_| visit > 0 || track.visits.len() > 1);
            // Nobody rolls over feet of one piece.
            let (ahead, wanders) = if track.roller.toes.is_some() {
                (AHEAD, WANDERS)
            } else {
                (0.0, 0.5 * WANDERS)
            };
            let wanders = stands.map_or(0.0, |stance| {
                ahead * moment.beat.walks + wanders * (stance - 0.5)
            });
            let along = DVec2::new(ball.x - heel.x, ball.z - heel.z);
            track.middle_xz(self.level, visit, secs) + wanders * along
        };
        shares[0] * under(0) + shares[1] * under(1)
    }

    /// Where the pelvis is beside the centre of mass (x, z) [m]: as it was the last time, or as at rest.
    fn offset(&self, frame: usize, measured: &[Measured]) -> DVec2 {
        let at_rest = || {
            let heading = self.moments[frame].beat.heading;
            DQuat::from_rotation_y(heading) * self.biped.pelvis_from_com
        };
        let now = measured.get(frame);
        let offset = now.map_or_else(at_rest, |now| now.pivot - now.com);
        DVec2::new(offset.x, offset.z)
    }

    fn heights(&self, legs: &Legs, com: &[DVec2], measured: &[Measured]) -> Vec<f64> {
        let moments: Vec<HeightMoment> = (self.moments.iter().zip(com).enumerate())
            .map(|(frame, (moment, com))| HeightMoment {
                feet: moment.feet,
                left_share: moment.left_share,
                pelvis_xz: *com + self.offset(frame, measured),
                pelvis_turn: self.carriage.turn_of_pelvis(&moment.beat),
            })
            .collect();
        legs.carry(&moments, self.order.settings.frame_secs)
    }

    /// Poses the body along a way of its centre of mass: with the pelvis beside that as it was the last time, where legs were found
    /// to reach. The centre of mass itself comes to its way as rounds go on.
    fn pose_along(&mut self, com: &[DVec2], heights: &[f64], measured: &[Measured]) {
        let rollers = self.steps.tracks.iter().map(|track| &track.roller);
        let parts = self.biped.parts();
        let mut body = Body::new(self.character, parts, self.style, rollers.collect());
        let mut pose = self.style.clone();
        let mut poses = Vec::with_capacity(com.len());
        self.landing_error = 0.0;
        for (frame, moment) in self.moments.iter().enumerate() {
            let asked = Asked {
                root: usize::from(moment.left_share < 0.5),
                feet: &moment.feet,
                world_from_pelvis: self.carriage.world_from_pelvis(&moment.beat),
                pelvis_xz: com[frame] + self.offset(frame, measured),
                pelvis_height: heights[frame],
            };
            self.carriage
                .pose_upper_body(self.character, &moment.beat, &mut pose);
            if frame == 0 {
                body.find(&asked, &mut pose);
            }
            let missed = body.follow(&asked, &mut pose);
            self.landing_error = self.landing_error.max(missed);
            poses.push(pose.clone());
        }
        self.poses = poses;
    }
}
