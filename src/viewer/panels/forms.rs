//! What panels remember: which tab is open, what is chosen and typed in them and not yet asked for.

use super::status::FrameRate;
use super::strip::MarginStrip;
use crate::gait::WalkSettings;
use crate::viewer::session::ghost::GhostForm;

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
            Self::Walk => ("Walk", "How the figure walks, and what came of it"),
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

impl Default for WalkForm {
    fn default() -> Self {
        Self {
            settings: None,
            steps: 14,
            turn_deg: 0.0,
        }
    }
}

/// What panels remember.
#[derive(Clone, Debug)]
pub(crate) struct Forms {
    pub(crate) tab: Tab,
    /// Whether the panel at the right is open.
    pub(crate) open: bool,
    pub(crate) walk: WalkForm,
    /// The next push and the next ball.
    pub(crate) ghost: GhostForm,
    /// Name of the next pose of the library.
    pub(crate) pose_name: String,
    /// A page was turned: the next one is read from its head.
    pub(crate) lesson_turned: bool,
    /// Whether all lessons are listed while one is read.
    pub(crate) lists_lessons: bool,
    pub(crate) strip: MarginStrip,
    pub(crate) rate: FrameRate,
}

impl Default for Forms {
    fn default() -> Self {
        Self {
            tab: Tab::Goals,
            open: true,
            walk: WalkForm::default(),
            ghost: GhostForm::default(),
            pose_name: String::new(),
            lesson_turned: false,
            lists_lessons: false,
            strip: MarginStrip::default(),
            rate: FrameRate::default(),
        }
    }
}
