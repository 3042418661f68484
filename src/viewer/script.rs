//! Scripted tours: the same commands as a person gives, one after the other, for pictures and tests.

use super::app::App;
use super::input::actions::{Action, Overlay};
use super::panels::Tab;
use super::script_files::ScriptFiles;
use super::session::bench::comparison::Layout;
use super::session::bench::comparison::MOST;
use super::session::bench::difference::Difference;
use super::session::bench::wishes::BenchWish;
use super::session::studying::Lecture;
use crate::document::Edit;
use crate::io::file_list::Kind;
use crate::io::{FileError, Source, nearest};
use glam::DVec3;
use serde::Deserialize;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// One thing that a script does.
#[derive(Clone, Debug, Deserialize)]
pub(super) enum Command {
    /// A command of the table.
    Do(Action),
    /// Who stands where.
    Begin {
        character: String,
        level: String,
    },
    /// Selects a handle by name.
    Select(String),
    /// Drags a handle to a place, in so many frames.
    Drag {
        handle: String,
        to: DVec3,
        frames: u32,
    },
    /// Shows or hides signs.
    Overlays(Vec<Overlay>),
    /// Opens a tab of the panel: `Goals`, `Body`, `Walk`, `Ghost`, `Recording`, `Lesson`.
    Tab(String),
    /// Looks from a side: yaw and pitch in degrees, distance in metres, at a point.
    Camera {
        yaw_deg: f64,
        pitch_deg: f64,
        distance: f64,
        target: DVec3,
    },
    /// Figures side by side, and what each of them differs in: `(priority: Strict)`, `(damping: 0.01)`, `(body: "chicken")`.
    Compare(Vec<Difference>),
    /// Goes to a moment of the solver theatre, which `Do(Theatre)` opens.
    Visit(usize),
    /// So many lit views of the figure at once.
    Views(usize),
    /// Goes to a moment [s].
    Seek(f64),
    /// Goes from one moment to another [s], in so many frames.
    Scrub {
        from: f64,
        to: f64,
        frames: u32,
    },
    /// From here on frames are measured under this name; an empty one ends that.
    Measure(String),
    Steps(usize),
    /// Takes up unsaved work of a window that is gone, counted from the latest; what is shown now is not saved.
    TakeUp(usize),
    /// Opens a lesson by its number or the path of its file; what is shown now is not saved.
    Lesson(String),
    /// Turns to a page of the lesson, from 1.
    Page(usize),
    /// Puts a case of the page on the stage, from 1.
    Case(usize),
    /// Puts all cases of the page side by side, or shows the stage again.
    CasesBeside,
    /// Answers the question of the page, from 1.
    Answer(usize),
    /// Puts what the exercise begins with on the stage.
    Exercise,
    /// The exercise is accepted, or it is not; else the script fails with the rules.
    Accepted(bool),
    Open(PathBuf),
    Import(PathBuf),
    Save(PathBuf),
    Export(PathBuf),
    Screenshot(PathBuf),
    /// So many frames.
    Wait(u32),
    Quit,
}

/// Nothing is looked at from farther away, or farther out [m].
const FAR: f64 = 1e4;
/// Steps of a walk that a script may ask for.
const MOST_STEPS: usize = 10_000;

impl Command {
    /// Numbers that nothing can be done with.
    fn mistake(&self) -> Option<String> {
        let near = |x: f64| x.is_finite() && x.abs() <= FAR;
        match self {
            Self::Camera {
                yaw_deg,
                pitch_deg,
                distance,
                target,
            } => {
                let is_place = target.to_array().into_iter().all(near);
                let can_look = near(*yaw_deg) && near(*pitch_deg) && near(*distance);
                (!(is_place && can_look && *distance > 0.0)).then(|| {
                    format!("angles and places are within {FAR}, and the distance is more than 0")
                })
            }
            Self::Views(count) => (!(1..=MOST).contains(count))
                .then(|| format!("there are 1 to {MOST} views, not {count}")),
            Self::Seek(secs) => (!secs.is_finite()).then(|| format!("{secs} s is no moment")),
            Self::Scrub { from, to, .. } => (!(from.is_finite() && to.is_finite()))
                .then(|| format!("from {from} to {to} s is no way to go")),
            Self::Steps(count) => (!(1..=MOST_STEPS).contains(count))
                .then(|| format!("a walk has 1 to {MOST_STEPS} steps, not {count}")),
            _ => None,
        }
    }
}

