//! The start panel: three ways to begin, who stands where, and recent files. It lies beside the figure, which can be dragged at once; the first
//! click elsewhere puts the panel away. In a view with no room beside the figure its columns become menus.

use super::dialogs::{Dialog, Then};
use crate::io::{shipped_characters, shipped_levels};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use egui::{Context, ScrollArea, Ui, vec2};
use std::path::{Path, PathBuf};

/// From the corner of the view (points); in a narrow one nearer to its edge, and below the bar of views.
const CORNER: egui::Vec2 = vec2(12.0, 10.0);
const NARROW_CORNER: egui::Vec2 = vec2(2.0, 52.0);
const NARROW: f32 = 700.0;
/// Smaller views have room for menus only (points).
const SMALL: egui::Vec2 = vec2(460.0, 300.0);
/// So many recent files are offered.
const OFFERED: usize = 5;
/// Width of a button for a way to begin (points).
const WAY: f32 = 64.0;

/// What was chosen in the panel.
enum Choice {
    Character(String),
    Level(String),
    Fresh,
    Recent(PathBuf),
    Pose,
    Other(Action),
}

impl App {
    /// Shows the panel in a window that opens with nothing else to ask, unless somebody switched that off.
    pub(crate) fn offer_start(&mut self) {
        if self.shell.dialog.is_none() && self.shell.settings.start_panel {
            self.shell.dialog = Some(Dialog::Start);
        }
    }

