//! The ground in a view from the front or the side: its profile, its body, ticks, and the support seen edge-on.

use super::palette::{Color, Palette};
use super::{Frame, Ink, Layer, Mark, Rect};
use crate::character::Character;
use crate::kinematics::{Plant, Stance};
use glam::DVec2;

/// How far below its lowest line the ground is seen (px).
const FADE: f64 = 46.0;
/// Half the edge of a piece of a surface that carries [m].
const SURFACE: f64 = 0.14;
/// What is lower than this is the floor [m].
const FLOOR: f64 = 0.02;

/// The ground's outline in the two upright views: one line for each stretch, a void between two of them and beyond the
/// last. No line at all is flat ground at height zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground<'a> {
    /// (x, height) in growing x (m).
    pub front: &'a [Vec<DVec2>],
    /// (z, height) in growing z (m).
    pub side: &'a [Vec<DVec2>],
}

/// Height of a profile (m); nothing over a void.
pub(super) fn height_at(profile: &[Vec<DVec2>], across: f64) -> Option<f64> {
    if profile.is_empty() {
        return Some(0.0);
    }
    let pairs = profile.iter().flat_map(|line| line.windows(2));
    let mut over = pairs.filter(|pair| pair[0].x <= across && across <= pair[1].x);
    over.next().map(|pair| {
        let t = (across - pair[0].x) / (pair[1].x - pair[0].x).max(1e-12);
        pair[0].y + t * (pair[1].y - pair[0].y)
    })
}

/// The lines inside a view (px). They may leave it at the top or the bottom.
fn lines(profile: &[Vec<DVec2>], frame: &Frame) -> Vec<Vec<DVec2>> {
    let area = shown(frame);
    let [low, high] = [area.min.x, area.max.x].map(|x| (x - frame.origin.x) / frame.scale);
    if profile.is_empty() {
        let flat = [low, high].map(|x| frame.flat_point(DVec2::new(x, 0.0)));
        return vec![flat.to_vec()];
    }
    let cut = |line: &Vec<DVec2>| {
        let mut kept: Vec<DVec2> = Vec::new();
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if b.x < low || a.x > high {
                continue;
            }
            let at = |x: f64| a.lerp(b, ((x - a.x) / (b.x - a.x).max(1e-12)).clamp(0.0, 1.0));
            // An upright edge is kept whole.
            let ends = if b.x - a.x < 1e-9 {
                [a, b]
            } else {
                [at(a.x.max(low)), at(b.x.min(high))]
            };
            for point in ends.map(|p| frame.flat_point(p)) {
                if kept.last().is_none_or(|last| last.distance(point) > 1e-6) {
                    kept.push(point);
                }
            }
        }
        kept
    };
    let lines = profile.iter().map(cut);
    lines.filter(|line| line.len() > 1).collect()
}

/// Where the ground's body has faded out: a little below its lowest line (px).
pub(super) fn bottom(profile: &[Vec<DVec2>], frame: &Frame) -> f64 {
    let lowest = Rect::around(lines(profile, frame).iter().flatten()).max.y;
    (lowest + FADE).clamp(frame.area.min.y, frame.area.max.y)
}

/// The ground's body, line and ticks.
pub(super) fn marks(profile: &[Vec<DVec2>], frame: &Frame) -> Vec<Mark> {
    let area = shown(frame);
    let lines = lines(profile, frame);
    let bottom = bottom(profile, frame);
    let bodies: Vec<Vec<DVec2>> = lines
        .iter()
        .map(|line| line.iter().map(|p| p.clamp(area.min, area.max)).collect())
        .collect();
    let top = Rect::around(bodies.iter().flatten()).min.y;
    let stops = vec![(0.0, Palette::GROUND), (1.0, Palette::GROUND.faded(0.0))];
    let mut marks = Vec::new();
    for mut body in bodies {
        let ends = [body.last(), body.first()].map(|end| end.map_or(0.0, |p| p.x));
        body.extend(ends.map(|x| DVec2::new(x, bottom)));
        marks.push(Mark::polygon(Layer::Ground, body).filled(Ink::Linear {
            from: DVec2::new(0.0, top),
            to: DVec2::new(0.0, bottom),
            stops: stops.clone(),
        }));
    }
    for line in &lines {
        for pair in line.windows(2) {
            if let Some(ends) = clipped(pair[0], pair[1], &area) {
                let edge = Mark::polyline(Layer::Ground, ends);
                marks.push(edge.stroked(Palette::INK_SOFT, 1.4));
            }
        }
    }

    // Light ticks every 0.1 m, longer ones every 0.5 m.
    if 0.1 * frame.scale >= 9.0 {
        let across = |x_px: f64| (x_px - frame.origin.x) / frame.scale / 0.1;
        let first = across(area.min.x).ceil() as i64;
        let last = across(area.max.x).floor() as i64;
        for k in first..=last {
            let x = 0.1 * k as f64;
            let Some(height) = height_at(profile, x) else {
                continue;
            };
            let start = frame.flat_point(DVec2::new(x, height));
            let length = if k % 5 == 0 { 9.0 } else { 5.0 };
            let end = start + DVec2::new(0.0, length);
            if area.contains(start) && area.contains(end) {
                let tick = Mark::polyline(Layer::Ground, [start, end]);
                marks.push(tick.stroked(Palette::INK_FAINT, 1.0));
            }
        }
    }
    marks
}

