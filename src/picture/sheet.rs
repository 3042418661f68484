//! The pose sheet: the figure from the front and from the side at one scale, its support from above, and its goals.
//!
//! ```text
//! title                                                   1200 x 900
//! sentence: who gave way
//! ┌ front ──────────┬ side ───────────┐  support from above
//! │        o        │       o         │  [ panel ]  margin
//! │       /|\       │       |\        │
//! │       / \       │       |\        │  goals: name, what is left
//! └─────────────────┴─────────────────┘
//!         front             side            scale bar
//! caption line
//! ```

use super::figure::{Figure, shadows};
use super::fit::{Wanted, side_by_side};
use super::goal_marks::{self, LABEL_SIZE, Pull, label, pulls};
use super::ground::{self, Ground};
use super::labels::LabelRoom;
use super::palette::Palette;
use super::signs::{dimension_line, ground_ring, plumb_line, quartered_ball, reached_ring};
use super::support_view::{self, margin_words};
use super::text::{shortened, text_width, wrapped};
use super::{Align, Drawing, Frame, Layer, Mark, Rect, View};
use crate::character::{Character, Pose};
use crate::ik::{Goal, GoalKind, Report, amount};
use crate::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

const SIZE: DVec2 = DVec2::new(1200.0, 900.0);
const VIEWS: Rect = Rect::new(DVec2::new(32.0, 112.0), DVec2::new(892.0, 806.0));
const PANEL: Rect = Rect::new(DVec2::new(916.0, 140.0), DVec2::new(1164.0, 388.0));
const LIST_TOP: f64 = 462.0;
const LIST_BOTTOM: f64 = 790.0;
const ROW: f64 = 22.0;
/// A target farther from the centre of mass than this many body heights is not waited for: it is shown on the rim.
const FAR_TARGET: f64 = 1.2;

/// What a pose sheet shows.
#[derive(Clone, Debug)]
pub struct PoseSheet<'a> {
    /// The body.
    pub character: &'a Character,
    /// How it stands.
    pub pose: &'a Pose,
    /// What it stands on; nothing for a body in the air.
    pub stance: Option<&'a Stance>,
    /// What was asked of it.
    pub goals: &'a [Goal],
    /// What the goals got, in their order; without it a position goal that is missed by more than 2 mm gave way.
    pub report: Option<&'a Report>,
    /// What lies under it.
    pub ground: Ground<'a>,
    /// Large, at the top.
    pub title: String,
    /// One line at the foot.
    pub caption: String,
    /// One or two lines under the title: who gave way.
    pub sentence: Option<String>,
}

/// The sheet of a pose.
pub fn pose_sheet(sheet: &PoseSheet) -> Drawing {
    let kin = Kinematics::of(sheet.character, sheet.pose);
    let pulls = pulls(sheet.goals, sheet.report, &kin);
    let mut drawing = Drawing::new(SIZE, Palette::PAPER);
    drawing.extend(frame_texts(
        &sheet.title,
        sheet.sentence.as_deref().unwrap_or_default(),
        &sheet.caption,
    ));
    let (frames, mut rooms) = upright_views(sheet, &kin, &pulls, &mut drawing);
    for (frame, room) in frames.iter().zip(&mut rooms) {
        drawing.extend(goal_marks::marks(&pulls, frame, room));
    }
    drawing.extend(support_column(sheet, &kin));
    drawing.extend(goal_list(sheet, &kin));
    drawing
}

/// The sheet of a character alone, in its rest pose: height, centre of mass, virtual centres, effectors, facts.
pub fn inspect_sheet(character: &Character) -> Drawing {
    let all: Vec<usize> = (0..character.soles.len()).collect();
    let stance = (!all.is_empty()).then(|| Stance::from_pose(character, &character.rest, &all));
    let sheet = PoseSheet {
        character,
        pose: &character.rest,
        stance: stance.as_ref(),
        goals: &[],
        report: None,
        ground: Ground::default(),
        title: character.name.clone(),
        caption: "rest pose · large ball: centre of mass · small balls: what each joint carries"
            .into(),
        sentence: Some(character.description.clone()),
    };
    let kin = Kinematics::of(character, &character.rest);
    let mut drawing = Drawing::new(SIZE, Palette::PAPER);
    drawing.extend(frame_texts(
        &sheet.title,
        &character.description,
        &sheet.caption,
    ));
    let (frames, mut rooms) = upright_views(&sheet, &kin, &[], &mut drawing);
    let figure = Figure::new(character, &kin);
    let height = figure.bounds(&View::FRONT).max.y;
    for (frame, room) in frames.iter().zip(&mut rooms) {
        for center in &kin.virtual_com {
            drawing.extend(quartered_ball(Layer::Balance, frame.point(*center), 3.4));
        }
        for effector in &character.effectors {
            let point = frame.point(kin.link(effector.link).point(effector.point_in_link));
            drawing.extend(reached_ring(point));
            room.taken
                .push(Rect::around_point(point, DVec2::splat(8.0)));
        }
    }
    // Each view has its own room for the height; names stand in the front view only.
    drawing.extend(height_line(&frames[0], &mut rooms[0], &figure, height));
    for effector in &character.effectors {
        let point = frames[0].point(kin.link(effector.link).point(effector.point_in_link));
        let name = effector.name.replace('_', " ");
        drawing.extend(label(&mut rooms[0], point, &name, None));
    }
    drawing.extend(support_column(&sheet, &kin));
    drawing.extend(fact_list(character, height));
    drawing
}

