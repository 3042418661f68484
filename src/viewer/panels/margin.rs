//! The margin of balance over time, in colours and in numbers, and what stands.

use super::span::Span;
use super::status::feet_words;
use crate::kinematics::sides;
use crate::picture::Color;
use crate::viewer::app::App;
use crate::viewer::panels::bars::Bars;
use crate::viewer::panels::strip::Margins;
use crate::viewer::session::Session;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, FontId, Rect, Response, Sense, Stroke, Ui, pos2, vec2};

/// A margin that fills the strip [m].
const FULL_MARGIN: f64 = 0.08;
/// Height of the line of one foot that stands flat (points).
const FOOT: f32 = 3.0;
/// Under the ruler and the keys (points).
const TOP: f32 = 44.0;
/// Size of numbers (points).
const NUMBERS: f32 = 12.0;

/// What keeps the motion of a session on its feet.
fn margins(session: &Session) -> Margins<'_> {
    if session.moves_in_balance() {
        Margins::InMotion(session.audit.as_ref())
    } else {
        Margins::AtRest
    }
}

/// The colours of those margins.
fn paint(session: &Session) -> fn(f64) -> Color {
    if session.moves_in_balance() {
        Theme::margin_in_motion
    } else {
        Theme::margin
    }
}

impl App {
    /// Green, amber and red by margin; as high as the margin; a line under it for every foot that stands, thin where only a part of it
    /// does.
    pub(super) fn margin_strip(&mut self, ui: &Ui, span: &Span) {
        let area = strip_area(span);
        let painter = ui.painter();
        painter.rect_filled(area, 3.0, color32(self.shell.theme.panel_raised));
        let Some(motion) = self.motion() else {
            painter.text(
                area.center(),
                Align2::CENTER_CENTER,
                "margin of balance over time",
                FontId::proportional(NUMBERS),
                color32(self.shell.theme.text_faint),
            );
            return;
        };
        // Only what is shown of it has columns.
        let length = motion.clip().duration_secs();
        let start = motion.start_secs();
        let shown =
            [span.from, span.from + span.secs].map(|secs| (secs - start).clamp(0.0, length));
        let [left, right] = shown.map(|secs| span.x(start + secs));
        let count = ((right - left) as usize).clamp(1, 2000);
        let part = shown.map(|secs| secs / length.max(f64::MIN_POSITIVE));
        let margins = margins(&self.session);
        self.forms.strip.follow(&motion, &margins, part, count);
        let paint = paint(&self.session);
        let character = &self.document().character;
        let sides = sides(character);
        let feet = character.feet.iter().map(|foot| foot.whole.link);
        let colors: Vec<_> = feet
            .map(|link| color32(self.shell.theme.side(sides[link.index()])))
            .collect();
        let floor = area.bottom() - 3.0 - colors.len() as f32 * (FOOT + 1.0);
        let column_width = (right - left) / count as f32;
        let mut bars = Bars::default();
        let mut lines: Vec<Bars> = colors.iter().map(|_| Bars::default()).collect();
        for (index, column) in self.forms.strip.columns.iter().enumerate() {
            let left = left + index as f32 * column_width;
            let right = left + column_width;
            let (color, height) = match column.margin {
                Some(margin) => (
                    paint(margin),
                    (margin / FULL_MARGIN).clamp(0.05, 1.0) as f32,
                ),
                None => (self.shell.theme.text_faint, 0.05),
            };
            let top = floor - height * (floor - area.top() - 2.0);
            let bar = Rect::from_min_max(pos2(left, top), pos2(right, floor));
            bars.push(bar, color32(color));
            for footing in character.footings(column.contacts) {
                let foot = footing.foot;
                let all = character.feet[foot].patches.count();
                let thick = FOOT * footing.patches.count() as f32 / all as f32;
                let top = floor + 2.0 + foot as f32 * (FOOT + 1.0);
                let line = Rect::from_min_max(pos2(left, top), pos2(right, top + thick));
                lines[foot].push(line, colors[foot]);
            }
        }
        lines.push(bars);
        painter.extend(lines.into_iter().map(Bars::into_shape));
    }

