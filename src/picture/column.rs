//! The column beside the views: support from above, then what every goal got or what the body is.

use super::goal_marks::LABEL_SIZE;
use super::palette::Palette;
use super::sheet::{PANEL, PoseSheet};
use super::support_view::{self, margin_words};
use super::text::{shortened, text_width};
use super::{Align, Layer, Mark};
use crate::character::Character;
use crate::ik::{Goal, GoalKind, Position, amount};
use crate::kinematics::Kinematics;
use glam::DVec2;

const LIST_TOP: f64 = 462.0;
const LIST_BOTTOM: f64 = 790.0;
/// From one line of a list to the next (px).
const ROW: f64 = 22.0;

fn heading(baseline: f64, words: &str) -> Mark {
    let anchor = DVec2::new(PANEL.min.x, baseline);
    Mark::text(Layer::Text, anchor, words, 14.0, Palette::INK_SOFT)
}

/// The support from above, and its margin in words.
pub(super) fn support_column(sheet: &PoseSheet, kin: &Kinematics) -> Vec<Mark> {
    let mut marks = vec![heading(PANEL.min.y - 10.0, "support, from above")];
    marks.extend(support_view::marks(
        sheet.character,
        kin,
        sheet.stance,
        sheet.goals,
        PANEL,
    ));
    let anchor = DVec2::new(PANEL.min.x, PANEL.max.y + 24.0);
    let (words, color) = match sheet.stance {
        Some(stance) => {
            let margin = stance.polygon.margin(DVec2::new(kin.com.x, kin.com.z));
            let words = format!("margin {}", margin_words(&margin));
            (
                words,
                Palette::margin(margin.metres).mixed(Palette::INK, 0.4),
            )
        }
        None => ("in the air".to_owned(), Palette::INK_SOFT),
    };
    let words = shortened(&words, 16.0, PANEL.size().x);
    marks.push(Mark::text(Layer::Text, anchor, words, 16.0, color).strong());
    marks
}

/// One row of a list: a name on the left, a value on the right.
fn row(baseline: f64, name: &str, value: &str) -> [Mark; 2] {
    let [left, right] = [PANEL.min.x + 16.0, PANEL.max.x].map(|x| DVec2::new(x, baseline));
    let room = right.x - left.x - text_width(value, LABEL_SIZE) - 10.0;
    let name = shortened(name, LABEL_SIZE, room);
    [
        Mark::text(Layer::Text, left, name, LABEL_SIZE, Palette::INK),
        Mark::text(Layer::Text, right, value, LABEL_SIZE, Palette::INK_SOFT).aligned(Align::End),
    ]
}

/// Every goal with what is left of it; those that gave way first when not all fit.
pub(super) fn goal_list(sheet: &PoseSheet, kin: &Kinematics) -> Vec<Mark> {
    struct Row<'a> {
        goal: &'a Goal,
        left: Option<f64>,
        gave_way: bool,
    }
    let rows = sheet.goals.iter().enumerate().map(|(index, goal)| {
        let got = sheet.report.and_then(|report| report.goals.get(index));
        let left = got.map(|got| got.after).or_else(|| match goal.kind {
            GoalKind::Position(Position {
                link,
                point_in_link,
                target_in_world,
            }) => Some(
                kin.link(link)
                    .point(point_in_link)
                    .distance(target_in_world),
            ),
            _ => None,
        });
        Row {
            goal,
            left,
            gave_way: got.is_some_and(|got| !got.reached) && !goal.rank.is_wish(),
        }
    });
    let mut rows: Vec<Row> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    rows.sort_by_key(|row| !row.gave_way);
    let room = ((LIST_BOTTOM - LIST_TOP) / ROW) as usize;
    let hidden = if rows.len() > room {
        rows.len() - (room - 1)
    } else {
        0
    };
    rows.truncate(rows.len() - hidden);

    let mut marks = vec![heading(LIST_TOP - 6.0, "goals, and what is left of them")];
    let mut baseline = LIST_TOP + ROW - 4.0;
    for Row {
        goal,
        left,
        gave_way,
    } in rows
    {
        let value = left.map_or_else(String::new, |left| amount(goal.kind.unit(), left));
        let [name, mut value] = row(baseline, &goal.name.replace('_', " "), &value);
        let dot = Mark::circle(
            Layer::Text,
            DVec2::new(PANEL.min.x + 5.0, baseline - 4.5),
            4.0,
        );
        marks.push(if gave_way {
            value = value
                .strong()
                .colored(Palette::OUT.mixed(Palette::INK, 0.15));
            dot.stroked(Palette::OUT, 1.8)
        } else if goal.rank.is_wish() {
            dot.stroked(Palette::INK_FAINT, 1.4)
        } else {
            dot.colored(Palette::SAFE)
        });
        marks.extend([name, value]);
        baseline += ROW;
    }
    if hidden > 0 {
        let words = format!("and {hidden} more");
        marks.extend(row(baseline, &words, ""));
    }
    marks
}

/// What the body is, in numbers.
pub(super) fn fact_list(character: &Character, height: f64) -> Vec<Mark> {
    let facts = [
        ("height", format!("{height:.2} m")),
        ("mass", format!("{:.1} kg", character.mass())),
        ("links", character.links.len().to_string()),
        ("degrees of freedom", character.joint_dofs().to_string()),
        ("effectors", character.effectors.len().to_string()),
        ("soles", character.soles.len().to_string()),
    ];
    let mut marks = vec![heading(LIST_TOP - 6.0, "the body")];
    for (k, (name, value)) in facts.iter().enumerate() {
        marks.extend(row(LIST_TOP - 4.0 + ROW * (k + 1) as f64, name, value));
    }
    marks
}
