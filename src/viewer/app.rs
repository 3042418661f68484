//! The window's program: it reads the document, shows it, and sends edits.
//!
//! ```text
//! mouse, keys ──> Action (table) ──perform──> Edit ──> Editor (document, undo)
//!                                                          │
//! panels, overlays, stage <──Shown (pose at the playhead)──┘
//! ```

use super::input::actions::Overlay;
use super::input::drag::MouseDrag;
use super::input::shortcuts::take_actions;
use super::panels::strip::MarginStrip;
use super::panels::{FrameRate, KeyDrag};
use super::panes::{PaneId, Panes};
use super::scene::shown::{Motion, Shown};
use super::session::ghost::GhostPart;
use super::session::playback::Playback;
use super::session::work::Work;
use super::shell::dialogs::{Dialog, Then};
use super::shell::export::written_words;
use super::shell::files::Files;
use super::shell::settings::{Settings, ThemeChoice};
use super::signs::footwork::Footwork;
use super::signs::recording::aside;
use super::stage::Stage;
use super::theme::Theme;
use super::window::Program;
use crate::character::Pose;
use crate::document::{Bake, Document, Edit, Editor, Poser, in_between};
use crate::gait::WalkSettings;
use crate::io::FileError;
use crate::motion::Audit;
use egui::FocusDirection;
use glam::DVec3;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The whole state of the window.
pub(super) struct App {
    pub(super) editor: Editor,
    /// The keys as a clip, made anew where they changed.
    pub(super) bake: Bake,
    /// Solves what lies between keys.
    pub(super) poser: Poser,
    /// The motion on the timeline, kept while nothing changes.
    pub(super) motion: Option<Motion>,
    pub(super) shown: Shown,
    /// The recording that it is a correction of.
    pub(super) recorded: Option<Shown>,
    /// From the correction to where the recording stands [m]; as the view was when it was last framed.
    pub(super) aside: DVec3,
    pub(super) playback: Playback,
    pub(super) panes: Panes,
    /// The handle that keys act on.
    pub(super) selected: Option<usize>,
    pub(super) hovered: Option<usize>,
    pub(super) footwork: Footwork,
    pub(super) ghost: GhostPart,
    pub(super) drag: Option<MouseDrag>,
    /// A key that is moved on the timeline.
    pub(super) key_drag: Option<KeyDrag>,
    pub(super) copied: Option<Pose>,
    pub(super) dialog: Option<Dialog>,
    pub(super) files: Files,
    pub(super) settings: Settings,
    pub(super) theme: Theme,
    /// What the panels were styled for.
    styled: Option<(ThemeChoice, f32)>,
    pub(super) tab: Tab,
    pub(super) panel_open: bool,
    /// How the next walk is made.
    pub(super) walk: WalkForm,
    pub(super) strip: MarginStrip,
    /// Of the motion, where somebody wants to see it.
    pub(super) audit: Option<Audit>,
    /// Name of the next pose of the library.
    pub(super) pose_name: String,
    /// One line for a few seconds, and since when.
    pub(super) notice: Option<(String, Instant)>,
    /// Why the last thing that was asked for is not done, for scripts.
    pub(super) refusal: Option<String>,
    /// How long the last solve took [s].
    pub(super) solve_secs: f64,
    pub(super) rate: FrameRate,
    pub(super) last_frame: Instant,
    pub(super) drags_done: u32,
    /// Edits that were done, undone ones and those of undo included.
    pub(super) edits: u64,
    pub(super) last_edit: Instant,
    /// Frames that follow at once.
    unsettled: u8,
    pub(super) closing: bool,
    /// What runs in the background.
    pub(super) work: Work,
    /// Unsaved work was taken up and not saved since.
    pub(super) is_recovered: bool,
    /// A picture that is to be taken after this frame.
    pub(super) screenshot: Option<PathBuf>,
    /// A picture of the next frame.
    pub(super) next_screenshot: Option<PathBuf>,
    pub(super) script: Option<super::script::Script>,
    /// Why the script did not come to its end.
    pub(super) script_failure: Rc<RefCell<Option<FileError>>>,
    /// Under which name frames are measured.
    pub(super) measured: Option<String>,
}

/// A tab of the panel at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Goals,
    Body,
    Walk,
    Ghost,
    /// While there is one.
    Recording,
}

/// How the next walk is made.
#[derive(Clone, Debug)]
pub(super) struct WalkForm {
    pub(super) settings: Option<WalkSettings>,
    pub(super) steps: usize,
    pub(super) turn_deg: f64,
}

