//! Laws of the region in which forces can hold a centre of mass.

use contrapposto::kinematics::{CarryingPatch, SupportPolygon, support_region};
use contrapposto::math::Random;
use glam::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A rectangle of `half` sides about a place.
pub(crate) fn patch(center: DVec3, normal: DVec3, half: DVec2, friction: f64) -> CarryingPatch {
    let across = DVec3::Y.cross(normal).try_normalize().unwrap_or(DVec3::X);
    let up = normal.cross(across);
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let corner = |(u, v): (f64, f64)| center + u * half.x * across + v * half.y * up;
    CarryingPatch {
        corners_in_world: corners.map(corner).to_vec(),
        normal_in_world: normal,
        friction,
    }
}

/// One to four patches within a metre, up to 1.2 m high, level to vertical, some of them exactly so.
pub(crate) fn random_stance(random: &mut Random) -> Vec<CarryingPatch> {
    let count = 1 + random.below(4);
    let mut one = |_| {
        let place = DVec3::new(
            random.between(-0.6, 0.6),
            random.between(0.0, 1.2),
            random.between(-0.6, 0.6),
        );
        let slope = match random.below(10) {
            0..3 => 0.0,
            3 => FRAC_PI_2,
            _ => random.between(0.0, FRAC_PI_2),
        };
        let (sin, cos) = libm::sincos(slope);
        let yaw = random.between(0.0, TAU);
        let normal = DVec3::new(sin * libm::cos(yaw), cos, sin * libm::sin(yaw));
        let half = DVec2::new(random.between(0.02, 0.06), random.between(0.02, 0.15));
        patch(place, normal.normalize(), half, random.between(0.2, 1.0))
    };
    (0..count).map(&mut one).collect()
}

/// Patches on the corners of a lattice, along its axes and diagonals, some of them lines and points, some without friction:
/// forces that all but cancel, and many ways to give the same ones.
fn lattice_stance(random: &mut Random) -> Vec<CarryingPatch> {
    let count = 1 + random.below(5);
    let mut one = |_| {
        let mut step = || random.below(3) as f64 - 1.0;
        let place = 0.5 * DVec3::new(step(), step(), step());
        let normal = DVec3::new(step(), step(), step()).try_normalize();
        let half = [DVec2::ZERO, DVec2::new(0.1, 0.0), DVec2::splat(0.1)][random.below(3)];
        let friction = [0.0, 0.5, 1.0, 10.0][random.below(4)];
        patch(place, normal.unwrap_or(DVec3::Y), half, friction)
    };
    (0..count).map(&mut one).collect()
}

/// How far corners of the one lie outside the other.
fn outside(inner: &SupportPolygon, outer: &SupportPolygon) -> f64 {
    let margins = inner.corners().iter().map(|c| outer.margin(*c).metres);
    (-margins.fold(f64::INFINITY, f64::min)).max(0.0)
}

fn assert_same(one: &SupportPolygon, other: &SupportPolygon, tolerance: f64) {
    assert_eq!(one.is_empty(), other.is_empty());
    let apart = outside(one, other).max(outside(other, one));
    assert!(apart <= tolerance, "{apart} apart: {one:?} {other:?}");
}

/// What a change does to every patch.
fn changed(
    patches: &[CarryingPatch],
    place: impl Fn(DVec3) -> DVec3,
    direction: impl Fn(DVec3) -> DVec3,
) -> Vec<CarryingPatch> {
    let one = |old: &CarryingPatch| CarryingPatch {
        corners_in_world: old.corners_in_world.iter().map(|c| place(*c)).collect(),
        normal_in_world: direction(old.normal_in_world),
        friction: old.friction,
    };
    patches.iter().map(one).collect()
}

const FOOT: DVec2 = DVec2::new(0.05, 0.12);

#[test]
fn on_level_ground_the_region_is_the_hull_of_the_corners() {
    for friction in [0.0, 0.6] {
        let feet = [0.1, -0.1].map(|x| patch(DVec3::new(x, 0.3, x), DVec3::Y, FOOT, friction));
        let corners = feet.iter().flat_map(|foot| &foot.corners_in_world);
        let hull = SupportPolygon::hull(corners.map(|c| DVec2::new(c.x, c.z)));
        assert_eq!(support_region(&feet), hull);
    }
}

