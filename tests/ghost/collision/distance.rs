//! The distance of two solids by a second algorithm: Frank and Wolfe's with pairwise steps, on the differences of their
//! corners (Lacoste-Julien and Jaggi 2015). It brackets its answer, so tests need not trust how far it came.

use contrapposto::collide::Solid;
use glam::DVec3;

/// The corners of what is left of a solid without its roundness, and the roundness.
fn core(solid: &Solid) -> (Vec<DVec3>, f64) {
    match solid {
        Solid::Ball { center, radius } => (vec![*center], *radius),
        Solid::Capsule { ends, radius } => (ends.to_vec(), *radius),
        Solid::Hull(hull) => (hull.corners().to_vec(), 0.0),
    }
}

/// Lower and upper bound on the distance of two solids [m]; where the solids without their roundness overlap, zero less
/// that roundness at the most.
pub(crate) fn distance(first: &Solid, second: &Solid) -> (f64, f64) {
    let ((a, r), (b, s)) = (core(first), core(second));
    let corners: Vec<DVec3> = a
        .iter()
        .flat_map(|p| b.iter().map(move |q| *p - *q))
        .collect();
    let mut weights = vec![0.0; corners.len()];
    weights[0] = 1.0;
    let mut point = corners[0];
    let mut bounds = (0.0_f64, point.length());
    for _ in 0..20_000 {
        let along = |k: &usize| point.dot(corners[*k]);
        let by_height = |a: &usize, b: &usize| along(a).total_cmp(&along(b));
        let to = (0..corners.len())
            .min_by(by_height)
            .expect("solids have corners");
        let held = (0..corners.len()).filter(|k| weights[*k] > 0.0);
        let from = held.max_by(by_height).expect("weights add up to one");
        let length = point.length();
        bounds.1 = bounds.1.min(length);
        if length > 1e-15 {
            bounds.0 = bounds.0.max(along(&to) / length);
        }
        if bounds.1 - bounds.0 < 1e-10 || to == from {
            break;
        }
        let step = corners[to] - corners[from];
        let share = (-point.dot(step) / step.length_squared()).clamp(0.0, weights[from]);
        weights[from] -= share;
        weights[to] += share;
        point += share * step;
    }
    (bounds.0 - r - s, bounds.1 - r - s)
}

/// The same solid elsewhere.
pub(crate) fn moved(solid: &Solid, by: DVec3) -> Solid {
    match solid {
        Solid::Ball { center, radius } => Solid::Ball {
            center: *center + by,
            radius: *radius,
        },
        Solid::Capsule { ends, radius } => Solid::Capsule {
            ends: ends.map(|end| end + by),
            radius: *radius,
        },
        Solid::Hull(hull) => Solid::Hull(hull.moved(by)),
    }
}
