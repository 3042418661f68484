//! Paragraphs whose figures stand out and change: each has the room of its widest figures from the beginning, so that what
//! stands below stays where it is while something is dragged.

use super::desk::Desk;
use super::formula;
use super::unbroken::unbroken;
use crate::lesson::Span;
use crate::viewer::theme::color32;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontSelection, Label, TextStyle, Ui};

/// As wide as numbers of figures get: millimetres and metres, degrees, shares, millimetres a degree; and coordinates.
const WIDEST: &str = "−888.8";
const WIDEST_COORDINATE: &str = "−8.88";

impl Desk<'_> {
    /// A paragraph with figures, which never needs more or less height than it has.
    pub(super) fn paragraph(&self, ui: &mut Ui, spans: &[Span]) {
        let wide: Vec<Span> = spans.iter().map(at_its_widest).collect();
        let mut wide = self.set_paragraph(ui, &wide);
        wide.wrap.max_width = ui.available_width();
        let height = ui.painter().layout_job(wide).size().y;
        let job = self.set_paragraph(ui, spans);
        ui.scope(|ui| {
            ui.set_min_height(height);
            ui.add(Label::new(job).wrap());
        });
    }

    /// A paragraph whose figures stand out.
    pub(super) fn set_paragraph(&self, ui: &Ui, spans: &[Span]) -> LayoutJob {
        let font = FontSelection::Style(TextStyle::Body).resolve(ui.style());
        let format = |color: Color32| TextFormat {
            line_height: Some(19.0),
            ..TextFormat::simple(font.clone(), color)
        };
        let mut job = LayoutJob::default();
        for span in spans {
            let color = match span {
                Span::Words(_) => self.theme.text,
                Span::Figure(_) => self.theme.accent,
            };
            let words = match span {
                Span::Words(words) => unbroken(words),
                Span::Figure(words) => unbroken(words).replace(' ', "\u{a0}"),
            };
            // Words of the program are between backticks.
            for (index, words) in words.split('`').enumerate() {
                let mut format = format(color32(color));
                if index % 2 == 1 {
                    format.font_id = TextStyle::Monospace.resolve(ui.style());
                }
                formula::append(&mut job, words, &format);
            }
        }
        job
    }
}

/// The same words, with figures as wide as they may become.
fn at_its_widest(span: &Span) -> Span {
    match span {
        Span::Words(words) => Span::Words(words.clone()),
        Span::Figure(words) => Span::Figure(widest(words)),
    }
}

/// A figure of this unit that takes the most room.
pub(super) fn widest(figure: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '−' | '-');
    let number = match figure {
        // Still worked out.
        "?" | "…" => return format!("{WIDEST} mm"),
        "no" => return "yes".to_owned(),
        place if place.starts_with("x ") => WIDEST_COORDINATE,
        _ => WIDEST,
    };
    let mut wide = String::new();
    let mut is_inside = false;
    for letter in figure.chars() {
        match (is_digit(letter), is_inside) {
            (true, false) => wide.push_str(number),
            (true, true) => {}
            (false, _) => wide.push(letter),
        }
        is_inside = is_digit(letter);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_keeps_its_unit_and_has_room_for_any_number_of_it() {
        for (figure, wide) in [
            ("0.0 mm", "−888.8 mm"),
            ("−3 mm", "−888.8 mm"),
            ("12.5°", "−888.8°"),
            ("7", "−888.8"),
            ("6.28 mm per degree", "−888.8 mm per degree"),
            ("x 0.35, y 1.20, z −0.40 m", "x −8.88, y −8.88, z −8.88 m"),
            ("?", "−888.8 mm"),
            ("no", "yes"),
        ] {
            assert_eq!(widest(figure), wide, "{figure}");
        }
    }
}
