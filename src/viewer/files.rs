//! Projects on disk: open, save, unsaved work kept safe.

use super::app::App;
use super::dialogs::Dialog;
use super::is_project;
use super::work::{Kind, Product};
use crate::document::{Document, Editor};
use crate::io::{FileError, load_character, load_document, load_level, save_document};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the project is kept, and when it was last put in safety.
#[derive(Clone, Debug)]
pub(super) struct Files {
    /// The project's own file; nothing before it is saved for the first time.
    pub(super) path: Option<PathBuf>,
    /// Settings and unsaved work.
    pub(super) home: PathBuf,
    last_autosave: Instant,
    /// Edits that were done before the last autosave.
    autosaved_edits: u64,
}

/// Unsaved work is kept when nothing was changed for this long, and this often.
const PAUSE: Duration = Duration::from_millis(400);
const AUTOSAVE: Duration = Duration::from_secs(10);
const AUTOSAVE_FILE: &str = "unsaved.pose.ron";

impl Files {
    pub(super) fn new(path: Option<PathBuf>, home: PathBuf) -> Self {
        Self {
            path,
            home,
            last_autosave: Instant::now(),
            autosaved_edits: 0,
        }
    }

    /// Unsaved work of a window that did not end well.
    pub(super) fn left_behind(&self) -> Option<PathBuf> {
        let path = self.home.join(AUTOSAVE_FILE);
        path.is_file().then_some(path)
    }

    /// What is shown as the project's name.
    pub(super) fn title(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or_else(
            || "not saved yet".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

/// A figure at rest on a level, both shipped or from files.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn fresh_document(character: &str, level: &str) -> Result<Document, FileError> {
    Ok(Document::new(
        Arc::new(load_character(character)?),
        character,
        Arc::new(load_level(level)?),
        level,
    ))
}

impl App {
    /// Shows another document.
    fn show(&mut self, document: Document, path: Option<PathBuf>) {
        self.work.forget_changes();
        self.editor = Editor::new(document);
        self.files.path = path;
        self.is_recovered = false;
        self.selected = None;
        self.drag = None;
        self.motion = None;
        self.audit = None;
        self.walk.settings = None;
        self.playback = super::playback::Playback::default();
        self.come_along();
        self.frame_all();
    }

    /// Nothing is kept of unsaved work.
    fn forget_unsaved(&mut self) {
        self.work.finish_keeping();
        // There may be none.
        let _ = std::fs::remove_file(self.files.home.join(AUTOSAVE_FILE));
    }

    /// Begins with a figure on a level.
    pub(super) fn begin_with(&mut self, character: &str, level: &str) {
        match fresh_document(character, level) {
            Ok(document) => {
                self.show(document, None);
                self.forget_unsaved();
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Opens a project, or a motion.
    pub(super) fn open_file(&mut self, path: &Path) {
        if !is_project(path) {
            self.import_bvh(path);
            return;
        }
        let stage = format!("Opening {}", path.display());
        let (path, edits) = (path.to_owned(), self.edits);
        self.in_background(Kind::Change, stage, move |_| {
            let document = load_document(&path).map_err(|e| e.to_string())?;
            Ok(Product::Project(Box::new(document), path, edits))
        });
    }

    /// Shows a project that was read.
    pub(super) fn opened(&mut self, document: Document, path: &Path) {
        self.show(document, Some(path.to_owned()));
        self.forget_unsaved();
        self.settings.remember(path);
        self.save_settings();
        self.say(format!("Opened {}.", path.display()));
    }

    /// Takes up unsaved work again; it stays unsaved.
    pub(super) fn recover(&mut self, path: &Path) {
        match load_document(path) {
            Ok(document) => {
                self.show(document, None);
                self.is_recovered = true;
                self.say("Took up what was not saved.");
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Writes the project; says whether it is safe now.
    pub(super) fn save_to(&mut self, path: &Path) -> bool {
        match save_document(path, self.editor.document()) {
            Ok(()) => {
                self.editor.mark_saved();
                self.is_recovered = false;
                self.files.path = Some(path.to_owned());
                self.forget_unsaved();
                self.settings.remember(path);
                self.save_settings();
                self.say(format!("Saved {}.", path.display()));
                true
            }
            Err(e) => {
                self.say(e.to_string());
                false
            }
        }
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(e) = self.settings.save(&self.files.home) {
            self.say(e.to_string());
        }
    }

    /// Whether there is unsaved work that is not safe yet.
    pub(super) fn has_to_be_kept(&self) -> bool {
        self.edits != self.files.autosaved_edits && self.is_dirty()
    }

    /// Keeps unsaved work in a place of its own, so that nothing is lost with the window.
    pub(super) fn autosave(&mut self) {
        if !self.has_to_be_kept() {
            return;
        }
        // As soon as somebody pauses, for a window that nobody touches falls asleep; and now and then in between.
        let is_due =
            self.last_edit.elapsed() > PAUSE || self.files.last_autosave.elapsed() > AUTOSAVE;
        if !is_due || self.editor.is_dragging() {
            return;
        }
        self.files.last_autosave = Instant::now();
        self.files.autosaved_edits = self.edits;
        self.work.finish_keeping();
        let (home, document) = (self.files.home.clone(), self.document().clone());
        self.in_background(Kind::Keep, "Keeping unsaved work safe", move |_| {
            let saved = std::fs::create_dir_all(&home)
                .map_err(|e| e.to_string())
                .and_then(|()| {
                    let path = home.join(AUTOSAVE_FILE);
                    save_document(&path, &document).map_err(|e| e.to_string())
                });
            match saved {
                Ok(()) => Ok(Product::Kept),
                Err(message) => Err(format!("Unsaved work cannot be kept safe: {message}")),
            }
        });
    }

    /// Whether something would be lost.
    pub(super) fn is_dirty(&self) -> bool {
        self.is_recovered || self.editor.is_dirty()
    }

    /// Nothing is left behind, and no file half written.
    pub(super) fn close(&mut self) {
        if self.work.is_writing() {
            self.work.closes_when_written = true;
            self.say("The window closes when the file is written.");
            return;
        }
        self.forget_unsaved();
        self.closing = true;
    }

    /// What was left behind is offered at the start.
    pub(super) fn offer_recovery(&mut self) {
        if let Some(path) = self.files.left_behind() {
            self.dialog = Some(Dialog::Recover(path));
        }
    }
}
