//! `explain --visits`: every visit to a goal or a joint, and what was decided between visits.

use super::explain::{shown_errors, table_with_goals};
use super::table::{Side, Table};
use super::task::Task;
use crate::character::{Bound, JointKind, LinkId};
use crate::ik::{Event, Goal, JointBound, Rank, Trace, Visit, WallOf};
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
    let (who, mut what) = words(&visit.event, visit.start, task);
    let is_idle = visit.before == DVec3::ZERO && visit.after == DVec3::ZERO;
    if is_idle && matches!(visit.event, Event::Goal { .. }) {
        "asks nothing".clone_into(&mut what);
    }
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
        let is_turn = moment.what.starts_with(TURNS);
        let state = |state: &Option<Vec<f64>>| match state {
            Some(numbers) if is_turn => format!("{}°", list(numbers, 2)),
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

const TURNS: &str = "turns";

/// Who did what.
fn words(event: &Event, start: u32, task: &Task) -> (String, String) {
    let goal = |goal: usize| task.goals.get(goal).map_or("", |goal| &goal.name);
    let joint = |joint: LinkId| task.character.link(joint).joint.name.as_str();
    let wall = |of: WallOf| match of {
        WallOf::Goal(index) => goal(index),
        WallOf::Links(first, _) => task.character.link(first).name.as_str(),
    };
    let (who, what) = match *event {
        Event::Began if start == 0 => ("solve", "begins".to_owned()),
        Event::Began => ("solve", format!("start {}", start + 1)),
        Event::BeganBeyondLimits => ("solve", format!("start {} beyond limits", start + 1)),
        Event::CameApart => ("links", "come apart".to_owned()),
        Event::Goal { goal: index } => (goal(index), "pulls".to_owned()),
        Event::Wall { of } => (wall(of), "wall pushes".to_owned()),
        Event::Joint {
            joint: link,
            stopped,
        } => {
            let stopped = if stopped { ", stopped" } else { "" };
            (joint(link), format!("{TURNS}{stopped}"))
        }
        Event::Content => ("all goals", "ask nothing more".to_owned()),
        Event::Exact => ("all goals", "at once".to_owned()),
        Event::Ranks { first, last } => ("goals", ranks(first, last)),
        Event::Posture => ("posture", "fills the rest".to_owned()),
        Event::Lengthened => ("conjugate gradients", "lengthen".to_owned()),
        Event::Prolonged => ("conjugate gradients", "go on".to_owned()),
        Event::BoundHeld { joint: link, bound } => (joint(link), format!("held: {}", side(bound))),
        Event::BoundLetGo { joint: link, bound } => {
            (joint(link), format!("let go: {}", side(bound)))
        }
        Event::WallMet { of } => (wall(of), "wall met".to_owned()),
        Event::WallLetGo { of } => (wall(of), "wall let go".to_owned()),
        Event::Kept => ("step", "kept".to_owned()),
        Event::Refused => ("step", "refused".to_owned()),
        Event::Taken => ("step", "taken".to_owned()),
        Event::Ended => ("solve", "done".to_owned()),
    };
    (who.to_owned(), what)
}

fn ranks(first: Rank, last: Rank) -> String {
    if first == last {
        format!("of rank {}", first.0)
    } else {
        format!("of ranks {} to {}", first.0, last.0)
    }
}

const fn side(bound: JointBound) -> &'static str {
    match bound {
        JointBound::HingeLow => "lowest angle",
        JointBound::HingeHigh => "highest angle",
        JointBound::Ball(Bound::TwistHigh) => "highest twist",
        JointBound::Ball(Bound::TwistLow) => "lowest twist",
        JointBound::Ball(Bound::FlexHigh) => "highest bend",
        JointBound::Ball(Bound::FlexLow) => "lowest bend",
        JointBound::Ball(Bound::SideHigh) => "highest sideways bend",
        JointBound::Ball(Bound::SideLow) => "lowest sideways bend",
        JointBound::Ball(Bound::Ellipse) => "swing",
    }
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
