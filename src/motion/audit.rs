//! The audit of a clip: what an honest eye would find, in numbers.
//!
//! ```text
//! frame + level at its time ──┬─> support polygon ──> static margin (centre of mass)
//!                             ├─> momentum by differences ──> zero-moment point ──> dynamic margin
//!                             │                           └─> push of the ground ──> friction that it needs
//!                             ├─> soles from touch to lift ──> slide on what they stand on
//!                             └─> depth in the ground, joints beyond limits, joint speed and acceleration
//! ```
//! One pass over the frames, in memory for two of them. Nothing is taken from a clip's own tracks. Of a recording, what moves is
//! [what is left of it without its noise](crate::motion::low_passed); where it stands and how deep is as it was recorded.
//!
//! Limit: with soles at several heights, the zero-moment point is taken on the level plane at their mean height.

mod flight;
mod ground;
mod joint_motion;
mod penetration;
mod slide;
mod summary;
mod zero_moment;

pub use flight::{Flight, flights};
pub use ground::{Friction, Touching, touching};
pub use joint_motion::{hardest_turns, hardest_turns_of};
pub(crate) use slide::TOUCHING;
pub use slide::{Slide, slides};
pub use summary::{FrictionPeak, Low, Peak, Summary};
pub use zero_moment::{GRAVITY, Momentum, zero_moment_point};

use super::{Clip, Contacts, Frame, Recorder};
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::{Kinematics, Margin, SupportPolygon, compass};
use crate::level::Level;
use glam::{DVec2, DVec3};
use ground::needed_push;
use joint_motion::{JointMotion, limit_excess};
use penetration::Probes;
use slide::SlideTracker;

/// Everything that was found in a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// From one frame to the next [s].
    pub frame_secs: f64,
    /// In the order of the clip.
    pub frames: Vec<FrameAudit>,
    /// Every contact of every sole, by its first frame.
    pub slides: Vec<Slide>,
    /// The figures of the whole clip.
    pub summary: Summary,
}

/// A number, and the link (or the joint that hangs it on its parent) that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkValue {
    /// In the unit of the field that holds it.
    pub value: f64,
    /// Whose it is.
    pub link: LinkId,
}

/// What was found in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameAudit {
    /// The soles that carry weight, as the clip says.
    pub contacts: Contacts,
    /// Centre of mass [m].
    pub com: DVec3,
    /// Where the body faces: a level unit vector (x, z).
    pub ahead_xz: DVec2,
    /// Margin of the centre of mass over the support, world axes; nothing without a contact.
    pub margin: Option<Margin>,
    /// The zero-moment point (x, z) [m]; nothing in the first and the last frame, without a contact, and in flight.
    pub zero_moment_xz: Option<DVec2>,
    /// Its margin over the same support, world axes.
    pub dynamic_margin: Option<Margin>,
    /// The friction that keeps its soles from slipping; nothing where there is no zero-moment point.
    pub friction: Option<Friction>,
    /// The deepest point in the ground [m]; nothing when all is clear of it.
    pub penetration: Option<LinkValue>,
    /// The joint farthest beyond its limits [rad]; nothing when all are inside.
    pub limit_excess: Option<LinkValue>,
    /// The fastest joint on the way from the frame before [rad/s]; nothing in the first frame.
    pub joint_speed: Option<LinkValue>,
    /// The hardest turned joint, by its rates before and after [rad/s²]; nothing in the first and the last frame.
    pub joint_acceleration: Option<LinkValue>,
}

impl FrameAudit {
    /// A margin's direction in words as the figure sees it: `front-left`.
    pub fn side_of(&self, margin: &Margin) -> &'static str {
        let (ahead, direction) = (self.ahead_xz, margin.direction_xz);
        // With z ahead, x is to the left: (x, z) of the direction in the body's own axes.
        let left = DVec2::new(ahead.y, -ahead.x);
        compass(DVec2::new(direction.dot(left), direction.dot(ahead)))
    }
}

impl Audit {
    /// A frame whose accelerations are known: at both ends of a clip the one beside it.
    pub fn in_motion(&self, frame: usize) -> Option<&FrameAudit> {
        let last = self.frames.len().checked_sub(1)?;
        self.frames
            .get(frame.min(last.saturating_sub(1)).max(last.min(1)))
    }

    /// Looks through a clip. Without a level the ground is flat at height zero.
    pub fn new(character: &Character, clip: &Clip, level: Option<&Level>) -> Self {
        let mut auditor = Auditor::new(character, level, clip.start_secs, clip.frame_secs);
        for frame in &clip.frames {
            auditor.push(frame);
        }
        auditor.finish()
    }

    /// Looks through a recording, whose differences are those of `moving`: its poses without their noise. (frames)
    pub fn of_recording(
        character: &Character,
        clip: &Clip,
        moving: &[Pose],
        level: Option<&Level>,
    ) -> Self {
        let mut auditor = Auditor::new(character, level, clip.start_secs, clip.frame_secs);
        for (frame, moving) in clip.frames.iter().zip(moving) {
            auditor.push_recorded(frame, moving);
        }
        auditor.finish()
    }
}

/// Looks through a clip frame by frame, for those who do not keep it in memory.
#[derive(Clone, Debug)]
pub struct Auditor<'a> {
    character: &'a Character,
    level: Option<&'a Level>,
    start_secs: f64,
    frame_secs: f64,
    mass: f64,
    recorder: Recorder<'a>,
    probes: Probes,
    joints: JointMotion,
    slides: SlideTracker<'a>,
    /// What the frame before left for the one after it.
    before: Option<Before>,
    frames: Vec<FrameAudit>,
}

