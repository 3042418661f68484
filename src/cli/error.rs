//! What goes wrong on the command line, the one line that says so, and the exit code.

use super::plain_text::message_line;
use crate::io::{FileError, nearest, one_line};
use crate::picture::PaintError;
use clap::error::ContextValue;
use std::io;

/// What the program says with its exit code, for the help.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  done, but a bound is not kept: `check`, `walk`, `lesson mark`, or --fail-on-miss; or a step of a script failed
  2  not done: wrong arguments or input, or something cannot be read or written";

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that was read is wrong.
    #[error("{0}")]
    Input(#[from] FileError),
    /// The arguments are wrong.
    #[error("{0}")]
    Arguments(String),
    /// A file could not be written.
    #[error("{0}")]
    Written(FileError),
    /// A picture could not be painted.
    #[error("the picture cannot be painted: {0}")]
    Picture(#[from] PaintError),
    /// A clip does not keep its bounds, or what was asked for is missed; the answer has said so already.
    #[error("a bound is not kept")]
    OutOfBounds,
    /// Some of many files could not be read or written; each has had its line.
    #[error("some files could not be read or written")]
    SomeFiles,
    /// No window can open here.
    #[error("{0}")]
    Window(String),
    /// A step of a window's script failed.
    #[error("{0}")]
    Script(FileError),
    /// Standard output is gone or full.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// What to tell people; nothing when they closed the pipe themselves, or when the answer tells it.
    pub fn line(&self) -> Option<String> {
        match self {
            Self::OutOfBounds | Self::SomeFiles => None,
            Self::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => None,
            other => Some(message_line(&other.to_string())),
        }
    }

    /// As the help says: 1 when a bound is not kept or a script fails, 2 when nothing is done; 0 for a closed pipe.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::OutOfBounds | Self::Script(_) => 1,
            Self::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Input(_)
            | Self::Arguments(_)
            | Self::Written(_)
            | Self::Picture(_)
            | Self::SomeFiles
            | Self::Window(_)
            | Self::Output(_) => 2,
        }
    }

    /// An option that names something which is not there: the nearest valid name, or all of them.
    pub(super) fn unknown<'a>(
        option: &str,
        what: &str,
        name: &str,
        valid: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let valid: Vec<&str> = valid.into_iter().collect();
        let hint = match nearest(name, valid.iter().copied()) {
            Some(near) => format!("did you mean {near:?}? There are"),
            None => "there are".to_owned(),
        };
        let all = valid.join(", ");
        Self::Arguments(format!(
            "{option}: there is no {what} {name:?}; {hint} {all}"
        ))
    }

    /// Clap's message as one line: what is wrong, and its tip.
    pub(super) fn from_clap(error: &clap::Error) -> Self {
        let mut text = error.to_string();
        // Lines of what was given are no lines of the message.
        for (_, given) in error.context() {
            if let ContextValue::String(given) = given
                && given.contains('\n')
            {
                text = text.replace(given, &one_line(given));
            }
        }
        let mut line = String::new();
        for part in text.lines().map(str::trim) {
            if part.starts_with("Usage:") || part.starts_with("For more information") {
                break;
            }
            if part.is_empty() {
                continue;
            }
            if !line.is_empty() {
                line.push_str(if line.ends_with(':') { " " } else { "; " });
            }
            line.push_str(part.strip_prefix("error: ").unwrap_or(part));
        }
        Self::Arguments(format!("{line}; see --help"))
    }
}
