//! The menu bar, made from the table of commands.

use super::lesson_list::{LESSONS, progress_words};
use crate::viewer::app::App;
use crate::viewer::input::actions::{Action, Menu, Overlay, table};
use crate::viewer::panes::PaneMode;
use crate::viewer::session::bench::comparison::Layout;
use crate::viewer::session::ghost::GhostPlace;
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::progress::lesson_key;
use crate::viewer::shell::start::file_name;
use crate::viewer::signs::recording::RecordingView;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Context, PopupCloseBehavior};
use std::path::PathBuf;

/// A view must be as wide for the whole bar in its corner (points).
const BAR_WIDTH: f32 = 360.0;
/// Of the list of signs, with room for keys (points).
const OVERLAYS_WIDTH: f32 = 224.0;

impl App {
    /// Menus at the left, the project's name at the right.
    pub(crate) fn menu_bar(&mut self, ctx: &Context) {
        let mut chosen = None;
        let mut recent = None;
        let mut lesson = None;
        egui::TopBottomPanel::top("menu")
            .exact_height(28.0)
            .show(ctx, |ui| {
                egui::MenuBar::new().ui(ui, |ui| {
                    for menu in Menu::ALL {
                        ui.menu_button(menu.name(), |ui| {
                            let rows = table().filter(|entry| entry.menu == menu);
                            let is_sign = |action| matches!(action, Action::Show(_));
                            for entry in rows.filter(|entry| !is_sign(entry.action)) {
                                let mut words = entry.name.to_owned();
                                if let Some(is_on) = self.is_on(entry.action) {
                                    words.insert_str(0, if is_on { "✔ " } else { "    " });
                                }
                                let button = Button::new(words).shortcut_text(entry.keys());
                                let is_possible = self.is_possible(entry.action);
                                let response = ui.add_enabled(is_possible, button);
                                if response.on_hover_text(entry.help).clicked() {
                                    chosen = Some(entry.action);
                                    ui.close();
                                }
                                if entry.action == Action::Open {
                                    recent = recent.take().or(self.recent_rows(ui));
                                }
                            }
                            if menu == Menu::Lessons {
                                lesson = self.lesson_rows(ui);
                            }
                            // One list with all signs would be longer than the window.
                            if menu == Menu::View {
                                let words = "Overlays";
                                ui.menu_button(words, |ui| {
                                    chosen = chosen.or(self.overlay_rows(ui));
                                });
                            }
                        });
                    }
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let document = self.document();
                        let star = if self.is_dirty() { " •" } else { "" };
                        ui.weak(format!(
                            "{} · {} · {}{star}",
                            document.character.name.replace('_', " "),
                            document.level.name.replace('_', " "),
                            self.work_title(),
                        ));
                    });
                });
            });
        if let Some(action) = chosen {
            self.perform(action);
        }
        if let Some(path) = recent {
            self.open_after_saving(path);
        }
        if let Some(name) = lesson {
            self.lecture(Lecture::Open(name));
        }
    }

    /// Every lesson by its number and title, with a tick where it was learned; the one that was chosen.
    fn lesson_rows(&self, ui: &mut egui::Ui) -> Option<String> {
        ui.separator();
        // All of them fit into the smallest window.
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut chosen = None;
        for head in LESSONS.iter() {
            let key = lesson_key(head.number, &head.title);
            let told = progress_words(head, &self.shell.progress.of(&key));
            let words = format!("{}  {}", head.number, head.title);
            let button = ui.add(Button::new(words).shortcut_text(told));
            if button.on_hover_text(&head.summary).clicked() {
                chosen = Some(head.number.to_string());
                ui.close();
            }
        }
        chosen
    }

    /// What is shown as the name of what is worked on.
    fn work_title(&self) -> String {
        match &self.session.study {
            Some(study) if self.shell.files.path.is_none() => {
                format!("lesson {}", study.lesson.number)
            }
            _ => self.shell.files.title(),
        }
    }

    /// A menu of recent files; the one that was chosen.
    fn recent_rows(&self, ui: &mut egui::Ui) -> Option<PathBuf> {
        let recent = &self.shell.settings.recent;
        let mut chosen = None;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for path in recent {
                    let button = ui.button(file_name(path));
                    let tip = path.display().to_string();
                    if button.on_hover_text(tip).clicked() {
                        chosen = Some(path.clone());
                        ui.close();
                    }
                }
            });
        });
        chosen
    }

    /// Whether a switch is on; nothing for what is no switch.
    pub(crate) fn is_on(&self, action: Action) -> Option<bool> {
        match action {
            Action::Show(overlay) => Some(self.shell.settings.shows(overlay)),
            Action::Balance => Some(self.document().setup.keeps_balance),
            Action::Loop => Some(self.session.playback.looping),
            Action::Beside => Some(self.shell.settings.recording == RecordingView::Beside),
            Action::Ghost => Some(self.has_ghost()),
            Action::GhostAside => Some(self.shell.settings.ghost.place == GhostPlace::Aside),
            Action::PauseGhost => Some(self.session.ghost.paused),
            Action::RecordGhost => Some(self.session.ghost.is_recording()),
            Action::Panel => Some(self.forms.open),
            Action::Compare => Some(self.is_compared(Layout::Beside)),
            Action::Overlaid => Some(self.is_compared(Layout::Over)),
            Action::Theatre => Some(self.is_in_theatre()),
            Action::View3d => Some(self.panes.mode() == Some(PaneMode::Solid)),
            Action::View2d => Some(self.panes.mode() == Some(PaneMode::Flat)),
            Action::ViewBoth => Some(self.panes.mode() == Some(PaneMode::Both)),
            _ => None,
        }
    }

    fn is_possible(&self, action: Action) -> bool {
        match action {
            Action::Undo => self.session.editor.undo_depth() > 0,
            Action::Redo => self.session.editor.redo_depth() > 0,
            Action::Paste => self.session.copied.is_some(),
            Action::Ghost => !self.session.page_brings_ghost(),
            Action::GhostAside
            | Action::PauseGhost
            | Action::StepGhost
            | Action::PushGhost
            | Action::ThrowBall
            | Action::RecordGhost => self.has_ghost(),
            Action::DropTake => self.document().take.is_some(),
            Action::NextPage | Action::PreviousPage | Action::ShowMe | Action::LeaveLesson => {
                self.session.study.is_some()
            }
            Action::PinPosition
            | Action::PinRotation
            | Action::Rotate
            | Action::PlantOrLift
            | Action::RollFoot
            | Action::Hold
            | Action::Freeze => self.hand.selected.is_some(),
            _ => true,
        }
    }

    /// Of the bar in the corner of so wide a view. It is placed by the width that it had in the last frame: a bar of another width is
    /// another one, which is measured before it is seen.
    pub(crate) fn view_bar_id(&self, view_width: f32) -> egui::Id {
        let scale = self.shell.settings.scale.to_bits();
        egui::Id::new(("view bar", view_width < BAR_WIDTH, scale))
    }

    /// In the corner of the view: which views, what is drawn over them.
    pub(crate) fn view_bar(&mut self, ctx: &Context, rect: egui::Rect) {
        let at = rect.right_top() + egui::vec2(-12.0, 10.0);
        let mut chosen = None;
        let is_narrow = rect.width() < BAR_WIDTH;
        egui::Area::new(self.view_bar_id(rect.width()))
            .pivot(egui::Align2::RIGHT_TOP)
            .fixed_pos(at)
            .order(egui::Order::Middle)
            .show(ctx, |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        if is_narrow {
                            ui.menu_button("view ⏷", |ui| chosen = self.view_modes(ui));
                        } else {
                            chosen = self.view_modes(ui);
                            ui.separator();
                        }
                        // Several are ticked one after the other.
                        let stays = MenuConfig::new()
                            .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
                        let (button, list) =
                            MenuButton::new("overlays ⏷").config(stays).ui(ui, |ui| {
                                chosen = chosen.or(self.overlay_rows(ui));
                            });
                        if let Some(list) = list {
                            close_when_left(ctx, button.rect.union(list.response.rect));
                        }
                        ui.menu_button("camera ⏷", |ui| {
                            for action in [
                                Action::Front,
                                Action::Side,
                                Action::Top,
                                Action::Projection,
                                Action::FrameSelection,
                                Action::FrameAll,
                            ] {
                                let entry = action.entry();
                                let button = Button::new(entry.name).shortcut_text(entry.keys());
                                if ui.add(button).on_hover_text(entry.help).clicked() {
                                    chosen = Some(action);
                                    ui.close();
                                }
                            }
                        });
                    });
                });
            });
        if let Some(action) = chosen {
            self.perform(action);
        }
    }

    /// A tick for every sign, its key at the right; the one that was switched.
    fn overlay_rows(&self, ui: &mut egui::Ui) -> Option<Action> {
        ui.set_width(OVERLAYS_WIDTH);
        let mut chosen = None;
        for &overlay in Overlay::ALL {
            let entry = Action::Show(overlay).entry();
            let mut is_on = self.shell.settings.shows(overlay);
            let keys = egui::RichText::new(entry.keys()).weak();
            let words = (entry.name, egui::Atom::grow(), keys);
            let tick = ui.add(egui::Checkbox::new(&mut is_on, words));
            if tick.on_hover_text(entry.help).changed() {
                chosen = Some(entry.action);
            }
        }
        chosen
    }

    /// Which views are open; the one that is chosen.
    fn view_modes(&self, ui: &mut egui::Ui) -> Option<Action> {
        let mut chosen = None;
        for (action, words) in [
            (Action::View3d, "3D"),
            (Action::View2d, "2D"),
            (Action::ViewBoth, "both"),
        ] {
            let is_on = self.is_on(action) == Some(true);
            let label = ui.selectable_label(is_on, words);
            if label.on_hover_text(action.entry().tip()).clicked() {
                chosen = Some(action);
            }
        }
        chosen
    }
}

/// Closes a list as soon as a button goes down elsewhere, or with Esc: a drag is no click, and Esc is a command.
fn close_when_left(ctx: &Context, place: egui::Rect) {
    let is_left = ctx.input(|input| {
        let at = input.pointer.interact_pos();
        let elsewhere = at.is_some_and(|at| !place.contains(at));
        input.key_down(egui::Key::Escape) || (input.pointer.any_pressed() && elsewhere)
    });
    if is_left {
        egui::Popup::close_all(ctx);
    }
}
