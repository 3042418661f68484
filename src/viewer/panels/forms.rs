//! What panels remember: which tab is open, what is chosen and typed in them and not yet asked for.

use super::contact_bars::ContactRows;
use super::status::FrameRate;
use super::strip::MarginStrip;
use crate::character::Character;
use crate::document::Preset;
use crate::gait::{Legs, WalkSettings};
use crate::io::{pose_names, preset};
use crate::viewer::session::ghost::GhostForm;
use std::sync::Arc;

/// A tab of the panel at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    Goals,
    Body,
    Walk,
    Ghost,
    /// While there is one.
    Recording,
    Lesson,
}

impl Tab {
    /// From left to right.
    pub(crate) const ALL: [Self; 6] = [
        Self::Goals,
        Self::Body,
        Self::Walk,
        Self::Ghost,
        Self::Recording,
        Self::Lesson,
    ];

    /// Its word, and what it holds.
    pub(crate) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Goals => ("Goals", "What is asked of the pose, and who gave way"),
            Self::Body => ("Body", "Poses with names, feet, every joint by a slider"),
            Self::Walk => (
                "Walk",
                "How the figure walks and jumps, and what came of it",
            ),
            Self::Ghost => ("Ghost", "A body with weight and muscles, pushed and hit"),
            Self::Recording => ("Recording", "A recorded motion and its correction"),
            Self::Lesson => ("Lesson", "Lessons that are tried on the stage"),
        }
    }
}

/// How the next walk is made.
#[derive(Clone, Debug)]
pub(crate) struct WalkForm {
    pub(crate) settings: Option<WalkSettings>,
    pub(crate) steps: usize,
    pub(crate) turn_deg: f64,
}

/// How high and far the next jump goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JumpForm {
    /// [m]
    pub(crate) height: f64,
    pub(crate) distance: f64,
}

impl JumpForm {
    /// Straight up, as high for a body's legs as a person does without an effort.
    pub(crate) fn usual(legs: &Legs) -> Self {
        Self {
            height: 0.3 * legs.fineness(),
            distance: 0.0,
        }
    }
}

impl Default for WalkForm {
    fn default() -> Self {
        Self {
            settings: None,
            steps: 14,
            turn_deg: 0.0,
        }
    }
}

/// The poses with names of the body that was shown last: read once, not in every frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedPoses {
    body: Option<Arc<Character>>,
    presets: Vec<Result<Arc<Preset>, String>>,
}

/// What people call a pose, and one line about it.
type PoseName = (&'static str, String);

impl NamedPoses {
    /// Each with its name and description, or why the body has not what it needs.
    pub(super) fn of(
        &mut self,
        character: &Arc<Character>,
    ) -> impl Iterator<Item = (&PoseName, &Result<Arc<Preset>, String>)> {
        if !(self.body.as_ref()).is_some_and(|body| Arc::ptr_eq(body, character)) {
            let all = pose_names().iter();
            let read = all.map(|(name, _)| preset(name, character).map(Arc::new));
            self.presets = read.collect();
            self.body = Some(Arc::clone(character));
        }
        pose_names().iter().zip(&self.presets)
    }
}

/// A part of the lesson tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LessonPart {
    /// A page was turned: the next one is read from its head.
    Head,
    /// A question was answered: what is said of that.
    Reply,
}

/// What panels remember.
#[derive(Clone, Debug)]
pub(crate) struct Forms {
    pub(crate) tab: Tab,
    /// Whether the panel at the right is open.
    pub(crate) open: bool,
    pub(crate) poses: NamedPoses,
    pub(crate) walk: WalkForm,
    /// As usual for the body before anybody says.
    pub(crate) jump: Option<JumpForm>,
    /// The next push and the next ball.
    pub(crate) ghost: GhostForm,
    /// Name of the next pose of the library.
    pub(crate) pose_name: String,
    /// What the lesson tab brings into view next.
    pub(crate) lesson_shows: Option<LessonPart>,
    /// Whether all lessons are listed while one is read.
    pub(crate) lists_lessons: bool,
    pub(crate) strip: MarginStrip,
    pub(super) contacts: ContactRows,
    pub(crate) rate: FrameRate,
}

impl Default for Forms {
    fn default() -> Self {
        Self {
            tab: Tab::Goals,
            open: true,
            poses: NamedPoses::default(),
            walk: WalkForm::default(),
            jump: None,
            ghost: GhostForm::default(),
            pose_name: String::new(),
            lesson_shows: None,
            lists_lessons: false,
            strip: MarginStrip::default(),
            contacts: ContactRows::default(),
            rate: FrameRate::default(),
        }
    }
}

impl Forms {
    /// Whether this part of the lesson is to be brought into view: once.
    pub(super) fn shows_next(&mut self, part: LessonPart) -> bool {
        self.lesson_shows.take_if(|next| *next == part).is_some()
    }
}