#[test]
fn feet_on_two_steps_lean_on_each_other_as_far_as_friction_goes() {
    let feet = |friction| {
        [(0.1, 0.0), (-0.1, 0.3)]
            .map(|(x, y)| patch(DVec3::new(x, y, 0.0), DVec3::Y, FOOT, friction))
    };
    // Without friction all forces point up, and heights do not matter.
    let slippery = support_region(&feet(0.0));
    let corners = feet(0.0).into_iter().flat_map(|foot| foot.corners_in_world);
    let hull = SupportPolygon::hull(corners.map(|c| DVec2::new(c.x, c.z)));
    assert_same(&slippery, &hull, 1e-6);
    let rough = support_region(&feet(0.6));
    assert!(outside(&slippery, &rough) < 1e-12);
    assert!(outside(&rough, &slippery) > 0.04);
}

#[test]
fn a_wall_lets_a_body_lean_as_far_as_a_ladder() {
    // Floor N₁ and μN₁, wall N₂ = μN₁ and v N₂ up, |v| ≤ μ'; N₁ + v N₂ = 1. So the centre of mass is μ (H + v D) / (1 + μ v)
    // ahead of the foot, most of all with the wall's friction at one of its ends: down where the wall is near.
    let (height, distance) = (1.4, 0.7);
    for (floor, wall) in [(0.6, 0.4), (0.3, 0.0), (0.0, 0.8)] {
        let thin = DVec2::new(0.3, 0.0);
        let patches = [
            patch(DVec3::ZERO, DVec3::Y, thin, floor),
            patch(DVec3::new(0.0, height, distance), DVec3::NEG_Z, thin, wall),
        ];
        let region = support_region(&patches);
        let ahead = region.corners().iter().map(|c| c.y);
        let ahead = ahead.fold(f64::NEG_INFINITY, f64::max);
        let ladder = [wall, -wall]
            .map(|v| floor * (height + v * distance) / (1.0 + floor * v))
            .into_iter()
            .fold(0.0, f64::max);
        assert!((ahead - ladder).abs() < 1e-6, "{ahead} and {ladder}");
    }
}

#[test]
fn a_box_stays_on_a_slope_below_the_angle_of_friction_and_not_above() {
    let friction = 0.5;
    for yaw in [0.0, 0.4, 2.0, 5.0] {
        for (share, stays) in [(0.99, true), (1.01, false)] {
            let slope = libm::atan(share * friction);
            let (sin, cos) = libm::sincos(slope);
            let normal = DVec3::new(sin * libm::cos(yaw), cos, sin * libm::sin(yaw));
            let below = patch(DVec3::ZERO, normal, FOOT, friction);
            let hull =
                SupportPolygon::hull(below.corners_in_world.iter().map(|c| DVec2::new(c.x, c.z)));
            let region = support_region(std::slice::from_ref(&below));
            assert_eq!(region.is_empty(), !stays);
            if stays {
                assert_eq!(region, hull);
                // The same by forces: a second patch nearly in the plane makes the long way necessary.
                let mut above = below.clone();
                for corner in &mut above.corners_in_world {
                    corner.y += 2e-5;
                }
                assert_same(&support_region(&[below, above]), &hull, 1e-4);
            }
        }
    }
}

#[test]
fn walls_that_face_each_other_hold_a_body_anywhere_or_nowhere() {
    let walls = |friction| {
        [DVec3::X, DVec3::NEG_X].map(|n| patch(-0.5 * n, n, DVec2::splat(0.1), friction))
    };
    let region = support_region(&walls(0.5));
    // Cut 5 m beside the patches.
    let rim = SupportPolygon::hull([
        DVec2::new(5.5, 5.1),
        DVec2::new(-5.5, 5.1),
        DVec2::new(-5.5, -5.1),
        DVec2::new(5.5, -5.1),
    ]);
    assert_same(&region, &rim, 1e-6);
    assert!(support_region(&walls(0.0)).is_empty());
}

