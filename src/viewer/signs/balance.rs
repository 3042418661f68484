//! Signs of balance: the support and its margin, contacts, the centre of mass and its path, and the paper's arrows.

use super::sketch::Sketch;
use crate::kinematics::{Margin, center_of_mass_jacobian, compass};
use crate::picture::Color;
use crate::viewer::scene::shown::Shown;
use crate::viewer::scene::{Scene, ground_under};
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, Color32, Pos2, Stroke};
use glam::{DVec2, DVec3};

/// Radius of the ball of the centre of mass (points).
const BALL: f32 = 9.0;
/// Signs on the ground lie this much above it, so that they are not in it [m].
pub(crate) const ABOVE: f64 = 0.004;

/// Height of the label of the margin, with what it keeps from the support (points).
const LABEL: f32 = 32.0;

/// Narrower views have no room for whole sentences (points).
const NARROW: f32 = 240.0;

/// Half of the ring of a handle (points).
const RING: f32 = 9.0;

/// The region of support is shown so far beside what carries [m].
const BESIDE: f64 = 0.1;
/// Half the edge of a piece of a table, a wall or a floor that carries a hand or a knee [m].
const SURFACE: f64 = 0.09;

/// Length of an arrow of the Jacobian [m per m/rad].
const JACOBIAN_LENGTH: f64 = 0.3;

impl Scene {
    fn on_ground(&self, xz: DVec2) -> DVec3 {
        DVec3::new(xz.x, self.ground_height() + ABOVE, xz.y)
    }

    /// The polygon under the feet, with its margin.
    pub(super) fn draw_support(&self, sketch: &Sketch) {
        let Some(balance) = self.balance() else {
            return;
        };
        let (margin, color) = (&balance.margin, balance.color);
        let corners = self.draw_polygon(sketch, &self.figure, color);
        // To the edge that is nearest.
        let to_edge = margin.metres.abs() * margin.direction_xz;
        let edge = if margin.metres >= 0.0 {
            balance.xz + to_edge
        } else {
            balance.xz - to_edge
        };
        let (from, to) = (self.on_ground(balance.xz), self.on_ground(edge));
        if balance.is_moving {
            let pressure = Stroke::new(2.0, color32(sketch.theme.pressure));
            sketch.cross(from, pressure);
        }
        sketch.arrow(from, to, Stroke::new(1.5, color32(color)));
        if let Some(at) = sketch.pane.project(to) {
            let is_narrow = sketch.pane.rect.width() < NARROW;
            let words = margin_words(margin, is_narrow);
            let lowest = corners
                .iter()
                .filter_map(|corner| sketch.pane.project(*corner));
            let lowest = lowest.map(|corner| corner.y).fold(at.y, f32::max);
            let below = egui::pos2(at.x, self.under_rings(sketch, at.x, lowest + 10.0, &words));
            let below = below.min(egui::pos2(at.x, self.above_title(sketch) - LABEL + 10.0));
            sketch.plate(below, Align2::CENTER_TOP, &words, sketch.plate_colors());
        }
    }

    /// At this height, or lower where rings of feet that do not stand would cover the words (points).
    fn under_rings(&self, sketch: &Sketch, x: f32, mut top: f32, words: &str) -> f32 {
        let Some(setup) = &self.setup else { return top };
        let handles = 0..setup.handles.len();
        let rings = handles.filter_map(|index| {
            let place = setup.place_of(index, &self.figure.kin);
            sketch.pane.project(place)
        });
        let mut rings: Vec<Pos2> = rings.collect();
        rings.sort_by(|a, b| a.y.total_cmp(&b.y));
        for ring in rings {
            let plate = sketch.plate_rect(egui::pos2(x, top), Align2::CENTER_TOP, words);
            if plate.expand(RING).contains(ring) {
                top = ring.y + RING + 2.0;
            }
        }
        top
    }

    /// The polygon under somebody else's feet, and the weight above or beside it.
    pub(super) fn draw_bare_support(&self, sketch: &Sketch, shown: &Shown) {
        let Some(margin) = &shown.margin else {
            return;
        };
        let color = Theme::margin(margin.metres);
        self.draw_polygon(sketch, shown, color);
        let color = color32(color);
        let com = shown.kin.com;
        let foot = DVec3::new(com.x, ground_under(&self.character, shown), com.z);
        sketch.line(&[com, foot], Stroke::new(1.5, color));
        if let Some(at) = sketch.pane.project(foot) {
            sketch.painter.circle_filled(at, 4.0, color);
        }
    }

    /// The polygon itself; its corners.
    fn draw_polygon(&self, sketch: &Sketch, shown: &Shown, color: Color) -> Vec<DVec3> {
        let Some(stance) = &shown.stance else {
            return Vec::new();
        };
        let ground = ground_under(&self.character, shown) + ABOVE;
        let near = stance.polygon_nearby(&self.character, BESIDE);
        let corners = near.corners().iter();
        let corners: Vec<DVec3> = corners
            .map(|corner| DVec3::new(corner.x, ground, corner.y))
            .collect();
        let outline = Stroke::new(2.0, color32(color));
        sketch.area(&corners, color32(color.faded(0.22)), outline);
        corners
    }

