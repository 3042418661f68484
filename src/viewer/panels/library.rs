//! Poses that were kept, and a name for the next one.

use super::desk::{Command, Desk};
use crate::viewer::shell::library::{library_folder, name_of};
use egui::{Align, Button, Layout, RichText, Ui};
use std::path::PathBuf;

impl Desk<'_> {
    /// Poses that were kept, and a field for the name of the next one.
    pub(super) fn library_rows(&mut self, ui: &mut Ui) {
        ui.strong("Library");
        let folder = library_folder(self.home);
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
                        self.send(Command::DeletePose(path.clone()));
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
                self.send(Command::KeepPose);
            }
        });
        if let Some(path) = chosen {
            self.send(Command::TakePose(path));
        }
    }
}
