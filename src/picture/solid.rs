//! One solid in an orthographic view: its exact silhouette, and how light falls on it.
//!
//! Every solid is the hull of a few balls (a capsule of two, a rounded box of eight), so its silhouette is the hull of
//! as many circles. Light comes from the upper left in front of the picture, the same for every view.

use super::{Color, Frame, Ink, Layer, Mark, Rect, View};
use crate::character::Shape;
use crate::kinematics::SupportPolygon;
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// Points of a whole circle: even ones of 100 px stay within a tenth of a pixel.
const CIRCLE_POINTS: u32 = 64;

/// A shape of a body in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) shape: Shape,
    pub(super) world_from_shape: Transform,
}

impl Solid {
    /// The balls whose hull it is: centres in the world, and their radius (m).
    fn balls(&self) -> (Vec<DVec3>, f64) {
        let at = |p: DVec3| self.world_from_shape.point(p);
        match self.shape {
            Shape::Sphere { radius } => (vec![at(DVec3::ZERO)], radius),
            Shape::Capsule {
                radius,
                half_length,
            } => {
                let tip = half_length * DVec3::Y;
                (vec![at(tip), at(-tip)], radius)
            }
            Shape::Box { half } => {
                let bevel = bevel(half);
                let inner = half - bevel;
                let corners = (0..8).map(|k| at(inner * corner_signs(k))).collect();
                (corners, bevel)
            }
        }
    }

    /// Metres towards the viewer of its middle.
    pub(super) fn depth(&self, view: &View) -> f64 {
        view.depth(self.world_from_shape.translation)
    }

    /// What it covers in a view (m).
    pub(super) fn bounds(&self, view: &View) -> Rect {
        let (centers, radius) = self.balls();
        let centers: Vec<DVec2> = centers.iter().map(|c| view.project(*c)).collect();
        Rect::around(&centers).grown(radius)
    }

    /// Its rim on the sheet: a convex polygon (px).
    pub(super) fn silhouette(&self, frame: &Frame) -> Vec<DVec2> {
        let (centers, radius) = self.balls();
        let rim = centers
            .iter()
            .flat_map(|c| circle(frame.point(*c), DVec2::splat(frame.scale * radius)));
        SupportPolygon::hull(rim).corners().to_vec()
    }

    /// Its filled surface in shades of `base`.
    pub(super) fn fill(&self, frame: &Frame, base: Color) -> Vec<Mark> {
        let rim = Mark::polygon(Layer::Figure, self.silhouette(frame));
        match self.shape {
            Shape::Sphere { radius } => vec![rim.filled(ball_ink(
                frame,
                self.world_from_shape.translation,
                radius,
                base,
            ))],
            Shape::Capsule {
                radius,
                half_length,
            } => self.capsule_fill(frame, radius, half_length, base),
            Shape::Box { half } => {
                let mut marks = vec![rim.filled(self.bevel_ink(frame, half, base))];
                marks.extend(self.box_faces(frame, half, base));
                marks
            }
        }
    }

    /// The cylinder's side, and over it the ball at the near end when one looks rather along it than across.
    fn capsule_fill(&self, frame: &Frame, radius: f64, half_length: f64, base: Color) -> Vec<Mark> {
        let along = self.world_from_shape.direction(DVec3::Y);
        let towards = along.dot(frame.view.toward);
        let rim = Mark::polygon(Layer::Figure, self.silhouette(frame));
        let mut marks = Vec::new();
        if let Some(across) = along.cross(frame.view.toward).try_normalize() {
            marks.push(rim.filled(self.cylinder_ink(frame, radius, across, base)));
        }
        if towards.abs() > 0.6 {
            let near_end = half_length * towards.signum() * DVec3::Y;
            let end = self.world_from_shape.point(near_end);
            let disc = Mark::circle(Layer::Figure, frame.point(end), frame.scale * radius);
            marks.push(disc.filled(ball_ink(frame, end, radius, base)));
        }
        marks
    }

    /// A cylinder's normals across its width, each with its own light (Lambert).
    fn cylinder_ink(&self, frame: &Frame, radius: f64, across: DVec3, base: Color) -> Ink {
        let facing = across.cross(self.world_from_shape.direction(DVec3::Y));
        let light = light_in_world(&frame.view);
        let stops = (0..=8).map(|k| {
            let t = f64::from(k) / 8.0;
            let s = 2.0 * t - 1.0;
            let normal = s * across + (1.0 - s * s).max(0.0).sqrt() * facing;
            (t, base.lit(brightness(normal.dot(light))))
        });
        let center = self.world_from_shape.translation;
        Ink::Linear {
            from: frame.point(center - radius * across),
            to: frame.point(center + radius * across),
            stops: stops.collect(),
        }
    }

    /// The rounded edges of a box: light above, shade below.
    fn bevel_ink(&self, frame: &Frame, half: DVec3, base: Color) -> Ink {
        let center = frame.point(self.world_from_shape.translation);
        let reach = 0.75 * frame.scale * half.length();
        let light = light_in_view();
        let towards_light = DVec2::new(light.x, -light.y).normalize_or_zero();
        Ink::Linear {
            from: center + reach * towards_light,
            to: center - reach * towards_light,
            stops: vec![
                (0.0, base.lit(0.95)),
                (0.5, base.lit(0.58)),
                (1.0, base.lit(0.22)),
            ],
        }
    }

