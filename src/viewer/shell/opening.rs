//! What the window opens: projects, clips of this program, and recorded motions. What a file is, its name and its head say.
//!
//! A clip tells the names of its body and its level, not their files. Those on the stage are taken where they are called so.

use super::at_hand::AtHand;
use super::files::Seen;
use crate::document::{Document, Edit, Errand, Finished, RecordingTake};
use crate::io::bvh::{Origin, read_bvh};
use crate::io::{FileError, Source, document_text, read_clip, read_document, read_lesson};
use crate::motion::SoleTracks;
use crate::viewer::app::App;
use crate::viewer::session::jobs::Told;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What can be opened, in a sentence.
const KINDS: &str =
    "the window opens projects (.pose.ron), clips and lessons (.ron), and recorded motions (.bvh)";
/// A file says what it is within so many bytes.
const HEAD: u64 = 1 << 16;

/// A kind of file that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    Project,
    /// Becomes a recording of its own character on its own level.
    Clip,
    /// Becomes a recording of the figure that is there.
    Bvh,
    /// Is read with its stage beside it.
    Lesson,
}

/// What was read.
pub(crate) enum Opened {
    Project(Document, (PathBuf, Seen)),
    /// A new project, and the recording as its first edit: the clip's own file is not the project's.
    Clip(Document, Box<Finished>, PathBuf),
}

impl Opened {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Project(_, (path, _)) | Self::Clip(_, _, path) => path,
        }
    }
}

impl Opening {
    /// What a file is.
    ///
    /// # Errors
    /// A sentence with what can be opened, where this cannot.
    pub(crate) fn of(path: &Path) -> Result<Self, FileError> {
        let fail = |message: String| FileError {
            file: path.display().to_string(),
            place: None,
            message,
        };
        let unread = |e: std::io::Error| fail(format!("cannot be read: {e}"));
        // Looked at before it is opened: a pipe would be waited for.
        let metadata = std::fs::metadata(path).map_err(unread)?;
        if !metadata.is_file() {
            let what = if metadata.is_dir() {
                "folder"
            } else {
                "pipe or device"
            };
            return Err(fail(format!("is a {what}, not a file; {KINDS}")));
        }
        let file = File::open(path).map_err(unread)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let is = |known: &str| ending.eq_ignore_ascii_case(known);
        if is("bvh") {
            return Ok(Self::Bvh);
        }
        if name.ends_with(".pose.ron") {
            return Ok(Self::Project);
        }
        if !(is("ron") || ending.is_empty()) {
            return Err(fail(format!("a .{ending} cannot be opened; {KINDS}")));
        }
        let mut head = Vec::new();
        file.take(HEAD).read_to_end(&mut head).map_err(unread)?;
        let text = String::from_utf8_lossy(&head);
        let fields = outer_fields(&text);
        let has = |names: &[&str]| names.iter().any(|name| fields.contains(name));
        // Both name a character; clips tell their time, projects what is posed.
        if has(&["frame_secs", "frames"]) {
            Ok(Self::Clip)
        } else if has(&["pages", "exercise"]) {
            Ok(Self::Lesson)
        } else if has(&["keys", "posed", "take"]) || (has(&["character"]) && has(&["level"])) {
            Ok(Self::Project)
        } else {
            Err(fail(format!("is no project, clip or lesson; {KINDS}")))
        }
    }

    /// Reads it; a BVH is imported instead, onto the figure that is there, and a lesson has a stage of its own.
    ///
    /// # Errors
    /// A sentence where it is wrong.
    pub(crate) fn read(self, path: &Path, at_hand: &AtHand, told: &Told) -> Result<Opened, String> {
        match self {
            Self::Clip => read_recording(path, at_hand, told),
            Self::Project | Self::Bvh | Self::Lesson => {
                let (document, seen) = read_project(path).map_err(|e| e.to_string())?;
                Ok(Opened::Project(document, (path.to_owned(), seen)))
            }
        }
    }
}

/// A project, and the bytes that it was read from.
///
/// # Errors
/// When it cannot be read or says something that cannot be.
pub(crate) fn read_project(path: &Path) -> Result<(Document, Seen), FileError> {
    let source = document_text(path)?;
    let document = read_document(&source, path.parent().unwrap_or(Path::new("")))?;
    Ok((document, Seen::of(source.text.as_bytes())))
}

impl Opening {
    /// Whether a motion can be read: who names one on the command line is told before a window opens.
    ///
    /// # Errors
    /// When it cannot be read or says something that cannot be.
    pub(crate) fn check(self, path: &Path, at_hand: &AtHand) -> Result<(), FileError> {
        match self {
            Self::Bvh => read_bvh(path).map(|_| ()),
            Self::Clip => {
                let find = |name: &str| at_hand.character(name);
                let (_, clip) = read_clip(path, &find, &mut |_, _| {})?;
                at_hand.level(path, clip.level.as_deref()).map(|_| ())
            }
            Self::Project => read_project(path).map(|_| ()),
            Self::Lesson => Source::read(path)
                .and_then(|source| read_lesson(&source))
                .map(|_| ()),
        }
    }
}

