//! Chooses one scale for the front and the side view, and gives each its part of the sheet.
//!
//! The figure must be readable, targets should be seen. Both views show the figure whole; they widen towards the
//! targets as far as the scale may fall for them, and what lies farther is clamped to the rim by whoever draws it.

use super::{Frame, Rect, View};
use glam::DVec2;

/// How small targets may make the figure, against a sheet without targets.
const SMALLEST_FIGURE: f64 = 0.60;
/// Room for labels on either side of a view (px).
const SIDE_ROOM: f64 = 48.0;
/// Room above what is shown, and below the ground for ticks and the support bar (px).
const TOP_ROOM: f64 = 26.0;
const BOTTOM_ROOM: f64 = 40.0;

/// What a view must show and what it should show (m, up).
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) view: View,
    /// The figure.
    pub(super) figure: Rect,
    /// The figure and its targets.
    pub(super) everything: Rect,
}

impl Wanted {
    /// A share `t` of the way from the figure alone to everything.
    fn shown(&self, t: f64) -> Rect {
        Rect::new(
            self.figure.min.lerp(self.everything.min, t),
            self.figure.max.lerp(self.everything.max, t),
        )
    }
}

/// Frames side by side in `area`, at one scale and with one ground.
pub(super) fn side_by_side(area: Rect, wanted: &[Wanted; 2]) -> [Frame; 2] {
    let figure_scale = scale_of(area, wanted.each_ref().map(|w| w.shown(0.0)));
    let smallest = SMALLEST_FIGURE * figure_scale;
    // The largest share of the targets' room that the scale allows; it only falls as the share grows.
    let mut share = 1.0;
    if scale_of(area, wanted.each_ref().map(|w| w.shown(1.0))) < smallest {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..40 {
            share = 0.5 * (low + high);
            if scale_of(area, wanted.each_ref().map(|w| w.shown(share))) < smallest {
                high = share;
            } else {
                low = share;
            }
        }
    }
    let boxes = level(wanted.each_ref().map(|w| w.shown(share)));
    let scale = scale_of(area, boxes);

    // What is left over is shared evenly.
    let needed = boxes.map(|b| b.size().x * scale + 2.0 * SIDE_ROOM);
    let spare = (area.size().x - needed[0] - needed[1]).max(0.0);
    let border = area.min.x + needed[0] + 0.5 * spare;
    let areas = [
        Rect::new(area.min, DVec2::new(border, area.max.y)),
        Rect::new(DVec2::new(border, area.min.y), area.max),
    ];
    [0, 1].map(|k| {
        let mut frame = Frame::centered(wanted[k].view, areas[k], scale, boxes[k]);
        // Feet stand near the bottom, whatever room is left above.
        let lowest = frame.flat_point(boxes[k].min).y;
        frame.origin.y += area.max.y - BOTTOM_ROOM - lowest;
        let spare_above = frame.flat_point(boxes[k].max).y - area.min.y - TOP_ROOM;
        frame.origin.y -= 0.30 * spare_above.max(0.0);
        frame
    })
}

/// The same heights for both boxes.
fn level(boxes: [Rect; 2]) -> [Rect; 2] {
    let both = boxes[0].union(boxes[1]);
    boxes.map(|b| {
        Rect::new(
            DVec2::new(b.min.x, both.min.y),
            DVec2::new(b.max.x, both.max.y),
        )
    })
}

fn scale_of(area: Rect, boxes: [Rect; 2]) -> f64 {
    let both = boxes[0].union(boxes[1]);
    let width = boxes[0].size().x + boxes[1].size().x;
    let room = area.size() - DVec2::new(4.0 * SIDE_ROOM, TOP_ROOM + BOTTOM_ROOM);
    (room.x / width.max(1e-3)).min(room.y / both.size().y.max(1e-3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(view: View, figure: Rect, target: DVec2) -> Wanted {
        Wanted {
            view,
            figure,
            everything: figure.union(Rect::new(target, target)),
        }
    }

    #[test]
    fn near_targets_lie_inside_and_far_ones_do_not_make_the_figure_tiny() {
        let area = Rect::new(DVec2::new(40.0, 100.0), DVec2::new(880.0, 800.0));
        let figure = Rect::new(DVec2::new(-0.3, 0.0), DVec2::new(0.3, 1.8));
        let views = |target| [View::FRONT, View::SIDE].map(|v| wanted(v, figure, target));
        let alone = side_by_side(area, &views(DVec2::ZERO))[0].scale;

        let near = DVec2::new(0.7, 1.0);
        for frame in side_by_side(area, &views(near)) {
            assert!(frame.area.contains(frame.flat_point(near)));
        }
        for far in [DVec2::new(40.0, 1.0), DVec2::new(0.0, 40.0)] {
            for frame in side_by_side(area, &views(far)) {
                assert!(frame.scale >= 0.59 * alone);
                assert!(frame.area.contains(frame.flat_point(figure.min)));
                assert!(frame.area.contains(frame.flat_point(figure.max)));
            }
        }
    }

    #[test]
    fn both_views_stand_on_one_line() {
        let area = Rect::new(DVec2::ZERO, DVec2::new(800.0, 600.0));
        let figure = Rect::new(DVec2::new(-0.3, 0.0), DVec2::new(0.3, 1.8));
        let [front, side] = side_by_side(
            area,
            &[View::FRONT, View::SIDE].map(|v| wanted(v, figure, DVec2::Y)),
        );
        assert_eq!(front.origin.y, side.origin.y);
        assert_eq!(front.scale, side.scale);
    }
}