/// What is left to do.
#[derive(Debug)]
pub(super) struct Script {
    /// As somebody named it.
    file: String,
    commands: VecDeque<Command>,
    /// How many there are in all.
    steps: usize,
    /// The command that is being done, as it was written.
    step: String,
    /// Frames to wait before the next one.
    waiting: u32,
    /// What takes several frames: which of them are done, and how many it has.
    under_way: Option<(Way, u32, u32)>,
    files: ScriptFiles,
}

/// What takes several frames.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The handle that was taken, from place to place.
    Drag(DVec3, DVec3),
    /// The playhead [s].
    Scrub(f64, f64),
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// Where the text is no script.
    pub(super) fn load(path: &Path) -> Result<Self, FileError> {
        let commands: Vec<Command> = Source::read(path)?.parse()?;
        Ok(Self {
            file: path.display().to_string(),
            steps: commands.len(),
            step: String::new(),
            commands: commands.into(),
            waiting: 2,
            under_way: None,
            files: ScriptFiles::of_script(path),
        })
    }

    /// The step that is being done could not be done.
    fn failure(&self, why: &str) -> FileError {
        let (steps, number) = (self.steps, self.steps - self.commands.len());
        FileError {
            file: self.file.clone(),
            place: None,
            message: match number {
                // The file that the window was to begin with.
                0 => format!("before its first step: {why}"),
                _ => format!("step {number} of {steps}, {}: {why}", self.step),
            },
        }
    }
}

impl App {
    /// Does what is next in the script, one thing a frame. A step that cannot be done is the last one.
    pub(super) fn run_script(&mut self) {
        // The next thing is done to what the last one has made.
        if self.session.work.is_busy() {
            return;
        }
        let Some(mut script) = self.shell.script.take() else {
            return;
        };
        self.shell.is_scripted = true;
        if let Some(why) = self.shell.refusal.take() {
            *self.shell.script_failure.borrow_mut() = Some(script.failure(&why));
            self.close();
            return;
        }
        if script.waiting > 0 {
            script.waiting -= 1;
        } else if let Some((way, done, all)) = script.under_way {
            self.go_along(way, f64::from(done) / f64::from(all.max(1)));
            script.under_way = (done < all).then_some((way, done + 1, all));
            if done >= all && matches!(way, Way::Drag(..)) {
                self.edit(Edit::EndDrag);
                self.hand.drags_done += 1;
                self.keep_between_keys();
            }
        } else if let Some(command) = script.commands.pop_front() {
            script.step = format!("{command:?}");
            script.files.note_step(&command);
            script.files.note_stage(self);
            self.run_command(command, &mut script);
        } else {
            // From here on there is somebody to ask.
            self.shell.is_scripted = false;
            return;
        }
        self.shell.script = Some(script);
    }

    fn go_along(&mut self, way: Way, share: f64) {
        match way {
            Way::Drag(from, to) => {
                let position = Some(from.lerp(to, share));
                self.edit(Edit::DragTo {
                    position,
                    rotation: None,
                });
            }
            Way::Scrub(from, to) => self.seek(from + share * (to - from)),
        }
    }

