//! `explain --csv`: what is left of every goal, one row a linearisation or a moment.
//!
//! ```text
//! linearisation,sweep,visit,who,what,cost,balance_mm,left_hand_mm,…
//! ```
//! `sweep` counts within its linearisation. Rows of linearisations have no number of a visit.

use super::Error;
use super::explain::Line;
use super::explain_visits::Moment;
use crate::ik::{Goal, Unit};
use crate::io::csv_text;
use std::io::Write;

/// One row.
pub(super) struct Row<'a> {
    linearisation: u32,
    sweep: u32,
    visit: Option<usize>,
    who: &'a str,
    what: String,
    cost: f64,
    errors: &'a [f64],
}

impl<'a> Row<'a> {
    /// A linearisation.
    pub(super) fn of_line(line: &'a Line) -> Self {
        Self {
            linearisation: line.number,
            sweep: line.sweeps,
            visit: None,
            who: if line.begins { "solve" } else { "step" },
            what: line.words(),
            cost: line.cost,
            errors: &line.errors,
        }
    }

    /// A moment.
    pub(super) fn of_moment(moment: &'a Moment) -> Self {
        Self {
            linearisation: moment.linearisation,
            sweep: moment.sweep,
            visit: Some(moment.number),
            who: &moment.who,
            what: moment.what.clone(),
            cost: moment.cost,
            errors: &moment.errors,
        }
    }
}

/// A goal's name as the name of a column: `right_foot planted` is `right_foot_planted`.
fn snake_case(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.to_lowercase().chars().map(letter).collect()
}

/// Writes a head with the unit of every goal, and the rows.
pub(super) fn write_csv(goals: &[Goal], rows: &[Row], out: &mut dyn Write) -> Result<(), Error> {
    let fixed = ["linearisation", "sweep", "visit", "who", "what", "cost"];
    let mut head: Vec<String> = fixed.map(str::to_owned).to_vec();
    head.extend(goals.iter().map(|goal| {
        let unit = match goal.kind.unit() {
            Unit::Metres => "mm",
            Unit::Radians => "deg",
        };
        format!("{}_{unit}", snake_case(&goal.name))
    }));
    writeln!(out, "{}", head.join(","))?;
    for row in rows {
        let mut cells = vec![
            row.linearisation.to_string(),
            row.sweep.to_string(),
            row.visit.map_or(String::new(), |visit| visit.to_string()),
            csv_text(row.who).into_owned(),
            csv_text(&row.what).into_owned(),
            format!("{:e}", row.cost),
        ];
        cells.extend(row.errors.iter().map(|error| format!("{error:.6}")));
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}