    /// The lowest margin with its value; a click goes there.
    pub(super) fn mark_lowest(&mut self, ui: &Ui, span: &Span) {
        let (Some(lowest), Some(_)) = (self.forms.strip.lowest, &self.session.motion) else {
            return;
        };
        let lowest_secs = lowest.secs;
        if !span.shows(lowest_secs) {
            return;
        }
        let area = strip_area(span);
        let painter = ui.painter();
        let words = format!("lowest {:.0} mm", 1e3 * lowest.margin);
        let ink = color32(self.shell.theme.text);
        let text = painter.layout_no_wrap(words, FontId::proportional(NUMBERS), ink);
        let size = text.size() + vec2(10.0, 2.0);
        let x = span.x(lowest_secs);
        let room = area.width() - size.x;
        let left = (x - 0.5 * size.x - area.left()).clamp(0.0, room.max(0.0));
        let plate = Rect::from_min_size(pos2(area.left() + left, area.top() + 2.0), size);
        let response = ui.interact(plate, ui.id().with("lowest margin"), Sense::click());
        let edge = if response.hovered() {
            color32(self.shell.theme.accent)
        } else {
            color32(paint(&self.session)(lowest.margin))
        };
        painter.line_segment(
            [pos2(x, plate.bottom()), pos2(x, area.bottom())],
            Stroke::new(1.5, ink),
        );
        painter.rect(
            plate,
            3.0,
            color32(self.shell.theme.panel),
            Stroke::new(1.0, edge),
            egui::StrokeKind::Inside,
        );
        painter.galley(plate.min + vec2(5.0, 1.0), text, ink);
        if response.clicked() {
            self.session.playback.playing = false;
            self.seek(lowest_secs);
        }
        response.on_hover_text(format!(
            "The lowest margin of the motion, at {lowest_secs:.2} s. Click to go there."
        ));
    }

    /// Time, margin and soles under the mouse.
    pub(super) fn moment(&self, ui: &Ui, span: &Span, response: &Response) -> Option<Moment> {
        let area = strip_area(span);
        let at = response.hover_pos().filter(|at| area.contains(*at))?;
        let motion = self.session.motion.as_ref()?;
        let secs = span.time(at);
        let number = motion.frame_at(secs)?;
        let frame = &motion.clip().frames[number];
        let margin = margins(&self.session)
            .of(motion.clip(), number)
            .map_or_else(
                || "in the air".to_owned(),
                |margin| format!("margin {:.0} mm", 1e3 * margin),
            );
        let soles = feet_words(&self.document().character, frame.contacts);
        let words = format!("{secs:.2} s · {margin} · {soles}");
        let ink = color32(self.shell.theme.text);
        let font = FontId::proportional(NUMBERS);
        let text = ui.painter().layout_no_wrap(words, font, ink);
        // In the place of the ruler's times, where it hides neither keys nor bars.
        let size = text.size() + vec2(12.0, 4.0);
        let room = (area.width() - size.x).max(0.0);
        let left = (at.x - 0.5 * size.x - area.left()).clamp(0.0, room);
        let corner = pos2(area.left() + left, span.rect.top() + 1.0);
        Some(Moment {
            x: at.x,
            plate: Rect::from_min_size(corner, size),
            text,
        })
    }

    /// The words of a moment, and a line where it is.
    pub(super) fn tell_moment(&self, ui: &Ui, span: &Span, moment: Moment) {
        let area = strip_area(span);
        let ink = color32(self.shell.theme.text);
        let painter = ui.painter();
        let stroke = Stroke::new(1.0, ink);
        painter.vline(moment.x, area.y_range(), stroke);
        let edge = Stroke::new(1.0, color32(self.shell.theme.accent));
        painter.rect(
            moment.plate,
            3.0,
            color32(self.shell.theme.panel_raised),
            edge,
            egui::StrokeKind::Inside,
        );
        painter.galley(moment.plate.min + vec2(6.0, 2.0), moment.text, ink);
    }
}

/// The moment under the mouse, in words and where they stand.
pub(super) struct Moment {
    x: f32,
    pub(super) plate: Rect,
    text: std::sync::Arc<egui::Galley>,
}

/// Where the strip is: under the ruler and the keys.
fn strip_area(span: &Span) -> Rect {
    let corner = pos2(span.rect.left(), span.rect.top() + TOP);
    Rect::from_min_max(corner, span.rect.right_bottom())
}
