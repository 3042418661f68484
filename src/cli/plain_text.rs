//! Text as it leaves the program: nothing in it steers a terminal.
//!
//! ```text
//! answer, with names from files ──> PlainText ──> standard output: letters, spaces, ends of lines
//! ```
//! Control characters, and those that turn the direction of writing, are shown as JSON would escape them: `\u001b`. So JSON
//! stays JSON and says the same. Ends of lines are our own by then: those in names are escaped before, where a name becomes part of a
//! line ([`one_line`], [`path_name`], cells of tables, errors).

use crate::io::one_line;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Longer lines on standard error are cut in the middle.
const MOST_OF_LINE: usize = 1000;
/// So many letters stay at the end of a line that is cut, where messages say what would be valid.
const END_OF_LINE: usize = 250;

/// Whether a letter is seen by the terminal and not by people.
fn is_hidden(c: char) -> bool {
    let turns_direction = matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns_direction || (c.is_control() && c != '\n' && c != '\t')
}

/// The text with what is hidden shown.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            // Writing to a string cannot fail.
            let _ = write!(plain, "\\u{:04x}", u32::from(c));
        } else {
            plain.push(c);
        }
    }
    plain
}

/// A line that people can read whole.
pub(super) fn cut(line: &str) -> String {
    let count = line.chars().count();
    if count <= MOST_OF_LINE {
        return line.to_owned();
    }
    let begin: String = line.chars().take(MOST_OF_LINE - END_OF_LINE).collect();
    let end: String = line.chars().skip(count - END_OF_LINE).collect();
    let left_out = count - MOST_OF_LINE;
    format!("{begin} … ({left_out} letters more) … {end}")
}

/// One line of a message, whatever it holds.
pub(super) fn message_line(message: &str) -> String {
    plain(&cut(&one_line(message)))
}

/// A path within a line.
pub(super) fn path_name(path: &Path) -> String {
    one_line(&path.display().to_string()).into_owned()
}

/// What an answer is written through.
pub(super) struct PlainText<'a> {
    out: &'a mut dyn Write,
    /// The beginning of a letter whose end is not written yet.
    begun: Vec<u8>,
}

impl<'a> PlainText<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        let begun = Vec::new();
        Self { out, begun }
    }

    fn letters(&mut self, text: &str) -> io::Result<()> {
        if text.contains(is_hidden) {
            self.out.write_all(plain(text).as_bytes())
        } else {
            self.out.write_all(text.as_bytes())
        }
    }
}

impl Write for PlainText<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let whole;
        let mut rest = if self.begun.is_empty() {
            bytes
        } else {
            whole = [&std::mem::take(&mut self.begun), bytes].concat();
            &whole[..]
        };
        while let Err(e) = std::str::from_utf8(rest) {
            let (good, bad) = rest.split_at(e.valid_up_to());
            self.letters(std::str::from_utf8(good).unwrap_or_default())?;
            let Some(length) = e.error_len() else {
                // The letter goes on in the next piece.
                self.begun = bad.to_vec();
                return Ok(bytes.len());
            };
            self.letters("\u{fffd}")?;
            rest = &bad[length..];
        }
        self.letters(std::str::from_utf8(rest).unwrap_or_default())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What notes and warnings are written through: every line plain, and of a length that can be read.
pub(super) struct PlainLines<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
    which: Which,
}

/// Which lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    All,
    /// Those that begin with `error: `.
    Errors,
}

impl<'a> PlainLines<'a> {
    pub(super) fn new(out: &'a mut dyn Write, which: Which) -> Self {
        let line = Vec::new();
        Self { out, line, which }
    }
}

impl Write for PlainLines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.flush()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&self.line);
        if self.which == Which::All || line.starts_with("error: ") {
            self.out.write_all(plain(&cut(&line)).as_bytes())?;
        }
        self.line.clear();
        self.out.flush()
    }
}

impl Drop for PlainLines<'_> {
    /// A line without an end is a line, too.
    fn drop(&mut self) {
        // Nobody is left to tell when standard error is closed.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut bytes = Vec::new();
        let mut out = PlainText::new(&mut bytes);
        for piece in pieces {
            out.write_all(piece).unwrap();
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn what_steers_a_terminal_is_shown_and_all_else_stays() {
        assert_eq!(
            written(&[b"a\x1b[31mred\x07\r\n"]),
            "a\\u001b[31mred\\u0007\\u000d\n"
        );
        let text = "90° µs ─ …\t\"\\u001b\"\n";
        assert_eq!(written(&[text.as_bytes()]), text);
        assert_eq!(
            written(&["\u{9b}31m\u{202e}".as_bytes()]),
            "\\u009b31m\\u202e"
        );
    }

    #[test]
    fn letters_may_come_in_pieces_and_broken_ones_are_marked() {
        let text = "µ\u{9b}…";
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(&pieces), "µ\\u009b…");
        assert_eq!(written(&[b"a\xffb"]), "a\u{fffd}b");
    }

    #[test]
    fn json_says_the_same_before_and_after() {
        let name = "\u{7f}\u{9b}\u{1b}\u{202e}\n\"";
        let json = serde_json::to_string(&name).unwrap();
        let plain = written(&[json.as_bytes()]);
        assert!(!plain.contains(is_hidden), "{plain:?}");
        assert_eq!(serde_json::from_str::<String>(&plain).unwrap(), name);
    }

    #[test]
    fn of_quiet_notes_only_errors_are_left() {
        let mut bytes = Vec::new();
        let mut err = PlainLines::new(&mut bytes, Which::Errors);
        write!(err, "note: a\nerror: b\nwarning: c\n").unwrap();
        drop(err);
        assert_eq!(bytes, b"error: b\n");
    }

    #[test]
    fn a_long_line_keeps_its_beginning_and_its_end() {
        let line = format!("file.ron: {}: there are left, right", "x".repeat(1 << 20));
        let short = message_line(&line);
        assert!(short.chars().count() < MOST_OF_LINE + 40, "{short}");
        assert!(short.starts_with("file.ron: xxx"), "{short}");
        assert!(short.ends_with("there are left, right"), "{short}");
        let mut bytes = Vec::new();
        let mut err = PlainLines::new(&mut bytes, Which::All);
        write!(err, "note: {line}\nand \x1b").unwrap();
        drop(err);
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.len() < 2 * MOST_OF_LINE, "{}", text.len());
        assert!(text.ends_with("left, right\nand \\u001b"), "{text}");
    }
}
