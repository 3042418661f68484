//! Signs of the ghost: where the ground carries it, what pushes it, the hand that drags it.

use super::balance::ABOVE;
use super::sketch::{Sketch, faded};
use crate::viewer::scene::{By, Pressed, Scene};
use crate::viewer::theme::color32;
use egui::{Align2, Stroke};
use glam::DVec3;

/// Length of an arrow of force [m/N].
const LENGTH: f64 = 1.0 / 800.0;

impl Scene {
    /// What the ground and balls do to it.
    pub(super) fn draw_contact_forces(&self, sketch: &Sketch) {
        let stroke = Stroke::new(2.0, color32(sketch.theme.force));
        for force in self.forces.iter().filter(|force| force.by == By::Contact) {
            sketch.arrow(force.at, force.at + LENGTH * force.newtons, stroke);
        }
    }

    /// What people do to it: these are always shown.
    pub(super) fn draw_pushes(&self, sketch: &Sketch) {
        let stroke = Stroke::new(3.0, color32(sketch.theme.force));
        for force in self.forces.iter().filter(|force| force.by == By::Push) {
            let from = force.at - LENGTH * force.newtons;
            sketch.arrow(from, force.at, stroke);
            draw_newtons(sketch, from, force.newtons);
        }
        if let Some(pulled) = &self.pulled {
            sketch.arrow(pulled.at, pulled.hand, stroke);
            draw_newtons(sketch, pulled.hand, pulled.newtons);
        }
    }

    /// Where the ground carries it.
    pub(super) fn draw_pressure(&self, sketch: &Sketch) {
        let fill = color32(sketch.theme.pressure);
        match self.pressed {
            None => {}
            Some(Pressed::Beyond(point)) => sketch.cross(point, Stroke::new(2.0, fill)),
            Some(Pressed::Center(point)) => {
                if let Some(at) = sketch.pane.project(point + ABOVE * DVec3::Y) {
                    let rim = Stroke::new(1.5, color32(sketch.theme.room_bottom));
                    sketch.dot(at, 6.0, fill, rim);
                    let dot = color32(sketch.theme.room_bottom);
                    sketch.painter.circle_filled(at, 1.5, dot);
                }
            }
        }
    }
}

fn draw_newtons(sketch: &Sketch, at: DVec3, force: DVec3) {
    if let Some(at) = sketch.pane.project(at) {
        let words = format!("{:.0} N", force.length());
        let colors = (color32(sketch.theme.text), faded(sketch.theme.panel, 0.85));
        let above = at - egui::vec2(0.0, 8.0);
        sketch.plate(above, Align2::CENTER_BOTTOM, &words, colors);
    }
}