/// A clip as a recording beside its correction, of the body and on the level that it names.
fn read_recording(path: &Path, at_hand: &AtHand, told: &Told) -> Result<Opened, String> {
    let words = |e: FileError| e.to_string();
    let find = |name: &str| at_hand.character(name);
    let read = read_clip(path, &find, &mut |done, most| {
        told.share(done as f64 / most.max(1) as f64);
    });
    let (character, mut clip) = read.map_err(words)?;
    if clip.frames.is_empty() {
        return Err(format!("{}: has no frames", path.display()));
    }
    let level = at_hand.level(path, clip.level.as_deref());
    let (ground, level_source) = level.map_err(words)?;
    if clip.frames.iter().all(|frame| frame.contacts.is_empty()) {
        let tracks = SoleTracks::of_clip(&character, &clip);
        Origin::Ours.mark_contacts(&character, &mut clip, &tracks, Some(&ground), &[]);
    }
    let source = at_hand.character_source(&clip.character);
    let document = Document::new(Arc::new(character), source, ground, level_source);
    let name = clip.name.clone();
    told.stage(format!("Balancing {name}"));
    let share = &mut |share| told.share(share);
    let take = RecordingTake::balanced_on(&document, name, clip, share);
    let edit = Edit::SetRecording(Arc::new(take));
    let finished = Errand::new(document.clone(), edit).run(&mut |_| {})?;
    Ok(Opened::Clip(document, Box::new(finished), path.to_owned()))
}

/// Names of the outermost fields in RON, as far as a text goes.
fn outer_fields(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let mut depth = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut skipped = c.len_utf8();
        match c {
            '"' => skipped = 1 + string_length(&rest[1..]),
            '/' if rest.starts_with("//") => skipped = rest.find('\n').unwrap_or(rest.len()),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            c if c.is_alphabetic() => {
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                skipped = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(skipped);
                if depth == 1 && after.trim_start().starts_with(':') {
                    fields.push(word);
                }
            }
            _ => {}
        }
        rest = &rest[skipped..];
    }
    fields
}

/// How many bytes a string has from behind its first quote to behind its last.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

impl App {
    /// Shows what was read; says whether it is there.
    pub(crate) fn opened(&mut self, opened: Opened) -> bool {
        self.let_go_of_unsaved();
        let path = opened.path().to_owned();
        let is_there = match opened {
            Opened::Project(document, file) => {
                self.show(document, Some(file));
                self.say(format!("Opened {}.", path.display()));
                true
            }
            Opened::Clip(document, finished, _) => {
                self.show(document, None);
                self.finish(*finished)
            }
        };
        self.remember(&path);
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::super::at_hand::Overrule;
    use super::super::files::fresh_document;
    use super::*;

    fn kind_of(name: &str, text: &str) -> Result<Opening, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Opening::of(&path).map_err(|e| e.message)
    }

    #[test]
    fn a_file_says_by_its_name_and_its_head_what_it_is() {
        let clip = "// a \" clip\n(version: 1, name: \"(keys: \\\"\", character: \"human\", frame_secs: 0.1)";
        let project = "(\n version: 1,\n character: \"human\",\n level: \"flat\",\n keys: [(secs: 0, setup: (frames: 2))])";
        for (name, text, kind) in [
            ("walk.bvh", "HIERARCHY", Opening::Bvh),
            ("WALK.BVH", "HIERARCHY", Opening::Bvh),
            ("walk.ron", clip, Opening::Clip),
            ("walk.RON", clip, Opening::Clip),
            ("figure.ron", project, Opening::Project),
            (
                "my_lesson.ron",
                "(version: 1, number: 7, title: \"T\", pages: [",
                Opening::Lesson,
            ),
            ("figure", project, Opening::Project),
            // With its mistake in it, to be told where that is.
            ("figure.pose.ron", "(versio", Opening::Project),
        ] {
            assert_eq!(kind_of(name, text), Ok(kind), "{name}");
        }
    }

    #[test]
    fn a_broken_motion_is_told_with_its_place_before_a_window_opens() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("walk.bvh", "HIERARCHY\nROOT hips\n{\n  OFFSET 0 zero 0\n"),
            (
                "walk.ron",
                "(version: 1, name: 7, character: \"human\", frame_secs: 0.1)",
            ),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let opening = Opening::of(&path).unwrap();
            let document = fresh_document("human", "flat").unwrap();
            let at_hand = AtHand::of(&document, Overrule::default());
            let failure = opening.check(&path, &at_hand).unwrap_err();
            assert!(failure.place.is_some(), "{failure}");
        }
    }

    #[test]
    fn what_cannot_be_opened_gets_one_sentence_with_what_can() {
        for (name, text, beginning) in [
            ("walk.glb", "glTF", "a .glb cannot be opened; "),
            ("walk.csv", "secs,frame", "a .csv cannot be opened; "),
            ("figure.pose.png", "", "a .png cannot be opened; "),
            (
                "bucket.ron",
                "(version: 1, base: \"human\", edits: [])",
                "is no project, clip or lesson; ",
            ),
            ("notes.ron", "", "is no project, clip or lesson; "),
        ] {
            let sentence = kind_of(name, text).unwrap_err();
            assert_eq!(sentence, format!("{beginning}{KINDS}"), "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let sentence = Opening::of(folder.path()).unwrap_err().message;
        assert_eq!(sentence, format!("is a folder, not a file; {KINDS}"));
        let missing = Opening::of(Path::new("nowhere/walk.bvh")).unwrap_err();
        assert!(missing.message.starts_with("cannot be read: "), "{missing}");
    }
}
