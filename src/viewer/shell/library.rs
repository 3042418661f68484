//! The library of poses: files in a folder, one for each pose.

use super::confirm::Doubt;
use super::dialogs::Dialog;
use crate::document::Edit;
use crate::io::{Source, read_pose, write_atomically, write_pose};
use crate::viewer::app::App;
use egui::{Align, Button, Layout, RichText, Ui};
use std::path::{Path, PathBuf};

impl App {
    fn library_folder(&self) -> PathBuf {
        self.shell.files.home.join("poses")
    }

    /// Poses that were kept, and a field for the name of the next one.
    pub(crate) fn library_rows(&mut self, ui: &mut Ui) {
        ui.strong("Library");
        let folder = self.library_folder();
        let mut names: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        names.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
        names.sort();
        let mut chosen = None;
        for path in &names {
            ui.horizontal(|ui| {
                let take = ui.small_button(name_of(path));
                let tip = "Takes this pose from the library";
                if take.on_hover_text(tip).clicked() {
                    chosen = Some(path.clone());
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let words = RichText::new("delete").weak();
                    let delete = ui.add(Button::new(words).small().frame(false));
                    let tip = "Takes this pose out of the library, after a question";
                    if delete.on_hover_text(tip).clicked() {
                        self.shell.dialog = Some(Dialog::Confirm(Doubt::DeletePose(path.clone())));
                    }
                });
            });
        }
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.forms.pose_name);
            ui.add(field.hint_text("name of this pose").desired_width(160.0));
            if ui
                .button("Keep")
                .on_hover_text("Keeps the pose in the library")
                .clicked()
            {
                self.keep_pose();
            }
        });
        if let Some(path) = chosen {
            let character = std::sync::Arc::clone(&self.document().character);
            let pose = Source::read(&path).and_then(|source| read_pose(&source, &character));
            match pose {
                Ok(pose) => {
                    self.edit(Edit::SetPose(pose));
                }
                Err(e) => self.refuse(e.to_string()),
            }
        }
    }

    /// Keeps the pose under the name that was typed; asks first when the library has one of that name.
    pub(crate) fn keep_pose(&mut self) {
        let allowed = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        let name: String = self
            .forms
            .pose_name
            .trim()
            .chars()
            .filter(|c| allowed(*c))
            .collect();
        if name.is_empty() {
            self.refuse("Give the pose a name first.");
            return;
        }
        let path = self.library_folder().join(name).with_extension("ron");
        if path.exists() {
            self.shell.dialog = Some(Dialog::Confirm(Doubt::KeepOver(path)));
        } else {
            self.write_pose_to(&path);
        }
    }

    /// Keeps the pose that is shown in the library.
    pub(crate) fn write_pose_to(&mut self, path: &Path) {
        let text = write_pose(&self.document().character, &self.scene.figure.pose);
        let written = std::fs::create_dir_all(self.library_folder())
            .map_err(|e| e.to_string())
            .and_then(|()| write_atomically(path, text.as_bytes()).map_err(|e| e.to_string()));
        match written {
            Ok(()) => {
                self.say(format!("Kept {}.", name_of(path)));
                self.forms.pose_name.clear();
            }
            Err(e) => self.refuse(e),
        }
    }

    /// Takes a pose out of the library.
    pub(crate) fn delete_pose(&mut self, path: &Path) {
        match std::fs::remove_file(path) {
            Ok(()) => self.say(format!("Deleted {}.", name_of(path))),
            Err(e) => self.refuse(format!("{}: {e}", path.display())),
        }
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
