//! `contrapposto bench ik`: reaching problems, each solved cold from the rest pose.

use super::Error;
use super::answer::write_json;
use super::file_list::Files;
use super::goal_args::{SolverArgs, method_name, priority_name};
use super::number_args::whole;
use super::progress::Progress;
use super::spread::Spread;
use super::table::{Side, Table};
use super::task::solver_settings;
use crate::character::{Character, Pose};
use crate::ik::{Limits, Problem, Report, Solver, SolverSettings};
use crate::io::{ReachProblems, Source, read_problems};
use crate::kinematics::{Kinematics, Stance};
use crate::lab::ReachProblem;
use clap::Args;
use glam::DVec2;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A centre of mass this near is reached [m].
const COM_NEAR: f64 = 0.001;
/// A point this near is reached [m].
const POINT_NEAR: f64 = 0.005;
/// Joints may be this far beyond their limits, for rounding [rad].
const LIMIT_SLACK: f64 = 1e-6;
/// Arguments of `bench ik`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto bench ik --problems problems.json
  contrapposto bench ik --problems problems.json --no-limits --json
  contrapposto bench ik --problems problems.json --priority strict \\
      --restarts 0

Reached: the centre of mass is within 1 mm, every point within 5 mm, and no joint is beyond its limits (not asked with \
--no-limits). The time of a problem is the shortest of its repeats, on one core. `bench make-problems` writes such files; \
docs/json.md describes them.")]
pub(super) struct BenchIkArgs {
    /// A JSON file of problems
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// How often each problem is solved; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u32>(1..=1000))]
    repeat: u32,
    #[command(flatten)]
    solver: SolverArgs,
    /// Prints one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl BenchIkArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        Files::default()
            .reads([&self.problems])
            .reads(&self.solver.settings)
    }
}

/// What one problem took.
#[derive(Clone, Copy, Debug)]
struct Taken {
    reached: bool,
    iterations: u32,
    restarts: u32,
    /// [µs]
    micros: f64,
}

/// All problems together.
#[derive(Debug, Serialize)]
struct Summary {
    character: String,
    stance: String,
    priority: &'static str,
    method: &'static str,
    limits: &'static str,
    repeat: u32,
    problems: usize,
    reached: usize,
    reached_percent: f64,
    iterations: Spread,
    micros: Spread,
    restarts: u32,
    restarted_problems: usize,
    /// Places in the file, from 1.
    not_reached: Vec<usize>,
}

/// Solves all problems and says how that went.
pub(super) fn run(args: &BenchIkArgs, out: &mut dyn Write) -> Result<(), Error> {
    let source = Source::read(&args.problems)?;
    let problems = read_problems(&source)?;
    if problems.problems.is_empty() {
        return Err(source
            .error_at(&["\"problems\""], "there are no problems")
            .into());
    }
    let settings = solver_settings(&args.solver, SolverSettings::default())?;
    let taken = solve_all(&problems, &settings, args.repeat);
    let summary = Summary::new(&problems, &settings, args.repeat, &taken);
    if args.json {
        return write_json(&summary, out);
    }
    writeln!(
        out,
        "{} on {}: {} of {} reached ({:.1} %)",
        summary.character,
        summary.stance,
        summary.reached,
        summary.problems,
        summary.reached_percent
    )?;
    writeln!(
        out,
        "priority {}, method {}, limits {}, restarts {} in {} problems\n",
        summary.priority,
        summary.method,
        summary.limits,
        summary.restarts,
        summary.restarted_problems
    )?;
    let mut table = Table::new([
        ("", Side::Left),
        ("median", Side::Right),
        ("p99", Side::Right),
        ("max", Side::Right),
    ]);
    for (name, spread, digits) in [
        ("iterations", summary.iterations, 0),
        ("time [µs]", summary.micros, 1),
    ] {
        let cell = |value: f64| format!("{value:.digits$}");
        table.row([
            name.to_owned(),
            cell(spread.median),
            cell(spread.p99),
            cell(spread.max),
        ]);
    }
    table.write(out)?;
    Ok(())
}

fn solve_all(problems: &ReachProblems, settings: &SolverSettings, repeat: u32) -> Vec<Taken> {
    let ReachProblems {
        character, foot, ..
    } = problems;
    let stance = Stance::from_pose(character, &character.rest, &[*foot]);
    let mut progress = Progress::new("solving", problems.problems.len() as u64);
    let mut solver = Solver::default();
    let mut taken = Vec::with_capacity(problems.problems.len());
    for (index, targets) in problems.problems.iter().enumerate() {
        progress.set(index as u64);
        let reach = ReachProblem {
            com_xz: targets.com_xz,
            targets: targets.targets.clone(),
        };
        taken.push(solve_one(
            character,
            &stance,
            &reach,
            settings,
            repeat,
            &mut solver,
        ));
    }
    taken
}

fn solve_one(
    character: &Character,
    stance: &Stance,
    reach: &ReachProblem,
    settings: &SolverSettings,
    repeat: u32,
    solver: &mut Solver,
) -> Taken {
    let goals = reach.goals(character);
    let problem = Problem::new(character, stance, &goals);
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    let mut micros = f64::INFINITY;
    for _ in 0..repeat {
        pose.clone_from(&character.rest);
        let begin = Instant::now();
        solver.solve(problem, settings, &mut pose, &mut report);
        micros = micros.min(begin.elapsed().as_secs_f64() * 1e6);
    }
    Taken {
        reached: is_reached(character, reach, settings, &pose),
        iterations: report.iterations,
        restarts: report.restarts,
        micros,
    }
}

/// Judged by the pose itself, not by what the solver says of it.
fn is_reached(
    character: &Character,
    reach: &ReachProblem,
    settings: &SolverSettings,
    pose: &Pose,
) -> bool {
    let kin = Kinematics::of(character, pose);
    let com_xz = DVec2::new(kin.com.x, kin.com.z);
    let points_near = reach.targets.iter().all(|(index, target)| {
        let effector = &character.effectors[*index];
        let point = kin.link(effector.link).point(effector.point_in_link);
        point.distance(*target) <= POINT_NEAR
    });
    let limits_kept = settings.limits == Limits::Ignored
        || pose
            .joints_beyond_limits(character, LIMIT_SLACK)
            .next()
            .is_none();
    com_xz.distance(reach.com_xz) <= COM_NEAR && points_near && limits_kept
}

impl Summary {
    fn new(
        problems: &ReachProblems,
        settings: &SolverSettings,
        repeat: u32,
        taken: &[Taken],
    ) -> Self {
        let reached = taken.iter().filter(|t| t.reached).count();
        Self {
            character: problems.character.name.clone(),
            stance: problems.character.feet[problems.foot].name.clone(),
            priority: priority_name(settings.priority),
            method: method_name(settings.method),
            limits: match settings.limits {
                Limits::Respected => "respected",
                Limits::Ignored => "ignored",
            },
            repeat,
            problems: taken.len(),
            reached,
            reached_percent: 100.0 * reached as f64 / taken.len() as f64,
            iterations: Spread::of(taken.iter().map(|t| f64::from(t.iterations))),
            micros: Spread::of(taken.iter().map(|t| t.micros)),
            restarts: taken.iter().map(|t| t.restarts).sum(),
            restarted_problems: taken.iter().filter(|t| t.restarts > 0).count(),
            not_reached: (1..)
                .zip(taken)
                .filter(|(_, t)| !t.reached)
                .map(|(i, _)| i)
                .collect(),
        }
    }
}
