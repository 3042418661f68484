//! The exercise of a lesson begins, and begins again.

use super::staging::Staging;
use super::study::Place;
use crate::viewer::app::App;
use crate::viewer::shell::dialogs::Then;

impl App {
    /// What a lesson put on the stage is the lesson's: nobody is asked, and undo brings the answer back. A file that somebody
    /// opened or wrote is theirs.
    pub(super) fn begin_exercise_again(&mut self) {
        self.bring_answer_back();
        let is_own = self.shell.files.path.is_some() || self.shell.is_recovered;
        if is_own || self.is_dirty() && self.keep_accepted_answer() {
            self.after_saving(Then::BeginExercise);
        } else {
            self.begin_exercise();
        }
    }

    /// Puts what the exercise begins with on the stage.
    pub(crate) fn begin_exercise(&mut self) {
        if self.session.study.is_some() {
            self.go_to(Place::Exercise);
            self.let_go_of_unsaved();
        }
        if let Some(study) = &mut self.session.study {
            study.wish_for(Staging::Begin);
        }
    }
}
