//! Nearest points: of segments, of a point and a hull, and of two cores (hull or segment) that are apart.

use super::hull::{EDGE_CORNERS, Hull};
use super::touch::Feature;
use glam::DVec3;

/// Where along a segment (0 to 1) it is nearest to a point.
#[inline]
pub(super) fn on_segment([a, b]: [DVec3; 2], point: DVec3) -> f64 {
    let along = b - a;
    let square = along.length_squared();
    if square > 0.0 {
        ((point - a).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Where along each of two segments (0 to 1) they are nearest to each other.
///
/// Ericson, *Real-Time Collision Detection* (2005), section 5.1.9: the lines' nearest points, clamped to the one
/// segment, then to the other. With a = d₁·d₁, b = d₁·d₂, e = d₂·d₂, c = d₁·r, f = d₂·r and r = p₁ − p₂:
/// s = (b f − c e)/(a e − b²), t = (b s + f)/e.
#[inline]
pub(super) fn on_segments(first: [DVec3; 2], second: [DVec3; 2]) -> (f64, f64) {
    let (d1, d2) = (first[1] - first[0], second[1] - second[0]);
    let r = first[0] - second[0];
    let (a, b, e) = (d1.length_squared(), d1.dot(d2), d2.length_squared());
    let (c, f) = (d1.dot(r), d2.dot(r));
    if e <= 0.0 {
        return (on_segment(first, second[0]), 0.0);
    }
    if a <= 0.0 {
        return (0.0, on_segment(second, first[0]));
    }
    let determinant = a * e - b * b;
    let s = if determinant > 1e-12 * a * e {
        ((b * f - c * e) / determinant).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let t = (b * s + f) / e;
    if (0.0..=1.0).contains(&t) {
        (s, t)
    } else {
        let t = t.clamp(0.0, 1.0);
        (((b * t - c) / a).clamp(0.0, 1.0), t)
    }
}

/// The nearest point of a hull to a point outside of it.
pub(super) fn on_hull(hull: &Hull, point: DVec3) -> DVec3 {
    let (mut nearest, mut least) = (point, f64::INFINITY);
    for face in 0..6 {
        let above = hull.above(face, point);
        // The nearest point lies on a face that the point sees.
        if above <= 0.0 {
            continue;
        }
        let corners = hull.face(face);
        let mut is_over = true;
        for side in 0..4 {
            if hull.outward(face, side).dot(point - corners[side]) > 0.0 {
                is_over = false;
                let edge = [corners[side], corners[(side + 1) % 4]];
                let candidate = edge[0].lerp(edge[1], on_segment(edge, point));
                let square = candidate.distance_squared(point);
                if square < least {
                    (nearest, least) = (candidate, square);
                }
            }
        }
        if is_over {
            return point - above * hull.normals[face];
        }
    }
    nearest
}

/// A solid without its roundness: what is left of a capsule is a segment.
#[derive(Clone, Copy)]
pub(super) enum Core<'a> {
    Segment([DVec3; 2]),
    Hull(&'a Hull),
}

impl Core<'_> {
    fn corners(&self) -> &[DVec3] {
        match self {
            Self::Segment(ends) => ends,
            Self::Hull(hull) => &hull.corners,
        }
    }

    fn edges(&self) -> &'static [[u8; 2]] {
        match self {
            Self::Segment(_) => &EDGE_CORNERS[..1],
            Self::Hull(_) => &EDGE_CORNERS,
        }
    }

    fn nearest_to(&self, point: DVec3) -> DVec3 {
        match self {
            Self::Segment(ends) => ends[0].lerp(ends[1], on_segment(*ends, point)),
            Self::Hull(hull) => on_hull(hull, point),
        }
    }
}

/// The nearest points of two cores that are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) on_first: DVec3,
    pub(super) on_second: DVec3,
    pub(super) distance: f64,
    pub(super) feature: Feature,
}

/// The nearest points of two cores, if they are nearer than `most`. `axis` is a unit vector along which the first lies
/// beyond the second.
///
/// Two points p and q no farther apart than `most` lie within `most − gap` of the ends of the gap that the axis shows;
/// corners and edges farther back need not be asked.
pub(super) fn nearest(first: &Core, second: &Core, axis: DVec3, most: f64) -> Option<Nearest> {
    let along = |corners: &[DVec3]| {
        let mut along = [0.0; 8];
        for (a, corner) in along.iter_mut().zip(corners) {
            *a = axis.dot(*corner);
        }
        along
    };
    let (first_along, second_along) = (along(first.corners()), along(second.corners()));
    let low = first_along[..first.corners().len()]
        .iter()
        .fold(f64::INFINITY, |low, a| low.min(*a));
    let high = second_along[..second.corners().len()]
        .iter()
        .fold(f64::NEG_INFINITY, |high, a| high.max(*a));
    let (first_limit, second_limit) = (high + most, low - most);

    let mut best: Option<Nearest> = None;
    let mut offer = |on_first: DVec3, on_second: DVec3, feature: Feature| {
        let distance = on_first.distance(on_second);
        // What is only as near by rounding is not taken: corners come first, so their numbers stay.
        if distance < best.map_or(most, |best| best.distance - 1e-12) {
            best = Some(Nearest {
                on_first,
                on_second,
                distance,
                feature,
            });
        }
    };
    for (k, corner) in first.corners().iter().enumerate() {
        if first_along[k] <= first_limit {
            offer(
                *corner,
                second.nearest_to(*corner),
                Feature::FirstCorner(k as u8),
            );
        }
    }
    for (k, corner) in second.corners().iter().enumerate() {
        if second_along[k] >= second_limit {
            offer(
                first.nearest_to(*corner),
                *corner,
                Feature::SecondCorner(k as u8),
            );
        }
    }
    for (i, edge) in first.edges().iter().enumerate() {
        let [a, b] = edge.map(usize::from);
        if first_along[a].min(first_along[b]) > first_limit {
            continue;
        }
        let first_edge = [first.corners()[a], first.corners()[b]];
        for (j, edge) in second.edges().iter().enumerate() {
            let [c, d] = edge.map(usize::from);
            if second_along[c].max(second_along[d]) < second_limit {
                continue;
            }
            let second_edge = [second.corners()[c], second.corners()[d]];
            let (s, t) = on_segments(first_edge, second_edge);
            let on_first = first_edge[0].lerp(first_edge[1], s);
            let on_second = second_edge[0].lerp(second_edge[1], t);
            offer(on_first, on_second, Feature::Crossing(i as u8, j as u8));
        }
    }
    best
}
