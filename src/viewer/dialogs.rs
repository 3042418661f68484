//! Windows in the window: start, open and save, export, settings, help, and questions that must be answered.

use super::actions::{Action, Menu, TABLE};
use super::app::App;
use super::export::ExportForm;
use super::settings::{MouseScheme, ThemeChoice};
use super::theme::color32;
use crate::io::{shipped_characters, shipped_levels};
use egui::{Align2, Context, RichText, Window};
use egui_file_dialog::FileDialog;
use std::path::PathBuf;

/// What is asked.
pub(super) enum Dialog {
    Start,
    Settings,
    Help,
    /// What is not saved would be lost by what comes next.
    Unsaved(Then),
    /// Unsaved work that was left behind.
    Recover(PathBuf),
    Export(ExportForm),
    File(FilePurpose, Box<FileDialog>),
}

/// What was asked for when something was not saved.
#[derive(Clone, Debug)]
pub(super) enum Then {
    Close,
    Begin(String, String),
    Open(PathBuf),
}

impl Dialog {
    /// Whether it has to be answered before anything else.
    pub(super) fn is_question(&self) -> bool {
        matches!(self, Self::Unsaved(_) | Self::Recover(_))
    }
}

/// What a chosen file is for.
#[derive(Clone, Debug)]
pub(super) enum FilePurpose {
    Open,
    SaveAs,
    /// And then what would have lost it.
    SaveFirst(Then),
    Import,
}

impl App {
    /// File commands.
    pub(super) fn perform_file(&mut self, action: Action) {
        match action {
            Action::New => {
                let (character, level) = {
                    let document = self.document();
                    (
                        document.character_source.clone(),
                        document.level_source.clone(),
                    )
                };
                self.after_saving(Then::Begin(character, level));
            }
            Action::Start => self.dialog = Some(Dialog::Start),
            Action::Open => self.choose_file(FilePurpose::Open),
            Action::Import => self.choose_file(FilePurpose::Import),
            Action::SaveAs => self.choose_file(FilePurpose::SaveAs),
            Action::Save => match self.files.path.clone() {
                Some(path) => {
                    self.save_to(&path);
                }
                None => self.choose_file(FilePurpose::SaveAs),
            },
            Action::Export => {
                let form = ExportForm::new(&self.document().character.name);
                self.dialog = Some(Dialog::Export(form));
            }
            Action::Screenshot => self.screenshot = Some(free_name("screenshot", "png")),
            Action::Filmstrip => {
                let path = free_name("filmstrip", "png");
                let said = self.filmstrip_to(&path).unwrap_or_else(|e| e);
                self.say(said);
            }
            Action::Quit => self.after_saving(Then::Close),
            _ => {}
        }
    }

    /// Does something that would lose what is not saved, and asks first.
    fn after_saving(&mut self, then: Then) {
        if self.is_dirty() {
            self.dialog = Some(Dialog::Unsaved(then));
        } else {
            self.go_on(then);
        }
    }

    fn go_on(&mut self, then: Then) {
        match then {
            Then::Close => self.close(),
            Then::Begin(character, level) => self.begin_with(&character, &level),
            Then::Open(path) => self.open_file(&path),
        }
    }

    pub(super) fn toggle_help(&mut self) {
        self.dialog = match self.dialog {
            Some(Dialog::Help) => None,
            _ => Some(Dialog::Help),
        };
    }

    fn choose_file(&mut self, purpose: FilePurpose) {
        let mut dialog = FileDialog::new()
            .default_size([640.0, 400.0])
            .anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
        match purpose {
            FilePurpose::Open | FilePurpose::Import => dialog.pick_file(),
            FilePurpose::SaveAs | FilePurpose::SaveFirst(_) => {
                dialog = dialog.default_file_name("figure.pose.ron");
                dialog.save_file();
            }
        }
        self.dialog = Some(Dialog::File(purpose, Box::new(dialog)));
    }

