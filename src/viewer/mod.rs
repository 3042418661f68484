//! The window: a lit stage with the figure on it, and panels around it.
//!
//! ```text
//! input (keys, mouse, the table of commands), panels, script
//!    │ Action ──perform── Edit ──Manner: at once or in the background──┐
//!    v                                                                  v
//! App { session: document, time, ghost, work ──look, compose──> scene: figure, goals, level, companions
//!       panes: which scene, which camera, where                    │
//!       hand, forms, shell: pointed at, typed, files and dialogs } v
//!                          every open pane: stage (lit) or line art, then signs
//! ```
//!
//! ```text
//! window ── loop, events ──> egui_input ──> Program::panels ──┐
//!   │                                                         ├──> egui_painter (over the stage)
//!   └── stage: room, ground, shadow, figures <── Program::draw┘
//!         └── mesh, foot, ground (triangles), material (shaders), light
//! ```
//! To add a command: a row in `input::actions`; the compiler then asks `input::perform` what it does. A tab: a variant of
//! `panels::Tab`, which the compiler follows to its words and to what it holds. A view: `panes::Panes::compare`. Work that
//! takes long: a `session::work::Product` and what `session::deliver` does with it.
//!
//! The upper half reads the document and sends edits; it never writes. The lower half knows nothing of poses and goals: it
//! shows what a `Program` hands to it. Only this module and those below it name the crates that open windows; `f64` becomes
//! `f32` where triangles and matrices go to the graphics card.

mod app;
mod input;
mod panels;
mod panes;
#[cfg(test)]
mod rehearsal;
mod scene;
mod script;
mod script_files;
mod session;
mod shell;
mod signs;
mod stage;
mod theme;
mod window;

pub use input::actions::shortcut_table;
pub use window::display::NoDisplay;
pub use window::timings::{FrameTiming, Section, Timings};

use crate::io::FileError;
use shell::at_hand::{AtHand, Overrule};
use shell::opening::{self, Opening};
use shell::{files, settings};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct ViewerOptions {
    /// A project, a clip or a BVH to begin with.
    pub file: Option<PathBuf>,
    /// The body to begin with, by name or file; of a clip instead of the one that it names.
    pub character: Option<String>,
    /// The level to begin with, by name or file; of a clip instead of the one that it names.
    pub level: Option<String>,
    /// Samples per pixel; nothing: as the settings say.
    pub samples: Option<i32>,
    /// Commands that are done one after the other.
    pub script: Option<PathBuf>,
}

/// Why the window did not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is nowhere to show it.
    #[error(transparent)]
    NoDisplay(#[from] NoDisplay),
    /// The file to begin with is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// A step of the script could not be done.
    #[error(transparent)]
    Script(FileError),
}

/// Opens the window and returns when it is closed, with what the script wanted to be measured.
///
/// # Errors
/// When there is no display, the file to begin with is wrong, or a step of the script fails.
pub fn open(options: &ViewerOptions) -> Result<Timings, OpenError> {
    let opened = Instant::now();
    let home = settings::home_folder();
    let settings = settings::Settings::load(&home);
    let script = options.script.as_deref().map(script::Script::load);
    let script = script.transpose()?;
    let opening = options.file.as_deref().map(Opening::of).transpose()?;
    let overrule = Overrule {
        character: options.character.is_some(),
        level: options.level.is_some(),
    };
    if let (Some(path), Some(Opening::Project | Opening::Lesson)) = (&options.file, opening)
        && (overrule.character || overrule.level)
    {
        return Err(OpenError::File(FileError {
            file: path.display().to_string(),
            place: None,
            message: "says itself who stands where; --character and --level are for motions"
                .to_owned(),
        }));
    }
    let (document, project) = match &options.file {
        Some(path) if opening == Some(Opening::Project) => {
            let (document, seen) = opening::read_project(path)?;
            (document, Some((path.clone(), seen)))
        }
        _ => {
            let character = options.character.as_deref().unwrap_or("human");
            let level = options.level.as_deref().unwrap_or("flat");
            (files::fresh_document(character, level)?, None)
        }
    };
    let motion = options.file.clone().filter(|_| project.is_none());
    if let (Some(opening), Some(path)) = (opening, &motion) {
        opening.check(path, &AtHand::of(&document, overrule))?;
    }
    let window_options = window::WindowOptions {
        title: "Contrapposto".to_owned(),
        width: 1280,
        height: 800,
        samples: options.samples.or(settings.samples),
        opened,
    };
    let script_failure = Rc::default();
    let failure = Rc::clone(&script_failure);
    let timings = window::run(&window_options, move |_| {
        let files = files::Files::new(project, home);
        let is_given = opening.is_some();
        let mut app = app::App::new(document, files, settings);
        app.shell.script_failure = failure;
        if let Some(motion) = motion {
            app.open_overruled(&motion, overrule);
        }
        if script.is_none() {
            app.offer_kept();
        }
        if !is_given && script.is_none() {
            app.offer_start();
        }
        app.shell.script = script;
        Box::new(app)
    })?;
    match script_failure.take() {
        Some(failure) => Err(OpenError::Script(failure)),
        None => Ok(timings),
    }
}
