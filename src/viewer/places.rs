//! Who stands where: another body or another ground for the project, or a new beginning with them.

use super::app::App;
use super::dialogs::{Dialog, Then, centered, question};
use crate::document::{Edit, lost_with};
use crate::io::{load_character, load_level, shipped_characters, shipped_levels};
use egui::{Context, Ui};
use std::sync::Arc;

impl App {
    pub(super) fn start_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let (mut open, mut fresh, mut file) = (true, false, None);
        let (mut body, mut ground) = (None, None);
        let document = self.document();
        let (character, level) = (
            document.character_source.clone(),
            document.level_source.clone(),
        );
        centered("Who stands where?", &mut open).show(ctx, |ui| {
            ui.columns(3, |columns| {
                columns[0].strong("Character");
                body = chosen(&mut columns[0], shipped_characters(), &character);
                columns[1].strong("Level");
                ground = chosen(&mut columns[1], shipped_levels(), &level);
                columns[2].strong("Recent files");
                for path in &self.settings.recent {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let button = columns[2]
                        .button(name)
                        .on_hover_text(path.display().to_string());
                    if button.clicked() {
                        file = Some(path.clone());
                    }
                }
                if self.settings.recent.is_empty() {
                    columns[2].weak("None yet.");
                }
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.weak("Poses, keys and motions go along; Ctrl+Z takes it back.");
                let tip = "A new project of this character on this level";
                fresh = ui.button("Begin anew").on_hover_text(tip).clicked();
            });
        });
        if let Some(path) = file {
            self.after_saving(Then::Open(path));
            return self.dialog.take();
        }
        if fresh {
            self.after_saving(Then::Begin(character, level));
            return self.dialog.take();
        }
        if let Some(name) = body {
            self.change_character(name);
        }
        if let Some(name) = ground {
            self.change_level(name);
        }
        self.dialog.take().or(open.then_some(Dialog::Start))
    }

    /// Puts the project on another level.
    pub(super) fn change_level(&mut self, source: &str) {
        match load_level(source) {
            Ok(level) => {
                self.edit(Edit::SetLevel {
                    source: source.to_owned(),
                    level: Arc::new(level),
                });
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Puts the project on another body; asks first when something would be lost.
    pub(super) fn change_character(&mut self, source: &str) {
        let character = match load_character(source) {
            Ok(character) => Arc::new(character),
            Err(e) => {
                self.say(e.to_string());
                return;
            }
        };
        let mut lost = lost_with(self.document(), &character);
        if !self.is_dirty() && !self.has_motion() && self.document().keys.is_empty() {
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
            self.dialog = Some(Dialog::Lost(Box::new(edit), lost));
        }
    }

    /// Asks whether another body is worth what it costs.
    pub(super) fn lost_window(
        &mut self,
        ctx: &Context,
        edit: Box<Edit>,
        lost: Vec<String>,
    ) -> Option<Dialog> {
        let mut answer = None;
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

/// A list of shipped files; the one that was chosen, if it is another.
fn chosen(
    ui: &mut Ui,
    shipped: &'static [(&'static str, &'static str)],
    now: &str,
) -> Option<&'static str> {
    let mut chosen = None;
    for &(name, _) in shipped {
        let words = name.replace('_', " ");
        if ui.selectable_label(now == name, words).clicked() && now != name {
            chosen = Some(name);
        }
    }
    chosen
}
