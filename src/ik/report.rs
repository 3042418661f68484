//! What every goal got, and what gave way.

use super::{Goal, Unit};
use crate::character::LinkId;
use crate::kinematics::Margin;
use glam::{DVec2, DVec3};

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Outcome {
    /// Every goal but the wishes is within tolerance.
    #[default]
    Reached,
    /// The figure stands still at the best it can do; some goal gave way.
    Resting,
    /// The linearisations ran out before the figure came to rest.
    OutOfIterations,
}

/// What one goal got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalReport {
    /// Error before the solve, in the goal's unit [m or rad].
    pub before: f64,
    /// Error after it [m or rad].
    pub after: f64,
    /// Whether that is within tolerance.
    pub reached: bool,
}

/// Links that are in each other, or a link in the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The one link.
    pub first: LinkId,
    /// The other; nothing for the ground.
    pub second: Option<LinkId>,
    /// How deep [m].
    pub metres: f64,
}

/// What a solve did. Its memory is reused from solve to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Linearisations over all starts.
    pub iterations: u32,
    /// Sweeps over all of those.
    pub sweeps: u32,
    /// What all errors cost in the end: the number that the solve lowered [m²].
    pub cost: f64,
    /// Starts from other poses after the first one got stuck.
    pub restarts: u32,
    /// The start that led to the answer, from 0.
    pub start: u32,
    /// Largest turn of a joint between the last two iterates [rad]: zero when the figure stays where it is.
    pub last_turn: f64,
    /// One entry per goal, in the order of the goals.
    pub goals: Vec<GoalReport>,
    /// The deepest overlap that is left, where links keep apart.
    pub overlap: Option<Overlap>,
    /// Whether links touch each other or the ground that keep apart: what gave way may have done so for them.
    pub holds_off: bool,
    /// Centre of mass [m].
    pub com: DVec3,
    /// Its margin over the support.
    pub margin: Margin,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            outcome: Outcome::default(),
            iterations: 0,
            sweeps: 0,
            cost: 0.0,
            restarts: 0,
            start: 0,
            last_turn: 0.0,
            goals: Vec::new(),
            overlap: None,
            holds_off: false,
            com: DVec3::ZERO,
            margin: Margin {
                metres: f64::NEG_INFINITY,
                direction_xz: DVec2::ZERO,
            },
        }
    }
}

impl Report {
    /// Goals that were not reached, wishes left out, as they are listed.
    pub(super) fn unreached<'a>(
        &'a self,
        goals: &'a [Goal],
    ) -> impl Iterator<Item = (&'a Goal, &'a GoalReport)> {
        let all = goals.iter().zip(&self.goals);
        all.filter(|(goal, got)| !got.reached && !goal.rank.is_wish())
    }

    /// Goals that were not reached, wishes left out: lengths before angles, the largest of each first.
    pub fn gave_way<'a>(&'a self, goals: &'a [Goal]) -> Vec<(&'a Goal, &'a GoalReport)> {
        let mut gave_way: Vec<_> = self.unreached(goals).collect();
        gave_way.sort_by(|(a, of_a), (b, of_b)| {
            let is_angle = |goal: &Goal| goal.kind.unit() == Unit::Radians;
            let by_unit = is_angle(a).cmp(&is_angle(b));
            by_unit.then(of_b.after.total_cmp(&of_a.after))
        });
        gave_way
    }

    /// One sentence: who gave way, by how much, and what for.
    pub fn sentence(&self, goals: &[Goal]) -> String {
        let gave_way = self.gave_way(goals);
        if gave_way.is_empty() {
            return "Every goal is reached.".to_owned();
        }
        let list: Vec<String> = gave_way
            .iter()
            .map(|(goal, got)| {
                let verb = if goal.kind.lacks_room() {
                    "misses its margin by"
                } else {
                    "gives"
                };
                let given = amount(goal.kind.unit(), got.after);
                format!("{} {verb} {given}", spoken(&goal.name))
            })
            .collect();
        let list = match list.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => list.concat(),
        };
        // What held: the most important goal that was reached and outranks someone who gave way.
        let lowest_that_gave = gave_way.iter().map(|(goal, _)| goal.rank).max();
        let held = goals
            .iter()
            .zip(&self.goals)
            .filter(|(goal, got)| got.reached && Some(goal.rank) < lowest_that_gave)
            .min_by_key(|(goal, _)| (!goal.kind.is_balance(), goal.rank));
        let sentence = match held {
            _ if gave_way.iter().all(|(goal, _)| goal.kind.lacks_room()) => {
                format!("{list}: the support is too small for it.")
            }
            Some((goal, _)) if self.holds_off => {
                let held = spoken(&goal.name);
                format!("{list} so that {held} holds and links keep apart.")
            }
            Some((goal, _)) => format!("{list} so that {} holds.", spoken(&goal.name)),
            None if self.holds_off => format!("{list} so that links keep apart."),
            None => format!("{list}: out of reach."),
        };
        capitalised(&sentence)
    }
}

/// With a capital first letter.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// `left_hand` as people say it.
fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// `42 mm`, `1.31 m`, `3.1°`.
pub fn amount(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Metres if value >= 0.9995 => format!("{value:.2} m"),
        Unit::Metres if value * 1e3 >= 9.95 => format!("{:.0} mm", value * 1e3),
        Unit::Metres => format!("{:.1} mm", value * 1e3),
        Unit::Radians => format!("{:.1}°", value.to_degrees()),
    }
}
