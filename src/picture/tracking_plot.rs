//! How far a ghost's joints are from the plan, over time: the root mean square and the worst, over the times of pushes.

use super::palette::{Color, Palette};
use super::text::text_width;
use super::time_axis::{TEXT, TimeAxis};
use super::{Align, Layer, Mark, Rect};
use crate::control::Tracking;
use glam::DVec2;

/// Room over the largest error for the names of pushes (px).
const ABOVE: f64 = 26.0;
/// The axis reaches at least this far [deg], so that an error of nothing does not look like much.
const LEAST: f64 = 1.0;

/// A stretch of time with a name.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// Since the first frame [s].
    pub(super) start_secs: f64,
    pub(super) secs: f64,
    pub(super) name: String,
}

/// Curves to draw.
#[derive(Clone, Debug)]
pub(super) struct TrackingPlot<'a> {
    pub(super) tracking: &'a Tracking,
    pub(super) axis: TimeAxis,
    /// Frames that are shown as figures: they get a tick.
    pub(super) key_frames: &'a [usize],
    /// When something acts from outside.
    pub(super) stretches: &'a [Stretch],
}

impl TrackingPlot<'_> {
    /// Bands, grid, curves and words.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![
            Mark::polygon(Layer::Ground, self.area().corners().to_vec())
                .colored(Palette::PLASTER.faded(0.13)),
        ];
        marks.extend(self.bands());
        marks.extend(self.grid());
        marks.extend(self.axis.marks(self.key_frames));
        let worst = Palette::INK_SOFT;
        let rms = Palette::ACCENT.mixed(Palette::INK, 0.1);
        marks.extend(self.curve(worst, 1.4, |frame| frame.1));
        marks.extend(self.curve(rms, 2.4, |frame| frame.0));
        marks.extend(self.highest(worst));
        marks.extend(self.names(&[("worst joint", worst), ("all joints, rms", rms)]));
        marks
    }

    const fn area(&self) -> Rect {
        self.axis.area
    }

    /// Root mean square and worst of every frame [deg].
    fn errors(&self) -> impl Iterator<Item = (f64, f64)> {
        let frames = self.tracking.frames.iter();
        frames.map(|frame| (frame.rms.to_degrees(), frame.worst.to_degrees()))
    }

    /// The top of the axis [deg].
    fn high(&self) -> f64 {
        self.errors()
            .fold(LEAST, |high, (_, worst)| high.max(worst))
    }

    fn y(&self, degrees: f64) -> f64 {
        let area = self.area();
        area.max.y - degrees / self.high() * (area.size().y - ABOVE)
    }

    /// Across, of a time since the first frame [s] (px).
    fn x(&self, secs: f64) -> f64 {
        let x = self.axis.x(secs / self.axis.frame_secs);
        x.clamp(self.area().min.x, self.area().max.x)
    }

    /// Times of pushes, each named where its name does not lie over the one before.
    fn bands(&self) -> Vec<Mark> {
        let area = self.area();
        let mut marks = Vec::new();
        let mut told = f64::NEG_INFINITY;
        let mut in_order: Vec<&Stretch> = self.stretches.iter().collect();
        in_order.sort_by(|a, b| a.start_secs.total_cmp(&b.start_secs));
        for stretch in in_order {
            let from = self.x(stretch.start_secs);
            // A kick is short; it shall be seen all the same.
            let to = self.x(stretch.start_secs + stretch.secs).max(from + 2.0);
            let rect = Rect::new(DVec2::new(from, area.min.y), DVec2::new(to, area.max.y));
            let band = Mark::polygon(Layer::Ground, rect.corners().to_vec());
            marks.push(band.colored(Palette::OUT.faded(0.22)));
            let half = 0.5 * text_width(&stretch.name, TEXT);
            let x = (0.5 * (from + to)).clamp(area.min.x + half + 4.0, area.max.x - half - 4.0);
            if x - half > told + 8.0 {
                told = x + half;
                let anchor = DVec2::new(x, area.min.y + 16.0);
                let color = Palette::OUT.mixed(Palette::INK, 0.45);
                let name = Mark::text(Layer::Label, anchor, stretch.name.clone(), TEXT, color);
                marks.push(name.aligned(Align::Middle));
            }
        }
        marks
    }

    /// Level lines with their numbers, and the name of the axis.
    fn grid(&self) -> Vec<Mark> {
        let steps = [0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 45.0, 90.0];
        let high = self.high();
        let step = steps.into_iter().find(|step| high / step <= 5.0);
        let step = step.unwrap_or(180.0);
        let (left, right) = (self.area().min.x, self.area().max.x);
        let mut marks = Vec::new();
        for k in 0..=(high / step).floor() as u32 {
            let degrees = f64::from(k) * step;
            let y = self.y(degrees);
            let (color, width) = match k {
                0 => (Palette::INK_SOFT, 1.2),
                _ => (Palette::INK_FAINT.faded(0.6), 0.8),
            };
            let ends = [DVec2::new(left, y), DVec2::new(right, y)];
            marks.push(Mark::polyline(Layer::Shadow, ends).stroked(color, width));
            let decimals = usize::from(step < 1.0);
            let words = format!("{degrees:.decimals$}");
            let anchor = DVec2::new(left - 8.0, y + 4.5);
            let number = Mark::text(Layer::Text, anchor, words, TEXT, Palette::INK_SOFT);
            marks.push(number.aligned(Align::End));
        }
        let anchor = DVec2::new(left, self.area().min.y - 10.0);
        let words = "joint error, degrees";
        marks.push(Mark::text(Layer::Text, anchor, words, TEXT, Palette::INK));
        marks
    }

    /// One line; of the frames of one pixel the highest is kept.
    fn curve(&self, color: Color, width: f64, value: impl Fn((f64, f64)) -> f64) -> Option<Mark> {
        let mut line: Vec<DVec2> = Vec::new();
        for (index, errors) in self.errors().enumerate() {
            // The first frame is where both begin; it is not measured.
            let point = DVec2::new(self.axis.x(index as f64 + 1.0), self.y(value(errors)));
            match line.last_mut() {
                Some(last) if point.x - last.x < 0.7 => last.y = last.y.min(point.y),
                _ => line.push(point),
            }
        }
        (line.len() > 1).then(|| Mark::polyline(Layer::Balance, line).stroked(color, width))
    }

    /// A ring at the worst error, and its number beside it.
    fn highest(&self, color: Color) -> Vec<Mark> {
        let worst = self.errors().enumerate();
        let Some((index, (_, degrees))) = worst.max_by(|a, b| a.1.1.total_cmp(&b.1.1)) else {
            return Vec::new();
        };
        let at = DVec2::new(self.axis.x(index as f64 + 1.0), self.y(degrees));
        let words = format!("{degrees:.1}°");
        let room = text_width(&words, 14.0) + 12.0;
        let is_near_the_rim = at.x + room > self.area().max.x;
        let (x, align) = if is_near_the_rim {
            (at.x - 9.0, Align::End)
        } else {
            (at.x + 9.0, Align::Start)
        };
        let anchor = DVec2::new(x, at.y + 5.0);
        let label = Mark::text(Layer::Label, anchor, words, 14.0, Palette::INK);
        let label = label.strong().aligned(align);
        let behind = label.bounds().grown(1.0).corners().to_vec();
        vec![
            Mark::circle(Layer::Reached, at, 4.2)
                .colored(Palette::PAPER)
                .stroked(color, 1.8),
            Mark::polygon(Layer::Reached, behind).colored(Palette::PAPER.faded(0.72)),
            label,
        ]
    }

    /// What the lines are, right of them, in the order in which they lie.
    fn names(&self, names: &[(&str, Color)]) -> Vec<Mark> {
        let top = self.area().min.y + ABOVE;
        let place = |k: usize| DVec2::new(self.area().max.x + 14.0, top + 22.0 * k as f64);
        let mut marks = Vec::new();
        for (k, (words, color)) in names.iter().enumerate() {
            let from = place(k);
            let line = [from, from + DVec2::new(16.0, 0.0)];
            marks.push(Mark::polyline(Layer::Text, line).stroked(*color, 1.4 + k as f64));
            let anchor = from + DVec2::new(22.0, 4.5);
            marks.push(Mark::text(Layer::Text, anchor, *words, TEXT, *color));
        }
        marks
    }
}
