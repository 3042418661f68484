//! The figures of a strip: along the way over the ground, or column by column when the clip hardly travels.

use super::figure::Figure;
use super::ground;
use super::palette::Palette;
use super::signs::{ground_ring, plumb_line, quartered_ball};
use super::strip::StripSheet;
use super::{Align, Frame, Ink, Layer, Mark, Rect, View};
use crate::kinematics::{Kinematics, Side, sides};
use crate::motion::Contacts;
use glam::{DVec2, DVec3};

/// A clip that moves the centre of mass by less than this many body heights stays where it is.
const TRAVEL: f64 = 0.55;
/// No strip is higher than this (px).
const HIGHEST: f64 = 430.0;
/// Room above the figures for their times, and below for the ground (px).
const HEAD_ROOM: f64 = 26.0;
const GROUND_ROOM: f64 = 56.0;
/// Faint figures between two in full ink.
const BETWEEN: usize = 2;
/// How much of the paper lies over a faint figure.
const FAINT: f64 = 0.70;
/// From the middle of one full figure to the next, in widths of a figure.
const SPACING: f64 = 1.05;

/// Where the figures stand.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Does it travel: then one frame for all figures, else one for each.
    travels: bool,
    frames: Vec<Frame>,
    /// Frames of the clip in full ink, in order of time.
    keys: Vec<usize>,
    area: Rect,
}

impl Layout {
    /// What the figures use of the sheet (px).
    pub(super) const fn area(&self) -> Rect {
        self.area
    }

    /// Frames of the clip in full ink.
    pub(super) fn key_frames(&self) -> &[usize] {
        &self.keys
    }

    /// Pixels per metre.
    pub(super) fn scale(&self) -> f64 {
        self.frames.first().map_or(1.0, |frame| frame.scale)
    }

    /// The frame that a key figure stands in.
    fn frame_of(&self, key: usize) -> &Frame {
        &self.frames[if self.travels { 0 } else { key }]
    }
}

/// Chooses view, scale and moments. Figures may use `rim` of the sheet; columns stand over the curve's `across`.
pub(super) fn layout(sheet: &StripSheet, rim: (f64, f64), across: (f64, f64), top: f64) -> Layout {
    let rest = Kinematics::of(sheet.character, &sheet.character.rest);
    let body = Figure::new(sheet.character, &rest).bounds(&View::SIDE);
    let frames = &sheet.audit.frames;
    let start = frames.first().map_or(DVec3::ZERO, |frame| frame.com);
    let ways = frames.iter().map(|frame| {
        let way = frame.com - start;
        DVec2::new(way.x, way.z)
    });
    let far = ways.max_by(|a, b| a.length().total_cmp(&b.length()));
    let far = far.unwrap_or(DVec2::ZERO);
    if far.length() > TRAVEL * body.size().y {
        along_the_way(sheet, far, rim, top)
    } else {
        columns(sheet, across, top)
    }
}

/// One frame for all: the clip runs to the right.
fn along_the_way(sheet: &StripSheet, far: DVec2, rim: (f64, f64), top: f64) -> Layout {
    let view = level_view(far);
    let last = sheet.clip.frames.len() - 1;
    let bounds = |frame: usize| figure_at(sheet, frame).bounds(&view);
    // Every few frames are enough to know how much room the figures need.
    let shown = even(last, 40).into_iter().map(bounds);
    let shown: Vec<Rect> = shown.collect();
    let whole = shown.iter().fold(Rect::EMPTY, |all, one| all.union(*one));
    let width = shown.iter().map(|one| one.size().x).sum::<f64>() / shown.len() as f64;

    let fit = ((rim.1 - rim.0 - 24.0) / whole.size().x).min(HIGHEST / whole.size().y);
    let fitting = (far.length() / (SPACING * width)).floor() as usize + 1;
    let keys = even(last, sheet.figures.unwrap_or(fitting.clamp(2, 16)));
    let height = HEAD_ROOM + fit * whole.size().y + GROUND_ROOM;
    let area = Rect::new(DVec2::new(rim.0, top), DVec2::new(rim.1, top + height));
    let mut frame = Frame::centered(view, area, fit, whole);
    frame.origin.y += top + HEAD_ROOM - frame.flat_point(whole.max).y;
    Layout {
        travels: true,
        frames: vec![frame],
        keys,
        area,
    }
}

/// A frame for each figure, over its moment of the curve.
fn columns(sheet: &StripSheet, across: (f64, f64), top: f64) -> Layout {
    let view = resting_view(sheet);
    let last = sheet.clip.frames.len() - 1;
    let bounds = |frame: usize| figure_at(sheet, frame).bounds(&view);
    let whole = even(last, 40)
        .into_iter()
        .fold(Rect::EMPTY, |all, frame| all.union(bounds(frame)));
    let aspect = whole.size().x / whole.size().y;
    let width = across.1 - across.0;
    let fitting = (width / (1.12 * aspect * 0.8 * HIGHEST)) as usize;
    let count = sheet.figures.unwrap_or(fitting.clamp(5, 13));
    let count = count.clamp(1, last + 1);
    let column = width / count as f64;
    let scale = (column / (1.08 * whole.size().x)).min(0.8 * HIGHEST / whole.size().y);
    let height = HEAD_ROOM + scale * whole.size().y + GROUND_ROOM;
    let area = Rect::new(
        DVec2::new(across.0, top),
        DVec2::new(across.1, top + height),
    );
    let share = |k: usize| (k as f64 + 0.5) / count as f64;
    let frames = (0..count).map(|k| {
        let left = across.0 + column * k as f64;
        let place = Rect::new(
            DVec2::new(left, top),
            DVec2::new(left + column, top + height),
        );
        let mut frame = Frame::centered(view, place, scale, whole);
        frame.origin.y += top + HEAD_ROOM - frame.flat_point(whole.max).y;
        frame
    });
    Layout {
        travels: false,
        frames: frames.collect(),
        keys: (0..count)
            .map(|k| (share(k) * last as f64).round() as usize)
            .collect(),
        area,
    }
}