    /// Shows what is open, and does what was answered.
    pub(super) fn dialogs(&mut self, ctx: &Context) {
        let Some(dialog) = self.dialog.take() else {
            return;
        };
        self.dialog = match dialog {
            Dialog::Start => self.start_window(ctx),
            Dialog::Settings => self.settings_window(ctx),
            Dialog::Help => self.help_window(ctx),
            Dialog::Unsaved(then) => self.unsaved_window(ctx, &then),
            Dialog::Recover(path) => self.recover_window(ctx, path),
            Dialog::Export(form) => self.export_window(ctx, form),
            Dialog::File(purpose, dialog) => self.file_window(ctx, purpose, dialog),
        };
    }

    fn file_window(
        &mut self,
        ctx: &Context,
        purpose: FilePurpose,
        mut dialog: Box<FileDialog>,
    ) -> Option<Dialog> {
        dialog.update(ctx);
        if let Some(path) = dialog.take_picked() {
            match purpose {
                FilePurpose::Open => {
                    self.after_saving(Then::Open(path));
                    return self.dialog.take();
                }
                FilePurpose::Import => self.import_bvh(&path),
                FilePurpose::SaveAs => {
                    self.save_to(&path);
                }
                FilePurpose::SaveFirst(then) => {
                    if self.save_to(&path) {
                        self.go_on(then);
                    }
                }
            }
            return None;
        }
        let is_open = matches!(dialog.state(), egui_file_dialog::DialogState::Open);
        is_open.then_some(Dialog::File(purpose, dialog))
    }

