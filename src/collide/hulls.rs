//! Two hulls: the separating axes of their faces and pairs of edges (Gottschalk, Lin and Manocha, *OBB-Tree*, 1996), then
//! one face clipped to the rim of the other.
//!
//! The axes say how far apart the hulls are at least, or, where they overlap, the shortest way out. A face's touches are
//! kept whenever they say the same within [`BIAS`], those of the second solid's face first; only else an edge counts. So a
//! resting box keeps its face however it trembles, and no other memory of the last step is needed.

use super::Touches;
use super::clip::{Reference, over_face};
use super::hull::Hull;
use super::nearest::{Core, nearest, on_segments};
use super::round::LEAST_DISTANCE;
use super::touch::Feature;
use glam::DVec3;

/// An edge must be nearer than a face by this share: that of the cosine of about eleven degrees.
const BIAS: f64 = 0.02;
/// And by so much more [m], which is above rounding.
const LEAST_BIAS: f64 = 1e-9;

/// A way apart.
#[derive(Clone, Copy)]
struct Axis {
    /// Unit vector out of the second hull, towards the first.
    normal: DVec3,
    /// Between the hulls along it [m].
    gap: f64,
}

pub(super) fn collide(first: &Hull, second: &Hull, margin: f64, touches: &mut Touches) {
    // 1. Along which axis are they farthest apart?
    let (second_face, second_gap) = best_face(second, first);
    if second_gap >= margin {
        return;
    }
    let (first_face, first_gap) = best_face(first, second);
    if first_gap >= margin {
        return;
    }
    let face_axis = if second_gap >= first_gap {
        Axis {
            normal: second.normals[second_face],
            gap: second_gap,
        }
    } else {
        Axis {
            normal: -first.normals[first_face],
            gap: first_gap,
        }
    };
    let edge = best_edges(first, second, face_axis.gap);
    let axis = edge.map_or(face_axis, |(axis, _)| axis);
    if axis.gap >= margin {
        return;
    }

    // 2. The face whose touches agree with that.
    let tolerance = BIAS * axis.gap.abs() + LEAST_BIAS;
    for (hull, face, other, reference) in [
        (second, second_face, first, Reference::Second),
        (first, first_face, second, Reference::First),
    ] {
        touches.clear();
        let least = over_face(hull, face, other, reference, margin + tolerance, touches);
        if (least - axis.gap).abs() <= tolerance {
            if axis.gap > 0.0 {
                touches.lower(least - axis.gap);
            }
            touches.retain(|touch| touch.gap < margin);
            return;
        }
    }
    touches.clear();

    // 3. Else two edges that cross, or corners that face each other.
    if axis.gap > 0.0 {
        let cores = (Core::Hull(first), Core::Hull(second));
        if let Some(found) = nearest(&cores.0, &cores.1, axis.normal, margin) {
            let away = found.on_first - found.on_second;
            let normal = if found.distance > LEAST_DISTANCE {
                away / found.distance
            } else {
                axis.normal
            };
            let middle = 0.5 * (found.on_first + found.on_second);
            touches.push(middle, normal, found.distance, found.feature);
        }
    } else if let Some((axis, [i, j])) = edge {
        let a = first.farthest_edge(i, -axis.normal);
        let b = second.farthest_edge(j, axis.normal);
        let (first_edge, second_edge) = (first.edge(a), second.edge(b));
        let (s, t) = on_segments(first_edge, second_edge);
        let on_first = first_edge[0].lerp(first_edge[1], s);
        let on_second = second_edge[0].lerp(second_edge[1], t);
        let middle = 0.5 * (on_first + on_second);
        let feature = Feature::Crossing(a as u8, b as u8);
        touches.push(middle, axis.normal, axis.gap, feature);
    } else {
        // A block whose lowest corner is not on the face that looks most against the other: that corner.
        let along = |corner: &DVec3| axis.normal.dot(*corner);
        let lowest = first.corners.iter().enumerate();
        if let Some((k, corner)) = lowest.min_by(|a, b| along(a.1).total_cmp(&along(b.1))) {
            let middle = *corner - 0.5 * axis.gap * axis.normal;
            let feature = Feature::FirstCorner(k as u8);
            touches.push(middle, axis.normal, axis.gap, feature);
        }
    }
}

/// The face of a hull that another hull is farthest outside of, or least inside of, and how far [m].
#[inline]
fn best_face(hull: &Hull, other: &Hull) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    let mut offer = |face: usize, gap: f64| {
        if gap > best.1 {
            best = (face, gap);
        }
    };
    for pair in 0..3 {
        let (face, opposite) = (2 * pair, 2 * pair + 1);
        let (low, high) = other.extent(hull.normals[face]);
        offer(face, low - hull.offsets[face]);
        // Only a sloping top is not parallel to its bottom.
        let low = if hull.half_axes.is_some() || pair != 1 {
            -high
        } else {
            other.extent(hull.normals[opposite]).0
        };
        offer(opposite, low - hull.offsets[opposite]);
    }
    best
}

/// The directions of edges (first, second) along whose cross product the hulls are farthest apart, if farther than `least`.
#[inline]
fn best_edges(first: &Hull, second: &Hull, least: f64) -> Option<(Axis, [usize; 2])> {
    let mut best = None;
    let mut best_gap = least;
    for (i, a) in first.distinct_directions().iter().enumerate() {
        for (j, b) in second.distinct_directions().iter().enumerate() {
            let across = a.cross(*b);
            let square = across.length_squared();
            // Nearly parallel edges add nothing to the faces' normals.
            if square < 1e-6 {
                continue;
            }
            let axis = axis_along(across / square.sqrt(), (first, i), (second, j));
            if axis.gap > best_gap {
                best_gap = axis.gap;
                best = Some((axis, [i, j]));
            }
        }
    }
    best
}

/// How far apart two hulls are along a unit vector or against it, whichever is farther. The vector is square to the given
/// directions of the hulls' edges.
#[inline]
fn axis_along(across: DVec3, (first, i): (&Hull, usize), (second, j): (&Hull, usize)) -> Axis {
    let (above, below) = if let (Some(a), Some(b)) = (&first.half_axes, &second.half_axes) {
        // Of three half edges the one that is square to the axis adds nothing.
        let reach = |half_axes: &[DVec3; 3], k: usize| {
            across.dot(half_axes[(k + 1) % 3]).abs() + across.dot(half_axes[(k + 2) % 3]).abs()
        };
        let (middle, reach) = (
            across.dot(first.center - second.center),
            reach(a, i) + reach(b, j),
        );
        (middle - reach, -middle - reach)
    } else {
        let (first_low, first_high) = first.extent(across);
        let (second_low, second_high) = second.extent(across);
        (first_low - second_high, second_low - first_high)
    };
    if above > below {
        Axis {
            normal: across,
            gap: above,
        }
    } else {
        Axis {
            normal: -across,
            gap: below,
        }
    }
}
