//! The sheet of a lesson: the same figure in several cases, side by side at one scale, each with its figures under it.
//!
//! ```text
//! title                                                   1200 x 800
//! sentence
//! ┌ case ───────┬ case ───────┬ case ───────┐
//! │      o      │     o       │     o       │
//! │     /|\     │     |\      │     |       │
//! └─────────────┴─────────────┴─────────────┘
//!  error   4 mm  error  60 mm  error   1 mm
//! caption line
//! ```

use super::figure::{Figure, shadows};
use super::goal_marks::{self, pulls, ties};
use super::ground;
use super::palette::Palette;
use super::sheet::{label_room, wanted};
use super::signs::{arrow, ground_ring, plumb_line, quartered_ball};
use super::text::{shortened, wrapped};
use super::{Align, Drawing, Frame, Layer, Mark, Rect, View};
use crate::character::{Character, Pose};
use crate::ik::{Goal, Report};
use crate::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

const SIZE: DVec2 = DVec2::new(1200.0, 800.0);
const TOP: f64 = 150.0;
/// Below the figures: room for lines, a line each.
const LINE: f64 = 24.0;
/// An arrow of one metre a radian is so long [m].
const ARROW: f64 = 0.35;
/// Shorter arrows say nothing [px].
const SHORTEST_ARROW: f64 = 6.0;

/// What a sheet of cases shows.
#[derive(Clone, Debug)]
pub struct CaseSheet<'a> {
    /// Large, at the top.
    pub title: String,
    /// One or two lines under it.
    pub sentence: String,
    /// One line at the foot.
    pub caption: String,
    /// From left to right; one to five.
    pub columns: Vec<CaseColumn<'a>>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct CaseColumn<'a> {
    /// Over it.
    pub name: String,
    /// The body.
    pub character: &'a Character,
    /// How it stands; the last one has marks, those before it are seen behind it.
    pub poses: &'a [Pose],
    /// What it stands on.
    pub stance: &'a Stance,
    /// What was asked of it.
    pub goals: &'a [Goal],
    /// What the goals got; nothing where the poses are not their answer.
    pub report: Option<&'a Report>,
    /// The ground in this view: lines of (across, up) [m].
    pub profile: Vec<Vec<DVec2>>,
    /// From where.
    pub view: View,
    /// Words and what they come to, under it.
    pub figures: Vec<(String, String)>,
    /// Arrows from a place along a vector [m per rad].
    pub arrows: Vec<(DVec3, DVec3)>,
    /// Small balls.
    pub centers: Vec<DVec3>,
}

/// The sheet of several cases.
pub fn case_sheet(sheet: &CaseSheet) -> Drawing {
    let mut drawing = Drawing::new(SIZE, Palette::PAPER);
    let width = SIZE.x - 72.0;
    let text = |at: DVec2, words: String, size: f64, color| {
        Mark::text(Layer::Text, at, words, size, color)
    };
    let title = shortened(&sheet.title, 28.0, width);
    drawing.push(text(DVec2::new(36.0, 56.0), title, 28.0, Palette::INK).strong());
    let lines = wrapped(&sheet.sentence, 16.0, width, 2);
    for (k, line) in lines.into_iter().enumerate() {
        let at = DVec2::new(36.0, 84.0 + 20.0 * k as f64);
        drawing.push(text(at, line, 16.0, Palette::INK_SOFT));
    }
    let most_figures = sheet.columns.iter().map(|c| c.figures.len()).max();
    let bottom = SIZE.y - 74.0 - LINE * most_figures.unwrap_or(0) as f64;
    let count = sheet.columns.len().max(1) as f64;
    let column_width = width / count;
    let areas = (0..sheet.columns.len()).map(|k| {
        let left = 36.0 + column_width * k as f64;
        Rect::new(
            DVec2::new(left + 6.0, TOP),
            DVec2::new(left + column_width - 6.0, bottom),
        )
    });
    let areas: Vec<Rect> = areas.collect();
    let boxes: Vec<Rect> = sheet.columns.iter().map(shown_box).collect();
    let scale = scale_of(&areas, &boxes);
    let lowest = boxes.iter().map(|b| b.min.y).fold(f64::INFINITY, f64::min);
    for ((column, area), shown) in sheet.columns.iter().zip(&areas).zip(&boxes) {
        let mut frame = Frame::centered(column.view, *area, scale, *shown);
        frame.origin.y += area.max.y - 34.0 - frame.flat_point(DVec2::new(0.0, lowest)).y;
        let middle = area.center().x;
        let name = shortened(&column.name, 17.0, column_width - 12.0);
        let name = text(DVec2::new(middle, TOP - 14.0), name, 17.0, Palette::INK);
        drawing.push(name.strong().aligned(Align::Middle));
        drawing.extend(column_marks(column, &frame));
        for (k, (words, value)) in column.figures.iter().enumerate() {
            let y = bottom + LINE * (k as f64 + 1.0);
            let line = shortened(&format!("{words}  {value}"), 15.0, column_width - 12.0);
            let mark = text(DVec2::new(middle, y), line, 15.0, Palette::INK);
            drawing.push(mark.aligned(Align::Middle));
        }
    }
    let rule = [
        DVec2::new(36.0, SIZE.y - 52.0),
        DVec2::new(SIZE.x - 36.0, SIZE.y - 52.0),
    ];
    drawing.push(Mark::polyline(Layer::Text, rule).stroked(Palette::INK_FAINT.faded(0.7), 1.0));
    let caption = shortened(&sheet.caption, 14.0, width);
    drawing.push(text(
        DVec2::new(36.0, SIZE.y - 24.0),
        caption,
        14.0,
        Palette::INK_SOFT,
    ));
    drawing
}

