//! `contrapposto convert`: a clip in, edited if asked for, and another kind of file out.

use super::Error;
use super::answer::write_json;
use super::batch::{Batch, Row};
use super::clip_input::{CLIP_ENDINGS, OverruleArgs, load_clip};
use super::clip_output::{ClipFile, ClipStyleArgs};
use super::file_list::{Files, Kind};
use super::input_list::{Item, Listed, ManyArgs, OutDirArgs};
use super::number_args::whole;
use crate::character::Character;
use crate::io::is_stream;
use crate::math::ShortNumber;
use crate::motion::Clip;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Clips with more frames than this are slips of the keyboard: two hours at 120 frames a second.
const MOST_FRAMES: f64 = 1e6;

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto convert walk.ron walk.glb
  contrapposto convert walk.ron walk.bvh --preset blender
  contrapposto convert walk.ron walk.csv --rate 30
  contrapposto convert walk.ron short.ron --from 0.5 --to 2 --mirror
  contrapposto convert cycle.ron long.glb --loop 8
  contrapposto convert - - --format bvh < walk.ron | head
  contrapposto convert clips --out-dir glbs --format glb --skip-existing

The clip is cut first, then mirrored, brought to its rate, and repeated. Files: .ron and .bvh in, \
.ron, .bvh, .csv and .glb out; y up, metres, centimetres in a .bvh unless its preset says otherwise.")]
pub(super) struct ConvertArgs {
    /// The clip to read, a .ron or a .bvh; - is standard input. With --out-dir also a folder of clips
    #[arg(value_name = "CLIP")]
    file: PathBuf,
    /// The file to write, .ron, .bvh, .csv or .glb; - is standard output. With --out-dir more clips to read
    #[arg(id = "out", value_name = "FILE")]
    others: Vec<PathBuf>,
    #[command(flatten)]
    overrule: OverruleArgs,
    #[command(flatten)]
    many: ManyArgs,
    #[command(flatten)]
    out_dir: OutDirArgs,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Frames per second
    #[arg(long, value_name = "FPS")]
    rate: Option<f64>,
    /// Exchanges left and right
    #[arg(long)]
    mirror: bool,
    /// Begins here, in seconds since the clip's first frame
    #[arg(long, value_name = "SECS")]
    from: Option<f64>,
    /// Ends here, in seconds since the clip's first frame
    #[arg(long, value_name = "SECS")]
    to: Option<f64>,
    /// Repeats the clip as a cycle, so many times in all
    #[arg(long = "loop", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    times: Option<usize>,
    /// Prints one JSON object instead of a sentence
    #[arg(long)]
    json: bool,
}

/// What was made, as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
struct Converted<'a> {
    clip: &'a str,
    character: &'a str,
    level: Option<&'a str>,
    frames: usize,
    frame_secs: f64,
    secs: f64,
    clips: &'a [ClipFile],
    written: Vec<&'a str>,
}

impl<'a> Converted<'a> {
    fn new(clip: &'a Clip, clips: &'a [ClipFile]) -> Self {
        Self {
            clip: &clip.name,
            character: &clip.character,
            level: clip.level.as_deref(),
            frames: clip.frames.len(),
            frame_secs: clip.frame_secs,
            secs: clip.duration_secs(),
            clips,
            written: clips.iter().map(|file| file.path.as_str()).collect(),
        }
    }
}

impl ConvertArgs {
    /// Lists the clips when there are many.
    pub(super) fn list(&mut self) -> Result<(), Error> {
        let Some(folder) = self.out_dir.out_dir.as_deref() else {
            let is_one =
                self.others.len() == 1 && !self.many.are_many(std::slice::from_ref(&self.file));
            if is_one {
                if let Some(out) = self.out_dir.unless_there(self.others.first()) {
                    self.many.list_one(&self.file, out);
                }
                return Ok(());
            }
            let message = if self.others.is_empty() && !self.file.is_dir() {
                "name the file to write, or the folder with --out-dir DIR --format KIND"
            } else {
                "many clips are written to a folder; say --out-dir DIR --format KIND"
            };
            let file = self.file.display();
            return Err(Error::Arguments(format!("convert {file}: {message}")));
        };
        self.overrule.check_for_many()?;
        let ending = self.style.ending_in(folder)?;
        let given = [std::slice::from_ref(&self.file), &self.others].concat();
        let output = |clip: &Listed| Some(clip.moved(folder, ending));
        self.many
            .list(&given, &CLIP_ENDINGS, Some(folder), &output)?;
        self.many.make_folders()
    }

