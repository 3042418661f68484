//! A clip from a file, with the body that moves in it and the level that it moves on.
//!
//! ```text
//! .ron ──> clip, its character, its level
//! .bvh ──> one of ours? ──yes──> clip of that character ──┐
//!              └────────────no───> retargeted ────────────┴──> contacts found ──> clip
//! ```

use super::Error;
use super::body::{Body, Moving, body_files};
use super::file_list::Files;
use super::input_list::{ManyArgs, refuse_standard_input};
use super::plain_text::path_name;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::{Bvh, Origin, clip_from_recording, has_skeleton_of, parse_bvh, read_bvh};
use crate::io::{
    ClipFormat, FileError, MOST_CLIP_BYTES, Source, is_standard_input, is_stream, load_character,
    load_level, map_that_is_needed, read_bytes, read_clip_source, read_clip_text, read_pipe,
    shipped_characters,
};
use crate::level::Level;
use crate::motion::{Clip, OWN, Recording, RetargetSettings, SoleTracks};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How the names of clips end that are read.
pub(super) const CLIP_ENDINGS: [&str; 2] = ["ron", "bvh"];

/// A clip that is read, and what overrules what it names.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ClipArgs {
    /// The clip to read, a .ron or a .bvh; - is standard input
    #[arg(value_name = "CLIP")]
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) overrule: OverruleArgs,
}

/// Clips that are read, one or many, and what overrules what they name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ClipsArgs {
    /// The clips to read, .ron or .bvh, or folders of them; - is standard input
    #[arg(id = "file", value_name = "CLIP", required = true)]
    pub(super) clips: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) overrule: OverruleArgs,
    #[command(flatten)]
    pub(super) many: ManyArgs,
}

/// What overrules what a clip names.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct OverruleArgs {
    /// The body, by name or file, when it is not the one that the clip names; own is a recording's own skeleton
    #[arg(long, short, value_name = "NAME|FILE|own")]
    pub(super) character: Option<String>,
    /// A shipped level or the path of a level file, instead of the clip's own
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(super) level: Option<String>,
}

impl ClipArgs {
    /// The files that the arguments name.
    pub(super) fn files(&self) -> Files {
        self.overrule.files().reads([&self.file])
    }
}

impl OverruleArgs {
    /// The files that the arguments name.
    pub(super) fn files(&self) -> Files {
        let (character, level) = (self.character.as_deref(), self.level.as_deref());
        named(Files::default(), character, level)
    }

    /// Fails once, and not for every one of many clips, when what is named is wrong.
    pub(super) fn check_for_many(&self) -> Result<(), Error> {
        let (character, level) = (self.character.as_deref(), self.level.as_deref());
        refuse_standard_input("--character", character.map(Path::new))?;
        refuse_standard_input("--level", level.map(Path::new))?;
        character.map(Body::load).transpose()?;
        level.map(load_level).transpose()?;
        Ok(())
    }
}

/// The files with those of a character and a level.
fn named(files: Files, character: Option<&str>, level: Option<&str>) -> Files {
    let files = match character {
        Some(name) => files.and(body_files(name)),
        None => files,
    };
    match level {
        Some(name) => files.reads_level(name),
        None => files,
    }
}

/// A clip and everything that it names.
#[derive(Debug)]
pub(super) struct LoadedClip {
    pub(super) clip: Clip,
    pub(super) character: Character,
    pub(super) level: Option<Level>,
    /// Whether it was recorded, and trembles therefore; what the program made does not.
    pub(super) is_recorded: bool,
}

/// Reads a clip and everything that it names, or what people name instead. Notes go to `err`. Fails when the clip names a
/// character or a level that is among the `files` that are to be written.
pub(super) fn load_clip(
    path: &Path,
    args: &OverruleArgs,
    files: &Files,
    err: &mut dyn Write,
) -> Result<LoadedClip, Error> {
    let character = args.character.as_deref();
    if path.is_dir() {
        let message = "is a folder; name a clip in it, a .ron or a .bvh".to_owned();
        return Err(Error::Input(FileError {
            file: path.display().to_string(),
            place: None,
            message,
        }));
    }
    let source = source(path)?;
    let is_bvh = matches!(source, ClipSource::Bvh(_));
    let (character, mut clip, origin) = match source {
        ClipSource::Bvh(bvh) => retargeted(bvh, path, character, err)?,
        ClipSource::Ron(source) => {
            if character == Some(OWN) {
                let message = "has a body of its own; own is for a recording, a .bvh";
                return Err(Error::Input(FileError::of(path, message)));
            }
            let find = |name: &str| load_character(character.unwrap_or(name));
            let (character, clip) = read_ron(&source, &find)?;
            (character, clip, Origin::Ours)
        }
    };
    let own_character = args.character.is_none().then_some(clip.character.as_str());
    let own_level = clip.level.as_deref().filter(|_| args.level.is_none());
    files.check_also_read(&named(Files::default(), own_character, own_level))?;
    let level = match (args.level.as_deref(), own_level) {
        (Some(name), _) => Some(load_level(name)?),
        (None, Some(name)) => Some(load_level(name).map_err(|e| named_by_clip(path, &e))?),
        (None, None) => None,
    };
    let mut is_noisy = false;
    if clip.frames.iter().all(|frame| frame.contacts.is_empty()) {
        let tracks = SoleTracks::of_clip(&character, &clip);
        is_noisy = origin.mark_contacts(&character, &mut clip, &tracks, level.as_ref(), &[]);
    }
    Ok(LoadedClip {
        clip,
        character,
        level,
        is_recorded: is_bvh && is_noisy,
    })
}