#[test]
fn nothing_at_all_holds_nothing() {
    assert!(support_region(&[]).is_empty());
    let ceiling = patch(DVec3::Y, DVec3::NEG_Y, FOOT, 1.0);
    assert!(support_region(&[ceiling]).is_empty());
    let mut broken = patch(DVec3::ZERO, DVec3::Y, FOOT, 1.0);
    broken.corners_in_world[0].x = f64::NAN;
    assert!(support_region(&[broken]).is_empty());
}

#[test]
fn a_point_a_line_and_a_groove_hold_what_is_above_them() {
    let point = patch(DVec3::X, DVec3::Y, DVec2::ZERO, 0.5);
    assert_eq!(support_region(&[point]).corners(), [DVec2::X]);
    // Two slopes without friction make a groove: only what is over its bottom stays.
    let sides = [DVec3::new(1.0, 1.0, 0.0), DVec3::new(-1.0, 1.0, 0.0)];
    let groove = sides.map(|n| {
        let n = n.normalize();
        patch(-n, n, DVec2::new(0.2, 0.0), 0.0)
    });
    let along = [DVec2::new(0.0, -0.2), DVec2::new(0.0, 0.2)];
    let region = support_region(&groove);
    assert_eq!(region.corners().len(), 2);
    assert_same(&region, &SupportPolygon::hull(along), 1e-6);
}

#[test]
fn a_stance_in_the_mirror_has_its_region_in_the_mirror() {
    let mut random = Random::new(3);
    for number in 0..400 {
        let patches = if number % 2 == 0 {
            random_stance(&mut random)
        } else {
            lattice_stance(&mut random)
        };
        let flip = |v: DVec3| DVec3::new(-v.x, v.y, v.z);
        let mirrored = support_region(&changed(&patches, flip, flip));
        let corners = support_region(&patches).corners().to_vec();
        let expected = SupportPolygon::hull(corners.iter().map(|c| DVec2::new(-c.x, c.y)));
        assert_same(&mirrored, &expected, 1e-5);
    }
}

#[test]
fn a_region_moves_and_grows_with_its_patches() {
    let mut random = Random::new(4);
    let cut = 5.0;
    for _ in 0..200 {
        let patches = random_stance(&mut random);
        let region = support_region(&patches);
        if region.corners().iter().any(|c| c.length() > 0.9 * cut) {
            continue;
        }
        let offset = DVec3::new(3.0, -2.0, 7.0);
        let moved = support_region(&changed(&patches, |p| 0.2 * p + offset, |n| n));
        let to = |c: &DVec2| 0.2 * *c + DVec2::new(3.0, 7.0);
        let expected = SupportPolygon::hull(region.corners().iter().map(to));
        assert_same(&moved, &expected, 1e-5);
    }
}

#[test]
fn one_more_patch_never_takes_anything_away() {
    let mut random = Random::new(5);
    for number in 0..400 {
        let patches = if number % 2 == 0 {
            random_stance(&mut random)
        } else {
            lattice_stance(&mut random)
        };
        let mut before = SupportPolygon::default();
        for count in 1..=patches.len() {
            let region = support_region(&patches[..count]);
            let lost = outside(&before, &region);
            assert!(
                lost < 1e-5,
                "stance {number}, patch {count}: {lost} {:?} {before:?} {region:?}",
                &patches[..count]
            );
            before = region;
        }
    }
}

#[test]
fn patches_that_all_but_cancel_have_a_region_all_the_same() {
    let mut random = Random::new(6);
    for exponent in [-14, -10, -8, -6, -4] {
        for _ in 0..200 {
            let jitter = libm::pow(10.0, f64::from(exponent));
            let mut patches = lattice_stance(&mut random);
            for patch in &mut patches {
                let tilt = DVec3::from_array([0; 3].map(|_| random.between(-jitter, jitter)));
                patch.normal_in_world = (patch.normal_in_world + tilt).normalize();
            }
            let region = support_region(&patches);
            assert!(region.corners().iter().all(|c| c.is_finite()));
            assert_eq!(support_region(&patches), region);
            let cut = 0.65 + 5.0;
            assert!(
                region
                    .corners()
                    .iter()
                    .all(|c| c.abs().max_element() < cut + 1e-6)
            );
        }
    }
}
