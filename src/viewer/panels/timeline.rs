//! The timeline: keys, the playhead, and the margin of the whole motion under them.

use crate::document::{Easing, Edit};
use crate::viewer::actions::Action;
use crate::viewer::app::App;
use crate::viewer::theme::color32;
use egui::{Align2, Context, FontId, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

/// What is shown of time when there is little of it [s].
const LEAST_SECS: f64 = 4.0;

impl App {
    pub(in crate::viewer) fn timeline(&mut self, ctx: &Context) {
        egui::TopBottomPanel::bottom("timeline")
            .exact_height(132.0)
            .show(ctx, |ui| {
                ui.add_space(2.0);
                // Time is as wide as the window, however much the row above it would like.
                let width = ui.available_width();
                ui.horizontal(|ui| self.transport(ui));
                let (rect, response) =
                    ui.allocate_exact_size(vec2(width, 86.0), Sense::click_and_drag());
                let span = Span {
                    rect: rect.shrink2(vec2(14.0, 0.0)),
                    secs: self.span_secs(),
                };
                self.draw_ruler(ui, &span);
                self.margin_strip(ui, &span, &response);
                self.drag_keys(ui, &span);
                if let Some(at) = response.interact_pointer_pos()
                    && (response.dragged() || response.clicked())
                {
                    self.playback.playing = false;
                    self.seek(span.time(at));
                }
                self.draw_playhead(ui, &span);
            });
    }

    /// How much of time is shown [s]: the motion, and the playhead where it is behind it.
    fn span_secs(&self) -> f64 {
        let needed = self.length_secs().max(self.playback.secs).max(LEAST_SECS);
        self.key_drag.map_or(needed, |drag| drag.span_secs)
    }

    /// Buttons, time, speed, and the easing of the key under the playhead.
    fn transport(&mut self, ui: &mut Ui) {
        let play = if self.playback.playing { "⏸" } else { "▶" };
        for (action, words) in [
            (Action::ToStart, "⏮"),
            (Action::PreviousKey, "◀ key"),
            (Action::Play, play),
            (Action::NextKey, "key ▶"),
        ] {
            let tip = format!("{} ({})", action.entry().help, action.entry().keys());
            if ui.button(words).on_hover_text(tip).clicked() {
                self.perform(action);
            }
        }
        ui.toggle_value(&mut self.playback.looping, "loop")
            .on_hover_text("Shift+Space");
        let speed = egui::DragValue::new(&mut self.playback.speed)
            .range(0.05..=4.0)
            .speed(0.01)
            .prefix("× ")
            .fixed_decimals(2);
        ui.add(speed).on_hover_text("Speed");
        ui.separator();
        let (secs, length) = (self.playback.secs, self.length_secs());
        ui.monospace(format!("{secs:>6.2} / {:.2} s", length.max(secs)));
        ui.separator();
        if self.document().take.is_some() {
            return;
        }
        if ui
            .button("set key")
            .on_hover_text("Keeps this pose at this moment (K)")
            .clicked()
        {
            self.perform(Action::AddKey);
        }
        if let Some(index) = self.document().current_key {
            let key = std::sync::Arc::clone(&self.document().keys[index]);
            let mut easing = key.easing;
            egui::ComboBox::from_id_salt("easing")
                .selected_text(easing_name(easing))
                .width(100.0)
                .show_ui(ui, |ui| {
                    for choice in Easing::ALL {
                        ui.selectable_value(&mut easing, choice, easing_name(choice));
                    }
                });
            if easing != key.easing {
                self.edit(Edit::SetEasing { index, easing });
            }
            if ui
                .button("delete")
                .on_hover_text("Takes this key away (Delete)")
                .clicked()
            {
                self.perform(Action::DeleteKey);
            }
        } else {
            let words = if self.document().keys.is_empty() {
                "K keeps this pose as a key; then change it and press K again."
            } else {
                "What you change here becomes a key of this moment."
            };
            ui.add(egui::Label::new(egui::RichText::new(words).weak()).truncate());
        }
    }

    fn draw_ruler(&self, ui: &Ui, span: &Span) {
        let painter = ui.painter();
        let rect = span.rect;
        let step = tick_secs(span.secs, rect.width());
        let ink = color32(self.theme.text_faint);
        let mut time = 0.0;
        while time <= span.secs + 1e-9 {
            let x = span.x(time);
            painter.line_segment(
                [pos2(x, rect.top()), pos2(x, rect.top() + 6.0)],
                Stroke::new(1.0, ink),
            );
            painter.text(
                pos2(x, rect.top() + 6.0),
                Align2::CENTER_TOP,
                seconds(time),
                FontId::proportional(11.0),
                ink,
            );
            time += step;
        }
        let y = rect.top() + 32.0;
        painter.line_segment(
            [pos2(rect.left(), y), pos2(rect.right(), y)],
            Stroke::new(1.0, color32(self.theme.panel_line)),
        );
    }

    fn draw_playhead(&self, ui: &Ui, span: &Span) {
        let x = span.x(self.playback.secs);
        let ink = color32(self.theme.accent);
        let (top, bottom) = (span.rect.top(), span.rect.bottom());
        ui.painter()
            .line_segment([pos2(x, top), pos2(x, bottom)], Stroke::new(1.5, ink));
        let head = vec![pos2(x - 5.0, top), pos2(x + 5.0, top), pos2(x, top + 7.0)];
        ui.painter()
            .add(egui::Shape::convex_polygon(head, ink, Stroke::NONE));
    }
}

fn easing_name(easing: Easing) -> &'static str {
    match easing {
        Easing::Linear => "even",
        Easing::Smooth => "smooth",
        Easing::SlowStart => "slow start",
        Easing::SlowEnd => "slow end",
        Easing::Hold => "hold",
    }
}

/// The part of the window that shows time.
pub(super) struct Span {
    pub(super) rect: Rect,
    /// How much of time that is [s].
    pub(super) secs: f64,
}

impl Span {
    pub(super) fn x(&self, secs: f64) -> f32 {
        self.rect.left() + (secs / self.secs) as f32 * self.rect.width()
    }

    pub(super) fn time(&self, at: Pos2) -> f64 {
        let share = (at.x - self.rect.left()) / self.rect.width();
        f64::from(share.clamp(0.0, 1.0)) * self.secs
    }
}

/// A round time between ticks, so that their words do not touch.
fn tick_secs(secs: f64, width: f32) -> f64 {
    let least = 56.0 * secs / f64::from(width.max(1.0));
    let steps = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0];
    steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(600.0)
}

fn seconds(secs: f64) -> String {
    let text = format!("{secs:.1}");
    format!("{} s", text.trim_end_matches(".0"))
}
