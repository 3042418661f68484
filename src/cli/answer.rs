//! What a solve got, for people and for programs.

use super::Error;
use super::goal_args::{method_name, priority_name};
use super::table::{Side, Table};
use super::task::Task;
use crate::character::{Character, JointCoordinate, LinkId, Pose};
use crate::ik::{Finish, Goal, GoalKind, GoalReport, Outcome, Overlap, Report, Unit, amount};
use crate::kinematics::compass;
use crate::math::rotation_vector;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// How a command answers that may miss what it was asked for.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct AnswerArgs {
    /// Prints one JSON object instead of tables and sentences
    #[arg(long)]
    pub json: bool,
    /// Ends with exit code 1 when something is missed: a goal not reached, a walk that stops early or is slower, a margin not kept, a ghost that falls
    #[arg(long)]
    pub fail_on_miss: bool,
}

impl AnswerArgs {
    /// The verdict on a miss, once all is said and written.
    pub(super) fn missed(self) -> Result<(), Error> {
        if self.fail_on_miss {
            Err(Error::OutOfBounds)
        } else {
            Ok(())
        }
    }
}

/// A solve as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    character: String,
    level: String,
    stance: Vec<String>,
    priority: &'static str,
    method: &'static str,
    outcome: &'static str,
    sentence: String,
    margin_mm: f64,
    margin_direction: &'static str,
    /// How deep links are in each other or in the ground, where they keep apart; none when they are clear.
    overlap: Option<String>,
    com: [f64; 3],
    iterations: u32,
    restarts: u32,
    micros: f64,
    goals: Vec<GoalAnswer>,
    joints: BTreeMap<String, Turn>,
    /// Files that were written.
    pub written: Vec<String>,
}

/// What one goal got; lengths in mm, angles in degrees.
#[derive(Debug, Serialize)]
pub(super) struct GoalAnswer {
    name: String,
    kind: &'static str,
    rank: u8,
    weight: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    before_mm: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_mm: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before_deg: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_deg: Option<f64>,
    reached: bool,
}

/// How one joint is turned [deg].
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Turn {
    Hinge(f64),
    Ball([f64; 3]),
}

impl Answer {
    /// The answer to a task. `micros` is the time of the solve [µs].
    pub(super) fn new(task: &Task, pose: &Pose, report: &Report, micros: f64) -> Self {
        let Task {
            character, goals, ..
        } = task;
        Self {
            character: character.name.clone(),
            level: task.level.name.clone(),
            stance: foot_names(task),
            priority: priority_name(task.settings.priority),
            method: method_name(task.settings.method),
            outcome: outcome_name(report.outcome),
            sentence: report.sentence(goals),
            margin_mm: 1e3 * report.margin.metres,
            margin_direction: compass(report.margin.direction_xz),
            overlap: report.overlap.as_ref().map(|o| overlap_words(character, o)),
            com: report.com.to_array(),
            iterations: report.iterations,
            restarts: report.restarts,
            micros,
            goals: goal_answers(goals, &report.goals),
            joints: character
                .links
                .iter()
                .zip(&pose.joints)
                .filter_map(|(link, joint)| Some((link.joint.name.clone(), turn(joint)?)))
                .collect(),
            written: Vec::new(),
        }
    }
}

/// What every goal got.
pub(super) fn goal_answers(goals: &[Goal], got: &[GoalReport]) -> Vec<GoalAnswer> {
    goals
        .iter()
        .zip(got)
        .map(|(goal, got)| {
            let unit = goal.kind.unit();
            let mm = |value: f64| (unit == Unit::Metres).then_some(1e3 * value);
            let deg = |value: f64| (unit == Unit::Radians).then_some(value.to_degrees());
            GoalAnswer {
                name: goal.name.clone(),
                kind: kind_name(&goal.kind),
                rank: goal.rank.0,
                weight: goal.weight,
                before_mm: mm(got.before),
                error_mm: mm(got.after),
                before_deg: deg(got.before),
                error_deg: deg(got.after),
                reached: got.reached,
            }
        })
        .collect()
}

