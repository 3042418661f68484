//! Signs over the figure: the centre of mass and its support, handles, footprints, the paper's arrows. Painted with egui,
//! whose lines are smooth whatever the graphics card does.

use crate::kinematics::compass;
use crate::picture::Color;
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::panes::Pane;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, vec2};
use glam::{DVec2, DVec3};

/// Radius of the ball of the centre of mass (points).
const BALL: f32 = 9.0;
/// Signs on the ground lie this much above it, so that they are not in it [m].
pub(crate) const ABOVE: f64 = 0.004;

/// Points of a line that are nearer than this count once (points).
const NEAR: f32 = 1.0;

/// A painter that knows the view.
pub(crate) struct Sketch<'a> {
    pub(crate) pane: &'a Pane,
    pub(crate) painter: Painter,
}

impl Sketch<'_> {
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

    /// Words on a plate, for where much lies behind them.
    pub(crate) fn plate(
        &self,
        at: Pos2,
        align: Align2,
        text: &str,
        (ink, fill): (Color32, Color32),
    ) {
        let font = FontId::proportional(13.0);
        let words = self.painter.layout_no_wrap(text.to_owned(), font, ink);
        let size = words.size() + vec2(12.0, 4.0);
        let rect = align.anchor_size(at, size);
        // Inside the view, whatever it stands beside.
        let room = self.pane.rect.shrink(4.0);
        let by = (room.min - rect.min).max(egui::Vec2::ZERO)
            + (room.max - rect.max).min(egui::Vec2::ZERO);
        let rect = rect.translate(by);
        self.painter.rect_filled(rect, 4.0, fill);
        self.painter.galley(rect.min + vec2(6.0, 2.0), words, ink);
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
}

impl App {
    /// All signs of a view that are switched on.
    pub(crate) fn overlays(&self, sketch: &Sketch) {
        let shows = |overlay| self.settings.shows(overlay);
        if shows(Overlay::Support) {
            self.draw_support(sketch);
        }
        if shows(Overlay::Contacts) {
            self.draw_contacts(sketch);
        }
        if shows(Overlay::Footprints) {
            self.draw_footwork(sketch);
        }
        if shows(Overlay::ComPath) {
            self.draw_com_path(sketch);
        }
        if shows(Overlay::VirtualCenters) {
            self.draw_virtual_centers(sketch);
        }
        if shows(Overlay::Jacobian) {
            self.draw_jacobian(sketch);
        }
        if shows(Overlay::Limits) {
            self.draw_limits(sketch);
        }
        if shows(Overlay::ZeroMoment) {
            self.draw_zero_moment(sketch);
        }
        if shows(Overlay::CenterOfMass) {
            self.draw_center_of_mass(sketch);
        }
        if shows(Overlay::Handles) && self.document().take.is_none() {
            self.draw_asks(sketch);
            self.draw_handles(sketch);
        }
        self.draw_guides(sketch);
    }

    /// Of words on a plate: their ink, and what is under them.
    pub(crate) fn plate_colors(&self) -> (Color32, Color32) {
        let under = self.theme.panel.faded(0.85);
        (color32(self.theme.text), color32(under))
    }

