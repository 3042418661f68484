//! Plots of what goals miss: how high an error is drawn, by its power of ten or even, and the axis beside it.

use egui::{RichText, Vec2, Vec2b};
use egui_plot::{GridMark, Plot};

/// Powers of ten that errors are drawn between: 1 µm and 10 m, or as many radians [mm, mrad].
const POWERS: (f64, f64) = (-3.0, 4.0);
/// An even plot is at least this high [mm, mrad].
const LEAST_HEIGHT: f64 = 1.0;
/// What is counted has no fractions.
const LEAST_COUNTED: f64 = 1.0;
/// Room over and under lines, as a share of the plot's height.
const ROOM: f64 = 0.08;
/// Width of the words beside the axis (points).
const WORDS: f32 = 44.0;

/// How errors are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorAxis {
    PowersOfTen,
    Even,
}

/// The least and the greatest height of what is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Ends {
    /// Of nothing yet.
    pub(super) const NONE: Self = Self {
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    /// With one height more.
    pub(super) const fn take_in(&mut self, height: f64) {
        self.low = self.low.min(height);
        self.high = self.high.max(height);
    }
}

impl ErrorAxis {
    /// Powers of ten, or not.
    pub(super) const fn of(is_logarithmic: bool) -> Self {
        if is_logarithmic {
            Self::PowersOfTen
        } else {
            Self::Even
        }
    }

    /// How high an error [m or rad] is drawn.
    pub(super) fn height(self, error: f64) -> f64 {
        let shown = 1e3 * error;
        match self {
            Self::PowersOfTen => libm::log10(shown.max(libm::pow(10.0, POWERS.0))).min(POWERS.1),
            Self::Even => shown,
        }
    }

    /// A plot of errors, so large (points); `steps` is what its other axis counts.
    pub(super) fn plot<'a>(self, id: impl std::hash::Hash, size: Vec2, steps: String) -> Plot<'a> {
        Plot::new(id)
            .width(size.x)
            .height(size.y)
            .allow_drag(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .allow_zoom(Vec2b::new(true, false))
            .allow_scroll(Vec2b::new(true, false))
            .show_background(false)
            .show_grid(Vec2b::new(false, true))
            .x_axis_label(RichText::new(steps).small())
            .show_x(false)
            .show_y(false)
            .set_margin_fraction(Vec2::new(0.01, 0.0))
            .x_grid_spacer(|input| even_marks(input.bounds, LEAST_COUNTED))
            .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
            .y_axis_min_width(WORDS)
            .y_grid_spacer(move |input| self.marks(input.bounds))
            .y_axis_formatter(move |mark, _| self.tick(mark.value))
            // Whose line it is under the mouse.
            .label_formatter(|name, _| name.to_owned())
    }

    /// From where to where errors are drawn: whole powers of ten, two at least, or from nothing up.
    pub(super) fn range(self, ends: Ends) -> (f64, f64) {
        let (low, high) = match self {
            Self::PowersOfTen => {
                let low = ends.low.floor().clamp(POWERS.0, POWERS.1 - 2.0);
                (low, ends.high.ceil().clamp(low + 2.0, POWERS.1))
            }
            Self::Even => (0.0, ends.high.max(LEAST_HEIGHT)),
        };
        let room = ROOM * (high - low);
        (low - room, high + room)
    }

    /// Powers of ten, or about four even steps.
    fn marks(self, (low, high): (f64, f64)) -> Vec<GridMark> {
        match self {
            Self::PowersOfTen => marks_every(((high - low) / 4.0).ceil().max(1.0), (low, high)),
            Self::Even => even_marks((low, high), 1e-9),
        }
    }

    /// "10 µm", "0.1 m": lengths as people write them.
    fn tick(self, value: f64) -> String {
        let millimetres = match self {
            Self::PowersOfTen => libm::pow(10.0, value),
            Self::Even => value,
        };
        let (shown, unit) = match millimetres {
            small if small > 0.0 && small < 0.099 => (1e3 * small, "µm"),
            large if large > 99.0 && self == Self::PowersOfTen => (1e-3 * large, "m"),
            other => (other, "mm"),
        };
        let words = format!("{shown:.2}");
        let words = words.trim_end_matches('0').trim_end_matches('.');
        format!("{words} {unit}")
    }
}

/// About four marks at round numbers, at least so far apart.
fn even_marks((low, high): (f64, f64), least: f64) -> Vec<GridMark> {
    let rough = ((high - low) / 4.0).max(least);
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let mut steps = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power);
    let step = steps.find(|step| *step >= rough).unwrap_or(rough);
    marks_every(step, (low, high))
}

fn marks_every(step: f64, (low, high): (f64, f64)) -> Vec<GridMark> {
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let marks = (first..=last).map(|index| GridMark {
        value: index as f64 * step,
        step_size: step,
    });
    marks.collect()
}

#[cfg(test)]
mod tests {
    use super::ErrorAxis::{Even, PowersOfTen};
    use super::*;

    #[test]
    fn ticks_are_numbers_that_people_write() {
        let powers = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0];
        let powers = powers.map(|power| PowersOfTen.tick(power));
        let words = [
            "1 µm", "10 µm", "0.1 mm", "1 mm", "10 mm", "0.1 m", "1 m", "10 m",
        ];
        assert_eq!(powers, words);
        assert_eq!(Even.tick(40.0), "40 mm");
        assert_eq!(Even.tick(0.0), "0 mm");
    }

    #[test]
    fn a_plot_of_nothing_wrong_has_an_axis_that_can_be_read() {
        let least = Ends {
            low: -3.0,
            high: -3.0,
        };
        // No goal is drawn, or none misses anything.
        for ends in [Ends::NONE, least] {
            let (low, high) = PowersOfTen.range(ends);
            assert!(
                low >= POWERS.0 - 1.0 && high <= POWERS.1 + 1.0,
                "{low} {high}"
            );
            let marks = PowersOfTen.marks((low, high));
            assert!((2..=4).contains(&marks.len()), "{}", marks.len());
            let (low, high) = Even.range(ends);
            assert!(low < high && high < 10.0, "{low} {high}");
        }
        let mut ends = Ends::NONE;
        for height in [2.4, -0.3, 1.0] {
            ends.take_in(height);
        }
        let (low, high) = PowersOfTen.range(ends);
        assert!(
            low > -1.5 && low < -1.0 && high > 3.0 && high < 3.5,
            "{low} {high}"
        );
    }
}
