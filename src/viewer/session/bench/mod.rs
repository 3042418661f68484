//! The bench: what is posed, solved in several ways side by side, or one solve stepped through visit by visit.
//!
//! ```text
//! the last drag ──> Problem: where it started, what was pulled ──┬──> Comparison: two to five figures, a table
//! Document: pins, asks, balance ─────────────────────────────────┴──> Performance: a moment, its levers, courses of errors
//! Study: the page of a lesson ───────────────────────────────────────> Cases: a figure each
//! ```
//! None of it is part of the document. Edits of the document are answered; the bench makes none.

pub(crate) mod cases;
pub(crate) mod comparison;
pub(crate) mod difference;
pub(crate) mod performance;
pub(crate) mod wishes;

use super::Session;
use crate::character::{Character, Pose};
use crate::document::{Ask, Document, Edit, Pull};
use cases::Cases;
use comparison::{Comparison, Layout};
use difference::Difference;
use performance::Performance;
use std::sync::Arc;

/// What is on the bench.
pub(crate) enum Bench {
    Comparison(Comparison),
    Performance(Box<Performance>),
    Cases(Cases),
}

/// The last drag: it pulls at figures of the bench as long as nothing else is posed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// Whose handle.
    character: Arc<Character>,
    /// By its name: lists are put into another order.
    handle: String,
    pull: Pull,
    /// Before the drag.
    start: Pose,
    /// Steps of undo before it.
    undo_depth: usize,
}

impl Bench {
    /// Where the figures of a comparison are; nothing of a solve that is stepped through.
    pub(crate) const fn layout(&self) -> Option<Layout> {
        match self {
            Self::Comparison(comparison) => Some(comparison.layout),
            Self::Performance(_) | Self::Cases(_) => None,
        }
    }

    /// Whether it goes on by itself.
    pub(crate) fn is_moving(&self) -> bool {
        match self {
            Self::Comparison(comparison) => comparison.is_settling(),
            Self::Performance(performance) => performance.is_playing,
            Self::Cases(cases) => cases.clock.is_some_and(|clock| clock.is_playing),
        }
    }
}

impl Problem {
    /// Whether the drag is still what the pose comes from after an edit.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) const fn outlives(edit: &Edit) -> bool {
        match edit {
            Edit::DragTo { .. }
            | Edit::BeginDrag { .. }
            | Edit::EndDrag
            | Edit::PinPosition { .. }
            | Edit::PinRotation { .. }
            | Edit::Release { .. }
            | Edit::SetWeight { .. }
            | Edit::SetRank { .. }
            | Edit::MoveHandle { .. }
            | Edit::MoveRow { .. }
            | Edit::SetBalanceRank(_)
            | Edit::SetBalanceWeight(_)
            | Edit::Ask(
                Ask::Together(_) | Ask::Level(_) | Ask::Pole(_) | Ask::Look(_) | Ask::EvenSpine,
            )
            | Edit::Unask { .. }
            | Edit::MoveTarget { .. }
            | Edit::Freeze { .. }
            | Edit::SetMargin(_)
            | Edit::KeepBalance(_)
            | Edit::Solve(_)
            | Edit::AddKey { .. }
            | Edit::KeyBetween { .. }
            | Edit::MoveKey { .. }
            | Edit::SetEasing { .. }
            | Edit::SetKeyManner { .. }
            | Edit::Ripple { .. } => true,
            Edit::CancelDrag
            | Edit::Plant { .. }
            | Edit::StandOn(_)
            | Edit::Lift { .. }
            | Edit::Hold { .. }
            | Edit::SetJoint { .. }
            | Edit::Repair
            | Edit::Mirror
            | Edit::SetPose(_)
            | Edit::Preset(_)
            | Edit::Reset
            | Edit::SetCharacter { .. }
            | Edit::SetLevel { .. }
            | Edit::GoToKey { .. }
            | Edit::LeaveKey { .. }
            | Edit::DeleteKey { .. }
            | Edit::Walk(_)
            | Edit::Jump(_)
            | Edit::SetRecording(_)
            | Edit::SetContact(_)
            | Edit::MoveFootstep { .. }
            | Edit::PullArc { .. }
            | Edit::SetArcHeight { .. }
            | Edit::DropTake => false,
        }
    }
}

