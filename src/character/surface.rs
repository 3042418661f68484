//! Shapes as triangles with smooth normals: what is seen of a link.

use super::{PlacedShape, Shape};
use crate::math::Transform;
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Boxes are rounded by this much at their edges [m]: no edge of a body is sharp, and light shows where it turns.
const BEVEL: f64 = 0.012;

/// How fine round surfaces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fineness {
    /// Corners around a ball or a capsule.
    pub around: u32,
    /// Rings from the equator of a ball to its pole, the equator's own included.
    pub to_pole: u32,
}

impl Fineness {
    /// For what is only hinted at.
    pub const COARSE: Self = Self {
        around: 12,
        to_pole: 3,
    };
    /// For files.
    pub const MEDIUM: Self = Self {
        around: 20,
        to_pole: 6,
    };
    /// For the screen, where outlines are seen up close.
    pub const FINE: Self = Self {
        around: 32,
        to_pole: 9,
    };
}

/// Triangles over points, counter-clockwise seen from outside.
#[derive(Clone, Debug)]
pub struct Surface {
    /// How many corners round shapes get.
    pub fineness: Fineness,
    /// [m]
    pub points: Vec<DVec3>,
    /// Unit, out of the solid. (points)
    pub normals: Vec<DVec3>,
    /// Indices of points.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Nothing yet.
    pub const fn new(fineness: Fineness) -> Self {
        Self {
            fineness,
            points: Vec::new(),
            normals: Vec::new(),
            triangles: Vec::new(),
        }
    }

    /// Adds a shape of a link that stands at `world_from_link`.
    pub fn add(&mut self, placed: &PlacedShape, world_from_link: &Transform) {
        let first = self.points.len();
        match placed.shape {
            Shape::Box { half } => self.add_box(half),
            Shape::Sphere { radius } => self.add_capsule(radius, 0.0),
            Shape::Capsule {
                radius,
                half_length,
            } => self.add_capsule(radius, half_length),
        }
        let world_from_shape = *world_from_link * placed.link_from_shape;
        for point in &mut self.points[first..] {
            *point = world_from_shape.point(*point);
        }
        for normal in &mut self.normals[first..] {
            *normal = world_from_shape.direction(*normal).normalize();
        }
    }

    fn corner(&mut self, point: DVec3, normal: DVec3) {
        self.points.push(point);
        self.normals.push(normal);
    }

