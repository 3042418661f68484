//! `contrapposto walk`: a character over a level, step by step.

use super::Error;
use super::clip_output::{bvh_options, check_clip_path, write_clip_file};
use super::files::{check_picture_path, png, write};
use super::goal_args::{amount, degrees, ground_point, number, walk_rate};
use super::measured::measured;
use super::progress::Progress;
use super::verdict::Bounds;
use crate::character::Character;
use crate::gait::{ArmStyle, Biped, Walk, WalkOrder, WalkSettings, Wish, walk};
use crate::io::{load_character, load_level};
use crate::level::Level;
use crate::motion::{Audit, Clip};
use crate::picture::{StripSheet, strip_sheet};
use clap::{Args, ValueEnum};
use glam::DVec2;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `walk`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto walk --level stairs --steps 24 --out walk.bvh --picture strip.png
  contrapposto walk --character hobbler --steps 10 --speed 0.2 --turn 10 --out walk.ron --out walk.glb
  contrapposto walk --level rough --steps 40 --crouch 0.1 --arms out --out rough.csv

Where no foothold fits, the walk stops with both feet on the ground and says why. Without --speed, --sideways and --turn
it goes straight ahead with full steps.

Exit code: 0 when the walk is sound, 1 when a planted foot slides, something is in the ground or a joint beyond its limits by more
than `check` allows, 2 when nothing could be made.")]
pub(super) struct WalkArgs {
    /// A shipped character or the path of a character file
    #[arg(long, short, default_value = "human")]
    character: String,
    /// A shipped level or the path of a level file
    #[arg(long, short, default_value = "flat")]
    level: String,
    /// Steps before it stops
    #[arg(long, short, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,
    /// Writes the clip: .ron, .bvh, .glb or .csv; may be given more than once
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// Draws figures over the margin of balance into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How a .bvh is written: blender, motionbuilder, three or strict
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Ahead; negative walks backwards [m/s]
    #[arg(long, value_name = "M/S", value_parser = number, allow_hyphen_values = true)]
    speed: Option<f64>,
    /// To the left; negative to the right [m/s]
    #[arg(long, value_name = "M/S", value_parser = number, allow_hyphen_values = true)]
    sideways: Option<f64>,
    /// To the left; negative to the right [deg/s]
    #[arg(long, value_name = "DEG/S", value_parser = degrees, allow_hyphen_values = true)]
    turn: Option<f64>,
    /// Longest step [m]
    #[arg(long, value_name = "M", value_parser = amount, allow_hyphen_values = true)]
    step_length: Option<f64>,
    /// Distance between the feet, across [m]
    #[arg(long, value_name = "M", value_parser = amount, allow_hyphen_values = true)]
    step_width: Option<f64>,
    /// Of a swinging foot over the ground [m]
    #[arg(long, value_name = "M", value_parser = amount, allow_hyphen_values = true)]
    clearance: Option<f64>,
    /// Steps per minute
    #[arg(long, value_name = "N", value_parser = amount, allow_hyphen_values = true)]
    cadence: Option<f64>,
    /// How much lower than upright the body is carried [m]
    #[arg(long, value_name = "M", value_parser = amount, allow_hyphen_values = true)]
    crouch: Option<f64>,
    /// Where it faces at first: 0 is ahead (+z), 90 is left (+x) [deg]
    #[arg(long, value_name = "DEG", value_parser = degrees, allow_hyphen_values = true)]
    heading: Option<f64>,
    /// What the arms do
    #[arg(long, default_value = "swing")]
    arms: Arms,
    /// Frames per second, 10 to 1000; below 120 the walk is made with finer ones
    #[arg(long, value_name = "FPS", value_parser = walk_rate, allow_hyphen_values = true, default_value = "120")]
    rate: f64,
    /// Where it starts: x,z [m]
    #[arg(long, value_name = "X,Z", value_parser = ground_point, allow_hyphen_values = true, default_value = "0,0.6")]
    start: DVec2,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Arms {
    /// Hang as at rest
    Still,
    /// Swing against the legs
    Swing,
    /// Held out to the sides
    Out,
}

/// Walks, writes what was asked for, and says how it went.
pub(super) fn run(args: &WalkArgs, out: &mut dyn Write) -> Result<(), Error> {
    let character = load_character(&args.character)?;
    let level = load_level(&args.level)?;
    for path in &args.out {
        check_clip_path(path)?;
    }
    let files = args.out.iter().map(PathBuf::as_path);
    let options = bvh_options(args.preset.as_deref(), files)?;
    check_picture_path(args.picture.as_deref())?;
    let biped = Biped::new(&character).map_err(|e| Error::Arguments(e.to_string()))?;
    let order = order(args, &biped)?;

    let begin = Instant::now();
    let mut progress = Progress::new("walking", u64::from(args.steps));
    let made = walk(&character, &level, &order, |steps| {
        progress.set(steps as u64);
    });
    progress.finish();
    let secs = begin.elapsed().as_secs_f64();
    let made = made.map_err(|e| Error::Arguments(format!("{}: {e}", character.name)))?;

    let audit = measured(&character, &made.clip, Some(&level));
    write_report(&made, &audit, secs, out)?;
    for path in &args.out {
        write_clip_file(path, &character, &made.clip, &options, out)?;
    }
    if let Some(path) = &args.picture {
        write_strip(path, &character, &level, (&made.clip, &audit), out)?;
    }
    judge(&character, &audit, out)
}

/// Says of a walk that is not sound what `check` would say of it, but for the margin, which small soles do not have.
fn judge(character: &Character, audit: &Audit, out: &mut dyn Write) -> Result<(), Error> {
    let bounds = Bounds {
        margin: f64::NEG_INFINITY,
        ..Bounds::USUAL
    };
    let faults = bounds.faults(character, audit);
    if faults.is_empty() {
        return Ok(());
    }
    writeln!(out, "The walk is not sound: {}.", faults.join("; "))?;
    Err(Error::OutOfBounds)
}

/// Draws a walk.
pub(super) fn write_strip(
    path: &Path,
    character: &Character,
    level: &Level,
    (clip, audit): (&Clip, &Audit),
    out: &mut dyn Write,
) -> Result<(), Error> {
    let drawing = strip_sheet(&StripSheet {
        character,
        clip,
        level: Some(level),
        audit,
        title: clip.name.replace('_', " "),
        figures: None,
    });
    write(path, &png(&drawing)?)?;
    writeln!(out, "Wrote {}.", path.display())?;
    Ok(())
}

/// A number with three decimals, or with more where those would not tell it.
fn short(value: f64) -> String {
    let rounded = (1e3 * value).round() / 1e3;
    let decimals = if (rounded - value).abs() <= 0.01 * value {
        3
    } else {
        6
    };
    format!("{value:.decimals$}")
}

/// What the options ask for, checked.
fn order(args: &WalkArgs, biped: &Biped) -> Result<WalkOrder, Error> {
    let own = biped.settings();
    let (leg, fineness) = (biped.shorter_leg(), biped.fineness());
    let pace = fineness.sqrt();
    let checked = |name: &str, given: Option<f64>, default: f64, (least, most): (f64, f64)| {
        let value = given.unwrap_or(default);
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            let message = format!(
                "--{name} {value}: valid is {} to {}",
                short(least),
                short(most)
            );
            Err(Error::Arguments(message))
        }
    };
    let settings = WalkSettings {
        step_length: checked(
            "step-length",
            args.step_length,
            own.step_length,
            (fineness * 0.01, leg),
        )?,
        step_width: checked("step-width", args.step_width, own.step_width, (0.0, leg))?,
        clearance: checked(
            "clearance",
            args.clearance,
            own.clearance,
            (fineness * 0.005, 0.5 * leg),
        )?,
        cadence: checked(
            "cadence",
            args.cadence,
            own.cadence,
            (1.0 / pace, 200.0 / pace),
        )?,
        crouch: checked("crouch", args.crouch, own.crouch, (0.0, 0.5 * leg))?,
        heading: args.heading.unwrap_or(0.0).to_radians(),
        arms: match args.arms {
            Arms::Still => ArmStyle::Still,
            Arms::Swing => ArmStyle::Swing,
            Arms::Out => ArmStyle::Out,
        },
        frame_secs: 1.0 / args.rate,
        ..own
    };
    let steers = [args.speed, args.sideways, args.turn];
    let wish = Wish {
        forward: args.speed.unwrap_or_else(|| {
            // Turning or going sideways does not mean standing still, but it does not mean hurrying either.
            if args.sideways.is_some() {
                0.0
            } else {
                settings.ahead().forward
            }
        }),
        sideways: args.sideways.unwrap_or(0.0),
        turn: args.turn.unwrap_or(0.0).to_radians(),
    };
    if steers.iter().any(Option::is_some) && wish == Wish::STOP {
        let message = "with --speed 0 and nothing else it would stand still".to_owned();
        return Err(Error::Arguments(message));
    }
    Ok(WalkOrder {
        start_xz: args.start,
        wishes: vec![(0, wish)],
        ..WalkOrder::ahead(settings, args.steps as usize)
    })
}

