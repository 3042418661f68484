//! Files in and out: RON that people write, JSON that programs read. Every error names file, line and column.

mod source;

pub use source::{FileError, Source, nearest};
