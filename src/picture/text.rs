//! Letters: outlines and widths from two built-in fonts. What the first one lacks (arrows, say) the second one has.

use super::{Align, Weight};
use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use glam::DVec2;
use std::sync::LazyLock;

/// Height of the tallest letters above the baseline, as a share of the text's size.
pub(super) const ASCENT: f64 = 0.80;
/// Depth of the deepest letters below the baseline, as a share of the text's size.
pub(super) const DESCENT: f64 = 0.22;

/// One piece of a letter's rim.
#[derive(Clone, Copy, Debug)]
pub(super) enum Curve {
    /// Lift the pen.
    Move(DVec2),
    /// Straight on.
    Line(DVec2),
    /// Control point, end.
    Quadratic(DVec2, DVec2),
    /// Two control points, end.
    Cubic(DVec2, DVec2, DVec2),
}

static FONTS: LazyLock<Vec<FontRef<'static>>> = LazyLock::new(|| {
    [UBUNTU_LIGHT, HACK_REGULAR]
        .into_iter()
        .filter_map(|bytes| FontRef::try_from_slice(bytes).ok())
        .collect()
});

/// A letter in the font that has it.
struct Letter {
    font: &'static FontRef<'static>,
    glyph: GlyphId,
    /// Font units to pixels.
    scale: f64,
}

impl Letter {
    fn new(c: char, size: f64) -> Option<Self> {
        let has = |font: &&FontRef<'static>| font.glyph_id(c) != GlyphId(0);
        let font = FONTS.iter().find(has).or(FONTS.first())?;
        let scale = size / f64::from(font.units_per_em().unwrap_or(1000.0));
        Some(Self {
            font,
            glyph: font.glyph_id(c),
            scale,
        })
    }

    fn advance(&self) -> f64 {
        f64::from(self.font.h_advance_unscaled(self.glyph)) * self.scale
    }
}

/// Width of a line of text (px).
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .filter_map(|c| Letter::new(c, size))
        .map(|letter| letter.advance())
        .sum()
}

/// How much of a text lies left of its anchor.
pub(super) const fn share_before_anchor(align: Align) -> f64 {
    match align {
        Align::Start => 0.0,
        Align::Middle => 0.5,
        Align::End => 1.0,
    }
}

/// How far letters are thickened on either side of their rim, as a share of the text's size: the font is a light one.
pub(super) const fn extra_weight(weight: Weight) -> f64 {
    match weight {
        Weight::Regular => 0.010,
        Weight::Strong => 0.030,
    }
}

/// The rims of a line of text whose anchor is at `anchor`, y down.
pub(super) fn outlines(text: &str, anchor: DVec2, align: Align, size: f64) -> Vec<Curve> {
    let mut pen_x = anchor.x - share_before_anchor(align) * text_width(text, size);
    let mut curves = Vec::new();
    for letter in text.chars().filter_map(|c| Letter::new(c, size)) {
        let at = |p: ab_glyph::Point| {
            DVec2::new(
                pen_x + f64::from(p.x) * letter.scale,
                anchor.y - f64::from(p.y) * letter.scale,
            )
        };
        let mut pen: Option<ab_glyph::Point> = None;
        let outline = letter.font.outline(letter.glyph);
        for curve in outline.iter().flat_map(|outline| &outline.curves) {
            let (start, end, piece) = match *curve {
                OutlineCurve::Line(a, b) => (a, b, Curve::Line(at(b))),
                OutlineCurve::Quad(a, b, c) => (a, c, Curve::Quadratic(at(b), at(c))),
                OutlineCurve::Cubic(a, b, c, d) => (a, d, Curve::Cubic(at(b), at(c), at(d))),
            };
            // The font gives loose pieces; where one does not start at the last one's end, a new rim begins.
            if pen != Some(start) {
                curves.push(Curve::Move(at(start)));
            }
            curves.push(piece);
            pen = Some(end);
        }
        pen_x += letter.advance();
    }
    curves
}

/// The text cut so that it is no wider than `width`, with an ellipsis where something is missing.
pub(super) fn shortened(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        kept.pop();
        let short: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if kept.is_empty() || text_width(&short, size) <= width {
            return short;
        }
    }
}

/// The text broken between words into at most `lines` lines no wider than `width`; the last one is shortened.
pub(super) fn wrapped(text: &str, size: f64, width: f64, lines: usize) -> Vec<String> {
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        let is_last = done.len() + 1 >= lines;
        if line.is_empty() || is_last || text_width(&longer, size) <= width {
            line = longer;
        } else {
            done.push(std::mem::replace(&mut line, word.to_owned()));
        }
    }
    done.push(line);
    done.retain(|line| !line.is_empty());
    done.iter().map(|l| shortened(l, size, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_load_and_every_sign_we_use_has_a_letter() {
        assert_eq!(FONTS.len(), 2);
        for c in "abcxyzÄöß09·°…–−×↑↗→↘↓↙←↖".chars() {
            let letter = Letter::new(c, 14.0).unwrap();
            assert_ne!(letter.glyph, GlyphId(0), "{c}");
            assert!(letter.advance() > 0.0, "{c}");
        }
    }

    #[test]
    fn widths_are_positive_add_up_and_grow_with_the_size() {
        let whole = text_width("left hand", 14.0);
        assert!(whole > 0.0);
        let parts = text_width("left ", 14.0) + text_width("hand", 14.0);
        assert!((whole - parts).abs() < 1e-9);
        assert!((text_width("left hand", 28.0) - 2.0 * whole).abs() < 1e-9);
    }

    #[test]
    fn shortened_and_wrapped_text_keeps_to_its_width() {
        let text = "left hand gives 120 mm and right hand gives 42 mm so that balance holds";
        assert!(text_width(&shortened(text, 14.0, 90.0), 14.0) <= 90.0);
        let lines = wrapped(text, 14.0, 200.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|l| text_width(l, 14.0) <= 200.0));
        assert!(lines[1].ends_with('…'));
        assert_eq!(wrapped("short", 14.0, 200.0, 2), ["short"]);
    }

    #[test]
    fn outlines_lie_where_the_text_is_anchored() {
        let curves = outlines("H", DVec2::new(100.0, 50.0), Align::End, 20.0);
        assert!(curves.len() >= 12);
        for curve in curves {
            let (Curve::Move(p) | Curve::Line(p)) = curve else {
                panic!("an H has straight lines only")
            };
            assert!(
                p.x > 80.0 && p.x < 100.0 && p.y > 30.0 && p.y <= 50.0,
                "{p}"
            );
        }
    }
}
