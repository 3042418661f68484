//! Words with formulas in them: letters that are raised or lowered are set so, because the window's font has few of them.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, FontId};

/// Of raised and lowered letters, in that of the others.
const SMALL: f32 = 0.72;

/// Where a letter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Line,
    Raised,
    Lowered,
}

/// A letter as it is drawn, and where it stands: `ᵀ` is a raised `T`.
const fn drawn(letter: char) -> (char, Level) {
    match letter {
        'ᵀ' => ('T', Level::Raised),
        '⁻' => ('−', Level::Raised),
        '⁺' => ('+', Level::Raised),
        '⁰' => ('0', Level::Raised),
        '¹' => ('1', Level::Raised),
        '²' => ('2', Level::Raised),
        '³' => ('3', Level::Raised),
        '⁴' => ('4', Level::Raised),
        '⁵' => ('5', Level::Raised),
        '⁶' => ('6', Level::Raised),
        '⁷' => ('7', Level::Raised),
        '⁸' => ('8', Level::Raised),
        '⁹' => ('9', Level::Raised),
        '₀' => ('0', Level::Lowered),
        '₁' => ('1', Level::Lowered),
        '₂' => ('2', Level::Lowered),
        '₃' => ('3', Level::Lowered),
        other => (other, Level::Line),
    }
}

/// Appends words to a text.
pub(super) fn append(job: &mut LayoutJob, words: &str, format: &TextFormat) {
    let mut run = String::new();
    let mut at = Level::Line;
    for (letter, level) in words.chars().map(drawn) {
        if level != at && !run.is_empty() {
            job.append(&run, 0.0, format_at(at, format));
            run.clear();
        }
        at = level;
        run.push(letter);
    }
    job.append(&run, 0.0, format_at(at, format));
}

fn format_at(level: Level, format: &TextFormat) -> TextFormat {
    let mut format = format.clone();
    if level != Level::Line {
        let FontId { size, family } = format.font_id;
        format.font_id = FontId::new(SMALL * size, family);
    }
    format.valign = match level {
        Level::Line | Level::Lowered => Align::BOTTOM,
        Level::Raised => Align::TOP,
    };
    format
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::shipped_lessons;
    use egui::{Color32, Context, RawInput};

    #[test]
    fn every_letter_of_every_lesson_is_in_the_font() {
        let ctx = Context::default();
        let _ = ctx.run(RawInput::default(), |_| {});
        let font = FontId::proportional(14.0);
        for (name, text) in shipped_lessons() {
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                let letter = drawn(letter).0;
                let is_there = ctx.fonts_mut(|fonts| fonts.has_glyph(&font, letter));
                assert!(is_there, "lesson {name}: {letter:?}");
            }
        }
    }

    #[test]
    fn raised_letters_are_runs_of_their_own() {
        let mut job = LayoutJob::default();
        let format = TextFormat::simple(FontId::proportional(14.0), Color32::WHITE);
        append(&mut job, "Jᵀ(JJᵀ)⁻¹e", &format);
        assert_eq!(job.text, "JT(JJT)−1e");
        assert_eq!(job.sections.len(), 7);
    }
}
