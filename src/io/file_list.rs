//! What a command or a script reads and what it writes: listed once, checked once before any work.
//!
//! ```text
//! arguments, steps ──> Files ──check──> no file twice, no stream twice, names that say what is in them, room for all of it
//! ```
//! Files that are there already are replaced, as is the habit of command lines; those that the same command reads never are. A
//! shell may lead a standard stream from or to a file without a word to the command: such a file is known by its descriptor. What
//! a command answers goes to standard output too, so that is an output of every command.

use super::{
    FileError, FileIdentity, character_files, check_can_be_written, is_standard_input,
    is_standard_output, is_stream, level_file,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is in a file that is written. The end of its name has to say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A motion.
    Clip,
    /// A drawing.
    Picture,
    /// Rows of figures.
    Table,
    /// Figures for programs.
    Report,
    /// A pose of a character.
    Pose,
    /// What people do where nothing is asked of them.
    Habits,
    /// What the window opens and saves.
    Project,
    /// A page of text in Markdown.
    Page,
    /// Problems for `bench ik`.
    Problems,
    /// Ground to stand on.
    Level,
    /// A body.
    Character,
}

impl Kind {
    const fn words(self) -> &'static str {
        match self {
            Self::Clip => "a clip's name ends in .ron, .bvh, .csv or .glb",
            Self::Picture => "a picture's name ends in .png",
            Self::Table => "a table's name ends in .csv",
            Self::Report => "a report's name ends in .json",
            Self::Pose => "a pose's name ends in .ron",
            Self::Habits => "the name of a file of habits ends in .ron",
            Self::Project => "a project's name ends in .pose.ron",
            Self::Page => "a page's name ends in .md",
            Self::Problems => "the name of a list of problems ends in .json",
            Self::Level => "a level's name ends in .ron",
            Self::Character => "a character's name ends in .ron",
        }
    }

    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Clip => &["ron", "bvh", "csv", "glb"],
            Self::Picture => &["png"],
            Self::Table => &["csv"],
            Self::Report | Self::Problems => &["json"],
            Self::Pose | Self::Habits | Self::Level | Self::Character => &["ron"],
            Self::Project => &["pose.ron"],
            Self::Page => &["md"],
        }
    }
}

/// The files of a command.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Files {
    read: Vec<PathBuf>,
    written: Vec<(PathBuf, Kind)>,
}

