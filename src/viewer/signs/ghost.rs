//! Signs of the ghost: where the ground carries it, what pushes it, the hand that drags it.

use super::overlays::{ABOVE, Sketch, faded};
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::session::ghost::GhostPlace;
use crate::viewer::theme::color32;
use egui::{Align2, Stroke};
use glam::DVec3;

/// Length of an arrow of force [m/N].
const LENGTH: f64 = 1.0 / 800.0;
/// Weaker contacts are not drawn [N].
const LEAST_FORCE: f64 = 2.0;

impl App {
    /// All signs of the ghost that are switched on.
    pub(crate) fn draw_ghost_signs(&self, sketch: &Sketch) {
        let (Some(live), Some(shown)) = (&self.ghost.live, &self.ghost.shown) else {
            return;
        };
        let aside = self.ghost_aside();
        let reading = live.reading();
        if self.settings.shows(Overlay::Forces) {
            for contact in &reading.contacts {
                if contact.force.length() > LEAST_FORCE {
                    self.draw_force(sketch, contact.point + aside, contact.force, false);
                }
            }
            // Pinned feet have no contacts of their own.
            if let (true, Some(point)) = (reading.contacts.is_empty(), reading.center_of_pressure) {
                self.draw_force(sketch, point + aside, reading.ground_force, false);
            }
        }
        if let (true, Some(point)) = (
            self.settings.shows(Overlay::Pressure),
            reading.center_of_pressure,
        ) {
            // A pin carries moments that would tip a foot: where it would be carried is no place under it.
            if live.is_pinned() {
                self.draw_cross(sketch, point + aside);
            } else {
                self.draw_pressure(sketch, point + aside);
            }
        }
        let character = &self.document().character;
        for shove in live.shoves() {
            let com = character.link(shove.link).com_in_link;
            let at = shown.kin.link(shove.link).point(com);
            self.draw_force(sketch, at - LENGTH * shove.force, shove.force, true);
        }
        if let Some(grip) = &live.grip {
            let at = shown.kin.link(grip.link).point(grip.point_in_link);
            let force = grip.force(at - aside);
            let stroke = Stroke::new(3.0, color32(self.theme.force));
            let hand = grip.target + aside;
            sketch.arrow(at, hand, stroke);
            self.draw_newtons(sketch, hand, force);
        }
        if self.settings.ghost.place == GhostPlace::Aside {
            self.draw_ghost_name(sketch);
        }
    }

    fn draw_ghost_name(&self, sketch: &Sketch) {
        if let Some(shown) = &self.ghost.shown {
            let name = if self.ghost.paused {
                "ghost, paused"
            } else {
                "ghost"
            };
            self.draw_words_over(sketch, shown, name, color32(self.theme.ghost));
        }
    }

    /// An arrow of a force, with its size where it is a push.
    fn draw_force(&self, sketch: &Sketch, from: DVec3, force: DVec3, has_words: bool) {
        let to = from + LENGTH * force;
        let width = if has_words { 3.0 } else { 2.0 };
        sketch.arrow(from, to, Stroke::new(width, color32(self.theme.force)));
        if has_words {
            self.draw_newtons(sketch, from, force);
        }
    }

    fn draw_newtons(&self, sketch: &Sketch, at: DVec3, force: DVec3) {
        if let Some(at) = sketch.pane.project(at) {
            let words = format!("{:.0} N", force.length());
            let colors = (color32(self.theme.text), faded(self.theme.panel, 0.85));
            let above = at - egui::vec2(0.0, 8.0);
            sketch.plate(above, Align2::CENTER_BOTTOM, &words, colors);
        }
    }

    fn draw_pressure(&self, sketch: &Sketch, point: DVec3) {
        if let Some(at) = sketch.pane.project(point + ABOVE * DVec3::Y) {
            let rim = Stroke::new(1.5, color32(self.theme.room_bottom));
            let fill = color32(self.theme.pressure);
            sketch.dot(at, 6.0, fill, rim);
            let dot = color32(self.theme.room_bottom);
            sketch.painter.circle_filled(at, 1.5, dot);
        }
    }
}
