//! What the window remembers from one time to the next.

use super::home::write_in_home;
use crate::io::{FileError, Source};
use crate::viewer::input::actions::Overlay;
use crate::viewer::session::ghost::GhostChoice;
use crate::viewer::signs::recording::RecordingView;
use crate::viewer::theme::Theme;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Remembered settings. Unknown or damaged files count as none: a window must open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Size of text and controls; 1 is ordinary.
    pub(crate) scale: f32,
    /// Bright or dark.
    pub(crate) theme: ThemeChoice,
    /// Smooth edges by this many samples a pixel: 1, 2, 4 or 8. Nothing: 4, and 1 where graphics are drawn without a card.
    pub(crate) samples: Option<i32>,
    /// Whose habits the mouse has.
    pub(crate) mouse: MouseScheme,
    /// What is drawn over the figure.
    pub(crate) overlays: Vec<Overlay>,
    /// Files that were opened or saved, the latest first.
    pub(crate) recent: Vec<PathBuf>,
    /// Whether a recording stands beside its correction.
    pub(crate) recording: RecordingView,
    /// Whether there is a ghost, where, and how it follows.
    pub(crate) ghost: GhostChoice,
    /// Where a file was last chosen.
    pub(crate) folder: Option<PathBuf>,
    /// Whether the line of hints was followed often enough to be gone.
    pub(crate) hints_seen: bool,
    /// Whether a window without a file begins with the start panel.
    pub(crate) start_panel: bool,
}

/// Bright or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ThemeChoice {
    Light,
    #[default]
    Dark,
}

impl ThemeChoice {
    /// Its colours.
    pub(crate) const fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::light(),
            Self::Dark => Theme::dark(),
        }
    }

    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }
}

/// Whose habits the mouse has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MouseScheme {
    /// Both at once: the middle button orbits, and so does Alt with the left one.
    #[default]
    Both,
    /// Middle orbits, Shift+middle pans, the wheel zooms.
    Blender,
    /// Alt+left orbits, Alt+middle pans, Alt+right zooms.
    Maya,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: 1.0,
            theme: ThemeChoice::default(),
            samples: None,
            mouse: MouseScheme::default(),
            overlays: Overlay::ALL
                .iter()
                .copied()
                .filter(|overlay| overlay.is_on_at_first())
                .collect(),
            recent: Vec::new(),
            recording: RecordingView::default(),
            ghost: GhostChoice::default(),
            folder: None,
            hints_seen: false,
            start_panel: true,
        }
    }
}

/// So many recent files are kept.
const MOST_RECENT: usize = 10;

impl Settings {
    /// Those of a folder; the defaults where there are none or they cannot be read.
    pub(crate) fn load(folder: &Path) -> Self {
        let source = Source::read(&folder.join(FILE));
        let read: Option<Self> = source.ok().and_then(|source| source.parse().ok());
        let mut settings = read.unwrap_or_default();
        if !(0.5..=4.0).contains(&settings.scale) {
            settings.scale = 1.0;
        }
        settings.recent.truncate(MOST_RECENT);
        settings.ghost.repair();
        settings
    }

    /// Writes them; a window that cannot write its settings works all the same.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    fn save(&self, folder: &Path) -> Result<(), FileError> {
        write_in_home(folder, FILE, self)
    }

    /// What is written by a window that began with `before`, where another one has written `theirs` since: what was
    /// changed here, and else what is there.
    fn merged(&self, before: &Self, theirs: Self) -> Self {
        fn changed<T: Clone + PartialEq>(ours: &T, before: &T, theirs: T) -> T {
            if ours == before { theirs } else { ours.clone() }
        }
        let mut recent = changed(&self.recent, &before.recent, theirs.recent.clone());
        for path in theirs.recent {
            if !recent.contains(&path) {
                recent.push(path);
            }
        }
        recent.truncate(MOST_RECENT);
        Self {
            scale: changed(&self.scale, &before.scale, theirs.scale),
            theme: changed(&self.theme, &before.theme, theirs.theme),
            samples: changed(&self.samples, &before.samples, theirs.samples),
            mouse: changed(&self.mouse, &before.mouse, theirs.mouse),
            overlays: changed(&self.overlays, &before.overlays, theirs.overlays),
            recent,
            recording: changed(&self.recording, &before.recording, theirs.recording),
            ghost: changed(&self.ghost, &before.ghost, theirs.ghost),
            folder: changed(&self.folder, &before.folder, theirs.folder),
            hints_seen: changed(&self.hints_seen, &before.hints_seen, theirs.hints_seen),
            start_panel: changed(&self.start_panel, &before.start_panel, theirs.start_panel),
        }
    }

    /// Writes what was changed since `before`, and leaves the rest as another window has it.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub(crate) fn save_changes(&self, before: &Self, folder: &Path) -> Result<(), FileError> {
        self.merged(before, Self::load(folder)).save(folder)
    }

    /// Puts a file at the head of the recent ones.
    pub(crate) fn remember(&mut self, path: &Path) {
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }

    /// Whether something is drawn over the figure.
    pub(crate) fn shows(&self, overlay: Overlay) -> bool {
        self.overlays.contains(&overlay)
    }

    /// Switches what is drawn over the figure.
    pub(crate) fn switch(&mut self, overlay: Overlay) {
        if self.shows(overlay) {
            self.overlays.retain(|shown| *shown != overlay);
        } else {
            self.overlays.push(overlay);
        }
    }
}

const FILE: &str = "settings.ron";

/// Where settings and unsaved work are kept: `CONTRAPPOSTO_HOME`, or a folder of the desktop's own place for such.
pub(crate) fn home_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable("CONTRAPPOSTO_HOME") {
        return folder.into();
    }
    let base = variable("XDG_CONFIG_HOME")
        .or_else(|| variable("APPDATA"))
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".config")));
    base.unwrap_or_else(std::env::temp_dir).join("contrapposto")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_and_damaged_ones_count_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings {
            scale: 1.5,
            theme: ThemeChoice::Light,
            ..Settings::default()
        };
        settings.switch(Overlay::Jacobian);
        settings.remember(Path::new("a.pose.ron"));
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), settings);
        std::fs::write(folder.path().join(FILE), "(scale: oops").unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }

    #[test]
    fn two_windows_keep_each_others_choices() {
        let folder = tempfile::tempdir().unwrap();
        let begin = Settings::load(folder.path());
        let (mut one, mut other) = (begin.clone(), begin.clone());
        one.theme = ThemeChoice::Light;
        one.remember(Path::new("one.pose.ron"));
        one.save_changes(&begin, folder.path()).unwrap();
        other.scale = 1.5;
        other.remember(Path::new("other.pose.ron"));
        other.save_changes(&begin, folder.path()).unwrap();
        let both = Settings::load(folder.path());
        assert_eq!((both.theme, both.scale), (ThemeChoice::Light, 1.5));
        let recent = ["other.pose.ron", "one.pose.ron"].map(PathBuf::from);
        assert_eq!(both.recent, recent);
        // What is changed back is a choice, too.
        let before = one.clone();
        one.theme = ThemeChoice::Dark;
        one.save_changes(&before, folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()).theme, ThemeChoice::Dark);
    }

    #[test]
    fn a_file_is_remembered_once_and_at_the_head() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.remember(Path::new(name));
        }
        assert_eq!(settings.recent, [Path::new("a"), Path::new("b")]);
    }
}