    /// Six faces, each bent into an eighth of a ball at its corners; neighbours meet at 45 degrees with equal normals.
    fn add_box(&mut self, half: DVec3) {
        // tan 22.5°: half the way round an edge.
        const HALF_WAY: f64 = std::f64::consts::SQRT_2 - 1.0;
        let radius = BEVEL.min(0.5 * half.min_element());
        let inner = half - radius;
        // Twice zero: the flat middle of the face lies between.
        let lattice = [
            (-1.0, -1.0),
            (-1.0, -HALF_WAY),
            (-1.0, 0.0),
            (1.0, 0.0),
            (1.0, HALF_WAY),
            (1.0, 1.0),
        ];
        let count = lattice.len() as u32;
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let normal = sign * DVec3::AXES[axis];
                // Two more axes so that u × v is the normal.
                let u = DVec3::AXES[(axis + 1) % 3];
                let v = normal.cross(u);
                let first = self.points.len() as u32;
                for (b, lean_b) in lattice {
                    for (a, lean_a) in lattice {
                        let out = (normal + lean_a * u + lean_b * v).normalize();
                        self.corner(inner * (normal + a * u + b * v) + radius * out, out);
                    }
                }
                for row in 0..count - 1 {
                    for column in 0..count - 1 {
                        let a = first + row * count + column;
                        let [b, c, d] = [a + 1, a + count + 1, a + count];
                        self.triangles.extend([[a, b, c], [a, c, d]]);
                    }
                }
            }
        }
    }

    /// Rings from the upper pole to the lower one; a ball is a capsule without length.
    fn add_capsule(&mut self, radius: f64, half_length: f64) {
        let Fineness { around, to_pole } = self.fineness;
        let upper_pole = self.points.len() as u32;
        self.corner(DVec3::Y * (radius + half_length), DVec3::Y);
        let mut rings = 0;
        for (side, count) in [(1.0, to_pole), (-1.0, to_pole)] {
            for step in 0..count {
                // Down from the pole to the equator, and from the equator to the other pole.
                let from_equator = if side > 0.0 { count - 1 - step } else { step };
                if side < 0.0 && step == 0 && half_length == 0.0 {
                    // A ball has one equator.
                    continue;
                }
                let latitude = side * FRAC_PI_2 * f64::from(from_equator) / f64::from(count);
                self.add_ring(radius, side * half_length, latitude);
                rings += 1;
            }
        }
        let lower_pole = self.points.len() as u32;
        self.corner(-DVec3::Y * (radius + half_length), -DVec3::Y);

        let on_ring = |ring: u32, k: u32| upper_pole + 1 + ring * around + k % around;
        for k in 0..around {
            self.triangles
                .push([upper_pole, on_ring(0, k + 1), on_ring(0, k)]);
            for ring in 1..rings {
                let [a, b] = [on_ring(ring - 1, k), on_ring(ring, k)];
                let [d, c] = [on_ring(ring - 1, k + 1), on_ring(ring, k + 1)];
                self.triangles.extend([[a, d, c], [a, c, b]]);
            }
            let last = rings - 1;
            self.triangles
                .push([lower_pole, on_ring(last, k), on_ring(last, k + 1)]);
        }
    }

    fn add_ring(&mut self, radius: f64, height: f64, latitude: f64) {
        let (up, out) = libm::sincos(latitude);
        let around = self.fineness.around;
        for k in 0..around {
            let (sin, cos) = libm::sincos(TAU * f64::from(k) / f64::from(around));
            let normal = DVec3::new(out * cos, up, out * sin);
            self.corner(radius * normal + height * DVec3::Y, normal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn surface(shape: Shape) -> Surface {
        let link_from_shape =
            Transform::new(DQuat::from_rotation_x(0.7), DVec3::new(0.1, -0.2, 0.3));
        let world_from_link = Transform::new(DQuat::from_rotation_z(-1.1), DVec3::Y);
        let mut surface = Surface::new(Fineness::MEDIUM);
        let placed = PlacedShape {
            shape,
            link_from_shape,
        };
        surface.add(&placed, &world_from_link);
        surface
    }

    /// Volume inside, by the divergence theorem: positive only if triangles face outward.
    fn volume(surface: &Surface) -> f64 {
        let corner = |k: u32| surface.points[k as usize];
        let of_one = |[a, b, c]: &[u32; 3]| corner(*a).dot(corner(*b).cross(corner(*c))) / 6.0;
        surface.triangles.iter().map(of_one).sum()
    }

    #[test]
    fn surfaces_are_closed_and_enclose_their_shape() {
        for (shape, slack) in [
            (
                Shape::Box {
                    half: DVec3::new(0.1, 0.2, 0.3),
                },
                0.01,
            ),
            (Shape::Sphere { radius: 0.2 }, 0.04),
            (
                Shape::Capsule {
                    radius: 0.1,
                    half_length: 0.25,
                },
                0.04,
            ),
        ] {
            let surface = surface(shape);
            let share = volume(&surface) / shape.volume();
            assert!((share - 1.0).abs() < slack, "{shape:?}: {share}");
        }
    }

    #[test]
    fn normals_are_unit_and_triangles_face_the_same_way() {
        for shape in [
            Shape::Box {
                half: DVec3::new(0.1, 0.2, 0.3),
            },
            Shape::Sphere { radius: 0.2 },
            Shape::Capsule {
                radius: 0.1,
                half_length: 0.25,
            },
        ] {
            let surface = surface(shape);
            assert!(surface.normals.iter().all(|n| n.is_normalized()));
            assert_eq!(surface.points.len(), surface.normals.len());
            for triangle in &surface.triangles {
                let [a, b, c] = triangle.map(|k| surface.points[k as usize]);
                let face = (b - a).cross(c - a);
                assert!(face.length() > 1e-9, "a triangle without area");
                for k in triangle {
                    assert!(face.normalize().dot(surface.normals[*k as usize]) > 0.9);
                }
            }
        }
    }
}
