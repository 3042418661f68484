//! Project files, `*.pose.ron`: everything that is authored.
//!
//! ```text
//! (
//!     version: 1,
//!     character: "human",
//!     level: "flat",
//!     current_key: 0,
//!     keys: [(secs: 0.0, easing: Smooth, setup: (root: …, joints: […], planted: […], handles: […], …))],
//!     take: Walk(order: …, footsteps: […]),
//! )
//! ```
//! What is written and read again is the same to the bit, so angles are radians and rotations quaternions (x, y, z, w) here.
//! Characters and levels are named, by their shipped name or a path beside the file. A walk is its order and footsteps, and is
//! made again when it is read; a recording and its correction are in the file, frame by frame.

mod ask_file;
mod checked;
mod jump_file;
mod report_file;
mod setup_file;
mod solving_file;
mod take_file;

use super::character_build::check_version;
use super::{FileError, Source, load_character, load_level, write_atomically};
use crate::document::{Document, Easing, Key, Setup};
use crate::gait::Manner;
use checked::Checked;
use serde::{Deserialize, Serialize};
use setup_file::SetupFile;
use std::path::Path;
use std::sync::Arc;
use take_file::TakeFile;

/// Larger files are refused before they are read [bytes]: an hour of recording is less.
const MOST_BYTES: u64 = 1 << 30;
/// Keys are at least this far from each other, and before the hour is over [s].
const APART: f64 = 1e-4;
const LATEST: f64 = 3600.0;

/// A whole project file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentFile {
    version: u32,
    character: String,
    level: String,
    /// The key that is posed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    current_key: Option<usize>,
    /// What is posed, where that is no key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    posed: Option<SetupFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keys: Vec<KeyFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    take: Option<TakeFile>,
}

/// A moment that was authored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    secs: f64,
    #[serde(default)]
    easing: EasingFile,
    /// Files that do not say were written when every way was balanced as if at rest.
    #[serde(default = "Manner::of_old_files")]
    manner: Manner,
    setup: SetupFile,
}

/// How the way to the next key is gone.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
enum EasingFile {
    Linear,
    #[default]
    Smooth,
    SlowStart,
    SlowEnd,
    Hold,
}

/// Reads a project file.
///
/// # Errors
/// When it cannot be read or says something that cannot be.
pub fn load_document(path: &Path) -> Result<Document, FileError> {
    read_document(&document_text(path)?, folder_of(path))
}

/// The text of a project file, for who wants to know it again: [`read_document`] makes a document of it.
///
/// # Errors
/// When it cannot be read.
pub fn document_text(path: &Path) -> Result<Source, FileError> {
    Source::read_at_most(path, MOST_BYTES)
}

/// Writes a project file, whole or not at all.
///
/// # Errors
/// When the folder cannot be written to, or the disk is full.
pub fn save_document(path: &Path, document: &Document) -> Result<(), FileError> {
    write_atomically(path, write_document(document, folder_of(path)).as_bytes())
}

