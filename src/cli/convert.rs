//! `contrapposto convert`: a clip in, edited if asked for, and another kind of file out.

use super::Error;
use super::files::check_can_write;
use super::lists::height;
use super::progress::Progress;
use crate::character::Character;
use crate::io::{ClipFormat, GltfProof, WrittenClip, load_character, read_clip, write_clip};
use crate::kinematics::Kinematics;
use crate::motion::Clip;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Clips with more frames than this are slips of the keyboard: two hours at 120 frames a second.
const MOST_FRAMES: f64 = 1e6;

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto convert walk.ron walk.glb
  contrapposto convert walk.ron walk.csv --rate 30
  contrapposto convert walk.ron short.ron --from 0.5 --to 2 --mirror
  contrapposto convert cycle.ron long.glb --loop 8

The clip is cut first, then mirrored, brought to its rate, and repeated. Files: .ron, .csv, .glb (metres, y up).")]
pub(super) struct ConvertArgs {
    /// The clip to read, a .ron
    #[arg(value_name = "CLIP")]
    from_file: PathBuf,
    /// The file to write; the end of its name says what kind
    #[arg(value_name = "FILE")]
    to_file: PathBuf,
    /// The body, by name or file, when it is not the one that the clip names
    #[arg(long, short, value_name = "NAME")]
    character: Option<String>,
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
}

/// Reads, edits, writes, and says what was written.
pub(super) fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<(), Error> {
    ClipFormat::of_path(&args.to_file)?;
    check_can_write(Some(&args.to_file))?;
    let find = |name: &str| load_character(args.character.as_deref().unwrap_or(name));
    let mut progress = None;
    let (character, clip) = read_clip(&args.from_file, &find, &mut |done, most| {
        let begin = || Progress::new("reading", most as u64);
        progress.get_or_insert_with(begin).set(done as u64);
    })?;
    drop(progress);
    let mut clip = edited(args, &character, clip)?;
    clip.name = clip_name(&args.to_file);

    let mut progress = Progress::new("writing", clip.frames.len() as u64);
    let written = write_clip(&args.to_file, &character, &clip, &mut |done| {
        progress.set(done as u64);
    });
    progress.finish();
    let written = written.map_err(Error::Written)?;
    write_summary(&args.to_file, &character, &clip, &written, out)?;
    Ok(())
}

/// The clip with everything done that was asked for.
fn edited(args: &ConvertArgs, character: &Character, mut clip: Clip) -> Result<Clip, Error> {
    let (from, to) = (args.from.unwrap_or(0.0), args.to.unwrap_or(f64::INFINITY));
    if from.is_nan() || to.is_nan() || from > to {
        let message = format!("--from {from} --to {to}: the earlier end comes first");
        return Err(Error::Arguments(message));
    }
    let end = clip.duration_secs();
    if from > end || to < 0.0 {
        let message = format!("--from {from} --to {to}: the clip lasts from 0 to {end:.3} s");
        return Err(Error::Arguments(message));
    }
    if args.from.is_some() || args.to.is_some() {
        clip = clip.cut_secs(from..=to);
    }
    let rate = args.rate.unwrap_or(1.0 / clip.frame_secs);
    if !(rate.is_finite() && rate > 0.0) {
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
        let message = format!("that makes {frames:.0} frames; at most {MOST_FRAMES} are written");
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

/// Two lines, and a third where the file was read back.
fn write_summary(
    path: &Path,
    character: &Character,
    clip: &Clip,
    written: &WrittenClip,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let frames = match clip.frames.len() {
        1 => "1 frame".to_owned(),
        n => format!("{n} frames"),
    };
    writeln!(
        out,
        "Wrote {}: {}, {frames}, {:.3} s at {} frames per second.",
        path.display(),
        size_text(written.bytes),
        clip.duration_secs(),
        rate_text(1.0 / clip.frame_secs),
    )?;
    let rest = Kinematics::of(character, &character.rest);
    writeln!(
        out,
        "Unit metre, y up; {} is {:.3} m high at rest.",
        character.name,
        height(character, &rest),
    )?;
    if let Some(proof) = &written.proof {
        writeln!(out, "{}", proof_text(proof))?;
    }
    Ok(())
}

fn proof_text(proof: &GltfProof) -> String {
    format!(
        "Read back: {} joints in {} frames are within {:.2} µm and {:.1e}° of the clip.",
        proof.joints,
        proof.frames,
        1e6 * proof.largest_joint_distance,
        proof.largest_turn.to_degrees(),
    )
}

/// `812 bytes`, `45.2 kB`, `3.1 MB`.
fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// At most three digits after the point.
fn rate_text(rate: f64) -> String {
    let text = format!("{rate:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_rates_are_short() {
        let sizes = [999, 45_210, 3_140_000].map(size_text);
        assert_eq!(sizes, ["999 bytes", "45.2 kB", "3.1 MB"]);
        let rates = [120.0, 1.0 / 0.0333, 1.0 / (1.0 / 30.0)].map(rate_text);
        assert_eq!(rates, ["120", "30.03", "30"]);
    }
}
