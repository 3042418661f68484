//! Windows in the window: open and save, settings, and questions that must be answered.

use super::changed_file::ChangedFile;
use super::confirm::{Doubt, answer_by_key};
use super::export::ExportForm;
use super::kept::KeptWork;
use super::opening::Opening;
use super::project_folders::{PROJECT_ENDING, ProjectFolders, is_project};
use super::settings::{MouseScheme, ThemeChoice};
use crate::document::Edit;
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::session::studying::Lecture;
use egui::{Align2, Context, Window};
use egui_file_dialog::{DialogState, FileDialog};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is asked.
pub(crate) enum Dialog {
    Start,
    Settings,
    Help,
    /// What is not saved would be lost by what comes next.
    Unsaved(Then),
    /// Unsaved work that was left behind.
    Kept(Vec<KeptWork>),
    /// Somebody else has changed the project's file.
    Changed(ChangedFile),
    Export(ExportForm),
    /// What another body would cost.
    Lost(Box<Edit>, Vec<String>),
    File(FilePurpose, Box<FileDialog>),
    /// What cannot be taken back.
    Confirm(Doubt),
}

/// What was asked for when something was not saved.
#[derive(Clone, Debug)]
pub(crate) enum Then {
    Close,
    Begin(String, String),
    Open(PathBuf),
    TakeUp(KeptWork),
    /// A lesson, by its number or its file.
    Learn(String),
    LeaveLesson,
    BeginExercise,
}

impl Dialog {
    /// Whether it has to be answered before anything else.
    pub(crate) fn is_question(&self) -> bool {
        matches!(
            self,
            Self::Unsaved(_) | Self::Kept(_) | Self::Changed(_) | Self::Lost(..) | Self::Confirm(_)
        )
    }
}

/// What a chosen file is for.
#[derive(Clone, Debug)]
pub(crate) enum FilePurpose {
    Open,
    OpenLesson,
    SaveAs,
    /// And then what would have lost it.
    SaveFirst(Then),
    Import,
    /// And back to the form.
    ExportTo(ExportForm),
    Screenshot,
    Filmstrip,
}

impl App {
    /// The same body on the same ground, at rest.
    pub(crate) fn begin_again(&mut self) {
        let document = self.document();
        let (character, level) = (&document.character_source, &document.level_source);
        let then = Then::Begin(character.clone(), level.clone());
        self.after_saving(then);
    }

    /// Writes the project; asks for a name where it has none.
    pub(crate) fn save_project(&mut self) {
        match self.shell.files.path.clone() {
            Some(path) => self.shell.dialog = self.save(&path, None),
            None => self.choose_file(FilePurpose::SaveAs),
        }
    }

    /// Opens a file; asks first where what is not saved would be lost, and not for a file that cannot be opened anyway.
    pub(crate) fn open_after_saving(&mut self, path: PathBuf) {
        match Opening::of(&path) {
            // An edit like any other.
            Ok(Opening::Bvh) => self.import_bvh(&path),
            Ok(Opening::Lesson) => self.lecture(Lecture::Open(path.display().to_string())),
            Ok(Opening::Project | Opening::Clip) => self.after_saving(Then::Open(path)),
            Err(e) => self.refuse(e.to_string()),
        }
    }

    /// Does something that would lose what is not saved, and asks first.
    pub(crate) fn after_saving(&mut self, then: Then) {
        self.bring_answer_back();
        if self.is_dirty() && !self.keep_accepted_answer() {
            self.shell.dialog = Some(Dialog::Unsaved(then));
        } else {
            self.go_on(then);
        }
    }

    pub(crate) fn go_on(&mut self, then: Then) {
        match then {
            Then::Close => self.close(),
            Then::Begin(character, level) => self.begin_with(&character, &level),
            Then::Open(path) => self.open_file(&path),
            Then::TakeUp(work) => self.take_up(&work),
            Then::Learn(name) => self.open_lesson(&name),
            Then::LeaveLesson => self.leave_lesson(),
            Then::BeginExercise => self.begin_exercise(),
        }
    }

