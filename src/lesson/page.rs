//! A lesson and its parts.

use super::live_text::LiveText;
use super::number::Number;
use super::{Rule, Scene, Step};
use crate::ik::Finish;

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// In the order of lessons, from 1.
    pub number: u32,
    /// What it is called.
    pub title: String,
    /// One line for lists.
    pub summary: String,
    /// What of the paper it is about: `figures 5a and 5b`; may be empty.
    pub paper: String,
    /// What the student may change on the stage.
    pub may_change: Vec<Allowed>,
    /// In the order in which they are read.
    pub pages: Vec<Page>,
    /// What is to be done in the end.
    pub exercise: Exercise,
}

/// What a student may change on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Allowed {
    /// Where things are pulled to.
    Targets,
    /// Ranks and the order of the list.
    Ranks,
    /// Weights within a rank.
    Weights,
    /// Who gives way when goals disagree.
    Priority,
    /// How a step is solved.
    Method,
    /// How strongly a step is damped.
    Damping,
    /// The margin, or whether balance is kept.
    Balance,
    /// Which soles stand.
    Feet,
    /// Joints that are frozen or turned by hand.
    Joints,
    /// The body.
    Character,
    /// The ground.
    Level,
    /// A walk and its footprints.
    Walk,
    /// The ghost: its tone, pushes.
    Ghost,
}

impl Allowed {
    /// As people say it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Targets => "targets",
            Self::Ranks => "ranks",
            Self::Weights => "weights",
            Self::Priority => "the strategy",
            Self::Method => "the method",
            Self::Damping => "the damping",
            Self::Balance => "balance and its margin",
            Self::Feet => "which feet stand",
            Self::Joints => "joints",
            Self::Character => "the body",
            Self::Level => "the ground",
            Self::Walk => "the walk",
            Self::Ghost => "the ghost",
        }
    }
}

/// One page: a screen of text, and what the stage shows beside it.
#[derive(Clone, Debug)]
pub struct Page {
    /// What it is called.
    pub title: String,
    /// Paragraphs with figures of the scene in them.
    pub text: LiveText,
    /// What is on the stage when the page is opened.
    pub scene: Scene,
    /// What "show me" does, one after the other.
    pub show_me: Vec<Step>,
    /// The scene after "show me", otherwise, side by side.
    pub cases: Vec<Case>,
    /// Figures that a table gives for every case.
    pub table: Vec<Number>,
    /// Asked at the foot of the page.
    pub question: Option<Question>,
}

impl Page {
    /// What is on the stage after "show me": what the text speaks of.
    pub fn shown(&self) -> Scene {
        self.scene.after(&self.show_me)
    }

    /// Whether its figures are of solves that stop after so many steps.
    pub fn counts_steps(&self) -> bool {
        let cases = self.cases.iter().map(|case| &case.scene);
        let mut scenes = cases.chain([&self.scene]);
        let counts = scenes.any(|scene| matches!(scene.settings.finish, Finish::Steps(_)));
        counts && (!self.table.is_empty() || self.text.figures().next().is_some())
    }

    /// The case that its text speaks of first; nothing where that is the page's own scene. A text without figures speaks of the
    /// first case.
    pub fn case_spoken_of(&self) -> Option<usize> {
        let named = match self.text.figures().next() {
            Some(figure) => {
                let name = figure.case.as_ref()?;
                self.cases.iter().position(|case| case.name == *name)
            }
            None => None,
        };
        named.or((!self.cases.is_empty()).then_some(0))
    }

    /// Whether its text has a figure of its own scene.
    pub fn speaks_of_itself(&self) -> bool {
        self.text.figures().any(|live| live.case.is_none())
    }

    /// Whether a figure of its text or its table is one of the ghost.
    pub fn speaks_of_ghost(&self) -> bool {
        let in_text = self.text.figures().map(|live| &live.number);
        in_text.chain(&self.table).any(Number::is_of_ghost)
    }
}

/// A scene beside others.
#[derive(Clone, Debug)]
pub struct Case {
    /// Over its column.
    pub name: String,
    /// What is solved.
    pub scene: Scene,
}

/// A question with one right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub ask: String,
    /// What can be answered.
    pub choices: Vec<String>,
    /// The right one, from 0.
    pub right: usize,
    /// Why.
    pub because: String,
}

/// A task that marks itself.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// What is to be done.
    pub task: String,
    /// What the student begins with.
    pub scene: Scene,
    /// One way to have done it; a check of the file holds it against the rules.
    pub solution: Scene,
    /// What an answer is held against.
    pub rules: Vec<Rule>,
}
