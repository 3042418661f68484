//! The folder in which windows keep what outlives them: settings, progress.

use crate::io::{FileError, write_atomically};
use serde::Serialize;
use std::path::Path;

/// Writes a value as RON into the folder, which is made when it is not there: whole, or not at all.
///
/// # Errors
/// When the folder or the file cannot be written.
pub(super) fn write_in_home(
    folder: &Path,
    file: &str,
    value: &impl Serialize,
) -> Result<(), FileError> {
    let failed = |message: String| FileError {
        file: folder.display().to_string(),
        place: None,
        message,
    };
    std::fs::create_dir_all(folder)
        .map_err(|e| failed(format!("the folder cannot be made: {e}")))?;
    let pretty = ron::ser::PrettyConfig::default();
    let text = ron::ser::to_string_pretty(value, pretty).map_err(|e| failed(e.to_string()))?;
    write_atomically(&folder.join(file), text.as_bytes())
}
