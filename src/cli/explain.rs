//! `contrapposto explain`: one solve, linearisation by linearisation or visit by visit, or one problem by five priorities.

use super::Error;
use super::answer::{GoalAnswer, foot_names, goal_answers, margin_words, outcome_name, write_json};
use super::explain_csv::{Row, write_csv};
use super::explain_strategies::compare;
use super::explain_visits::{Moment, moments, moments_table, more_words};
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::goal_args::{GoalArgs, method_name, priority_name};
use super::number_args::whole;
use super::pose::starts;
use super::progress::Progress;
use super::table::{Side, Table};
use super::task::{Task, within_reach};
use crate::character::Pose;
use crate::ik::{
    Finish, Goal, GoalKind, Iteration, Outcome, PostureModel, Report, Solver, Trace, Unit, amount,
};
use crate::io::one_line;
use clap::Args;
use glam::DVec3;
use serde::Serialize;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

/// Steps of a start that a short table begins and ends with.
const FIRST_STEPS: usize = 12;
const LAST_STEPS: usize = 4;

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[command(after_help = "Examples:
  contrapposto explain
  contrapposto explain --reach left_hand=0.5,1.3,0.5 --priority strict
  contrapposto explain --method sweep --sweeps 4
  contrapposto explain --stance left --reach left_hand=0.5,1.2,0.5 --visits
  contrapposto explain --stance left --reach left_hand=0.5,1.2,0.5 --all
  contrapposto explain --visits --first 200 --count 50 --csv visits.csv
  contrapposto explain --strategies
  contrapposto explain --goals goals.ron --json

Without goals it shows a conflict: a hand is pulled farther than balance allows.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    goals: GoalArgs,
    /// Shows every visit to a goal or a joint, and what was decided between visits (see docs/watching.md)
    #[arg(long)]
    visits: bool,
    /// Shows every step of every start; without it the first steps and the last ones of the first start, and the ends of others
    #[arg(long, conflicts_with_all = ["visits", "strategies"])]
    all: bool,
    /// The first moment that `--visits` shows; they count from 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=u64::MAX), requires = "visits")]
    first: usize,
    /// How many moments `--visits` shows at most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<usize>(1..=u64::MAX), requires = "visits")]
    count: usize,
    /// Shows what every goal gets by each of the five priorities, side by side
    #[arg(long, conflicts_with_all = ["visits", "csv", "priority"])]
    strategies: bool,
    /// Writes what is left of every goal, one row a linearisation; with `--visits` one row a moment, all of them
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Prints one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl ExplainArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.goals.files().writes(Kind::Table, &self.csv)
    }
}

/// A solve as JSON.
#[derive(Debug, Serialize)]
struct Explanation {
    character: String,
    stance: Vec<String>,
    priority: &'static str,
    method: &'static str,
    outcome: &'static str,
    sentence: String,
    goals: Vec<GoalAnswer>,
    sweeps: u32,
    iterations: Vec<Line>,
    /// With `--visits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<Vec<Moment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits_in_all: Option<usize>,
    /// Files that were written.
    written: Vec<String>,
}

/// One iteration.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub number: u32,
    pub start: u32,
    /// Whether a start begins here: no step was taken.
    pub begins: bool,
    damping: f64,
    /// Of this step.
    pub sweeps: u32,
    /// Nothing before the first step.
    turn_deg: Option<f64>,
    pub kept: bool,
    limits_met: usize,
    pub cost: f64,
    /// In the order of the goals [mm or deg].
    pub errors: Vec<f64>,
}

