//! Rings to drag, diamonds where they are pinned, and the gap to what was asked for.

use super::sketch::Sketch;
use crate::viewer::input::hand::Hand;
use crate::viewer::scene::Scene;
use crate::viewer::theme::color32;
use egui::{Align2, Color32, Pos2, Stroke, vec2};
use glam::DVec3;

/// Narrower views have names only for what is under the mouse (points).
const NARROW: f32 = 240.0;

/// Half of a pin that is not dragged (points).
pub(super) const PIN: f32 = 7.0;

impl Scene {
    /// Every handle of the setup.
    pub(super) fn draw_handles(&self, sketch: &Sketch, hand: &Hand) {
        let Some(setup) = &self.setup else {
            return;
        };
        let character = &self.character;
        let own = |handle: Option<usize>| handle.and_then(|handle| self.own_handle(handle));
        let [selected, hovered, held] =
            [hand.selected, hand.hovered, hand.dragged_handle()].map(own);
        // Over all of them.
        let mut names: Vec<(Pos2, String)> = Vec::new();
        for (index, handle) in setup.handles.iter().enumerate() {
            let place = setup.place_of(index, &self.figure.kin);
            let Some(at) = sketch.pane.project(place) else {
                continue;
            };
            let is_selected = selected == Some(index);
            let is_hovered = hovered == Some(index);
            let is_pole = setup.is_pole(character, index);
            let mut radius = if is_pole { 4.0 } else { 7.0 };
            if is_hovered || is_selected {
                radius += 2.0;
            }
            let color = if is_selected || is_hovered {
                sketch.theme.accent
            } else {
                sketch.theme.handle
            };
            let halo = Stroke::new(4.0, color32(sketch.theme.handle_halo));
            let ring = Stroke::new(2.0, color32(color));
            let is_pinned = handle.position.is_some() || handle.rotation.is_some();
            if is_pinned {
                let corners = diamond(at, radius + 2.0);
                let fill = if handle.position.is_some() {
                    color32(sketch.theme.pin)
                } else {
                    Color32::TRANSPARENT
                };
                let edge = if is_selected || is_hovered {
                    color32(sketch.theme.accent)
                } else {
                    color32(sketch.theme.pin)
                };
                sketch
                    .painter
                    .add(egui::Shape::closed_line(corners.clone(), halo));
                sketch.painter.add(egui::Shape::convex_polygon(
                    corners,
                    fill,
                    Stroke::new(2.0, edge),
                ));
            } else if is_pole {
                let square = egui::Rect::from_center_size(at, vec2(2.0 * radius, 2.0 * radius));
                sketch
                    .painter
                    .rect_stroke(square, 1.0, halo, egui::StrokeKind::Middle);
                sketch
                    .painter
                    .rect_stroke(square, 1.0, ring, egui::StrokeKind::Middle);
            } else {
                sketch.ring(at, radius, halo);
                sketch.ring(at, radius, ring);
                // What holds softly has a core, as a pin is filled.
                if handle.touched.is_some() {
                    let core = Stroke::new(1.0, color32(sketch.theme.handle_halo));
                    sketch.dot(at, 0.5 * radius, color32(sketch.theme.pin), core);
                }
            }
            let dragged = self.wanted.filter(|_| held == Some(index));
            if let Some(wanted) = dragged.or(handle.position) {
                draw_gap(sketch, place, wanted);
            }
            // In the theatre the one that pulls has its name there.
            let has_room = sketch.pane.rect.width() > NARROW && self.moment.is_none();
            if is_hovered || is_selected && has_room {
                let name = handle.name.replace('_', " ");
                names.push((at + vec2(radius + 8.0, 0.0), name));
            }
        }
        for (beside, name) in names {
            sketch.plate(beside, Align2::LEFT_CENTER, &name, sketch.plate_colors());
        }
    }
}

/// Less is no gap [m].
pub(super) const GAP: f64 = 2e-3;

/// What is pinned of a figure that nobody drags.
pub(super) fn draw_pin(sketch: &Sketch, place: DVec3) {
    if let Some(at) = sketch.pane.project(place) {
        let halo = Stroke::new(4.0, color32(sketch.theme.handle_halo));
        let pin = color32(sketch.theme.pin);
        let corners = diamond(at, PIN);
        let edge = egui::Shape::closed_line(corners.clone(), halo);
        sketch.painter.add(edge);
        let filled = egui::Shape::convex_polygon(corners, pin, Stroke::NONE);
        sketch.painter.add(filled);
    }
}

/// A pin is a diamond; colour is never the only sign.
pub(super) fn diamond(at: Pos2, size: f32) -> Vec<Pos2> {
    let corners = [
        vec2(0.0, -size),
        vec2(size, 0.0),
        vec2(0.0, size),
        vec2(-size, 0.0),
    ];
    corners.iter().map(|corner| at + *corner).collect()
}

/// From where a handle is to where it was asked to be.
pub(super) fn draw_gap(sketch: &Sketch, place: DVec3, wanted: DVec3) {
    if wanted.distance(place) > GAP {
        let stroke = Stroke::new(1.5, color32(sketch.theme.out));
        sketch.line(&[place, wanted], stroke);
        if let Some(at) = sketch.pane.project(wanted) {
            let cross = Stroke::new(2.0, color32(sketch.theme.accent));
            for arm in [vec2(6.0, 0.0), vec2(0.0, 6.0)] {
                sketch.painter.line_segment([at - arm, at + arm], cross);
            }
        }
    }
}