#[derive(Clone, Debug)]
struct Before {
    /// As it moves.
    kin: Kinematics,
    support: Support,
    touching: Vec<Touching>,
    /// On the way to it; nothing at the first frame.
    momentum: Option<Momentum>,
}

/// The soles that carry weight, seen from above, and their mean height [m].
#[derive(Clone, Debug, Default)]
struct Support {
    polygon: SupportPolygon,
    height: f64,
}

impl<'a> Auditor<'a> {
    /// For frames of this character; the level's time at the first one is `start_secs`.
    pub fn new(
        character: &'a Character,
        level: Option<&'a Level>,
        start_secs: f64,
        frame_secs: f64,
    ) -> Self {
        Self {
            character,
            level,
            start_secs,
            frame_secs,
            mass: character.mass(),
            recorder: Recorder::new(character),
            probes: Probes::new(character),
            joints: JointMotion::default(),
            slides: SlideTracker::new(character, level),
            before: None,
            frames: Vec::new(),
        }
    }

    /// The next frame.
    pub fn push(&mut self, frame: &Frame) {
        self.add(frame, None);
    }

    /// The next frame of a recording, and its pose without noise.
    pub fn push_recorded(&mut self, frame: &Frame, moving: &Pose) {
        self.add(frame, Some(moving));
    }

    fn add(&mut self, frame: &Frame, without_noise: Option<&Pose>) {
        let number = self.frames.len();
        let time_secs = self.start_secs + number as f64 * self.frame_secs;
        let kin = self.recorder.look(&frame.pose).clone();

        // 1 what it stands on, and how well when everything stood still
        let support = support(self.character, &kin, frame.contacts);
        let has_support = !support.polygon.corners().is_empty();
        let com_xz = DVec2::new(kin.com.x, kin.com.z);
        let margin = has_support.then(|| support.polygon.margin(com_xz));

        // 2 feet and ground
        self.slides.push(number, frame.contacts, &kin, time_secs);
        let penetration = self.probes.deepest(&kin, self.level, time_secs);

        // 3 differences: only now is known how the frame before moved
        let com = kin.com;
        let touching = touching(
            (self.character, &kin),
            frame.contacts,
            self.level,
            time_secs,
        );
        let kin = match without_noise {
            Some(moving) => self.recorder.look(moving).clone(),
            None => kin,
        };
        let moving = without_noise.unwrap_or(&frame.pose);
        let peaks = self.joints.push(moving, self.frame_secs);
        let momentum = self.look_back(&kin);
        if let Some(last) = self.frames.last_mut() {
            last.joint_acceleration = peaks.acceleration_before;
        }

        self.frames.push(FrameAudit {
            contacts: frame.contacts,
            com,
            ahead_xz: ahead_xz(self.character, &frame.pose),
            margin,
            zero_moment_xz: None,
            dynamic_margin: None,
            friction: None,
            penetration,
            limit_excess: limit_excess(self.character, &frame.pose),
            joint_speed: peaks.speed,
            joint_acceleration: None,
        });
        self.before = Some(Before {
            kin,
            support,
            touching,
            momentum,
        });
    }

    /// Gives the frame before its zero-moment point and its friction; returns the momentum on the way from it to this one.
    fn look_back(&mut self, kin: &Kinematics) -> Option<Momentum> {
        let before = self.before.as_ref()?;
        let momentum = Momentum::between(self.character, &before.kin, kin, self.frame_secs);
        if let (Some(earlier), Some(frame)) = (before.momentum, self.frames.last_mut())
            && frame.margin.is_some()
        {
            let rate = earlier.rate_to(&momentum, self.frame_secs);
            let height = before.support.height;
            frame.zero_moment_xz = zero_moment_point(self.mass, before.kin.com, &rate, height);
            let polygon = &before.support.polygon;
            frame.dynamic_margin = frame.zero_moment_xz.map(|p| polygon.margin(p));
            let push = needed_push(self.mass, before.kin.com, &rate);
            frame.friction = Friction::of(&before.touching, &push, self.mass);
        }
        Some(momentum)
    }

    /// The whole audit, when no frame is left.
    pub fn finish(self) -> Audit {
        let slides = self.slides.finish();
        Audit {
            frame_secs: self.frame_secs,
            summary: Summary::new(self.character, &self.frames, &slides),
            frames: self.frames,
            slides,
        }
    }
}

fn support(character: &Character, kin: &Kinematics, contacts: Contacts) -> Support {
    let soles = contacts.iter().filter_map(|s| character.soles.get(s));
    let corners: Vec<DVec3> = soles
        .flat_map(|sole| {
            let world_from_link = kin.link(sole.link);
            let corners = sole.corners_in_link.iter();
            corners.map(|corner| world_from_link.point(*corner))
        })
        .collect();
    let height: f64 = corners.iter().map(|corner| corner.y).sum();
    Support {
        polygon: SupportPolygon::hull(corners.iter().map(|c| DVec2::new(c.x, c.z))),
        height: height / corners.len().max(1) as f64,
    }
}

/// Where the body faces: forward of the rest pose, turned as the first link is turned since.
pub fn ahead_xz(character: &Character, pose: &Pose) -> DVec2 {
    let rest = character.rest.world_from_root.rotation;
    let ahead = pose.world_from_root.rotation * rest.conjugate() * DVec3::Z;
    let ahead_xz = DVec2::new(ahead.x, ahead.z);
    ahead_xz.try_normalize().unwrap_or(DVec2::Y)
}
