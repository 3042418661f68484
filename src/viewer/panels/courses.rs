//! What every goal misses over a whole solve, as a plot: the cursor is the moment on stage, and is dragged.

use super::bench::spoken;
use super::desk::{Command, Desk};
use super::solving::{PRIORITIES, priority_words};
use super::thinned::{Band, Column, thinned};
use crate::document::Course;
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::{Align2, Rect, Stroke, TextStyle, Ui, Vec2, Vec2b, vec2};
use egui_plot::{GridMark, Line, LineStyle, Plot, PlotPoints, PlotUi, VLine};

/// Powers of ten that errors are drawn between: 1 µm and 10 m, or as many radians [mm, mrad].
const POWERS: (f64, f64) = (-3.0, 4.0);
/// An even plot is at least this high [mm, mrad].
const LEAST_HEIGHT: f64 = 1.0;
/// Room over and under lines, as a share of the plot's height.
const ROOM: f64 = 0.08;
/// Width of the names of strategies, from one of them to the next (points).
const NAMES: f32 = 92.0;
const NAME_HEIGHT: f32 = 15.0;
/// How goals are told apart where colours are those of strategies.
const DASHES: [LineStyle; 4] = [
    LineStyle::Solid,
    LineStyle::Dashed { length: 8.0 },
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
            .y_axis_label(egui::RichText::new("1 mrad as 1 mm").small())
            .show_x(false)
            .show_y(false)
            .set_margin_fraction(Vec2::new(0.01, 0.0))
            .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
            .y_axis_min_width(44.0)
            .y_grid_spacer(move |input| marks(input.bounds, is_log))
            .y_axis_formatter(move |mark, _| tick(mark.value, is_log))
            // Whose line it is under the mouse.
            .label_formatter(|name, _| name.to_owned());
        let at = performance.theatre.at() as f64;
        let accent = color32(self.theme.accent);
        let shown = plot.show(ui, |plot| {
            let (low, high) = self.draw_courses(plot, performance);
            plot.set_plot_bounds_y(low..=high);
            plot.vline(VLine::new("", at).color(accent).width(2.0));
            plot.pointer_coordinate().map(|point| point.x)
        });
        if performance.with_others {
            self.name_strategies(ui, performance, shown.response.rect);
        }
        let response = shown.response;
        let is_asked = response.dragged() || response.clicked();
        if let (true, Some(moment)) = (is_asked, shown.inner) {
            let moment = moment.round().max(0.0) as usize;
            self.send(Command::Bench(BenchWish::Seek(moment)));
        }
    }

    /// The courses of other strategies, and over them its own; from where to where errors are drawn.
    fn draw_courses(&self, plot: &mut PlotUi, performance: &Performance) -> (f64, f64) {
        let others = performance.theatre.courses().iter();
        let all = others.chain(std::iter::once(&performance.course));
        let ends = all.map(|course| self.draw_course(plot, performance, course));
        let ends = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |all, one| {
            (all.0.min(one.0), all.1.max(one.1))
        });
        heights(ends, performance.is_logarithmic)
    }

    /// A line for every goal that is shown; the least and the greatest of them.
    fn draw_course(
        &self,
        plot: &mut PlotUi,
        performance: &Performance,
        course: &Course,
    ) -> (f64, f64) {
        let bounds = plot.plot_bounds();
        let range = (bounds.min()[0], bounds.max()[0]);
        let is_own = course.name.is_empty();
        let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
        let goals = performance.theatre.goals().iter().zip(&course.errors);
        let shown = goals.enumerate();
        let shown = shown.filter(|(_, (goal, _))| !performance.hidden.contains(&goal.name));
        for (nth, (index, (goal, errors))) in shown.enumerate() {
            let height = |error: f64| {
                let shown = 1e3 * error;
                if performance.is_logarithmic {
                    libm::log10(shown.max(libm::pow(10.0, POWERS.0))).min(POWERS.1)
                } else {
                    shown
                }
            };
            let color = if performance.with_others {
                self.color_of(performance, course)
            } else {
                color32(self.theme.series(index))
            };
            let shown = thinned(course.stride, errors, range);
            // Bands of several strategies over each other would hide their lines.
            let columns = shown.columns.iter().filter(|_| is_own);
            let columns = columns.map(|column| Column {
                lowest: height(column.lowest),
                highest: height(column.highest),
                ..*column
            });
            let columns: Vec<Column> = columns.collect();
            for column in &columns {
                ends = (ends.0.min(column.lowest), ends.1.max(column.highest));
            }
            let line = shown.line.iter();
            let line: Vec<[f64; 2]> = line.map(|[at, error]| [*at, height(*error)]).collect();
            for [_, height] in &line {
                ends = (ends.0.min(*height), ends.1.max(*height));
            }
            let name = format!("{} {}", spoken(&goal.name), course.name);
            plot.add(Band::new(format!("{name} band"), columns, color));
            let line = Line::new(name, PlotPoints::new(line)).color(color);
            let line = line.width(if is_own { 1.8 } else { 1.2 });
            plot.line(if performance.with_others {
                line.style(DASHES[nth.min(DASHES.len() - 1)])
            } else {
                line
            });
        }
        ends
    }

    /// The colour that the strategy has side by side.
    fn color_of(&self, performance: &Performance, course: &Course) -> egui::Color32 {
        let name = performance.strategy_of(course);
        let mut strategies = PRIORITIES.into_iter();
        let index = strategies.position(|priority| priority_words(priority).0 == name);
        color32(self.theme.series(index.unwrap_or_default()))
    }

    /// Whose colour is whose, in the corner where errors have become small; its own comes first.
    fn name_strategies(&self, ui: &Ui, performance: &Performance, plot: Rect) {
        let own = std::iter::once(&performance.course);
        let font = TextStyle::Small.resolve(ui.style());
        let ink = color32(self.theme.text);
        let mut at = plot.right_top() + vec2(-NAMES, 8.0);
        // Lines that run behind the names do not strike them out.
        let rows = 1 + performance.theatre.courses().len();
        let behind = at - vec2(6.0, NAME_HEIGHT / 2.0);
        let behind = Rect::from_min_size(behind, vec2(NAMES + 6.0, rows as f32 * NAME_HEIGHT));
        let ground = ui.visuals().panel_fill.gamma_multiply(0.85);
        ui.painter().rect_filled(behind, 3.0, ground);
        for course in own.chain(performance.theatre.courses()) {
            let is_own = course.name.is_empty();
            let width = if is_own { 3.0 } else { 1.5 };
            let stroke = Stroke::new(width, self.color_of(performance, course));
            let painter = ui.painter();
            painter.line_segment([at, at + vec2(14.0, 0.0)], stroke);
            let name = performance.strategy_of(course);
            let beside = at + vec2(20.0, 0.0);
            painter.text(beside, Align2::LEFT_CENTER, name, font.clone(), ink);
            at.y += NAME_HEIGHT;
        }
    }
}