/// Everything above the curve.
pub(super) fn figures(sheet: &StripSheet, layout: &Layout) -> Vec<Mark> {
    let side_of_sole = sole_sides(sheet);
    let mut marks = Vec::new();
    if layout.travels {
        let frame = &layout.frames[0];
        let middle = sheet.clip.frames.len() / 2;
        marks.extend(ground::marks(&profile(sheet, frame, middle), frame));
        marks.extend(faint_figures(sheet, layout, frame));
        for slide in &sheet.audit.slides {
            let at = usize::midpoint(slide.first, slide.last);
            let contact = Contacts::one(slide.sole);
            marks.extend(footprints(sheet, at, contact, &side_of_sole, frame));
        }
        let path: Vec<DVec2> = com_path(sheet, frame);
        let line = || Mark::polyline(Layer::Balance, path.clone());
        marks.push(line().stroked(Palette::PAPER.faded(0.8), 3.2));
        marks.push(line().stroked(Palette::INK, 1.1));
    }
    let mut told = Rect::EMPTY;
    for (key, &number) in layout.keys.iter().enumerate() {
        let frame = layout.frame_of(key);
        if !layout.travels {
            marks.extend(ground::marks(&profile(sheet, frame, number), frame));
            let contacts = sheet.audit.frames[number].contacts;
            marks.extend(footprints(sheet, number, contacts, &side_of_sole, frame));
            marks.extend(plumb(sheet, number, frame));
        }
        let figure = figure_at(sheet, number);
        marks.extend(
            figure
                .marks(frame)
                .into_iter()
                .map(|mark| thinned(mark, frame)),
        );
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
    for pair in layout.keys.windows(2) {
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

/// The plumb line of a figure in its column, with the ring coloured by the margin.
fn plumb(sheet: &StripSheet, number: usize, frame: &Frame) -> Vec<Mark> {
    let found = &sheet.audit.frames[number];
    let across = frame.view.project(found.com).x;
    let height = ground::height_at(&profile(sheet, frame, number), across);
    let Some(height) = height else {
        return Vec::new();
    };
    let foot = frame.flat_point(DVec2::new(across, height));
    let color = found
        .margin
        .map_or(Palette::OUT, |margin| Palette::margin(margin.metres));
    let mut marks = plumb_line(frame.point(found.com), foot);
    marks.extend(ground_ring(foot, DVec2::new(8.0, 3.2), color));
    marks
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
fn com_path(sheet: &StripSheet, frame: &Frame) -> Vec<DVec2> {
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

/// A view with a level direction to the right.
fn level_view(right_xz: DVec2) -> View {
    let right = DVec3::new(right_xz.x, 0.0, right_xz.y).normalize_or(DVec3::Z);
    View {
        right,
        up: DVec3::Y,
        toward: right.cross(DVec3::Y),
    }
}

/// From the front when the body sways rather to its sides, from the side when it sways rather forward.
fn resting_view(sheet: &StripSheet) -> View {
    let frames = &sheet.audit.frames;
    let ahead = frames.first().map_or(DVec2::Y, |frame| frame.ahead_xz);
    let left = DVec2::new(ahead.y, -ahead.x);
    let sweep = |axis: DVec2| {
        let places = frames
            .iter()
            .map(|f| axis.dot(DVec2::new(f.com.x, f.com.z)));
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
            (low.min(p), high.max(p))
        });
        high - low
    };
    if sweep(left) >= sweep(ahead) {
        level_view(left)
    } else {
        level_view(ahead)
    }
}

/// Numbers from 0 to `last`, evenly spaced, both ends among them.
fn even(last: usize, count: usize) -> Vec<usize> {
    let steps = count.saturating_sub(1).max(1);
    let mut numbers: Vec<usize> = (0..=steps)
        .map(|k| (last * k + steps / 2) / steps)
        .collect();
    numbers.dedup();
    numbers
}

fn figure_at(sheet: &StripSheet, number: usize) -> Figure {
    let kin = Kinematics::of(sheet.character, &sheet.clip.frames[number].pose);
    Figure::new(sheet.character, &kin)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_numbers_hold_both_ends_and_each_once() {
        assert_eq!(even(10, 3), [0, 5, 10]);
        assert_eq!(even(2, 9), [0, 1, 2]);
        assert_eq!(even(0, 4), [0]);
    }

    #[test]
    fn a_level_view_along_z_is_the_side_view_and_along_x_the_front_view() {
        assert_eq!(level_view(DVec2::Y), View::SIDE);
        assert_eq!(level_view(DVec2::X), View::FRONT);
    }
}
