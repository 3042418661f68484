//! Rings to drag, diamonds where they are pinned, and the gap to what was asked for.

use super::overlays::Sketch;
use crate::viewer::app::App;
use crate::viewer::input::drag::Dragged;
use crate::viewer::theme::color32;
use egui::{Align2, Color32, Pos2, Stroke, vec2};
use glam::DVec3;

impl App {
    /// Every handle of the setup.
    pub(crate) fn draw_handles(&self, sketch: &Sketch) {
        let setup = &self.document().setup;
        let character = &self.document().character;
        for (index, handle) in setup.handles.iter().enumerate() {
            let place = setup.place_of(index, &self.shown.kin);
            let Some(at) = sketch.pane.project(place) else {
                continue;
            };
            let is_selected = self.selected == Some(index);
            let is_hovered = self.hovered == Some(index);
            let is_pole = setup.is_pole(character, index);
            let mut radius = if is_pole { 4.0 } else { 7.0 };
            if is_hovered || is_selected {
                radius += 2.0;
            }
            let color = if is_selected || is_hovered {
                self.theme.accent
            } else {
                self.theme.handle
            };
            let halo = Stroke::new(4.0, color32(self.theme.handle_halo));
            let ring = Stroke::new(2.0, color32(color));
            let is_pinned = handle.position.is_some() || handle.rotation.is_some();
            if is_pinned {
                // A pin is a diamond; colour is never the only sign.
                let size = radius + 2.0;
                let diamond = [
                    vec2(0.0, -size),
                    vec2(size, 0.0),
                    vec2(0.0, size),
                    vec2(-size, 0.0),
                ];
                let corners: Vec<Pos2> = diamond.iter().map(|d| at + *d).collect();
                let fill = if handle.position.is_some() {
                    color32(self.theme.pin)
                } else {
                    Color32::TRANSPARENT
                };
                let edge = if is_selected || is_hovered {
                    color32(self.theme.accent)
                } else {
                    color32(self.theme.pin)
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
            }
            self.draw_gap(sketch, index, place);
            if is_hovered || is_selected {
                let name = handle.name.replace('_', " ");
                let beside = at + vec2(radius + 8.0, 0.0);
                sketch.plate(beside, Align2::LEFT_CENTER, &name, self.plate_colors());
            }
        }
    }

    /// From where a handle is to where it was asked to be.
    fn draw_gap(&self, sketch: &Sketch, index: usize, place: DVec3) {
        let handle = &self.document().setup.handles[index];
        let dragged = self.drag.as_ref().and_then(|drag| match &drag.what {
            Dragged::Handle { handle, .. } if *handle == index => self.wanted_place(),
            _ => None,
        });
        let Some(wanted) = dragged.or(handle.position) else {
            return;
        };
        if wanted.distance(place) > 2e-3 {
            let stroke = Stroke::new(1.5, color32(self.theme.out));
            sketch.line(&[place, wanted], stroke);
            if let Some(at) = sketch.pane.project(wanted) {
                let cross = Stroke::new(2.0, color32(self.theme.accent));
                for arm in [vec2(6.0, 0.0), vec2(0.0, 6.0)] {
                    sketch.painter.line_segment([at - arm, at + arm], cross);
                }
            }
        }
    }

    /// Where the mouse wants the dragged handle.
    fn wanted_place(&self) -> Option<DVec3> {
        let goals = self.editor.goals().iter().rev();
        let drag = self.drag.as_ref()?;
        let Dragged::Handle { handle, .. } = &drag.what else {
            return None;
        };
        let name = &self.document().setup.handles[*handle].name;
        goals
            .filter(|goal| goal.name == *name)
            .find_map(|goal| match goal.kind {
                crate::ik::GoalKind::Position(crate::ik::Position {
                    target_in_world, ..
                }) => Some(target_in_world),
                _ => None,
            })
    }
}
