//! Edits that are worked out away from the document, in a thread for example, and done to it later.
//!
//! ```text
//! Editor::errand(edit) ──> Errand ──run, anywhere──> Finished ──Editor::finish──> one step of undo
//! ```
//! What people do to the document meanwhile is never lost. A walk or a recording is laid on the document as it then is,
//! poses and keys with all that was done to them; it is refused where it would no longer fit: on another body or level, or
//! beside another walk or recording. Other edits are refused when anything has changed.

use super::editor::changed;
use super::{Document, Edit, Editor, Poser};

/// An edit that has still to be worked out. Knows all that it needs.
#[derive(Clone, Debug)]
pub struct Errand {
    before: Document,
    edit: Edit,
}

/// An edit that has been worked out.
#[derive(Clone, Debug)]
pub struct Finished {
    before: Document,
    edit: Edit,
    after: Document,
}

impl Errand {
    /// An edit of a document as it was at some time.
    pub fn new(before: Document, edit: Edit) -> Self {
        Self { before, edit }
    }

    /// What it is about.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }

    /// Works it out. `told` hears the share that is done [0..1].
    ///
    /// # Errors
    /// A sentence why it cannot be done.
    pub fn run(self, told: &mut dyn FnMut(f64)) -> Result<Finished, String> {
        let Self { before, edit } = self;
        let after = changed(&before, &edit, &mut Poser::default(), told)?;
        Ok(Finished {
            before,
            edit,
            after,
        })
    }
}

impl Finished {
    /// What it is about.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }
}

impl Editor {
    /// An edit of the document as it is now, to be worked out elsewhere.
    pub fn errand(&self, edit: Edit) -> Errand {
        Errand::new(self.before(&edit).clone(), edit)
    }

    /// Does an edit that was worked out elsewhere: the same step of undo as if it had been applied now.
    ///
    /// # Errors
    /// A sentence why it does not fit any more; then nothing has changed.
    pub fn finish(&mut self, finished: Finished) -> Result<(), String> {
        let Finished {
            before,
            edit,
            after,
        } = finished;
        let now = self.before(&edit);
        let is_of_take = edit.changes_only_the_take();
        let fits = if is_of_take {
            now.has_the_same_ground_and_take(&before)
        } else {
            *now == before
        };
        if !fits {
            let name = edit.name();
            return Err(format!(
                "{name:?} is given up: the project has changed since"
            ));
        }
        let after = if is_of_take {
            Document {
                take: after.take,
                ..now.clone()
            }
        } else {
            after
        };
        self.commit(&edit, after);
        Ok(())
    }
}
