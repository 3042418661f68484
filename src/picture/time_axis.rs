//! The level axis of curves over time: seconds below, and a tick above for every figure of the strip.

use super::Layer;
use super::palette::Palette;
use super::{Align, Mark, Rect};
use glam::DVec2;

/// Height of the letters around a curve (px).
pub(super) const TEXT: f64 = 13.0;

/// Frames spread evenly over an area.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeAxis {
    /// Where the curve lies; seconds stand below it (px).
    pub(super) area: Rect,
    /// How many.
    pub(super) frames: usize,
    /// From one to the next [s].
    pub(super) frame_secs: f64,
}

impl TimeAxis {
    /// Where a frame lies across (px).
    pub(super) fn x(&self, frame: f64) -> f64 {
        self.area.min.x + frame / self.last() * self.area.size().x
    }

    fn last(&self) -> f64 {
        (self.frames.max(2) - 1) as f64
    }

    /// Seconds below, and a tick over the curve for each figure.
    pub(super) fn marks(&self, key_frames: &[usize]) -> Vec<Mark> {
        let secs = self.frame_secs * self.last();
        let steps = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0, 600.0,
        ];
        let step = steps.into_iter().find(|step| secs / step <= 13.0);
        let step = step.unwrap_or(secs / 12.0);
        let mut marks = Vec::new();
        for k in 0..=(secs / step + 1e-9).floor() as u32 {
            let time = f64::from(k) * step;
            let x = self.x(time / self.frame_secs);
            let from = DVec2::new(x, self.area.max.y);
            let tick = [from, from + DVec2::new(0.0, 5.0)];
            marks.push(Mark::polyline(Layer::Shadow, tick).stroked(Palette::INK_FAINT, 1.0));
            let decimals = if step < 0.1 {
                2
            } else {
                usize::from(step < 1.0)
            };
            let words = format!("{time:.decimals$} s");
            let anchor = from + DVec2::new(0.0, 20.0);
            let number = Mark::text(Layer::Text, anchor, words, TEXT, Palette::INK_SOFT);
            marks.push(number.aligned(Align::Middle));
        }
        for frame in key_frames {
            let to = DVec2::new(self.x(*frame as f64), self.area.min.y);
            let tick = [to - DVec2::new(0.0, 5.0), to];
            marks.push(Mark::polyline(Layer::Shadow, tick).stroked(Palette::INK_SOFT, 1.2));
        }
        marks
    }
}
