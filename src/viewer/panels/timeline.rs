//! The timeline: keys, the playhead, and the margin of the whole motion under them.

use super::fitting::longest;
use super::margin::Moment;
use super::number::number;
use super::span::Span;
use crate::document::{Easing, Edit};
use crate::gait::Manner;
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::theme::color32;
use egui::{Context, FontId, PointerButton, Rect, Response, Sense, Stroke, Ui, pos2, vec2};

/// Height of the ruler's ticks and times, and how far below its top keys are (points).
const RULER: f32 = 20.0;
pub(super) const KEYS: f32 = 34.0;

impl App {
    pub(crate) fn timeline(&mut self, ctx: &Context) {
        let contacts = self.contact_bars_height();
        egui::TopBottomPanel::bottom("timeline")
            .exact_height(132.0 + contacts)
            .show(ctx, |ui| {
                ui.add_space(2.0);
                // Time is as wide as the window, however much the row above it would like.
                let width = ui.available_width();
                ui.horizontal(|ui| self.transport(ui));
                let (rect, response) =
                    ui.allocate_exact_size(vec2(width, 86.0), Sense::click_and_drag());
                let span = self.zoom_time(&response, rect.shrink2(vec2(14.0, 0.0)));
                if let Some(at) = response.interact_pointer_pos()
                    && (response.dragged_by(PointerButton::Primary) || response.clicked())
                {
                    self.session.playback.playing = false;
                    self.seek(span.time(at));
                }
                let moment = self.moment(ui, &span, &response);
                self.draw_ruler(ui, &span, moment.as_ref());
                self.margin_strip(ui, &span);
                // Under keys and words, so that it crosses none.
                self.draw_playhead(ui, &span);
                self.drag_keys(ui, &span);
                self.mark_lowest(ui, &span);
                if let Some(moment) = moment {
                    self.tell_moment(ui, &span, moment);
                }
                self.contact_bars(ui, &span, contacts);
            });
    }

    /// Ctrl and wheel zoom, the wheel or the middle button pans, a double click shows all; what is then shown: the motion,
    /// the playhead where it is behind it, and while a key or a contact is dragged what was shown before.
    fn zoom_time(&mut self, response: &Response, rect: Rect) -> Span {
        let keys = self.hand.key_drag.map(|drag| drag.span);
        let contacts = self.hand.contact_drag.as_ref().map(|drag| drag.span);
        if let Some(span) = keys.or(contacts) {
            return span;
        }
        let (playing, now) = (self.session.playback.playing, self.session.playback.secs);
        let length = self.session.length_secs().max(now);
        let zoom = &mut self.session.playback.zoom;
        let span = zoom.span(rect, length);
        if response.double_clicked() {
            zoom.show_all();
        } else if response.dragged_by(PointerButton::Middle) {
            zoom.pan(&span, response.drag_delta().x);
        } else if let Some(at) = response.hover_pos() {
            let (times, scroll) = response
                .ctx
                .input(|input| (input.zoom_delta(), input.smooth_scroll_delta));
            if (times - 1.0).abs() > f32::EPSILON {
                zoom.zoom(&span, at, f64::from(times));
            } else if scroll != egui::Vec2::ZERO {
                zoom.pan(&span, scroll.x + scroll.y);
            }
        }
        if playing {
            zoom.turn_to(&zoom.span(rect, length), now);
        }
        zoom.span(rect, length)
    }

