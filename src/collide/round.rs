//! Balls: one touch each, in the direction of the nearest point.

use super::Touches;
use super::hull::Hull;
use super::nearest::on_hull;
use super::touch::Feature;
use glam::DVec3;

/// Nearer points than this give no direction [m].
pub(super) const LEAST_DISTANCE: f64 = 1e-9;

/// Two balls; also what capsules come to, at a place along their axes.
pub(super) fn ball_ball(
    first: (DVec3, f64),
    second: (DVec3, f64),
    margin: f64,
    touches: &mut Touches,
) {
    let away = first.0 - second.0;
    let distance = away.length();
    let normal = if distance > LEAST_DISTANCE {
        away / distance
    } else {
        DVec3::Y
    };
    push_round(
        first,
        second,
        (normal, distance),
        Feature::Round,
        margin,
        touches,
    );
}

/// Two balls that are so far apart along a normal.
pub(super) fn push_round(
    (first, first_radius): (DVec3, f64),
    (second, second_radius): (DVec3, f64),
    (normal, distance): (DVec3, f64),
    feature: Feature,
    margin: f64,
    touches: &mut Touches,
) {
    let gap = distance - first_radius - second_radius;
    if gap < margin {
        let (on_first, on_second) = (
            first - first_radius * normal,
            second + second_radius * normal,
        );
        touches.push(0.5 * (on_first + on_second), normal, gap, feature);
    }
}

/// A ball and a hull: by the nearest point, or, with its centre inside, out through the nearest face.
pub(super) fn ball_hull(
    center: DVec3,
    radius: f64,
    hull: &Hull,
    margin: f64,
    touches: &mut Touches,
) {
    let (face, above) = hull.outermost(center);
    if above >= margin + radius {
        return;
    }
    let mut push = |normal: DVec3, distance: f64| {
        let on_hull = center - distance * normal;
        push_round(
            (center, radius),
            (on_hull, 0.0),
            (normal, distance),
            Feature::Round,
            margin,
            touches,
        );
    };
    if above > 0.0 {
        let away = center - on_hull(hull, center);
        let distance = away.length();
        if distance > LEAST_DISTANCE {
            return push(away / distance, distance);
        }
    }
    push(hull.normals[face], above);
}
