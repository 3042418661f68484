//! Text with a name, and errors that point into it.

use super::is_standard_input;
use serde::de::{DeserializeOwned, DeserializeSeed};
use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::marker::PhantomData;
use std::path::Path;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// As the user named it.
    pub file: String,
    /// Line and column, both from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// The value, and what would be valid.
    pub message: String,
}

impl FileError {
    /// Of a file as a whole.
    pub fn of(path: &Path, message: impl Into<String>) -> Self {
        Self {
            file: path.display().to_string(),
            place: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for FileError {
    /// `characters/human.ron:41:17: link "shin": parent "pelvsi" does not exist; did you mean "pelvis"?`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => {
                let file = one_line(&self.file);
                write!(f, "{file}:{line}:{column}: {}", self.message)
            }
            None => write!(f, "{}: {}", one_line(&self.file), self.message),
        }
    }
}

/// A name within a line, be it of a file or of what is in it: an end of a line in it is shown as JSON would escape it, and ends none.
pub fn one_line(name: &str) -> Cow<'_, str> {
    if name.contains('\n') {
        name.replace('\n', "\\u000a").into()
    } else {
        name.into()
    }
}

/// What is called like its file: the name without folders and ending, what is printable of it.
pub(super) fn called_like(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    let stem = stem.to_string_lossy();
    stem.chars().filter(|c| !c.is_control()).collect()
}

/// The text of a file, kept for as long as errors may point into it.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user named it.
    pub file: String,
    /// What it says.
    pub text: String,
}

impl Source {
    /// Larger files are refused before they are read: nothing people write here comes near.
    const MAX_BYTES: u64 = 16 << 20;

    /// Text that is already in memory.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            text: text.into(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is too large or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::read_at_most(path, Self::MAX_BYTES)
    }

    /// Reads a file that programs write and that may be long.
    ///
    /// # Errors
    /// When it cannot be read, has more than so many bytes or is not UTF-8.
    pub fn read_at_most(path: &Path, most: u64) -> Result<Self, FileError> {
        Self::from_bytes(shown_name(path), read_bytes(path, most)?)
    }

    /// Text that was read already.
    ///
    /// # Errors
    /// Where it is not UTF-8.
    pub fn from_bytes(file: String, bytes: Vec<u8>) -> Result<Self, FileError> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { file, text }),
            Err(e) => {
                let good = e.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&e.as_bytes()[..good]).into_owned();
                let source = Self { file, text: before };
                let place = source.place_of_byte(good);
                Err(source.error(Some(place), "is not UTF-8 from here on"))
            }
        }
    }

    /// Reads the text as RON.
    ///
    /// # Errors
    /// Where the text is not RON of this type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        self.parse_seed(PhantomData)
    }

    /// Reads the text as RON, the way a seed does.
    ///
    /// # Errors
    /// Where the text is not RON of this type.
    pub fn parse_seed<'a, S: DeserializeSeed<'a>>(
        &'a self,
        seed: S,
    ) -> Result<S::Value, FileError> {
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str_seed(&self.text, seed).map_err(|e| {
            let start = e.span.start;
            self.error(Some((start.line, start.col)), e.code.to_string())
        })
    }

    /// An error at a line and column.
    pub fn error(&self, place: Option<(usize, usize)>, message: impl Into<String>) -> FileError {
        FileError {
            file: self.file.clone(),
            place,
            message: message.into(),
        }
    }

    /// An error at the words that are wrong: each needle is looked for after the one before it, and the error points
    /// at the last one that is found. Names go in with their quotes: `["\"shin\"", "parent", "\"pelvsi\""]`.
    pub fn error_at(&self, needles: &[&str], message: impl Into<String>) -> FileError {
        self.error_from(0, needles, message)
    }

    /// The same, where words are looked for from a byte on, which is pointed at when none is found.
    pub(super) fn error_from(
        &self,
        byte: usize,
        needles: &[&str],
        message: impl Into<String>,
    ) -> FileError {
        let (mut from, mut found) = (byte, byte);
        for needle in needles {
            if let Some(offset) = self.text[from..].find(needle) {
                found = from + offset;
                from = found + needle.len();
            }
        }
        self.error(Some(self.place_of_byte(found)), message)
    }

    /// Line and column, both from 1, of a byte; columns count characters.
    fn place_of_byte(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

/// What messages call a file.
pub(super) fn shown_name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// The valid name nearest to a misspelt one, if one is near enough to be meant.
pub fn nearest<'a>(name: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    valid
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The bytes of a file that has at most so many, or of standard input where the path is `-`.
///
/// # Errors
/// When it cannot be read, or has more bytes.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let fail = |message: String| unread(path, message);
    if is_standard_input(path) {
        return read_stream(path, std::io::stdin().lock(), most);
    }
    let metadata = std::fs::metadata(path).map_err(|e| fail(format!("cannot be read: {e}")))?;
    if metadata.is_dir() {
        return Err(fail("is a folder; name a file in it".to_owned()));
    }
    if !metadata.is_file() {
        return Err(fail("is not a file".to_owned()));
    }
    if metadata.len() > most {
        let bytes = metadata.len();
        return Err(fail(format!("has {bytes} bytes; at most {most} are read")));
    }
    std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}")))
}

/// The bytes of a pipe that has at most so many. They are gone then: for those who read once.
///
/// # Errors
/// When it is none, cannot be read, or has more bytes.
pub fn read_pipe(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let fail = |e: std::io::Error| unread(path, format!("cannot be read: {e}"));
    if !is_pipe(&std::fs::metadata(path).map_err(fail)?) {
        return Err(unread(path, "is neither a file nor a pipe".to_owned()));
    }
    read_stream(path, std::fs::File::open(path).map_err(fail)?, most)
}

#[cfg(unix)]
fn is_pipe(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &std::fs::Metadata) -> bool {
    false
}

/// Reads to the end of what does not say how long it is.
fn read_stream(path: &Path, stream: impl Read, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = stream.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|e| unread(path, format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > most {
        return Err(unread(path, format!("at most {most} bytes are read")));
    }
    Ok(bytes)
}

fn unread(path: &Path, message: String) -> FileError {
    FileError {
        file: shown_name(path),
        place: None,
        message,
    }
}