    /// From when to when the clip is cut [s].
    fn span_secs(&self) -> (f64, f64) {
        (self.from.unwrap_or(0.0), self.to.unwrap_or(f64::INFINITY))
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let one = || {
            Files::default()
                .reads([&self.file])
                .writes(Kind::Clip, &self.others)
        };
        let clips = self.many.files(Kind::Clip, &self.out_dir);
        clips.unwrap_or_else(one).and(self.overrule.files())
    }
}

/// Reads, edits, writes, and says what was written.
pub(super) fn run(
    args: &ConvertArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let files = args.files();
    if let Some(mut batch) = Batch::of("converting", &args.many, &args.out_dir) {
        batch.answers_json = args.json;
        check_edits(args)?;
        args.style.check_for_many(&batch.items)?;
        let job = |item: &Item, err: &mut dyn Write| {
            let (clip, clips) = convert(args, &item.input, item.output.as_ref(), &files, err)?;
            let converted = Converted::new(&clip, &clips);
            Row::done(
                format!("wrote {}", converted.written.join(", ")),
                &converted,
            )
        };
        return batch.run(job, out, err);
    }
    let (clip, clips) = convert(args, &args.file, args.others.first(), &files, err)?;
    if args.json {
        return write_json(&Converted::new(&clip, &clips), out);
    }
    for file in &clips {
        file.say(out)?;
    }
    Ok(())
}

/// Edits one clip and writes it.
fn convert(
    args: &ConvertArgs,
    input: &Path,
    output: Option<&PathBuf>,
    files: &Files,
    err: &mut dyn Write,
) -> Result<(Clip, Vec<ClipFile>), Error> {
    let style = args.style.of(output)?;
    let loaded = load_clip(input, &args.overrule, files, err)?;
    let mut clip = edited(args, &loaded.character, loaded.clip)?;
    if let Some(path) = output.filter(|path| !is_stream(path)) {
        clip.name = clip_name(path);
    }
    let clips = style.write(&loaded.character, &clip)?;
    Ok((clip, clips))
}

/// Fails when what was asked for can be done to no clip.
fn check_edits(args: &ConvertArgs) -> Result<(), Error> {
    let (from, to) = args.span_secs();
    if from.is_nan() || to.is_nan() || from > to {
        let (from, to) = (ShortNumber(from), ShortNumber(to));
        let message = format!("--from {from} --to {to}: the earlier end comes first");
        return Err(Error::Arguments(message));
    }
    if let Some(rate) = args.rate
        && !(rate.is_finite() && rate > 0.0)
    {
        let rate = ShortNumber(rate);
        let message = format!("--rate {rate} is not a number of frames per second above 0");
        return Err(Error::Arguments(message));
    }
    Ok(())
}

/// The clip with everything done that was asked for.
fn edited(args: &ConvertArgs, character: &Character, mut clip: Clip) -> Result<Clip, Error> {
    check_edits(args)?;
    let (from, to) = args.span_secs();
    let end = clip.duration_secs();
    if from > end || to < 0.0 {
        let given = [("--from", args.from), ("--to", args.to)].into_iter();
        let given =
            given.filter_map(|(option, secs)| Some(format!("{option} {}", ShortNumber(secs?))));
        let given = given.collect::<Vec<_>>().join(" ");
        let message = format!("{given}: the clip lasts from 0 to {end:.3} s");
        return Err(Error::Arguments(message));
    }
    if args.from.is_some() || args.to.is_some() {
        clip = clip.cut_secs(from..=to);
    }
    let rate = args.rate.unwrap_or(1.0 / clip.frame_secs);
    let times = args.times.unwrap_or(1);
    let frames = 1.0 + clip.duration_secs() * rate * times as f64;
    if frames > MOST_FRAMES {
        let frames = ShortNumber(frames.round());
        let message = format!("that makes {frames} frames; at most {MOST_FRAMES} are written");
        return Err(Error::Arguments(message));
    }
    if args.mirror {
        clip = clip.mirrored(character);
    }
    if args.rate.is_some() {
        clip = clip.resampled(character, 1.0 / rate);
    }
    if args.times.is_some() {
        clip = clip.looped(character, times);
    }
    Ok(clip)
}

/// A clip is called like its file. Names have at most 64 printable characters.
fn clip_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let printable = stem.chars().filter(|c| !c.is_control());
    printable.take(64).collect()
}