    /// Draws the panel and does what was chosen; what is open next.
    pub(crate) fn start_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let view = ctx.available_rect();
        let corner = if view.width() < NARROW {
            NARROW_CORNER
        } else {
            CORNER
        };
        let mut choice = None;
        let shows_at_start = self.shell.settings.start_panel;
        let panel = egui::Area::new("start".into())
            .fixed_pos(view.left_top() + corner)
            .show(ctx, |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    // Room for a figure beside it in the smallest window.
                    let spacing = ui.spacing_mut();
                    spacing.item_spacing.y = 1.0;
                    spacing.button_padding.y = 1.0;
                    spacing.interact_size.y = 19.0;
                    if view.width() < SMALL.x || view.height() < SMALL.y {
                        choice = self.start_menus(ui);
                        return;
                    }
                    let most = (view.height() - corner.y - 3.0 * CORNER.y).max(100.0);
                    ScrollArea::vertical()
                        .max_height(most)
                        .min_scrolled_height(most)
                        .show(ui, |ui| choice = self.start_rows(ui));
                });
            });
        if self.shell.settings.start_panel != shows_at_start {
            self.save_settings();
        }
        match choice {
            Some(Choice::Character(name)) => {
                self.change_character(&name);
                // The other half of the question is still open.
                return self.shell.dialog.take().or(Some(Dialog::Start));
            }
            Some(Choice::Level(name)) => {
                self.change_level(&name);
                return self.shell.dialog.take().or(Some(Dialog::Start));
            }
            Some(Choice::Fresh) => {
                let document = self.document();
                let character = document.character_source.clone();
                let level = document.level_source.clone();
                self.after_saving(Then::Begin(character, level));
                return self.shell.dialog.take();
            }
            Some(Choice::Recent(path)) => {
                self.open_after_saving(path);
                return self.shell.dialog.take();
            }
            Some(Choice::Pose) => {
                self.forms.tab = Tab::Goals;
                self.say(
                    "Drag a ring of the figure; the other joints follow, and it stays balanced.",
                );
                return None;
            }
            Some(Choice::Other(action)) => {
                self.perform(action);
                return self.shell.dialog.take();
            }
            None => {}
        }
        let panel = panel.response.rect;
        let is_pressed_elsewhere = ctx.input(|input| {
            let at = input.pointer.interact_pos();
            input.pointer.any_pressed() && !at.is_some_and(|at| panel.contains(at))
        });
        // Menus of the panel lie beside it.
        let is_over = is_pressed_elsewhere && !egui::Popup::is_any_open(ctx);
        (!is_over).then_some(Dialog::Start)
    }

    /// Three ways to begin.
    fn ways(ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        ui.horizontal(|ui| {
            for (words, tip, way) in [
                (
                    "Pose",
                    "Drag a ring of the figure: hands, feet, head, hips",
                    Choice::Pose,
                ),
                (
                    "Walk",
                    "The figure walks over its level (W)",
                    Choice::Other(Action::WalkNow),
                ),
                (
                    "Learn",
                    "Twelve lessons that are tried on the stage",
                    Choice::Other(Action::Learn),
                ),
            ] {
                let size = vec2(WAY, 22.0);
                let button = egui::Button::new(egui::RichText::new(words).strong());
                if ui.add_sized(size, button).on_hover_text(tip).clicked() {
                    choice = Some(way);
                }
            }
        });
        ui.add_space(4.0);
        choice
    }

    fn start_rows(&mut self, ui: &mut Ui) -> Option<Choice> {
        let way = Self::ways(ui);
        let document = self.document();
        let (character, level) = (&document.character_source, &document.level_source);
        let mut choice = None;
        ui.horizontal_top(|ui| {
            if let Some(name) = names(ui, "Figure", shipped_characters(), character) {
                choice = Some(Choice::Character(name));
            }
            ui.add_space(4.0);
            if let Some(name) = names(ui, "Level", shipped_levels(), level) {
                choice = Some(Choice::Level(name));
            }
        });
        ui.add_space(4.0);
        ui.separator();
        way.or(choice).or(self.file_rows(ui))
    }

    /// The same, each column as a menu.
    fn start_menus(&mut self, ui: &mut Ui) -> Option<Choice> {
        let document = self.document();
        let (character, level) = (&document.character_source, &document.level_source);
        let mut choice = Self::ways(ui);
        ui.menu_button("figure ⏷", |ui| {
            let clicked = names(ui, "Figure", shipped_characters(), character);
            choice = choice.take().or(clicked.map(Choice::Character));
        });
        ui.menu_button("level ⏷", |ui| {
            let clicked = names(ui, "Level", shipped_levels(), level);
            choice = choice.take().or(clicked.map(Choice::Level));
        });
        ui.menu_button("files ⏷", |ui| {
            choice = choice.take().or(self.file_rows(ui));
        });
        choice
    }

    /// Recent files, a new project, another file.
    fn file_rows(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        for path in self.shell.settings.recent.iter().take(OFFERED) {
            if ui
                .selectable_label(false, file_name(path))
                .on_hover_text(path.display().to_string())
                .clicked()
            {
                choice = Some(Choice::Recent(path.clone()));
            }
        }
        let tip =
            "A new project of this figure on this level; a click on a name takes the project along";
        if ui.button("Begin anew").on_hover_text(tip).clicked() {
            choice = Some(Choice::Fresh);
        }
        if ui
            .button("Open…")
            .on_hover_text(Action::Open.entry().tip())
            .clicked()
        {
            choice = Some(Choice::Other(Action::Open));
        }
        ui.add_space(4.0);
        ui.checkbox(&mut self.shell.settings.start_panel, "show at start")
            .on_hover_text("File > Characters and levels… brings it back");
        choice
    }
}

/// A column of names, the chosen one marked; the one that was clicked.
fn names(ui: &mut Ui, title: &str, list: &[(&str, &str)], chosen: &str) -> Option<String> {
    let mut clicked = None;
    ui.vertical(|ui| {
        ui.weak(title);
        for &(name, file) in list {
            let label = ui.selectable_label(chosen == name, name.replace('_', " "));
            let label = label.on_hover_text(description(file));
            if label.clicked() && chosen != name {
                clicked = Some(name.to_owned());
            }
        }
    });
    clicked
}

/// What a shipped file says of itself.
fn description(file: &str) -> &str {
    let after = file.split_once("description: \"");
    let words = after.and_then(|(_, rest)| rest.split_once('"'));
    words.map_or("", |(words, _)| words)
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_and_level_of_the_panel_says_what_it_is() {
        for (name, file) in shipped_characters().iter().chain(shipped_levels()) {
            assert!(description(file).len() > 8, "{name}");
        }
    }
}
