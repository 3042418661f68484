//! What the window does with what was done in the background.

use super::jobs::Answer;
use super::work::{Kind, Product};
use crate::document::{Edit, Finished};
use crate::viewer::app::{App, Tab};
use crate::viewer::scene::shown::Motion;
use crate::viewer::shell::dialogs::Dialog;

impl App {
    /// What came of some work; says whether it was done.
    pub(crate) fn deliver(&mut self, kind: Kind, answer: Answer<Product>) -> bool {
        let is_done = match answer {
            Answer::Done(product) => self.take_in(product),
            Answer::Refused(sentence) => {
                self.refused(kind, sentence);
                false
            }
            Answer::Cancelled => {
                self.refused(kind, "Cancelled; nothing has changed.".to_owned());
                false
            }
        };
        if kind == Kind::Change {
            match self.work.next.take() {
                Some(edit) => {
                    self.edit_in_background(edit);
                }
                None if std::mem::take(&mut self.work.ends_slide) => {
                    self.edit(Edit::EndDrag);
                }
                None => {}
            }
        }
        is_done
    }

    fn refused(&mut self, kind: Kind, sentence: String) {
        match kind {
            Kind::Keep => return self.not_kept(&sentence),
            Kind::Bake => {
                self.work.unbaked = Some(self.edits);
                return self.say(sentence);
            }
            Kind::Write => {
                self.work.closes_when_written = false;
                if let Some(Dialog::Export(form)) = &mut self.dialog {
                    form.answer = Some(Err(sentence.clone()));
                }
            }
            Kind::Change | Kind::Measure => {}
        }
        self.refuse(sentence);
    }

    fn take_in(&mut self, product: Product) -> bool {
        match product {
            Product::Edit(finished) => self.finish(*finished),
            Product::Opened(opened, edits) => {
                if self.edits != edits && self.is_dirty() {
                    let path = opened.path().display();
                    let words = "is not opened: the figure was changed meanwhile.";
                    self.refuse(format!("{path} {words}"));
                    return false;
                }
                self.opened(*opened)
            }
            Product::Export(export) => {
                self.say(export.sentence());
                if let Some(Dialog::Export(form)) = &mut self.dialog {
                    form.answer = Some(Ok(export));
                }
                true
            }
            Product::Written(sentence) => {
                self.say(sentence);
                true
            }
            Product::Kept => {
                self.kept();
                true
            }
            Product::Baked(bake, clip) => {
                self.bake = bake;
                let document = self.editor.document();
                if document.take.is_none() && self.bake.is_of(document) {
                    self.motion = clip.map(Motion::Keys);
                }
                true
            }
            Product::Measured(audit, of) => {
                let now = self.motion.as_ref();
                if now.is_some_and(|now| std::ptr::eq(now.clip(), of.clip())) {
                    self.audit = Some(*audit);
                }
                true
            }
        }
    }

    /// An edit that was worked out becomes one of the document.
    pub(crate) fn finish(&mut self, finished: Finished) -> bool {
        let edit = finished.edit().clone();
        match self.editor.finish(finished) {
            Ok(()) => {
                self.edited(true);
                self.show_what_was_edited(&edit);
                true
            }
            Err(sentence) => {
                self.refuse(sentence);
                false
            }
        }
    }

    /// After edits that took long people look for what has become of them.
    fn show_what_was_edited(&mut self, edit: &Edit) {
        match edit {
            Edit::Walk(_) => {
                self.playback.secs = 0.0;
                self.playback.playing = true;
                self.look();
            }
            Edit::SetRecording(take) => {
                let share =
                    |figures: &crate::correction::ClipFigures| 100.0 * figures.inside_share();
                let (before, after) = (share(&take.report.before), share(&take.report.after));
                self.tab = Tab::Recording;
                self.seek(0.0);
                self.frame_all();
                self.say(format!(
                    "Over its feet in {before:.0} % of frames before, in {after:.0} % now."
                ));
            }
            Edit::SetLevel { .. } | Edit::SetCharacter { .. } => {
                self.seek(self.playback.secs);
                self.frame_all();
            }
            _ => {}
        }
    }
}
