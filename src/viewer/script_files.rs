//! What a script reads and writes. As with every command, nothing is written over what is read, or twice: nobody can be asked.
//!
//! ```text
//! script, Open, Import, Lesson, bodies with what they vary, levels ──> read ────┐
//! Save, Export, Screenshot ──take_on: neither read nor written, a fitting name──┴──> written
//! ```
//! The project's own file is read and written as often as it is saved.

use super::app::App;
use super::script::Command;
use crate::io::file_list::{Files, Kind};
use crate::io::{FileError, FileIdentity};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of a script, as far as it is done.
#[derive(Debug, Default)]
pub(super) struct ScriptFiles {
    read: Files,
    written: Files,
    /// What is among the files that are read.
    paths: BTreeSet<PathBuf>,
    bodies: BTreeSet<String>,
    levels: BTreeSet<String>,
}

impl ScriptFiles {
    /// Of a script that is not begun.
    pub(super) fn of_script(path: &Path) -> Self {
        let mut files = Self::default();
        files.reads(path);
        files
    }

    /// A file that is read.
    fn reads(&mut self, path: &Path) {
        if self.paths.insert(path.to_owned()) {
            self.read = std::mem::take(&mut self.read).reads([&path.to_owned()]);
        }
    }

    fn reads_body(&mut self, name: &str) {
        if self.bodies.insert(name.to_owned()) {
            self.read = std::mem::take(&mut self.read).reads_character(name);
        }
    }

    fn reads_level(&mut self, name: &str) {
        if self.levels.insert(name.to_owned()) {
            self.read = std::mem::take(&mut self.read).reads_level(name);
        }
    }

    /// What a step is going to read.
    pub(super) fn note_step(&mut self, step: &Command) {
        match step {
            Command::Begin { character, level } => {
                self.reads_body(character);
                self.reads_level(level);
            }
            Command::Compare(figures) => {
                for body in figures.iter().filter_map(|figure| figure.body.as_ref()) {
                    self.reads_body(body);
                }
            }
            Command::Open(path) | Command::Import(path) => self.reads(path),
            Command::Lesson(name) if Path::new(name).is_file() => self.reads(Path::new(name)),
            Command::Lesson(_)
            | Command::Do(_)
            | Command::Select(_)
            | Command::Drag { .. }
            | Command::Overlays(_)
            | Command::Tab(_)
            | Command::Camera { .. }
            | Command::Visit(_)
            | Command::Views(_)
            | Command::Seek(_)
            | Command::Scrub { .. }
            | Command::Measure(_)
            | Command::Steps(_)
            | Command::TakeUp(_)
            | Command::Page(_)
            | Command::Case(_)
            | Command::CasesBeside
            | Command::Answer(_)
            | Command::Exercise
            | Command::Accepted(_)
            | Command::Save(_)
            | Command::Export(_)
            | Command::Screenshot(_)
            | Command::Wait(_)
            | Command::Quit => {}
        }
    }

    /// What is on the stage came from files, too.
    pub(super) fn note_stage(&mut self, app: &App) {
        let document = app.document();
        self.reads_body(&document.character_source);
        self.reads_level(&document.level_source);
        if let Some(own) = &app.shell.files.path {
            self.reads(own);
        }
    }

    /// Takes a file on that is going to be written.
    ///
    /// # Errors
    /// When it was read or written by the script, its name does not say what is in it, or it cannot be written.
    pub(super) fn take_on(&mut self, path: &Path, kind: Kind) -> Result<(), FileError> {
        // In a window that is the name of a file: its answers go nowhere.
        let named: PathBuf = if path == Path::new("-") {
            "./-".into()
        } else {
            path.to_owned()
        };
        self.read.clone().writes(kind, [&named]).check()?;
        let written = self.written.clone().writes(kind, [&named]);
        written.check_apart()?;
        self.written = written;
        Ok(())
    }
}

impl App {
    /// Whether a name leads to the project's own file.
    pub(super) fn is_own_file(&self, path: &Path) -> bool {
        let own = self.shell.files.path.as_deref().and_then(FileIdentity::of);
        own.is_some() && own == FileIdentity::of(path)
    }
}
