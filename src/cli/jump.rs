//! `contrapposto jump`: a character leaves the ground and lands on it.

use super::Error;
use super::answer::write_json;
use super::clip_output::{ClipFile, ClipStyleArgs};
use super::file_list::{Files, Kind};
use super::files::written_name;
use super::goal_args::ground_point;
use super::measured::measured;
use super::number_args::{degrees, number};
use super::scene_args::SceneArgs;
use super::verdict::Bounds;
use super::walk::{short, write_strip};
use crate::character::Character;
use crate::gait::{Biped, JumpOrder, jump};
use crate::io::one_line;
use crate::math::ShortNumber;
use crate::motion::audit::flights;
use crate::motion::{Audit, BalanceKind, Clip};
use clap::Args;
use glam::DVec2;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `jump`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto jump --height 0.3 --out jump.ron --picture jump.png
  contrapposto jump --height 0.2 --distance 0.6 --out jump.bvh

The body crouches, rolls off over the balls and the tips of its toes, flies on a parabola and lands on its balls. On the ground its \
zero-moment point stays inside what stands; in the air its angular momentum stays what it was.

Exit code: 0 when the jump is sound, 1 when it loses its balance, a foot slides, something is in the ground, a joint beyond its \
limits or the flight off its parabola, 2 when it could not be made.")]
pub(super) struct JumpArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// How high the centre of mass rises over where it is when the body stands [m]
    #[arg(long, value_name = "M", value_parser = number, default_value = "0.3")]
    height: f64,
    /// How far ahead the feet land; negative is backward [m]
    #[arg(long, value_name = "M", value_parser = number, default_value = "0")]
    distance: f64,
    /// Writes the clip: .ron, .bvh, .glb or .csv; may be given more than once
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// Draws figures over the margin of balance into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Where it faces: 0 is ahead (+z), 90 is left (+x) [deg]
    #[arg(long, value_name = "DEG", value_parser = degrees, default_value = "0")]
    heading: f64,
    /// Prints one JSON object instead of sentences
    #[arg(long)]
    json: bool,
    /// Where it starts: x,z [m]
    #[arg(long, value_name = "X,Z", value_parser = ground_point, allow_hyphen_values = true, default_value = "0,0.6")]
    start: DVec2,
}

impl JumpArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.scene
            .files()
            .writes(Kind::Clip, &self.out)
            .writes(Kind::Picture, &self.picture)
    }
}

/// A jump as JSON. `docs/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
struct Jumped {
    character: String,
    level: String,
    height_m: f64,
    distance_m: f64,
    /// What was reached.
    rise_m: f64,
    flight_secs: f64,
    frames: usize,
    frame_secs: f64,
    secs: f64,
    parabola_mm_max: f64,
    angular_momentum_off_mean_max: f64,
    dynamic_margin_mm_min: Option<f64>,
    slide_mm_max: f64,
    penetration_mm_max: f64,
    /// What is not sound about it.
    faults: Vec<String>,
    millis: f64,
    clips: Vec<ClipFile>,
    written: Vec<String>,
}

