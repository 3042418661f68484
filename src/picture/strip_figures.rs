//! The figures of a strip, where its layout has them.

use super::figure::Figure;
use super::ground;
use super::palette::Palette;
use super::signs::{ground_ring, plumb_line, quartered_ball};
use super::strip::StripSheet;
use super::strip_layout::Layout;
use super::{Align, Frame, Ink, Layer, Mark, Rect};
use crate::character::Character;
use crate::kinematics::{Kinematics, Side, sides};
use crate::motion::{BalanceKind, Clip, Contacts};
use glam::{DVec2, DVec3};

/// Faint figures between two in full ink.
const BETWEEN: usize = 2;
/// How much of the paper lies over a faint figure.
const FAINT: f64 = 0.70;
/// Everything above the curve.
pub(super) fn figures(sheet: &StripSheet, layout: &Layout) -> Vec<Mark> {
    let mut marks = stage(sheet, layout);
    if layout.travels() {
        marks.extend(faint_figures(sheet, layout, layout.frame_of(0)));
    }
    marks.extend(key_figures(sheet, layout));
    marks
}

/// Ground, footprints, and the way of the centre of mass or its plumb lines.
pub(super) fn stage(sheet: &StripSheet, layout: &Layout) -> Vec<Mark> {
    let side_of_sole = sole_sides(sheet);
    let mut marks = Vec::new();
    if layout.travels() {
        let frame = layout.frame_of(0);
        let middle = sheet.clip.frames.len() / 2;
        marks.extend(ground::marks(&profile(sheet, frame, middle), frame));
        for slide in &sheet.audit.slides {
            let at = usize::midpoint(slide.first, slide.last);
            let contact = Contacts::one(slide.sole);
            marks.extend(footprints(sheet, at, contact, &side_of_sole, frame));
        }
        let path: Vec<DVec2> = com_path(sheet, frame);
        let line = || Mark::polyline(Layer::Balance, path.clone());
        marks.push(line().stroked(Palette::PAPER.faded(0.8), 3.2));
        marks.push(line().stroked(Palette::INK, 1.1));
        return marks;
    }
    for (key, &number) in layout.key_frames().iter().enumerate() {
        let frame = layout.frame_of(key);
        marks.extend(ground::marks(&profile(sheet, frame, number), frame));
        let contacts = sheet.audit.frames[number].contacts;
        marks.extend(footprints(sheet, number, contacts, &side_of_sole, frame));
        marks.extend(plumb(sheet, number, frame));
    }
    marks
}

/// Figures in full ink, each with its centre of mass and its time.
pub(super) fn key_figures(sheet: &StripSheet, layout: &Layout) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut told = Rect::EMPTY;
    for (key, &number) in layout.key_frames().iter().enumerate() {
        let frame = layout.frame_of(key);
        let figure = figure_at(sheet, number);
        marks.extend(
            figure
                .marks(frame)
                .into_iter()
                .map(|mark| thinned(mark, frame)),
        );
        if layout.travels() && sheet.carried().balance == BalanceKind::Dynamic {
            marks.extend(carried_ring(sheet, number, frame));
        }
        let com = sheet.audit.frames[number].com;
        let radius = (0.045 * frame.scale).clamp(4.0, 8.0);
        marks.extend(quartered_ball(Layer::Balance, frame.point(com), radius));

        // Its time, over its head, where it does not lie over the one before.
        let words = format!("{:.1} s", sheet.clip.frame_time(number));
        let anchor = crown(&figure, frame) - DVec2::new(0.0, 9.0);
        let label = Mark::text(Layer::Label, anchor, words, 13.0, Palette::INK_SOFT);
        let label = label.aligned(Align::Middle);
        if !label.bounds().grown(4.0).overlaps(&told) {
            told = label.bounds();
            let behind = told.grown(1.0).corners().to_vec();
            marks.push(Mark::polygon(Layer::Reached, behind).colored(Palette::PAPER.faded(0.7)));
            marks.push(label);
        }
    }
    marks
}

/// The middle of what reaches highest, at its top (px).
fn crown(figure: &Figure, frame: &Frame) -> DVec2 {
    let rims = figure.silhouettes(frame);
    let bounds = rims.iter().map(Rect::around);
    let highest = bounds.min_by(|a, b| a.min.y.total_cmp(&b.min.y));
    highest.map_or(frame.origin, |rect| DVec2::new(rect.center().x, rect.min.y))
}

/// The figures between those in full ink, earliest first.
fn faint_figures(sheet: &StripSheet, layout: &Layout, frame: &Frame) -> Vec<Mark> {
    let mut marks = Vec::new();
    for pair in layout.key_frames().windows(2) {
        for k in 1..=BETWEEN {
            let number = pair[0] + (pair[1] - pair[0]) * k / (BETWEEN + 1);
            if number == pair[0] {
                continue;
            }
            let figure = figure_at(sheet, number).marks(frame).into_iter();
            marks.extend(figure.map(|mark| washed(thinned(mark, frame))));
        }
    }
    marks
}

/// The plumb line of a figure in its column, with a ring under what keeps it on its feet.
fn plumb(sheet: &StripSheet, number: usize, frame: &Frame) -> Vec<Mark> {
    let found = &sheet.audit.frames[number];
    let Some(foot) = on_ground(sheet, number, frame, found.com) else {
        return Vec::new();
    };
    let mut marks = plumb_line(frame.point(found.com), foot);
    marks.extend(carried_ring(sheet, number, frame));
    marks
}

