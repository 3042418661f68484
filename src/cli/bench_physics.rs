//! `contrapposto bench physics`: a scene stepped on one core.

use super::Error;
use super::answer::write_json;
use super::file_list::Files;
use super::ghost_report::hash_text;
use super::number_args::whole;
use super::scene_args::CharacterArgs;
use crate::io::load_level;
use crate::lab::{Scene, SceneKind};
use crate::math::ShortNumber;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Arguments of `bench physics`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto bench physics --scene stand
  contrapposto bench physics --character human --scene fall --hz 2000 \\
      --secs 2 --json

The scene is stepped once to warm up and then several times; the fastest counts, on one core and without reading files. The \
fingerprint of the last state is the same on every run.")]
#[command(mut_arg("character", |arg| arg.default_value("mannequin")))]
pub(super) struct BenchPhysicsArgs {
    #[command(flatten)]
    character: CharacterArgs,
    /// What the body does
    #[arg(long, value_enum, default_value = "stand")]
    scene: SceneArg,
    /// Steps in a second of the scene
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole::<u32>(30..=20_000))]
    hz: u32,
    /// How long the scene is [s]
    #[arg(long, value_name = "S", default_value_t = 4.0)]
    secs: f64,
    /// How often the scene is stepped; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u32>(1..=1000))]
    repeat: u32,
    /// Prints one JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

impl BenchPhysicsArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        self.character.files()
    }
}

/// [`SceneKind`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum SceneArg {
    /// At rest on flat ground, a spring and a damper in every joint
    Stand,
    /// Limp and pushed; it ends lying
    Fall,
    /// In the air without gravity, every joint turning
    Float,
}

impl From<SceneArg> for SceneKind {
    fn from(arg: SceneArg) -> Self {
        match arg {
            SceneArg::Stand => Self::Stand,
            SceneArg::Fall => Self::Fall,
            SceneArg::Float => Self::Float,
        }
    }
}

/// What was measured. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
struct Measured {
    character: String,
    scene: SceneArg,
    hz: u32,
    secs: f64,
    steps: usize,
    repeat: u32,
    steps_per_sec: f64,
    micros_per_step: f64,
    real_time_factor: f64,
    sweeps_per_step: f64,
    contacts: usize,
    root_height_m: f64,
    hash: String,
}

/// Steps the scene and says how fast that goes.
pub(super) fn run(args: &BenchPhysicsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let character = args.character.load()?;
    if !(0.01..=600.0).contains(&args.secs) {
        let secs = ShortNumber(args.secs);
        let message = format!("--secs {secs}: valid is 0.01 to 600");
        return Err(Error::Arguments(message));
    }
    let mut scene = Scene::new(&character, &load_level("flat")?, args.scene.into());
    let step_secs = 1.0 / f64::from(args.hz);
    let steps = ((args.secs * f64::from(args.hz)).round() as usize).max(1);

    // Once to warm up, and to look at what a clock need not see.
    let (mut sweeps, mut contacts) = (0, 0);
    for _ in 0..steps {
        let outcome = scene.step(step_secs);
        sweeps += outcome.sweeps;
        contacts = outcome.contacts.len();
    }
    let mut best = f64::INFINITY;
    for _ in 0..args.repeat {
        scene.restart();
        let begin = Instant::now();
        for _ in 0..steps {
            scene.step(step_secs);
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }

    let steps_per_sec = steps as f64 / best.max(1e-9);
    let measured = Measured {
        character: character.name,
        scene: args.scene,
        hz: args.hz,
        secs: steps as f64 * step_secs,
        steps,
        repeat: args.repeat,
        steps_per_sec,
        micros_per_step: 1e6 / steps_per_sec,
        real_time_factor: steps_per_sec * step_secs,
        sweeps_per_step: sweeps as f64 / steps as f64,
        contacts,
        root_height_m: scene.state().pose.world_from_root.translation.y,
        hash: hash_text(scene.state().hash()),
    };
    if args.json {
        return write_json(&measured, out);
    }
    measured.write(out)
}

impl Measured {
    fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        let verb = match self.scene {
            SceneArg::Stand => "stands",
            SceneArg::Fall => "falls",
            SceneArg::Float => "floats",
        };
        writeln!(
            out,
            "{} {verb} for {} s at {} steps a second: {:.0} steps per second of work, {:.1} µs a step, {:.0} times faster \
             than it happens.",
            self.character,
            self.secs,
            self.hz,
            self.steps_per_sec,
            self.micros_per_step,
            self.real_time_factor,
        )?;
        writeln!(
            out,
            "{:.1} sweeps a step; at the end {} contacts, the first link {:.3} m up; state {}.",
            self.sweeps_per_step, self.contacts, self.root_height_m, self.hash
        )?;
        Ok(())
    }
}
