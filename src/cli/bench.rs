//! `contrapposto bench`: measures the solver and the physics, and makes the problems for that.

use super::Error;
use super::answer::write_json;
use super::bench_ik::{self, BenchIkArgs};
use super::bench_physics::{self, BenchPhysicsArgs};
use super::bench_poses::{self, BenchPosesArgs};
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::number_args::whole;
use super::scene_args::CharacterArgs;
use crate::io::{ReachProblems, ReachTargets, one_line, write_problems};
use crate::lab::reach_problems;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "Examples:
  contrapposto bench make-problems --character mannequin --stance l_foot \\
      --out problems.json
  contrapposto bench ik --problems problems.json
  contrapposto bench physics --scene stand"
)]
pub(super) struct BenchArgs {
    #[command(subcommand)]
    what: BenchCommand,
}

/// What to measure.
#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Solves reaching problems from the rest pose and says how many are reached, and how fast
    Ik(BenchIkArgs),
    /// Steps a body that stands, falls or floats and says how fast that goes
    Physics(BenchPhysicsArgs),
    /// Poses the body as people were recorded, given their feet and hands alone, and says how far it is from them
    Poses(BenchPosesArgs),
    /// Writes reaching problems that can be solved
    MakeProblems(MakeProblemsArgs),
}

/// Arguments of `bench make-problems`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto bench make-problems --out problems.json
  contrapposto bench make-problems --character human --stance left_foot \\
      --count 200 --seed 7 --out human.json")]
#[command(mut_arg("character", |arg| arg.default_value("mannequin")))]
struct MakeProblemsArgs {
    #[command(flatten)]
    character: CharacterArgs,
    /// The foot to stand on [default: the first]
    #[arg(long, short, value_name = "FOOT")]
    stance: Option<String>,
    /// How many
    #[arg(long, default_value_t = 1000, value_parser = whole::<u32>(1..=50_000))]
    count: u32,
    /// Other seeds give other problems
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Prints one JSON object instead of a sentence
    #[arg(long)]
    json: bool,
}

/// What was made, as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
struct MadeProblems<'a> {
    character: &'a str,
    stance: &'a str,
    problems: usize,
    seed: u64,
    written: [String; 1],
}

impl BenchArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        match &self.what {
            BenchCommand::Ik(args) => args.files(),
            BenchCommand::Physics(args) => args.files(),
            BenchCommand::Poses(args) => args.files(),
            BenchCommand::MakeProblems(args) => {
                args.character.files().writes(Kind::Problems, [&args.out])
            }
        }
    }
}

/// Measures, or makes problems.
pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Error> {
    match &args.what {
        BenchCommand::Ik(args) => bench_ik::run(args, out),
        BenchCommand::Physics(args) => bench_physics::run(args, out),
        BenchCommand::Poses(args) => bench_poses::run(args, out),
        BenchCommand::MakeProblems(args) => make_problems(args, out),
    }
}

fn make_problems(args: &MakeProblemsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let character = args.character.load()?;
    let foot = match &args.stance {
        None => (!character.feet.is_empty()).then_some(0),
        Some(name) => character.find_foot(name),
    };
    let Some(foot) = foot else {
        let name = args.stance.as_deref().unwrap_or_default();
        let valid = character.feet.iter().map(|foot| foot.name.as_str());
        return Err(Error::unknown("--stance", "foot", name, valid));
    };
    let (_, problems) = reach_problems(&character, foot, args.count as usize, args.seed)
        .map_err(|e| Error::Arguments(e.to_string()))?;
    let problems = ReachProblems {
        foot,
        problems: problems
            .into_iter()
            .map(|problem| ReachTargets {
                com_xz: problem.com_xz,
                targets: problem.targets,
            })
            .collect(),
        character,
    };
    let text = write_problems(args.character.given(), &problems);
    write(&args.out, text.as_bytes())?;
    if args.json {
        let made = MadeProblems {
            character: &problems.character.name,
            stance: &problems.character.feet[foot].name,
            problems: problems.problems.len(),
            seed: args.seed,
            written: [written_name(&args.out)],
        };
        return write_json(&made, out);
    }
    writeln!(
        out,
        "Wrote {} problems for {} on {} to {}.",
        args.count,
        problems.character.name,
        problems.character.feet[foot].name,
        one_line(&written_name(&args.out))
    )?;
    Ok(())
}
