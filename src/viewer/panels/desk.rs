//! What the panel at the right reads, and where it puts what it wants done: it changes nothing itself.

use super::{Forms, Tab};
use crate::document::{Document, Edit, GhostManner};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::input::hand::Hand;
use crate::viewer::scene::Scene;
use crate::viewer::session::Session;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::confirm::Doubt;
use crate::viewer::shell::dialogs::Dialog;
use crate::viewer::shell::progress::Progress;
use crate::viewer::shell::settings::Settings;
use crate::viewer::theme::Theme;
use egui::Ui;
use std::path::{Path, PathBuf};

/// What a panel reads. What is typed and chosen in it and not yet asked for is its own.
pub(super) struct Desk<'a> {
    pub(super) session: &'a Session,
    pub(super) scene: &'a Scene,
    pub(super) hand: &'a Hand,
    pub(super) settings: &'a Settings,
    pub(super) theme: &'a Theme,
    /// What was learned.
    pub(super) progress: &'a Progress,
    /// Settings and poses that were kept.
    pub(super) home: &'a Path,
    pub(super) forms: &'a mut Forms,
    commands: Vec<Command>,
}

/// What a panel wants done.
#[derive(Clone, Debug)]
pub(super) enum Command {
    /// As the menu would.
    Do(Action),
    Edit(Edit),
    /// A handle.
    Select(usize),
    /// How the ghost holds itself.
    SetManner(GhostManner),
    /// How fast time goes for ghost and plan; 1 is as fast as life.
    SetPace(f64),
    /// The ghost is in the pose again.
    StandUp,
    /// Keeps the pose in the library under the name that was typed.
    KeepPose,
    /// Takes a pose of the library.
    TakePose(PathBuf),
    /// Out of the library, after a question.
    DeletePose(PathBuf),
    /// Of what is compared or stepped through.
    Bench(BenchWish),
    /// Something with the lesson.
    Lesson(Lecture),
}

impl<'a> Desk<'a> {
    /// The document.
    pub(super) fn document(&self) -> &'a Document {
        self.session.document()
    }

    /// Wants something done, after all panels of this frame.
    pub(super) fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// What the open tab holds.
    fn tab(&mut self, ui: &mut Ui) {
        match self.forms.tab {
            Tab::Goals => self.goals_tab(ui),
            Tab::Body => self.body_tab(ui),
            Tab::Walk => self.walk_tab(ui),
            Tab::Ghost => self.ghost_tab(ui),
            Tab::Recording => self.recording_tab(ui),
            Tab::Lesson => self.lesson_tab(ui),
        }
    }
}

impl App {
    /// What the open tab holds, and what is asked for in it.
    pub(super) fn open_tab(&mut self, ui: &mut Ui) {
        self.at_desk(|desk| desk.tab(ui));
    }

    /// What stays at the foot of the lesson tab.
    pub(super) fn tab_foot(&mut self, ui: &mut Ui) {
        self.at_desk(|desk| desk.lesson_foot(ui));
    }

    /// A panel that reads, and what is asked for in it.
    pub(super) fn at_desk(&mut self, panel: impl FnOnce(&mut Desk)) {
        let mut desk = Desk {
            session: &self.session,
            scene: &self.scene,
            hand: &self.hand,
            settings: &self.shell.settings,
            theme: &self.shell.theme,
            progress: &self.shell.progress,
            home: &self.shell.files.home,
            forms: &mut self.forms,
            commands: Vec::new(),
        };
        panel(&mut desk);
        for command in desk.commands {
            self.obey(command);
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Do(action) => self.perform(action),
            Command::Edit(edit) => {
                self.edit(edit);
            }
            Command::Select(handle) => self.hand.selected = Some(handle),
            Command::SetManner(manner) => {
                self.shell.settings.ghost.manner = manner;
                self.save_settings();
            }
            Command::SetPace(pace) => self.session.ghost.pace = pace,
            Command::StandUp => self.stand_ghost_up(),
            Command::Bench(wish) => self.on_bench(wish),
            Command::Lesson(lecture) => self.lecture(lecture),
            Command::KeepPose => self.keep_pose(),
            Command::TakePose(path) => self.take_pose(&path),
            Command::DeletePose(path) => {
                self.shell.dialog = Some(Dialog::Confirm(Doubt::DeletePose(path)));
            }
        }
    }
}
