//! Projects on disk: open, save, unsaved work kept safe, motions in and out.

use super::app::App;
use super::dialogs::Dialog;
use crate::correction::{BalanceSettings, balance_clip};
use crate::document::{Document, Edit, Editor, RecordingTake};
use crate::io::bvh::{BvhOptions, Origin, read_bvh};
use crate::io::{
    FileError, load_character, load_document, load_level, save_document, write_atomically,
    write_clip,
};
use crate::motion::{Audit, RetargetSettings, retarget};
use crate::picture::figure::Figure;
use crate::picture::{StripSheet, strip_sheet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the project is kept, and when it was last put in safety.
#[derive(Clone, Debug)]
pub(super) struct Files {
    /// The project's own file; nothing before it is saved for the first time.
    pub(super) path: Option<PathBuf>,
    /// Settings and unsaved work.
    pub(super) home: PathBuf,
    last_autosave: Instant,
    /// Edits that were done before the last autosave.
    autosaved_edits: u64,
}

/// Unsaved work is kept when nothing was changed for this long, and this often.
const PAUSE: Duration = Duration::from_millis(400);
const AUTOSAVE: Duration = Duration::from_secs(10);
const AUTOSAVE_FILE: &str = "unsaved.pose.ron";

impl Files {
    pub(super) fn new(path: Option<PathBuf>, home: PathBuf) -> Self {
        Self {
            path,
            home,
            last_autosave: Instant::now(),
            autosaved_edits: 0,
        }
    }

    /// Unsaved work of a window that did not end well.
    pub(super) fn left_behind(&self) -> Option<PathBuf> {
        let path = self.home.join(AUTOSAVE_FILE);
        path.is_file().then_some(path)
    }

    fn forget_unsaved(&self) {
        // There may be none.
        let _ = std::fs::remove_file(self.home.join(AUTOSAVE_FILE));
    }

    /// What is shown as the project's name.
    pub(super) fn title(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or_else(
            || "not saved yet".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

/// A figure at rest on a level, both shipped or from files.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn fresh_document(character: &str, level: &str) -> Result<Document, FileError> {
    Ok(Document::new(
        Arc::new(load_character(character)?),
        character,
        Arc::new(load_level(level)?),
        level,
    ))
}

impl App {
    /// Shows another document.
    fn show(&mut self, document: Document, path: Option<PathBuf>) {
        self.editor = Editor::new(document);
        self.files.path = path;
        self.is_recovered = false;
        self.selected = None;
        self.drag = None;
        self.motion = None;
        self.walk.settings = None;
        self.playback = super::playback::Playback::default();
        self.look();
        let document = self.editor.document();
        self.panes.frame_all(&document.character, &self.shown, true);
    }

    /// Begins with a figure on a level.
    pub(super) fn begin_with(&mut self, character: &str, level: &str) {
        match fresh_document(character, level) {
            Ok(document) => {
                self.show(document, None);
                self.files.forget_unsaved();
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Opens a project, or a motion.
    pub(super) fn open_file(&mut self, path: &Path) {
        if path.extension().is_some_and(|ending| ending == "bvh") {
            self.import_bvh(path);
            return;
        }
        match load_document(path) {
            Ok(document) => {
                self.show(document, Some(path.to_owned()));
                self.files.forget_unsaved();
                self.settings.remember(path);
                self.save_settings();
                self.say(format!("Opened {}.", path.display()));
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Takes up unsaved work again; it stays unsaved.
    pub(super) fn recover(&mut self, path: &Path) {
        match load_document(path) {
            Ok(document) => {
                self.show(document, None);
                self.is_recovered = true;
                self.say("Took up what was not saved.");
            }
            Err(e) => self.say(e.to_string()),
        }
    }

    /// Writes the project; says whether it is safe now.
    pub(super) fn save_to(&mut self, path: &Path) -> bool {
        match save_document(path, self.editor.document()) {
            Ok(()) => {
                self.editor.mark_saved();
                self.is_recovered = false;
                self.files.path = Some(path.to_owned());
                self.files.forget_unsaved();
                self.settings.remember(path);
                self.save_settings();
                self.say(format!("Saved {}.", path.display()));
                true
            }
            Err(e) => {
                self.say(e.to_string());
                false
            }
        }
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(e) = self.settings.save(&self.files.home) {
            self.say(e.to_string());
        }
    }

    /// Keeps unsaved work in a place of its own, so that nothing is lost with the window.
    pub(super) fn autosave(&mut self) {
        if !self.is_dirty() || self.edits == self.files.autosaved_edits {
            return;
        }
        // As soon as somebody pauses, for a window that nobody touches falls asleep; and now and then in between.
        let is_due =
            self.last_edit.elapsed() > PAUSE || self.files.last_autosave.elapsed() > AUTOSAVE;
        if !is_due || self.editor.is_dragging() {
            return;
        }
        self.files.last_autosave = Instant::now();
        self.files.autosaved_edits = self.edits;
        let saved = std::fs::create_dir_all(&self.files.home)
            .map_err(|e| e.to_string())
            .and_then(|()| {
                let path = self.files.home.join(AUTOSAVE_FILE);
                save_document(&path, self.editor.document()).map_err(|e| e.to_string())
            });
        if let Err(message) = saved {
            self.say(format!("Unsaved work cannot be kept safe: {message}"));
        }
    }

    /// Whether something would be lost.
    pub(super) fn is_dirty(&self) -> bool {
        self.is_recovered || self.editor.is_dirty()
    }

    /// Nothing is left behind.
    pub(super) fn close(&mut self) {
        self.files.forget_unsaved();
        self.closing = true;
    }

    /// Puts a recorded motion on the figure and balances it.
    pub(super) fn import_bvh(&mut self, path: &Path) {
        let bvh = match read_bvh(path) {
            Ok(bvh) => bvh,
            Err(e) => {
                self.say(e.to_string());
                return;
            }
        };
        let recording = bvh.recording();
        if recording.rows() == 0 {
            self.say(format!(
                "{}: has no motion, only a skeleton",
                path.display()
            ));
            return;
        }
        let character = Arc::clone(&self.document().character);
        let (mut clip, found) = retarget(&character, &recording, &RetargetSettings::default());
        let origin = Origin::of(&recording, &character);
        origin.mark_contacts(&character, &mut clip, &found.soles, None, &[]);
        let settings = BalanceSettings::default();
        let (balanced, report) = balance_clip(&character, &clip, None, &settings, &mut |_| {});
        let (before, after) = (
            100.0 * report.before.inside_share(),
            100.0 * report.after.inside_share(),
        );
        let take = RecordingTake {
            name: bvh.name.clone(),
            recorded: clip,
            balanced,
            report,
        };
        if self.edit(Edit::SetRecording(Arc::new(take))) {
            self.seek(0.0);
            let document = self.editor.document();
            self.panes.frame_all(&document.character, &self.shown, true);
            self.say(format!(
                "Over its feet in {before:.0} % of frames before, in {after:.0} % now."
            ));
        }
    }

    /// Writes the motion, or the pose as a motion of one frame; the answer says what was proved.
    pub(super) fn export_to(
        &mut self,
        path: &Path,
        options: &BvhOptions,
    ) -> Result<String, String> {
        let clip = match self.motion() {
            Some(motion) => motion.clip().clone(),
            None => self.single_frame(),
        };
        let character = &self.document().character;
        let written =
            write_clip(path, character, &clip, options, &mut |_| {}).map_err(|e| e.to_string())?;
        let rest = crate::kinematics::Kinematics::of(character, &character.rest);
        let height = Figure::new(character, &rest).height();
        let proof = written
            .proof
            .map_or_else(String::new, |proof| proof.to_string());
        Ok(format!(
            "Wrote {}. Unit: {}, y up; {} is {height:.3} m high at rest. {proof}",
            path.display(),
            written.unit,
            character.name,
        ))
    }

    fn single_frame(&self) -> crate::motion::Clip {
        let document = self.document();
        let planted = document.setup.planted.iter().map(|planted| planted.sole);
        let mut recorder = crate::motion::Recorder::new(&document.character);
        let frame = recorder.frame(document.setup.pose.clone(), planted.collect());
        crate::motion::Clip {
            name: "pose".to_owned(),
            character: document.character.name.clone(),
            level: Some(document.level.name.clone()),
            start_secs: 0.0,
            frame_secs: 1.0 / 60.0,
            frames: vec![frame],
        }
    }

    /// Writes the motion as a strip of figures.
    pub(super) fn filmstrip_to(&mut self, path: &Path) -> Result<String, String> {
        let motion = self
            .motion()
            .ok_or("There is no motion yet: K sets keys, W walks.")?;
        let document = self.editor.document();
        let clip = motion.clip();
        let audit = Audit::new(&document.character, clip, Some(&document.level));
        let drawing = strip_sheet(&StripSheet {
            character: &document.character,
            clip,
            level: Some(&document.level),
            audit: &audit,
            title: clip.name.clone(),
            figures: None,
        });
        let bytes = drawing.to_png(2.0).map_err(|e| e.to_string())?;
        write_atomically(path, &bytes).map_err(|e| e.to_string())?;
        Ok(format!("Wrote {}.", path.display()))
    }

    /// What was left behind is offered at the start.
    pub(super) fn offer_recovery(&mut self) {
        if let Some(path) = self.files.left_behind() {
            self.dialog = Some(Dialog::Recover(path));
        }
    }
}
