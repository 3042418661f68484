//! The window's program: it reads the session, shows it in scenes, and does what it is told.
//!
//! ```text
//! mouse, keys, panels ──> Action, Edit ──perform, edit──> Session ──look, compose──> Scene
//!                                                                                      │
//! stage, line art, signs <────────── Panes (each a scene, a camera, a place) <─────────┘
//! ```

use super::input::actions::Overlay;
use super::input::hand::Hand;
use super::input::shortcuts::take_actions;
use super::panels::Forms;
use super::panes::{Panes, aside};
use super::scene::Scene;
use super::session::Session;
use super::session::bench::Bench;
use super::session::staging::Moving;
use super::shell::dialogs::{Dialog, Then};
use super::shell::export::written_words;
use super::shell::files::Files;
use super::shell::settings::Settings;
use super::shell::{SETTLING, Shell};
use super::stage::Stage;
use super::window::Program;
use crate::document::Document;
use egui::FocusDirection;
use std::time::Instant;

/// The whole state of the window.
pub(super) struct App {
    /// What is worked on.
    pub(super) session: Session,
    /// What it looks like.
    pub(super) scene: Scene,
    /// Where it is looked at from.
    pub(super) panes: Panes,
    /// What people point at.
    pub(super) hand: Hand,
    /// What panels remember.
    pub(super) forms: Forms,
    /// Files, dialogs, settings.
    pub(super) shell: Shell,
}

impl App {
    /// A window for a document.
    pub(super) fn new(document: Document, files: Files, settings: Settings) -> Self {
        let mut panes = Panes::default();
        panes.aside = aside(&document.character, panes.lit().camera.right());
        let mut app = Self {
            scene: Scene::of_document(&document),
            session: Session::new(document),
            panes,
            hand: Hand::default(),
            forms: Forms::default(),
            shell: Shell::new(files, settings),
        };
        app.look();
        let figures = app.scene.bounds();
        app.panes.jump_to(app.panes.in_use(), &figures);
        app
    }

    /// The document.
    pub(super) fn document(&self) -> &Document {
        self.session.document()
    }

    /// One line in the status bar for a few seconds.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        self.shell.say(sentence);
    }

    /// What was asked for is not done: the same line says why, and a script ends.
    pub(super) fn refuse(&mut self, sentence: impl Into<String>) {
        self.shell.refuse(sentence);
    }

    /// Styles the panels when theme or scale changed.
    fn style(&mut self, ctx: &egui::Context) {
        let wanted = (self.shell.settings.theme, self.shell.settings.scale);
        if self.shell.styled != Some(wanted) {
            self.shell.theme.apply(ctx, self.shell.settings.scale);
            // Shift and Alt choose what two fingers do in a view; both directions are meant.
            ctx.options_mut(|options| {
                options.input_options.horizontal_scroll_modifier = egui::Modifiers::NONE;
                options.input_options.vertical_scroll_modifier = egui::Modifiers::NONE;
                // A button does its work when it is let go of, however long that takes a hand or a slow frame.
                options.input_options.max_click_duration = f64::INFINITY;
            });
            self.shell.styled = Some(wanted);
        }
    }

    /// Measures the motion once, while the zero-moment point is shown or is what keeps the figure on its feet.
    fn measure_motion(&mut self) {
        let is_shown = self.shell.settings.shows(Overlay::ZeroMoment);
        if self.session.audit.is_some() || !(is_shown || self.session.moves_in_balance()) {
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
        let is_asked = self.shell.dialog.as_ref().is_some_and(Dialog::is_question);
        // A menu that is open hears Esc itself, and nothing else.
        if is_asked || egui::Popup::is_any_open(ctx) {
            return;
        }
        for action in ctx.input_mut(|input| take_actions(&mut input.events)) {
            self.perform(action);
            self.shell.unsettled = SETTLING;
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

impl Program for App {
    fn panels(&mut self, ctx: &egui::Context) {
        let now = Instant::now();
        let clock_secs = now
            .duration_since(self.shell.last_frame)
            .as_secs_f64()
            .min(0.25);
        self.shell.last_frame = now;
        self.forms.rate.count(clock_secs, self.is_animating());
        // 1 What was done in the background, and time.
        self.background(ctx);
        self.run_script();
        self.play(clock_secs);
        self.advance_ghost(clock_secs);
        self.advance_bench(clock_secs);
        self.follow_lesson(clock_secs);
        self.panes.advance(clock_secs);
        // 2 Keys, and files that were let go over the window.
        self.shortcuts(ctx);
        self.take_dropped(ctx);
        // 3 Panels, and the view in the middle of them.
        self.style(ctx);
        self.menu_bar(ctx);
        self.status_bar(ctx);
        if self.session.bench.is_some() {
            self.bench_panel(ctx);
        } else {
            self.timeline(ctx);
        }
        self.side_panel(ctx);
        self.viewport(ctx);
        self.dialogs(ctx);
        self.measure_motion();
        self.shell.unsettled = self.shell.unsettled.saturating_sub(1);
        // 4 Work is kept safe, and a sleeping window keeps nothing.
        if let Some(later) = self.keep_work() {
            ctx.request_repaint_after(later);
        }
    }

    fn draw(&mut self, stage: &mut Stage) {
        self.draw_stage(stage);
        if let Some(path) = self.shell.screenshot.take() {
            stage.screenshot(path);
        }
        if let Some(written) = stage.take_screenshot() {
            match written {
                Ok(path) => self.say(written_words(&path)),
                Err(e) => self.refuse(e.to_string()),
            }
            self.shell.unsettled = SETTLING;
        }
    }

    fn is_animating(&self) -> bool {
        self.session.playback.playing
            || self.panes.are_moving()
            || self.shell.script.is_some()
            || self.hand.drag.is_some()
            || self.ghost_moves()
            || self.session.bench.as_ref().is_some_and(Bench::is_moving)
            || self
                .session
                .study
                .as_ref()
                .and_then(|study| study.moving.as_ref())
                .is_some_and(Moving::is_under_way)
            || self.shell.unsettled > 0
    }

    fn wants_to_close(&mut self) -> bool {
        self.bring_answer_back();
        if self.session.work.is_writing() && !self.is_dirty() {
            self.close();
            return false;
        }
        if self.is_dirty() && !self.shell.closing {
            self.shell.dialog = Some(Dialog::Unsaved(Then::Close));
            return false;
        }
        self.forget_unsaved();
        true
    }

    fn finished(&self) -> bool {
        self.shell.closing
    }

    fn measured(&self) -> Option<&str> {
        self.shell.measured.as_deref()
    }
}
