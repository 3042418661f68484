//! A foot that reads as one: high at the ankle, low at the toes, wide at the ball, round at both ends.
//!
//! ```text
//!      __                    sections across the foot, from heel to toe, each with a flat bottom
//!     |   `--.__             and a rounded top; the box of the character's file bounds them all
//!     (_________)  toes
//! ```

use crate::character::{Sole, Surface};
use crate::math::Transform;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Adds the foot in a box of the link that carries a sole.
pub(crate) fn add(surface: &mut Surface, sole: &Sole, link_from_box: &Transform, half: DVec3) {
    let up = sole.up_in_link;
    let center = link_from_box.translation;
    // Ahead is where the sole lies, seen from the ankle; a sole right below it has no ahead, and takes z.
    let reach = sole.center_in_link() - up * sole.center_in_link().dot(up);
    let ahead = if reach.length() > 0.01 {
        reach.normalize()
    } else {
        (DVec3::Z - up * up.z).try_normalize().unwrap_or(DVec3::X)
    };
    let left = up.cross(ahead);
    // How far the box reaches along a direction, from its centre.
    let extent = |direction: DVec3| {
        let in_box = link_from_box.rotation.conjugate() * direction;
        in_box.abs().dot(half)
    };
    let size = DVec3::new(extent(left), 2.0 * extent(up), extent(ahead));
    let bottom = center - up * extent(up);

    // Sections from heel to toe, and corners of each: by fours, so that one is at the very bottom.
    let fineness = surface.fineness.around as usize;
    let (sections, around) = (fineness * 11 / 16, (fineness * 3 / 16).max(1) * 4);
    let first = surface.points.len() as u32;
    for k in 0..sections {
        // Sections crowd where the ends are round.
        let along = -libm::cos(std::f64::consts::PI * k as f64 / (sections - 1) as f64);
        for corner in section(along, size, around) {
            let across = corner.x * left + corner.y * up;
            surface
                .points
                .push(bottom + along * size.z * ahead + across);
        }
    }
    let on = |section: usize, k: usize| first + (section * around + k % around) as u32;
    let first_triangle = surface.triangles.len();
    for section in 1..sections {
        for k in 0..around {
            let [a, b] = [on(section - 1, k), on(section - 1, k + 1)];
            let [d, c] = [on(section, k), on(section, k + 1)];
            surface.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    smooth(surface, first as usize, first_triangle);
}

/// The outline of the foot a share `along` from the middle to heel (−1) or toe (1): across and up [m].
fn section(along: f64, size: DVec3, around: usize) -> impl Iterator<Item = DVec2> {
    let smoothstep = |low: f64, high: f64| {
        let t = ((along - low) / (high - low)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    // The ends are quarter circles seen from above.
    let into_end = ((along.abs() - 0.62) / 0.38).max(0.0);
    let end = (1.0 - into_end * into_end).max(0.0).sqrt();
    let plan = 0.8 + 0.2 * smoothstep(-0.5, 0.45);
    let instep = 1.0 - 0.45 * smoothstep(-0.25, 1.0);
    let half_width = size.x * plan * end;
    let height = size.y * instep * (0.35 + 0.65 * end);
    // Widest a third of the way up; the bottom is nearly flat.
    let waist = 0.32 * height;
    (0..around).map(move |k| {
        let (sin, cos) = libm::sincos(TAU * k as f64 / around as f64);
        let bent = |v: f64, power: f64| libm::copysign(libm::pow(v.abs(), power), v);
        let x = half_width * bent(cos, 0.7);
        let y = if sin > 0.0 {
            waist + (height - waist) * bent(sin, 0.85)
        } else {
            waist * (1.0 + bent(sin, 0.4))
        };
        DVec2::new(x, y)
    })
}

/// Normals as the mean of the triangles around each point, by their areas.
fn smooth(surface: &mut Surface, first: usize, first_triangle: usize) {
    let mut sums = vec![DVec3::ZERO; surface.points.len() - first];
    for triangle in &surface.triangles[first_triangle..] {
        let [a, b, c] = triangle.map(|k| surface.points[k as usize]);
        let area = (b - a).cross(c - a);
        for k in triangle {
            sums[*k as usize - first] += area;
        }
    }
    let normals = sums
        .into_iter()
        .map(|sum| sum.try_normalize().unwrap_or(DVec3::Y));
    surface.normals.extend(normals);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::{Fineness, Shape};
    use crate::io::load_character;

    #[test]
    fn a_foot_stays_in_its_box_stands_on_its_sole_and_faces_outward() {
        let human = load_character("human").unwrap();
        let sole = &human.soles[0];
        let placed = human.link(sole.link).shapes[0];
        let Shape::Box { half } = placed.shape else {
            panic!("the human's feet are boxes");
        };
        for fineness in [Fineness::FINE, Fineness::COARSE] {
            let mut surface = Surface::new(fineness);
            add(&mut surface, sole, &placed.link_from_shape, half);

            let center = placed.link_from_shape.translation;
            let inside = |p: &DVec3| (*p - center).abs().cmple(half + 1e-9).all();
            assert!(surface.points.iter().all(inside));
            let lowest = surface.points.iter().map(|p| p.y).fold(f64::MAX, f64::min);
            assert!((lowest - sole.corners_in_link[0].y).abs() < 1e-9);
            assert_eq!(surface.normals.len(), surface.points.len());
            let volume: f64 = surface
                .triangles
                .iter()
                .map(|t| {
                    let [a, b, c] = t.map(|k| surface.points[k as usize] - center);
                    a.dot(b.cross(c)) / 6.0
                })
                .sum();
            assert!(volume > 0.4 * 8.0 * half.x * half.y * half.z, "{volume}");
        }
    }
}
