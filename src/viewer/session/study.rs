//! A lesson that is being read: its page, what is on the stage, and its figures.
//!
//! ```text
//! Place (page, exercise) ──> Staging: which scene ──solved in the background──> Staged ──> stage
//!                                                                                 └──> figures in the text
//! somebody changes the stage ──> Live: the same scene with those changes, seen and solved again
//! ```

use super::live::Live;
use super::staging::{Mark, Moving, SetAside, Staged, Staging};
use super::walking::WalkClock;
use crate::document::Document;
use crate::lesson::{Drawn, Lesson, Marked, Page, Rule, Scene, Solved, Viewed, is_accepted, mark};
use crate::viewer::panels::Tab;
use crate::viewer::shell::progress::lesson_key;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where one is in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// From 0.
    Page(usize),
    /// Behind the last page.
    Exercise,
}

/// The student's answer to the exercise.
enum Answer {
    NotBegun,
    OnStage,
    Aside(Box<SetAside>),
}

/// A lesson that is being read.
pub(crate) struct Study {
    pub(crate) lesson: Arc<Lesson>,
    pub(crate) at: Place,
    /// Whether "show me" is doing its steps, one after the other.
    pub(crate) is_showing: bool,
    /// What should be on the stage, and what is.
    pub(super) wish: Option<Staging>,
    pub(super) on_stage: Option<Staging>,
    pub(super) solved: BTreeMap<Staging, Arc<Staged>>,
    /// Scenes that could not be solved, or that nobody waits for any more.
    given_up: BTreeSet<Staging>,
    /// What was answered, by page.
    chosen: BTreeMap<usize, usize>,
    pub(super) live: Option<Live>,
    /// The exercise's rules, held against the answer.
    marks: Vec<Marked>,
    /// Whether it was said that they are kept.
    pub(crate) is_told_accepted: bool,
    /// The edits after which all this was looked at.
    pub(super) looked_at: Option<u64>,
    answer: Answer,
    pub(crate) moving: Option<Moving>,
    /// Up to which moment of the walk on the stage the ghost was pushed [s].
    pub(crate) pushed_until: f64,
    /// From where one looked before a page that is seen from the front: yaw and pitch [rad].
    pub(super) looked_from: Option<(Viewed, (f64, f64))>,
    /// The project from before the lesson.
    pub(crate) before: Option<Box<SetAside>>,
    /// The tab that was open then.
    pub(super) tab_before: Tab,
}

impl Study {
    pub(crate) fn new(lesson: Lesson, before: SetAside, tab_before: Tab) -> Self {
        Self {
            lesson: Arc::new(lesson),
            at: Place::Page(0),
            is_showing: false,
            wish: None,
            on_stage: None,
            solved: BTreeMap::new(),
            given_up: BTreeSet::new(),
            chosen: BTreeMap::new(),
            live: None,
            marks: Vec::new(),
            is_told_accepted: false,
            looked_at: None,
            answer: Answer::NotBegun,
            moving: None,
            pushed_until: 0.0,
            looked_from: None,
            before: Some(Box::new(before)),
            tab_before,
        }
    }

    /// Under which it is remembered what was learned.
    pub(crate) fn key(&self) -> String {
        lesson_key(self.lesson.number, &self.lesson.title)
    }

    /// The page that is open; nothing at the exercise.
    pub(crate) fn page(&self) -> Option<&Page> {
        match self.at {
            Place::Page(page) => self.lesson.pages.get(page),
            Place::Exercise => None,
        }
    }

    /// Where one is by its number; the exercise is behind the last page.
    pub(crate) fn index(&self) -> usize {
        match self.at {
            Place::Page(page) => page,
            Place::Exercise => self.lesson.pages.len(),
        }
    }

    /// A place by its number; those behind the exercise are the exercise.
    pub(crate) fn place(&self, index: usize) -> Place {
        if index < self.lesson.pages.len() {
            Place::Page(index)
        } else {
            Place::Exercise
        }
    }

    /// What was answered to the question of this page.
    pub(crate) fn chosen(&self) -> Option<usize> {
        self.chosen.get(&self.index()).copied()
    }

    /// Answers; says whether that is right.
    pub(crate) fn choose(&mut self, choice: usize) -> Option<bool> {
        let question = self.page()?.question.as_ref()?;
        let is_right = question.right == choice;
        let is_there = choice < question.choices.len();
        let page = self.index();
        is_there.then(|| {
            self.chosen.insert(page, choice);
            is_right
        })
    }

