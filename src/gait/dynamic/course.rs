//! What the timetable of a walk says at each of many moments: where feet are, how the body is carried, what stands, and where the
//! zero-moment point would rather be.

use super::super::biped::Biped;
use super::super::foothold::Foothold;
use super::super::walk::WalkOrder;
use super::carriage::Beat;
use super::footwork::FootMoment;
use super::steps::Steps;
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use crate::math::ease;
use crate::motion::{Schedule, Stand, Support};
use glam::{DVec2, DVec3};
use std::ops::Range;

/// The zero-moment point wanders under a foot from behind its middle to ahead of it by this share of its length.
const WANDERS: f64 = 0.9;
/// And it is this share ahead of the middle.
const AHEAD: f64 = 0.2;
/// A step more or less until arms and pelvis swing as they do on the way.
const WAKES: f64 = 1.5;

/// What a course is made from.
#[derive(Clone)]
pub(super) struct Timetable<'a> {
    pub(super) level: &'a Level,
    pub(super) biped: &'a Biped,
    pub(super) order: &'a WalkOrder,
    pub(super) steps: &'a Steps,
    pub(super) schedule: &'a Schedule,
    /// Frames of the walk that it is made for.
    pub(super) frames: Range<usize>,
}

/// A walk at moments that are equally far apart.
pub(super) struct Course {
    /// Frames of the walk from one to the next.
    pub(super) every: usize,
    pub(super) frame_secs: f64,
    pub(super) moments: Vec<Moment>,
    pub(super) supports: Vec<Support>,
}

/// What the timetable says of one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) feet: [FootMoment; 2],
    pub(super) beat: Beat,
    pub(super) left_share: f64,
    /// Where the zero-moment point would rather be (x, z) [m].
    pub(super) wanted_xz: DVec2,
}

impl Timetable<'_> {
    /// The course of its frames, or of every so-manieth of them and a last one that may lie beyond.
    pub(super) fn course(&self, every: usize) -> Course {
        let (start, frame_secs) = (self.order.start_secs, self.order.settings.frame_secs);
        let count = (self.frames.len() - 1).div_ceil(every) + 1;
        let first = self.frames.start;
        let times = (0..count).map(|k| start + (first + k * every) as f64 * frame_secs);
        let stands = self.schedule.at_each(times.clone());
        let mut height = 0.0;
        let supports = times.clone().zip(stands).map(|(secs, stands)| {
            let support = self.support(&stands, secs, height);
            height = support.height;
            support
        });
        Course {
            every,
            frame_secs: every as f64 * frame_secs,
            supports: supports.collect(),
            moments: times.map(|secs| self.moment(secs)).collect(),
        }
    }

    fn moment(&self, secs: f64) -> Moment {
        let feet = [0, 1].map(|foot: usize| self.steps.tracks[foot].at(self.level, secs));
        let heading = self.biped.heading(&feet.map(|foot| foot.world_from_link));
        let ahead = DVec3::new(libm::sin(heading), 0.0, libm::cos(heading));
        let apart = feet[0].world_from_link.translation - feet[1].world_from_link.translation;
        let settings = &self.order.settings;
        let wakes = WAKES * settings.step_secs();
        let first = self.order.start_secs + self.order.pause_secs + self.steps.lean_secs;
        let left_share = self.steps.left_share(secs);
        let step = settings.step_length.max(1e-9);
        let beat = Beat {
            heading,
            left_ahead: apart.dot(ahead) / step,
            climb: 0.5 * (self.climb(0, secs) + self.climb(1, secs)),
            left_stands: 2.0 * left_share - 1.0,
            walks: ease((secs - first) / wakes) * ease((self.steps.still_secs - secs) / wakes),
        };
        Moment {
            feet,
            beat,
            left_share,
            wanted_xz: left_share * self.wanted_under(0, &feet[0], beat.walks, secs)
                + (1.0 - left_share) * self.wanted_under(1, &feet[1], beat.walks, secs),
        }
    }

    /// How steeply the ground under a foot rises to its toes [rad]; on its way from one foothold to the next it changes slowly.
    fn climb(&self, foot: usize, secs: f64) -> f64 {
        let track = &self.steps.tracks[foot];
        let index = track.visit_at(secs);
        let at = |hold: &Foothold| {
            let place = hold.world_from_link(self.level, secs);
            self.biped.feet[foot].toes_up(&place)
        };
        let now = at(&track.footholds[index]);
        track.footholds.get(index + 1).map_or(now, |next| {
            let (lift, touch) = (track.visits[index].lift, track.visits[index + 1].touch);
            now + ease((secs - lift) / (touch - lift)) * (at(next) - now)
        })
    }

    /// What stands, seen from above, and its height; the last one where nothing does.
    fn support(&self, stands: &[&Stand], secs: f64, last_height: f64) -> Support {
        let touching: Vec<DVec3> = (stands.iter())
            .flat_map(|stand| stand.touching(self.level, secs))
            .collect();
        let height = touching.iter().map(|point| point.y).sum::<f64>() / touching.len() as f64;
        let points = touching.iter().map(|point| DVec2::new(point.x, point.z));
        Support {
            hull: SupportPolygon::hull(points),
            height: if touching.is_empty() {
                last_height
            } else {
                height
            },
        }
    }

    /// Where the zero-moment point would be under a foot that carries everything: from heel to ball (x, z) [m].
    fn wanted_under(&self, foot: usize, moment: &FootMoment, walks: f64, secs: f64) -> DVec2 {
        let track = &self.steps.tracks[foot];
        let visit = track.visit_at(secs);
        let place = track.footholds[visit].world_from_link(self.level, secs);
        let heel = place.point(track.roller.heel_in_link);
        let ball = place.point(track.roller.ball_in_link);
        let stands = moment
            .stance
            .filter(|_| visit > 0 || track.visits.len() > 1);
        // Nobody rolls over feet of one piece.
        let (ahead, wanders) = if track.roller.toes.is_some() {
            (AHEAD, WANDERS)
        } else {
            (0.0, 0.5 * WANDERS)
        };
        let wanders = stands.map_or(0.0, |stance| walks * (ahead + wanders * (stance - 0.5)));
        let along = DVec2::new(ball.x - heel.x, ball.z - heel.z);
        track.middle_xz(self.level, visit, secs) + wanders * along
    }
}
