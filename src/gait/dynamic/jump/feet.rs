//! The feet of a jump: heels rise over the balls and these over the tips of the toes, feet hang in the air, land on their balls, and
//! heels come down.
//!
//! In the air each ankle goes the smoothest way that begins and ends as the standing foot moves, near to where the leg would
//! hang, within the leg's reach and above the ground.

use super::extremes::Extremes;
use super::timetable::{Effort, Timetable};
use crate::character::{Character, Contacts, Footing};
use crate::gait::biped::Foot;
use crate::gait::dynamic::footwork::FootMoment;
use crate::gait::dynamic::legs::stretch;
use crate::gait::dynamic::roll::Roller;
use crate::gait::foothold::Foothold;
use crate::level::Level;
use crate::math::{BandedProgram, BandedRow, Transform, ease};
use crate::motion::Stand;
use glam::{DQuat, DVec2, DVec3};

/// One foot of a jump.
#[derive(Clone, Debug)]
pub(super) struct JumpFoot<'a> {
    pub(super) foot: &'a Foot,
    pub(super) roller: Roller,
    /// Before and after the flight: where it stands, and where its link is then when it is flat.
    pub(super) footholds: [Foothold; 2],
    flat: [Transform; 2],
    /// Corners of what it stands on last, when it is flat [m].
    tip_in_link: Vec<DVec3>,
    /// How far its heel is up, its ball about the tip of the toes, and its toes against the foot [rad].
    heel_up: Extremes,
    ball_up: Extremes,
    times: Timetable,
    fineness: f64,
    /// Its places in the air. (frames of the flight)
    flight: Vec<Transform>,
}

/// Where the pelvis is at one frame, and how it is turned from rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pelvis {
    pub(super) pivot: DVec3,
    pub(super) turn: DQuat,
}

/// Feet hang with their heels up by this much after a hop, and by that much more after all one can [rad].
const HANGS: f64 = 0.58;
const HANGS_MORE: f64 = 0.27;
/// They touch with heels up by this share of it.
const TOUCHES: f64 = 0.75;
/// By so much less for every metre that a person jumps far, legs ahead.
const FLATTER: f64 = 0.7;
/// Balls turn up about the tips of the toes by this much [rad].
const TIP: f64 = 0.14;
const TIP_MORE: f64 = 0.22;
/// Feet of one piece leave and land flat, and hang like this [rad].
const STIFF_HANGS: f64 = 0.3;
/// How long after toes have left feet go on turning, and how long toes take to hang, or to be ready [s].
const TURNS_ON: f64 = 0.08;
const READY: f64 = 0.05;
const TOES: f64 = 0.1;
/// A leg in the air is no straighter than with a knee like this [rad], and hangs with one bent to this share of its length.
const STRAIGHTEST: f64 = 0.2;
const HANGING: f64 = 0.975;
/// By how much shorter for every metre that a person jumps far.
const TUCK: f64 = 0.12;
/// What the squared jerk of a person's foot costs beside the squared distance from where it would hang [s⁶].
const SMOOTHNESS: f64 = 8e-9;
const EXACT: f64 = 1e6;
const STIFFNESS: f64 = 1e5;
/// Feet in the air are so high over the ground in the middle of a flight, of a person [m].
const CLEAR: f64 = 0.01;

impl<'a> JumpFoot<'a> {
    pub(super) fn new(
        character: &Character,
        foot: &'a Foot,
        (level, start_secs): (&Level, f64),
        footholds: [Foothold; 2],
        times: &Timetable,
        (effort, fineness): (&Effort, f64),
    ) -> Self {
        let roller = Roller::new(character, foot);
        let (off, touch) = (times.off(), times.touch());
        let quick = fineness.sqrt();
        let (heel_up, ball_up) = if roller.toes.is_some() {
            let hangs = HANGS + HANGS_MORE * effort.share;
            let touches = TOUCHES * (1.0 - FLATTER * effort.far).max(0.0);
            let tip = TIP + TIP_MORE * effort.share;
            let on = (quick * TURNS_ON).min(0.4 * (touch - off));
            let ready = (quick * READY).min(0.4 * (touch - off));
            (
                vec![
                    (times.heel_off, 0.0),
                    (off + on, hangs),
                    (touch - ready, touches * hangs),
                    (times.flat, 0.0),
                ],
                vec![(times.ball_off, 0.0), (off + on, tip), (touch, 0.0)],
            )
        } else {
            let middle = 0.5 * (off + touch);
            (
                vec![(off, 0.0), (middle, STIFF_HANGS), (touch, 0.0)],
                Vec::new(),
            )
        };
        let tip = roller.toes.iter().flat_map(|toes| toes.tip.iter());
        let tip_in_link = tip.flat_map(|sole| {
            let sole = &character.soles[sole];
            let whole = character.whole_foot(foot.foot);
            let place = character.link_in_flat_foot(whole, sole.link);
            let corners = sole.corners_in_link.iter();
            corners.map(move |corner| place.point(*corner))
        });
        Self {
            foot,
            tip_in_link: tip_in_link.collect(),
            roller,
            footholds,
            flat: [0, 1].map(|k: usize| footholds[k].world_from_link(level, start_secs)),
            heel_up: Extremes(heel_up),
            ball_up: Extremes(ball_up),
            times: *times,
            fineness,
            flight: Vec::new(),
        }
    }

