//! An answer that is accepted is kept without a question: who has done an exercise wants to go on.

use super::dialogs::free_name;
use crate::viewer::app::App;

/// Beside the settings.
const FOLDER: &str = "answers";

impl App {
    /// Keeps an accepted answer that has no file yet; says whether it is safe now.
    pub(crate) fn keep_accepted_answer(&mut self) -> bool {
        let has_file = self.shell.files.path.is_some() || self.shell.is_recovered;
        let study = self.session.study.as_ref();
        let Some(study) = study.filter(|study| study.is_answering() && study.is_accepted()) else {
            return false;
        };
        if has_file {
            return false;
        }
        let folder = self.shell.files.home.join(FOLDER);
        let lesson = &study.lesson;
        let stem = format!("lesson_{:02}_{}", lesson.number, file_words(&lesson.title));
        if let Err(e) = std::fs::create_dir_all(&folder) {
            self.refuse(format!("{}: cannot be made: {e}", folder.display()));
            return false;
        }
        // An answer from another day stays.
        self.save_to(&folder.join(free_name(&folder, &stem, "pose.ron")))
    }
}

/// Words as a part of a file's name.
fn file_words(words: &str) -> String {
    let letters = words.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '_'
        }
    });
    letters.collect()
}
