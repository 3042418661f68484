//! Another body or another ground for the project.

use super::confirm::answer_by_key;
use super::dialogs::{Dialog, question};
use crate::document::{Edit, lost_with};
use crate::io::{load_character, load_level};
use crate::viewer::app::App;
use egui::Context;
use std::sync::Arc;

impl App {
    /// Puts the project on another level.
    pub(crate) fn change_level(&mut self, source: &str) {
        match load_level(source) {
            Ok(level) => {
                self.edit(Edit::SetLevel {
                    source: source.to_owned(),
                    level: Arc::new(level),
                });
            }
            Err(e) => self.refuse(e.to_string()),
        }
    }

    /// Puts the project on another body; asks first when something would be lost.
    pub(crate) fn change_character(&mut self, source: &str) {
        let character = match load_character(source) {
            Ok(character) => Arc::new(character),
            Err(e) => {
                self.refuse(e.to_string());
                return;
            }
        };
        let mut lost = lost_with(self.document(), &character);
        if !self.is_dirty() && !self.session.has_motion() && self.document().keys.is_empty() {
            // A figure that nobody has touched is no loss.
            lost.clear();
        }
        let edit = Edit::SetCharacter {
            source: source.to_owned(),
            character,
        };
        if lost.is_empty() {
            self.edit(edit);
        } else {
            self.shell.dialog = Some(Dialog::Lost(Box::new(edit), lost));
        }
    }

    /// Asks whether another body is worth what it costs.
    pub(crate) fn lost_window(
        &mut self,
        ctx: &Context,
        edit: Box<Edit>,
        lost: Vec<String>,
    ) -> Option<Dialog> {
        let mut answer = answer_by_key(ctx);
        question(ctx, "Change the character?", |ui| {
            ui.label("This does not go along:");
            for words in &lost {
                ui.label(format!("· {words}"));
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui
                    .button("Change")
                    .on_hover_text("Ctrl+Z takes it back")
                    .clicked()
                {
                    answer = Some(true);
                }
                if ui.button("Stay").clicked() {
                    answer = Some(false);
                }
            });
        });
        match answer {
            Some(true) => {
                self.edit(*edit);
                None
            }
            Some(false) => None,
            None => Some(Dialog::Lost(edit, lost)),
        }
    }
}
