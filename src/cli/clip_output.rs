//! Clips as files: the ending of the name says the format.

use super::Error;
use crate::character::Character;
use crate::io::bvh::{BvhOptions, write_clip_bvh};
use crate::motion::Clip;
use std::path::Path;

/// Fails when a clip cannot be written to a path of this name, so that long work is not done for nothing.
pub(super) fn check_clip_format(path: &Path) -> Result<(), Error> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending {
        Some(ending) if ending.eq_ignore_ascii_case("bvh") => Ok(()),
        _ => Err(Error::Arguments(format!(
            "{}: a clip is written as .bvh",
            path.display()
        ))),
    }
}

/// Writes a clip in the format that the path's ending says.
pub(super) fn write_clip(path: &Path, clip: &Clip, character: &Character) -> Result<(), Error> {
    check_clip_format(path)?;
    write_clip_bvh(path, clip, character, &BvhOptions::default()).map_err(Error::Written)?;
    Ok(())
}
