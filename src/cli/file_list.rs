//! What a command reads and what it writes: listed once by every command, checked once before any work.
//!
//! ```text
//! arguments ──> Files ──check──> no file twice, no stream twice, names that say what is in them, room for all of it
//! ```
//! Files that are there already are replaced, as is the habit of command lines; those that the same command reads never are.

use super::Error;
use crate::io::{
    FileIdentity, character_files, check_can_be_written, is_standard_input, is_standard_output,
    is_stream, level_file,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is in a file that is written. The end of its name has to say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// What the window opens and saves.
    Project,
    /// A page of text in Markdown.
    Page,
    /// Problems for `bench ik`.
    Problems,
}

impl Kind {
    const fn words(self) -> &'static str {
        match self {
            Self::Clip => "a clip's name ends in .ron, .bvh, .csv or .glb",
            Self::Picture => "a picture's name ends in .png",
            Self::Table => "a table's name ends in .csv",
            Self::Report => "a report's name ends in .json",
            Self::Pose => "a pose's name ends in .ron",
            Self::Project => "a project's name ends in .pose.ron",
            Self::Page => "a page's name ends in .md",
            Self::Problems => "the name of a list of problems ends in .json",
        }
    }

    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Clip => &["ron", "bvh", "csv", "glb"],
            Self::Picture => &["png"],
            Self::Table => &["csv"],
            Self::Report | Self::Problems => &["json"],
            Self::Pose => &["ron"],
            Self::Project => &["pose.ron"],
            Self::Page => &["md"],
        }
    }
}

/// The files of a command.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    read: Vec<PathBuf>,
    written: Vec<(PathBuf, Kind)>,
}

impl Files {
    /// Files that are read.
    pub(super) fn reads<'p>(mut self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        self.read.extend(paths.into_iter().cloned());
        self
    }

    /// A character that is read, by name or file, with those that it varies.
    pub(super) fn reads_character(mut self, name: &str) -> Self {
        if is_standard_input(Path::new(name)) {
            self.read.push(name.into());
        } else {
            self.read.extend(character_files(name));
        }
        self
    }

    /// A level that is read, by name or file.
    pub(super) fn reads_level(mut self, name: &str) -> Self {
        self.read.extend(level_file(name).map(Path::to_owned));
        self
    }

    /// Files that are written.
    pub(super) fn writes<'p>(
        mut self,
        kind: Kind,
        paths: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Self {
        let paths = paths.into_iter().map(|path| (path.clone(), kind));
        self.written.extend(paths);
        self
    }

    /// All files of both.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.read.extend(other.read);
        self.written.extend(other.written);
        self
    }

    /// Whether one of them is standard output, which then belongs to that file alone.
    pub(super) fn write_standard_output(&self) -> bool {
        self.written
            .iter()
            .any(|(path, _)| is_standard_output(path))
    }

    /// Fails when a file would be written that is read or that is written already, when a name does not say what is in its
    /// file, or when it cannot be written.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.check_apart()?;
        // Of thousands of new files in one folder, the first one tells whether it takes them.
        let mut tried_folders = BTreeSet::new();
        for (path, kind) in &self.written {
            check_ending(path, *kind)?;
            let is_tried = !tried_folders.insert(path.parent()) && !is_there(path);
            if !is_standard_output(path) && !is_tried {
                check_can_be_written(path).map_err(|e| Error::Arguments(e.to_string()))?;
            }
        }
        Ok(())
    }

    /// Fails when these files are read besides, and one of them would be written.
    pub(super) fn check_also_read(&self, besides: &Self) -> Result<(), Error> {
        if besides.read.is_empty() {
            return Ok(());
        }
        self.clone().and(besides.clone()).check_apart()
    }

    /// Fails when two of the files are one, and not both are only read.
    pub(super) fn check_apart(&self) -> Result<(), Error> {
        let twice = |stream: &str, does: &str| {
            let message = format!("-: {stream} is {does} twice; it can be {does} once");
            Err(Error::Arguments(message))
        };
        if self
            .read
            .iter()
            .filter(|path| is_standard_input(path))
            .count()
            > 1
        {
            return twice("standard input", "read");
        }
        let written = || self.written.iter().map(|(path, _)| path);
        if written().filter(|path| is_standard_output(path)).count() > 1 {
            return twice("standard output", "written");
        }
        let identity = |path: &PathBuf| FileIdentity::of(path);
        let read: BTreeSet<_> = self.read.iter().filter_map(identity).collect();
        let mut written_before = BTreeSet::new();
        for path in written() {
            let Some(own) = identity(path) else {
                continue;
            };
            let fault = if read.contains(&own) {
                "is the file that is read; write to another one"
            } else if !written_before.insert(own) {
                "is named twice; everything that is written needs a file of its own"
            } else {
                continue;
            };
            return Err(Error::Arguments(format!("{}: {fault}", path.display())));
        }
        Ok(())
    }
}

/// Whether something has this name, be it a link to nothing.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn check_ending(path: &Path, kind: Kind) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let is_valid = |valid: &&str| {
        let stem = name.strip_suffix(*valid);
        let stem = stem.and_then(|stem| stem.strip_suffix('.'));
        stem.is_some_and(|stem| !stem.is_empty())
    };
    if is_stream(path) || kind.endings().iter().any(is_valid) {
        return Ok(());
    }
    let message = format!("{}: {}", path.display(), kind.words());
    Err(Error::Arguments(message))
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
        use Kind::{Clip, Page, Picture, Pose, Problems, Project, Report, Table};
        for kind in [Clip, Picture, Table, Report, Pose, Project, Page, Problems] {
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