/// What a column has to show: all its figures, and targets that are not far.
fn shown_box(column: &CaseColumn) -> Rect {
    let boxes = column.poses.iter().map(|pose| {
        let kin = Kinematics::of(column.character, pose);
        let figure = Figure::new(column.character, &kin);
        let pulls = pulls(column.goals, column.report, &kin);
        wanted(&figure, &kin, &pulls, column.view, &column.profile).everything
    });
    let all = boxes.reduce(Rect::union);
    all.unwrap_or(Rect::new(DVec2::ZERO, DVec2::ONE))
}

/// One scale for all columns.
fn scale_of(areas: &[Rect], boxes: &[Rect]) -> f64 {
    let room = areas.first().map_or(DVec2::ONE, Rect::size) - DVec2::new(24.0, 60.0);
    let low = boxes.iter().map(|b| b.min.y).fold(f64::INFINITY, f64::min);
    let high = boxes
        .iter()
        .map(|b| b.max.y)
        .fold(f64::NEG_INFINITY, f64::max);
    let wide = boxes.iter().map(|b| b.size().x).fold(1e-3, f64::max);
    (room.x / wide).min(room.y / (high - low).max(1e-3))
}

/// Ground, figures, centre of mass, targets of one column.
fn column_marks(column: &CaseColumn, frame: &Frame) -> Vec<Mark> {
    let mut marks = ground::marks(&column.profile, frame);
    let Some((last, before)) = column.poses.split_last() else {
        return marks;
    };
    let kin = Kinematics::of(column.character, last);
    let com_xz = DVec2::new(kin.com.x, kin.com.z);
    let color = Palette::margin(column.stance.polygon.margin(com_xz).metres);
    if before.is_empty() {
        marks.extend(ground::support_bars(
            column.character,
            column.stance,
            frame,
            color,
        ));
        marks.extend(shadows(column.character, column.stance, frame));
        marks.extend(ground::surfaces(column.stance, frame));
    }
    for pose in before {
        let kin = Kinematics::of(column.character, pose);
        marks.extend(Figure::new(column.character, &kin).marks(frame));
        marks.extend(quartered_ball(Layer::Balance, frame.point(kin.com), 5.0));
    }
    let figure = Figure::new(column.character, &kin);
    marks.extend(figure.marks(frame));
    let across = column.view.project(kin.com).x;
    let below = ground::height_at(&column.profile, across);
    let below = below.unwrap_or(figure.bounds(&column.view).min.y);
    let (com, foot) = (
        frame.point(kin.com),
        frame.flat_point(DVec2::new(across, below)),
    );
    marks.extend(plumb_line(com, foot));
    marks.extend(ground_ring(foot, DVec2::new(9.0, 3.6), color));
    marks.extend(quartered_ball(Layer::Balance, com, 8.5));
    for center in &column.centers {
        marks.extend(quartered_ball(Layer::Balance, frame.point(*center), 3.8));
    }
    for (from, along) in &column.arrows {
        let (start, end) = (frame.point(*from), frame.point(*from + ARROW * *along));
        if start.distance(end) > SHORTEST_ARROW {
            marks.extend(arrow(Layer::Label, start, end, 1.6, Palette::INK));
        }
    }
    let mut room = label_room(frame, &figure, foot);
    let (pulls, ties) = (
        pulls(column.goals, column.report, &kin),
        ties(column.goals, column.report, &kin),
    );
    marks.extend(goal_marks::marks(&pulls, frame, &mut room));
    marks.extend(goal_marks::tie_marks(&ties, frame, &mut room));
    marks
}