/// Ground, shadows, figure, centre of mass and scale bar of both upright views, and the room left for labels.
fn upright_views(
    sheet: &PoseSheet,
    kin: &Kinematics,
    pulls: &[Pull],
    drawing: &mut Drawing,
) -> ([Frame; 2], [LabelRoom; 2]) {
    let figure = Figure::new(sheet.character, kin);
    let profiles = [sheet.ground.front, sheet.ground.side];
    let views = [View::FRONT, View::SIDE];
    let wanted = [0, 1].map(|k| wanted(&figure, kin, pulls, views[k], profiles[k]));
    let frames = side_by_side(VIEWS, wanted);
    let margin = sheet.stance.map(|stance| {
        let com_xz = DVec2::new(kin.com.x, kin.com.z);
        Palette::margin(stance.polygon.margin(com_xz).metres)
    });
    let rooms = [0, 1].map(|k| {
        let (frame, profile) = (&frames[k], profiles[k]);
        drawing.extend(ground::marks(profile, frame));
        if let (Some(stance), Some(color)) = (sheet.stance, margin) {
            drawing.extend(ground::support_bars(sheet.character, stance, frame, color));
            drawing.extend(shadows(sheet.character, stance, frame));
        }
        drawing.extend(figure.marks(frame));

        let com = frame.point(kin.com);
        let across = frame.view.project(kin.com).x;
        let foot = frame.flat_point(DVec2::new(across, ground::height_at(profile, across)));
        drawing.extend(plumb_line(com, foot));
        let color = margin.unwrap_or(Palette::INK);
        drawing.extend(ground_ring(foot, DVec2::new(10.0, 4.0), color));
        drawing.extend(quartered_ball(Layer::Balance, com, 9.5));
        let bottom = ground::bottom(profile, frame);
        drawing.push(view_name(frame, bottom, ["front", "side"][k]));
        label_room(frame, &figure, foot)
    });
    drawing.extend(scale_bar(frames[0].scale));
    (frames, rooms)
}

/// What a view must and should show: the figure with its centre of mass and the ground near it; targets that are not far.
fn wanted(
    figure: &Figure,
    kin: &Kinematics,
    pulls: &[Pull],
    view: View,
    profile: &[DVec2],
) -> Wanted {
    let com = view.project(kin.com);
    let mut shown = figure.bounds(&view).union(Rect::new(com, com));
    let near = shown.grown(0.3 * shown.size().max_element());
    let ground_points = profile
        .iter()
        .filter(|p| p.x > near.min.x && p.x < near.max.x)
        .map(|p| p.y)
        .chain([com.x, shown.min.x, shown.max.x].map(|x| ground::height_at(profile, x)));
    for height in ground_points {
        // Ground far below or above the body (a cliff) does not count.
        if height > near.min.y && height < near.max.y {
            let p = DVec2::new(com.x, height);
            shown = shown.union(Rect::new(p, p));
        }
    }
    let far = FAR_TARGET * shown.size().y.max(shown.size().x);
    let everything = pulls
        .iter()
        .filter(|pull| pull.target_in_world.distance(kin.com) <= far)
        .map(|pull| view.project(pull.target_in_world))
        .fold(shown, |rect, p| rect.union(Rect::new(p, p)));
    Wanted {
        view,
        figure: shown,
        everything,
    }
}

/// Labels keep off the figure, the plumb line and everything from the ground down.
fn label_room(frame: &Frame, figure: &Figure, foot: DVec2) -> LabelRoom {
    let area = ground::shown(frame);
    let com_line = Rect::new(
        DVec2::new(foot.x - 5.0, area.min.y.max(foot.y - 200.0)),
        DVec2::new(foot.x + 5.0, foot.y),
    );
    let below = Rect::new(DVec2::new(area.min.x, foot.y - 4.0), area.max);
    let bounds = figure.bounds(&frame.view);
    LabelRoom {
        area,
        obstacles: figure.silhouettes(frame),
        taken: vec![com_line, below],
        center: frame.flat_point(bounds.center()),
    }
}

