//! `contrapposto picture`: a clip as a strip of figures over its margin.

use super::Error;
use super::answer::write_json;
use super::batch::{Batch, Row};
use super::clip_input::{CLIP_ENDINGS, ClipsArgs, load_clip};
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::input_list::{Item, OutDirArgs, refuse_one_file};
use super::measured::{LowPassed, measured_along};
use super::number_args::whole;
use crate::io::{is_standard_input, one_line};
use crate::picture::{StripSheet, strip_sheet};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `picture`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto picture walk.ron
  contrapposto picture walk.bvh --out strip.png --frames 6
  contrapposto picture clips --out-dir strips --skip-existing")]
pub(super) struct PictureArgs {
    #[command(flatten)]
    input: ClipsArgs,
    #[command(flatten)]
    out_dir: OutDirArgs,
    /// The PNG; the clip's name with the ending png when nobody says
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Figures in full ink; as many as fit when nobody says
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=100))]
    frames: Option<u16>,
    /// Prints one JSON object instead of a sentence
    #[arg(long)]
    json: bool,
}

/// What was drawn, as JSON. `docs/json.md` describes every field.
#[derive(Serialize)]
struct Drawn {
    clip: String,
    character: String,
    level: Option<String>,
    frames: usize,
    written: [String; 1],
}

impl PictureArgs {
    /// Lists the clips when there are many.
    pub(super) fn list(&mut self) -> Result<(), Error> {
        let ClipsArgs { clips, many, .. } = &mut self.input;
        if !many.are_many(clips) {
            if let Some(out) = self.out_dir.unless_there(self.out.as_ref()) {
                many.list_one(&clips[0], out);
                return Ok(());
            }
            if !self.out_dir.mean_many() {
                return Ok(());
            }
        }
        refuse_one_file("--out", self.out.as_ref(), "say --out-dir DIR")?;
        self.input.overrule.check_for_many()?;
        let folder = self.out_dir.out_dir.as_deref();
        self.input
            .many
            .list(&self.input.clips, &CLIP_ENDINGS, folder, &|clip| {
                Some(match folder {
                    Some(folder) => clip.moved(folder, "png"),
                    None => clip.path.with_extension("png"),
                })
            })?;
        self.input.many.make_folders()
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let one = || {
            Files::default()
                .reads(&self.input.clips)
                .writes(Kind::Picture, [&self.path()])
        };
        let clips = self.input.many.files(Kind::Picture, &self.out_dir);
        clips.unwrap_or_else(one).and(self.input.overrule.files())
    }

    /// Where the picture of one clip goes: of standard input to standard output.
    fn path(&self) -> PathBuf {
        let file = &self.input.clips[0];
        match &self.out {
            Some(path) => path.clone(),
            None if is_standard_input(file) => "-".into(),
            None => file.with_extension("png"),
        }
    }
}

/// Draws the clip or the clips.
pub(super) fn run(
    args: &PictureArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let files = args.files();
    if let Some(mut batch) = Batch::of("drawing", &args.input.many, &args.out_dir) {
        batch.answers_json = args.json;
        let job = |item: &Item, err: &mut dyn Write| {
            let beside = item.input.with_extension("png");
            let output = item.output.as_ref().unwrap_or(&beside);
            let drawn = draw(args, &item.input, output, &files, err)?;
            Row::done(format!("wrote {}", drawn.written[0]), &drawn)
        };
        return batch.run(job, out, err);
    }
    let drawn = draw(args, &args.input.clips[0], &args.path(), &files, err)?;
    if args.json {
        return write_json(&drawn, out);
    }
    writeln!(out, "Wrote {}.", one_line(&drawn.written[0]))?;
    Ok(())
}

/// Draws one clip.
fn draw(
    args: &PictureArgs,
    input: &Path,
    output: &Path,
    files: &Files,
    err: &mut dyn Write,
) -> Result<Drawn, Error> {
    let loaded = load_clip(input, &args.input.overrule, files, err)?;
    let (clip, level) = (&loaded.clip, loaded.level.as_ref());
    let moving = LowPassed::of(&loaded, None);
    let audit = measured_along(&loaded.character, clip, moving.as_ref(), level);
    let drawing = strip_sheet(&StripSheet {
        character: &loaded.character,
        clip,
        level,
        audit: &audit,
        title: clip.name.replace('_', " "),
        figures: args.frames.map(usize::from),
    });
    write(output, &png(&drawing)?)?;
    Ok(Drawn {
        clip: clip.name.clone(),
        character: loaded.character.name.clone(),
        level: level.map(|level| level.name.clone()),
        frames: clip.frames.len(),
        written: [written_name(output)],
    })
}