    /// Buttons, time, speed, and the easing of the key under the playhead.
    fn transport(&mut self, ui: &mut Ui) {
        let play = if self.session.playback.playing {
            "⏸"
        } else {
            "▶"
        };
        for (action, words) in [
            (Action::ToStart, "⏮"),
            (Action::PreviousKey, "◀ key"),
            (Action::Play, play),
            (Action::NextKey, "key ▶"),
        ] {
            let tip = action.entry().tip();
            if ui.button(words).on_hover_text(tip).clicked() {
                self.perform(action);
            }
        }
        ui.toggle_value(&mut self.session.playback.looping, "loop")
            .on_hover_text(Action::Loop.entry().tip());
        let speed = egui::DragValue::new(&mut self.session.playback.speed)
            .range(0.05..=4.0)
            .speed(0.01)
            .prefix("× ")
            .fixed_decimals(2);
        number(ui, 56.0, speed)
            .on_hover_text("How fast it plays; 1 is real time. Drag, or click and type.");
        ui.separator();
        let (secs, length) = (self.session.playback.secs, self.session.length_secs());
        let length = length.max(secs);
        let frame_secs = self.frame_secs();
        let frame = |secs: f64| (secs / frame_secs).round();
        let words = if self.session.playback.in_frames {
            format!("{:>6} / {} f", frame(secs), frame(length))
        } else {
            format!("{secs:>6.2} / {length:.2} s")
        };
        let tip = format!(
            "{secs:.3} s, frame {} of {} at {:.0} a second. Click to count {} (Shift+.).",
            frame(secs),
            frame(length),
            1.0 / frame_secs,
            if self.session.playback.in_frames {
                "seconds"
            } else {
                "frames"
            }
        );
        let readout = egui::Label::new(egui::RichText::new(words).monospace());
        if ui
            .add(readout.sense(Sense::click()))
            .on_hover_text(tip)
            .clicked()
        {
            self.perform(Action::InFrames);
        }
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
            self.key_row(ui, index);
        } else {
            // A narrow window says less, and that whole.
            let ways: &[&str] = if self.document().keys.is_empty() {
                &[
                    "K keeps this pose as a key; then change it and press K again.",
                    "K keeps this pose; change it, and K again.",
                    "K keeps this pose.",
                ]
            } else {
                &[
                    "What you change here becomes a key of this moment.",
                    "A change here becomes a key.",
                ]
            };
            let words = longest(ui, ways, ui.available_width());
            let hint = egui::Label::new(egui::RichText::new(words).weak()).truncate();
            ui.add(hint).on_hover_text(ways[0]);
        }
    }

    /// How the figure goes from a key to the next one.
    fn key_row(&mut self, ui: &mut Ui, index: usize) {
        let key = std::sync::Arc::clone(&self.document().keys[index]);
        let mut easing = key.easing;
        egui::ComboBox::from_id_salt("easing")
            .selected_text(easing_name(easing))
            .width(100.0)
            .show_ui(ui, |ui| {
                for choice in Easing::ALL {
                    ui.selectable_value(&mut easing, choice, easing_name(choice));
                }
            })
            .response
            .on_hover_text("How the figure goes from this key to the next one");
        if easing != key.easing {
            self.edit(Edit::SetEasing { index, easing });
        }
        let mut manner = key.manner;
        egui::ComboBox::from_id_salt("manner")
            .selected_text(manner_name(manner))
            .width(88.0)
            .show_ui(ui, |ui| {
                for choice in [Manner::Dynamic, Manner::Static] {
                    ui.selectable_value(&mut manner, choice, manner_name(choice))
                        .on_hover_text(manner_tip(choice));
                }
            })
            .response
            .on_hover_text(manner_tip(manner));
        if manner != key.manner {
            self.edit(Edit::SetKeyManner { index, manner });
        }
        let secs = self
            .document()
            .keys
            .get(index + 1)
            .map(|next| next.secs - key.secs);
        let mut hasty = self.session.hasty.iter();
        let hasty = hasty.find(|way| way.index == index).copied();
        if let (Some(way), Some(secs)) = (hasty, secs) {
            let words = format!("needs {:.1} s", way.needs_secs);
            let tip = format!(
                "In {secs:.1} s the body would tip on its way to the next key. Click to give it {:.1} s: later keys move along.",
                way.needs_secs
            );
            if ui.button(words).on_hover_text(tip).clicked() {
                self.edit(Edit::Ripple {
                    from_index: index + 1,
                    by_secs: way.needs_secs - secs,
                });
            }
        }
        if ui
            .button("delete")
            .on_hover_text("Takes this key away (Delete)")
            .clicked()
        {
            self.perform(Action::DeleteKey);
        }
    }

    /// Ticks and their times, but for those that the words of a moment would cut.
    fn draw_ruler(&self, ui: &Ui, span: &Span, moment: Option<&Moment>) {
        let painter = ui.painter();
        let rect = span.rect;
        let frame_secs = self.frame_secs();
        let in_frames = self.session.playback.in_frames;
        let step = tick_secs(span.secs, rect.width());
        // Where frames are counted, a tick is on one.
        let step = if in_frames {
            (step / frame_secs).ceil() * frame_secs
        } else {
            step
        };
        let ink = color32(self.shell.theme.text_faint);
        let first = (span.from / step - 1e-6).ceil() as i64;
        let last = ((span.from + span.secs) / step + 1e-6).floor() as i64;
        for tick in first..=last {
            let time = tick as f64 * step;
            let x = span.x(time);
            painter.line_segment(
                [pos2(x, rect.top()), pos2(x, rect.top() + 6.0)],
                Stroke::new(1.0, ink),
            );
            let font = FontId::proportional(11.0);
            let words = if in_frames {
                format!("{}", (time / frame_secs).round())
            } else {
                seconds(time)
            };
            let words = painter.layout_no_wrap(words, font, ink);
            let corner = pos2(x - 0.5 * words.size().x, rect.top() + 6.0);
            let place = Rect::from_min_size(corner, words.size());
            if moment.is_none_or(|moment| !moment.plate.intersects(place)) {
                painter.galley(corner, words, ink);
            }
        }
        let y = rect.top() + KEYS;
        painter.line_segment(
            [pos2(rect.left(), y), pos2(rect.right(), y)],
            Stroke::new(1.0, color32(self.shell.theme.panel_line)),
        );
    }

    /// The playhead goes on through what stands under the timeline.
    pub(super) fn draw_playhead_over(&self, ui: &Ui, span: &Span, area: Rect) {
        if span.shows(self.session.playback.secs) {
            let x = span.x(self.session.playback.secs);
            let ink = Stroke::new(1.5, color32(self.shell.theme.accent));
            ui.painter().vline(x, area.y_range(), ink);
        }
    }

    fn draw_playhead(&self, ui: &Ui, span: &Span) {
        if !span.shows(self.session.playback.secs) {
            return;
        }
        let x = span.x(self.session.playback.secs);
        let ink = color32(self.shell.theme.accent);
        let (top, bottom) = (span.rect.top() + RULER, span.rect.bottom());
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

fn manner_name(manner: Manner) -> &'static str {
    match manner {
        Manner::Dynamic => "in motion",
        Manner::Static => "at rest",
    }
}

fn manner_tip(manner: Manner) -> &'static str {
    match manner {
        Manner::Dynamic => {
            "Balance on the way to the next key as people have it: the zero-moment point of the moving body stays over its feet"
        }
        Manner::Static => {
            "Balance on the way to the next key as if it stood still at every moment: slow, the centre of mass stays over its feet"
        }
    }
}

/// A round time between ticks, so that their words do not touch.
fn tick_secs(secs: f64, width: f32) -> f64 {
    let least = 56.0 * secs / f64::from(width.max(1.0));
    let steps = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0,
    ];
    steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(600.0)
}

fn seconds(secs: f64) -> String {
    let text = format!("{secs:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} s")
}
