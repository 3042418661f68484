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
    for (letter, level) in letters(words) {
        if level != at && !run.is_empty() {
            job.append(&run, 0.0, format_at(at, format));
            run.clear();
        }
        at = level;
        run.push(letter);
    }
    job.append(&run, 0.0, format_at(at, format));
}

/// The letters of a text, each where it stands: a letter by itself has an index, as in `θ_d`; `left_hand` is a name.
fn letters(words: &str) -> Vec<(char, Level)> {
    let all: Vec<char> = words.chars().collect();
    let is_letter = |at: usize| all.get(at).is_some_and(|letter| letter.is_alphanumeric());
    let is_underscore = |at: usize| all.get(at) == Some(&'_');
    let mut letters = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let begins = at == 0 || !(is_letter(at - 1) || is_underscore(at - 1));
        let has_index = begins && is_letter(at) && is_underscore(at + 1) && is_letter(at + 2);
        letters.push(drawn(all[at]));
        at += 1;
        if has_index {
            at += 1;
            while is_letter(at) {
                letters.push((all[at], Level::Lowered));
                at += 1;
            }
        }
    }
    letters
}

fn format_at(level: Level, format: &TextFormat) -> TextFormat {
    let mut format = format.clone();
    if level != Level::Line {
        let FontId { size, family } = format.font_id;
        format.font_id = FontId::new(SMALL * size, family);
    }
    // In a line of its own height it would hang from the line's top.
    if level == Level::Lowered {
        format.line_height = format.line_height.map(|height| SMALL * height);
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
    fn an_index_is_lowered_and_a_name_stays_what_it_is() {
        let lowered = |words: &str| {
            let lowered = letters(words).into_iter();
            let lowered = lowered.filter(|(_, level)| *level == Level::Lowered);
            lowered.map(|(letter, _)| letter).collect::<String>()
        };
        let shown = |words: &str| letters(words).iter().map(|it| it.0).collect::<String>();
        assert_eq!(lowered("τ = k_p (θ_d − θ) − k_d θ'"), "pdd");
        assert_eq!(shown("k_p (θ_d − θ)"), "kp (θd − θ)");
        assert_eq!(lowered("J = [J_com; J_hand]"), "comhand");
        for name in ["left_hand", "_a", "a_"] {
            assert_eq!(
                (lowered(name), shown(name)),
                (String::new(), name.to_owned())
            );
        }
    }

    #[test]
    fn an_index_hangs_below_the_line_and_an_exponent_stands_above_it() {
        let ctx = Context::default();
        let _ = ctx.run(RawInput::default(), |_| {});
        let format = TextFormat {
            line_height: Some(19.0),
            ..TextFormat::simple(FontId::proportional(14.0), Color32::WHITE)
        };
        let baselines = |words: &str| {
            let mut job = LayoutJob::default();
            append(&mut job, words, &format);
            let galley = ctx.fonts_mut(|fonts| fonts.layout_job(job));
            let glyphs = galley.rows[0].glyphs.iter();
            glyphs.map(|glyph| glyph.pos.y).collect::<Vec<f32>>()
        };
        let index = baselines("k_p");
        assert!(index[1] > index[0] + 1.0, "{index:?}");
        let exponent = baselines("Jᵀ");
        assert!(exponent[1] < exponent[0] - 1.0, "{exponent:?}");
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