    /// What should be on the stage from now on.
    pub(crate) fn wish_for(&mut self, staging: Staging) {
        self.wish = Some(staging);
        self.on_stage = None;
        self.given_up.remove(&staging);
        self.live = None;
    }

    /// The case that is on the stage.
    pub(crate) fn shown_case(&self) -> Option<usize> {
        match self.wish {
            Some(Staging::Case { case, .. }) => Some(case),
            Some(Staging::Page { .. } | Staging::Begin) | None => None,
        }
    }

    /// What is ready for the stage and not on it.
    pub(crate) fn ready(&self) -> Option<(Staging, Arc<Staged>)> {
        let wish = self.wish.filter(|_| self.on_stage.is_none())?;
        Some((wish, Arc::clone(self.solved.get(&wish)?)))
    }

    /// It is on the stage now.
    pub(crate) fn put_on_stage(&mut self, staging: Staging) {
        self.on_stage = Some(staging);
        self.live = None;
        self.looked_at = None;
        if staging == Staging::Begin {
            self.answer = Answer::OnStage;
        }
    }

    /// Something else is on the stage.
    pub(crate) fn forget_stage(&mut self) {
        (self.wish, self.on_stage, self.live) = (None, None, None);
        self.looked_at = None;
    }

    /// The next scene that has to be solved: what should be on the stage first, then what the text speaks of.
    pub(crate) fn wanted(&self) -> Option<Staging> {
        let (page, cases) = match (self.at, self.page()) {
            (Place::Page(page), Some(open)) => (Some((page, open.show_me.len())), open.cases.len()),
            _ => (None, 0),
        };
        let shown = page.map(|(page, steps)| Staging::Page { page, steps });
        let cases = page.into_iter().flat_map(|(page, _)| {
            let cases = 0..cases;
            cases.map(move |case| Staging::Case { page, case })
        });
        let mut all = self.wish.into_iter().chain(shown).chain(cases);
        all.find(|it| !self.solved.contains_key(it) && !self.given_up.contains(it))
    }

    /// The scene of a staging; nothing where the lesson has none.
    pub(crate) fn scene_of(&self, staging: Staging) -> Option<Scene> {
        let pages = &self.lesson.pages;
        Some(match staging {
            Staging::Page { page, steps } => {
                let page = pages.get(page)?;
                page.scene.after(page.show_me.iter().take(steps))
            }
            Staging::Case { page, case } => pages.get(page)?.cases.get(case)?.scene.clone(),
            Staging::Begin => self.lesson.exercise.scene.clone(),
        })
    }

    /// Takes what was solved.
    pub(crate) fn take_in(&mut self, staging: Staging, staged: Staged) {
        self.solved.insert(staging, Arc::new(staged));
    }

    /// A scene is not solved, whatever happens.
    pub(crate) fn give_up(&mut self) {
        self.given_up.extend(self.wanted());
    }

    /// Whether figures of this page are still to come.
    pub(crate) fn is_solving(&self) -> bool {
        self.wanted().is_some()
    }

    /// The static walk that is on the stage, and where in it one is.
    pub(crate) fn walk(&self) -> Option<(&Arc<Staged>, WalkClock)> {
        let staged = self.solved.get(&self.on_stage?)?;
        let walk = (!staged.walked().is_empty()).then_some(staged)?;
        let clock = match &self.moving {
            Some(Moving::Walking { clock, .. }) => *clock,
            Some(Moving::FromPose { .. }) | None => WalkClock::ended(walk.walk_secs()),
        };
        Some((walk, clock))
    }

    /// A case of this page with what came of it, and of what somebody has changed.
    pub(super) fn staged_case(&self, case: usize) -> Option<&Arc<Staged>> {
        let Place::Page(page) = self.at else {
            return None;
        };
        let staging = Staging::Case { page, case };
        let live = self.live.as_ref();
        live.and_then(|live| live.staged(staging))
            .or_else(|| self.solved.get(&staging))
    }

    /// What the text speaks of: a case by its name, or the page's own scene; with what somebody has made of the stage.
    pub(crate) fn figures(&self, case: Option<&str>) -> Option<(&Scene, &Solved)> {
        let Place::Page(page) = self.at else {
            return None;
        };
        let open = self.lesson.pages.get(page)?;
        let staging = match case {
            None => {
                let steps = open.show_me.len();
                Staging::Page { page, steps }
            }
            Some(name) => {
                let case = open.cases.iter().position(|case| case.name == name)?;
                Staging::Case { page, case }
            }
        };
        if let Some(live) = &self.live
            && let Some(figures) = live.figures(staging)
        {
            return Some(figures);
        }
        let staged = self.solved.get(&staging)?;
        Some((&staged.scene, &staged.solved))
    }