/// How far it came, why it stopped, and how well it stood.
pub(super) fn write_report(
    made: &Walk,
    audit: &Audit,
    secs: f64,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let clip = &made.clip;
    let steps = made.footsteps.iter().filter(|step| !step.closes).count();
    let first = clip
        .frames
        .first()
        .map(|frame| frame.com)
        .unwrap_or_default();
    let last = clip
        .frames
        .last()
        .map(|frame| frame.com)
        .unwrap_or_default();
    writeln!(
        out,
        "{} in {:.1} s, {:.2} m far and {:+.2} m up; made in {:.0} ms, {:.0} times faster than it plays.",
        if steps == 1 {
            "1 step".to_owned()
        } else {
            format!("{steps} steps")
        },
        clip.duration_secs(),
        DVec2::new(last.x - first.x, last.z - first.z).length(),
        // Without the sign of a rounded zero.
        (1e3 * (last.y - first.y)).round() / 1e3 + 0.0,
        1e3 * secs,
        clip.duration_secs() / secs,
    )?;
    if let Some(why) = &made.refusal {
        writeln!(out, "It stopped there, balanced: {why}.")?;
    }
    let summary = &audit.summary;
    writeln!(
        out,
        "Least margin of balance {:.1} mm. Planted feet slide {:.3} mm at most, and land within {:.3} mm; nothing is more than {:.2} mm in the ground.",
        1e3 * summary.margin.map_or(0.0, |margin| margin.min),
        1e3 * summary
            .worst_slide
            .map_or(0.0, |worst| audit.slides[worst].metres),
        1e3 * made.landing_error,
        1e3 * summary.penetration.map_or(0.0, |peak| peak.value.max(0.0)),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_that_slides_or_sinks_says_so_and_fails() {
        let (human, flat) = (
            load_character("human").unwrap(),
            load_level("flat").unwrap(),
        );
        let order = WalkOrder::ahead(Biped::new(&human).unwrap().settings(), 1);
        let mut clip = walk(&human, &flat, &order, |_| {}).unwrap().clip;
        let judged = |clip: &Clip| {
            let mut out = Vec::new();
            let done = judge(&human, &Audit::new(&human, clip, Some(&flat)), &mut out);
            let code = done.map_or_else(|error| error.exit_code(), |()| 0);
            (code, String::from_utf8(out).unwrap())
        };
        assert_eq!(judged(&clip), (0, String::new()));

        let place = &mut clip.frames[9].pose.world_from_root.translation;
        place.z += 0.851;
        place.y -= 0.002;
        let (code, text) = judged(&clip);
        assert_eq!(code, 1);
        assert!(
            text.starts_with("The walk is not sound: right_foot slides by 851.00 mm"),
            "{text}"
        );
        assert!(
            text.contains("; ") && text.contains("2.0 mm in the ground"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn ends_of_a_range_are_told_by_what_they_are() {
        let told = [0.0, 0.00043, 0.005, 0.428, 200.0].map(short);
        assert_eq!(told, ["0.000", "0.000430", "0.005", "0.428", "200.000"]);
    }
}
