//! Questions before something that cannot be taken back: files that are written over, poses that are deleted.

use super::dialogs::{Dialog, Then, question};
use super::kept::KeptWork;
use super::kept_window::{contents_of, name_of};
use crate::viewer::app::App;
use egui::{Context, Key};
use std::path::{Path, PathBuf};

/// What has to be confirmed.
#[derive(Clone, Debug)]
pub(crate) enum Doubt {
    /// A project is there already; and what comes after it is saved.
    SaveOver(PathBuf, Option<Then>),
    /// The library has a pose of this name.
    KeepOver(PathBuf),
    /// A pose of the library goes.
    DeletePose(PathBuf),
    /// Unsaved work of a window that is gone.
    ThrowAway(KeptWork),
}

impl Doubt {
    /// The question, and the word that says yes.
    fn words(&self) -> (String, &'static str) {
        let name = |path: &Path| {
            let name = path.file_stem().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        match self {
            Self::SaveOver(path, _) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                (format!("{name} is there already."), "Write over it")
            }
            Self::KeepOver(path) => {
                let words = format!("The library has a pose {:?} already.", name(path));
                (words, "Replace it")
            }
            Self::DeletePose(path) => {
                let words = format!("{:?} is taken out of the library.", name(path));
                (words, "Delete it")
            }
            Self::ThrowAway(work) => {
                let contents = contents_of(work);
                let words = format!("{} ({contents}) is lost then.", name_of(work));
                (words, "Throw it away")
            }
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::SaveOver(..) => "Write over the project?",
            Self::KeepOver(_) => "Replace the pose?",
            Self::DeletePose(_) => "Delete the pose?",
            Self::ThrowAway(_) => "Throw the unsaved work away?",
        }
    }
}

/// What the keyboard says to a question: Enter yes, Esc no.
pub(crate) fn answer_by_key(ctx: &Context) -> Option<bool> {
    ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (pressed(Key::Enter) || pressed(Key::Escape)).then(|| pressed(Key::Enter))
    })
}

/// A project's own name, by which it is found again: `figure` and `figure.ron` become `figure.pose.ron`.
pub(crate) fn as_project(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(".ron").unwrap_or(&name);
    let stem = stem.strip_suffix(".pose").unwrap_or(stem);
    path.with_file_name(format!("{stem}.pose.ron"))
}

impl App {
    /// Saves under a name that was chosen, and goes on with what comes after; asks before it writes over a file that has the
    /// name only with its ending.
    pub(crate) fn save_as(&mut self, chosen: &Path, then: Option<Then>) -> Option<Dialog> {
        let path = as_project(chosen);
        if path != chosen && path.exists() {
            return Some(Dialog::Confirm(Doubt::SaveOver(path, then)));
        }
        self.save(&path, then)
    }

    /// Asks, and does it.
    pub(crate) fn confirm_window(&mut self, ctx: &Context, doubt: Doubt) -> Option<Dialog> {
        let mut answer = answer_by_key(ctx);
        let (words, yes) = doubt.words();
        question(ctx, doubt.title(), |ui| {
            ui.label(words);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button(yes).on_hover_text("Enter").clicked() {
                    answer = Some(true);
                }
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    answer = Some(false);
                }
            });
        });
        match (answer, doubt) {
            (None, doubt) => return Some(Dialog::Confirm(doubt)),
            (Some(false), Doubt::ThrowAway(_)) => return self.remaining_works(),
            (Some(false), _) => {}
            (Some(true), Doubt::SaveOver(path, then)) => return self.save_and_go_on(&path, then),
            (Some(true), Doubt::ThrowAway(work)) => return self.throw_away(&work),
            (Some(true), Doubt::KeepOver(path)) => self.write_pose_to(&path),
            (Some(true), Doubt::DeletePose(path)) => self.delete_pose(&path),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_has_the_ending_of_projects() {
        for (chosen, saved) in [
            ("a/foo", "a/foo.pose.ron"),
            ("a/foo.pose", "a/foo.pose.ron"),
            ("a/foo.pose.ron", "a/foo.pose.ron"),
            ("a/foo.ron", "a/foo.pose.ron"),
            ("a.b/two.parts", "a.b/two.parts.pose.ron"),
        ] {
            assert_eq!(as_project(Path::new(chosen)), Path::new(saved));
        }
    }
}
