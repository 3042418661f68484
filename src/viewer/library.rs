//! The library of poses: files in a folder, one for each pose.

use super::app::App;
use crate::document::Edit;
use crate::io::{Source, read_pose, write_atomically, write_pose};
use egui::Ui;
use std::path::PathBuf;

impl App {
    fn library_folder(&self) -> PathBuf {
        self.files.home.join("poses")
    }

    /// Poses that were kept, and a field for the name of the next one.
    pub(super) fn library_rows(&mut self, ui: &mut Ui) {
        ui.strong("Library");
        let folder = self.library_folder();
        let mut names: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        names.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
        names.sort();
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for path in &names {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let tip = "Takes this pose from the library";
                if ui.small_button(name).on_hover_text(tip).clicked() {
                    chosen = Some(path.clone());
                }
            }
        });
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.pose_name);
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
                Err(e) => self.say(e.to_string()),
            }
        }
    }

    fn keep_pose(&mut self) {
        let allowed = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        let name: String = self
            .pose_name
            .trim()
            .chars()
            .filter(|c| allowed(*c))
            .collect();
        if name.is_empty() {
            self.say("Give the pose a name first.");
            return;
        }
        let folder = self.library_folder();
        let path = folder.join(&name).with_extension("ron");
        let text = write_pose(&self.document().character, &self.shown.pose);
        let written = std::fs::create_dir_all(&folder)
            .map_err(|e| e.to_string())
            .and_then(|()| write_atomically(&path, text.as_bytes()).map_err(|e| e.to_string()));
        match written {
            Ok(()) => self.say(format!("Kept {name}.")),
            Err(e) => self.say(e),
        }
        self.pose_name.clear();
    }
}