impl App {
    /// A window for a document.
    pub(super) fn new(document: Document, files: Files, settings: Settings) -> Self {
        let shown = Shown::of_setup(&document.character, &document.setup);
        let theme = settings.theme.theme();
        let mut app = Self {
            editor: Editor::new(document),
            bake: Bake::default(),
            poser: Poser::default(),
            motion: None,
            shown,
            recorded: None,
            aside: DVec3::ZERO,
            playback: Playback::default(),
            panes: Panes::default(),
            selected: None,
            hovered: None,
            footwork: Footwork::default(),
            ghost: GhostPart::default(),
            drag: None,
            key_drag: None,
            copied: None,
            dialog: None,
            files,
            settings,
            theme,
            styled: None,
            tab: Tab::Goals,
            panel_open: true,
            walk: WalkForm {
                settings: None,
                steps: 14,
                turn_deg: 0.0,
            },
            strip: MarginStrip::default(),
            audit: None,
            pose_name: String::new(),
            notice: None,
            refusal: None,
            solve_secs: 0.0,
            rate: FrameRate::default(),
            last_frame: Instant::now(),
            drags_done: 0,
            edits: 0,
            last_edit: Instant::now(),
            unsettled: SETTLING,
            closing: false,
            work: Work::default(),
            is_recovered: false,
            screenshot: None,
            next_screenshot: None,
            script: None,
            script_failure: Rc::default(),
            measured: None,
        };
        let right = app.panes.solid.camera.right();
        app.aside = aside(&app.document().character, right);
        app.look();
        let figures = app.figures();
        app.panes.jump_to(PaneId::Solid, &figures);
        app
    }

    /// The document.
    pub(super) fn document(&self) -> &Document {
        self.editor.document()
    }

    /// Does an edit; what it refuses is said in the status line.
    /// What takes long goes on in the background; then it is not done yet.
    pub(super) fn edit(&mut self, edit: Edit) -> bool {
        if matches!(edit, Edit::EndDrag) && self.ends_later() {
            return true;
        }
        if Self::takes_long(&edit) {
            return self.edit_in_background(edit);
        }
        let poses = edit.poses();
        if poses && self.document().take.is_none() {
            self.pause();
        }
        let posed = Arc::clone(&self.document().setup);
        let begin = Instant::now();
        // What is dragged is baked when it is let go.
        let changes_motion = !matches!(
            edit,
            Edit::DragTo { .. } | Edit::GoToKey { .. } | Edit::LeaveKey { .. }
        );
        let done = self.editor.apply(edit);
        self.solve_secs = begin.elapsed().as_secs_f64();
        match done {
            Ok(()) => {
                self.edited(changes_motion);
                if poses && !Arc::ptr_eq(&posed, &self.document().setup) {
                    self.keep_between_keys();
                }
                true
            }
            Err(sentence) => {
                self.refuse(sentence);
                false
            }
        }
    }

    /// The document is another.
    pub(super) fn edited(&mut self, changes_motion: bool) {
        self.edits += 1;
        self.last_edit = Instant::now();
        if changes_motion {
            self.motion = None;
            self.audit = None;
        }
        self.look();
    }

