//! A painter that knows the view: lines, arrows, discs and words at places in space. Painted with egui, whose lines are
//! smooth whatever the graphics card does.

use crate::picture::Color;
use crate::viewer::panes::Pane;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, vec2};
use glam::DVec3;
use std::sync::Arc;

/// Points of a line that are nearer than this count once (points).
const NEAR: f32 = 1.0;

/// A painter that knows the view.
pub(crate) struct Sketch<'a> {
    pub(crate) pane: &'a Pane,
    pub(crate) painter: Painter,
    pub(crate) theme: &'a Theme,
}

impl Sketch<'_> {
    /// Of words on a plate: their ink, and what is under them.
    pub(crate) fn plate_colors(&self) -> (Color32, Color32) {
        let under = self.theme.panel.faded(0.85);
        (color32(self.theme.text), color32(under))
    }

    /// How far from the mouse a place is seen (points); nothing where the mouse is elsewhere.
    pub(crate) fn to_mouse(&self, place: DVec3) -> Option<f32> {
        let mouse = self.painter.ctx().pointer_hover_pos()?;
        let seen = self.pane.project(place)?;
        let is_here = self.pane.rect.contains(mouse);
        is_here.then(|| seen.distance(mouse))
    }

    pub(crate) fn line(&self, points: &[DVec3], stroke: Stroke) {
        let mut flat: Vec<Pos2> = Vec::with_capacity(points.len());
        for at in points.iter().filter_map(|p| self.pane.project(*p)) {
            // What is far away has many points in one pixel.
            let is_far = |last: &Pos2| last.distance_sq(at) > NEAR * NEAR;
            if flat.last().is_none_or(is_far) {
                flat.push(at);
            }
        }
        if flat.len() > 1 {
            self.painter.line(flat, stroke);
        }
    }

    /// A closed line and what it encloses, which must be convex.
    pub(crate) fn area(&self, corners: &[DVec3], fill: Color32, stroke: Stroke) {
        let flat: Option<Vec<Pos2>> = corners.iter().map(|p| self.pane.project(*p)).collect();
        if let Some(flat) = flat.filter(|flat| flat.len() > 2) {
            self.painter
                .add(egui::Shape::convex_polygon(flat, fill, stroke));
        }
    }

    /// An arrow with its head at the second point.
    pub(crate) fn arrow(&self, from: DVec3, to: DVec3, stroke: Stroke) {
        let (Some(a), Some(b)) = (self.pane.project(from), self.pane.project(to)) else {
            return;
        };
        self.painter.line_segment([a, b], stroke);
        let along = (b - a).normalized();
        if (b - a).length() > 3.0 {
            let size = 4.0 + stroke.width;
            for side in [-1.0, 1.0] {
                let back = b - size * along + side * 0.5 * size * along.rot90();
                self.painter.line_segment([b, back], stroke);
            }
        }
    }

    /// A circle. Fewer corners than egui's own, and as round to the eye: without a graphics card they cost.
    pub(crate) fn ring(&self, at: Pos2, radius: f32, stroke: Stroke) {
        const CORNERS: u8 = 18;
        let corners = (0..CORNERS).map(|k| {
            let angle = f32::from(k) * std::f32::consts::TAU / f32::from(CORNERS);
            at + radius * egui::Vec2::angled(angle)
        });
        let ring = egui::Shape::closed_line(corners.collect(), stroke);
        self.painter.add(ring);
    }

    /// A dot with a rim, both opaque: a dot on a larger one, which egui has as pictures.
    pub(crate) fn dot(&self, at: Pos2, radius: f32, fill: Color32, rim: Stroke) {
        let half = 0.5 * rim.width;
        self.painter.circle_filled(at, radius + half, rim.color);
        self.painter.circle_filled(at, radius - half, fill);
    }

    /// The room that words on a plate take.
    pub(crate) fn plate_rect(&self, at: Pos2, align: Align2, text: &str) -> Rect {
        self.plate_of(&self.words(text, Color32::PLACEHOLDER), at, align)
    }

    /// Words on a plate, for where much lies behind them.
    pub(crate) fn plate(
        &self,
        at: Pos2,
        align: Align2,
        text: &str,
        (ink, fill): (Color32, Color32),
    ) {
        let words = self.words(text, ink);
        let rect = self.plate_of(&words, at, align);
        self.painter.rect_filled(rect, 4.0, fill);
        self.painter.galley(rect.min + vec2(6.0, 2.0), words, ink);
    }

    fn words(&self, text: &str, ink: Color32) -> Arc<Galley> {
        let font = FontId::proportional(13.0);
        self.painter.layout_no_wrap(text.to_owned(), font, ink)
    }

    fn plate_of(&self, words: &Galley, at: Pos2, align: Align2) -> Rect {
        let size = words.size() + vec2(12.0, 4.0);
        let rect = align.anchor_size(at, size);
        // Inside the view, whatever it stands beside.
        let room = self.pane.rect.shrink(4.0);
        let by = (room.min - rect.min).max(egui::Vec2::ZERO)
            + (room.max - rect.max).min(egui::Vec2::ZERO);
        rect.translate(by)
    }

    /// Words with a soft edge of the room's colour, so that they can be read over anything.
    pub(crate) fn label(&self, at: Pos2, align: Align2, text: &str, color: Color32, halo: Color32) {
        let font = FontId::proportional(13.0);
        for shift in [
            vec2(-1.0, 0.0),
            vec2(1.0, 0.0),
            vec2(0.0, -1.0),
            vec2(0.0, 1.0),
        ] {
            self.painter
                .text(at + shift, align, text, font.clone(), halo);
        }
        self.painter.text(at, align, text, font, color);
    }

    /// A cross: something that is no place under a foot.
    pub(crate) fn cross(&self, point: DVec3, stroke: Stroke) {
        if let Some(at) = self.pane.project(point) {
            for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
                self.painter.line_segment([at - arm, at + arm], stroke);
            }
        }
    }
}

/// A colour of the palette for egui, faded.
pub(crate) fn faded(color: Color, opacity: f64) -> Color32 {
    color32(color.faded(opacity))
}
