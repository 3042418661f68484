//! When unsaved work is put in safety, and taken up again.
//!
//! ```text
//! edit ──(at once; then every 0.4 s while edits go on)──> thread: the whole document into this window's slot
//! save, quit, another document, undo back to what is saved ──> the slot is removed
//! a script quits or shows another document ──> the slot stays if its work was taken up, and is free for others
//! ```

use super::dialogs::Dialog;
use super::kept::{KeptWork, Note, Slot, left_behind, tidy, write_work};
use crate::io::load_document;
use crate::viewer::app::App;
use crate::viewer::session::work::{Kind, Product};
use std::time::{Duration, Instant};

/// From one time that work is kept to the next, while edits go on; and never more than this share of the time is spent on it.
const EVERY: Duration = Duration::from_millis(400);
const SHARE: u32 = 10;
/// From one look at a thread that keeps work to the next.
const LOOK: Duration = Duration::from_millis(50);
/// A full disk is tried again after this time.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// This window's unsaved work on disk.
#[derive(Debug, Default)]
pub(crate) struct Keeping {
    slot: Option<Slot>,
    /// How many edits had been done when it was last kept.
    kept_edits: Option<u64>,
    /// When that began, and how long it took.
    began: Option<Instant>,
    took: Duration,
    /// It could not be kept, which was said.
    refused: bool,
}

impl App {
    /// In how long unsaved work has to be kept; nothing when all of it is.
    fn keeps_in(&self) -> Option<Duration> {
        let keeping = &self.shell.files.keeping;
        // A window that closes has been asked about it.
        if keeping.kept_edits == Some(self.session.edits) || !self.is_dirty() || self.shell.closing
        {
            return None;
        }
        let Some(since) = keeping.began.map(|began| began.elapsed()) else {
            return Some(Duration::ZERO);
        };
        if keeping.refused {
            return Some(TRY_AGAIN.saturating_sub(since));
        }
        let next = EVERY.max(SHARE * keeping.took).saturating_sub(since);
        // What takes long to write is written when somebody pauses.
        Some(next.min(EVERY.saturating_sub(self.session.last_edit.elapsed())))
    }

    /// Keeps unsaved work in a place of its own, so that nothing is lost with the window. Says when to look again.
    pub(crate) fn keep_work(&mut self) -> Option<Duration> {
        if self.session.work.is_keeping() {
            return Some(LOOK);
        }
        match self.keeps_in() {
            Some(Duration::ZERO) => self.keep_now(),
            Some(later) => return Some(later),
            // What was made has been taken back.
            None if self.shell.files.keeping.slot.is_some() && !self.is_dirty() => {
                self.forget_unsaved();
            }
            None => {}
        }
        self.session.work.is_keeping().then_some(LOOK)
    }

    fn keep_now(&mut self) {
        let keeping = &mut self.shell.files.keeping;
        keeping.began = Some(Instant::now());
        if keeping.slot.is_none() {
            match Slot::new(&self.shell.files.home) {
                Ok(slot) => keeping.slot = Some(slot),
                Err(e) => return self.not_kept(&e.to_string()),
            }
        }
        let Some(slot) = &keeping.slot else {
            return;
        };
        keeping.kept_edits = Some(self.session.edits);
        let path = slot.path().to_owned();
        let document = self.session.editor.document().clone();
        let belongs_to = self.shell.files.path.as_deref();
        let note = Note::now(
            &document,
            belongs_to.or(self.shell.files.belonged_to.as_deref()),
        );
        self.in_background(Kind::Keep, "Keeping unsaved work safe", move |_| {
            let written = write_work(&path, &note, &document);
            written.map(|()| Product::Kept).map_err(|e| e.to_string())
        });
    }

    /// Unsaved work is safe.
    pub(crate) fn kept(&mut self) {
        let keeping = &mut self.shell.files.keeping;
        keeping.took = keeping.began.map_or(keeping.took, |began| began.elapsed());
        if std::mem::take(&mut keeping.refused) {
            self.say("Unsaved work is kept safe again.");
        }
    }

    /// Unsaved work is not safe: said once, and tried again.
    pub(crate) fn not_kept(&mut self, why: &str) {
        let keeping = &mut self.shell.files.keeping;
        keeping.kept_edits = None;
        if !std::mem::replace(&mut keeping.refused, true) {
            self.say(format!("Unsaved work cannot be kept safe: {why}"));
        }
    }

    /// Nothing is kept of this window's unsaved work: it was saved, or somebody does not want it.
    pub(crate) fn forget_unsaved(&mut self) {
        self.session.work.finish_keeping();
        if let Some(slot) = self.shell.files.keeping.slot.take() {
            slot.remove();
        }
        self.shell.files.keeping.kept_edits = None;
    }

    /// What is not saved makes room for something else. A person has been asked about it; a script has not, so that what it took
    /// up stays kept, as it is now. What a script has made itself it makes again.
    pub(crate) fn let_go_of_unsaved(&mut self) {
        if !(self.shell.is_scripted && self.shell.is_recovered) {
            return self.forget_unsaved();
        }
        self.session.work.finish_keeping();
        let Some(slot) = self.shell.files.keeping.slot.take() else {
            return;
        };
        if self.shell.files.keeping.kept_edits.take() == Some(self.session.edits) {
            return;
        }
        let document = self.session.editor.document();
        let note = Note::now(document, self.shell.files.belonged_to.as_deref());
        if let Err(e) = write_work(slot.path(), &note, document) {
            self.refuse(e.to_string());
        }
    }

    /// Lists what windows that are gone have left.
    pub(crate) fn kept_works(&self) -> Vec<KeptWork> {
        left_behind(&self.shell.files.home)
    }

    /// What was left behind is offered at the start.
    pub(crate) fn offer_kept(&mut self) {
        tidy(&self.shell.files.home);
        let works = self.kept_works();
        if !works.is_empty() {
            self.shell.dialog = Some(Dialog::Kept(works));
        }
    }

    /// Lists it when somebody asks.
    pub(crate) fn show_kept(&mut self) {
        self.offer_kept();
        if !matches!(self.shell.dialog, Some(Dialog::Kept(_))) {
            self.say("No other unsaved work is kept.");
        }
    }

    /// Takes up the work of a window that is gone; it stays unsaved, and kept.
    pub(crate) fn take_up(&mut self, work: &KeptWork) {
        let slot = match work.other_machine() {
            // It may be open over there: this is a copy.
            Some(_) => Ok(None),
            None => Slot::claim(&work.path).map(Some),
        };
        let document = load_document(&work.path).map_err(|e| e.to_string());
        match slot.and_then(|slot| Ok((slot, document?))) {
            Ok((slot, document)) => {
                self.let_go_of_unsaved();
                self.show(document, None);
                self.shell.is_recovered = true;
                self.shell.files.belonged_to = work.file();
                self.shell.files.keeping.kept_edits = slot.as_ref().map(|_| self.session.edits);
                self.shell.files.keeping.slot = slot;
                self.say("Took up what was not saved.");
            }
            Err(sentence) => self.refuse(sentence),
        }
    }

    /// Takes up one of the works that are kept, counted from the latest; for scripts, which nobody can ask.
    pub(crate) fn take_up_nth(&mut self, index: usize) {
        let works = self.kept_works();
        if let Some(work) = works.get(index) {
            self.take_up(work);
        } else {
            let count = works.len();
            self.refuse(format!("there is no kept work {index}: {count} are kept"));
        }
    }
}