    /// One line in the status bar for a few seconds.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Instant::now()));
    }

    /// What was asked for is not done: the same line says why, and a script ends.
    pub(super) fn refuse(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        self.refusal = Some(sentence.clone());
        self.say(sentence);
    }

    /// What is shown now, from the document and the playhead.
    pub(super) fn look(&mut self) {
        let in_motion = self.playback.playing || self.document().take.is_some();
        let motion = if in_motion { self.motion() } else { None };
        let document = self.editor.document();
        let secs = self.playback.secs;
        self.shown = match motion {
            Some(motion) => {
                let secs = motion.clip_secs(secs);
                Shown::of_clip(&document.character, motion.clip(), secs, DVec3::ZERO)
            }
            // Keys that are not a clip yet are solved as they are played.
            None if self.playback.playing => {
                let setup = in_between(&mut self.poser, document, secs);
                Shown::of_setup(&document.character, &setup)
            }
            None => Shown::of_setup(&document.character, &document.setup),
        };
        let handles = document.setup.handles.len();
        self.selected = self.selected.filter(|handle| *handle < handles);
        self.recorded = self.look_at_recording();
        if self.recorded.is_none() && self.tab == Tab::Recording {
            self.tab = Tab::Goals;
        }
        self.hovered = self.hovered.filter(|handle| *handle < handles);
    }

    /// Styles the panels when theme or scale changed.
    fn style(&mut self, ctx: &egui::Context) {
        let wanted = (self.settings.theme, self.settings.scale);
        if self.styled != Some(wanted) {
            self.theme.apply(ctx, self.settings.scale);
            // Shift and Alt choose what two fingers do in a view; both directions are meant.
            ctx.options_mut(|options| {
                options.input_options.horizontal_scroll_modifier = egui::Modifiers::NONE;
                options.input_options.vertical_scroll_modifier = egui::Modifiers::NONE;
            });
            self.styled = Some(wanted);
        }
    }

    /// Measures the motion once, while the zero-moment point is shown.
    fn measure_motion(&mut self) {
        if self.audit.is_some() || !self.settings.shows(Overlay::ZeroMoment) {
            return;
        }
        if let Some(motion) = self.motion() {
            self.measure(motion);
        }
    }

    /// Keys that were pressed and no text field took.
    fn shortcuts(&mut self, ctx: &egui::Context) {
        if ctx.wants_keyboard_input() {
            return;
        }
        // Tab is a command: egui would go to the first button with it, and no other key would be heard any more.
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        let is_asked = self.dialog.as_ref().is_some_and(Dialog::is_question);
        // A menu that is open hears Esc itself, and nothing else.
        if is_asked || egui::Popup::is_any_open(ctx) {
            return;
        }
        for action in ctx.input_mut(|input| take_actions(&mut input.events)) {
            self.perform(action);
            self.unsettled = SETTLING;
        }
    }

    /// Opens a file that was dropped. On X11 the window hears only of sources that offer plain paths as text; most file
    /// managers offer addresses, and are refused before this program could say a word.
    fn take_dropped(&mut self, ctx: &egui::Context) {
        let first = ctx.input(|input| input.raw.dropped_files.first()?.path.clone());
        if let Some(path) = first {
            self.open_after_saving(path);
        }
    }
}

/// Frames that follow a command at once: new windows need a few to find their size.
const SETTLING: u8 = 4;

impl Program for App {
    fn panels(&mut self, ctx: &egui::Context) {
        let now = Instant::now();
        let clock_secs = now.duration_since(self.last_frame).as_secs_f64().min(0.25);
        self.last_frame = now;
        self.rate.count(clock_secs, self.is_animating());
        // 1 What was done in the background, and time.
        self.background(ctx);
        self.run_script();
        self.play(clock_secs);
        self.advance_ghost(clock_secs);
        self.panes.advance(clock_secs);
        // 2 Keys, and files that were let go over the window.
        self.shortcuts(ctx);
        self.take_dropped(ctx);
        // 3 Panels, and the view in the middle of them.
        self.style(ctx);
        self.menu_bar(ctx);
        self.status_bar(ctx);
        self.timeline(ctx);
        self.side_panel(ctx);
        self.viewport(ctx);
        self.dialogs(ctx);
        self.measure_motion();
        self.unsettled = self.unsettled.saturating_sub(1);
        // 4 Work is kept safe, and a sleeping window keeps nothing.
        if let Some(later) = self.keep_work() {
            ctx.request_repaint_after(later);
        }
    }

    fn draw(&mut self, stage: &mut Stage) {
        self.draw_stage(stage);
        if let Some(path) = self.screenshot.take() {
            stage.screenshot(path);
        }
        if let Some(written) = stage.take_screenshot() {
            match written {
                Ok(path) => self.say(written_words(&path)),
                Err(e) => self.refuse(e.to_string()),
            }
            self.unsettled = SETTLING;
        }
    }

    fn is_animating(&self) -> bool {
        self.playback.playing
            || self.panes.are_moving()
            || self.script.is_some()
            || self.drag.is_some()
            || self.ghost_moves()
            || self.unsettled > 0
    }

    fn wants_to_close(&mut self) -> bool {
        if self.work.is_writing() && !self.is_dirty() {
            self.close();
            return false;
        }
        if self.is_dirty() && !self.closing {
            self.dialog = Some(Dialog::Unsaved(Then::Close));
            return false;
        }
        self.forget_unsaved();
        true
    }

    fn finished(&self) -> bool {
        self.closing
    }

    fn measured(&self) -> Option<&str> {
        self.measured.as_deref()
    }
}
