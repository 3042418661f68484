//! The plan of a jump: a parabola, what goes before and after it, and the poses along that, planned again until centre of mass and
//! angular momentum are where they were planned to be.

use super::feet::{JumpFoot, Pelvis};
use super::heights::Heights;
use super::posture::Posture;
use super::timetable::{Effort, Timetable};
use super::turn::{TurnMoment, plan_turn};
use super::{JumpOrder, frame_secs};
use crate::character::LinkId;
use crate::character::{Character, Pose};
use crate::gait::biped::Biped;
use crate::gait::dynamic::body::{Asked, Body};
use crate::gait::dynamic::legs::stretch;
use crate::gait::dynamic::upper_body::UpperBody;
use crate::gait::foothold::Foothold;
use crate::kinematics::{Kinematics, Rooting, SupportPolygon, composite_inertias};
use crate::level::Level;
use crate::math::ease;
use crate::motion::audit::GRAVITY;
use crate::motion::{
    ComMoment, ComPlanSettings, Measured, Schedule, Stand, Support, measure, plan_com,
};
use glam::{DQuat, DVec2, DVec3};

/// Rounds of planning and posing in which only the pelvis is placed, and all of them.
pub(super) const PLACING: usize = 5;
pub(super) const ROUNDS: usize = 31;
/// Limbs of a body that was posed along a bad plan are believed to turn it no harder than this [rad/s²].
const MOST_TURN: f64 = 40.0;
/// Rounds end when the centre of mass of a person is so near to its way [m], and limbs leave so little of angular momentum's
/// rate in the air, per kilogram and square metre of a standing body [1/s²].
const NEAR: f64 = 1e-4;
const STEADY: f64 = 0.8;
/// A body that is still so far from its way cannot be posed along it, of a person [m].
const LOST: f64 = 0.15;
/// And when the zero-moment point keeps so far inside what stands, of a person [m].
const ENOUGH: f64 = 0.004;
/// The zero-moment point keeps this far inside what stands, for a person's legs [m].
const MARGIN: f64 = 0.008;
/// A plan believes no more than this of a body that was posed along a bad one: how far limbs move the zero-moment point of a person
/// [m].
const MOST_OFFSET: f64 = 2.0;
/// What the squared jerk costs, for a person [s⁶].
const SMOOTHNESS: f64 = 1e-7;
/// Share of the standing body's inertia that turns with the trunk in the air.
const TURNS: f64 = 0.5;

/// What a jump is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub(super) character: &'a Character,
    pub(super) level: &'a Level,
    pub(super) biped: &'a Biped,
    pub(super) style: &'a Pose,
    pub(super) order: &'a JumpOrder,
    /// How deep it crouches, as a share of how deep people do.
    pub(super) depth: f64,
}

/// A jump in the making.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    scene: Scene<'a>,
    pub(super) times: Timetable,
    upper: UpperBody,
    posture: Posture,
    feet: [JumpFoot<'a>; 2],
    schedule: Schedule,
    /// Height of the centre of mass over the frames [m].
    way_up: Vec<f64>,
    pub(super) poses: Vec<Pose>,
    /// The planned centre of mass, and the pelvis's lean [m, rad].
    com: Vec<DVec3>,
    lean: Vec<f64>,
    measured: Vec<Measured>,
    /// How far the body was from where it should have been at most [m].
    missed: f64,
}

impl<'a> Plan<'a> {
    pub(super) fn new(scene: Scene<'a>, heights: &Heights, footholds: &[[Foothold; 2]; 2]) -> Self {
        let (biped, order) = (scene.biped, scene.order);
        let fineness = biped.fineness();
        let effort = Effort::of(order, scene.depth, fineness);
        let frame_secs = frame_secs(fineness);
        let times = Timetable::new(order, (heights, &effort), (frame_secs, fineness));
        let feet = [0, 1].map(|k: usize| {
            JumpFoot::new(
                scene.character,
                &biped.feet[k],
                (scene.level, order.start_secs),
                [footholds[0][k], footholds[1][k]],
                &times,
                (&effort, fineness),
            )
        });
        let stands = feet.iter().flat_map(|foot| foot.stands(order.start_secs));
        Self {
            scene,
            upper: UpperBody::new(scene.character, biped, scene.style),
            posture: Posture::new(&times, &effort, fineness),
            schedule: Schedule::new(stands.collect()),
            way_up: heights.way(&times, (&effort, fineness)),
            times,
            feet,
            poses: Vec::new(),
            com: Vec::new(),
            lean: Vec::new(),
            measured: Vec::new(),
            missed: 0.0,
        }
    }

    fn secs(&self, frame: usize) -> f64 {
        self.scene.order.start_secs + self.times.secs(frame)
    }

