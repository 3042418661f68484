//! `explain --visits`: every visit to a goal or a joint, and what was decided between visits.

use super::explain::{shown_errors, table_with_goals};
use super::table::{Side, Table};
use super::task::Task;
use crate::character::JointKind;
use crate::ik::{Event, Goal, Trace, Visit};
use glam::DVec3;
use serde::Serialize;
use std::ops::Range;

/// One moment of a solve.
#[derive(Debug, Serialize)]
pub(super) struct Moment {
    /// Counts from 0.
    pub number: usize,
    pub linearisation: u32,
    start: u32,
    round: u32,
    pub sweep: u32,
    damping: f64,
    pub who: String,
    pub what: String,
    #[serde(skip)]
    is_turn: bool,
    /// How hard a goal pulls, or how far a joint turns in this step [deg]; null where nobody was visited.
    before: Option<Vec<f64>>,
    after: Option<Vec<f64>>,
    pub cost: f64,
    /// In the order of the goals [mm or deg].
    pub errors: Vec<f64>,
}

/// Moments of a trace, in words.
pub(super) fn moments(trace: &Trace, shown: Range<usize>, task: &Task) -> Vec<Moment> {
    let visits = trace.visits().iter().enumerate();
    let shown = visits.take(shown.end).skip(shown.start);
    shown
        .map(|(number, visit)| moment(number, visit, task))
        .collect()
}

fn moment(number: usize, visit: &Visit, task: &Task) -> Moment {
    let (who, what) = visit.words(&task.goals, &task.character);
    let state = |state: DVec3| match visit.event {
        Event::Goal { .. } | Event::Wall { .. } => Some(state.to_array().to_vec()),
        Event::Joint { joint, .. } => {
            let state = state.to_array().map(f64::to_degrees);
            let is_hinge = matches!(
                task.character.link(joint).joint.kind,
                JointKind::Hinge { .. }
            );
            Some(state[..if is_hinge { 1 } else { 3 }].to_vec())
        }
        _ => None,
    };
    Moment {
        number,
        linearisation: visit.linearisation,
        start: visit.start,
        round: visit.round,
        sweep: visit.sweep,
        damping: visit.damping,
        who,
        what,
        is_turn: matches!(visit.event, Event::Joint { .. }),
        before: state(visit.before),
        after: state(visit.after),
        cost: visit.cost,
        errors: shown_errors(&task.goals, &visit.errors),
    }
}

/// The moments as a table.
pub(super) fn moments_table(moments: &[Moment], goals: &[Goal]) -> Table {
    let fixed = [
        ("#", Side::Right),
        ("step", Side::Right),
        ("sweep", Side::Right),
        ("who", Side::Left),
        ("what", Side::Left),
        ("before", Side::Right),
        ("after", Side::Right),
        ("cost", Side::Right),
    ];
    let mut table = table_with_goals(&fixed, goals);
    for moment in moments {
        let state = |state: &Option<Vec<f64>>| match state {
            Some(numbers) if moment.is_turn => format!("{}°", list(numbers, 2)),
            Some(numbers) => list(numbers, 5),
            None => String::new(),
        };
        let mut cells = vec![
            moment.number.to_string(),
            moment.linearisation.to_string(),
            moment.sweep.to_string(),
            moment.who.clone(),
            moment.what.clone(),
            state(&moment.before),
            state(&moment.after),
            format!("{:.6}", moment.cost),
        ];
        cells.extend(moment.errors.iter().map(|error| format!("{error:.2}")));
        table.row(cells);
    }
    table
}

/// Where the table goes on, when it does not show all.
pub(super) fn more_words(trace: &Trace, shown: &Range<usize>) -> Option<String> {
    let all = trace.visits().len();
    let next = match all - shown.end {
        0 => String::new(),
        more => format!("; {more} more, go on with --first {}", shown.end),
    };
    let lost = match trace.unrecorded() {
        0 => String::new(),
        lost => format!("; {lost} before the last one were too many to be recorded"),
    };
    let is_all = shown.len() == all && lost.is_empty();
    let last = shown.end.saturating_sub(1);
    (!is_all).then(|| format!("Moments {} to {last} of {all}{next}{lost}.", shown.start))
}

/// Numbers with blanks between them; no minus before a zero.
fn list(numbers: &[f64], digits: usize) -> String {
    let text = numbers.iter().map(|number| {
        let text = format!("{number:.digits$}");
        match text.strip_prefix('-') {
            Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
            _ => text,
        }
    });
    text.collect::<Vec<_>>().join(" ")
}
