//! `contrapposto walk`: a character over a level, step by step.

use super::Error;
use super::answer::{AnswerArgs, write_json};
use super::clip_output::ClipStyleArgs;
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::goal_args::ground_point;
use super::measured::measured;
use super::number_args::{amount, degrees, number, walk_rate, whole};
use super::progress::Progress;
use super::scene_args::SceneArgs;
use super::verdict::Bounds;
use super::walk_answer::{Asked, Walked};
use crate::character::Character;
use crate::gait::{ArmStyle, Legs, Manner, WalkOrder, WalkSettings, Wish, walk};
use crate::io::one_line;
use crate::level::Level;
use crate::math::ShortNumber;
use crate::motion::{Audit, BalanceKind, Clip};
use crate::picture::{StripSheet, strip_sheet};
use clap::{Args, ValueEnum};
use glam::DVec2;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A sole without width has no more margin than this, one way or the other [m].
const ROUNDING: f64 = 1e-6;

/// Arguments of `walk`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto walk --level stairs --steps 24 --out walk.bvh \\
      --picture strip.png
  contrapposto walk --character hobbler --steps 10 --speed 0.8 --turn 10 \\
      --out walk.ron --out walk.glb
  contrapposto walk --level rough --steps 40 --crouch 0.1 --arms out \\
      --out rough.csv

It walks as people do, in dynamic balance: the zero-moment point of the whole body stays inside what stands. Where a step would tip \
it is made slower, on stairs at half a metre a second, and where nothing helps it walks statically. Where no foothold fits, the walk stops with both feet on the ground \
and says why. Without --speed, --sideways and --turn it strolls straight ahead.

Exit code: 0 when the walk is sound, 1 when it loses its balance, a planted foot slides, something is in \
the ground or a joint beyond its limits by more than `check` allows, 2 when nothing could be made. With --fail-on-miss also \
1 when it stops early, or when steps are too short for the speed.")]
pub(super) struct WalkArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Steps before it stops
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = whole::<u32>(1..=10_000))]
    steps: u32,
    /// Writes the clip: .ron, .bvh, .glb or .csv; may be given more than once
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// Draws figures over the margin of balance into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Ahead; negative walks backwards [m/s]
    #[arg(long, value_name = "M/S", value_parser = number)]
    pub(super) speed: Option<f64>,
    /// To the left; negative to the right [m/s]
    #[arg(long, value_name = "M/S", value_parser = number)]
    pub(super) sideways: Option<f64>,
    /// To the left; negative to the right [deg/s]
    #[arg(long, value_name = "DEG/S", value_parser = degrees)]
    pub(super) turn: Option<f64>,
    /// Longest step [m]
    #[arg(long, value_name = "M", value_parser = amount)]
    step_length: Option<f64>,
    /// Distance between the feet, across [m]
    #[arg(long, value_name = "M", value_parser = amount)]
    step_width: Option<f64>,
    /// Of a swinging foot over the ground [m]
    #[arg(long, value_name = "M", value_parser = amount)]
    clearance: Option<f64>,
    /// Steps per minute
    #[arg(long, value_name = "N", value_parser = amount)]
    cadence: Option<f64>,
    /// How much lower than upright the body is carried [m]
    #[arg(long, value_name = "M", value_parser = amount)]
    crouch: Option<f64>,
    /// Where it faces at first: 0 is ahead (+z), 90 is left (+x) [deg]
    #[arg(long, value_name = "DEG", value_parser = degrees)]
    heading: Option<f64>,
    /// Keeps the centre of mass over the feet on every frame, as in the paper: slow, and able to stop at any moment
    #[arg(long = "static")]
    is_static: bool,
    /// Lets links pass through each other and through the ground
    #[arg(long)]
    through: bool,
    /// What the arms do
    #[arg(long, default_value = "swing")]
    arms: Arms,
    /// Frames per second, 10 to 1000; below 120 the walk is made with finer ones
    #[arg(long, value_name = "FPS", value_parser = walk_rate, default_value = "120")]
    rate: f64,
    #[command(flatten)]
    answer: AnswerArgs,
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

impl WalkArgs {
    fn manner(&self) -> Manner {
        if self.is_static {
            Manner::Static
        } else {
            Manner::Dynamic
        }
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.scene
            .files()
            .writes(Kind::Clip, &self.out)
            .writes(Kind::Picture, &self.picture)
    }
}