    fn run_command(&mut self, command: Command, script: &mut Script) {
        if let Some(mistake) = command.mistake() {
            return self.refuse(mistake);
        }
        match command {
            Command::Do(action) => self.perform(action),
            Command::Begin { character, level } => {
                self.begin_with(&character, &level);
                script.waiting = 20;
            }
            Command::Select(name) => self.hand.selected = self.handle_named(&name),
            Command::TakeUp(index) => self.take_up_nth(index),
            Command::Drag { handle, to, frames } => {
                if let Some(handle) = self.handle_named(&handle) {
                    self.hand.selected = Some(handle);
                    let from = self
                        .document()
                        .setup
                        .place_of(handle, &self.scene.figure.kin);
                    if self.edit(Edit::BeginDrag { handle }) {
                        script.under_way = Some((Way::Drag(from, to), 0, frames));
                    }
                }
            }
            Command::Overlays(overlays) => self.shell.settings.overlays = overlays,
            Command::Tab(name) => {
                let tab = Tab::ALL.into_iter().find(|tab| tab.words().0 == name);
                if let Some(tab) = tab {
                    self.forms.tab = tab;
                } else {
                    let names = Tab::ALL.map(|tab| tab.words().0).join(", ");
                    self.refuse(format!("there is no tab {name:?}; there are {names}"));
                }
            }
            Command::Camera {
                yaw_deg,
                pitch_deg,
                distance,
                target,
            } => {
                let angles = (yaw_deg.to_radians(), pitch_deg.to_radians());
                self.panes.lit_mut().camera.stand(target, angles, distance);
            }
            Command::Compare(figures) => self.compare(figures, Layout::Beside),
            Command::Visit(_) if !self.is_in_theatre() => {
                self.refuse("the solver theatre is not open");
            }
            Command::Visit(moment) => self.on_bench(BenchWish::Seek(moment)),
            Command::Views(count) => self.panes.compare(vec![None; count]),
            Command::Seek(secs) => {
                self.session.playback.playing = false;
                self.seek(secs);
            }
            Command::Scrub { from, to, frames } => {
                self.session.playback.playing = false;
                script.under_way = Some((Way::Scrub(from, to), 0, frames));
            }
            Command::Measure(name) => self.shell.measured = (!name.is_empty()).then_some(name),
            Command::Steps(steps) => self.forms.walk.steps = steps,
            Command::Lesson(name) => self.open_lesson(&name),
            Command::Page(number) => self.script_page(number),
            Command::Case(number) => self.lecture(Lecture::ShowCase(number.wrapping_sub(1))),
            Command::CasesBeside => self.lecture(Lecture::CasesBeside),
            Command::Answer(number) => self.lecture(Lecture::Answer(number.wrapping_sub(1))),
            Command::Exercise => self.begin_exercise(),
            Command::Accepted(wanted) => self.expect_marks(wanted),
            Command::Open(path) => self.open_file(&path),
            Command::Import(path) => self.import_bvh(&path),
            Command::Save(path) => self.script_save(&path, script),
            Command::Export(path) => match script.files.take_on(&path, Kind::Clip) {
                Ok(()) => self.export_to(&path, None),
                Err(e) => self.refuse(e.to_string()),
            },
            Command::Screenshot(path) => match script.files.take_on(&path, Kind::Picture) {
                Ok(()) => {
                    self.shell.notice = None;
                    self.shell.screenshot = Some(path);
                    script.waiting = 3;
                }
                Err(e) => self.refuse(e.to_string()),
            },
            Command::Wait(frames) => script.waiting = frames,
            Command::Quit => self.close(),
        }
    }

    /// Saves the project; a name that is not its own yet has to be free of other uses.
    fn script_save(&mut self, path: &Path, script: &mut Script) {
        if let Some(words) = self.changed_by_others(path) {
            return self.refuse(format!("the file was changed meanwhile. {words}"));
        }
        let is_own = self.is_own_file(path);
        match script.files.take_on(path, Kind::Project) {
            Err(e) if !is_own => self.refuse(e.to_string()),
            Ok(()) | Err(_) => {
                self.save_to(path);
            }
        }
    }

    fn script_page(&mut self, number: usize) {
        let place = self.session.study.as_ref().map(|study| {
            let is_there = (1..=study.lesson.pages.len()).contains(&number);
            is_there.then(|| study.place(number - 1))
        });
        match place {
            Some(Some(place)) => self.go_to(place),
            Some(None) => self.refuse(format!("the lesson has no page {number}")),
            None => self.refuse("no lesson is open"),
        }
    }

    /// Fails where the exercise is not marked as it should be.
    fn expect_marks(&mut self, wanted: bool) {
        let Some(study) = &self.session.study else {
            return self.refuse("no lesson is open");
        };
        if study.is_accepted() != wanted || study.marks().is_empty() {
            let rules = study.marks().iter().map(|mark| {
                let sign = if mark.passed { "kept" } else { "not kept" };
                format!("{}: {}, {sign}", mark.rule, mark.figure)
            });
            let rules: Vec<String> = rules.collect();
            self.refuse(rules.join("; "));
        }
    }

    fn handle_named(&mut self, name: &str) -> Option<usize> {
        let handles = &self.document().setup.handles;
        let found = handles.iter().position(|handle| handle.name == name);
        if found.is_none() {
            let names = handles.iter().map(|handle| handle.name.as_str());
            let hint = nearest(name, names).map(|near| format!("; did you mean {near:?}?"));
            let hint = hint.unwrap_or_default();
            self.refuse(format!("there is no handle {name:?}{hint}"));
        }
        found
    }
}