    /// Middle of its sole, and of its ball or front edge, before or after the flight (x, z) [m].
    pub(super) fn under(&self, after: bool) -> [DVec2; 2] {
        let flat = &self.flat[usize::from(after)];
        [self.foot.center_in_link, self.roller.ball_in_link].map(|point| {
            let point = flat.point(point);
            DVec2::new(point.x, point.z)
        })
    }

    /// What it does at a frame.
    pub(super) fn at(&self, frame: usize) -> FootMoment {
        let secs = self.times.secs(frame);
        let flight = frame.checked_sub(self.times.last_before + 1);
        let in_air = flight.and_then(|k| self.flight.get(k));
        FootMoment {
            world_from_link: in_air.copied().unwrap_or_else(|| self.standing(frame)),
            toes_up: self.toes_up(secs),
            stance: (!self.times.flies(frame)).then_some(0.5),
            rolls: 0.0,
            swing: 0.0,
        }
    }

    /// Where it is when it stands, or would be.
    fn standing(&self, frame: usize) -> Transform {
        let secs = self.times.secs(frame);
        let after = frame >= self.times.first_after;
        let ball_up = if after { 0.0 } else { self.ball_up.at(secs) };
        let flat = &self.flat[usize::from(after)];
        self.roller.rolled(flat, -self.heel_up.at(secs), ball_up)
    }

    /// How far toes are turned up against it [rad]: flat on the ground or about their tip; in the air they hang.
    fn toes_up(&self, secs: f64) -> f64 {
        let (off, touch) = (self.times.off(), self.times.touch());
        if self.roller.toes.is_none() {
            return 0.0;
        }
        let took = (self.fineness.sqrt() * TOES).min(0.5 * (touch - off));
        let heel_up = self.heel_up.at(secs);
        let leaving = (heel_up - self.ball_up.at(secs)) * (1.0 - ease((secs - off) / took));
        leaving.max(0.0) + heel_up * ease((secs - (touch - took)) / took)
    }

    /// How it is turned in the air.
    fn rotation(&self, secs: f64) -> DQuat {
        let (off, touch) = (self.times.off(), self.times.touch());
        let share = ease((secs - off) / (touch - off));
        let flat = self.flat[0].rotation.slerp(self.flat[1].rotation, share);
        self.roller
            .pitched(flat, -self.heel_up.at(secs))
            .normalize()
    }

