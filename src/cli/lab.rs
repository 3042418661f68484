//! `contrapposto lab`: experiments with ghosts, and fits of what the program has learnt from recordings.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::lab_run::{ListArgs, MergeArgs, RunArgs, ShowArgs, list, merge, run_experiments, show};
use super::number_args::whole;
use super::recorded_poses::{Whose, bvh_files, read_folder};
use super::scene_args::CharacterArgs;
use crate::character::Pose;
use crate::io::{MOST_KINDS, MOST_SYNERGIES, one_line, write_habits};
use crate::lab::{FitSettings, fit_habits};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `lab`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    what: LabCommand,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum LabCommand {
    /// Lists the experiments
    List(ListArgs),
    /// Prints an experiment's scenario, to be changed and run
    Show(ShowArgs),
    /// Runs an experiment, or every one, and says whether what is expected of it holds
    Run(RunArgs),
    /// Puts the parts of an experiment together that were run apart
    Merge(MergeArgs),
    /// Fits habits of posture to a folder of recorded poses
    FitPosture(FitPostureArgs),
}

/// Arguments of `lab fit-posture`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto lab fit-posture recordings --out mine.habits.ron
  contrapposto lab fit-posture recordings --without 13,15 --out others.habits.ron

A person is what comes before the first underscore of a file's name. Each person's calm stance is taken as neutral.")]
struct FitPostureArgs {
    /// A folder of BVH files
    folder: PathBuf,
    #[command(flatten)]
    character: CharacterArgs,
    /// These people alone
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    people: Vec<String>,
    /// All but these people
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    without: Vec<String>,
    /// Kinds of poses
    #[arg(long, default_value_t = 4, value_parser = whole::<u32>(1..=MOST_KINDS as u64))]
    kinds: u32,
    /// Synergies of each kind
    #[arg(long, default_value_t = 8, value_parser = whole::<u32>(0..=MOST_SYNERGIES as u64))]
    synergies: u32,
    /// Where the recordings are from, for the file
    #[arg(long, default_value = "recorded poses")]
    origin: String,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Prints JSON instead of a sentence
    #[arg(long)]
    json: bool,
}

/// What was fitted.
#[derive(Debug, Serialize)]
struct Fitted {
    character: String,
    kinds: usize,
    synergies: u32,
    poses: usize,
    people: usize,
    written: String,
}

impl LabArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let args = match &self.what {
            LabCommand::List(_) | LabCommand::Show(_) => return Files::default(),
            LabCommand::Run(args) => return args.files(),
            LabCommand::Merge(args) => return args.files(),
            LabCommand::FitPosture(args) => args,
        };
        let recordings = bvh_files(&args.folder).unwrap_or_default();
        let files = args.character.files().reads(&recordings);
        files.writes(Kind::Habits, [&args.out])
    }
}

/// Does what is asked.
pub(super) fn run(args: &LabArgs, out: &mut dyn Write) -> Result<(), Error> {
    match &args.what {
        LabCommand::List(args) => list(args, out),
        LabCommand::Show(args) => show(args, out),
        LabCommand::Run(args) => run_experiments(args, out),
        LabCommand::Merge(args) => merge(args, out),
        LabCommand::FitPosture(args) => fit(args, out),
    }
}

/// Reads, fits, writes.
fn fit(args: &FitPostureArgs, out: &mut dyn Write) -> Result<(), Error> {
    let character = args.character.load()?;
    let whose = Whose {
        people: &args.people,
        without: &args.without,
    };
    let files = read_folder(&character, &args.folder, whose, true)?;
    let poses = files.iter().flat_map(|file| &file.poses);
    let poses: Vec<Pose> = poses.map(|recorded| recorded.pose.clone()).collect();
    let people: BTreeSet<&str> = files.iter().map(|file| file.person.as_str()).collect();
    let settings = FitSettings {
        kinds: args.kinds as usize,
        synergies: args.synergies as usize,
        ..FitSettings::default()
    };
    let habits = fit_habits(&character, &poses, &settings);
    let origin = format!(
        "{}; {} balanced poses of {} people",
        args.origin,
        poses.len(),
        people.len()
    );
    let text = write_habits(&character, &habits, &origin);
    write(&args.out, text.as_bytes())?;
    let fitted = Fitted {
        character: character.name.clone(),
        kinds: habits.kinds.len(),
        synergies: args.synergies,
        poses: poses.len(),
        people: people.len(),
        written: written_name(&args.out),
    };
    if args.json {
        return write_json(&fitted, out);
    }
    writeln!(
        out,
        "Fitted to {} poses of {} people, kinds of poses: {}, synergies of each: {}. Wrote {}.",
        fitted.poses,
        fitted.people,
        fitted.kinds,
        fitted.synergies,
        one_line(&fitted.written)
    )?;
    Ok(())
}