fn frame_texts(title: &str, sentence: &str, caption: &str) -> Vec<Mark> {
    let width = SIZE.x - 72.0;
    let title = shortened(title, 28.0, width);
    let mut marks = vec![
        Mark::text(
            Layer::Text,
            DVec2::new(36.0, 56.0),
            title,
            28.0,
            Palette::INK,
        )
        .strong(),
    ];
    for (k, line) in wrapped(sentence, 16.0, width, 2).into_iter().enumerate() {
        let anchor = DVec2::new(36.0, 84.0 + 20.0 * k as f64);
        marks.push(Mark::text(
            Layer::Text,
            anchor,
            line,
            16.0,
            Palette::INK_SOFT,
        ));
    }
    let rule = [DVec2::new(36.0, 842.0), DVec2::new(SIZE.x - 36.0, 842.0)];
    marks.push(Mark::polyline(Layer::Text, rule).stroked(Palette::INK_FAINT.faded(0.7), 1.0));
    let fits = |size: &f64| text_width(caption, *size) <= width;
    let size = [16.0, 15.0, 14.0].into_iter().find(fits).unwrap_or(13.0);
    let caption = shortened(caption, size, width);
    let anchor = DVec2::new(36.0, 870.0);
    marks.push(Mark::text(Layer::Text, anchor, caption, size, Palette::INK));
    marks
}

fn view_name(frame: &Frame, bottom: f64, name: &str) -> Mark {
    let anchor = DVec2::new(frame.area.center().x, bottom + 16.0);
    Mark::text(Layer::Text, anchor, name, 14.0, Palette::INK_SOFT).aligned(Align::Middle)
}

/// Half a metre; a round length nearby when that would be too long or too short to read.
fn scale_bar(scale: f64) -> Vec<Mark> {
    let lengths = [0.5, 0.2, 0.1, 0.05, 0.02];
    let length = lengths.into_iter().find(|l| l * scale <= 200.0);
    let length = length.unwrap_or(0.01);
    let length = if length * scale < 40.0 { 1.0 } else { length };
    let from = DVec2::new(PANEL.min.x + 1.0, VIEWS.max.y + 15.0);
    let to = from + DVec2::new(length * scale, 0.0);
    let mut marks = dimension_line(from, to, Palette::INK);
    let anchor = to + DVec2::new(10.0, 5.0);
    let words = format!("{length} m");
    marks.push(Mark::text(Layer::Text, anchor, words, 14.0, Palette::INK));
    marks
}

fn heading(baseline: f64, words: &str) -> Mark {
    let anchor = DVec2::new(PANEL.min.x, baseline);
    Mark::text(Layer::Text, anchor, words, 14.0, Palette::INK_SOFT)
}

fn support_column(sheet: &PoseSheet, kin: &Kinematics) -> Vec<Mark> {
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
fn goal_list(sheet: &PoseSheet, kin: &Kinematics) -> Vec<Mark> {
    struct Row<'a> {
        goal: &'a Goal,
        left: Option<f64>,
        gave_way: bool,
    }
    let rows = sheet.goals.iter().enumerate().map(|(index, goal)| {
        let got = sheet.report.and_then(|report| report.goals.get(index));
        let left = got.map(|got| got.after).or_else(|| match goal.kind {
            GoalKind::Position {
                link,
                point_in_link,
                target_in_world,
            } => Some(
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

fn fact_list(character: &Character, height: f64) -> Vec<Mark> {
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

/// The body's height, left of the front view.
fn height_line(frame: &Frame, room: &mut LabelRoom, figure: &Figure, height: f64) -> Vec<Mark> {
    let bounds = figure.bounds(&frame.view);
    let x = frame.flat_point(bounds.min).x - 24.0;
    let foot = DVec2::new(x, frame.point(DVec3::ZERO).y);
    let top = DVec2::new(x, frame.flat_point(DVec2::new(0.0, height)).y);
    let mut marks = dimension_line(foot, top, Palette::INK_SOFT);
    let words = format!("{height:.2} m");
    let anchor = top - DVec2::new(0.0, 9.0);
    let number = Mark::text(Layer::Label, anchor, words, LABEL_SIZE, Palette::INK);
    let number = number.aligned(Align::Middle);
    room.taken.push(number.bounds());
    room.taken.push(Rect::around(&[foot, top]).grown(5.0));
    marks.push(number);
    marks
}
