//! `contrapposto explain`: one solve, iteration by iteration.

use super::Error;
use super::answer::{GoalAnswer, goal_answers, margin_words, outcome_name, sole_names, write_json};
use super::goal_args::{GoalArgs, method_name, priority_name};
use super::table::{Side, Table};
use super::task::Task;
use crate::ik::{Goal, GoalKind, Iteration, Report, Solver, SolverSettings, Unit};
use clap::Args;
use glam::DVec3;
use serde::Serialize;
use std::io::Write;

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto explain
  contrapposto explain --reach left_hand=0.5,1.3,0.5 --priority strict
  contrapposto explain --method sweep --sweeps 4
  contrapposto explain --goals goals.ron --json

Without goals it shows a conflict: a hand is pulled farther than balance allows.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    goals: GoalArgs,
    /// Prints one JSON object instead of a table
    #[arg(long)]
    json: bool,
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
    iterations: Vec<Line>,
}

/// One iteration.
#[derive(Debug, Serialize)]
struct Line {
    number: u32,
    start: u32,
    damping: f64,
    /// Nothing before the first step.
    turn_deg: Option<f64>,
    kept: bool,
    limits_met: usize,
    cost: f64,
    /// In the order of the goals [mm or deg].
    errors: Vec<f64>,
}

/// Shows the solve.
pub(super) fn run(
    args: &ExplainArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let mut task = Task::new(&args.goals, SolverSettings::default(), err)?;
    if args.goals.asks_nothing() {
        add_conflict(&mut task);
    }
    let problem = task.problem();
    let (mut pose, mut report) = (task.start.clone(), Report::default());
    let mut lines = Vec::new();
    Solver::default().solve_observed(problem, &task.settings, &mut pose, &mut report, &mut |i| {
        // Each start shows where it begins; that line took no step.
        let is_begin = lines.last().is_none_or(|last: &Line| last.start != i.start);
        lines.push(line(i, is_begin, &task.goals));
    });
    if args.json {
        let explanation = Explanation {
            character: task.character.name.clone(),
            stance: sole_names(&task),
            priority: priority_name(task.settings.priority),
            method: method_name(task.settings.method),
            outcome: outcome_name(report.outcome),
            sentence: report.sentence(&task.goals),
            goals: goal_answers(&task.goals, &report.goals),
            iterations: lines,
        };
        return write_json(&explanation, out);
    }
    writeln!(
        out,
        "{} on {}, priority {}, method {}\n",
        task.character.name,
        sole_names(&task).join(" and "),
        priority_name(task.settings.priority),
        method_name(task.settings.method)
    )?;
    table(&lines, &task.goals).write(out)?;
    writeln!(out, "\n{}", report.sentence(&task.goals))?;
    writeln!(out, "Margin of balance {}.", margin_words(&report))?;
    Ok(())
}

fn line(iteration: &Iteration, is_begin: bool, goals: &[Goal]) -> Line {
    let shown = |(goal, error): (&Goal, &f64)| match goal.kind.unit() {
        Unit::Metres => 1e3 * error,
        Unit::Radians => error.to_degrees(),
    };
    Line {
        number: iteration.number,
        start: iteration.start,
        damping: iteration.damping,
        turn_deg: (!is_begin && iteration.turn.is_finite()).then(|| iteration.turn.to_degrees()),
        kept: iteration.accepted,
        limits_met: iteration.limits_met,
        cost: iteration.cost,
        errors: goals.iter().zip(iteration.errors).map(shown).collect(),
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

fn table(lines: &[Line], goals: &[Goal]) -> Table {
    let headings: Vec<String> = goals
        .iter()
        .map(|goal| match goal.kind.unit() {
            Unit::Metres => format!("{} mm", short_name(goal)),
            Unit::Radians => format!("{} °", short_name(goal)),
        })
        .collect();
    let fixed = [
        ("#", Side::Right),
        ("damping", Side::Right),
        ("turn °", Side::Right),
        ("step", Side::Left),
        ("limits", Side::Right),
        ("cost", Side::Right),
    ];
    let goal_headings = headings
        .iter()
        .map(|heading| (heading.as_str(), Side::Right));
    let mut table = Table::new(fixed.into_iter().chain(goal_headings));
    let mut start = None;
    for line in lines {
        let is_begin = start.replace(line.start) != Some(line.start);
        let step = match (is_begin, line.kept) {
            (true, _) if line.start > 0 => format!("start {}", line.start + 1),
            (true, _) => "begin".to_owned(),
            (false, true) => "kept".to_owned(),
            (false, false) => "refused".to_owned(),
        };
        let mut cells = vec![
            line.number.to_string(),
            format!("{:.0e}", line.damping),
            line.turn_deg
                .map_or_else(String::new, |turn| format!("{turn:.3}")),
            step,
            line.limits_met.to_string(),
            format!("{:.6}", line.cost),
        ];
        cells.extend(line.errors.iter().map(|error| format!("{error:.2}")));
        table.row(cells);
    }
    table
}

fn short_name(goal: &Goal) -> &str {
    match goal.kind {
        GoalKind::CenterOfMassHeight(_) => "height",
        _ => &goal.name,
    }
}