/// The support seen edge-on: one bar under all soles of one height.
pub(super) fn support_bars(
    character: &Character,
    stance: &Stance,
    frame: &Frame,
    color: Color,
) -> Vec<Mark> {
    let soles: Vec<Rect> = stance
        .planted
        .iter()
        .map(|contact| {
            let corners = contact.corners(character);
            let points: Vec<DVec2> = corners.map(|corner| frame.point(corner)).collect();
            Rect::around(&points)
        })
        .collect();
    // Soles within a few pixels of height share one bar.
    let mut bars: Vec<Rect> = Vec::new();
    for sole in soles {
        match bars.iter_mut().find(|b| (b.max.y - sole.max.y).abs() < 4.0) {
            Some(bar) => *bar = bar.union(sole),
            None => bars.push(sole),
        }
    }
    bars.iter()
        .map(|bar| {
            let y = bar.max.y + 4.0;
            let ends = [DVec2::new(bar.min.x, y), DVec2::new(bar.max.x, y)];
            Mark::polyline(Layer::Support, ends).stroked(color, 5.0)
        })
        .collect()
}

/// Pieces of the surfaces beside the ground that carry: a table's top, a wall, a seat.
pub(super) fn surfaces(stance: &Stance, frame: &Frame) -> Vec<Mark> {
    let mut marks = Vec::new();
    // The floor is drawn already.
    let is_floor = |plant: &&Plant| plant.at_in_world.y < FLOOR && plant.normal_in_world.y > 0.9;
    for plant in stance.plants.iter().filter(|plant| !is_floor(plant)) {
        let piece = plant.surface(SURFACE).map(|corner| frame.point(corner));
        let piece = piece.to_vec();
        let piece = Mark::polygon(Layer::Support, piece);
        let color = Palette::INK_SOFT;
        marks.push(piece.colored(Palette::GROUND).stroked(color, 1.4));
    }
    marks
}

/// The part of a view that ground and labels use: neighbours do not touch.
pub(super) fn shown(frame: &Frame) -> Rect {
    let gap = DVec2::new(10.0, 0.0);
    Rect::new(frame.area.min + gap, frame.area.max - gap)
}

/// The part of a line inside a rectangle (Liang and Barsky 1984).
pub(super) fn clipped(from: DVec2, to: DVec2, rect: &Rect) -> Option<[DVec2; 2]> {
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let (low, high) = (rect.min[axis] - from[axis], rect.max[axis] - from[axis]);
        if along[axis].abs() < 1e-12 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (low / along[axis], high / along[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter <= leave).then(|| [from + enter * along, from + leave * along])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_void_between_two_stretches_has_no_height() {
        let stones = [
            vec![DVec2::new(0.0, 0.0), DVec2::new(1.0, 0.0)],
            vec![DVec2::new(1.5, 0.2), DVec2::new(2.5, 0.4)],
        ];
        for (across, height) in [
            (-5.0, None),
            (0.5, Some(0.0)),
            (1.2, None),
            (2.0, Some(0.3)),
            (9.0, None),
        ] {
            let found = height_at(&stones, across);
            assert_eq!(found.is_some(), height.is_some(), "{across}");
            assert!((found.unwrap_or(0.0) - height.unwrap_or(0.0)).abs() < 1e-12);
        }
        assert_eq!(height_at(&[], 3.0), Some(0.0));
    }

    #[test]
    fn a_void_is_drawn_as_a_void() {
        let area = Rect::new(DVec2::ZERO, DVec2::new(420.0, 200.0));
        let frame = Frame {
            view: super::super::View::SIDE,
            area,
            scale: 100.0,
            origin: DVec2::new(10.0, 150.0),
        };
        let stones = [
            vec![DVec2::new(0.0, 0.0), DVec2::new(1.0, 0.0)],
            vec![DVec2::new(2.0, 0.0), DVec2::new(9.0, 0.0)],
        ];
        let void = Rect::new(DVec2::new(112.0, 0.0), DVec2::new(208.0, 200.0));
        let marks = marks(&stones, &frame);
        assert!(!marks.is_empty());
        for mark in marks {
            assert!(!mark.bounds().overlaps(&void), "{mark:?}");
        }
    }

    #[test]
    fn lines_are_cut_at_the_rim() {
        let rect = Rect::new(DVec2::ZERO, DVec2::splat(10.0));
        let cut = clipped(DVec2::new(-5.0, 5.0), DVec2::new(15.0, 5.0), &rect).unwrap();
        assert_eq!(cut, [DVec2::new(0.0, 5.0), DVec2::new(10.0, 5.0)]);
        assert_eq!(
            clipped(DVec2::new(-5.0, 11.0), DVec2::new(15.0, 11.0), &rect),
            None
        );
    }
}