    fn ground_height(&self) -> f64 {
        let stance = self.shown.stance.as_ref();
        let soles = stance.iter().flat_map(|stance| &stance.planted);
        let heights = soles.map(|planted| {
            let sole = &self.document().character.soles[planted.sole];
            planted.world_from_link.point(sole.center_in_link()).y
        });
        let lowest = heights.fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest } else { 0.0 }
    }

    fn on_ground(&self, xz: DVec2) -> DVec3 {
        DVec3::new(xz.x, self.ground_height() + ABOVE, xz.y)
    }

    /// The polygon under the feet, with its margin.
    fn draw_support(&self, sketch: &Sketch) {
        let (Some(stance), Some(margin)) = (&self.shown.stance, &self.shown.margin) else {
            return;
        };
        let corners = stance.polygon.corners().iter();
        let corners: Vec<DVec3> = corners.map(|corner| self.on_ground(*corner)).collect();
        let color = Theme::margin(margin.metres);
        let outline = Stroke::new(2.0, color32(color));
        sketch.area(&corners, color32(color.faded(0.22)), outline);
        // From the centre of mass to the edge that is nearest.
        let com = DVec2::new(self.shown.kin.com.x, self.shown.kin.com.z);
        let to_edge = margin.metres.abs() * margin.direction_xz;
        let edge = if margin.metres >= 0.0 {
            com + to_edge
        } else {
            com - to_edge
        };
        let (from, to) = (self.on_ground(com), self.on_ground(edge));
        sketch.arrow(from, to, Stroke::new(1.5, color32(color)));
        if let Some(at) = sketch.pane.project(to) {
            let words = format!(
                "{:.0} mm {}",
                1e3 * margin.metres,
                compass(margin.direction_xz)
            );
            let lowest = corners
                .iter()
                .filter_map(|corner| sketch.pane.project(*corner));
            let lowest = lowest.map(|corner| corner.y).fold(at.y, f32::max);
            let below = egui::pos2(at.x, lowest + 10.0);
            sketch.plate(below, Align2::CENTER_TOP, &words, self.plate_colors());
        }
    }

    fn draw_contacts(&self, sketch: &Sketch) {
        let Some(stance) = &self.shown.stance else {
            return;
        };
        for planted in &stance.planted {
            let sole = &self.document().character.soles[planted.sole];
            for corner in &sole.corners_in_link {
                let corner = planted.world_from_link.point(*corner) + ABOVE * DVec3::Y;
                if let Some(at) = sketch.pane.project(corner) {
                    sketch.dot(
                        at,
                        2.5,
                        color32(self.theme.text),
                        Stroke::new(1.0, color32(self.theme.room_bottom)),
                    );
                }
            }
        }
    }

    /// The quartered ball of crash dummies, its plumb line and its ring on the ground.
    fn draw_center_of_mass(&self, sketch: &Sketch) {
        let com = self.shown.kin.com;
        let foot = self.on_ground(DVec2::new(com.x, com.z));
        let line = color32(self.theme.text.faded(0.75));
        sketch.line(&[com, foot], Stroke::new(1.0, line));
        let ring: Vec<DVec3> = (0..=32)
            .map(|k| {
                let (sin, cos) = libm::sincos(f64::from(k) * std::f64::consts::TAU / 32.0);
                foot + 0.03 * DVec3::new(cos, 0.0, sin)
            })
            .collect();
        sketch.line(&ring, Stroke::new(1.5, line));
        if let Some(at) = sketch.pane.project(com) {
            let (black, white) = (Color32::from_gray(25), Color32::from_gray(250));
            sketch.painter.circle_filled(at, BALL, white);
            for quarter in [0, 2] {
                sketch.painter.add(quarter_disc(at, BALL, quarter, black));
            }
            sketch
                .painter
                .circle_stroke(at, BALL, Stroke::new(1.5, black));
        }
    }

    fn draw_com_path(&self, sketch: &Sketch) {
        let Some(motion) = &self.motion else { return };
        let frames = &motion.clip().frames;
        let every = (frames.len() / 400).max(1);
        let path: Vec<DVec3> = frames
            .iter()
            .step_by(every)
            .map(|frame| frame.com)
            .collect();
        let color = color32(self.theme.text.faded(0.6));
        sketch.line(&path, Stroke::new(1.2, color));
    }

    /// The paper's figure 7: the centre of all mass beyond every joint.
    fn draw_virtual_centers(&self, sketch: &Sketch) {
        let Some(stance) = &self.shown.stance else {
            return;
        };
        let kin = &self.shown.kin;
        let color = self.theme.momentum;
        for (step, center) in stance.rooting.steps.iter().zip(&kin.virtual_com) {
            let pivot = kin.pivot(step.joint);
            sketch.line(
                &[pivot, *center],
                Stroke::new(1.0, color32(color.faded(0.6))),
            );
            if let Some(at) = sketch.pane.project(*center) {
                let radius = 2.0 + 5.0 * libm::sqrt(step.mass_fraction_beyond) as f32;
                let rim = Stroke::new(1.0, color32(self.theme.room_bottom));
                sketch.dot(at, radius, color32(color), rim);
            }
        }
    }

    /// The paper's figure 13: where the centre of mass goes when a joint turns, one arrow for every degree of freedom.
    fn draw_jacobian(&self, sketch: &Sketch) {
        let Some(stance) = &self.shown.stance else {
            return;
        };
        let kin = &self.shown.kin;
        let mut columns = vec![DVec3::ZERO; stance.rooting.dofs];
        crate::kinematics::center_of_mass_jacobian(&stance.rooting, kin, &mut columns);
        for step in &stance.rooting.steps {
            let first = usize::from(step.first_dof);
            for column in &columns[first..first + usize::from(step.dofs)] {
                let pivot = kin.pivot(step.joint);
                let stroke = Stroke::new(1.5, color32(self.theme.force));
                sketch.arrow(pivot, pivot + 0.3 * *column, stroke);
            }
        }
    }

    fn draw_zero_moment(&self, sketch: &Sketch) {
        let Some(point) = self.zero_moment_xz() else {
            return;
        };
        self.draw_cross(sketch, self.on_ground(point));
    }

    /// A zero-moment point: it may lie outside the soles, where nothing presses.
    pub(crate) fn draw_cross(&self, sketch: &Sketch, point: DVec3) {
        if let Some(at) = sketch.pane.project(point) {
            let stroke = Stroke::new(2.0, color32(self.theme.pressure));
            for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
                sketch.painter.line_segment([at - arm, at + arm], stroke);
            }
        }
    }
}

/// A quarter of a disc: 0 is to the upper right, then on with the clock.
fn quarter_disc(center: Pos2, radius: f32, quarter: u8, color: Color32) -> egui::Shape {
    let start = f32::from(quarter) * std::f32::consts::FRAC_PI_2 - std::f32::consts::FRAC_PI_2;
    let mut points = vec![center];
    for k in 0..=8_u8 {
        let angle = start + f32::from(k) / 8.0 * std::f32::consts::FRAC_PI_2;
        points.push(center + radius * egui::Vec2::angled(angle));
    }
    egui::Shape::convex_polygon(points, color, Stroke::NONE)
}

/// A colour of the palette for egui, faded.
pub(crate) fn faded(color: Color, opacity: f64) -> Color32 {
    color32(color.faded(opacity))
}