/// From where to where errors are drawn: whole powers of ten, two at least, or from nothing up.
fn heights((low, high): (f64, f64), is_log: bool) -> (f64, f64) {
    let (low, high) = if is_log {
        let low = low.floor().clamp(POWERS.0, POWERS.1 - 2.0);
        (low, high.ceil().clamp(low + 2.0, POWERS.1))
    } else {
        (0.0, high.max(LEAST_HEIGHT))
    };
    let room = ROOM * (high - low);
    (low - room, high + room)
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

/// "10 µm", "0.1 m": lengths as people write them.
fn tick(value: f64, is_log: bool) -> String {
    let millimetres = if is_log {
        libm::pow(10.0, value)
    } else {
        value
    };
    let (shown, unit) = match millimetres {
        small if small > 0.0 && small < 0.099 => (1e3 * small, "µm"),
        large if large > 99.0 && is_log => (1e-3 * large, "m"),
        other => (other, "mm"),
    };
    let words = format!("{shown:.2}");
    let words = words.trim_end_matches('0').trim_end_matches('.');
    format!("{words} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_numbers_that_people_write() {
        let powers = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0].map(|power| tick(power, true));
        let words = [
            "1 µm", "10 µm", "0.1 mm", "1 mm", "10 mm", "0.1 m", "1 m", "10 m",
        ];
        assert_eq!(powers, words);
        assert_eq!(tick(40.0, false), "40 mm");
        assert_eq!(tick(0.0, false), "0 mm");
    }

    #[test]
    fn a_plot_of_nothing_wrong_has_an_axis_that_can_be_read() {
        // No goal is drawn, or none misses anything.
        for ends in [(f64::INFINITY, f64::NEG_INFINITY), (-3.0, -3.0)] {
            let (low, high) = heights(ends, true);
            assert!(
                low >= POWERS.0 - 1.0 && high <= POWERS.1 + 1.0,
                "{low} {high}"
            );
            let marks = marks((low, high), true);
            assert!((2..=4).contains(&marks.len()), "{}", marks.len());
            let (low, high) = heights(ends, false);
            assert!(low < high && high < 10.0, "{low} {high}");
        }
        let (low, high) = heights((-0.3, 2.4), true);
        assert!(
            low > -1.5 && low < -1.0 && high > 3.0 && high < 3.5,
            "{low} {high}"
        );
    }
}