    fn start_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let (mut open, mut chosen, mut file) = (true, None, None);
        let document = self.document();
        let (mut character, mut level) = (
            document.character_source.clone(),
            document.level_source.clone(),
        );
        centered("Who stands where?", &mut open).show(ctx, |ui| {
            ui.columns(3, |columns| {
                columns[0].strong("Character");
                for &(name, _) in shipped_characters() {
                    if columns[0]
                        .selectable_label(character == name, name.replace('_', " "))
                        .clicked()
                    {
                        name.clone_into(&mut character);
                        chosen = Some(());
                    }
                }
                columns[1].strong("Level");
                for &(name, _) in shipped_levels() {
                    if columns[1]
                        .selectable_label(level == name, name.replace('_', " "))
                        .clicked()
                    {
                        name.clone_into(&mut level);
                        chosen = Some(());
                    }
                }
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
            ui.weak("A change begins a new figure.");
        });
        if let Some(path) = file {
            self.after_saving(Then::Open(path));
            return self.dialog.take();
        }
        if chosen.is_some() {
            self.after_saving(Then::Begin(character, level));
            if self.dialog.is_some() {
                return self.dialog.take();
            }
        }
        open.then_some(Dialog::Start)
    }

    fn settings_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let mut open = true;
        let before = self.settings.clone();
        centered("Settings", &mut open).show(ctx, |ui| {
            egui::Grid::new("settings")
                .num_columns(2)
                .spacing([24.0, 8.0])
                .show(ui, |ui| {
                    ui.label("Size of text and controls");
                    let mut percent = (100.0 * self.settings.scale).round();
                    let slider = egui::Slider::new(&mut percent, 75.0..=250.0)
                        .suffix(" %")
                        .step_by(25.0);
                    if ui.add(slider).drag_stopped()
                        || (percent - 100.0 * self.settings.scale).abs() >= 25.0
                    {
                        self.settings.scale = percent / 100.0;
                    }
                    ui.end_row();
                    ui.label("Theme");
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut self.settings.theme, ThemeChoice::Dark, "dark");
                        ui.selectable_value(&mut self.settings.theme, ThemeChoice::Light, "light");
                    });
                    ui.end_row();
                    ui.label("Mouse");
                    ui.horizontal(|ui| {
                        let mouse = &mut self.settings.mouse;
                        ui.selectable_value(mouse, MouseScheme::Both, "both");
                        ui.selectable_value(mouse, MouseScheme::Blender, "Blender");
                        ui.selectable_value(mouse, MouseScheme::Maya, "Maya");
                    });
                    ui.end_row();
                    ui.label("Smooth edges (from the next start)");
                    ui.horizontal(|ui| {
                        let samples = &mut self.settings.samples;
                        ui.selectable_value(samples, None, "as the card allows");
                        for count in [1, 2, 4, 8] {
                            ui.selectable_value(samples, Some(count), count.to_string());
                        }
                    });
                    ui.end_row();
                });
        });
        if self.settings != before {
            self.theme = self.settings.theme.theme();
            self.save_settings();
        }
        open.then_some(Dialog::Settings)
    }

    fn help_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let mut open = true;
        let accent = color32(self.theme.accent);
        centered("Shortcuts", &mut open).default_size([820.0, 520.0]).vscroll(true).show(ctx, |ui| {
            ui.label("Drag a ring: the figure follows and keeps its balance. While dragging: X, Y, Z bind to an axis, Shift is fine, Ctrl stays level, Esc takes it back.");
            ui.label("Left on nothing, or middle: orbit. Right, or Shift+middle: pan. Wheel: zoom. Alt+left, middle, right as in Maya.");
            ui.add_space(8.0);
            ui.columns(2, |columns| {
                for (index, menu) in Menu::ALL.into_iter().enumerate() {
                    let ui = &mut columns[usize::from(index > 2)];
                    ui.strong(menu.name());
                    egui::Grid::new(menu.name()).num_columns(2).show(ui, |ui| {
                        for entry in TABLE.iter().filter(|entry| entry.menu == menu) {
                            let keys = entry.keys();
                            ui.label(RichText::new(keys).monospace().color(accent));
                            ui.label(entry.name).on_hover_text(entry.help);
                            ui.end_row();
                        }
                    });
                    ui.add_space(8.0);
                }
            });
        });
        open.then_some(Dialog::Help)
    }

    fn unsaved_window(&mut self, ctx: &Context, then: &Then) -> Option<Dialog> {
        let mut next = Some(Dialog::Unsaved(then.clone()));
        question(ctx, "Save first?", |ui| {
            ui.label("This project has changes that are not saved.");
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Save").clicked() {
                    next = None;
                    if let Some(path) = self.files.path.clone() {
                        if self.save_to(&path) {
                            self.go_on(then.clone());
                        }
                    } else {
                        self.choose_file(FilePurpose::SaveFirst(then.clone()));
                        next = self.dialog.take();
                    }
                }
                if ui.button("Go on without saving").clicked() {
                    next = None;
                    self.go_on(then.clone());
                }
                if ui.button("Stay").clicked() {
                    next = None;
                }
            });
        });
        next
    }

    fn recover_window(&mut self, ctx: &Context, path: PathBuf) -> Option<Dialog> {
        let mut answer = None;
        question(ctx, "Take up unsaved work?", |ui| {
            ui.label("The window did not end well last time; its work was kept.");
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Take it up").clicked() {
                    answer = Some(true);
                }
                if ui.button("Throw it away").clicked() {
                    answer = Some(false);
                }
            });
        });
        match answer {
            Some(true) => self.recover(&path),
            Some(false) => {
                // It may be gone already.
                let _ = std::fs::remove_file(&path);
            }
            None => return Some(Dialog::Recover(path)),
        }
        None
    }
}

/// A window in the middle that can be closed.
pub(super) fn centered<'a>(title: &'a str, open: &'a mut bool) -> Window<'a> {
    Window::new(title)
        .open(open)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(egui::pos2(560.0, 360.0))
}

/// A question that has to be answered.
fn question(ctx: &Context, title: &str, contents: impl FnOnce(&mut egui::Ui)) {
    egui::Modal::new(title.to_owned().into()).show(ctx, |ui| {
        ui.strong(title);
        ui.add_space(8.0);
        contents(ui);
    });
}

/// `name.png`, or `name-2.png` when that is taken.
fn free_name(stem: &str, ending: &str) -> PathBuf {
    let first = PathBuf::from(format!("{stem}.{ending}"));
    if !first.exists() {
        return first;
    }
    let others = (2_u32..).map(|k| PathBuf::from(format!("{stem}-{k}.{ending}")));
    others
        .into_iter()
        .find(|path| !path.exists())
        .unwrap_or(first)
}
