//! The margin of balance over time: a curve over bands of support, with its units and names beside it.

use super::carried::Carried;
use super::palette::{Color, Palette};
use super::text::text_width;
use super::time_axis::{TEXT, TimeAxis};
use super::{Align, Layer, Mark, Rect};
use crate::character::Character;
use crate::kinematics::{Side, sides};
use crate::motion::{Audit, BalanceKind};
use glam::DVec2;

/// Room under the smallest margin for its number (px).
const BELOW: f64 = 26.0;
/// Room over the largest margin for the names of the bands (px).
const ABOVE: f64 = 24.0;

/// A curve to draw.
#[derive(Clone, Debug)]
pub(super) struct MarginPlot<'a> {
    pub(super) character: &'a Character,
    pub(super) audit: &'a Audit,
    /// Which of its margins count.
    pub(super) carried: Carried<'a>,
    /// Where the curve lies; numbers stand left and below, names right (px).
    pub(super) area: Rect,
    /// Frames that are shown as figures: they get a tick.
    pub(super) key_frames: &'a [usize],
}

/// Which soles carry the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Support {
    Nothing,
    Left,
    Right,
    Both,
}

impl Support {
    const fn tint(self) -> Color {
        match self {
            Self::Nothing => Palette::OUT,
            Self::Left => Palette::LEFT,
            Self::Right => Palette::RIGHT,
            Self::Both => Palette::PLASTER,
        }
    }

    const fn opacity(self) -> f64 {
        match self {
            Self::Nothing => 0.18,
            Self::Left | Self::Right => 0.24,
            Self::Both => 0.13,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "in the air",
            Self::Left => "left",
            Self::Right => "right",
            Self::Both => "both",
        }
    }
}

/// Metres and pixels of the upright axis.
#[derive(Clone, Copy, Debug)]
struct Scale {
    low: f64,
    high: f64,
    area: Rect,
}

impl Scale {
    /// Clamped to the area: what is off the scale runs along its rim.
    fn y(&self, metres: f64) -> f64 {
        let room = self.area.size().y - ABOVE - BELOW;
        let y = self.area.max.y - BELOW - (metres - self.low) / (self.high - self.low) * room;
        y.clamp(self.area.min.y + 1.0, self.area.max.y - 1.0)
    }
}