/// Walks, writes what was asked for, and says how it went.
pub(super) fn run(args: &WalkArgs, out: &mut dyn Write) -> Result<(), Error> {
    let (character, level) = args.scene.load()?;
    let style = args.style.of(&args.out)?;
    let legs = Legs::of(&character).map_err(|e| Error::Arguments(e.to_string()))?;
    let order = order(args, &legs)?;

    let begin = Instant::now();
    let mut progress = Progress::new("walking", u64::from(args.steps));
    let made = walk(&character, &level, &order, |steps| {
        progress.set(steps as u64);
    });
    progress.finish();
    let secs = begin.elapsed().as_secs_f64();
    let made = made.map_err(|e| Error::Arguments(format!("{}: {e}", character.name)))?;

    let audit = measured(&character, &made.clip, Some(&level));
    let clips = style.write(&character, &made.clip)?;
    if let Some(path) = &args.picture {
        write_strip(path, &character, &level, (&made.clip, &audit))?;
    }
    let picture = args.picture.as_deref().map(written_name);
    let mut walked = Walked::new(&made, (&character, &level), &audit, secs);
    walked.faults = faults(&character, &audit, &made.settings);
    // What it was asked for, beside what the steps that it took allow.
    let as_walked = WalkOrder {
        settings: made.settings,
        ..order
    };
    walked.asked = Asked::of(args, &legs, (&as_walked, made.slowest));
    walked.written = clips.iter().map(|file| file.path.clone()).collect();
    walked.written.extend(picture.clone());
    walked.clips = clips;
    if args.answer.json {
        write_json(&walked, out)?;
    } else {
        walked.say(out)?;
        for file in &walked.clips {
            file.say(out)?;
        }
        if let Some(path) = picture {
            writeln!(out, "Wrote {}.", one_line(&path))?;
        }
    }
    if !walked.faults.is_empty() {
        return Err(Error::OutOfBounds);
    }
    let is_missed = made.refusal.is_some() || walked.asked.is_some_and(|asked| asked.is_missed());
    if is_missed {
        return args.answer.missed();
    }
    Ok(())
}

/// What `check` would say of a walk, but for how large its margin is: small soles have little. A walk is balanced, though,
/// unless its settings let it be less.
pub(super) fn faults(character: &Character, audit: &Audit, settings: &WalkSettings) -> Vec<String> {
    let least = settings.margin.min(0.0);
    let margin = audit.summary.margin.map_or(least, |margin| margin.min);
    let bounds = Bounds {
        balance: match settings.manner {
            Manner::Static => BalanceKind::Static,
            Manner::Dynamic => BalanceKind::Dynamic,
        },
        margin: if margin < least - ROUNDING {
            least
        } else {
            f64::NEG_INFINITY
        },
        ..Bounds::USUAL
    };
    bounds.faults(character, audit)
}

/// Draws a walk.
pub(super) fn write_strip(
    path: &Path,
    character: &Character,
    level: &Level,
    (clip, audit): (&Clip, &Audit),
) -> Result<(), Error> {
    let drawing = strip_sheet(&StripSheet {
        character,
        clip,
        level: Some(level),
        audit,
        title: clip.name.replace('_', " "),
        figures: None,
    });
    write(path, &png(&drawing)?)
}

/// A number with three decimals, or with more where those would not tell it.
pub(super) fn short(value: f64) -> String {
    let rounded = (1e3 * value).round() / 1e3;
    let decimals = if (rounded - value).abs() <= 0.01 * value.abs() {
        3
    } else {
        6
    };
    format!("{value:.decimals$}")
}

/// What the options ask for, checked.
fn order(args: &WalkArgs, legs: &Legs) -> Result<WalkOrder, Error> {
    let own = match args.manner() {
        Manner::Dynamic => legs.settings_at(args.speed),
        Manner::Static => legs.static_settings(),
    };
    let (leg, fineness) = (legs.shorter_leg(), legs.fineness());
    let pace = fineness.sqrt();
    let checked = |name: &str, given: Option<f64>, default: f64, (least, most): (f64, f64)| {
        let value = given.unwrap_or(default);
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            let value = ShortNumber(value);
            let (least, most) = (short(least), short(most));
            let message = format!("--{name} {value}: valid is {least} to {most}");
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
        through: args.through,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::Biped;
    use crate::io::{load_character, load_level};

    #[test]
    fn a_walk_that_slides_or_sinks_is_not_sound() {
        let (human, flat) = (
            load_character("human").unwrap(),
            load_level("flat").unwrap(),
        );
        let order = WalkOrder::ahead(Biped::new(&human).unwrap().static_settings(), 1);
        let mut clip = walk(&human, &flat, &order, |_| {}).unwrap().clip;
        let judged = |clip: &Clip| {
            let audit = Audit::new(&human, clip, Some(&flat));
            faults(&human, &audit, &order.settings)
        };
        assert_eq!(judged(&clip), Vec::<String>::new());

        let place = &mut clip.frames[9].pose.world_from_root.translation;
        place.z += 0.851;
        place.y -= 0.002;
        let found = judged(&clip);
        assert!(
            found[0].starts_with("right_foot.heel slides by 851.00 mm"),
            "{found:?}"
        );
        assert!(found[1].contains("2.0 mm in the ground"), "{found:?}");
    }

    #[test]
    fn ends_of_a_range_are_told_by_what_they_are() {
        let told = [0.0, 0.00043, 0.005, 0.428, 200.0].map(short);
        assert_eq!(told, ["0.000", "0.000430", "0.005", "0.428", "200.000"]);
    }
}
