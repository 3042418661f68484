//! What the window does with what was done in the background.

use super::bench::Problem;
use super::jobs::Answer;
use super::work::{Kind, Product};
use crate::document::{Edit, Finished};
use crate::viewer::app::App;
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
            match self.session.work.next.take() {
                Some(edit) => {
                    self.edit_in_background(edit);
                }
                None if std::mem::take(&mut self.session.work.ends_slide) => {
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
                self.session.work.unbaked = Some(self.session.edits);
                return self.say(sentence);
            }
            Kind::Write => {
                self.session.work.closes_when_written = false;
                if let Some(Dialog::Export(form)) = &mut self.shell.dialog {
                    form.answer = Some(Err(sentence.clone()));
                }
            }
            Kind::Lesson => {
                if let Some(study) = &mut self.session.study {
                    study.give_up();
                }
            }
            // The figure is where it was last posed, and nobody plans how it gets on: a key needs no plan.
            Kind::Plan if self.session.awaits_way => self.seek_previous_key(),
            Kind::Change | Kind::Plan | Kind::Measure => {}
        }
        self.refuse(sentence);
    }

    fn take_in(&mut self, product: Product) -> bool {
        match product {
            Product::Edit(finished) => self.finish(*finished),
            Product::Opened(opened, edits) => {
                if self.session.edits != edits && self.is_dirty() {
                    let path = opened.path().display();
                    let words = "is not opened: the figure was changed meanwhile.";
                    self.refuse(format!("{path} {words}"));
                    return false;
                }
                self.opened(*opened)
            }
            Product::Studied(studied) => {
                self.take_in_studied(studied);
                true
            }
            Product::Export(export) => {
                self.say(export.sentence());
                if let Some(Dialog::Export(form)) = &mut self.shell.dialog {
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
                self.session.bake = bake;
                let document = self.session.editor.document();
                if document.take.is_none() && self.session.bake.is_of(document) {
                    self.session.motion = clip.map(Motion::Keys);
                }
                true
            }
            Product::Planned(way) => {
                if let Some(way) = way {
                    self.session.poser.learn(way);
                }
                if self.session.playback.playing {
                    self.session.awaits_way = false;
                    self.look();
                } else if self.session.awaits_way {
                    self.pose_moment();
                }
                true
            }
            Product::Measured(audit, of, hasty) => {
                let now = self.session.motion.as_ref();
                if now.is_some_and(|now| std::ptr::eq(now.clip(), of.clip())) {
                    self.session.audit = Some(*audit);
                    self.session.hasty = hasty;
                }
                true
            }
        }
    }

    /// An edit that was worked out becomes one of the document.
    pub(crate) fn finish(&mut self, finished: Finished) -> bool {
        let edit = finished.edit().clone();
        match self.session.editor.finish(finished) {
            Ok(()) => {
                if !Problem::outlives(&edit) {
                    self.session.problem = None;
                }
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
}