    /// Closes what is open; from choosing a file for an export it goes back to the export.
    pub(crate) fn leave_dialog(&mut self) {
        self.shell.dialog = match self.shell.dialog.take() {
            Some(Dialog::File(FilePurpose::ExportTo(form), _)) => Some(Dialog::Export(form)),
            _ => None,
        };
    }

    pub(crate) fn toggle_help(&mut self) {
        self.shell.dialog = match self.shell.dialog {
            Some(Dialog::Help) => None,
            _ => Some(Dialog::Help),
        };
    }

    pub(crate) fn choose_file(&mut self, purpose: FilePurpose) {
        let dialog = match &purpose {
            FilePurpose::SaveAs | FilePurpose::SaveFirst(_) => {
                FileDialog::with_file_system(Arc::new(ProjectFolders))
            }
            _ => FileDialog::new(),
        };
        let mut dialog = dialog
            .default_size([640.0, 400.0])
            .anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
        if let Some(folder) = self
            .shell
            .settings
            .folder
            .clone()
            .filter(|folder| folder.is_dir())
        {
            dialog = dialog.initial_directory(folder);
        }
        let here = dialog.config_mut().initial_directory.clone();
        let (title, name) = match &purpose {
            FilePurpose::Open => ("Open a project or a motion", None),
            FilePurpose::OpenLesson => ("Open a lesson (.ron)", None),
            FilePurpose::Import => ("Import a recorded motion (.bvh)", None),
            FilePurpose::SaveAs | FilePurpose::SaveFirst(_) => {
                let (folder, name) = self.project_name(&here);
                dialog = dialog.initial_directory(folder);
                // What is before the last point is chosen and typed over: `.pose` stays, and `.ron` is added.
                let name = name.trim_end_matches(PROJECT_ENDING);
                let name = format!("{name}.pose");
                ("Save the project (.ron is added)", Some(name))
            }
            FilePurpose::ExportTo(form) => {
                let path = Path::new(&form.path);
                if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
                    dialog = dialog.initial_directory(folder.to_owned());
                }
                let name = path.file_name().unwrap_or_default();
                ("Export to", Some(name.to_string_lossy().into_owned()))
            }
            FilePurpose::Screenshot => {
                let name = free_name(&here, "screenshot", "png");
                ("Write a picture of the window", Some(name))
            }
            FilePurpose::Filmstrip => {
                let name = free_name(&here, "filmstrip", "png");
                ("Write a strip of figures", Some(name))
            }
        };
        dialog = dialog.title(title);
        match (&purpose, name) {
            (FilePurpose::Import, _) => {
                dialog = dialog.add_file_filter_extensions("BVH", vec!["bvh", "BVH"]);
                dialog = dialog.default_file_filter("BVH");
                dialog.pick_file();
            }
            (FilePurpose::OpenLesson, _) => {
                dialog = dialog.add_file_filter_extensions("Lessons (.ron)", vec!["ron"]);
                dialog = dialog.default_file_filter("Lessons (.ron)");
                dialog.pick_file();
            }
            (_, None) => {
                let motions = vec!["bvh", "BVH", "ron"];
                dialog = dialog.add_file_filter("Projects (.pose.ron)", Arc::new(is_project));
                dialog = dialog.add_file_filter_extensions("Motions (.bvh, .ron)", motions);
                dialog = dialog.default_file_filter("Projects (.pose.ron)");
                dialog.pick_file();
            }
            (_, Some(name)) => {
                dialog = dialog.default_file_name(&name);
                dialog.save_file();
            }
        }
        self.shell.dialog = Some(Dialog::File(purpose, Box::new(dialog)));
    }

    /// What a project may be called, and where: as the work that was taken up, else by a name that is free.
    fn project_name(&self, here: &Path) -> (PathBuf, String) {
        let folder_of = |path: &Path| {
            let folder = std::path::absolute(path).ok()?.parent()?.to_owned();
            folder.is_dir().then_some(folder)
        };
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let files = &self.shell.files;
        match (&files.path, &files.belonged_to) {
            (Some(path), _) => {
                let folder = folder_of(path).unwrap_or_else(|| here.to_owned());
                let name = name(path);
                let stem = name.trim_end_matches(".ron").trim_end_matches(".pose");
                let free = free_name(&folder, stem, "pose.ron");
                (folder, free)
            }
            (None, Some(path)) => (
                folder_of(path).unwrap_or_else(|| here.to_owned()),
                name(path),
            ),
            (None, None) => (here.to_owned(), format!("{}.pose.ron", self.work_name())),
        }
    }

    /// What is worked on, as the name of a file.
    fn work_name(&self) -> String {
        let study = self.session.study.as_ref();
        study.map_or_else(
            || "figure".to_owned(),
            |study| format!("lesson_{:02}", study.lesson.number),
        )
    }

    /// Shows what is open, and does what was answered.
    pub(crate) fn dialogs(&mut self, ctx: &Context) {
        self.work_panel(ctx);
        let Some(dialog) = self.shell.dialog.take() else {
            return;
        };
        self.shell.dialog = match dialog {
            Dialog::Start => self.start_window(ctx),
            Dialog::Settings => self.settings_window(ctx),
            Dialog::Help => self.help_window(ctx),
            Dialog::Unsaved(then) => self.unsaved_window(ctx, &then),
            Dialog::Kept(works) => self.kept_window(ctx, works),
            Dialog::Changed(changed) => self.changed_window(ctx, changed),
            Dialog::Lost(edit, lost) => self.lost_window(ctx, edit, lost),
            Dialog::Export(form) => self.export_window(ctx, form),
            Dialog::File(purpose, dialog) => self.file_window(ctx, purpose, dialog),
            Dialog::Confirm(doubt) => self.confirm_window(ctx, doubt),
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
            self.shell.settings.folder = path.parent().map(Path::to_owned);
            self.save_settings();
            match purpose {
                FilePurpose::Open | FilePurpose::OpenLesson => {
                    self.open_after_saving(path);
                    return self.shell.dialog.take();
                }
                FilePurpose::Import => self.import_bvh(&path),
                FilePurpose::SaveAs => return self.save_as(&path, None),
                FilePurpose::SaveFirst(then) => return self.save_as(&path, Some(then)),
                FilePurpose::ExportTo(form) => return Some(Dialog::Export(form.with_path(&path))),
                // The picture shows the window without this dialog.
                FilePurpose::Screenshot => self.shell.next_screenshot = Some(path),
                FilePurpose::Filmstrip => self.filmstrip_to(&path),
            }
            return None;
        }
        if let (FilePurpose::ExportTo(form), DialogState::Cancelled) = (&purpose, dialog.state()) {
            return Some(Dialog::Export(form.clone()));
        }
        let is_open = matches!(dialog.state(), DialogState::Open);
        is_open.then_some(Dialog::File(purpose, dialog))
    }

    fn settings_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let mut open = true;
        let before = self.shell.settings.clone();
        centered("Settings", &mut open).show(ctx, |ui| {
            egui::Grid::new("settings")
                .num_columns(2)
                .spacing([24.0, 8.0])
                .show(ui, |ui| {
                    ui.label("Size of text and controls")
                        .on_hover_text("100 % is as the screen has it");
                    let mut percent = (100.0 * self.shell.settings.scale).round();
                    let slider = egui::Slider::new(&mut percent, 75.0..=250.0)
                        .suffix(" %")
                        .step_by(25.0);
                    if ui.add(slider).drag_stopped()
                        || (percent - 100.0 * self.shell.settings.scale).abs() >= 25.0
                    {
                        self.shell.settings.scale = percent / 100.0;
                    }
                    ui.end_row();
                    ui.label("Theme")
                        .on_hover_text(Action::Theme.entry().tip());
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut self.shell.settings.theme, ThemeChoice::Dark, "dark");
                        ui.selectable_value(&mut self.shell.settings.theme, ThemeChoice::Light, "light");
                    });
                    ui.end_row();
                    ui.label("Mouse").on_hover_text(
                        "Whose habits it has in the view: Blender's middle button, Maya's Alt, or both",
                    );
                    ui.horizontal(|ui| {
                        let mouse = &mut self.shell.settings.mouse;
                        for (scheme, words) in [
                            (MouseScheme::Both, "both"),
                            (MouseScheme::Blender, "Blender"),
                            (MouseScheme::Maya, "Maya"),
                        ] {
                            ui.selectable_value(mouse, scheme, words)
                                .on_hover_text(scheme.help());
                        }
                    });
                    ui.end_row();
                    ui.label("Smooth edges (from the next start)")
                        .on_hover_text("Samples of every pixel: more look better and take longer");
                    ui.horizontal(|ui| {
                        let samples = &mut self.shell.settings.samples;
                        ui.selectable_value(samples, None, "as the card allows");
                        for count in [1, 2, 4, 8] {
                            ui.selectable_value(samples, Some(count), count.to_string());
                        }
                    });
                    ui.end_row();
                });
        });
        if self.shell.settings != before {
            self.shell.theme = self.shell.settings.theme.theme();
            self.save_settings();
        }
        open.then_some(Dialog::Settings)
    }

    fn unsaved_window(&mut self, ctx: &Context, then: &Then) -> Option<Dialog> {
        let mut next = Some(Dialog::Unsaved(then.clone()));
        let by_key = answer_by_key(ctx);
        question(ctx, "Save first?", |ui| {
            ui.label(match &self.session.study {
                Some(study) if study.is_accepted() => {
                    "The exercise is done, and your progress is kept already. Only the pose itself would be lost."
                }
                Some(_) => "Your answer to the exercise is not saved.",
                None => "This project has changes that are not saved.",
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Save").on_hover_text("Enter").clicked() || by_key == Some(true) {
                    if let Some(path) = self.shell.files.path.clone() {
                        next = self.save(&path, Some(then.clone()));
                    } else {
                        self.choose_file(FilePurpose::SaveFirst(then.clone()));
                        next = self.shell.dialog.take();
                    }
                }
                let words = match then {
                    Then::Close => "Quit without saving",
                    Then::Begin(..)
                    | Then::Open(_)
                    | Then::TakeUp(_)
                    | Then::Learn(_)
                    | Then::LeaveLesson
                    | Then::BeginExercise => "Go on without saving",
                };
                if ui.button(words).clicked() {
                    self.go_on(then.clone());
                    next = self.shell.dialog.take();
                }
                if ui.button("Stay").on_hover_text("Esc").clicked() || by_key == Some(false) {
                    next = None;
                }
            });
        });
        next
    }
}

/// A window in the middle that can be closed; it stays there when the program's window is resized.
pub(crate) fn centered<'a>(title: &'a str, open: &'a mut bool) -> Window<'a> {
    Window::new(title)
        .open(open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
}

/// A question that has to be answered.
pub(crate) fn question(ctx: &Context, title: &str, contents: impl FnOnce(&mut egui::Ui)) {
    egui::Modal::new(title.to_owned().into()).show(ctx, |ui| {
        ui.strong(title);
        ui.add_space(8.0);
        contents(ui);
    });
}

/// `name.png`, or `name-2.png` when a folder has that.
pub(super) fn free_name(folder: &Path, stem: &str, ending: &str) -> String {
    let first = format!("{stem}.{ending}");
    let others = (2_u32..).map(|k| format!("{stem}-{k}.{ending}"));
    std::iter::once(first.clone())
        .chain(others)
        .find(|name| !folder.join(name).exists())
        .unwrap_or(first)
}
