//! The view from the side: the figure as line art, as in the paper: ink round light, flat fills.

use crate::character::{Character, Fineness};
use crate::kinematics::{Kinematics, SupportPolygon};
use crate::picture::figure::{Figure, LinkOutline};
use crate::picture::{Color, Frame, Palette, Rect as Box2, View};
use crate::viewer::panes::Pane;
use crate::viewer::scene::{Paint, Role, Scene};
use crate::viewer::stage::mesh::link_surface;
use crate::viewer::theme::{Theme, color32};
use egui::{Mesh, Painter, Pos2, Stroke, pos2};
use glam::{DVec2, DVec3};

/// Width of ink (points).
const LINE: f32 = 1.5;
/// How much lighter than in the lit view a figure is filled, and of what.
const LIGHTER: f64 = 0.3;
const PAPER: Color = Palette::PAPER;
/// How much of the room's colour lies over the farthest link.
const HAZE: f64 = 0.25;
/// Samples of the ground's line across the view.
const GROUND_SAMPLES: usize = 200;

impl Scene {
    /// Room, ground and figure.
    pub(crate) fn draw_flat(&self, painter: &Painter, pane: &Pane, theme: &Theme) {
        painter.rect_filled(pane.rect, 0.0, color32(theme.room_top));
        self.draw_ground_line(painter, pane, theme);
        let Some(frame) = flat_frame(pane) else {
            return;
        };
        let character = &self.character;
        let room = theme.room_top;
        // Who stands in the figure's place is seen where it is not hidden by it.
        for companion in &self.companions {
            if let (Role::Variant | Role::Skin, Paint::One(ink)) =
                (companion.role, &companion.paint)
            {
                let body = companion.body.as_ref().unwrap_or(character);
                for link in line_art(body, &companion.shown.kin, &frame) {
                    paint_link(painter, &link, (room.mixed(*ink, 0.3), *ink));
                }
            }
        }
        // What the ghost does shows where it leaves the figure.
        if let Some(ghost) = self.ghost() {
            let ink = theme.ghost;
            for link in line_art(character, &ghost.kin, &frame) {
                paint_link(painter, &link, (room.mixed(ink, 0.3), ink));
            }
        }
        for link in line_art(character, &self.figure.kin, &frame) {
            let fill = theme.side(link.side).mixed(PAPER, LIGHTER);
            let fill = fill.mixed(room, HAZE * link.behind);
            paint_link(painter, &link, (fill, Palette::INK));
        }
    }

    /// The level under the figure, cut along the middle of its feet.
    fn draw_ground_line(&self, painter: &Painter, pane: &Pane, theme: &Theme) {
        let level = &self.level;
        let x = self.figure.kin.com.x;
        let (left, right) = (
            pane.ray(pane.rect.left_center()).0.z,
            pane.ray(pane.rect.right_center()).0.z,
        );
        let mut line: Vec<Pos2> = Vec::new();
        // Triangles side by side: smooth edges of their own would show as stripes.
        let mut body = Mesh::default();
        let stroke = Stroke::new(2.0, color32(theme.edge));
        let fill = color32(theme.ground);
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

/// A body's links, back to front; a box over a sole is a foot.
fn line_art(character: &Character, kin: &Kinematics, frame: &Frame) -> Vec<LinkOutline> {
    let mut links = Figure::new(character, kin).outlines(frame);
    for link in &mut links {
        let is_foot = character.standing_soles().any(|sole| sole.link == link.id);
        if is_foot {
            let world_from_link = kin.link(link.id);
            let surface = link_surface(character, link.id, Fineness::COARSE);
            let points = surface.points.iter();
            let points = points.map(|point| frame.point(world_from_link.point(*point)));
            link.rims = vec![SupportPolygon::hull(points).corners().to_vec()];
        }
    }
    links
}

/// All rims of a link first, then all its surfaces: solids of one link grow together.
fn paint_link(painter: &Painter, link: &LinkOutline, (fill, ink): (Color, Color)) {
    let rims = link.rims.iter().map(|rim| {
        let place = |point: &DVec2| pos2(point.x as f32, point.y as f32);
        rim.iter().map(place).collect::<Vec<Pos2>>()
    });
    let rims: Vec<Vec<Pos2>> = rims.collect();
    let line = Stroke::new(2.0 * LINE, color32(ink));
    for rim in &rims {
        painter.add(egui::Shape::closed_line(rim.clone(), line));
    }
    for rim in rims {
        let fill = egui::Shape::convex_polygon(rim, color32(fill), Stroke::NONE);
        painter.add(fill);
    }
}
