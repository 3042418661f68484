//! `contrapposto pose`: goals in, a balanced pose out.

use super::Error;
use super::answer::{Answer, AnswerArgs, write_answer, write_json};
use super::file_list::{Files, Kind};
use super::files::{task_picture, write, written_name};
use super::goal_args::GoalArgs;
use super::progress::Progress;
use super::task::Task;
use crate::character::Pose;
use crate::ik::{Outcome, PostureModel, Report, Solver, SolverSettings};
use crate::io::{one_line, write_pose};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `pose`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto pose --reach left_hand=0.5,1.3,0.5 --picture pose.png
  contrapposto pose --stance left --reach right_foot=-0.1,0.6,-0.5 \\
      --look head=0,0,1 --out pose.ron
  contrapposto pose --together left_hand=right_knee --look 0.5,1.2,1 \\
      --even-spine
  contrapposto pose --reach left_hand=0.3,1.1,0.5 \\
      --keep-level left_hand=0,-90,0 --pole left_elbow=0.8,0.5,0
  contrapposto pose --character chicken --margin-mm 20 --crouch 0.1
  contrapposto pose --goals goals.ron --priority strict --json
  contrapposto pose --level stairs --from pose.ron \\
      --reach right_hand=-0.4,0.9,0.6

Axes: x to the character's left, y up, z forward; metres. `contrapposto inspect NAME` lists effectors, links and soles.")]
pub(super) struct PoseArgs {
    #[command(flatten)]
    goals: GoalArgs,
    /// Writes the pose to a file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draws the pose into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    answer: AnswerArgs,
}

impl PoseArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.goals
            .files()
            .writes(Kind::Pose, &self.out)
            .writes(Kind::Picture, &self.picture)
    }
}

/// Finds the pose, writes what was asked for, and says what every goal got.
pub(super) fn run(args: &PoseArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    let task = Task::new(&args.goals, PostureModel::People, err)?;
    let (pose, report, micros) = solved(&task);

    // Everything is made before anything is written.
    let mut written = Vec::new();
    if let Some(path) = &args.out {
        let text = write_pose(&task.character, &pose);
        written.push((path, text.into_bytes()));
    }
    if let Some(path) = &args.picture {
        let title = task.character.name.replace('_', " ");
        written.push((path, task_picture(&task, &pose, &report, &title)?));
    }
    for (path, bytes) in &written {
        write(path, bytes)?;
    }

    let paths = written.iter().map(|(path, _)| written_name(path));
    if args.answer.json {
        let mut answer = Answer::new(&task, &pose, &report, micros);
        answer.written = paths.collect();
        write_json(&answer, out)?;
    } else {
        write_answer(&task, &report, micros, out)?;
        for path in paths {
            writeln!(out, "Wrote {}.", one_line(&path))?;
        }
    }
    match report.outcome {
        Outcome::Reached => Ok(()),
        _ => args.answer.missed(),
    }
}

/// The pose of a task, what its goals got, and the time that took [µs].
pub(super) fn solved(task: &Task) -> (Pose, Report, f64) {
    let (mut pose, mut report) = (task.start.clone(), Report::default());
    let mut progress = Progress::new("posing", starts(&task.settings));
    let begin = Instant::now();
    let (problem, settings) = (task.problem(), &task.settings);
    Solver::default().solve_observed(problem, settings, &mut pose, &mut report, &mut |i| {
        progress.set(u64::from(i.start));
    });
    (pose, report, begin.elapsed().as_secs_f64() * 1e6)
}

/// Starts of a solve that needs all of them: the first, by weights and from there, restarts, the one beyond the limits and from
/// there, the last, and alternatives.
pub(super) fn starts(settings: &SolverSettings) -> u64 {
    6 + u64::from(settings.restarts) + u64::from(settings.alternatives)
}