    /// The flat parts of the faces that look at the viewer.
    fn box_faces(&self, frame: &Frame, half: DVec3, base: Color) -> Vec<Mark> {
        let bevel = bevel(half);
        let inner = half - bevel;
        let light = light_in_world(&frame.view);
        let mut marks = Vec::new();
        for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let normal_in_shape = sign * DVec3::AXES[axis];
            let normal = self.world_from_shape.direction(normal_in_shape);
            if normal.dot(frame.view.toward) < 0.02 {
                continue;
            }
            let [u, v] = [DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]];
            // Rounded like the box itself, so that the face sits in its bevel without corners of its own.
            let turn = bevel * 0.9;
            let corner = |a: f64, b: f64| {
                let middle = half[axis] * normal_in_shape
                    + (inner - turn).max(DVec3::ZERO) * (a * u + b * v);
                circle(DVec2::ZERO, DVec2::splat(turn))
                    .into_iter()
                    .map(move |p| middle + p.x * u + p.y * v)
            };
            let rim = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .into_iter()
                .flat_map(|(a, b)| corner(a, b))
                .map(|p| frame.point(self.world_from_shape.point(p)));
            let corners = SupportPolygon::hull(rim).corners().to_vec();
            // A touch of gradient keeps large faces from looking like cut paper.
            let bounds = Rect::around(&corners);
            let shade = brightness(normal.dot(light));
            let ink = Ink::Linear {
                from: bounds.min,
                to: bounds.max,
                stops: vec![(0.0, base.lit(shade + 0.07)), (1.0, base.lit(shade - 0.09))],
            };
            marks.push(
                Mark::polygon(Layer::Figure, corners)
                    .filled(ink)
                    .stroked(base.lit(shade), 0.6),
            );
        }
        marks
    }
}

/// A ball is brightest a little up and left of its middle.
fn ball_ink(frame: &Frame, center: DVec3, radius: f64, base: Color) -> Ink {
    let light = light_in_view();
    let radius = frame.scale * radius;
    let center = frame.point(center);
    let glint = radius * DVec2::new(light.x, -light.y);
    // The rim farthest from the glint is |glint| + radius away; light falls from 1 to about 0.1 there.
    let reach = radius + glint.length();
    let stops = (0..=6).map(|k| {
        let t = f64::from(k) / 6.0;
        (t, base.lit(1.0 - 0.95 * t * t.sqrt()))
    });
    Ink::Radial {
        center: center + 0.75 * glint,
        radius: reach,
        stops: stops.collect(),
    }
}

/// Radius of a box's rounded edges (m).
fn bevel(half: DVec3) -> f64 {
    0.45 * half.min_element()
}

fn corner_signs(k: u8) -> DVec3 {
    let sign = |bit: u8| if k & bit == 0 { -1.0 } else { 1.0 };
    DVec3::new(sign(1), sign(2), sign(4))
}

/// From the upper left, in front of the picture: (right, up, toward), unit length.
fn light_in_view() -> DVec3 {
    DVec3::new(-0.42, 0.58, 0.70).normalize()
}

fn light_in_world(view: &View) -> DVec3 {
    let light = light_in_view();
    light.x * view.right + light.y * view.up + light.z * view.toward
}

/// Soft light of a surface whose normal makes this cosine with the key light: shade is filled, never black.
fn brightness(cosine: f64) -> f64 {
    (0.27 + 0.64 * cosine).clamp(0.06, 0.96)
}

/// An ellipse as a polygon.
pub(super) fn circle(center: DVec2, radii: DVec2) -> Vec<DVec2> {
    (0..CIRCLE_POINTS)
        .map(|k| {
            let angle = f64::from(k) * std::f64::consts::TAU / f64::from(CIRCLE_POINTS);
            let (sin, cos) = libm::sincos(angle);
            center + radii * DVec2::new(cos, sin)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn frame() -> Frame {
        let area = Rect::new(DVec2::ZERO, DVec2::splat(200.0));
        let around_origin = Rect::around_point(DVec2::ZERO, DVec2::ONE);
        Frame::centered(View::FRONT, area, 100.0, around_origin)
    }

    #[test]
    fn silhouettes_fill_exactly_their_bounds() {
        let turned = Transform::new(DQuat::from_rotation_z(0.7), DVec3::new(0.1, -0.2, 0.4));
        for shape in [
            Shape::Sphere { radius: 0.3 },
            Shape::Capsule {
                radius: 0.1,
                half_length: 0.4,
            },
            Shape::Box {
                half: DVec3::new(0.1, 0.2, 0.3),
            },
        ] {
            let solid = Solid {
                shape,
                world_from_shape: turned,
            };
            let frame = frame();
            let drawn = Rect::around(&solid.silhouette(&frame));
            let bounds = solid.bounds(&frame.view);
            let (a, b) = (frame.flat_point(bounds.min), frame.flat_point(bounds.max));
            let expected = Rect::around(&[a, b]);
            assert!(drawn.min.distance(expected.min) < 0.2, "{shape:?}");
            assert!(drawn.max.distance(expected.max) < 0.2, "{shape:?}");
        }
    }

    #[test]
    fn a_box_shows_as_many_faces_as_look_at_the_viewer() {
        let half = DVec3::splat(0.2);
        let faces = |rotation: DQuat| {
            let solid = Solid {
                shape: Shape::Box { half },
                world_from_shape: Transform::new(rotation, DVec3::ZERO),
            };
            solid.box_faces(&frame(), half, Color::hex(0)).len()
        };
        assert_eq!(faces(DQuat::IDENTITY), 1);
        assert_eq!(faces(DQuat::from_rotation_y(0.6)), 2);
        let tilted = DQuat::from_rotation_x(0.5) * DQuat::from_rotation_y(0.6);
        assert_eq!(faces(tilted), 3);
    }
}