/// A clip's file, read.
enum ClipSource {
    Ron(Source),
    Bvh(Bvh),
}

/// Reads the file; what comes from standard input, or from a pipe whose name says nothing, is known by how it begins.
fn source(path: &Path) -> Result<ClipSource, FileError> {
    match ClipFormat::of_path(path) {
        _ if is_standard_input(path) => {
            let bytes = read_bytes(path, MOST_CLIP_BYTES)?;
            of_bytes("standard input".to_owned(), bytes)
        }
        Ok(ClipFormat::Bvh) => Ok(ClipSource::Bvh(read_bvh(path)?)),
        Ok(_) => Ok(ClipSource::Ron(read_clip_source(path)?)),
        Err(_) if is_stream(path) => {
            let bytes = read_pipe(path, MOST_CLIP_BYTES)?;
            of_bytes(path.display().to_string(), bytes)
        }
        Err(e) => {
            let message = "a clip is read from a .ron or a .bvh".to_owned();
            Err(FileError { message, ..e })
        }
    }
}

/// A clip without an ending.
fn of_bytes(name: String, bytes: Vec<u8>) -> Result<ClipSource, FileError> {
    Ok(match ClipFormat::of_bytes(&bytes) {
        ClipFormat::Bvh => ClipSource::Bvh(parse_bvh(&name, &bytes)?),
        _ => ClipSource::Ron(Source::from_bytes(name, bytes)?),
    })
}

/// Reads our own kind of clip, with a progress bar.
fn read_ron(
    source: &Source,
    find: &dyn Fn(&str) -> Result<Character, FileError>,
) -> Result<(Character, Clip), FileError> {
    // A frame is a line, as a rule.
    let most = source.text.lines().count() as u64;
    let mut progress = Progress::new("reading", most);
    read_clip_text(source, find, &mut |done| {
        progress.set(most.min(done as u64));
    })
}

/// The clip is right, but what it names is not here.
fn named_by_clip(path: &Path, e: &FileError) -> Error {
    Error::Input(FileError {
        file: path.display().to_string(),
        place: None,
        message: format!("names the level {e}; say --level FILE for a level of your own"),
    })
}

/// A motion that we wrote comes back as it was; anybody else's is retargeted.
fn retargeted(
    bvh: Bvh,
    path: &Path,
    character: Option<&str>,
    err: &mut dyn Write,
) -> Result<(Character, Clip, Origin), Error> {
    for note in &bvh.notes {
        writeln!(err, "note: {}: {note}", path_name(path))?;
    }
    let recording = bvh.recording();
    // Of a long motion one copy is enough.
    drop(bvh);
    if recording.rows() == 0 {
        let message = "has no motion, only a skeleton";
        return Err(Error::Input(FileError::of(path, message)));
    }
    let body = Body::load(character.unwrap_or("human"))?;
    if matches!(body, Body::Given(_))
        && let Some((character, clip)) = find_ours(&recording, character, err)?
    {
        return Ok((character, clip, Origin::Ours));
    }
    let Moving {
        character,
        clip,
        found: report,
        own,
    } = body.moved(&recording, &RetargetSettings::default());
    if let Some(map) = map_that_is_needed(body.flesh(), &recording, &report) {
        let sentence = format!("{}; `balance --map FILE` can be told", map.sentence);
        return Err(Error::Input(FileError::of(path, sentence)));
    }
    if let Some(own) = own {
        return Ok((own.character, clip, Origin::Ours));
    }
    writeln!(
        err,
        "note: {}: somebody else's skeleton, retargeted to {} ({} up, unit {}, {} joints not used)",
        path_name(path),
        character.name,
        report.up_axis.name(),
        report.unit.name,
        report.unmapped_recorded.len(),
    )?;
    Ok((character.into_owned(), clip, Origin::Retargeted))
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
