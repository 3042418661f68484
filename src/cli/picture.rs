//! `contrapposto picture`: a clip as a strip of figures over its margin.

use super::Error;
use super::clip_input::{LoadedClip, load_clip};
use super::files::{check_picture_path, png, write};
use super::measured::measured;
use crate::picture::{StripSheet, strip_sheet};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `picture`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto picture walk.ron
  contrapposto picture walk.bvh --out strip.png --frames 6")]
pub(super) struct PictureArgs {
    /// The clip, a .ron or a .bvh
    file: PathBuf,
    /// The body, by name or file, when it is not the one that the clip names
    #[arg(long, short, value_name = "NAME")]
    character: Option<String>,
    /// The PNG; the clip's name with the ending png when nobody says
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Figures in full ink; as many as fit when nobody says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    frames: Option<u16>,
    /// A shipped level or the path of a level file, instead of the clip's own
    #[arg(long, short, value_name = "NAME|FILE")]
    level: Option<String>,
}

/// Draws the clip.
pub(super) fn run(
    args: &PictureArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let path = match &args.out {
        Some(path) => path.clone(),
        None => args.file.with_extension("png"),
    };
    check_picture_path(Some(&path))?;
    let LoadedClip {
        clip,
        character,
        level,
    } = load_clip(
        &args.file,
        args.character.as_deref(),
        args.level.as_deref(),
        err,
    )?;
    let audit = measured(&character, &clip, level.as_ref());
    let drawing = strip_sheet(&StripSheet {
        character: &character,
        clip: &clip,
        level: level.as_ref(),
        audit: &audit,
        title: clip.name.replace('_', " "),
        figures: args.frames.map(usize::from),
    });
    write(&path, &png(&drawing)?)?;
    writeln!(out, "Wrote {}.", path.display())?;
    Ok(())
}
