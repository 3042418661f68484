//! What is around the work: files, dialogs, settings, unsaved work that is kept safe.

mod accepted;
pub(crate) mod at_hand;
pub(crate) mod changed_file;
pub(crate) mod confirm;
pub(crate) mod dialogs;
pub(crate) mod export;
pub(crate) mod files;
pub(crate) mod help;
mod home;
pub(crate) mod import;
pub(crate) mod keeping;
pub(crate) mod kept;
pub(crate) mod kept_window;
pub(crate) mod library;
pub(crate) mod opening;
pub(crate) mod places;
pub(crate) mod progress;
mod project_folders;
pub(crate) mod settings;
pub(crate) mod start;

use super::script::Script;
use super::theme::Theme;
use crate::io::FileError;
use dialogs::Dialog;
use files::Files;
use progress::Progress;
use settings::{Settings, ThemeChoice};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

/// What the window has around the work.
pub(crate) struct Shell {
    pub(crate) dialog: Option<Dialog>,
    pub(crate) files: Files,
    pub(crate) settings: Settings,
    /// As they were last read or written: what differs was chosen in this window.
    pub(crate) settings_before: Settings,
    /// What was learned.
    pub(crate) progress: Progress,
    pub(crate) theme: Theme,
    /// What the panels were styled for.
    pub(crate) styled: Option<(ThemeChoice, f32)>,
    /// One line for a few seconds, and since when.
    pub(crate) notice: Option<(String, Instant)>,
    /// Why the last thing that was asked for is not done, for scripts.
    pub(crate) refusal: Option<String>,
    /// Unsaved work was taken up and not saved since.
    pub(crate) is_recovered: bool,
    pub(crate) closing: bool,
    /// Frames that follow at once.
    pub(crate) unsettled: u8,
    pub(crate) last_frame: Instant,
    /// A picture that is to be taken after this frame.
    pub(crate) screenshot: Option<PathBuf>,
    /// A picture of the next frame.
    pub(crate) next_screenshot: Option<PathBuf>,
    pub(crate) script: Option<Script>,
    /// A script is at work, and nobody can be asked.
    pub(crate) is_scripted: bool,
    /// Why the script did not come to its end.
    pub(crate) script_failure: Rc<RefCell<Option<FileError>>>,
    /// Under which name frames are measured.
    pub(crate) measured: Option<String>,
}

/// Frames that follow a command at once: new windows need a few to find their size.
pub(crate) const SETTLING: u8 = 4;

impl Shell {
    pub(crate) fn new(files: Files, settings: Settings) -> Self {
        let (progress, complaint) = Progress::load(&files.home);
        Self {
            dialog: None,
            files,
            progress,
            theme: settings.theme.theme(),
            settings_before: settings.clone(),
            settings,
            styled: None,
            notice: complaint.map(|words| (words, Instant::now())),
            refusal: None,
            is_recovered: false,
            closing: false,
            unsettled: SETTLING,
            last_frame: Instant::now(),
            screenshot: None,
            next_screenshot: None,
            script: None,
            is_scripted: false,
            script_failure: Rc::default(),
            measured: None,
        }
    }

    /// One line in the status bar for a few seconds.
    pub(crate) fn say(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Instant::now()));
    }

    /// What was asked for is not done: the same line says why, and a script ends.
    pub(crate) fn refuse(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        self.refusal = Some(sentence.clone());
        self.say(sentence);
    }
}
