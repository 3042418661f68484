//! What a lesson puts on the stage: its scenes with all that comes of them, projects that are put away meanwhile, and the
//! figure on its way from one to the next.

use crate::character::Pose;
use crate::document::{Document, Editor};
use crate::lesson::{Lesson, Scene, Solved};
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
}

/// What came of work for a lesson.
pub(crate) enum Studied {
    Staged(Arc<Lesson>, Staging, Box<Staged>),
    /// The changed scene after so many edits, solved again.
    Changed(u64, Box<Solved>),
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

/// A figure on its way from one pose to the next, so that one sees what a step does.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    from: Pose,
    secs: f64,
}

/// How long it is on its way [s].
const MOVING_SECS: f64 = 0.7;

impl Moving {
    pub(crate) const fn new(from: Pose) -> Self {
        Self { from, secs: 0.0 }
    }

    /// Where it is on the way to a pose of the same body.
    pub(crate) fn pose(&self, to: &Pose) -> Pose {
        pose_between(&self.from, to, ease(self.secs / MOVING_SECS))
    }

    /// Goes on; nothing when it has arrived.
    pub(crate) fn advanced(mut self, clock_secs: f64) -> Option<Self> {
        self.secs += clock_secs;
        (self.secs < MOVING_SECS).then_some(self)
    }
}
