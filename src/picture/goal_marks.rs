//! What was asked and what was reached, in a view: cross, ring, gap, and a label beside it; lines and arrows where a goal ties
//! two places together.

use super::ground::{clipped, shown};
use super::labels::{LabelRoom, leader, thin};
use super::palette::Palette;
use super::signs::{arrow, arrow_head, reached_ring, target_cross};
use super::text::{self, text_width};
use super::{Frame, Layer, Mark, Rect};
use crate::ik::{Goal, GoalKind, LinkPoint, Position, Rank, Report, Unit, amount};
use crate::kinematics::Kinematics;
use glam::{DVec2, DVec3};

/// Size of the labels' letters (px).
pub(super) const LABEL_SIZE: f64 = 14.0;
/// Without a report, a goal farther than this counts as one that gave way (m).
const TOLERANCE: f64 = 0.002;

/// A point that was pulled somewhere.
#[derive(Clone, Debug)]
pub(super) struct Pull {
    pub(super) name: String,
    pub(super) target_in_world: DVec3,
    pub(super) reached_in_world: DVec3,
    pub(super) gave_way: bool,
}

/// The pulls among the goals. Contacts that hold are not news and are left out.
pub(super) fn pulls(goals: &[Goal], report: Option<&Report>, kin: &Kinematics) -> Vec<Pull> {
    let pull = |(index, goal): (usize, &Goal)| {
        let GoalKind::Position(Position {
            link,
            point_in_link,
            target_in_world,
        }) = goal.kind
        else {
            return None;
        };
        let reached_in_world = kin.link(link).point(point_in_link);
        let gave_way = match report.and_then(|report| report.goals.get(index)) {
            Some(got) => !got.reached,
            None => reached_in_world.distance(target_in_world) > TOLERANCE,
        };
        let is_news = gave_way || goal.rank != Rank::CONTACT;
        let finite = target_in_world.is_finite() && reached_in_world.is_finite();
        (is_news && finite).then(|| Pull {
            name: goal.name.replace('_', " "),
            target_in_world,
            reached_in_world,
            gave_way,
        })
    };
    goals.iter().enumerate().filter_map(pull).collect()
}

/// Two places that a goal ties together.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    name: String,
    from_in_world: DVec3,
    to_in_world: DVec3,
    sign: TieSign,
    /// What is left of it.
    note: Option<String>,
}

/// How a tie is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TieSign {
    /// A line between two points of the body, and a ring at both.
    Line,
    /// An arrow of at most this length, where somebody looks or bends to [m].
    Arrow(f64),
}

/// Lengths of arrows from eyes, and from elbows and knees [m].
const GAZE: f64 = 0.3;
const BEND: f64 = 0.18;

/// The ties among the goals: what comes together, bends somewhere or looks somewhere.
pub(super) fn ties(goals: &[Goal], report: Option<&Report>, kin: &Kinematics) -> Vec<Tie> {
    let point = |end: LinkPoint| kin.link(end.link).point(end.point_in_link);
    let tie = |(index, goal): (usize, &Goal)| {
        let (from_in_world, to_in_world, sign) = match goal.kind {
            GoalKind::Together(both) => (point(both.first), point(both.second), TieSign::Line),
            GoalKind::Look(look) => {
                let eyes = kin.link(look.link).point(look.eyes_in_link);
                (eyes, look.target_in_world, TieSign::Arrow(GAZE))
            }
            GoalKind::Pole(pole) => {
                let bend = kin.pivot(pole.lower);
                (bend, pole.target_in_world, TieSign::Arrow(BEND))
            }
            _ => return None,
        };
        let got = report.and_then(|report| report.goals.get(index));
        let note = got.filter(|got| !got.reached);
        let finite = from_in_world.is_finite() && to_in_world.is_finite();
        finite.then(|| Tie {
            name: goal.name.replace('_', " "),
            from_in_world,
            to_in_world,
            sign,
            note: note.map(|got| amount(goal.kind.unit(), got.after)),
        })
    };
    goals.iter().enumerate().filter_map(tie).collect()
}

/// Lines and arrows of all ties, then a label for each where there is room.
pub(super) fn tie_marks(ties: &[Tie], frame: &Frame, room: &mut LabelRoom) -> Vec<Mark> {
    let rim = shown(frame).grown(-12.0);
    let mut marks = Vec::new();
    let mut anchors = Vec::new();
    for tie in ties {
        let way = tie.to_in_world - tie.from_in_world;
        let from = frame.point(tie.from_in_world);
        match tie.sign {
            TieSign::Line => {
                let to = frame.point(tie.to_in_world);
                let line = Mark::polyline(Layer::Gap, [from, to]);
                if from.distance(to) > 1.0 {
                    marks.push(line.clone().stroked(Palette::PAPER.faded(0.85), 4.4));
                    marks.push(line.stroked(Palette::OUT, 1.8).dashed(6.0, 4.0));
                }
                marks.extend(reached_ring(from));
                marks.extend(reached_ring(to));
                anchors.push(to);
            }
            TieSign::Arrow(longest) => {
                let end = tie.from_in_world + way.clamp_length_max(longest);
                let end = frame.point(end);
                let end = clipped(from, end, &rim).map_or(from, |way| way[1]);
                marks.extend(arrow(Layer::Target, from, end, 2.0, Palette::ACCENT));
                anchors.push(end);
            }
        }
    }
    let taken = anchors
        .iter()
        .map(|at| Rect::around_point(*at, DVec2::splat(8.0)));
    room.taken.extend(taken);
    for (tie, at) in ties.iter().zip(anchors) {
        marks.extend(label(room, at, &tie.name, tie.note.as_deref()));
    }
    marks
}

