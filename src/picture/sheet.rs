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

use super::column::{fact_list, goal_list, support_column};
use super::figure::{Figure, shadows};
use super::fit::{Wanted, side_by_side};
use super::goal_marks::{self, LABEL_SIZE, Pull, label, pulls, ties};
use super::ground::{self, Ground};
use super::labels::LabelRoom;
use super::palette::Palette;
use super::signs::{
    dimension_line, ground_ring, plumb_line, quartered_ball, reached_ring, scale_bar,
};
use super::text::{shortened, text_width, wrapped};
use super::{Align, Drawing, Frame, Layer, Mark, Rect, View};
use crate::character::{Character, Pose};
use crate::ik::{Goal, Report};
use crate::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

const SIZE: DVec2 = DVec2::new(1200.0, 900.0);
const VIEWS: Rect = Rect::new(DVec2::new(32.0, 112.0), DVec2::new(892.0, 806.0));
/// The support panel; the lists stand under it.
pub(super) const PANEL: Rect = Rect::new(DVec2::new(916.0, 140.0), DVec2::new(1164.0, 388.0));
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
    let ties = ties(sheet.goals, sheet.report, &kin);
    let mut drawing = Drawing::new(SIZE, Palette::PAPER);
    drawing.extend(frame_texts(
        &sheet.title,
        sheet.sentence.as_deref().unwrap_or_default(),
        &sheet.caption,
    ));
    let (frames, mut rooms) = upright_views(sheet, &kin, &pulls, &mut drawing);
    for (frame, room) in frames.iter().zip(&mut rooms) {
        drawing.extend(goal_marks::marks(&pulls, frame, room));
        drawing.extend(goal_marks::tie_marks(&ties, frame, room));
    }
    drawing.extend(support_column(sheet, &kin));
    drawing.extend(goal_list(sheet, &kin));
    drawing
}

/// The sheet of a character alone, in its rest pose: height, centre of mass, virtual centres, effectors, facts.
pub fn inspect_sheet(character: &Character) -> Drawing {
    let all: Vec<usize> = character.standing_feet().collect();
    let stance = (!all.is_empty()).then(|| Stance::from_pose(character, &character.rest, &all));
    let sheet = PoseSheet {
        character,
        pose: &character.rest,
        stance: stance.as_ref(),
        goals: &[],
        report: None,
        ground: Ground::default(),
        title: character.name.replace('_', " "),
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
            // The ball of the centre of mass is the stronger sign.
            if point.distance(frame.point(kin.com)) > 12.0 {
                drawing.extend(reached_ring(point));
            }
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
    let frames = side_by_side(VIEWS, &wanted);
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
            drawing.extend(ground::surfaces(stance, frame));
        }
        drawing.extend(figure.marks(frame));

        let com = frame.point(kin.com);
        let across = frame.view.project(kin.com).x;
        let below = ground::height_at(profile, across);
        // Over a void the plumb line ends as low as the body does.
        let foot_height = below.unwrap_or(figure.bounds(&frame.view).min.y);
        let foot = frame.flat_point(DVec2::new(across, foot_height));
        drawing.extend(plumb_line(com, foot));
        let color = margin.unwrap_or(Palette::INK);
        drawing.extend(ground_ring(foot, DVec2::new(10.0, 4.0), color));
        drawing.extend(quartered_ball(Layer::Balance, com, 9.5));
        let bottom = ground::bottom(profile, frame);
        drawing.push(view_name(frame, bottom, ["front", "side"][k]));
        label_room(frame, &figure, foot)
    });
    let bar = DVec2::new(PANEL.min.x + 1.0, VIEWS.max.y + 15.0);
    drawing.extend(scale_bar(bar, frames[0].scale));
    (frames, rooms)
}

/// What a view must and should show: the figure with its centre of mass and the ground near it; targets that are not far.
pub(super) fn wanted(
    figure: &Figure,
    kin: &Kinematics,
    pulls: &[Pull],
    view: View,
    profile: &[Vec<DVec2>],
) -> Wanted {
    let com = view.project(kin.com);
    let mut shown = figure.bounds(&view).union(Rect::new(com, com));
    let near = shown.grown(0.3 * shown.size().max_element());
    let ground_points = profile
        .iter()
        .flatten()
        .filter(|p| p.x > near.min.x && p.x < near.max.x)
        .map(|p| p.y)
        .chain(
            [com.x, shown.min.x, shown.max.x]
                .into_iter()
                .filter_map(|x| ground::height_at(profile, x)),
        );
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
pub(super) fn label_room(frame: &Frame, figure: &Figure, foot: DVec2) -> LabelRoom {
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
        placed: Vec::new(),
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

/// The body's height, left of the front view.
fn height_line(frame: &Frame, room: &mut LabelRoom, figure: &Figure, height: f64) -> Vec<Mark> {
    let bounds = figure.bounds(&frame.view);
    let x = frame.flat_point(bounds.min).x - 22.0;
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
