//! `explain --strategies`: one problem by each of the five priorities, side by side.

use super::Error;
use super::answer::{GoalAnswer, foot_names, goal_answers, outcome_name, write_json};
use super::goal_args::{method_name, priority_name};
use super::pose::starts;
use super::progress::Progress;
use super::table::{Side, Table};
use super::task::Task;
use crate::ik::{Priority, Report, Solver, SolverSettings, amount};
use crate::kinematics::compass;
use serde::Serialize;
use std::io::Write;

/// From everyone a little to a strict order.
const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];

/// All five as JSON.
#[derive(Debug, Serialize)]
struct Comparison {
    character: String,
    stance: Vec<String>,
    method: &'static str,
    strategies: Vec<Strategy>,
}

/// What one priority makes of the problem.
#[derive(Debug, Serialize)]
struct Strategy {
    priority: &'static str,
    outcome: &'static str,
    sentence: String,
    margin_mm: f64,
    margin_direction: &'static str,
    iterations: u32,
    restarts: u32,
    sweeps: u32,
    goals: Vec<GoalAnswer>,
}

/// Solves the task by every priority and shows what each goal got.
pub(super) fn compare(task: &Task, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    let each = starts(&task.settings);
    let mut progress = Progress::new("solving", each * PRIORITIES.len() as u64);
    let mut before = 0;
    let reports = PRIORITIES.map(|priority| {
        let report = solve(task, priority, |start| {
            progress.set(before + u64::from(start));
        });
        before += each;
        report
    });
    progress.finish();
    if json {
        let strategies = PRIORITIES.iter().zip(&reports);
        let comparison = Comparison {
            character: task.character.name.clone(),
            stance: foot_names(task),
            method: method_name(task.settings.method),
            strategies: strategies
                .map(|(priority, report)| strategy(task, *priority, report))
                .collect(),
        };
        return write_json(&comparison, out);
    }
    writeln!(
        out,
        "{} on {}, method {}\n",
        task.character.name,
        foot_names(task).join(" and "),
        method_name(task.settings.method)
    )?;
    table(task, &reports).write(out)?;
    Ok(())
}

/// The task by one priority; `on_start` hears at which start it is.
fn solve(task: &Task, priority: Priority, mut on_start: impl FnMut(u32)) -> Report {
    let problem = task.problem();
    let settings = SolverSettings {
        priority,
        ..task.settings
    };
    let (mut pose, mut report) = (task.start.clone(), Report::default());
    Solver::default().solve_observed(problem, &settings, &mut pose, &mut report, &mut |i| {
        on_start(i.start);
    });
    report
}

fn strategy(task: &Task, priority: Priority, report: &Report) -> Strategy {
    Strategy {
        priority: priority_name(priority),
        outcome: outcome_name(report.outcome),
        sentence: report.sentence(&task.goals),
        margin_mm: 1e3 * report.margin.metres,
        margin_direction: compass(report.margin.direction_xz),
        iterations: report.iterations,
        restarts: report.restarts,
        sweeps: report.sweeps,
        goals: goal_answers(&task.goals, &report.goals),
    }
}

/// A row for every goal, and what came of all of them below.
fn table(task: &Task, reports: &[Report; 5]) -> Table {
    let columns = PRIORITIES.map(|priority| (priority_name(priority), Side::Right));
    let mut table = Table::new([("", Side::Left)].into_iter().chain(columns));
    let mut row = |name: &str, cell: &dyn Fn(&Report) -> String| {
        table.row(
            [name.to_owned()]
                .into_iter()
                .chain(reports.iter().map(cell)),
        );
    };
    for (index, goal) in task.goals.iter().enumerate() {
        let got = |report: &Report| {
            let got = report.goals.get(index);
            got.map_or(String::new(), |got| amount(goal.kind.unit(), got.after))
        };
        row(&goal.name, &got);
    }
    row("margin of balance", &|report| {
        format!("{:.0} mm", 1e3 * report.margin.metres)
    });
    row("outcome", &|report| {
        outcome_name(report.outcome).replace('_', " ")
    });
    row("linearisations", &|report| report.iterations.to_string());
    row("sweeps", &|report| report.sweeps.to_string());
    table
}
