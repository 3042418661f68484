//! A plan at one moment: the pose, how it moves, what it stands on.

use crate::character::{Character, JointCoordinate, Pose};
use crate::math::rotation_vector;
use crate::motion::{Clip, Contacts};
use crate::physics::Planned;
use glam::DVec3;

/// Motion is read off poses this far apart, at least [s]: frames of a clip are joined by straight turns, whose corners
/// would be blows.
const LEAST_SPAN_SECS: f64 = 1.0 / 60.0;

/// Where the plan is.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Pose, rates, accelerations.
    pub planned: Planned,
    /// The soles that carry weight.
    pub contacts: Contacts,
}

impl Moment {
    /// A body that is to stay in a pose, on these soles.
    pub fn at_rest(pose: Pose, contacts: Contacts) -> Self {
        Self {
            planned: Planned::at_rest(pose),
            contacts,
        }
    }

    /// A live pose, `secs` after the one before it: it moves as it did since then.
    pub fn follow(&mut self, character: &Character, pose: &Pose, contacts: Contacts, secs: f64) {
        for id in character.link_ids() {
            let change = turn_between(self.planned.pose.joint(id), pose.joint(id));
            self.planned.rates[id.index()] = change / secs;
            self.planned.accelerations[id.index()] = DVec3::ZERO;
        }
        self.planned.pose.clone_from(pose);
        self.contacts = contacts;
    }
}

/// A clip as a plan; keeps its memory.
#[derive(Clone, Debug)]
pub struct ClipPlan<'a> {
    clip: &'a Clip,
    span_secs: f64,
    earlier: Pose,
    later: Pose,
}

impl<'a> ClipPlan<'a> {
    /// Reads a clip.
    pub fn new(clip: &'a Clip) -> Self {
        let pose = &clip.frames[0].pose;
        Self {
            clip,
            span_secs: clip.frame_secs.max(LEAST_SPAN_SECS),
            earlier: pose.clone(),
            later: pose.clone(),
        }
    }

    /// The clip it reads.
    pub fn clip(&self) -> &Clip {
        self.clip
    }

    /// The first moment, at rest.
    pub fn begin(&self) -> Moment {
        let first = &self.clip.frames[0];
        Moment::at_rest(first.pose.clone(), first.contacts)
    }

    /// Writes the moment at a time since the first frame [s]: rates and accelerations by differences over a short span.
    pub fn write(&mut self, secs: f64, moment: &mut Moment) {
        let span = self.span_secs;
        self.clip.write_sample(secs - span, &mut self.earlier);
        self.clip.write_sample(secs + span, &mut self.later);
        self.clip.write_sample(secs, &mut moment.planned.pose);
        write_motion(&mut moment.planned, &self.earlier, &self.later, span);
        moment.contacts = self.clip.contacts_at(secs);
    }
}

/// How joints turn in a planned pose, by differences to poses so long before and after it.
pub(super) fn write_motion(planned: &mut Planned, earlier: &Pose, later: &Pose, span_secs: f64) {
    for (index, now) in planned.pose.joints.iter().enumerate() {
        let ahead = turn_between(*now, later.joints[index]);
        let back = turn_between(*now, earlier.joints[index]);
        planned.rates[index] = (ahead - back) / (2.0 * span_secs);
        planned.accelerations[index] = (ahead + back) / (span_secs * span_secs);
    }
}

/// The turn from one coordinate to another: a ball's in the link's own axes, a hinge's in x [rad].
pub(super) fn turn_between(from: JointCoordinate, to: JointCoordinate) -> DVec3 {
    match (from, to) {
        (JointCoordinate::Ball(from), JointCoordinate::Ball(to)) => {
            rotation_vector(from.conjugate() * to)
        }
        (JointCoordinate::Hinge(from), JointCoordinate::Hinge(to)) => {
            DVec3::new(to - from, 0.0, 0.0)
        }
        _ => DVec3::ZERO,
    }
}
