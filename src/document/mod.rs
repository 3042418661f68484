//! What people author, and edits of it that can be undone: poses with their handles and pins, keys in time, walks as
//! footprints, recordings beside their corrections.
//!
//! ```text
//! Edit ──> Editor ──> Poser: goals of a Setup ──> Solver ──> pose, report
//!            │  └── History: earlier Documents, exact; they share what did not change
//!            ├── Document ──> in_between, Bake: the keys as a clip, re-solved and balanced
//!            └── Errand: an edit that takes long, worked out elsewhere and done later
//! ```
//! [`Preset`] is a pose with a name, made by goals. [`SideBySide`] and [`Theatre`] look at a setup's goals: solved in several ways at once, and one solve visit by visit.
//! [`LiveGhost`] goes along with what is posed or played; it is no part of the document, a recording of it is.
//!
//! Nothing here reads files, draws or fails on what people do: an edit that cannot be done says why in a sentence, and
//! nothing has changed.

mod another_body;
mod asks;
mod bake;
mod between;
mod carried_way;
mod carrying;
mod changes;
mod course;
mod difference;
mod edit;
mod editor;
mod errand;
mod foot_way;
mod ghost_manner;
mod ghost_reading;
mod ghost_tape;
mod goals;
mod ground;
mod handles;
mod haste;
mod heel;
mod history;
mod jump_take;
mod key;
mod keys;
mod live_ghost;
mod manner;
mod mirror;
mod passage;
mod planned_way;
mod poser;
mod posing;
mod preset;
mod pull;
mod ranking;
mod recording_take;
mod repair;
mod rows;
mod setup;
mod side_by_side;
mod solving;
mod stand;
mod takes;
mod theatre;
mod whole;

pub use another_body::lost_with;
pub use asks::Ask;
pub use bake::{Bake, bake};
pub use between::in_between;
pub use course::Course;
pub use difference::differences;
pub use edit::Edit;
pub use editor::Editor;
pub use errand::{Errand, Finished};
pub use ghost_manner::{ComesFrom, GhostGrip, GhostManner, Shove};
pub use ghost_reading::GhostReading;
pub use handles::CENTER_OF_MASS;
pub use haste::{Haste, hasty_ways};
pub use jump_take::JumpTake;
pub use key::{Easing, Key};
pub use live_ghost::{BALL_RADIUS, LiveGhost};
pub use planned_way::{PlannedWay, plan_way};
pub use poser::{Poser, Work};
pub use preset::{Posed, Preset};
pub use pull::Pull;
pub use recording_take::{ContactChange, RecordingTake, stays};
pub use rows::{BalanceRow, Row, RowPlace};
pub use setup::{Grip, Handle, Setup};
pub use side_by_side::{ErrorRow, Figure, SideBySide, Variant};
pub use solving::{Solving, SolvingChange};
pub use stand::check_setup;
pub use takes::check_order;
pub use theatre::{Lever, Scene, Theatre};
pub use whole::{Document, Take, WalkTake};
