//! The ground in a view from the front or the side: its profile, its body, ticks, and the support seen edge-on.

use super::palette::{Color, Palette};
use super::{Frame, Ink, Layer, Mark, Rect};
use crate::character::Character;
use crate::kinematics::Stance;
use glam::{DVec2, DVec3};

/// How far below its lowest line the ground is seen (px).
const FADE: f64 = 46.0;

/// The ground's outline in the two upright views. An empty profile is flat ground at height zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground<'a> {
    /// (x, height) in growing x (m).
    pub front: &'a [DVec2],
    /// (z, height) in growing z (m).
    pub side: &'a [DVec2],
}

/// Height of a profile (m); beyond its ends the ends go on level.
pub(super) fn height_at(profile: &[DVec2], across: f64) -> f64 {
    let (Some(first), Some(last)) = (profile.first(), profile.last()) else {
        return 0.0;
    };
    if across <= first.x {
        return first.y;
    }
    profile
        .windows(2)
        .find(|pair| across <= pair[1].x)
        .map_or(last.y, |pair| {
            let t = (across - pair[0].x) / (pair[1].x - pair[0].x).max(1e-12);
            pair[0].y + t * (pair[1].y - pair[0].y)
        })
}

/// The profile inside a view, level beyond its ends (px). It may leave the view at the top or the bottom.
fn line(profile: &[DVec2], frame: &Frame) -> Vec<DVec2> {
    let area = shown(frame);
    let ends = [area.min.x, area.max.x].map(|x| (x - frame.origin.x) / frame.scale);
    let end = |x: f64| DVec2::new(x, height_at(profile, x));
    let inside = profile.iter().filter(|p| p.x > ends[0] && p.x < ends[1]);
    std::iter::once(end(ends[0]))
        .chain(inside.copied())
        .chain([end(ends[1])])
        .map(|p| frame.flat_point(p))
        .collect()
}

/// Where the ground's body has faded out: a little below its lowest line (px).
pub(super) fn bottom(profile: &[DVec2], frame: &Frame) -> f64 {
    let lowest = Rect::around(&line(profile, frame)).max.y;
    (lowest + FADE).min(frame.area.max.y)
}

/// The ground's body, line and ticks.
pub(super) fn marks(profile: &[DVec2], frame: &Frame) -> Vec<Mark> {
    let area = shown(frame);
    let line = line(profile, frame);
    let mut body: Vec<DVec2> = line.iter().map(|p| p.clamp(area.min, area.max)).collect();
    let (top, bottom) = (Rect::around(&body).min.y, bottom(profile, frame));
    body.extend([area.max.x, area.min.x].map(|x| DVec2::new(x, bottom)));
    let stops = vec![(0.0, Palette::GROUND), (1.0, Palette::GROUND.faded(0.0))];
    let mut marks = vec![Mark::polygon(Layer::Ground, body).filled(Ink::Linear {
        from: DVec2::new(0.0, top),
        to: DVec2::new(0.0, bottom),
        stops,
    })];
    for pair in line.windows(2) {
        if let Some(ends) = clipped(pair[0], pair[1], &area) {
            let edge = Mark::polyline(Layer::Ground, ends);
            marks.push(edge.stroked(Palette::INK_SOFT, 1.4));
        }
    }

    // Light ticks every 0.1 m, longer ones every 0.5 m.
    if 0.1 * frame.scale >= 9.0 {
        let across = |x_px: f64| (x_px - frame.origin.x) / frame.scale / 0.1;
        let at = |x: f64| frame.flat_point(DVec2::new(x, height_at(profile, x)));
        let first = across(area.min.x).ceil() as i64;
        let last = across(area.max.x).floor() as i64;
        for k in first..=last {
            let start = at(0.1 * k as f64);
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
            let corners = character.soles[contact.sole].corners_in_link.iter();
            let points: Vec<DVec2> = corners
                .map(|corner: &DVec3| frame.point(contact.world_from_link.point(*corner)))
                .collect();
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
    fn a_profile_goes_on_level_beyond_its_ends() {
        let stairs = [
            DVec2::new(0.0, 0.0),
            DVec2::new(1.0, 0.0),
            DVec2::new(1.0, 0.2),
            DVec2::new(2.0, 0.4),
        ];
        for (across, height) in [(-5.0, 0.0), (0.5, 0.0), (1.5, 0.3), (9.0, 0.4)] {
            assert!((height_at(&stairs, across) - height).abs() < 1e-12);
        }
        assert_eq!(height_at(&[], 3.0), 0.0);
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
