//! What a lesson puts on the stage: its scenes with all that comes of them, projects that are put away meanwhile, and the
//! figure on its way from one to the next.

use super::live::Alike;
use super::walking::WalkClock;
use crate::character::Pose;
use crate::document::{Document, Editor, Setup};
use crate::kinematics::Planted;
use crate::lesson::{FRAME_SECS, Lesson, Scene, Solved, SteppedFrame};
use crate::math::ease;
use crate::motion::pose_between;
use crate::viewer::shell::files::Seen;
use glam::DVec3;
use std::path::PathBuf;
use std::sync::Arc;

/// A scene of the lesson that can be on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Staging {
    /// A page's own, after so many of its steps.
    Page { page: usize, steps: usize },
    /// One of a page's cases.
    Case { page: usize, case: usize },
    /// What the exercise begins with.
    Begin,
}

/// A scene with all that comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    pub(crate) scene: Scene,
    pub(crate) solved: Solved,
    pub(crate) document: Document,
}

impl Staged {
    pub(crate) fn new(scene: Scene) -> Self {
        let solved = scene.solve();
        Self {
            document: scene.document(&solved),
            scene,
            solved,
        }
    }

    /// Every frame of its static walk; none where it has no such walk.
    pub(crate) fn walked(&self) -> &[SteppedFrame] {
        let walk = self.solved.stepped.as_ref();
        walk.map_or(&[], |walk| &walk.frames)
    }

    /// How long that walk is [s].
    pub(crate) fn walk_secs(&self) -> f64 {
        FRAME_SECS * self.walked().len() as f64
    }

    /// A moment of that walk; behind its end the last one.
    pub(crate) fn walked_at(&self, secs: f64) -> Option<&SteppedFrame> {
        let frames = self.walked();
        frames.get((secs / FRAME_SECS) as usize).or(frames.last())
    }
}

/// What came of work for a lesson.
pub(crate) enum Studied {
    Staged(Arc<Lesson>, Staging, Box<Staged>),
    /// The changed scenes after so many edits, solved again.
    Changed(u64, Alike),
}

/// A project that is put away with its history, its file and all.
pub(crate) struct SetAside {
    pub(crate) editor: Editor,
    pub(crate) path: Option<PathBuf>,
    pub(crate) seen: Option<Seen>,
    pub(crate) belonged_to: Option<PathBuf>,
    pub(crate) is_recovered: bool,
}

/// A place that an exercise wants something at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    /// The handle that goes there.
    pub(crate) handle: String,
    pub(crate) place: DVec3,
    /// Near enough [m].
    pub(crate) within: f64,
}

/// A figure on its way to what is posed, so that one sees how it comes about.
#[derive(Clone, Debug)]
pub(crate) enum Moving {
    /// From the pose that a step of the page began with.
    FromPose { from: Pose, secs: f64 },
    /// Through all frames of the scene's static walk.
    Walking {
        staged: Arc<Staged>,
        clock: WalkClock,
    },
}

/// How long it is on its way [s].
const MOVING_SECS: f64 = 0.7;

impl Moving {
    pub(crate) const fn from_pose(from: Pose) -> Self {
        Self::FromPose { from, secs: 0.0 }
    }

    /// The static walk of a scene; nothing where it has none.
    pub(crate) fn walking(staged: &Arc<Staged>) -> Option<Self> {
        let staged = Arc::clone(staged);
        let clock = WalkClock::begun(staged.walk_secs());
        (!staged.walked().is_empty()).then_some(Self::Walking { staged, clock })
    }

    /// Where it is on the way to what is posed of the same body, and what it stands on.
    pub(crate) fn pose(&self, to: &Setup) -> (Pose, Vec<Planted>) {
        match self {
            Self::FromPose { from, secs } => {
                let pose = pose_between(from, &to.pose, ease(secs / MOVING_SECS));
                (pose, to.planted.clone())
            }
            Self::Walking { staged, clock } => staged.walked_at(clock.secs).map_or_else(
                || (to.pose.clone(), to.planted.clone()),
                |frame| (frame.pose.clone(), frame.stands.clone()),
            ),
        }
    }

    /// Goes on; nothing when it has arrived.
    pub(crate) fn advanced(mut self, clock_secs: f64) -> Option<Self> {
        let has_arrived = match &mut self {
            Self::FromPose { secs, .. } => {
                *secs += clock_secs;
                *secs >= MOVING_SECS
            }
            Self::Walking { clock, .. } => {
                clock.advance(clock_secs);
                clock.has_ended()
            }
        };
        (!has_arrived).then_some(self)
    }

    /// Whether it goes on by itself.
    pub(crate) const fn is_under_way(&self) -> bool {
        match self {
            Self::FromPose { .. } => true,
            Self::Walking { clock, .. } => clock.is_playing,
        }
    }
}
