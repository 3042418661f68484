//! A foot that reads as one: high at the ankle, low at the toes, wide at the ball, round at both ends.
//!
//! ```text
//!      __                    sections across the foot, from heel to toe, each with a flat bottom
//!     |   `--.__             and a rounded top; the box of the character's file bounds them all
//!     (_________)  toes
//! ```

use crate::character::{Character, Foot, LinkId, Shape, Surface};
use crate::math::Transform;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use std::ops::RangeInclusive;

/// The box around all boxes of a foot, seen from one of its links: what its sections are cut from.
pub(crate) struct Last {
    left: DVec3,
    up: DVec3,
    ahead: DVec3,
    /// Under its middle [m].
    bottom: DVec3,
    /// Half its width, its height, half its length [m].
    size: DVec3,
}

/// A box of a link: where its middle is, and how far it reaches.
fn boxes(character: &Character, link: LinkId) -> impl Iterator<Item = (Transform, DVec3)> + '_ {
    let shapes = character.link(link).shapes.iter();
    shapes.filter_map(|placed| match placed.shape {
        Shape::Box { half } => Some((placed.link_from_shape, half)),
        _ => None,
    })
}

/// How far a box reaches along a direction, from its centre [m].
fn extent(link_from_box: &Transform, half: DVec3, direction: DVec3) -> f64 {
    let in_box = link_from_box.rotation.conjugate() * direction;
    in_box.abs().dot(half)
}

impl Last {
    /// Of a foot that has boxes, seen from one of its links.
    pub(crate) fn new(character: &Character, foot: &Foot, link: LinkId) -> Option<Self> {
        let up = foot.whole.up_in_link;
        let center = foot.whole.center_in_link();
        // Ahead is where the sole lies, seen from the ankle; a sole right below it has no ahead, and takes z.
        let reach = center - up * center.dot(up);
        let ahead = if reach.length() > 0.01 {
            reach.normalize()
        } else {
            (DVec3::Z - up * up.z).try_normalize().unwrap_or(DVec3::X)
        };
        let axes = [up.cross(ahead), up, ahead];
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for part in &foot.parts {
            for (link_from_box, half) in boxes(character, part.link) {
                let whole_from_box = part.whole_from_link * link_from_box;
                let middle = DVec3::from(axes.map(|axis| whole_from_box.translation.dot(axis)));
                let reach = DVec3::from(axes.map(|axis| extent(&whole_from_box, half, axis)));
                (low, high) = (low.min(middle - reach), high.max(middle + reach));
            }
        }
        let part = foot.parts.iter().find(|part| part.link == link)?;
        let link_from_whole = part.whole_from_link.inverse();
        let middle = 0.5 * (low + high);
        let bottom = middle.x * axes[0] + low.y * axes[1] + middle.z * axes[2];
        let [left, up, ahead] = axes.map(|axis| link_from_whole.direction(axis));
        let half = 0.5 * (high - low);
        half.is_finite().then(|| Self {
            left,
            up,
            ahead,
            bottom: link_from_whole.point(bottom),
            size: DVec3::new(half.x, 2.0 * half.y, half.z),
        })
    }

    /// The part of its length that a box takes up, from −1 at the heel to 1 at the toes.
    fn range(&self, link_from_box: &Transform, half: DVec3) -> RangeInclusive<f64> {
        let middle = (link_from_box.translation - self.bottom).dot(self.ahead);
        let reach = extent(link_from_box, half, self.ahead);
        let along = |z: f64| (z / self.size.z).clamp(-1.0, 1.0);
        along(middle - reach)..=along(middle + reach)
    }
}

/// Adds the part of a foot that is in a box of one of its links.
pub(crate) fn add(surface: &mut Surface, last: &Last, link_from_box: &Transform, half: DVec3) {
    let Last {
        left,
        up,
        ahead,
        bottom,
        size,
    } = *last;
    let range = last.range(link_from_box, half);
    let (from, to) = (*range.start(), *range.end());

    // Sections from heel to toe, and corners of each: by fours, so that one is at the very bottom.
    let fineness = surface.fineness.around as usize;
    let (sections, around) = (fineness * 11 / 16, (fineness * 3 / 16).max(1) * 4);
    let first = surface.points.len() as u32;
    for k in 0..sections {
        // Sections crowd where the ends are round.
        let share = 0.5 - 0.5 * libm::cos(std::f64::consts::PI * k as f64 / (sections - 1) as f64);
        let along = from + share * (to - from);
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
    // Where the foot bends its parts are closed.
    for (section, along) in [(0, from), (sections - 1, to)] {
        if along.abs() < 1.0 - 1e-9 {
            let (a, is_back) = (on(section, 0), section == 0);
            for k in 1..around - 1 {
                let [b, c] = [on(section, k), on(section, k + 1)];
                surface
                    .triangles
                    .push(if is_back { [a, c, b] } else { [a, b, c] });
            }
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
    use crate::character::Fineness;
    use crate::io::load_character;

    #[test]
    fn a_foot_stays_in_its_boxes_stands_on_its_sole_and_faces_outward() {
        let human = load_character("human").unwrap();
        let foot = &human.feet[0];
        for fineness in [Fineness::FINE, Fineness::COARSE] {
            for part in &foot.parts {
                let (link_from_box, half) = boxes(&human, part.link).next().unwrap();
                let last = Last::new(&human, foot, part.link).unwrap();
                let mut surface = Surface::new(fineness);
                add(&mut surface, &last, &link_from_box, half);

                let center = link_from_box.translation;
                // Toes are as high where they begin as the foot is where it ends.
                let room = half + DVec3::new(1e-9, 0.005, 1e-9);
                let inside = |p: &DVec3| (*p - center).abs().cmple(room).all();
                assert!(surface.points.iter().all(inside));
                let lowest = surface.points.iter().map(|p| p.y).fold(f64::MAX, f64::min);
                let mut soles = human.soles.iter();
                let sole = soles.find(|sole| sole.link == part.link).unwrap();
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
}
