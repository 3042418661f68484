//! The window: a lit stage with the figure on it, and panels around it.
//!
//! ```text
//! window ── loop, events ──> egui_input ──> Program::panels ──┐
//!   │                                                         ├──> egui_painter (over the stage)
//!   └── stage: room, ground, shadow, figures <── Program::draw┘
//!         └── mesh, foot, ground (triangles), material (shaders), camera, theme
//! ```
//! The lower half, listed above, knows nothing of poses and goals: it shows what a `Program` hands to it. Only
//! this module and those below it name the crates that open windows; `f64` becomes `f32` where triangles and matrices go
//! to the graphics card.

mod bounds;
mod camera;
mod display;
mod egui_input;
mod egui_painter;
mod flight;
mod foot;
mod ground;
mod material;
mod mesh;
mod screenshot;
mod shadow;
mod stage;
mod theme;
mod turntable;
mod window;

pub use display::NoDisplay;

use crate::io::FileError;
use std::path::PathBuf;

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct ViewerOptions {
    /// A character, level, pose or clip to begin with.
    pub file: Option<PathBuf>,
    /// Samples per pixel; nothing: as many as the machine can afford.
    pub samples: Option<i32>,
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
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display, or the file to begin with is wrong.
pub fn open(options: &ViewerOptions) -> Result<(), OpenError> {
    let window_options = window::WindowOptions {
        title: "Contrapposto".to_owned(),
        width: 1280,
        height: 800,
        samples: options.samples,
    };
    let scene = turntable::Scene::load(options.file.as_deref())?;
    window::run(&window_options, move |ctx| {
        Box::new(turntable::Turntable::new(ctx, scene))
    })
}