    /// What stands at each frame.
    pub(super) fn standing(&self) -> impl Iterator<Item = Vec<&Stand>> {
        let secs = (0..self.times.frames).map(|frame| self.secs(frame));
        self.schedule.at_each(secs)
    }

    /// Plans, poses and measures until nothing changes.
    pub(super) fn filter(&mut self, rounds: usize) {
        let fineness = self.scene.biped.fineness();
        let inertia = TURNS * self.inertia();
        let secs = (0..self.times.frames).map(|frame| self.secs(frame));
        let supports = self.schedule.supports(self.scene.level, secs);
        self.lean = (0..self.times.frames)
            .map(|frame| self.posture.lean.at(self.times.secs(frame)))
            .collect();
        for round in 0..rounds {
            self.com = self.way_of_com(&supports);
            if round >= PLACING && (round - PLACING).is_multiple_of(2) {
                self.lean = self.turn(inertia);
            }
            self.pose_along();
            self.measured = measure(
                self.scene.character,
                self.scene.biped.pelvis,
                (&self.poses, self.times.frame_secs),
            );
            let (off, spins) = self.errors();
            let is_near = off < fineness * NEAR && spins < STEADY * inertia;
            if round == PLACING && off > fineness * LOST {
                break;
            }
            if round > PLACING && is_near && self.margin(&supports) > fineness * ENOUGH {
                break;
            }
        }
    }

    /// How far the centre of mass is from its way at most [m], and how fast angular momentum changes in the air [N m].
    pub(super) fn errors(&self) -> (f64, f64) {
        let pairs = self.measured.iter().zip(&self.com);
        let off = pairs
            .map(|(now, com)| now.com.distance(*com))
            .fold(0.0, f64::max);
        let spins = self.measured.iter().enumerate();
        let spins = spins.filter(|(frame, _)| self.times.flies(*frame));
        let spins = spins
            .map(|(_, now)| now.angular_rate.length())
            .fold(0.0, f64::max);
        (off, spins)
    }

    /// Of the standing body, to the front [kg m²].
    pub(super) fn inertia(&self) -> f64 {
        let character = self.scene.character;
        let rooting = Rooting::new(character, LinkId::ROOT);
        let kin = Kinematics::of(character, self.scene.style);
        let all = composite_inertias(&rooting, character, &kin);
        all.last().map_or(1.0, |whole| whole.inertia.x_axis.x)
    }

    fn turn(&self, inertia: f64) -> Vec<f64> {
        let across = self.scene.order.across();
        let mass = self.scene.character.mass();
        let moments: Vec<TurnMoment> = (0..self.times.frames)
            .map(|frame| TurnMoment {
                lever: inertia / (mass * self.weight(frame)),
                wanted: self.posture.lean.at(self.times.secs(frame)),
                before: self.lean[frame],
                rate: (self.measured[frame].angular_rate.dot(across))
                    .clamp(-MOST_TURN * inertia, MOST_TURN * inertia),
            })
            .collect();
        plan_turn(
            &moments,
            &self.times,
            (inertia, self.scene.biped.fineness()),
        )
    }

    /// How far limbs moved the zero-moment point in the last round (x, z) [m].
    fn moved_by_limbs(&self, frame: usize) -> DVec2 {
        let load = self.scene.character.mass() * self.weight(frame);
        self.measured.get(frame).map_or(DVec2::ZERO, |now| {
            DVec2::new(now.angular_rate.z, -now.angular_rate.x) / load
        })
    }

    /// The least distance of the zero-moment point from the edge of what stands, as it was posed [m].
    fn margin(&self, supports: &[Support]) -> f64 {
        let h = self.times.frame_secs;
        let com = |frame: usize| self.measured[frame].com;
        let frames = 1..self.times.frames - 1;
        let margins = frames
            .filter(|frame| !self.times.flies(*frame))
            .map(|frame| {
                let bend = com(frame + 1) - 2.0 * com(frame) + com(frame - 1);
                let height = com(frame).y - supports[frame].height;
                let force = DVec2::new(bend.x, bend.z) / (h * h * self.weight(frame));
                let point = DVec2::new(com(frame).x, com(frame).z) - height * force
                    + self.moved_by_limbs(frame);
                supports[frame].hull.margin(point).metres
            });
        margins.fold(f64::INFINITY, f64::min)
    }

    /// What a kilogram weighs at a frame [m/s²].
    fn weight(&self, frame: usize) -> f64 {
        let near = frame.clamp(1, self.times.frames - 2);
        let up = &self.way_up[near - 1..=near + 1];
        let h = self.times.frame_secs;
        GRAVITY + (up[2] - 2.0 * up[1] + up[0]) / (h * h)
    }

