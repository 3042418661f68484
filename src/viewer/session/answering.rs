//! What is said of an answer to the exercise of a lesson, after every change.

use crate::viewer::app::App;
use crate::viewer::panels::Tab;
use crate::viewer::shell::progress::Learned;

impl App {
    /// The answer is held against its rules, the text follows the stage.
    pub(super) fn look_at_answer(&mut self) {
        let edits = self.session.edits;
        let Some(study) = &mut self.session.study else {
            return;
        };
        study.look(self.session.editor.document(), edits);
        if self.session.editor.is_dragging() {
            return;
        }
        let is_done = study.is_answering() && study.is_accepted();
        let is_news = is_done && !study.is_told_accepted;
        study.is_told_accepted = is_done;
        if is_done {
            self.note(&Learned {
                exercise: true,
                ..Learned::default()
            });
        }
        // Its lamp is in the lesson's tab, and many changes are made in another one.
        if is_news && self.forms.tab != Tab::Lesson {
            self.say("Accepted: every rule of the exercise is kept.");
        }
    }
}
