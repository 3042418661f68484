//! A bar on standard error for work that takes longer than a second. Nothing is drawn where nobody looks: into a pipe
//! or a file.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether bars are shown at all.
static IS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// From now on no bar is shown.
pub(super) fn hide() {
    IS_HIDDEN.store(true, Ordering::Relaxed);
}

/// How far some work is.
pub(super) struct Progress {
    label: String,
    total: u64,
    begin: Instant,
    is_watched: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins work of `total` parts.
    pub(super) fn new(label: impl Into<String>, total: u64) -> Self {
        Self {
            label: label.into(),
            total,
            begin: Instant::now(),
            is_watched: std::io::stderr().is_terminal() && !IS_HIDDEN.load(Ordering::Relaxed),
            bar: None,
        }
    }

    /// So many parts are done.
    pub(super) fn set(&mut self, done: u64) {
        if !self.is_watched || (self.bar.is_none() && self.begin.elapsed() < PATIENCE) {
            return;
        }
        let (label, total) = (&self.label, self.total);
        let bar = self.bar.get_or_insert_with(|| new_bar(label, total));
        bar.set_position(done);
    }

    /// All is done, or given up: the bar goes and leaves an empty line.
    pub(super) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    /// An error's line must not land behind the bar.
    fn drop(&mut self) {
        self.finish();
    }
}

fn new_bar(label: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    let plain = ProgressStyle::default_bar();
    let style = plain
        .clone()
        .template("{msg} {wide_bar} {percent} %, {eta} left")
        .unwrap_or(plain);
    bar.with_style(style).with_message(label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_comes_only_after_a_second_and_only_where_somebody_looks() {
        let mut progress = Progress::new("writing", 10);
        progress.is_watched = true;
        progress.set(1);
        assert!(progress.bar.is_none(), "too soon");
        progress.begin = Instant::now().checked_sub(PATIENCE).unwrap();
        progress.is_watched = false;
        progress.set(2);
        assert!(progress.bar.is_none(), "nobody looks");
        progress.is_watched = true;
        progress.set(3);
        assert_eq!(progress.bar.as_ref().map(ProgressBar::position), Some(3));
        progress.finish();
        assert!(progress.bar.is_none());
    }
}
