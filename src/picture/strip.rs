//! The strip of a clip: figures along their way over the ground, and under them the margin of balance over time.
//!
//! ```text
//! title                                                                   1600 wide, as high as the figures need
//!    o      o      o      o      o     figures, ground, path of the centre of mass, footprints
//!   /|\    /|>    <|\    /|>    /|\
//! ──/─\────|\──────/|─────|\────/ \──
//! margin   ~~~\__/~~~~\__/~~~~~~       over bands of support: left cool, right warm, both pale, none red or, of a jump, blank
//! caption line                                                                               scale bar
//! ```
//! A clip that hardly travels is laid out column by column instead, every figure over its moment of the curve.

use super::carried::Carried;
use super::margin_plot::MarginPlot;
use super::palette::Palette;
use super::signs::scale_bar;
use super::strip_figures::figures;
use super::strip_layout::{Layout, layout};
use super::text::{shortened, text_width};
use super::{Drawing, Layer, Mark, Rect};
use crate::character::Character;
use crate::level::Level;
use crate::motion::{Audit, BalanceKind, Clip};
use glam::DVec2;

pub(super) const WIDTH: f64 = 1600.0;
/// Left and right rim of the sheet (px).
pub(super) const RIM: f64 = 40.0;
/// Where the figures begin (px).
pub(super) const FIGURES_TOP: f64 = 84.0;
/// Room between the figures and the curve, for the name of its axis (px).
pub(super) const PLOT_GAP: f64 = 36.0;
pub(super) const PLOT_HEIGHT: f64 = 190.0;
/// From the curve to the foot of the sheet: times, rule, caption (px).
pub(super) const FOOT: f64 = 92.0;
/// Room for numbers left of the curve, and for names right of it (px).
pub(super) const PLOT_LEFT: f64 = 46.0;
pub(super) const PLOT_RIGHT: f64 = 134.0;

/// What a strip shows.
#[derive(Clone, Debug)]
pub struct StripSheet<'a> {
    /// The body.
    pub character: &'a Character,
    /// How it moves.
    pub clip: &'a Clip,
    /// What it moves on; flat ground at height zero when there is none.
    pub level: Option<&'a Level>,
    /// What was found in the clip.
    pub audit: &'a Audit,
    /// Large, at the top.
    pub title: String,
    /// How many figures are drawn in full ink; as many as fit when nobody says.
    pub figures: Option<usize>,
}

impl StripSheet<'_> {
    /// What keeps the body on its feet.
    pub(super) fn carried(&self) -> Carried<'_> {
        Carried::new(self.clip, self.audit)
    }
}

/// The strip of a clip.
pub fn strip_sheet(sheet: &StripSheet) -> Drawing {
    let across = (RIM + PLOT_LEFT, WIDTH - RIM - PLOT_RIGHT);
    let layout = layout(sheet, None, (RIM, WIDTH - RIM), across, FIGURES_TOP);
    let plot_top = layout.area().max.y + PLOT_GAP;
    let plot = MarginPlot {
        character: sheet.character,
        audit: sheet.audit,
        carried: sheet.carried(),
        area: Rect::new(
            DVec2::new(across.0, plot_top),
            DVec2::new(across.1, plot_top + PLOT_HEIGHT),
        ),
        key_frames: layout.key_frames(),
    };
    let size = DVec2::new(WIDTH, (plot.area.max.y + FOOT).ceil());
    let mut drawing = Drawing::new(size, Palette::PAPER);
    drawing.push(title(&sheet.title, WIDTH - 2.0 * RIM));
    drawing.extend(figures(sheet, &layout));
    drawing.extend(plot.marks());
    drawing.extend(foot(&caption(sheet), &layout, size.y));
    drawing
}

/// The title, as wide as it may be (px).
pub(super) fn title(words: &str, width: f64) -> Mark {
    let words = shortened(words, 28.0, width);
    Mark::text(
        Layer::Text,
        DVec2::new(RIM, 54.0),
        words,
        28.0,
        Palette::INK,
    )
    .strong()
}

/// Rule, caption and scale bar.
pub(super) fn foot(words: &str, layout: &Layout, bottom: f64) -> Vec<Mark> {
    let y = bottom - 50.0;
    let rule = [DVec2::new(RIM, y), DVec2::new(WIDTH - RIM, y)];
    let mut marks =
        vec![Mark::polyline(Layer::Text, rule).stroked(Palette::INK_FAINT.faded(0.7), 1.0)];
    let at_left = scale_bar(DVec2::ZERO, layout.scale());
    let bar_width = at_left
        .iter()
        .fold(Rect::EMPTY, |rect, mark| rect.union(mark.bounds()))
        .max
        .x;
    let from = DVec2::new(WIDTH - RIM - bar_width, bottom - 27.0);
    marks.extend(scale_bar(from, layout.scale()));

    let width = WIDTH - 2.0 * RIM - bar_width - 40.0;
    let fits = |size: &f64| text_width(words, *size) <= width;
    let size = [16.0, 15.0, 14.0].into_iter().find(fits).unwrap_or(13.0);
    let words = shortened(words, size, width);
    let anchor = DVec2::new(RIM, bottom - 22.0);
    marks.push(Mark::text(Layer::Text, anchor, words, size, Palette::INK));
    marks
}

/// `human · stairs · 6.4 s, 193 frames · smallest margin 23 mm to the left at 3.2 s`
fn caption(sheet: &StripSheet) -> String {
    let level = sheet.level.map_or("flat ground", |level| &level.name);
    let frames = &sheet.audit.frames;
    let carried = sheet.carried();
    let margin = match carried.lowest() {
        None => "never in contact".to_owned(),
        Some((number, margin)) => {
            let side = frames[number].side_of(&margin);
            let mm = format!("{:.0} mm", 1e3 * margin.metres).replace('-', "−");
            let at = sheet.clip.frame_time(number);
            let whose = match carried.balance {
                BalanceKind::Static => "",
                BalanceKind::Dynamic => " of the zero-moment point",
            };
            format!("smallest margin{whose} {mm}, nearest edge to the {side}, at {at:.2} s")
        }
    };
    let plural = if frames.len() == 1 { "" } else { "s" };
    format!(
        "{} · {} · {:.1} s, {} frame{plural} · {margin}",
        sheet.character.name.replace('_', " "),
        level.replace('_', " "),
        sheet.clip.duration_secs(),
        frames.len(),
    )
}
