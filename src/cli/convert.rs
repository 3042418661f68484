//! `contrapposto convert`: a clip in, edited if asked for, and another kind of file out.

use super::Error;
use super::answer::write_json;
use super::clip_input::{ClipArgs, load_clip};
use super::clip_output::{ClipFile, ClipStyleArgs};
use super::file_list::{Files, Kind};
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

The clip is cut first, then mirrored, brought to its rate, and repeated. Files: .ron and .bvh in, \
.ron, .bvh, .csv and .glb out; y up, metres, centimetres in a .bvh unless its preset says otherwise.")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    clip: ClipArgs,
    /// The file to write, .ron, .bvh, .csv or .glb; - is standard output
    #[arg(value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Frames per second
    #[arg(long, value_name = "FPS")]
    rate: Option<f64>,
    /// Exchanges left and right
    #[arg(long)]
    mirror: bool,
    /// Begins here, in seconds since the clip's first frame
    #[arg(long, value_name = "SECS", allow_negative_numbers = true)]
    from: Option<f64>,
    /// Ends here, in seconds since the clip's first frame
    #[arg(long, value_name = "SECS", allow_negative_numbers = true)]
    to: Option<f64>,
    /// Repeats the clip as a cycle, so many times in all
    #[arg(long = "loop", value_name = "N")]
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
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.clip.files().writes(Kind::Clip, [&self.out])
    }
}

/// Reads, edits, writes, and says what was written.
pub(super) fn run(
    args: &ConvertArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let style = args.style.of([&args.out])?;
    let loaded = load_clip(&args.clip, &args.files(), err)?;
    let mut clip = edited(args, &loaded.character, loaded.clip)?;
    if !is_stream(&args.out) {
        clip.name = clip_name(&args.out);
    }
    let clips = style.write(&loaded.character, &clip)?;
    if args.json {
        return write_json(&Converted::new(&clip, &clips), out);
    }
    for file in &clips {
        file.say(out)?;
    }
    Ok(())
}

/// The clip with everything done that was asked for.
fn edited(args: &ConvertArgs, character: &Character, mut clip: Clip) -> Result<Clip, Error> {
    let (from, to) = (args.from.unwrap_or(0.0), args.to.unwrap_or(f64::INFINITY));
    if from.is_nan() || to.is_nan() || from > to {
        let (from, to) = (ShortNumber(from), ShortNumber(to));
        let message = format!("--from {from} --to {to}: the earlier end comes first");
        return Err(Error::Arguments(message));
    }
    let end = clip.duration_secs();
    if from > end || to < 0.0 {
        let (from, to) = (ShortNumber(from), ShortNumber(to));
        let message = format!("--from {from} --to {to}: the clip lasts from 0 to {end:.3} s");
        return Err(Error::Arguments(message));
    }
    if args.from.is_some() || args.to.is_some() {
        clip = clip.cut_secs(from..=to);
    }
    let rate = args.rate.unwrap_or(1.0 / clip.frame_secs);
    if !(rate.is_finite() && rate > 0.0) {
        let rate = ShortNumber(rate);
        let message = format!("--rate {rate} is not a number of frames per second above 0");
        return Err(Error::Arguments(message));
    }
    let times = args.times.unwrap_or(1);
    if times == 0 {
        return Err(Error::Arguments(
            "--loop 0 leaves nothing; 1 is once".to_owned(),
        ));
    }
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
