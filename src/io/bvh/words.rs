//! The words of a BVH file, each with its place: blanks and braces part them, any byte may be in a name.

use crate::io::FileError;
use std::borrow::Cow;

/// Larger numbers are slips, and sums of products of much larger ones leave `f64`.
const LARGEST: f64 = 1e9;

/// Reads a file word by word.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    file: &'a str,
    bytes: &'a [u8],
    at: usize,
}

/// A run of bytes between blanks and braces; a brace is a word of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub bytes: &'a [u8],
    /// Place of its first byte in the file.
    pub at: usize,
}

impl Word<'_> {
    /// Whether it is this keyword, in capitals or not.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.bytes.eq_ignore_ascii_case(keyword.as_bytes())
    }

    /// As text; what is not UTF-8 is replaced.
    pub(super) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes)
    }

    /// For messages: not longer than a line can bear.
    pub(super) fn shown(&self) -> String {
        const MOST: usize = 40;
        let text = self.text();
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("\"{}…\"", text[..end].escape_debug()),
            None => format!("{text:?}"),
        }
    }
}

impl<'a> Words<'a> {
    /// From the first byte on; a byte order mark is skipped.
    pub(super) fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Self { file, bytes, at }
    }

    /// Whether the file begins with a byte order mark.
    pub(super) fn has_mark(&self) -> bool {
        self.bytes.starts_with(b"\xef\xbb\xbf")
    }

    /// The next word, over line ends.
    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        self.skip(is_blank);
        self.take_word()
    }

    /// The next word without taking it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// The next word of this line.
    pub(super) fn next_on_line(&mut self) -> Option<Word<'a>> {
        self.skip(|byte| is_blank(byte) && !is_line_end(byte));
        self.take_word()
    }

    /// Everything up to a brace or the end of the line, without blanks around it: a name may have some inside.
    pub(super) fn rest_of_line(&mut self) -> Word<'a> {
        self.skip(|byte| is_blank(byte) && !is_line_end(byte));
        let at = self.at;
        self.skip(|byte| !is_line_end(byte) && !is_brace(byte));
        let bytes = &self.bytes[at..self.at];
        let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte));
        let end = bytes.len() - blanks.count();
        Word {
            bytes: &bytes[..end],
            at,
        }
    }

    /// How many words are on the line of a byte from there on.
    pub(super) fn words_on_line(&self, at: usize) -> usize {
        let mut words = Self { at, ..self.clone() };
        std::iter::from_fn(|| words.next_on_line()).count()
    }

    /// Takes a label such as `Frame Time:`, whatever blanks it has and with or without its colon.
    pub(super) fn take_label(&mut self, parts: &[&str]) -> bool {
        let start = self.at;
        for part in parts {
            self.skip(is_blank);
            let end = self.at + part.len();
            match self.bytes.get(self.at..end) {
                Some(bytes) if bytes.eq_ignore_ascii_case(part.as_bytes()) => self.at = end,
                _ => {
                    self.at = start;
                    return false;
                }
            }
        }
        self.skip(|byte| is_blank(byte) && !is_line_end(byte));
        if self.bytes.get(self.at) == Some(&b':') {
            self.at += 1;
        }
        true
    }

    /// Reads a word as a finite number; `what` says whose it is.
    pub(super) fn number(&self, word: Word<'_>, what: &str) -> Result<f64, FileError> {
        let text = std::str::from_utf8(word.bytes).ok();
        let Some(value) = text.and_then(|text| text.parse::<f64>().ok()) else {
            let hint = if text.is_some_and(|text| text.replace(',', ".").parse::<f64>().is_ok()) {
                "; the decimal sign is a point"
            } else {
                ""
            };
            let shown = word.shown();
            return Err(self.error(word.at, format!("{what}: {shown} is not a number{hint}")));
        };
        if !value.is_finite() {
            let shown = word.shown();
            return Err(self.error(word.at, format!("{what}: {shown} is not a finite number")));
        }
        if value.abs() > LARGEST {
            let shown = word.shown();
            let message = format!("{what}: {shown} is not between -{LARGEST:e} and {LARGEST:e}");
            return Err(self.error(word.at, message));
        }
        Ok(value)
    }

    /// An error at a byte.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> FileError {
        FileError {
            file: self.file.to_owned(),
            place: Some(self.place(at)),
            message: message.into(),
        }
    }

    /// An error at the end of the file.
    pub(super) fn error_at_end(&self, message: impl Into<String>) -> FileError {
        self.error(self.bytes.len(), message)
    }

    /// An error at the end of what was read.
    pub(super) fn error_here(&self, message: impl Into<String>) -> FileError {
        self.error(self.at, message)
    }

    /// Line of a byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.place(at).0
    }

    /// Line and column, both from 1; a line ends with LF, CR or both, and columns count characters.
    fn place(&self, at: usize) -> (usize, usize) {
        let (mut line, mut column) = (1, 1);
        let mark = if self.has_mark() { 3 } else { 0 };
        let before = &self.bytes[mark.min(at)..at];
        for (index, byte) in before.iter().enumerate() {
            match byte {
                b'\n' if index > 0 && before[index - 1] == b'\r' => {}
                b'\n' | b'\r' => (line, column) = (line + 1, 1),
                // Not the first byte of a character.
                0x80..=0xbf => {}
                _ => column += 1,
            }
        }
        (line, column)
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        let count = rest.iter().take_while(|byte| is_skipped(**byte)).count();
        self.at += count;
    }

    fn take_word(&mut self) -> Option<Word<'a>> {
        let at = self.at;
        match self.bytes.get(at) {
            None => return None,
            Some(byte) if is_line_end(*byte) => return None,
            Some(byte) if is_brace(*byte) => self.at += 1,
            Some(_) => self.skip(|byte| !is_blank(byte) && !is_brace(byte)),
        }
        Some(Word {
            bytes: &self.bytes[at..self.at],
            at,
        })
    }
}

/// All control characters: files end in NUL or Ctrl-Z, too.
fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn is_brace(byte: u8) -> bool {
    matches!(byte, b'{' | b'}')
}