/// Shows the solve.
pub(super) fn run(
    args: &ExplainArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let mut task = Task::new(&args.goals, PostureModel::None, err)?;
    if args.goals.asks_nothing() {
        add_conflict(&mut task);
    }
    if args.strategies {
        return compare(&task, args.json, out);
    }
    let (lines, _, report) = observed(&task);
    let trace = args.visits.then(|| traced(&task).0);
    let shown = trace.as_ref().map(|trace| range(args, trace)).transpose()?;

    let mut written = Vec::new();
    if let Some(path) = &args.csv {
        let all = trace.as_ref().map(|trace| 0..trace.visits().len());
        let all_moments = trace.as_ref().zip(all);
        let all_moments = all_moments.map(|(trace, all)| moments(trace, all, &task));
        let rows: Vec<Row> = match &all_moments {
            Some(moments) => moments.iter().map(Row::of_moment).collect(),
            None => lines.iter().map(Row::of_line).collect(),
        };
        let mut table = Vec::new();
        write_csv(&task.goals, &rows, &mut table)?;
        write(path, &table)?;
        written.push((written_name(path), rows.len()));
    }
    let sentence = sentence(&task, &report);
    let shown_moments = trace.as_ref().zip(shown.clone());
    let shown_moments = shown_moments.map(|(trace, shown)| moments(trace, shown, &task));
    if args.json {
        let explanation = Explanation {
            character: task.character.name.clone(),
            stance: foot_names(&task),
            priority: priority_name(task.settings.priority),
            method: method_name(task.settings.method),
            outcome: outcome_name(report.outcome),
            sentence,
            goals: goal_answers(&task.goals, &report.goals),
            sweeps: report.sweeps,
            iterations: lines,
            visits: shown_moments,
            visits_in_all: trace.map(|trace| trace.visits().len()),
            written: written.into_iter().map(|(path, _)| path).collect(),
        };
        return write_json(&explanation, out);
    }
    writeln!(
        out,
        "{} on {}, priority {}, method {}\n",
        task.character.name,
        foot_names(&task).join(" and "),
        priority_name(task.settings.priority),
        method_name(task.settings.method)
    )?;
    if let (Some(moments), Some(trace), Some(shown)) = (&shown_moments, &trace, shown) {
        moments_table(moments, &task.goals).write(out)?;
        if let Some(words) = more_words(trace, &shown) {
            writeln!(out, "{words}")?;
        }
    } else {
        table(&lines, &task.goals, args.all).write(out)?;
        let starts = lines.last().map_or(1, |line| line.start + 1);
        if starts > 1 {
            let number = report.start + 1;
            write!(out, "\nThe answer is that of start {number} of {starts}.")?;
            let more = " `--all` shows them step by step.";
            writeln!(out, "{}", if args.all { "" } else { more })?;
        }
    }
    writeln!(out, "\n{sentence}")?;
    writeln!(out, "Margin of balance {}.", margin_words(&report))?;
    let (steps, sweeps) = (report.iterations, report.sweeps);
    writeln!(out, "Linearisations {steps}, sweeps {sweeps}.")?;
    for (path, rows) in written {
        writeln!(out, "Wrote {}: {rows} rows.", one_line(&path))?;
    }
    Ok(())
}

/// The solve, linearisation by linearisation.
fn observed(task: &Task) -> (Vec<Line>, Pose, Report) {
    let problem = task.problem();
    let (mut pose, mut report) = (task.start.clone(), Report::default());
    let (mut lines, mut swept) = (Vec::new(), 0);
    let mut progress = Progress::new("solving", starts(&task.settings));
    Solver::default().solve_observed(problem, &task.settings, &mut pose, &mut report, &mut |i| {
        let sweeps = i.sweeps - std::mem::replace(&mut swept, i.sweeps);
        lines.push(line(i, sweeps, &task.goals));
        progress.set(u64::from(i.start));
    });
    (lines, pose, report)
}

/// The same solve, visit by visit.
fn traced(task: &Task) -> (Trace, Pose) {
    let problem = task.problem();
    let (mut pose, mut report) = (task.start.clone(), Report::default());
    let trace = Solver::default().solve_traced(problem, &task.settings, &mut pose, &mut report);
    (trace, pose)
}

/// The moments that are shown.
fn range(args: &ExplainArgs, trace: &Trace) -> Result<Range<usize>, Error> {
    let all = trace.visits().len();
    if args.first >= all {
        return Err(Error::Arguments(format!(
            "--first {}: this solve has {all} moments, 0 to {}",
            args.first,
            all - 1
        )));
    }
    Ok(args.first..args.first.saturating_add(args.count).min(all))
}

/// Who gave way, and what for. Of a solve that did not come to its end nobody knows that: who lacks how much, and which way
/// leads farther.
fn sentence(task: &Task, report: &Report) -> String {
    let way = match report.outcome {
        Outcome::Reached => None,
        _ => within_reach(task).map(|way| format!("Everything is within reach {way}.")),
    };
    if report.outcome == Outcome::OutOfIterations || way.is_some() {
        let lacking = report.gave_way(&task.goals);
        let lacking = lacking.iter().map(|(goal, got)| {
            let name = goal.name.replace('_', " ");
            format!("{name} lacks {}", amount(goal.kind.unit(), got.after))
        });
        let lacking: Vec<String> = lacking.collect();
        let lacking = lacking.join(", ");
        let raised = match task.settings.finish {
            Finish::Steps(_) => "the steps of finish",
            _ => "max_iterations",
        };
        let way = way.unwrap_or_else(|| format!("It was still moving: raise {raised}."));
        return format!("It stopped on the way: {lacking}. {way}");
    }
    report.sentence(&task.goals)
}

/// Millimetres or degrees.
pub(super) fn shown_errors(goals: &[Goal], errors: &[f64]) -> Vec<f64> {
    let shown = |(goal, error): (&Goal, &f64)| match goal.kind.unit() {
        Unit::Metres => 1e3 * error,
        Unit::Radians => error.to_degrees(),
    };
    goals.iter().zip(errors).map(shown).collect()
}

fn line(iteration: &Iteration, sweeps: u32, goals: &[Goal]) -> Line {
    let took_a_step = !iteration.begins && iteration.turn.is_finite();
    Line {
        number: iteration.number,
        start: iteration.start,
        begins: iteration.begins,
        damping: iteration.damping,
        sweeps,
        turn_deg: took_a_step.then(|| iteration.turn.to_degrees()),
        kept: iteration.accepted,
        limits_met: iteration.limits_met,
        cost: iteration.cost,
        errors: shown_errors(goals, iteration.errors),
    }
}

