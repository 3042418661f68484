//! Capsules: against each other one touch, or one at each end where they lie side by side; against a hull what of the
//! axis lies over a face, else the nearest points.

use super::Touches;
use super::clip::segment_over_face;
use super::hull::Hull;
use super::nearest::{Core, nearest, on_segment, on_segments};
use super::round::{LEAST_DISTANCE, push_round};
use super::touch::Feature;
use glam::DVec3;

/// Sine squared of the angle up to which two capsules lie side by side: about six degrees.
const SIDE_BY_SIDE: f64 = 0.01;

/// A face is taken though an edge is nearer by this much [m]; its gaps are then lowered to that of the edge ...
const EDGE_BIAS: f64 = 1e-4;
/// ... if the directions differ no more than by this cosine, that of about six degrees.
const ALIKE: f64 = 0.995;

pub(super) fn collide_capsule(
    (first, first_radius): ([DVec3; 2], f64),
    (second, second_radius): ([DVec3; 2], f64),
    margin: f64,
    touches: &mut Touches,
) {
    let (d1, d2) = (first[1] - first[0], second[1] - second[0]);
    let across = d1.cross(d2);
    // Where the axes cross, only what is square to both leads out.
    let square_to_both = across.try_normalize().unwrap_or_else(|| {
        let longer = if d1.length_squared() > d2.length_squared() {
            d1
        } else {
            d2
        };
        longer
            .try_normalize()
            .unwrap_or(DVec3::X)
            .any_orthonormal_vector()
    });
    let push = |s: f64, t: f64, feature: Feature, touches: &mut Touches| {
        let (a, b) = (first[0].lerp(first[1], s), second[0].lerp(second[1], t));
        let distance = a.distance(b);
        let normal = if distance > LEAST_DISTANCE {
            (a - b) / distance
        } else {
            square_to_both
        };
        let (a, b) = ((a, first_radius), (b, second_radius));
        push_round(a, b, (normal, distance), feature, margin, touches);
        distance
    };

    // 1. Side by side: the ends of what they share.
    let mut least_at_ends = f64::INFINITY;
    let squares = d1.length_squared() * d2.length_squared();
    if across.length_squared() < SIDE_BY_SIDE * squares && squares > 0.0 {
        let (u, v) = (on_segment(first, second[0]), on_segment(first, second[1]));
        if (u - v).abs() * d1.length() > LEAST_DISTANCE {
            for (k, s) in [u.min(v), u.max(v)].into_iter().enumerate() {
                let t = on_segment(second, first[0].lerp(first[1], s));
                let distance = push(s, t, Feature::FirstCorner(k as u8), touches);
                least_at_ends = least_at_ends.min(distance);
            }
        }
    }

    // 2. The nearest points, unless they are one of those.
    let (s, t) = on_segments(first, second);
    let distance = first[0]
        .lerp(first[1], s)
        .distance(second[0].lerp(second[1], t));
    if distance < least_at_ends - LEAST_DISTANCE {
        push(s, t, Feature::Round, touches);
    }
}

pub(super) fn collide_hull(
    ends: [DVec3; 2],
    radius: f64,
    hull: &Hull,
    margin: f64,
    touches: &mut Touches,
) {
    // 1. Separating axes: out of each face, and square to the capsule's axis and an edge.
    let (mut face, mut face_gap) = (0, f64::NEG_INFINITY);
    for candidate in 0..6 {
        let gap = hull
            .above(candidate, ends[0])
            .min(hull.above(candidate, ends[1]));
        if gap > face_gap {
            (face, face_gap) = (candidate, gap);
        }
    }
    if face_gap >= margin + radius {
        return;
    }
    let (mut axis, mut core_gap, mut edge_direction) = (hull.normals[face], face_gap, None);
    let along = ends[1] - ends[0];
    for (index, direction) in hull.distinct_directions().iter().enumerate() {
        let across = along.cross(*direction);
        let square = across.length_squared();
        if square > 1e-6 * along.length_squared() {
            let across = across / square.sqrt();
            let (low, high) = hull.extent(across);
            let place = across.dot(ends[0]);
            let (gap, out) = if place - high > low - place {
                (place - high, across)
            } else {
                (low - place, -across)
            };
            if gap > core_gap {
                (axis, core_gap, edge_direction) = (out, gap, Some(index));
            }
        }
    }
    if core_gap >= margin + radius {
        return;
    }

    // 2. What lies over the face, if that is where they are nearest.
    let least = segment_over_face(hull, face, ends, radius, margin + EDGE_BIAS, touches);
    let is_near = (least - core_gap).abs() <= EDGE_BIAS && axis.dot(hull.normals[face]) > ALIKE;
    if is_near || (core_gap <= 0.0 && edge_direction.is_none()) {
        if core_gap > 0.0 {
            touches.lower(least - core_gap);
        }
        touches.retain(|touch| touch.gap < margin);
        return;
    }
    touches.clear();

    // 3. Else the nearest points of the axis and the hull, or the edge through which the way out is shortest.
    if core_gap > 0.0 {
        let (first, second) = (Core::Segment(ends), Core::Hull(hull));
        if let Some(found) = nearest(&first, &second, axis, margin + radius) {
            let normal = if found.distance > LEAST_DISTANCE {
                (found.on_first - found.on_second) / found.distance
            } else {
                axis
            };
            push_round(
                (found.on_first, radius),
                (found.on_second, 0.0),
                (normal, found.distance),
                found.feature,
                margin,
                touches,
            );
        }
    } else if let Some(direction) = edge_direction {
        let edge = hull.farthest_edge(direction, axis);
        let (s, t) = on_segments(ends, hull.edge(edge));
        let [a, b] = hull.edge(edge);
        let (on_axis, on_edge) = (ends[0].lerp(ends[1], s), a.lerp(b, t));
        push_round(
            (on_axis, radius),
            (on_edge, 0.0),
            (axis, core_gap),
            Feature::Crossing(0, edge as u8),
            margin,
            touches,
        );
    }
}
