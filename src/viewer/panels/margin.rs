//! The margin of balance over time, in colours and in numbers, and which soles stand.

use super::status::soles_words;
use super::timeline::Span;
use crate::kinematics::sides;
use crate::viewer::app::App;
use crate::viewer::bars::Bars;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, FontId, Rect, Response, Sense, Stroke, Ui, pos2, vec2};

/// A margin that fills the strip [m].
const FULL_MARGIN: f64 = 0.08;
/// Height of the line of one sole (points).
const SOLE: f32 = 3.0;
/// Under the ruler and the keys (points).
const TOP: f32 = 44.0;
/// Size of numbers (points).
const NUMBERS: f32 = 12.0;

impl App {
    /// Green, amber and red by margin; as high as the margin; a line under it for every sole that stands.
    pub(super) fn margin_strip(&mut self, ui: &Ui, span: &Span, response: &Response) {
        let area = Rect::from_min_max(
            pos2(span.rect.left(), span.rect.top() + TOP),
            span.rect.right_bottom(),
        );
        let painter = ui.painter();
        painter.rect_filled(area, 3.0, color32(self.theme.panel_raised));
        let Some(motion) = self.motion() else {
            painter.text(
                area.center(),
                Align2::CENTER_CENTER,
                "margin of balance over time",
                FontId::proportional(NUMBERS),
                color32(self.theme.text_faint),
            );
            return;
        };
        // Keys need not begin at zero: what is before them has no margin.
        let start = motion.start_secs();
        let begin = span.x(start);
        let width = span.x(start + motion.clip().duration_secs()) - begin;
        let count = (width as usize).clamp(1, 2000);
        self.strip.follow(&motion, count);
        let character = &self.document().character;
        let sides = sides(character);
        let soles = character.soles.iter();
        let colors: Vec<_> = soles
            .map(|sole| color32(self.theme.side(sides[sole.link.index()])))
            .collect();
        let floor = area.bottom() - 3.0 - colors.len() as f32 * (SOLE + 1.0);
        let column_width = width / count as f32;
        let mut bars = Bars::default();
        let mut lines: Vec<Bars> = colors.iter().map(|_| Bars::default()).collect();
        for (index, column) in self.strip.columns.iter().enumerate() {
            let (left, right) = (
                begin + index as f32 * column_width,
                begin + (index + 1) as f32 * column_width,
            );
            let (color, height) = match column.margin {
                Some(margin) => (
                    Theme::margin(margin),
                    (margin / FULL_MARGIN).clamp(0.05, 1.0) as f32,
                ),
                None => (self.theme.text_faint, 0.05),
            };
            let top = floor - height * (floor - area.top() - 2.0);
            let bar = Rect::from_min_max(pos2(left, top), pos2(right, floor));
            bars.push(bar, color32(color));
            for sole in column.contacts.iter().filter(|sole| *sole < colors.len()) {
                let top = floor + 2.0 + sole as f32 * (SOLE + 1.0);
                let line = Rect::from_min_max(pos2(left, top), pos2(right, top + SOLE));
                lines[sole].push(line, colors[sole]);
            }
        }
        lines.push(bars);
        painter.extend(lines.into_iter().map(Bars::into_shape));
        self.mark_lowest(ui, span, area);
        self.tell_moment(ui, span, (area, response));
    }

    /// The lowest margin with its value; a click goes there.
    fn mark_lowest(&mut self, ui: &Ui, span: &Span, area: Rect) {
        let Some(lowest) = self.strip.lowest else {
            return;
        };
        let painter = ui.painter();
        let words = format!("lowest {:.0} mm", 1e3 * lowest.margin);
        let ink = color32(self.theme.text);
        let text = painter.layout_no_wrap(words, FontId::proportional(NUMBERS), ink);
        let size = text.size() + vec2(10.0, 2.0);
        let x = span.x(lowest.secs);
        let room = area.width() - size.x;
        let left = (x - 0.5 * size.x - area.left()).clamp(0.0, room.max(0.0));
        let plate = Rect::from_min_size(pos2(area.left() + left, area.top() + 2.0), size);
        let response = ui.interact(plate, ui.id().with("lowest margin"), Sense::click());
        let edge = if response.hovered() {
            color32(self.theme.accent)
        } else {
            color32(Theme::margin(lowest.margin))
        };
        painter.line_segment(
            [pos2(x, plate.bottom()), pos2(x, area.bottom())],
            Stroke::new(1.5, ink),
        );
        painter.rect(
            plate,
            3.0,
            color32(self.theme.panel),
            Stroke::new(1.0, edge),
            egui::StrokeKind::Inside,
        );
        painter.galley(plate.min + vec2(5.0, 1.0), text, ink);
        if response.clicked() {
            self.playback.playing = false;
            self.seek(lowest.secs);
        }
        response.on_hover_text(format!(
            "The lowest margin of the motion, at {:.2} s. Click to go there.",
            lowest.secs
        ));
    }

    /// Time, margin and soles under the mouse.
    fn tell_moment(&self, ui: &Ui, span: &Span, (area, response): (Rect, &Response)) {
        let Some(at) = response.hover_pos().filter(|at| area.contains(*at)) else {
            return;
        };
        let Some(motion) = &self.motion else { return };
        let secs = span.time(at);
        let Some(frame) = motion.frame_at(secs) else {
            return;
        };
        let frame = &motion.clip().frames[frame];
        let ink = color32(self.theme.text);
        let painter = ui.painter();
        painter.line_segment(
            [pos2(at.x, area.top()), pos2(at.x, area.bottom())],
            Stroke::new(1.0, ink),
        );
        let margin = frame.margin.map_or_else(
            || "in the air".to_owned(),
            |margin| format!("margin {:.0} mm", 1e3 * margin),
        );
        let soles = soles_words(&self.document().character, frame.contacts.iter());
        let words = format!("{secs:.2} s · {margin} · {soles}");
        // Over the strip, where it hides neither the bars nor the line of status.
        let text = painter.layout_no_wrap(words, FontId::proportional(NUMBERS), ink);
        let size = text.size() + vec2(12.0, 4.0);
        let room = (area.width() - size.x).max(0.0);
        let left = (at.x - 0.5 * size.x - area.left()).clamp(0.0, room);
        let corner = pos2(area.left() + left, area.top() - size.y - 2.0);
        let plate = Rect::from_min_size(corner, size);
        let edge = Stroke::new(1.0, color32(self.theme.accent));
        painter.rect(
            plate,
            3.0,
            color32(self.theme.panel_raised),
            edge,
            egui::StrokeKind::Inside,
        );
        painter.galley(plate.min + vec2(6.0, 2.0), text, ink);
    }
}