/// What a project's names are seen from.
fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Reads a project; characters and levels that it names by a path are looked for from `folder`.
///
/// # Errors
/// Where the text is not a project, names what is not there, or a number is out of range.
pub fn read_document(source: &Source, folder: &Path) -> Result<Document, FileError> {
    let file: DocumentFile = source.parse()?;
    check_version(file.version, source)?;
    let at = |needle: &'static str| Checked::at(source, &[needle]);
    let found = |name: &str, what: &str, e: &FileError| {
        let needles = [what, &format!("{name:?}")];
        source.error_at(&needles, format!("{what} {name:?}: {e}"))
    };
    let character_source = from_folder(&file.character, folder);
    let character =
        load_character(&character_source).map_err(|e| found(&file.character, "character", &e))?;
    let level_source = from_folder(&file.level, folder);
    let level = load_level(&level_source).map_err(|e| found(&file.level, "level", &e))?;

    let mut keys: Vec<Arc<Key>> = Vec::with_capacity(file.keys.len());
    for (index, key) in file.keys.iter().enumerate() {
        let place = Checked::at(source, &vec!["secs:"; index + 1]);
        let earliest = keys.last().map_or(0.0, |key| key.secs + APART);
        let secs = place.number("secs", key.secs, [earliest, LATEST], " s")?;
        let setup = key.setup.read(&character, &place)?;
        keys.push(Arc::new(Key {
            secs,
            setup: Arc::new(setup),
            easing: key.easing.into(),
            manner: key.manner,
        }));
    }
    let setup = match (file.current_key, &file.posed) {
        (Some(index), _) => {
            let key = keys.get(index).ok_or_else(|| {
                let count = keys.len();
                at("current_key").error(format!(
                    "current_key {index} does not exist; there are {count} keys, counted from 0"
                ))
            })?;
            Arc::clone(&key.setup)
        }
        (None, Some(posed)) => Arc::new(posed.read(&character, &at("posed"))?),
        (None, None) => Arc::new(Setup::new(&character)),
    };
    let take = file.take.as_ref();
    let take = take.map(|take| take.read(&character, &level, &at("take:")));
    Ok(Document {
        take: take.transpose()?,
        character: Arc::new(character),
        character_source,
        level: Arc::new(level),
        level_source,
        setup,
        keys,
        current_key: file.current_key,
    })
}

/// A project as text; characters and levels that have a path are named as seen from `folder` where they lie in it.
/// [`read_document`] gives the same document back, to the bit.
pub fn write_document(document: &Document, folder: &Path) -> String {
    let character = &document.character;
    let setup = |setup: &Setup| SetupFile::of(character, setup);
    let file = DocumentFile {
        version: 1,
        character: seen_from(&document.character_source, folder),
        level: seen_from(&document.level_source, folder),
        current_key: document.current_key,
        posed: document
            .current_key
            .is_none()
            .then(|| setup(&document.setup)),
        keys: (document.keys.iter())
            .map(|key| KeyFile {
                secs: key.secs,
                easing: key.easing.into(),
                manner: key.manner,
                setup: setup(&key.setup),
            })
            .collect(),
        take: (document.take.as_ref()).map(|take| TakeFile::of(character, take)),
    };
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let pretty = ron::ser::PrettyConfig::new().depth_limit(5).new_line("\n");
    // Plain data in memory always has a text.
    let mut text = options.to_string_pretty(&file, pretty).unwrap_or_default();
    text.push('\n');
    text
}

/// Whether a character or level is named by a path, not by its shipped name.
fn is_path(name: &str) -> bool {
    let has_ending = Path::new(name).extension().is_some();
    name.contains(['/', '\\']) || has_ending
}

fn from_folder(name: &str, folder: &Path) -> String {
    if is_path(name) && Path::new(name).is_relative() {
        return folder.join(name).display().to_string();
    }
    name.to_owned()
}

/// A path from the folder, where it lies in it; else the whole path.
fn seen_from(name: &str, folder: &Path) -> String {
    if !is_path(name) {
        return name.to_owned();
    }
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() {
        here
    } else {
        folder
    };
    let path = whole(Path::new(name));
    let seen = path.strip_prefix(whole(folder)).unwrap_or(&path);
    seen.display().to_string()
}

impl From<EasingFile> for Easing {
    fn from(easing: EasingFile) -> Self {
        match easing {
            EasingFile::Linear => Self::Linear,
            EasingFile::Smooth => Self::Smooth,
            EasingFile::SlowStart => Self::SlowStart,
            EasingFile::SlowEnd => Self::SlowEnd,
            EasingFile::Hold => Self::Hold,
        }
    }
}

impl From<Easing> for EasingFile {
    fn from(easing: Easing) -> Self {
        match easing {
            Easing::Linear => Self::Linear,
            Easing::Smooth => Self::Smooth,
            Easing::SlowStart => Self::SlowStart,
            Easing::SlowEnd => Self::SlowEnd,
            Easing::Hold => Self::Hold,
        }
    }
}
