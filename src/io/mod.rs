//! Files in and out: RON that people write, JSON that programs read. Every error names file, line and column.

mod level_file;
mod source;

pub use level_file::{load_level, read_level, shipped_levels};
pub use source::{FileError, Source, nearest};
