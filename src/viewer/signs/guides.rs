//! What a drag is bound to: the axis, the level plane, or the ring that it goes along, while the mouse is down.

use super::sketch::Sketch;
use crate::viewer::input::carry::Constraint;
use crate::viewer::input::drag::Dragged;
use crate::viewer::input::hand::Hand;
use crate::viewer::scene::Scene;
use crate::viewer::theme::color32;
use egui::{Align2, Pos2, Stroke, Vec2, vec2};
use glam::DVec3;

/// Half of the line along an axis [m], and how far along it its name stands (points).
const AXIS: f64 = 4.0;
const NAME_AT: f32 = 96.0;
/// Parts of that line: those behind the eye are left out.
const PARTS: i32 = 40;
/// Radius of the disc on a level plane, and of the ring about an axis [m].
const DISC: f64 = 0.12;
const RING: f64 = 0.2;
/// Radius of the ring in the plane of the view (points).
const FLAT_RING: f32 = 52.0;
/// Corners of rings.
const CORNERS: i32 = 48;

impl Scene {
    /// The guide of what is dragged; nothing when it is free.
    pub(super) fn draw_guides(&self, sketch: &Sketch, hand: &Hand) {
        let Some(drag) = &hand.drag else { return };
        match &drag.what {
            Dragged::Handle { handle, carry } => match carry.constraint {
                Constraint::Axis(axis) => draw_axis(sketch, carry.start, axis),
                Constraint::Ground => {
                    if let Some(at) = self.place_of(*handle) {
                        draw_level(sketch, DVec3::new(at.x, carry.start.y, at.z));
                    }
                }
                Constraint::View | Constraint::Plane(_) => {}
            },
            Dragged::Target { carry, .. } | Dragged::Walk { carry, .. } => {
                if let Constraint::Axis(axis) = carry.constraint {
                    draw_axis(sketch, carry.start, axis);
                }
            }
            Dragged::Turn {
                axis,
                last_angle,
                turned,
                ..
            } => self.draw_turn((sketch, hand), *axis, (*last_angle, *turned)),
            Dragged::Ghost | Dragged::Camera(_) => {}
        }
    }

    /// A ring round the handle that turns, a hand on it where the mouse is, and how far it has turned.
    fn draw_turn(
        &self,
        (sketch, hand): (&Sketch, &Hand),
        axis: Option<DVec3>,
        (mouse_angle, turned): (Option<f32>, f32),
    ) {
        let place = hand.selected.and_then(|handle| self.place_of(handle));
        let Some(place) = place else { return };
        let Some(middle) = sketch.pane.project(place) else {
            return;
        };
        let stroke = Stroke::new(1.5, color32(sketch.theme.accent));
        if let Some(axis) = axis {
            draw_axis(sketch, place, axis);
            sketch.line(&ring(place, axis, RING), stroke);
        } else {
            sketch.painter.circle_stroke(middle, FLAT_RING, stroke);
        }
        if let Some(angle) = mouse_angle {
            let hand = FLAT_RING * Vec2::angled(angle);
            let faint = Stroke::new(1.0, color32(sketch.theme.accent.faded(0.6)));
            sketch.painter.line_segment([middle, middle + hand], faint);
            sketch
                .painter
                .circle_filled(middle + hand, 3.5, stroke.color);
        }
        let above: Pos2 = middle - vec2(0.0, FLAT_RING + 10.0);
        let words = degrees_words(turned);
        sketch.plate(above, Align2::CENTER_BOTTOM, &words, sketch.plate_colors());
    }
}

/// A line through a point, with the name of its axis.
fn draw_axis(sketch: &Sketch, through: DVec3, axis: DVec3) {
    let steps = -PARTS..=PARTS;
    let along = steps.map(|k| through + AXIS * f64::from(k) / f64::from(PARTS) * axis);
    let line: Vec<DVec3> = along.collect();
    let stroke = Stroke::new(1.5, color32(sketch.theme.accent.faded(0.8)));
    sketch.line(&line, stroke);
    // Beside the line, clear of the handle's own name at its right.
    let near = sketch.pane.project(through + 0.1 * axis);
    if let (Some(near), Some(middle)) = (near, sketch.pane.project(through)) {
        let along = (near - middle).normalized();
        let along = if along.x > 0.0 { -along } else { along };
        let beside = 14.0 + 26.0 * along.y.abs();
        let at = middle + NAME_AT * along + beside * along.rot90();
        let colors = sketch.plate_colors();
        sketch.plate(at, Align2::CENTER_CENTER, axis_name(axis), colors);
    }
}

/// A disc and a cross on the level plane.
fn draw_level(sketch: &Sketch, at: DVec3) {
    let disc = ring(at, DVec3::Y, DISC);
    let accent = sketch.theme.accent;
    let stroke = Stroke::new(1.5, color32(accent.faded(0.9)));
    sketch.area(&disc[1..], color32(accent.faded(0.16)), stroke);
    for arm in [DVec3::X, DVec3::Z] {
        let reach = 1.6 * DISC * arm;
        sketch.line(&[at - reach, at + reach], stroke);
    }
}

/// A closed ring about an axis; its last point is its first.
fn ring(center: DVec3, axis: DVec3, radius: f64) -> Vec<DVec3> {
    let (a, b) = axis.any_orthonormal_pair();
    let corners = 0..=CORNERS;
    let at = |k: i32| {
        let (sin, cos) = libm::sincos(f64::from(k) * std::f64::consts::TAU / f64::from(CORNERS));
        center + radius * (cos * a + sin * b)
    };
    corners.map(at).collect()
}

fn axis_name(axis: DVec3) -> &'static str {
    match axis {
        DVec3::X => "x, across",
        DVec3::Y => "y, up",
        _ => "z, ahead",
    }
}

/// "-32°", and never "-0°".
fn degrees_words(turned: f32) -> String {
    let degrees = turned.to_degrees().round() as i32;
    format!("{degrees}°")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_closed_and_lies_in_the_plane_of_its_axis() {
        let center = DVec3::new(0.3, 1.0, -0.2);
        let ring = ring(center, DVec3::Z, 0.2);
        assert!(ring[0].distance(ring[ring.len() - 1]) < 1e-12);
        for point in &ring {
            let arm = *point - center;
            assert!((arm.length() - 0.2).abs() < 1e-12 && arm.z.abs() < 1e-12);
        }
    }

    #[test]
    fn a_turn_is_told_in_whole_degrees() {
        let told = [-0.001, 0.5, -2.0].map(degrees_words);
        assert_eq!(told, ["0°", "29°", "-115°"]);
    }
}
