//! Projects on disk: open and save.

use super::at_hand::{AtHand, Overrule};
use super::keeping::Keeping;
use super::opening::Opening;
use crate::document::Document;
use crate::io::{FileError, load_character, load_level, write_atomically, write_document};
use crate::viewer::app::App;
use crate::viewer::session::study::Place;
use crate::viewer::session::work::{Kind, Product};
use crate::viewer::shell::Shell;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the project is kept.
#[derive(Debug)]
pub(crate) struct Files {
    /// The project's own file; nothing before it is saved for the first time.
    pub(crate) path: Option<PathBuf>,
    /// What that file held when it was last read or written here.
    pub(crate) seen: Option<Seen>,
    /// The file of unsaved work that was taken up, offered as its name.
    pub(crate) belonged_to: Option<PathBuf>,
    /// Settings and unsaved work.
    pub(crate) home: PathBuf,
    pub(crate) keeping: Keeping,
}

/// The bytes of a file, to know them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen(u64);

impl Seen {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self(hasher.finish())
    }
}

impl Files {
    pub(crate) fn new(project: Option<(PathBuf, Seen)>, home: PathBuf) -> Self {
        let (path, seen) = project.unzip();
        Self {
            path,
            seen,
            belonged_to: None,
            home,
            keeping: Keeping::default(),
        }
    }

    /// What is shown as the project's name.
    pub(crate) fn title(&self) -> String {
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
pub(crate) fn fresh_document(character: &str, level: &str) -> Result<Document, FileError> {
    Ok(Document::new(
        Arc::new(load_character(character)?),
        character,
        Arc::new(load_level(level)?),
        level,
    ))
}

impl App {
    /// Shows another document, of a file or of none. Over an exercise it is the answer; over a page the lesson is closed.
    pub(crate) fn show(&mut self, document: Document, project: Option<(PathBuf, Seen)>) {
        match &mut self.session.study {
            Some(study) if study.at == Place::Exercise => study.answer_is_on_stage(),
            _ => self.drop_lesson(),
        }
        self.replace_document(document, project);
        self.mark_lesson();
        self.frame_all();
    }

    /// The same, whatever is learned there.
    pub(crate) fn replace_document(
        &mut self,
        document: Document,
        project: Option<(PathBuf, Seen)>,
    ) {
        self.session.open(document);
        (self.shell.files.path, self.shell.files.seen) = project.unzip();
        self.shell.files.belonged_to = None;
        self.shell.is_recovered = false;
        self.hand.selected = None;
        self.hand.drag = None;
        self.forms.walk.settings = None;
        self.forms.jump = None;
        self.come_along();
    }

    /// Begins with a figure on a level.
    pub(crate) fn begin_with(&mut self, character: &str, level: &str) {
        match fresh_document(character, level) {
            Ok(document) => {
                self.let_go_of_unsaved();
                self.show(document, None);
            }
            Err(e) => self.refuse(e.to_string()),
        }
    }

    /// Opens a project, or a motion.
    pub(crate) fn open_file(&mut self, path: &Path) {
        self.open_overruled(path, Overrule::default());
    }

    /// The same, where a clip may be of the body and on the level that are there, whatever it names.
    pub(crate) fn open_overruled(&mut self, path: &Path, overrule: Overrule) {
        let opening = match Opening::of(path) {
            Ok(Opening::Bvh) => return self.import_bvh(path),
            Ok(Opening::Lesson) => return self.open_lesson(&path.display().to_string()),
            Ok(opening) => opening,
            Err(e) => return self.refuse(e.to_string()),
        };
        let stage = format!("Opening {}", path.display());
        let (path, edits) = (path.to_owned(), self.session.edits);
        let at_hand = AtHand::of(self.document(), overrule);
        self.in_background(Kind::Change, stage, move |told| {
            let opened = opening.read(&path, &at_hand, told)?;
            Ok(Product::Opened(Box::new(opened), edits))
        });
    }

    /// A file was opened, or saved.
    pub(crate) fn remember(&mut self, path: &Path) {
        self.shell.settings.remember(path);
        self.save_settings();
    }

    /// Writes the project, whatever the file holds; says whether it is safe now.
    pub(crate) fn save_to(&mut self, path: &Path) -> bool {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = write_document(self.session.editor.document(), folder);
        match write_atomically(path, text.as_bytes()) {
            Ok(()) => {
                self.session.editor.mark_saved();
                self.shell.is_recovered = false;
                self.shell.files.path = Some(path.to_owned());
                self.shell.files.seen = Some(Seen::of(text.as_bytes()));
                self.forget_unsaved();
                self.remember(path);
                self.say(format!("Saved {}.", path.display()));
                true
            }
            Err(e) => {
                self.refuse(e.to_string());
                false
            }
        }
    }

    pub(crate) fn save_settings(&mut self) {
        let Shell {
            settings,
            settings_before,
            files,
            ..
        } = &mut self.shell;
        let saved = settings.save_changes(settings_before, &files.home);
        settings_before.clone_from(settings);
        if let Err(e) = saved {
            self.say(e.to_string());
        }
    }

    /// Whether something would be lost.
    pub(crate) fn is_dirty(&self) -> bool {
        match &self.session.study {
            // What is tried on a page is no project.
            Some(study) if !study.is_answering() => study.has_unsaved_answer_aside(),
            _ => self.shell.is_recovered || self.session.editor.is_dirty(),
        }
    }

    /// Nothing is left behind, and no file half written.
    pub(crate) fn close(&mut self) {
        if self.session.work.is_writing() {
            self.session.work.closes_when_written = true;
            self.say("The window closes when the file is written.");
            return;
        }
        self.let_go_of_unsaved();
        self.shell.closing = true;
    }
}
