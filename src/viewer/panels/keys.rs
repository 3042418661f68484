//! Keys on the timeline: diamonds that are clicked and dragged, and the playhead goes along with them.

use super::span::Span;
use super::timeline::KEYS;
use crate::document::Edit;
use crate::viewer::app::App;
use crate::viewer::theme::color32;
use egui::{Color32, CursorIcon, Pos2, Rect, Response, Sense, Stroke, Ui, pos2, vec2};

/// A key that is being dragged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyDrag {
    /// Its place among the keys before the drag.
    index: usize,
    /// Its time before the drag [s].
    secs: f64,
    reach: Reach,
    /// What the timeline shows of time until it is let go.
    pub(super) span: Span,
}

/// Which keys go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Alone,
    WithLater,
}

/// Keys are put on multiples of this, unless Alt is held [s].
const SNAP_SECS: f64 = 0.05;

impl App {
    /// Keys are diamonds that can be moved; with Shift all later ones go along.
    pub(super) fn drag_keys(&mut self, ui: &Ui, span: &Span) {
        if self.document().take.is_some() {
            return;
        }
        let keys: Vec<f64> = self.document().keys.iter().map(|key| key.secs).collect();
        for (index, secs) in keys.iter().enumerate() {
            if !span.shows(*secs) {
                continue;
            }
            let center = pos2(span.x(*secs), span.rect.top() + KEYS);
            let hit = Rect::from_center_size(center, vec2(16.0, 18.0));
            let response = ui.interact(hit, ui.id().with(("key", index)), Sense::click_and_drag());
            let is_current = self.document().current_key == Some(index);
            let fill = if is_current || response.hovered() {
                color32(self.shell.theme.accent)
            } else {
                color32(self.shell.theme.text)
            };
            diamond(ui, center, 6.0, fill, color32(self.shell.theme.panel));
            if response.clicked() {
                self.session.playback.playing = false;
                self.seek(*secs);
            }
            self.drag_key(&response, span, index, *secs);
            response
                .on_hover_cursor(CursorIcon::ResizeHorizontal)
                .on_hover_text(format!(
                    "Key {} at {secs:.2} s. Drag to move it, with Shift all later ones too, with Alt to any moment.",
                    index + 1
                ));
        }
    }

    fn drag_key(&mut self, response: &Response, span: &Span, index: usize, secs: f64) {
        let modifiers = response.ctx.input(|input| input.modifiers);
        if response.drag_started() {
            self.session.playback.playing = false;
            self.seek(secs);
            let reach = if modifiers.shift {
                Reach::WithLater
            } else {
                Reach::Alone
            };
            self.hand.key_drag = Some(KeyDrag {
                index,
                secs,
                reach,
                span: *span,
            });
        }
        let Some(drag) = self.hand.key_drag.filter(|drag| drag.index == index) else {
            return;
        };
        if let (true, Some(at)) = (response.dragged(), response.interact_pointer_pos()) {
            let time = span.time(at);
            let to = if modifiers.alt {
                time
            } else {
                (time / SNAP_SECS).round() * SNAP_SECS
            };
            let edit = match drag.reach {
                Reach::Alone => Edit::MoveKey { index, secs: to },
                Reach::WithLater => Edit::Ripple {
                    from_index: index,
                    by_secs: to - drag.secs,
                },
            };
            self.edit(edit);
            let document = self.document();
            if let Some(current) = document.current_key {
                self.session.playback.secs = document.keys[current].secs;
            }
        }
        if response.drag_stopped() {
            self.hand.key_drag = None;
            self.edit(Edit::EndDrag);
        }
    }
}

fn diamond(ui: &Ui, center: Pos2, size: f32, fill: Color32, edge: Color32) {
    let corners = [
        vec2(0.0, -size),
        vec2(size, 0.0),
        vec2(0.0, size),
        vec2(-size, 0.0),
    ];
    let corners = corners.into_iter().map(|corner| center + corner).collect();
    ui.painter().add(egui::Shape::convex_polygon(
        corners,
        fill,
        Stroke::new(1.0, edge),
    ));
}
