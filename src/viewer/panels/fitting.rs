//! Words in a place of given width: small where they do not fit as they are.

use egui::{Color32, RichText, TextStyle, Ui};

/// The words, smaller where they are wider than their place (points).
pub(super) fn fitting(ui: &Ui, words: impl Into<String>, width: f32) -> RichText {
    let words = words.into();
    if is_within(ui, &words, width) {
        RichText::new(words)
    } else {
        RichText::new(words).small()
    }
}

/// The first of some ways to say something that has room; the last one where none has.
pub(super) fn longest<'w>(ui: &Ui, ways: &[&'w str], width: f32) -> &'w str {
    let fits = ways.iter().find(|words| is_within(ui, words, width));
    fits.or(ways.last()).copied().unwrap_or_default()
}

/// Whether words of ordinary size have room on one line.
fn is_within(ui: &Ui, words: &str, width: f32) -> bool {
    let font = TextStyle::Body.resolve(ui.style());
    let ink = Color32::PLACEHOLDER;
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font, ink);
    galley.size().x <= width
}
