//! A clip from a file, with the body that moves in it and the level that it moves on.

use super::Error;
use crate::character::Character;
use crate::io::FileError;
use crate::level::Level;
use crate::motion::Clip;
use std::path::Path;

/// Reads a clip and everything that it names.
pub(super) fn load_clip(path: &Path) -> Result<(Clip, Character, Option<Level>), Error> {
    let message = if path.is_file() {
        "clips cannot be read yet: the formats come with the next version"
    } else {
        "there is no such file"
    };
    Err(Error::Input(FileError {
        file: path.display().to_string(),
        place: None,
        message: message.to_owned(),
    }))
}