impl Line {
    /// What became of the step, or which start begins.
    pub(super) fn words(&self) -> String {
        match (self.begins, self.kept) {
            (true, _) if self.number == 0 => "begin".to_owned(),
            (true, _) => format!("start {}", self.start + 1),
            (false, true) => "kept".to_owned(),
            (false, false) => "refused".to_owned(),
        }
    }
}

/// The first effector at the side of the body, one and a half times farther forward than it reaches.
fn add_conflict(task: &mut Task) {
    let character = &task.character;
    let limb = character.effectors.iter().find(|effector| {
        let is_planted = task.stance.planted.iter().any(|p| p.link == effector.link);
        character.partners[effector.link.index()] != effector.link && !is_planted
    });
    let Some(effector) = limb else {
        return;
    };
    let (_, reach) = super::inspect::reach(character, effector);
    let kin = crate::kinematics::Kinematics::of(character, &task.start);
    let now = kin.link(effector.link).point(effector.point_in_link);
    let target = DVec3::new(now.x, now.y, task.stance.polygon.center().y + 1.5 * reach);
    let goal = Goal::reach(character, &effector.name, target);
    // Wishes come last.
    let place = task.goals.iter().position(|goal| goal.rank.is_wish());
    let place = place.unwrap_or(task.goals.len());
    task.goals.splice(place..place, goal);
}

/// All steps; or the first and the last ones of the first start, and the end of every other one.
fn table(lines: &[Line], goals: &[Goal], all: bool) -> Table {
    let fixed = [
        ("#", Side::Right),
        ("damping", Side::Right),
        ("sweeps", Side::Right),
        ("turn °", Side::Right),
        ("step", Side::Left),
        ("limits", Side::Right),
        ("cost", Side::Right),
    ];
    let mut table = table_with_goals(&fixed, goals);
    let mut row = |line: &Line, (sweeps, turn_deg, words): (u32, Option<f64>, String)| {
        let turn = turn_deg.map(|turn| format!("{turn:.3}"));
        let mut cells = vec![
            line.number.to_string(),
            format!("{:.0e}", line.damping),
            sweeps.to_string(),
            turn.unwrap_or_default(),
            words,
            line.limits_met.to_string(),
            format!("{:.6}", line.cost),
        ];
        cells.extend(line.errors.iter().map(|error| format!("{error:.2}")));
        table.row(cells);
    };
    let step = |line: &Line| (line.sweeps, line.turn_deg, line.words());
    for of_start in lines.chunk_by(|a, b| a.start == b.start) {
        let (first, others) = of_start.split_at(FIRST_STEPS.min(of_start.len()));
        let (between, last) = others.split_at(others.len().saturating_sub(LAST_STEPS));
        match (of_start, between) {
            ([.., end], _) if !all && end.start > 0 => {
                let words = format!("end of start {}", end.start + 1);
                row(end, (swept(of_start), None, words));
            }
            (_, [.., end]) if !all => {
                for line in first {
                    row(line, step(line));
                }
                let words = format!("{} more", between.len());
                row(end, (swept(between), None, words));
                for line in last {
                    row(line, step(line));
                }
            }
            _ => {
                for line in of_start {
                    row(line, step(line));
                }
            }
        }
    }
    table
}

/// Sweeps of several steps.
fn swept(lines: &[Line]) -> u32 {
    lines.iter().map(|line| line.sweeps).sum()
}

/// An empty table with a column for every goal behind others.
pub(super) fn table_with_goals(fixed: &[(&str, Side)], goals: &[Goal]) -> Table {
    let heading = |goal: &Goal| match goal.kind.unit() {
        Unit::Metres => format!("{} mm", short_name(goal)),
        Unit::Radians => format!("{} °", short_name(goal)),
    };
    let headings: Vec<String> = goals.iter().map(heading).collect();
    let of_goals = headings.iter().map(|words| (words.as_str(), Side::Right));
    Table::new(fixed.iter().copied().chain(of_goals))
}

fn short_name(goal: &Goal) -> &str {
    match goal.kind {
        GoalKind::CenterOfMassHeight(_) => "height",
        _ => &goal.name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::pose::solved;
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Asked {
        #[command(flatten)]
        goals: GoalArgs,
    }

    #[test]
    fn what_is_explained_is_what_pose_did_to_the_bit() {
        for words in [
            "pose --stance left --reach left_hand=0.5,1.2,0.5",
            "pose --reach left_hand=0.35,1,1.4 --priority strict",
            "pose --together left_hand=left_knee --look 0.5,1,2 --even-spine",
            "pose -c chicken --margin-mm 20 --crouch 0.05",
            "pose --reach left_hand=0.4,0.2,0.5 --method joints --restarts 3",
        ] {
            let asked = Asked::parse_from(words.split(' '));
            let task = Task::new(&asked.goals, PostureModel::None, &mut std::io::sink()).unwrap();
            let (posed, report, _) = solved(&task);
            let (_, observed, seen) = observed(&task);
            assert_eq!((&posed, &report), (&observed, &seen), "{words}");
            assert_eq!(posed, traced(&task).1, "{words}, visit by visit");
        }
    }
}
