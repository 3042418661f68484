//! The view from the side: the figure as line art, as in the paper, painted from the same marks as the pictures.

use super::app::App;
use super::panes::Pane;
use super::theme::color32;
use crate::picture::figure::Figure;
use crate::picture::{Color, Frame, Ink, Mark, Outline, Rect as Box2, View};
use egui::{Mesh, Painter, Pos2, Stroke, pos2};
use glam::{DVec2, DVec3};

/// Samples of the ground's line across the view.
const GROUND_SAMPLES: usize = 200;

impl App {
    /// Room, ground and figure.
    pub(super) fn draw_flat(&self, painter: &Painter, pane: &Pane) {
        painter.rect_filled(pane.rect, 0.0, color32(self.theme.room_bottom));
        self.draw_ground_line(painter, pane);
        let Some(frame) = flat_frame(pane) else {
            return;
        };
        let figure = Figure::new(&self.document().character, &self.shown.kin);
        for mark in figure.marks(&frame) {
            paint(painter, &mark, 1.0);
        }
        if let Some(ghost) = &self.ghost.shown {
            let figure = Figure::new(&self.document().character, &ghost.kin);
            let opacity = f64::from(self.settings.ghost.place.opacity());
            for mark in figure.marks(&frame) {
                paint(painter, &mark, opacity);
            }
        }
    }

    /// The level under the figure, cut along the middle of its feet.
    fn draw_ground_line(&self, painter: &Painter, pane: &Pane) {
        let level = &self.document().level;
        let x = self.shown.kin.com.x;
        let (left, right) = (
            pane.ray(pane.rect.left_center()).0.z,
            pane.ray(pane.rect.right_center()).0.z,
        );
        let mut line: Vec<Pos2> = Vec::new();
        // Triangles side by side: smooth edges of their own would show as stripes.
        let mut body = Mesh::default();
        let stroke = Stroke::new(2.0, color32(self.theme.edge));
        let fill = color32(self.theme.ground);
        for k in 0..=GROUND_SAMPLES {
            let z = left + (right - left) * k as f64 / GROUND_SAMPLES as f64;
            let ground = level.ground_at(DVec2::new(x, z), 0.0);
            let point = ground.and_then(|ground| pane.project(DVec3::new(x, ground.height, z)));
            match point {
                Some(point) => {
                    if let Some(last) = line.last() {
                        let bottom = pane.rect.bottom();
                        let first = body.vertices.len() as u32;
                        for corner in [*last, point, pos2(point.x, bottom), pos2(last.x, bottom)] {
                            body.colored_vertex(corner, fill);
                        }
                        body.add_triangle(first, first + 1, first + 2);
                        body.add_triangle(first, first + 2, first + 3);
                    }
                    line.push(point);
                }
                None => {
                    painter.line(std::mem::take(&mut line), stroke);
                }
            }
        }
        painter.add(body);
        painter.line(line, stroke);
    }
}

/// The frame of the pictures that covers a pane.
fn flat_frame(pane: &Pane) -> Option<Frame> {
    let (origin, up) = (pane.project(DVec3::ZERO)?, pane.project(DVec3::Y)?);
    let scale = f64::from(origin.y - up.y);
    let area = Box2::new(
        DVec2::new(f64::from(pane.rect.left()), f64::from(pane.rect.top())),
        DVec2::new(f64::from(pane.rect.right()), f64::from(pane.rect.bottom())),
    );
    let mut frame = Frame::centered(View::SIDE, area, scale, area);
    frame.origin = DVec2::new(f64::from(origin.x), f64::from(origin.y));
    Some(frame)
}

/// One mark of a picture; gradients become their middle colour.
fn paint(painter: &Painter, mark: &Mark, opacity: f64) {
    let fill = mark
        .fill
        .as_ref()
        .map_or(egui::Color32::TRANSPARENT, |ink| {
            color32(middle(ink).faded(opacity))
        });
    let stroke = mark.stroke.map_or(Stroke::NONE, |stroke| {
        Stroke::new(stroke.width as f32, color32(stroke.color.faded(opacity)))
    });
    let place = |point: &DVec2| pos2(point.x as f32, point.y as f32);
    match &mark.outline {
        Outline::Polygon(corners) => {
            let corners = corners.iter().map(place).collect();
            painter.add(egui::Shape::convex_polygon(corners, fill, stroke));
        }
        Outline::Polyline(points) => {
            painter.line(points.iter().map(place).collect(), stroke);
        }
        Outline::Circle { center, radius } => {
            painter.circle(place(center), *radius as f32, fill, stroke);
        }
        Outline::Text { .. } => {}
    }
}

fn middle(ink: &Ink) -> Color {
    match ink {
        Ink::Solid(color) => *color,
        Ink::Linear { stops, .. } | Ink::Radial { stops, .. } => {
            let (first, last) = (stops.first(), stops.last());
            match (first, last) {
                (Some((_, first)), Some((_, last))) => first.mixed(*last, 0.5),
                _ => Color::hex(0),
            }
        }
    }
}