/// A ring on the ground under what keeps the body on its feet, coloured by the margin; red under the centre of mass where nothing stands.
fn carried_ring(sheet: &StripSheet, number: usize, frame: &Frame) -> Vec<Mark> {
    let carried = sheet.carried();
    let found = &sheet.audit.frames[number];
    let point = carried.point_xz(number);
    if point.is_none() && carried.balance == BalanceKind::Dynamic {
        // Who flies tips nowhere.
        return Vec::new();
    }
    let point = point.map_or(found.com, |xz| DVec3::new(xz.x, found.com.y, xz.y));
    let color = carried.color(carried.margin(number));
    let foot = on_ground(sheet, number, frame, point);
    let ring = foot.map(|foot| ground_ring(foot, DVec2::new(8.0, 3.2), color));
    ring.into_iter().flatten().collect()
}

/// What is on the ground under a point (px); nothing over a void.
fn on_ground(sheet: &StripSheet, number: usize, frame: &Frame, point: DVec3) -> Option<DVec2> {
    let across = frame.view.project(point).x;
    let height = ground::height_at(&profile(sheet, frame, number), across)?;
    Some(frame.flat_point(DVec2::new(across, height)))
}

/// Bars under soles that carry weight, left cool and right warm, each on its own line.
fn footprints(
    sheet: &StripSheet,
    number: usize,
    contacts: Contacts,
    side_of_sole: &[Side],
    frame: &Frame,
) -> Vec<Mark> {
    let kin = Kinematics::of(sheet.character, &sheet.clip.frames[number].pose);
    let soles = contacts.iter().filter(|sole| *sole < side_of_sole.len());
    soles
        .map(|index| {
            let sole = &sheet.character.soles[index];
            let corners: Vec<DVec2> = sole
                .corners_in_link
                .iter()
                .map(|corner| frame.point(kin.link(sole.link).point(*corner)))
                .collect();
            let bounds = Rect::around(&corners);
            let side = side_of_sole[index];
            let y = bounds.max.y + if side == Side::Right { 11.0 } else { 6.0 };
            let ends = [DVec2::new(bounds.min.x, y), DVec2::new(bounds.max.x, y)];
            let color = Palette::side(side).mixed(Palette::INK, 0.12);
            Mark::polyline(Layer::Support, ends).stroked(color, 3.4)
        })
        .collect()
}

/// The way of the centre of mass, a point for every pixel or two (px).
pub(super) fn com_path(sheet: &StripSheet, frame: &Frame) -> Vec<DVec2> {
    let mut path: Vec<DVec2> = Vec::new();
    for found in &sheet.audit.frames {
        let point = frame.point(found.com);
        if path.last().is_none_or(|last| last.distance(point) > 1.2) {
            path.push(point);
        }
    }
    path
}

/// The ground under the clip's own way, in the coordinates of a frame's view (m).
fn profile(sheet: &StripSheet, frame: &Frame, number: usize) -> Vec<Vec<DVec2>> {
    let Some(level) = sheet.level else {
        return Vec::new();
    };
    let view = &frame.view;
    let frames = &sheet.audit.frames;
    let deep: f64 = frames.iter().map(|found| view.depth(found.com)).sum();
    let toward = view.toward * (deep / frames.len() as f64);
    let ends = [frame.area.min.x, frame.area.max.x];
    let [low, high] = ends.map(|x| (x - frame.origin.x) / frame.scale);
    level.outline_along(
        DVec2::new(toward.x, toward.z),
        DVec2::new(view.right.x, view.right.z),
        (low, high),
        sheet.clip.start_secs + sheet.clip.frame_time(number),
    )
}

fn figure_at(sheet: &StripSheet, number: usize) -> Figure {
    figure_of(sheet.character, sheet.clip, number)
}

/// The body in a frame of a clip.
pub(super) fn figure_of(character: &Character, clip: &Clip, number: usize) -> Figure {
    let kin = Kinematics::of(character, &clip.frames[number].pose);
    Figure::new(character, &kin)
}

/// The side of the body that each sole belongs to. (soles)
pub(super) fn sole_sides(sheet: &StripSheet) -> Vec<Side> {
    let sides = sides(sheet.character);
    let soles = sheet.character.soles.iter();
    soles.map(|sole| sides[sole.link.index()]).collect()
}

/// Rims drawn finer on small figures.
fn thinned(mut mark: Mark, frame: &Frame) -> Mark {
    if let Some(stroke) = &mut mark.stroke {
        stroke.width *= (frame.scale / 220.0).clamp(0.5, 1.0);
    }
    mark
}

/// With the paper's colour over it.
fn washed(mut mark: Mark) -> Mark {
    let wash = |color: super::Color| color.mixed(Palette::PAPER, FAINT);
    if let Some(stroke) = &mut mark.stroke {
        stroke.color = wash(stroke.color);
    }
    match &mut mark.fill {
        Some(Ink::Solid(color)) => *color = wash(*color),
        Some(Ink::Linear { stops, .. } | Ink::Radial { stops, .. }) => {
            for (_, color) in stops {
                *color = wash(*color);
            }
        }
        None => {}
    }
    mark
}