impl Files {
    /// Files that are read.
    pub fn reads<'p>(mut self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        self.read.extend(paths.into_iter().cloned());
        self
    }

    /// A character that is read, by name or file, with those that it varies.
    pub fn reads_character(mut self, name: &str) -> Self {
        if is_standard_input(Path::new(name)) {
            self.read.push(name.into());
        } else {
            self.read.extend(character_files(name));
        }
        self
    }

    /// A level that is read, by name or file.
    pub fn reads_level(mut self, name: &str) -> Self {
        self.read.extend(level_file(name).map(Path::to_owned));
        self
    }

    /// Files that are written.
    pub fn writes<'p>(mut self, kind: Kind, paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        let paths = paths.into_iter().map(|path| (path.clone(), kind));
        self.written.extend(paths);
        self
    }

    /// All files of both.
    pub fn and(mut self, other: Self) -> Self {
        self.read.extend(other.read);
        self.written.extend(other.written);
        self
    }

    /// Whether one of them is standard output, which then belongs to that file alone.
    pub fn write_standard_output(&self) -> bool {
        self.written
            .iter()
            .any(|(path, _)| is_standard_output(path))
    }

    /// Whether all of it can be done.
    ///
    /// # Errors
    /// When a file would be written that is read or that is written already, when a name does not say what is in its file, or
    /// when it cannot be written.
    pub fn check(&self) -> Result<(), FileError> {
        self.check_apart()?;
        // Of thousands of new files in one folder, the first one tells whether it takes them.
        let mut tried_folders = BTreeSet::new();
        for (path, kind) in &self.written {
            check_ending(path, *kind)?;
            let is_tried = !tried_folders.insert(path.parent()) && !is_there(path);
            if !is_standard_output(path) && !is_tried {
                check_can_be_written(path)?;
            }
        }
        Ok(())
    }

    /// The same when these files are read besides.
    ///
    /// # Errors
    /// When one of them would be written.
    pub fn check_also_read(&self, besides: &Self) -> Result<(), FileError> {
        if besides.read.is_empty() {
            return Ok(());
        }
        self.clone().and(besides.clone()).check_apart()
    }

    /// Whether the files are apart.
    ///
    /// # Errors
    /// When two of them are one, and not both are only read.
    pub fn check_apart(&self) -> Result<(), FileError> {
        let twice = |stream: &str, does: &str| {
            let message = format!("{stream} is {does} twice; it can be {does} once");
            Err(fault("-", message))
        };
        let is_input = |path: &&PathBuf| is_standard_input(path);
        if self.read.iter().filter(is_input).count() > 1 {
            return twice("standard input", "read");
        }
        let written = || self.written.iter().map(|(path, _)| path.as_path());
        if written().filter(|path| is_standard_output(path)).count() > 1 {
            return twice("standard output", "written");
        }
        let input = |path: &PathBuf| FileIdentity::of_input(path);
        let read: BTreeSet<_> = self.read.iter().filter_map(input).collect();
        let answers = Path::new("-");
        let answers = (!self.write_standard_output()).then_some(answers);
        let mut written_before = BTreeSet::new();
        for path in written().chain(answers) {
            let Some(own) = FileIdentity::of_output(path) else {
                continue;
            };
            let message = if read.contains(&own) {
                "is the file that is read; write to another one"
            } else if !written_before.insert(own) {
                "is written twice; everything that is written needs a file of its own"
            } else {
                continue;
            };
            let name = if is_standard_output(path) {
                "standard output".to_owned()
            } else {
                path.display().to_string()
            };
            return Err(fault(name, message));
        }
        Ok(())
    }
}

fn fault(file: impl Into<String>, message: impl Into<String>) -> FileError {
    FileError {
        file: file.into(),
        place: None,
        message: message.into(),
    }
}

/// Whether something has this name, be it a link to nothing.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn check_ending(path: &Path, kind: Kind) -> Result<(), FileError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let is_valid = |valid: &&str| {
        let stem = name.strip_suffix(valid).and_then(|n| n.strip_suffix('.'));
        stem.is_some_and(|stem| !stem.is_empty())
    };
    if is_stream(path) || kind.endings().iter().any(is_valid) {
        return Ok(());
    }
    Err(fault(path.display().to_string(), kind.words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::ClipFormat;

    #[test]
    fn clips_end_as_the_files_that_can_be_written() {
        let known = ClipFormat::ALL.map(ClipFormat::extension);
        assert_eq!(Kind::Clip.endings(), known);
    }

    #[test]
    fn a_sentence_names_every_ending() {
        use Kind::{
            Character, Clip, Habits, Level, Page, Picture, Pose, Problems, Project, Report, Table,
        };
        for kind in [
            Clip, Picture, Table, Report, Pose, Habits, Project, Page, Problems, Level, Character,
        ] {
            for ending in kind.endings() {
                assert!(kind.words().contains(&format!(".{ending}")), "{kind:?}");
            }
            let error = check_ending(Path::new("a.txt"), kind).unwrap_err();
            assert_eq!(error.to_string(), format!("a.txt: {}", kind.words()));
            assert!(check_ending(Path::new("-"), kind).is_ok());
        }
    }

    #[test]
    fn each_standard_stream_is_used_once() {
        let (stream, none) = (PathBuf::from("-"), Files::default());
        let both = none.clone().reads([&stream]).writes(Kind::Clip, [&stream]);
        both.check().unwrap();
        let read_twice = both.clone().reads_character("-");
        let error = read_twice.check().unwrap_err().to_string();
        assert_eq!(
            error,
            "-: standard input is read twice; it can be read once"
        );
        let error = both.writes(Kind::Pose, [&stream]).check().unwrap_err();
        assert!(error.to_string().contains("standard output"), "{error}");
    }
}
