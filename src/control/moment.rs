//! A plan at one moment: the pose, how it moves, what it stands on.

use crate::character::{Character, Pose};
use crate::math::{Transform, rotation_vector};
use crate::motion::{Clip, Contacts};
use crate::physics::{Planned, Twist};
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
            let change = self.planned.pose.joint(id).turn_to(pose.joint(id));
            self.planned.velocity.joints[id.index()] = change / secs;
            self.planned.acceleration.joints[id.index()] = DVec3::ZERO;
        }
        let (from, to) = (self.planned.pose.world_from_root, pose.world_from_root);
        self.planned.velocity.root = Twist {
            angular: rotation_vector(to.rotation * from.rotation.conjugate()) / secs,
            linear: (to.translation - from.translation) / secs,
        };
        self.planned.acceleration.root = Twist::default();
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

/// How joints and the first link move in a planned pose, by differences to poses so long before and after it.
pub(super) fn write_motion(planned: &mut Planned, earlier: &Pose, later: &Pose, span_secs: f64) {
    for (index, now) in planned.pose.joints.iter().enumerate() {
        let ahead = now.turn_to(later.joints[index]);
        let back = now.turn_to(earlier.joints[index]);
        planned.velocity.joints[index] = (ahead - back) / (2.0 * span_secs);
        planned.acceleration.joints[index] = (ahead + back) / (span_secs * span_secs);
    }
    let [now, later, earlier] = [&planned.pose, later, earlier].map(|pose| pose.world_from_root);
    let turn = |other: Transform| rotation_vector(other.rotation * now.rotation.conjugate());
    let (turn_ahead, turn_back) = (turn(later), turn(earlier));
    let ahead = later.translation - now.translation;
    let back = earlier.translation - now.translation;
    planned.velocity.root = Twist {
        angular: (turn_ahead - turn_back) / (2.0 * span_secs),
        linear: (ahead - back) / (2.0 * span_secs),
    };
    planned.acceleration.root = Twist {
        angular: (turn_ahead + turn_back) / (span_secs * span_secs),
        linear: (ahead + back) / (span_secs * span_secs),
    };
}