impl Session {
    /// Remembers what is dragged now.
    pub(crate) fn note_problem(&mut self) {
        if let Some((pull, rest)) = self.editor.pull() {
            let document = self.editor.document();
            let handle = document.setup.handles.get(pull.handle);
            self.problem = handle.map(|handle| Problem {
                character: Arc::clone(&document.character),
                handle: handle.name.clone(),
                pull,
                start: rest.clone(),
                undo_depth: self.editor.undo_depth(),
            });
        }
    }

    /// Forgets the last drag where it was undone.
    pub(crate) fn forget_undone_problem(&mut self) {
        let depth = self.editor.undo_depth();
        let is_there = |problem: &Problem| problem.undo_depth < depth;
        self.problem = self.problem.take().filter(is_there);
    }

    /// The last drag, where it was one of this body.
    fn problem(&self) -> Option<&Problem> {
        let character = &self.document().character;
        let problem = self.problem.as_ref();
        problem.filter(|problem| Arc::ptr_eq(&problem.character, character))
    }

    /// What still pulls at the figures: nothing where a pin holds what was dragged.
    pub(crate) fn last_pull(&self) -> Option<Pull> {
        let problem = self.problem()?;
        let mut handles = self.document().setup.handles.iter();
        let handle = handles.position(|handle| handle.name == problem.handle)?;
        let is_free = self.document().setup.handles[handle].position.is_none();
        is_free.then_some(Pull {
            handle,
            travel: f64::INFINITY,
            ..problem.pull
        })
    }

    /// The pose before the last drag.
    pub(crate) fn pose_before_drag(&self) -> Option<&Pose> {
        self.problem().map(|problem| &problem.start)
    }

    /// The document with the pose that figures start from: the one before the last drag, or the one that is posed.
    fn document_at_start(&self) -> Document {
        let mut document = self.document().clone();
        if let Some(start) = self.pose_before_drag() {
            Arc::make_mut(&mut document.setup).pose.clone_from(start);
        }
        document
    }

    /// Puts figures side by side, each with what makes it differ.
    ///
    /// # Errors
    /// A sentence why they cannot be.
    pub(crate) fn compare(
        &mut self,
        figures: Vec<Difference>,
        layout: Layout,
    ) -> Result<(), String> {
        self.check_posed()?;
        // Elsewhere they stay as they are.
        if let Some(Bench::Comparison(comparison)) = &mut self.bench
            && comparison.differences == figures
        {
            comparison.layout = layout;
            return Ok(());
        }
        let comparison = Comparison::new(self, figures, layout)?;
        self.bench = Some(Bench::Comparison(comparison));
        Ok(())
    }

    /// Steps through the solve of what is posed.
    ///
    /// # Errors
    /// A sentence why that cannot be.
    pub(crate) fn perform_solve(&mut self) -> Result<(), String> {
        self.check_posed()?;
        let performance = Performance::new(self);
        self.bench = Some(Bench::Performance(Box::new(performance)));
        Ok(())
    }

    /// Puts the cases of the page that is read side by side.
    ///
    /// # Errors
    /// A sentence why they cannot be.
    pub(crate) fn put_cases_beside(&mut self) -> Result<(), String> {
        self.check_posed()?;
        let study = self.study.as_ref();
        let cases = study.and_then(|study| Cases::of(study, self.edits));
        let missing = "There are no solved cases here that stand side by side.";
        self.bench = Some(Bench::Cases(cases.ok_or(missing)?));
        Ok(())
    }

    fn check_posed(&self) -> Result<(), String> {
        match &self.document().take {
            None => Ok(()),
            Some(_) => {
                Err("A walk or recording is not posed: Shift+W goes back to keys.".to_owned())
            }
        }
    }

    /// What is on the bench answers what has happened to the document since the last frame.
    ///
    /// # Errors
    /// A sentence why it cannot any more; then the bench is cleared.
    pub(crate) fn answer_on_bench(&mut self) -> Result<Answered, String> {
        let Some(mut bench) = self.bench.take() else {
            return Ok(Answered::Still);
        };
        if self.document().take.is_some() {
            return Ok(Answered::Moved);
        }
        let answered = match &mut bench {
            Bench::Comparison(comparison) => comparison.answer(self)?,
            Bench::Performance(performance) => performance.answer(self),
            Bench::Cases(cases) => match cases.answer(self) {
                Some(answered) => answered,
                None => return Ok(Answered::Moved),
            },
        };
        self.bench = Some(bench);
        Ok(answered)
    }
}

/// Whether anything on the bench is other than it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    Still,
    Moved,
    /// All figures have come to rest after a drag.
    Rested,
    /// Something is left to do in a later frame.
    Later,
}
