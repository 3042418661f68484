//! `contrapposto picture`: a clip as a strip of figures over its margin.

use super::Error;
use super::clip_input::{ClipArgs, LoadedClip, load_clip};
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::measured::measured;
use crate::io::is_standard_input;
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
    #[command(flatten)]
    clip: ClipArgs,
    /// The PNG; the clip's name with the ending png when nobody says
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Figures in full ink; as many as fit when nobody says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    frames: Option<u16>,
}

impl PictureArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.clip.files().writes(Kind::Picture, [&self.path()])
    }

    /// Where the picture goes: of standard input to standard output.
    fn path(&self) -> PathBuf {
        let file = &self.clip.file;
        match &self.out {
            Some(path) => path.clone(),
            None if is_standard_input(file) => "-".into(),
            None => file.with_extension("png"),
        }
    }
}

/// Draws the clip.
pub(super) fn run(
    args: &PictureArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let LoadedClip {
        clip,
        character,
        level,
    } = load_clip(&args.clip, &args.files(), err)?;
    let audit = measured(&character, &clip, level.as_ref());
    let drawing = strip_sheet(&StripSheet {
        character: &character,
        clip: &clip,
        level: level.as_ref(),
        audit: &audit,
        title: clip.name.replace('_', " "),
        figures: args.frames.map(usize::from),
    });
    let path = args.path();
    write(&path, &png(&drawing)?)?;
    writeln!(out, "Wrote {}.", written_name(&path))?;
    Ok(())
}
