//! What every goal misses over a whole solve, as a plot: the cursor is the moment on stage, and is dragged.

use super::bench::spoken;
use super::desk::{Command, Desk};
use crate::document::Course;
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::{Ui, Vec2, Vec2b};
use egui_plot::{GridMark, Line, LineStyle, Plot, PlotPoint, PlotPoints, PlotUi, Text, VLine};

/// Errors that are drawn by their powers of ten are at least this [mm, mrad].
const LEAST: f64 = 1e-2;
/// Points of one line at most: two for every bucket.
const BUCKETS: usize = 300;
/// How the other strategies are told apart.
const DASHES: [LineStyle; 4] = [
    LineStyle::Dashed { length: 10.0 },
    LineStyle::Dashed { length: 5.0 },
    LineStyle::Dotted { spacing: 4.0 },
    LineStyle::Dotted { spacing: 8.0 },
];

impl Desk<'_> {
    /// All lines, the cursor, and a moment that is asked for with the mouse.
    pub(super) fn courses(&mut self, ui: &mut Ui, performance: &Performance, size: Vec2) {
        let is_log = performance.is_logarithmic;
        let plot = Plot::new("courses")
            .width(size.x)
            .height(size.y)
            .allow_drag(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .allow_zoom(Vec2b::new(true, false))
            .allow_scroll(Vec2b::new(true, false))
            .show_background(false)
            .show_grid(Vec2b::new(false, true))
            .y_axis_label(egui::RichText::new("mm, mrad").small())
            .show_x(false)
            .show_y(false)
            .set_margin_fraction(Vec2::new(0.01, 0.08))
            .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
            .y_axis_min_width(44.0)
            .y_grid_spacer(move |input| marks(input.bounds, is_log))
            .y_axis_formatter(move |mark, _| tick(mark.value, is_log))
            // Whose line it is under the mouse.
            .label_formatter(|name, _| name.to_owned());
        let at = performance.theatre.at() as f64;
        let accent = color32(self.theme.accent);
        let shown = plot.show(ui, |plot| {
            self.draw_courses(plot, performance);
            plot.vline(VLine::new("", at).color(accent).width(2.0));
            plot.pointer_coordinate().map(|point| point.x)
        });
        let response = shown.response;
        let is_asked = response.dragged() || response.clicked();
        if let (true, Some(moment)) = (is_asked, shown.inner) {
            let moment = moment.round().max(0.0) as usize;
            self.send(Command::Bench(BenchWish::Seek(moment)));
        }
    }

    /// The courses of other strategies, each dashed in its own way with its name at its end, and over them its own.
    fn draw_courses(&self, plot: &mut PlotUi, performance: &Performance) {
        let others = performance.theatre.courses().iter();
        for (index, course) in others.enumerate() {
            let style = DASHES[index % DASHES.len()];
            let end = self.draw_course(plot, (performance, course), |line| {
                line.width(1.0).style(style)
            });
            if let Some([moment, error]) = end {
                let name = egui::RichText::new(&course.name).small();
                let name = Text::new("", PlotPoint::new(moment, error), name)
                    .anchor(egui::Align2::LEFT_BOTTOM)
                    .color(color32(self.theme.text_soft));
                plot.text(name);
            }
        }
        let own = (performance, &performance.course);
        self.draw_course(plot, own, |line| line.width(1.8));
    }

    /// A line for every goal that is shown; where the last of them ends.
    fn draw_course<'p>(
        &self,
        plot: &mut PlotUi<'p>,
        (performance, course): (&Performance, &Course),
        drawn: impl Fn(Line<'p>) -> Line<'p>,
    ) -> Option<[f64; 2]> {
        let bounds = plot.plot_bounds();
        let range = (bounds.min()[0], bounds.max()[0]);
        let opacity = if course.name.is_empty() { 1.0 } else { 0.7 };
        let mut end = None;
        let goals = performance.theatre.goals().iter();
        for (index, (goal, errors)) in goals.zip(&course.errors).enumerate() {
            if performance.hidden.contains(&goal.name) {
                continue;
            }
            let height = |error: f64| {
                let shown = 1e3 * error;
                if performance.is_logarithmic {
                    libm::log10(shown.max(LEAST))
                } else {
                    shown
                }
            };
            let points = thinned(course.stride, errors, range).into_iter();
            let points: Vec<[f64; 2]> = points.map(|[at, error]| [at, height(error)]).collect();
            end = points.last().copied().or(end);
            let name = format!("{} {}", spoken(&goal.name), course.name);
            let color = color32(self.theme.series(index)).gamma_multiply(opacity);
            plot.line(drawn(Line::new(name, PlotPoints::new(points)).color(color)));
        }
        end
    }
}

/// The lowest and the highest of every part of a line, so that none of its teeth is lost: (moment, error).
fn thinned(stride: usize, errors: &[f64], (from, to): (f64, f64)) -> Vec<[f64; 2]> {
    let index = |moment: f64| (moment / stride as f64).clamp(0.0, errors.len() as f64);
    // Before the plot knows its bounds it shows all.
    let (first, last) = if to - from > 2.0 {
        (index(from - 1.0) as usize, index(to + 1.0).ceil() as usize)
    } else {
        (0, errors.len())
    };
    let visible = &errors[first..last.min(errors.len())];
    let bucket = visible.len().div_ceil(BUCKETS).max(1);
    let at = |index: usize| [((first + index) * stride) as f64, visible[index]];
    let mut points = Vec::new();
    for start in (0..visible.len()).step_by(bucket) {
        let inside = start..(start + bucket).min(visible.len());
        let by_error = |a: &usize, b: &usize| visible[*a].total_cmp(&visible[*b]);
        let ends = (inside.clone().min_by(by_error), inside.max_by(by_error));
        let (Some(low), Some(high)) = ends else {
            continue;
        };
        points.push(at(low.min(high)));
        if low != high {
            points.push(at(low.max(high)));
        }
    }
    points
}

/// Powers of ten, or about four even steps.
fn marks((low, high): (f64, f64), is_log: bool) -> Vec<GridMark> {
    let step = if is_log {
        ((high - low) / 4.0).ceil().max(1.0)
    } else {
        let rough = ((high - low) / 4.0).max(1e-9);
        let power = libm::pow(10.0, libm::log10(rough).floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        steps
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough)
    };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let marks = (first..=last).map(|index| GridMark {
        value: index as f64 * step,
        step_size: step,
    });
    marks.collect()
}

fn tick(value: f64, is_log: bool) -> String {
    let shown = if is_log {
        libm::pow(10.0, value)
    } else {
        value
    };
    let words = format!("{shown:.3}");
    words.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_keeps_its_highest_tooth_and_its_ends() {
        let mut errors: Vec<f64> = (0..5000).map(|k| 1.0 / f64::from(k + 1)).collect();
        errors[3333] = 7.0;
        let points = thinned(2, &errors, (0.0, 0.0));
        assert!(points.len() <= 2 * BUCKETS + 2);
        assert!(points.contains(&[6666.0, 7.0]));
        assert_eq!(points[0], [0.0, 1.0]);
        let near = thinned(2, &errors, (6600.0, 6700.0));
        assert!(near.contains(&[6666.0, 7.0]) && near.len() < 60, "{near:?}");
    }

    #[test]
    fn ticks_are_numbers_that_people_write() {
        assert_eq!(tick(2.0, true), "100");
        assert_eq!(tick(-1.0, true), "0.1");
        assert_eq!(tick(-3.0, true), "0.001");
        assert_eq!(tick(40.0, false), "40");
    }
}