    /// The way of the centre of mass [m].
    fn way_of_com(&self, supports: &[Support]) -> Vec<DVec3> {
        let fineness = self.scene.biped.fineness();
        let moments: Vec<ComMoment> = supports
            .iter()
            .enumerate()
            .map(|(frame, support)| {
                let weight = self.weight(frame);
                let flies = support.hull.is_empty();
                let wanted_xz = self.wanted_point(frame);
                ComMoment {
                    inside: if flies {
                        SupportPolygon::default()
                    } else if self.times.rests(frame) {
                        SupportPolygon::hull([wanted_xz])
                    } else {
                        support.hull.inset(fineness * MARGIN)
                    },
                    wanted_xz,
                    com: None,
                    lever_secs2: (self.way_up[frame] - support.height) / weight,
                    offset_xz: if flies {
                        DVec2::ZERO
                    } else {
                        self.moved_by_limbs(frame)
                            .clamp_length_max(fineness * MOST_OFFSET)
                    },
                }
            })
            .collect();
        let settings = ComPlanSettings {
            smoothness: fineness * fineness * fineness * SMOOTHNESS,
        };
        let way = plan_com(&moments, self.times.frame_secs, &settings);
        let ways = way.iter().zip(&self.way_up);
        ways.map(|(xz, y)| DVec3::new(xz.x, *y, xz.y)).collect()
    }

    /// Where the zero-moment point would rather be: under the middle of the soles, and under the balls when heels are up (x, z) [m].
    fn wanted_point(&self, frame: usize) -> DVec2 {
        let secs = self.times.secs(frame);
        let after = frame >= self.times.first_after;
        let share = if after {
            1.0 - ease((secs - self.times.touch()) / (self.times.low - self.times.touch()))
        } else {
            ease((secs - self.times.bottom) / (self.times.off() - self.times.bottom))
        };
        let under = self.feet.iter().map(|foot| {
            let [middle, ball] = foot.under(after);
            middle + share * (ball - middle)
        });
        0.5 * under.sum::<DVec2>()
    }

    /// Where the pelvis is beside the centre of mass [m]: as it was the last time, or as at rest.
    fn offset(&self, frame: usize) -> DVec3 {
        self.measured.get(frame).map_or_else(
            || self.scene.order.turn() * self.scene.biped.pelvis_from_com,
            |now| now.pivot - now.com,
        )
    }

    /// Poses the body along the plan.
    fn pose_along(&mut self) {
        let Scene {
            character,
            biped,
            style,
            order,
            ..
        } = self.scene;
        let pelvis: Vec<Pelvis> = (0..self.times.frames)
            .map(|frame| Pelvis {
                pivot: self.com[frame] + self.offset(frame),
                turn: order.turn() * DQuat::from_rotation_x(self.lean[frame]),
            })
            .collect();
        let far = order.distance / biped.fineness();
        for foot in &mut self.feet {
            foot.plan_flight(&pelvis, order.ahead(), far);
        }
        let rollers = self.feet.iter().map(|foot| &foot.roller).collect();
        let mut body = Body::new(character, biped.parts(), style, rollers);
        let mut pose = style.clone();
        self.poses.clear();
        self.missed = 0.0;
        for (frame, carried) in pelvis.iter().enumerate() {
            let at = (self.times.secs(frame), self.lean[frame]);
            self.posture.pose((character, &self.upper), at, &mut pose);
            let lean = DQuat::from_rotation_x(self.lean[frame]);
            let feet = [0, 1].map(|k: usize| self.feet[k].at(frame));
            let asked = Asked {
                root: 0,
                feet: &feet,
                world_from_pelvis: self.upper.world_from_pelvis(order.heading, lean),
                pelvis_in_world: carried.pivot,
            };
            if frame == 0 {
                body.find(&asked, &mut pose);
            }
            self.missed = self.missed.max(body.follow(&asked, &mut pose));
            self.poses.push(pose.clone());
        }
    }

    /// How far the hips are above where legs bent like that have them when the toes leave and touch, negative where they are
    /// lower [m].
    pub(super) fn too_high(&self, knees: [f64; 2]) -> [f64; 2] {
        let frames = [self.times.last_before, self.times.first_after];
        let pairs = frames.into_iter().zip(knees);
        let too_high = pairs.map(|(frame, knee)| {
            let pelvis = self.com[frame] + self.offset(frame);
            let pelvis_xz = DVec2::new(pelvis.x, pelvis.z);
            let of = |k: usize| {
                let foot = &self.scene.biped.feet[k];
                let turn = self.scene.order.turn() * DQuat::from_rotation_x(self.lean[frame]);
                let ankle = self.feet[k].at(frame).world_from_link.translation;
                let leg = stretch(knee) * foot.leg_length;
                pelvis.y - foot.pelvis_height(ankle, (pelvis_xz, turn), leg)
            };
            of(0).max(of(1))
        });
        let both: Vec<f64> = too_high.collect();
        [both[0], both[1]]
    }
}