/// Jumps, writes what was asked for, and says how it went.
pub(super) fn run(args: &JumpArgs, out: &mut dyn Write) -> Result<(), Error> {
    let (character, level) = args.scene.load()?;
    let style = args.style.of(&args.out)?;
    let order = JumpOrder {
        start_xz: args.start,
        heading: args.heading.to_radians(),
        ..JumpOrder::new(args.height, args.distance)
    };
    let fineness = Biped::new(&character).map_or(1.0, |biped| biped.fineness());
    for (name, value, range) in [
        ("height", order.height, JumpOrder::heights(fineness)),
        ("distance", order.distance, JumpOrder::distances(fineness)),
    ] {
        if !range.contains(&value) {
            let (least, most) = (short(*range.start()), short(*range.end()));
            let value = ShortNumber(value);
            let message = format!("--{name} {value}: valid is {least} to {most}");
            return Err(Error::Arguments(message));
        }
    }
    let begin = Instant::now();
    let made = jump(&character, &level, &order);
    let millis = 1e3 * begin.elapsed().as_secs_f64();
    let made = made.map_err(|e| Error::Arguments(format!("{}: {e}", character.name)))?;

    let audit = measured(&character, &made.clip, Some(&level));
    let clips = style.write(&character, &made.clip)?;
    if let Some(path) = &args.picture {
        write_strip(path, &character, &level, (&made.clip, &audit))?;
    }
    let mut jumped = Jumped::new((args, &level.name), &character, (&made.clip, &audit));
    jumped.millis = millis;
    jumped.written = clips.iter().map(|file| file.path.clone()).collect();
    jumped
        .written
        .extend(args.picture.as_deref().map(written_name));
    jumped.clips = clips;
    if args.json {
        write_json(&jumped, out)?;
    } else {
        jumped.say(out)?;
        for file in &jumped.clips {
            file.say(out)?;
        }
        if let Some(path) = &args.picture {
            writeln!(out, "Wrote {}.", one_line(&written_name(path)))?;
        }
    }
    if jumped.faults.is_empty() {
        Ok(())
    } else {
        Err(Error::OutOfBounds)
    }
}

/// The centre of mass of a flight is no farther from its parabola than this [m].
const OFF_PARABOLA: f64 = 1e-3;

impl Jumped {
    fn new(
        (args, level): (&JumpArgs, &str),
        character: &Character,
        (clip, audit): (&Clip, &Audit),
    ) -> Self {
        let summary = &audit.summary;
        let slide = summary.worst_slide.map(|worst| audit.slides[worst].metres);
        let flights = flights(character, clip);
        let most = |of: fn(&crate::motion::audit::Flight) -> f64| {
            flights.iter().map(of).fold(0.0, f64::max)
        };
        let bounds = Bounds {
            balance: BalanceKind::Dynamic,
            ..Bounds::USUAL
        };
        let mut faults = bounds.faults(character, audit);
        let off = most(|flight| flight.off_parabola);
        if off > OFF_PARABOLA {
            faults.push(format!(
                "the flight is {:.1} mm off its parabola",
                1e3 * off
            ));
        }
        Self {
            character: character.name.clone(),
            level: level.to_owned(),
            height_m: args.height,
            distance_m: args.distance,
            rise_m: most(|flight| flight.rise),
            flight_secs: most(|flight| (flight.last + 2 - flight.first) as f64) * clip.frame_secs,
            frames: clip.frames.len(),
            frame_secs: clip.frame_secs,
            secs: clip.duration_secs(),
            parabola_mm_max: 1e3 * off,
            angular_momentum_off_mean_max: most(|flight| flight.spin_off_mean),
            dynamic_margin_mm_min: summary.dynamic_margin.map(|margin| 1e3 * margin.min),
            slide_mm_max: 1e3 * slide.unwrap_or(0.0),
            penetration_mm_max: 1e3 * summary.penetration.map_or(0.0, |peak| peak.value.max(0.0)),
            faults,
            millis: 0.0,
            clips: Vec::new(),
            written: Vec::new(),
        }
    }

    fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(
            out,
            "The centre of mass rises by {:.3} m, in the air for {:.2} s of {:.1} s; made in {:.0} ms.",
            self.rise_m, self.flight_secs, self.secs, self.millis,
        )?;
        writeln!(
            out,
            "It stays within {:.3} mm of its parabola, and the angular momentum within {:.3} kg m²/s of its mean. On the ground the \
             zero-moment point stays inside what stands by {:.1} mm; feet slide {:.3} mm at most; nothing is more than {:.2} mm in the \
             ground.",
            self.parabola_mm_max,
            self.angular_momentum_off_mean_max,
            self.dynamic_margin_mm_min.unwrap_or(0.0),
            self.slide_mm_max,
            self.penetration_mm_max,
        )?;
        if !self.faults.is_empty() {
            writeln!(out, "The jump is not sound: {}.", self.faults.join("; "))?;
        }
        Ok(())
    }
}