    pub(super) fn draw_contacts(&self, sketch: &Sketch) {
        let Some(stance) = &self.figure.stance else {
            return;
        };
        let edge = Stroke::new(1.5, color32(sketch.theme.text.faded(0.7)));
        for plant in &stance.plants {
            let surface = plant.surface(SURFACE);
            let fill = color32(sketch.theme.text.faded(0.18));
            sketch.area(&surface, fill, edge);
        }
        for sole in stance.contacts().iter() {
            let Some(place) = stance.place_of_sole(&self.character, sole) else {
                continue;
            };
            for corner in &self.character.soles[sole].corners_in_link {
                let corner = place.point(*corner) + ABOVE * DVec3::Y;
                if let Some(at) = sketch.pane.project(corner) {
                    sketch.dot(
                        at,
                        2.5,
                        color32(sketch.theme.text),
                        Stroke::new(1.0, color32(sketch.theme.room_bottom)),
                    );
                }
            }
        }
    }

    /// The quartered ball of crash dummies, its plumb line and its ring on the ground.
    pub(super) fn draw_center_of_mass(&self, sketch: &Sketch) {
        let com = self.figure.kin.com;
        let foot = self.on_ground(DVec2::new(com.x, com.z));
        let line = color32(sketch.theme.text.faded(0.75));
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

    pub(super) fn draw_com_path(&self, sketch: &Sketch) {
        let Some(motion) = &self.motion else { return };
        let frames = &motion.clip().frames;
        let every = (frames.len() / 400).max(1);
        let path: Vec<DVec3> = frames
            .iter()
            .step_by(every)
            .map(|frame| frame.com)
            .collect();
        let color = color32(sketch.theme.text.faded(0.6));
        sketch.line(&path, Stroke::new(1.2, color));
    }

    /// The paper's figure 7: the centre of all mass beyond every joint.
    pub(super) fn draw_virtual_centers(&self, sketch: &Sketch) {
        let Some(stance) = &self.figure.stance else {
            return;
        };
        let kin = &self.figure.kin;
        let color = sketch.theme.momentum;
        for (step, center) in stance.rooting.steps.iter().zip(&kin.virtual_com) {
            let pivot = kin.pivot(step.joint);
            sketch.line(
                &[pivot, *center],
                Stroke::new(1.0, color32(color.faded(0.6))),
            );
            if let Some(at) = sketch.pane.project(*center) {
                let radius = 2.0 + 5.0 * libm::sqrt(step.mass_fraction_beyond) as f32;
                let rim = Stroke::new(1.0, color32(sketch.theme.room_bottom));
                sketch.dot(at, radius, color32(color), rim);
            }
        }
    }

    /// The paper's figure 13: where the centre of mass goes when a joint turns, one arrow for every degree of freedom.
    pub(super) fn draw_jacobian(&self, sketch: &Sketch) {
        let Some(stance) = &self.figure.stance else {
            return;
        };
        let kin = &self.figure.kin;
        let mut columns = vec![DVec3::ZERO; stance.rooting.dofs];
        center_of_mass_jacobian(&stance.rooting, kin, &mut columns);
        for step in &stance.rooting.steps {
            let first = usize::from(step.first_dof);
            for column in &columns[first..first + usize::from(step.dofs)] {
                let pivot = kin.pivot(step.joint);
                let stroke = Stroke::new(1.5, color32(sketch.theme.force));
                sketch.arrow(pivot, pivot + JACOBIAN_LENGTH * *column, stroke);
            }
        }
    }

    pub(super) fn draw_zero_moment(&self, sketch: &Sketch) {
        if let Some(moment) = self.zero_moment {
            let stroke = Stroke::new(2.0, color32(sketch.theme.pressure));
            sketch.cross(self.on_ground(moment.xz), stroke);
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

/// How far the centre of mass is inside of the nearest edge of the support, and which one that is; or beyond it. A sentence that
/// needs no other words to be understood, where there is room for one.
fn margin_words(margin: &Margin, is_narrow: bool) -> String {
    let whole = (1e3 * margin.metres).round();
    let edge = compass(margin.direction_xz);
    match (is_narrow, whole < 0.0) {
        (true, false) => format!("{:.0} mm {edge}", whole.abs()),
        (true, true) => format!("{:.0} mm beyond, {edge}", -whole),
        (false, false) => format!("{:.0} mm inside the {edge} edge", whole.abs()),
        (false, true) => format!("{:.0} mm beyond the {edge} edge", -whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_beyond_an_edge_is_not_so_many_millimetres_less_than_nothing() {
        let words = |metres| {
            let direction_xz = DVec2::X;
            let margin = Margin {
                metres,
                direction_xz,
            };
            margin_words(&margin, false)
        };
        assert_eq!(words(0.034), "34 mm inside the left edge");
        assert_eq!(words(-0.034), "34 mm beyond the left edge");
        assert_eq!(words(-0.0001), "0 mm inside the left edge");
    }
}