/// Where a pull's signs lie on the sheet.
struct Signs {
    target: DVec2,
    reached: DVec2,
    /// The target lies beyond the rim; `target` is where the way to it leaves the view.
    is_clamped: bool,
}

/// Crosses, rings and gaps of all pulls, then a label for each where there is room.
pub(super) fn marks(pulls: &[Pull], frame: &Frame, room: &mut LabelRoom) -> Vec<Mark> {
    let rim = shown(frame).grown(-12.0);
    let signs: Vec<Signs> = pulls
        .iter()
        .map(|pull| {
            let target = frame.point(pull.target_in_world);
            let reached = frame.point(pull.reached_in_world);
            let on_rim = clipped(reached, target, &rim).map_or(reached, |way| way[1]);
            let is_clamped = !rim.contains(target);
            Signs {
                target: if is_clamped { on_rim } else { target },
                reached,
                is_clamped,
            }
        })
        .collect();
    let mut marks = Vec::new();
    for (pull, at) in pulls.iter().zip(&signs) {
        marks.extend(sign_marks(pull, at));
        room.taken
            .extend([at.target, at.reached].map(|p| Rect::around_point(p, DVec2::splat(8.0))));
    }
    // Labels keep off the gaps.
    for (pull, at) in pulls.iter().zip(&signs) {
        if pull.gave_way {
            room.obstacles.push(thin([at.reached, at.target]));
        }
    }
    for (pull, at) in pulls.iter().zip(&signs) {
        let note = pull.gave_way.then(|| distance_note(pull));
        marks.extend(label(room, at.target, &pull.name, note.as_deref()));
    }
    marks
}

fn sign_marks(pull: &Pull, at: &Signs) -> Vec<Mark> {
    let mut marks = Vec::new();
    if pull.gave_way && at.reached.distance(at.target) > 1.0 {
        let gap = Mark::polyline(Layer::Gap, [at.reached, at.target]);
        marks.push(gap.clone().stroked(Palette::PAPER.faded(0.85), 4.4));
        marks.push(gap.stroked(Palette::OUT, 1.8).dashed(6.0, 4.0));
    }
    if at.is_clamped {
        let direction = (at.target - at.reached).normalize_or_zero();
        let head = |tip: DVec2| arrow_head(Layer::Target, tip, direction, 16.0, Palette::ACCENT);
        marks.push(head(at.target));
    } else {
        marks.extend(target_cross(at.target));
    }
    marks.extend(reached_ring(at.reached));
    marks
}

/// `42 mm`, and metres from one on: `1.32 m`.
fn distance_note(pull: &Pull) -> String {
    let distance = pull.reached_in_world.distance(pull.target_in_world);
    if distance >= 1.0 {
        format!("{distance:.2} m")
    } else {
        amount(Unit::Metres, distance)
    }
}

/// A name and an alarming note near a point, with a leader when it had to move away; nothing when there is no room.
pub(super) fn label(
    room: &mut LabelRoom,
    anchor: DVec2,
    name: &str,
    note: Option<&str>,
) -> Vec<Mark> {
    let space = if note.is_some() { 7.0 } else { 0.0 };
    let name_width = text_width(name, LABEL_SIZE);
    let width = name_width + space + note.map_or(0.0, |note| text_width(note, LABEL_SIZE));
    let height = (text::ASCENT + text::DESCENT) * LABEL_SIZE;
    let Some(rect) = room.place(anchor, DVec2::new(width, height)) else {
        return Vec::new();
    };
    let baseline = rect.min + DVec2::new(0.0, text::ASCENT * LABEL_SIZE);
    let text =
        |at: DVec2, words: &str, color| Mark::text(Layer::Label, at, words, LABEL_SIZE, color);
    let mut marks = vec![text(baseline, name, Palette::INK)];
    if let Some(note) = note {
        let at = baseline + DVec2::new(name_width + space, 0.0);
        let color = Palette::OUT.mixed(Palette::INK, 0.15);
        marks.push(text(at, note, color).strong());
    }
    if let Some(ends) = leader(anchor, &rect) {
        let line = Mark::polyline(Layer::Leader, ends);
        marks.push(line.stroked(Palette::INK_SOFT.faded(0.7), 0.9));
    }
    marks
}