/// The goals as a table.
pub(super) fn goal_table(goals: &[Goal], got: &[GoalReport]) -> Table {
    let mut table = Table::new([
        ("goal", Side::Left),
        ("rank", Side::Right),
        ("weight", Side::Right),
        ("before", Side::Right),
        ("after", Side::Right),
        ("", Side::Left),
    ]);
    for (goal, got) in goals.iter().zip(got) {
        let unit = goal.kind.unit();
        let verdict = match (got.reached, goal.rank.is_wish()) {
            (true, _) => "reached",
            (false, true) => "a wish",
            (false, false) => "gave way",
        };
        table.row([
            goal.name.clone(),
            goal.rank.0.to_string(),
            format!("{}", goal.weight),
            amount(unit, got.before),
            amount(unit, got.after),
            verdict.to_owned(),
        ]);
    }
    table
}

/// The answer for people, without the files that were written.
pub(super) fn write_answer(
    task: &Task,
    report: &Report,
    micros: f64,
    out: &mut dyn Write,
) -> Result<(), Error> {
    goal_table(&task.goals, &report.goals).write(out)?;
    writeln!(out)?;
    writeln!(out, "{}", report.sentence(&task.goals))?;
    if let Some(overlap) = &report.overlap {
        writeln!(out, "{}", overlap_words(&task.character, overlap))?;
    }
    writeln!(out, "Margin of balance {}.", margin_words(report))?;
    let com = report.com;
    writeln!(
        out,
        "Centre of mass at x {:.3} m, y {:.3} m, z {:.3} m.",
        com.x, com.y, com.z
    )?;
    let restarts = match report.restarts {
        0 => String::new(),
        1 => ", 1 restart".to_owned(),
        n => format!(", {n} restarts"),
    };
    let rest = match report.outcome {
        Outcome::OutOfIterations => match task.settings.finish {
            Finish::Steps(_) => "; it was still moving: raise the steps of finish in --settings",
            _ => "; it was still moving: raise max_iterations in --settings",
        },
        Outcome::Reached | Outcome::Resting => "",
    };
    writeln!(
        out,
        "{} iterations{restarts}, {micros:.0} µs, priority {}{rest}.",
        report.iterations,
        priority_name(task.settings.priority)
    )?;
    Ok(())
}

/// `42 mm to the front-left`, `outside by 12 mm to the back`.
pub(super) fn margin_words(report: &Report) -> String {
    let side = compass(report.margin.direction_xz);
    let mm = 1e3 * report.margin.metres;
    if mm >= 0.0 {
        format!("{mm:.0} mm, nearest edge to the {side}")
    } else {
        format!("lost: {:.0} mm outside to the {side}", -mm)
    }
}

/// `left hand is 12 mm in left thigh.`
fn overlap_words(character: &Character, overlap: &Overlap) -> String {
    let name = |link: LinkId| character.link(link).name.replace('_', " ");
    let second = overlap.second.map_or("the ground".to_owned(), name);
    let depth = amount(Unit::Metres, overlap.metres);
    format!("{} is {depth} in {second}.", name(overlap.first))
}

/// Names of the feet that stand, or of their soles that do; the held one first.
pub(super) fn foot_names(task: &Task) -> Vec<String> {
    let planted = task.stance.planted.iter();
    planted
        .map(|planted| task.character.footing_name(planted.footing()))
        .collect()
}

/// An outcome as JSON spells it.
pub(super) const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reached => "reached",
        Outcome::Resting => "resting",
        Outcome::OutOfIterations => "out_of_iterations",
    }
}

/// A kind of goal as JSON spells it.
const fn kind_name(kind: &GoalKind) -> &'static str {
    match kind {
        GoalKind::Position(_) => "position",
        GoalKind::Orientation(_) => "orientation",
        GoalKind::Direction(_) => "direction",
        GoalKind::Level(_) => "level",
        GoalKind::Look(_) => "look",
        GoalKind::Together(_) => "together",
        GoalKind::Pole(_) => "pole",
        GoalKind::Even(_) => "even",
        GoalKind::CenterOfMass(_) => "center_of_mass",
        GoalKind::Balance(_) => "balance_region",
        GoalKind::Height(_) => "height",
        GoalKind::CenterOfMassHeight(_) => "center_of_mass_height",
    }
}

fn turn(joint: &JointCoordinate) -> Option<Turn> {
    match joint {
        JointCoordinate::Fixed => None,
        JointCoordinate::Hinge(angle) => Some(Turn::Hinge(angle.to_degrees())),
        JointCoordinate::Ball(q) => Some(Turn::Ball(
            rotation_vector(*q).to_array().map(f64::to_degrees),
        )),
    }
}

/// Writes JSON and ends the line.
pub(super) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
