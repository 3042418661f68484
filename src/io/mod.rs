//! Files in and out: RON that people write, JSON that programs read. Every error names file, line and column.
//!
//! ```text
//! name or path ──> Source ──serde──> file type ──edits──> file type ──build──> Character
//!                    └── errors point into this text ──────────┘
//! ```

mod atomic;
pub mod bvh;
mod character_build;
mod character_file;
mod goals_file;
mod joint_angles;
mod joint_map_file;
mod level_file;
mod link_build;
mod place;
mod pose_file;
mod problem_file;
mod shipped;
mod source;
mod variant;

pub use atomic::{stream_atomically, write_atomically};
pub use goals_file::{AskedGoals, BalanceWish, forward_in_link, read_goals, soles_named};
pub use joint_map_file::read_joint_map;
pub use level_file::{load_level, read_level, shipped_levels};
pub use pose_file::{read_pose, write_pose};
pub use problem_file::{ReachProblems, ReachTargets, read_problems, write_problems};
pub use shipped::{load_character, read_character, shipped_characters};
pub use source::{FileError, Source, nearest};
