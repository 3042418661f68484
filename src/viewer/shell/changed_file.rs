//! A project's file that somebody else has changed since it was read or saved here: it is not written over without a
//! question.

use super::confirm::answer_by_key;
use super::dialogs::{Dialog, FilePurpose, Then, question};
use super::files::Seen;
use super::opening::read_project;
use crate::document::differences;
use crate::viewer::app::App;
use egui::Context;
use std::path::{Path, PathBuf};

/// A file that is another by now, and what comes after the project is saved.
#[derive(Clone, Debug)]
pub(crate) struct ChangedFile {
    pub(crate) path: PathBuf,
    /// What is different.
    pub(crate) words: String,
    then: Option<Then>,
}

/// What was chosen.
#[derive(Clone, Copy, Debug)]
enum Choice {
    OtherName,
    Overwrite,
    Cancel,
}

impl App {
    /// Saves the project and goes on with what comes after; asks first where its file was changed by somebody else.
    pub(crate) fn save(&mut self, path: &Path, then: Option<Then>) -> Option<Dialog> {
        if let Some(words) = self.changed_by_others(path) {
            return Some(Dialog::Changed(ChangedFile {
                path: path.to_owned(),
                words,
                then,
            }));
        }
        self.save_and_go_on(path, then)
    }

    /// Saves the project whatever its file holds, and goes on.
    pub(crate) fn save_and_go_on(&mut self, path: &Path, then: Option<Then>) -> Option<Dialog> {
        if self.save_to(path)
            && let Some(then) = then
        {
            self.go_on(then);
        }
        self.shell.dialog.take()
    }

    /// What others have done to the project's own file; nothing when it is as it was, or no more.
    pub(crate) fn changed_by_others(&self, path: &Path) -> Option<String> {
        let own = self.shell.files.path.as_deref()?;
        let seen = self.shell.files.seen?;
        let whole = |path: &Path| std::path::absolute(path).ok();
        if whole(own) != whole(path) || !path.exists() {
            return None;
        }
        let is_same = std::fs::read(path).is_ok_and(|bytes| Seen::of(&bytes) == seen);
        if is_same {
            return None;
        }
        Some(match read_project(path) {
            Err(e) => format!("It cannot be read any more: {e}"),
            Ok((now, _)) => match differences(self.session.editor.saved(), &now) {
                words if words.is_empty() => {
                    "It is written otherwise, and says the same.".to_owned()
                }
                words => format!("In it now: {}.", words.join(", ")),
            },
        })
    }

    /// Asks, and does it.
    pub(crate) fn changed_window(&mut self, ctx: &Context, changed: ChangedFile) -> Option<Dialog> {
        let by_key = |yes| {
            if yes {
                Choice::OtherName
            } else {
                Choice::Cancel
            }
        };
        let mut choice = answer_by_key(ctx).map(by_key);
        question(ctx, "The file was changed", |ui| {
            ui.set_max_width(440.0);
            let name = changed.path.file_name().unwrap_or_default();
            ui.label(format!(
                "Another program or window has changed {} since it was read or saved here.",
                name.to_string_lossy()
            ));
            ui.label(&changed.words);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                for (words, tip, chosen) in [
                    (
                        "Save under another name…",
                        "Keeps both (Enter)",
                        Choice::OtherName,
                    ),
                    (
                        "Overwrite",
                        "What the other one has made is lost",
                        Choice::Overwrite,
                    ),
                    ("Cancel", "Saves nothing (Esc)", Choice::Cancel),
                ] {
                    if ui.button(words).on_hover_text(tip).clicked() {
                        choice = Some(chosen);
                    }
                }
            });
        });
        match choice {
            None => Some(Dialog::Changed(changed)),
            Some(Choice::Cancel) => None,
            Some(Choice::Overwrite) => self.save_and_go_on(&changed.path, changed.then),
            Some(Choice::OtherName) => {
                self.choose_file(match changed.then {
                    Some(then) => FilePurpose::SaveFirst(then),
                    None => FilePurpose::SaveAs,
                });
                self.shell.dialog.take()
            }
        }
    }
}