    /// Whether figures of the text are of a stage that is still to come: the page's after its steps.
    pub(crate) fn speaks_of_later(&self) -> bool {
        let Place::Page(page) = self.at else {
            return false;
        };
        let steps = self.page().map_or(0, |open| open.show_me.len());
        let shown = Staging::Page { page, steps };
        let live = self.live.as_ref();
        let is_seen = live.is_some_and(|live| live.is_of_stage(shown));
        self.awaits_show_me() && !self.is_showing && !is_seen
    }

    /// Whether the stage is not as the page opened.
    pub(crate) fn is_touched(&self) -> bool {
        let opening = match self.at {
            Place::Page(page) => self.opening(page),
            Place::Exercise => Staging::Begin,
        };
        self.live.is_some() || self.wish != Some(opening)
    }

    /// Looks at the stage after an edit.
    pub(crate) fn look(&mut self, document: &Document, edits: u64) {
        if self.looked_at.replace(edits) == Some(edits) {
            return;
        }
        if self.is_answering() {
            self.marks = mark(&self.lesson.exercise, document);
            return;
        }
        if let Some(on_stage) = self.on_stage
            && let Some(staged) = self.solved.get(&on_stage)
        {
            let shown = self.page().map(Page::shown);
            let on_stage = (on_stage, &**staged);
            self.live = Live::of(self.live.take(), on_stage, shown.as_ref(), document);
        }
    }

    /// Whether the student's answer is on the stage.
    pub(crate) fn is_answering(&self) -> bool {
        self.at == Place::Exercise && matches!(self.answer, Answer::OnStage)
    }

    /// Whether there is an answer, on the stage or aside.
    pub(crate) fn has_begun(&self) -> bool {
        !matches!(self.answer, Answer::NotBegun)
    }

    /// The answer is another project.
    pub(crate) fn answer_is_on_stage(&mut self) {
        self.answer = Answer::OnStage;
        self.forget_stage();
    }

    /// Puts the answer away while a page is read.
    pub(crate) fn set_answer_aside(&mut self, project: SetAside) {
        self.answer = Answer::Aside(Box::new(project));
    }

    /// The answer that was put away, to go back on the stage; where there is none yet, the exercise begins.
    pub(crate) fn turn_to_exercise(&mut self) -> Option<Box<SetAside>> {
        let answer = self.take_answer();
        if answer.is_none() && !self.has_begun() {
            self.wish_for(Staging::Begin);
        }
        answer
    }

    fn take_answer(&mut self) -> Option<Box<SetAside>> {
        match std::mem::replace(&mut self.answer, Answer::NotBegun) {
            Answer::Aside(project) => Some(project),
            other => {
                self.answer = other;
                None
            }
        }
    }

    /// Whether an answer that is put away is not saved.
    pub(crate) fn has_unsaved_answer_aside(&self) -> bool {
        match &self.answer {
            Answer::Aside(project) => project.is_recovered || project.editor.is_dirty(),
            Answer::NotBegun | Answer::OnStage => false,
        }
    }

    /// Every rule with its figure; empty before the exercise begins.
    pub(crate) fn marks(&self) -> &[Marked] {
        &self.marks
    }

    /// Whether every rule is kept.
    pub(crate) fn is_accepted(&self) -> bool {
        !self.marks.is_empty() && is_accepted(&self.marks)
    }

    /// Places that the exercise wants something at, while it is worked on.
    pub(crate) fn places(&self) -> Vec<Mark> {
        if !self.is_answering() {
            return Vec::new();
        }
        let rules = self.lesson.exercise.rules.iter();
        let places = rules.filter_map(|rule| match rule {
            Rule::Reaches {
                effector,
                target,
                within,
            } => Some(Mark {
                handle: effector.clone(),
                place: *target,
                within: *within,
            }),
            Rule::Margin { .. }
            | Rule::Planted(_)
            | Rule::Lifted { .. }
            | Rule::Level { .. }
            | Rule::Joint { .. }
            | Rule::ComHeight { .. }
            | Rule::Height { .. }
            | Rule::WithinLimits
            | Rule::Rank { .. }
            | Rule::Priority(_)
            | Rule::Walk { .. } => None,
        });
        places.collect()
    }

    /// What the page wants drawn.
    pub(crate) fn drawn(&self) -> &[Drawn] {
        let exercise = &self.lesson.exercise.scene;
        match (self.at, self.page()) {
            (Place::Page(_), Some(page)) => &page.scene.drawn,
            _ if self.is_answering() => &exercise.drawn,
            _ => &[],
        }
    }
}