impl MarginPlot<'_> {
    /// Bands, grid, curves and words.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let scale = self.scale();
        let mut marks = self.bands();
        marks.extend(self.grid(&scale));
        marks.extend(self.axis().marks(self.key_frames));
        marks.extend(self.other_curve(&scale));
        marks.extend(self.curve(&scale));
        marks.extend(self.lowest(&scale));
        marks.extend(self.names(&scale));
        marks
    }

    fn axis(&self) -> TimeAxis {
        TimeAxis {
            area: self.area,
            frames: self.audit.frames.len(),
            frame_secs: self.audit.frame_secs,
        }
    }

    /// Where a frame lies across (px).
    fn x(&self, frame: f64) -> f64 {
        self.axis().x(frame)
    }

    /// The margin that counts in a frame [m].
    fn own(&self, frame: usize) -> Option<f64> {
        Some(self.carried.margin(frame)?.metres)
    }

    /// The other one, of the zero-moment point of a body at rest or the centre of mass of one in motion [m].
    fn other(&self, frame: usize) -> Option<f64> {
        let found = &self.audit.frames[frame];
        let other = match self.carried.balance {
            BalanceKind::Static => found.dynamic_margin,
            BalanceKind::Dynamic => found.margin,
        };
        Some(other?.metres)
    }

    /// Shows zero, all margins that count, and of the others what does not flatten those.
    fn scale(&self) -> Scale {
        let margins = (0..self.audit.frames.len()).filter_map(|frame| self.own(frame));
        let (low, high) = margins.fold((0.0_f64, 0.03_f64), |(low, high), margin| {
            (low.min(margin), high.max(margin))
        });
        let summary = &self.audit.summary;
        let other = match self.carried.balance {
            BalanceKind::Static => summary.dynamic_margin,
            BalanceKind::Dynamic => summary.margin,
        };
        let wanted = other.map_or(low, |other| other.p01.min(low));
        Scale {
            low: wanted.max(low - 0.5 * (high - low)),
            high,
            area: self.area,
        }
    }

    /// Stretches of one support: first frame, one past the last.
    fn stretches(&self) -> Vec<(Support, usize, usize)> {
        let sides = sides(self.character);
        let soles = &self.character.soles;
        let mut stretches: Vec<(Support, usize, usize)> = Vec::new();
        for (number, frame) in self.audit.frames.iter().enumerate() {
            let stands = |side: Side| {
                let mut standing = frame.contacts.iter().filter_map(|sole| soles.get(sole));
                standing.any(|sole| {
                    let own = sides[sole.link.index()];
                    own == side || own == Side::Middle
                })
            };
            let support = match (stands(Side::Left), stands(Side::Right)) {
                (true, true) => Support::Both,
                (true, false) => Support::Left,
                (false, true) => Support::Right,
                (false, false) => Support::Nothing,
            };
            match stretches.last_mut() {
                Some(last) if last.0 == support => last.2 = number + 1,
                _ => stretches.push((support, number, number + 1)),
            }
        }
        stretches
    }

    /// Tints behind the curve; each kind's widest band has its name when there is room.
    fn bands(&self) -> Vec<Mark> {
        let area = self.area;
        let mut marks = Vec::new();
        let mut widest: Vec<(Support, Rect)> = Vec::new();
        for (support, first, end) in self.stretches() {
            // Half a frame to either side belongs to a frame.
            let rect = Rect::new(
                DVec2::new(self.x(first as f64 - 0.5).max(area.min.x), area.min.y),
                DVec2::new(self.x(end as f64 - 0.5).min(area.max.x), area.max.y),
            );
            // Who flies in motion tips nowhere: the paper stays blank.
            let flies = support == Support::Nothing;
            if !(flies && self.carried.balance == BalanceKind::Dynamic) {
                let band = Mark::polygon(Layer::Ground, rect.corners().to_vec());
                marks.push(band.colored(support.tint().faded(support.opacity())));
            }
            match widest.iter_mut().find(|known| known.0 == support) {
                Some(known) if known.1.size().x >= rect.size().x => {}
                Some(known) => known.1 = rect,
                None => widest.push((support, rect)),
            }
        }
        for (support, rect) in widest {
            if text_width(support.name(), TEXT) + 8.0 < rect.size().x {
                let anchor = DVec2::new(rect.center().x, area.min.y + 16.0);
                let tint = match (support, self.carried.balance) {
                    (Support::Nothing, BalanceKind::Dynamic) => Palette::INK_SOFT,
                    _ => support.tint(),
                };
                let color = tint.mixed(Palette::INK, 0.55);
                let name = Mark::text(Layer::Label, anchor, support.name(), TEXT, color);
                marks.push(name.aligned(Align::Middle));
            }
        }
        marks
    }

    /// Level lines with their numbers, the zero stronger, and the name of the axis.
    fn grid(&self, scale: &Scale) -> Vec<Mark> {
        let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];
        let range = scale.high - scale.low;
        let step = steps.into_iter().find(|step| range / step <= 4.5);
        let step = step.unwrap_or(range / 4.0);
        let (left, right) = (self.area.min.x, self.area.max.x);
        let level = |y: f64| {
            let ends = [DVec2::new(left, y), DVec2::new(right, y)];
            Mark::polyline(Layer::Shadow, ends)
        };
        let mut marks = Vec::new();
        let first = (scale.low / step).ceil() as i64;
        let last = (scale.high / step).floor() as i64;
        for k in first..=last {
            let y = scale.y(k as f64 * step);
            let (color, width) = match k {
                0 => (Palette::INK_SOFT, 1.2),
                _ => (Palette::INK_FAINT.faded(0.6), 0.8),
            };
            marks.push(level(y).stroked(color, width));
            let words = format!("{:.0}", 1e3 * k as f64 * step).replace('-', "−");
            let anchor = DVec2::new(left - 8.0, y + 4.5);
            let number = Mark::text(Layer::Text, anchor, words, TEXT, Palette::INK_SOFT);
            marks.push(number.aligned(Align::End));
        }
        let near = level(scale.y(self.carried.near()))
            .stroked(Palette::NEAR.mixed(Palette::INK, 0.15), 1.0);
        marks.push(near.dashed(2.0, 4.0));
        let anchor = DVec2::new(left, self.area.min.y - 10.0);
        let words = match self.carried.balance {
            BalanceKind::Static => "margin of balance, mm",
            BalanceKind::Dynamic => "margin of balance in motion, mm",
        };
        marks.push(Mark::text(Layer::Text, anchor, words, TEXT, Palette::INK));
        marks
    }

    /// Points (px across, m) of a track in stretches without a gap; of the frames of one pixel the lowest is kept.
    fn track(&self, value: impl Fn(usize) -> Option<f64>) -> Vec<Vec<DVec2>> {
        let mut lines: Vec<Vec<DVec2>> = vec![Vec::new()];
        for number in 0..self.audit.frames.len() {
            let x = self.x(number as f64);
            let Some(line) = lines.last_mut() else {
                break;
            };
            match (value(number), line.last_mut()) {
                (Some(metres), Some(last)) if x - last.x < 0.7 => last.y = last.y.min(metres),
                (Some(metres), _) => line.push(DVec2::new(x, metres)),
                (None, Some(_)) => lines.push(Vec::new()),
                (None, None) => {}
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }

    fn curve(&self, scale: &Scale) -> Vec<Mark> {
        let lines = self.track(|number| self.own(number));
        let mut marks = Vec::new();
        for line in &lines {
            for (color, piece) in colored_pieces(line, self.carried.near()) {
                let points: Vec<DVec2> = piece
                    .iter()
                    .map(|p| DVec2::new(p.x, scale.y(p.y)))
                    .collect();
                marks.push(Mark::polyline(Layer::Balance, points).stroked(color, 2.4));
            }
        }
        marks
    }

    fn other_curve(&self, scale: &Scale) -> Vec<Mark> {
        let lines = self.track(|number| self.other(number));
        let lines = lines.iter().filter(|line| line.len() > 1);
        lines
            .map(|line| {
                let points: Vec<DVec2> =
                    line.iter().map(|p| DVec2::new(p.x, scale.y(p.y))).collect();
                let curve = Mark::polyline(Layer::Figure, points);
                curve
                    .stroked(Palette::INK_SOFT.faded(0.7), 1.1)
                    .dashed(4.0, 3.5)
            })
            .collect()
    }

    /// A ring at the smallest margin, and its number under it.
    fn lowest(&self, scale: &Scale) -> Vec<Mark> {
        let Some((frame, low)) = self.carried.lowest() else {
            return Vec::new();
        };
        let at = DVec2::new(self.x(frame as f64), scale.y(low.metres));
        let color = color_of(low.metres, self.carried.near()).mixed(Palette::INK, 0.35);
        let words = format!("{:.0} mm", 1e3 * low.metres).replace('-', "−");
        let half = 0.5 * text_width(&words, 14.0) + 4.0;
        let x = at.x.clamp(self.area.min.x + half, self.area.max.x - half);
        let anchor = DVec2::new(x, (at.y + 18.0).min(self.area.max.y - 5.0));
        let label = Mark::text(Layer::Label, anchor, words, 14.0, color);
        let label = label.strong().aligned(Align::Middle);
        let behind = label.bounds().grown(1.0).corners().to_vec();
        vec![
            Mark::circle(Layer::Reached, at, 4.2)
                .colored(Palette::PAPER)
                .stroked(color, 1.8),
            Mark::polygon(Layer::Reached, behind).colored(Palette::PAPER.faded(0.72)),
            label,
        ]
    }

    /// What the lines are, right of their ends.
    fn names(&self, scale: &Scale) -> Vec<Mark> {
        let frames = &self.audit.frames;
        let last = |value: &dyn Fn(usize) -> Option<f64>| (0..frames.len()).rev().find_map(value);
        let mut names: Vec<(f64, &str, Color)> = Vec::new();
        let own = last(&|number| self.own(number));
        let other = last(&|number| self.other(number));
        let other_name = match self.carried.balance {
            BalanceKind::Static => "zero-moment point",
            BalanceKind::Dynamic => "centre of mass",
        };
        let curve = Palette::SAFE.mixed(Palette::INK, 0.45);
        names.extend(own.map(|m| (scale.y(m), self.carried.name(), curve)));
        names.extend(other.map(|m| (scale.y(m), other_name, Palette::INK_SOFT)));
        let near = Palette::NEAR.mixed(Palette::INK, 0.35);
        let near_words = format!("{:.0} mm", 1e3 * self.carried.near());
        names.push((scale.y(self.carried.near()), &near_words, near));
        names.sort_by(|a, b| a.0.total_cmp(&b.0));

        // The bound stays at its line; names that come too near to it or to each other move away from it.
        let line = TEXT + 3.0;
        let mut heights: Vec<f64> = names.iter().map(|name| name.0).collect();
        let bound = names
            .iter()
            .position(|name| name.1 == near_words)
            .unwrap_or(0);
        for index in (0..bound).rev() {
            heights[index] = heights[index].min(heights[index + 1] - line);
        }
        for index in bound + 1..heights.len() {
            heights[index] = heights[index].max(heights[index - 1] + line);
        }
        let named = names.iter().zip(heights);
        named
            .map(|((_, words, color), y)| {
                let anchor = DVec2::new(self.area.max.x + 20.0, y + 4.5);
                Mark::text(Layer::Text, anchor, *words, TEXT, *color)
            })
            .collect()
    }
}

/// Green with room to spare, amber near the edge, red outside.
fn color_of(metres: f64, near: f64) -> Color {
    if metres >= near {
        Palette::SAFE.mixed(Palette::INK, 0.18)
    } else if metres >= 0.0 {
        Palette::NEAR
    } else {
        Palette::OUT
    }
}

/// A line (px, m) cut where its colour changes.
fn colored_pieces(line: &[DVec2], near: f64) -> Vec<(Color, Vec<DVec2>)> {
    let mut pieces: Vec<(Color, Vec<DVec2>)> = Vec::new();
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let mut cuts = vec![0.0, 1.0];
        let crossings = [0.0, near].map(|bound| (bound - a.y) / (b.y - a.y));
        cuts.extend(crossings.into_iter().filter(|t| *t > 0.0 && *t < 1.0));
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2) {
            let color = color_of(a.lerp(b, 0.5 * (cut[0] + cut[1])).y, near);
            let (from, to) = (a.lerp(b, cut[0]), a.lerp(b, cut[1]));
            match pieces.last_mut() {
                Some((known, piece)) if *known == color => piece.push(to),
                _ => pieces.push((color, vec![from, to])),
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_changes_colour_where_it_crosses_ten_millimetres_and_zero() {
        let line = [DVec2::new(0.0, 0.02), DVec2::new(40.0, -0.02)];
        let pieces = colored_pieces(&line, 0.01);
        let ends: Vec<f64> = pieces.iter().map(|(_, piece)| piece[1].x).collect();
        assert_eq!(ends.len(), 3);
        for (end, expected) in ends.iter().zip([10.0, 20.0, 40.0]) {
            assert!((end - expected).abs() < 1e-9);
        }
        assert_eq!(pieces[1].0, Palette::NEAR);
        assert_eq!(pieces[2].0, Palette::OUT);
    }
}
