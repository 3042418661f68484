//! A clip from a file, with the body that moves in it and the level that it moves on.
//!
//! ```text
//! .ron ──> clip, its character, its level
//! .bvh ──> one of ours? ──yes──> clip of that character ──┐
//!              └────────────no───> retargeted ────────────┴──> contacts found ──> clip
//! ```

use super::Error;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::{Origin, clip_from_recording, has_skeleton_of, read_bvh};
use crate::io::{ClipFormat, FileError, load_character, load_level, read_clip, shipped_characters};
use crate::level::Level;
use crate::motion::{Clip, Recording, RetargetSettings, SoleTracks, retarget};
use std::io::Write;
use std::path::Path;

/// A clip and everything that it names.
#[derive(Debug)]
pub(super) struct LoadedClip {
    pub(super) clip: Clip,
    pub(super) character: Character,
    pub(super) level: Option<Level>,
}

/// Reads a clip and everything that it names, or what people name instead. Notes go to `err`.
pub(super) fn load_clip(
    path: &Path,
    character: Option<&str>,
    level: Option<&str>,
    err: &mut dyn Write,
) -> Result<LoadedClip, Error> {
    if path.is_dir() {
        let message = "is a folder; name a clip in it, a .ron or a .bvh".to_owned();
        return Err(Error::Input(FileError {
            file: path.display().to_string(),
            place: None,
            message,
        }));
    }
    let (character, mut clip, origin) = if ClipFormat::of_path(path)? == ClipFormat::Bvh {
        load_bvh(path, character, err)?
    } else {
        let find = |name: &str| load_character(character.unwrap_or(name));
        let mut progress = None;
        let (character, clip) = read_clip(path, &find, &mut |done, most| {
            let begin = || Progress::new("reading", most as u64);
            progress.get_or_insert_with(begin).set(done as u64);
        })?;
        (character, clip, Origin::Ours)
    };
    let level = level
        .or(clip.level.as_deref())
        .map(load_level)
        .transpose()?;
    if clip.frames.iter().all(|frame| frame.contacts.is_empty()) {
        let tracks = SoleTracks::of_clip(&character, &clip);
        origin.mark_contacts(&character, &mut clip, &tracks, level.as_ref(), &[]);
    }
    Ok(LoadedClip {
        clip,
        character,
        level,
    })
}

/// A motion that we wrote comes back as it was; anybody else's is retargeted.
fn load_bvh(
    path: &Path,
    character: Option<&str>,
    err: &mut dyn Write,
) -> Result<(Character, Clip, Origin), Error> {
    let bvh = read_bvh(path)?;
    for note in &bvh.notes {
        writeln!(err, "note: {}: {note}", path.display())?;
    }
    let recording = bvh.recording();
    // Of a long motion one copy is enough.
    drop(bvh);
    if recording.rows() == 0 {
        return Err(Error::Input(FileError {
            file: path.display().to_string(),
            place: None,
            message: "has no motion, only a skeleton".to_owned(),
        }));
    }
    if let Some((character, clip)) = find_ours(&recording, character, err)? {
        return Ok((character, clip, Origin::Ours));
    }
    let character = load_character(character.unwrap_or("human"))?;
    let (clip, report) = retarget(&character, &recording, &RetargetSettings::default());
    writeln!(
        err,
        "note: {}: somebody else's skeleton, retargeted to {} ({} up, unit {}, {} joints not used)",
        path.display(),
        character.name,
        report.up_axis.name(),
        report.unit.name,
        report.unmapped_recorded.len(),
    )?;
    Ok((character, clip, Origin::Retargeted))
}

/// The clip and its character when one of ours has this skeleton.
fn find_ours(
    recording: &Recording,
    character: Option<&str>,
    err: &mut dyn Write,
) -> Result<Option<(Character, Clip)>, Error> {
    if let Some(name) = character {
        let character = load_character(name)?;
        let clip = clip_from_recording(recording, &character).ok();
        return Ok(clip.map(|clip| (character, clip)));
    }
    let mut found: Option<(Character, Clip)> = None;
    for (name, _) in shipped_characters() {
        let character = load_character(name)?;
        match &found {
            None => {
                let clip = clip_from_recording(recording, &character).ok();
                found = clip.map(|clip| (character, clip));
            }
            Some((first, _)) if has_skeleton_of(recording, &character) => writeln!(
                err,
                "note: taken for {}; {name} has the same skeleton: say --character",
                first.name
            )?,
            Some(_) => {}
        }
    }
    Ok(found)
}