    /// Finds its way through the air for a way of the pelvis and the direction ahead, for a person's distance [m].
    pub(super) fn plan_flight(&mut self, pelvis: &[Pelvis], ahead: DVec3, distance: f64) {
        let (h, first) = (self.times.frame_secs, self.times.last_before - 2);
        let count = self.times.first_after + 3 - first;
        let [left, landed] = [self.times.last_before, self.times.first_after];
        let [from, to] = [left, landed].map(|frame| self.standing(frame).translation);
        let across = DVec3::Y.cross(ahead);
        let plane = |point: DVec3| DVec2::new(point.dot(ahead), point.y);
        let hip_at = |frame: usize| {
            let Pelvis { pivot, turn } = pelvis[frame];
            pivot + turn * self.foot.hip_from_pelvis
        };
        let hangs = [from, to]
            .into_iter()
            .zip([left, landed])
            .map(|(ankle, frame)| {
                let way = plane(ankle - hip_at(frame));
                libm::atan2(way.x, -way.y)
            });
        let hangs: Vec<f64> = hangs.collect();
        let length = self.foot.leg_length;
        let hanging = (HANGING - TUCK * distance.abs().min(1.5)) * length;
        let mut program = BandedProgram::<8>::default();
        let mut along = |frame: usize, way: DVec2, value: f64, weight: f64, is_bound: bool| {
            let mut coefficients = [0.0; 8];
            coefficients[..2].copy_from_slice(&way.to_array());
            let row = BandedRow {
                first: 2 * frame,
                coefficients,
                value,
                weight,
            };
            if is_bound {
                program.bounds.push(row);
            } else {
                program.wanted.push(row);
            }
        };
        for k in 0..count {
            let frame = first + k;
            if !self.times.flies(frame) {
                let ankle = plane(self.standing(frame).translation);
                along(k, DVec2::X, ankle.x, EXACT, false);
                along(k, DVec2::Y, ankle.y, EXACT, false);
                continue;
            }
            let share = (frame - left) as f64 / (landed - left) as f64;
            let hill = 4.0 * share * (1.0 - share);
            let angle = hangs[0] + share * (hangs[1] - hangs[0]);
            let down = DVec2::new(libm::sin(angle), -libm::cos(angle));
            let hip = plane(hip_at(frame));
            let wanted = hip + hanging * down;
            along(k, DVec2::X, wanted.x, hill * hill, false);
            along(k, DVec2::Y, wanted.y, hill * hill, false);
            // The leg's own way, once there was a round.
            let found = self.flight.get(frame - left - 1);
            let way = found.map_or(down, |place| {
                (plane(place.translation) - hip).normalize_or(down)
            });
            let reach = stretch(STRAIGHTEST) * length + hip.dot(way);
            along(k, way, reach, STIFFNESS, true);
            let clear = self.lowest(frame, share) + self.fineness * CLEAR * hill * hill;
            along(k, DVec2::NEG_Y, -clear, STIFFNESS, true);
        }
        let cube = 1.0 / (h * h * h);
        let size = self.fineness;
        for k in 0..count - 3 {
            for axis in 0..2 {
                let mut coefficients = [0.0; 8];
                for (step, share) in [-1.0, 3.0, -3.0, 1.0].into_iter().enumerate() {
                    coefficients[2 * step + axis] = share * cube;
                }
                program.wanted.push(BandedRow {
                    first: 2 * k,
                    coefficients,
                    value: 0.0,
                    weight: SMOOTHNESS * size * size * size,
                });
            }
        }
        let way = program.solve(2 * count);
        self.flight = (left + 1..landed)
            .map(|frame| {
                let k = 2 * (frame - first);
                let secs = self.times.secs(frame);
                let share = ease((frame - left) as f64 / (landed - left) as f64);
                let aside = from.lerp(to, share).dot(across);
                let ankle = way[k] * ahead + way[k + 1] * DVec3::Y + aside * across;
                Transform::new(self.rotation(secs), ankle)
            })
            .collect();
    }

    /// The lowest that its link may be at a frame of the flight with nothing of it in the ground [m].
    fn lowest(&self, frame: usize, share: f64) -> f64 {
        let secs = self.times.secs(frame);
        let place = Transform::new(self.rotation(secs), DVec3::ZERO);
        let toes = self.roller.about_ball(&place, self.toes_up(secs));
        let rear = self
            .roller
            .rear_in_link
            .iter()
            .map(|corner| place.point(*corner).y);
        let front = self
            .roller
            .front_in_link
            .iter()
            .map(|corner| toes.point(*corner).y);
        let lowest = rear.chain(front).fold(f64::INFINITY, f64::min);
        let ground = |k: usize| self.flat[k].point(self.foot.center_in_link).y;
        ground(0) + share * (ground(1) - ground(0)) - lowest
    }

    /// When what of it stands; times of the level begin at `start_secs`.
    pub(super) fn stands(&self, start_secs: f64) -> Vec<Stand> {
        let times = &self.times;
        let half = 0.5 * times.frame_secs;
        let (off, touch) = (times.off() + half, times.touch() - half);
        let stand = |which: usize, soles: Contacts, from: f64, until: f64, corners: &[DVec3]| {
            let foothold = &self.footholds[which];
            let place = foothold.surface_from_link;
            Stand {
                footing: Footing {
                    foot: self.foot.foot,
                    patches: soles,
                },
                from_secs: start_secs + from,
                until_secs: start_secs + until,
                surface: foothold.surface,
                touching_in_surface: corners.iter().map(|corner| place.point(*corner)).collect(),
            }
        };
        let all = (self.foot.patches, &self.roller.corners_in_link[..]);
        let forever = f64::INFINITY;
        match &self.roller.toes {
            Some(toes) => {
                let front = (toes.soles, &self.roller.front_in_link[..]);
                let tip = (toes.tip, &self.tip_in_link[..]);
                vec![
                    stand(0, all.0, -forever, times.heel_off, all.1),
                    stand(0, front.0, times.heel_off, times.ball_off, front.1),
                    stand(0, tip.0, times.ball_off, off, tip.1),
                    stand(1, front.0, touch, times.flat, front.1),
                    stand(1, all.0, times.flat, forever, all.1),
                ]
            }
            None => vec![
                stand(0, all.0, -forever, off, all.1),
                stand(1, all.0, touch, forever, all.1),
            ],
        }
    }
}
