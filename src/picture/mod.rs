//! Pictures of poses and clips: a drawing is a list of marks, made from core data and painted without a window.
//!
//! ```text
//! Character + Pose + goals + report ──pose_sheet──┬─> Drawing ──to_png──> bytes of a PNG
//! Character + Clip + level + audit ──strip_sheet──┤   (marks: polygon, polyline, circle, text; any painter can show it)
//! Character + level + Run of a ghost ─ghost_sheet─┘
//! ```
//! A drawing's coordinates are pixels at scale 1, x to the right and **y down**. Everything before that is in metres.
//! Limits: views are orthographic, and links are painted whole from back to front, so two links that pass through
//! each other show the nearer centre on top.

mod carried;
mod case_sheet;
mod column;
mod drawing;
mod fit;
mod gallery;
mod ghost_strip;
mod goal_marks;
mod ground;
mod labels;
mod margin_plot;
mod paint;
mod palette;
mod rect;
mod sheet;
mod signs;
mod solid;
mod strip;
mod strip_figures;
mod strip_layout;
mod support_view;
mod text;
mod time_axis;
mod tracking_plot;
mod view;

pub mod figure;

pub use case_sheet::{CaseColumn, CaseSheet, case_sheet};
pub use drawing::{Align, Drawing, Ink, Layer, Mark, Outline, Stroke, Weight};
pub use gallery::{GalleryPose, gallery};
pub use ghost_strip::{GhostSheet, ghost_sheet};
pub use ground::Ground;
pub use paint::PaintError;
pub use palette::{Color, Palette};
pub use rect::Rect;
pub use sheet::{PoseSheet, inspect_sheet, pose_sheet};
pub use strip::{StripSheet, strip_sheet};
pub use text::text_width;
pub use view::{Frame, View};
