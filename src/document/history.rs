//! Earlier and later states. They share what did not change, so a step costs the setup that it changed: a few kilobytes.
//! Motions cost more, megabytes for every footprint that was moved: of them only so many are kept.

use super::{Document, Take};

/// Steps that can be undone and done again.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: Vec<Step>,
    redo: Vec<Step>,
}

/// A state that can be brought back, and the name of the edit between it and the next one.
#[derive(Clone, Debug)]
struct Step {
    name: &'static str,
    document: Document,
}

/// Older steps are forgotten, a tenth of all at a time.
const MOST_STEPS: usize = 10_000;
/// Motions of all steps to undo may take this much, except those of the last few steps [bytes].
const MOST_BYTES: usize = 60_000_000;
const KEPT_ANYWAY: usize = 8;

impl History {
    /// Remembers the state before an edit.
    pub(super) fn push(&mut self, name: &'static str, before: Document) {
        if self.undo.len() >= MOST_STEPS + MOST_STEPS / 10 {
            self.undo.drain(..MOST_STEPS / 10);
        }
        let document = before;
        let is_heavy = document.take.is_some();
        self.undo.push(Step { name, document });
        self.redo.clear();
        if is_heavy {
            self.forget_heavy();
        }
    }

    /// Forgets the steps before those whose motions are as much as is kept.
    fn forget_heavy(&mut self) {
        let mut bytes = 0;
        let mut newer: Option<&Take> = None;
        for (age, step) in self.undo.iter().rev().enumerate() {
            let take = step.document.take.as_ref();
            let is_shared = take.zip(newer).is_some_and(|(a, b)| a.is_same(b));
            if !is_shared {
                bytes += take.map_or(0, Take::bytes);
            }
            if bytes > MOST_BYTES && age >= KEPT_ANYWAY {
                let oldest = self.undo.len() - age;
                self.undo.drain(..oldest);
                return;
            }
            newer = take;
        }
    }

    /// The state before the last edit.
    pub(super) fn last(&self) -> Option<&Document> {
        self.undo.last().map(|step| &step.document)
    }

    /// Forgets the last edit, which turned out to change nothing.
    pub(super) fn forget_last(&mut self) {
        self.undo.pop();
    }

    /// Exchanges the state for the one before it.
    pub(super) fn undo(&mut self, now: &mut Document) -> Option<&'static str> {
        exchange(&mut self.undo, &mut self.redo, now)
    }

    /// Exchanges the state for the one after it.
    pub(super) fn redo(&mut self, now: &mut Document) -> Option<&'static str> {
        exchange(&mut self.redo, &mut self.undo, now)
    }

    /// How many steps can be undone, and done again.
    pub(super) fn depths(&self) -> (usize, usize) {
        (self.undo.len(), self.redo.len())
    }

    /// What would be undone, and done again.
    pub(super) fn names(&self) -> (Option<&'static str>, Option<&'static str>) {
        let name = |steps: &[Step]| steps.last().map(|step| step.name);
        (name(&self.undo), name(&self.redo))
    }
}

fn exchange(from: &mut Vec<Step>, to: &mut Vec<Step>, now: &mut Document) -> Option<&'static str> {
    let Step { name, document } = from.pop()?;
    let document = std::mem::replace(now, document);
    to.push(Step { name, document });
    Some(name)
}
