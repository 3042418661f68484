//! Where the figures of a strip stand: along the way over the ground, or column by column when the clip hardly travels.

use super::figure::Figure;
use super::strip::StripSheet;
use super::strip_figures::figure_of;
use super::{Frame, Rect, View};
use crate::kinematics::Kinematics;
use crate::motion::Clip;
use glam::{DVec2, DVec3};

/// A clip that moves the centre of mass by less than this many body heights stays where it is.
const TRAVEL: f64 = 0.55;
/// No strip is higher than this (px).
const HIGHEST: f64 = 430.0;
/// Room above the figures for their times, and below for the ground (px).
const HEAD_ROOM: f64 = 26.0;
const GROUND_ROOM: f64 = 56.0;
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
    /// Whether one frame serves all figures.
    pub(super) const fn travels(&self) -> bool {
        self.travels
    }

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

    /// Shows these moments: each takes the place of the key nearest to it that shows none of them yet.
    pub(super) fn show(&mut self, moments: &[usize]) {
        let mut free: Vec<usize> = (0..self.keys.len()).collect();
        for moment in moments {
            let distance = |key: &usize| self.keys[*key].abs_diff(*moment);
            let Some(nearest) = free.iter().copied().min_by_key(distance) else {
                break;
            };
            free.retain(|key| *key != nearest);
            self.keys[nearest] = *moment;
        }
        self.keys.sort_unstable();
    }

    /// The frame that a key figure stands in.
    pub(super) fn frame_of(&self, key: usize) -> &Frame {
        &self.frames[if self.travels { 0 } else { key }]
    }
}

/// Chooses view, scale and moments. Figures may use `rim` of the sheet; columns stand over the curve's `across`. There is
/// room for a second clip of as many frames, too.
pub(super) fn layout(
    sheet: &StripSheet,
    second: Option<&Clip>,
    rim: (f64, f64),
    across: (f64, f64),
    top: f64,
) -> Layout {
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
        along_the_way(sheet, second, far, rim, top)
    } else {
        columns(sheet, second, across, top)
    }
}

/// One frame for all: the clip runs to the right.
fn along_the_way(
    sheet: &StripSheet,
    second: Option<&Clip>,
    far: DVec2,
    rim: (f64, f64),
    top: f64,
) -> Layout {
    let view = level_view(far);
    let last = sheet.clip.frames.len() - 1;
    let bounds = |frame: usize| bounds_at(sheet, second, frame, &view);
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
fn columns(sheet: &StripSheet, second: Option<&Clip>, across: (f64, f64), top: f64) -> Layout {
    let view = resting_view(sheet);
    let last = sheet.clip.frames.len() - 1;
    let bounds = |frame: usize| bounds_at(sheet, second, frame, &view);
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

/// What the figures of a frame cover in a view (m).
fn bounds_at(sheet: &StripSheet, second: Option<&Clip>, number: usize, view: &View) -> Rect {
    let own = figure_of(sheet.character, sheet.clip, number).bounds(view);
    second.map_or(own, |clip| {
        own.union(figure_of(sheet.character, clip, number).bounds(view))
    })
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
