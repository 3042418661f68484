//! A folder that a command fills: made when it is not there, and every name in it tried before any work.

use super::Error;
use super::file_list::Files;
use crate::io::FileError;
use std::path::Path;

/// Makes the folder and fails when one of the `files`, which are all that the command reads and writes, cannot be written: so
/// that all of them are written or none.
pub(super) fn prepare(folder: &Path, files: &Files) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|e| {
        Error::Written(FileError {
            file: folder.display().to_string(),
            place: None,
            message: format!("the folder cannot be made: {e}"),
        })
    })?;
    Ok(files.check()?)
}
