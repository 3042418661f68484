//! Lessons: pages of text about a scene that is solved while it is read, questions, and exercises that mark themselves.
//!
//! ```text
//! Lesson ── Page ──┬── Scene ──solve──> Solved ──Number──> the figures in the text      Scene + Solved ──> Document
//!                  ├── show me: Steps, one after the other on the scene
//!                  └── cases: the same scene otherwise, side by side
//! Exercise ── Rules + Document ──mark──> Marked: each rule with its figure
//! ```
//! The window, the command line and the tests ask the same questions here: nothing in this module reads files or draws.

mod act;
mod alike;
mod changed;
mod live_text;
mod mark;
mod number;
mod page;
mod rule;
mod scene;
mod stage;
mod step;
mod stepping;

pub use act::{Act, Followed, WalkAndPush};
pub use live_text::{Live, LiveText, Span, TextFault};
pub use mark::{Marked, is_accepted, mark};
pub use number::{Number, Value, ValueUnit};
pub use page::{Allowed, Case, Exercise, Lesson, Page, Question};
pub use rule::Rule;
pub use scene::{Drawn, Scene, Solved, UnknownName, Viewed, center_arrows};
pub use step::Step;
pub use stepping::{FRAME_SECS, Stepped, SteppedFrame, Stepping, Upright};
