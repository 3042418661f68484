//! Where solids touch: every pair against a second algorithm, feet, toes and balls on real ground, and links that come near
//! each other.

mod clearances;
mod distance;
mod ground;
mod solids;

use contrapposto::collide::{Solid, Touch};
use contrapposto::math::Random;
use distance::{distance, moved};
use glam::{DQuat, DVec3};
use solids::{KINDS, foot, random, touches, upright_box};

fn each_pair(count: usize, spread: f64, mut check: impl FnMut(&Solid, &Solid, &mut Random)) {
    let mut seeded = Random::new(5);
    for first in 0..KINDS {
        for second in 0..KINDS {
            for _ in 0..count {
                let a = random(first, spread, &mut seeded);
                let b = random(second, spread, &mut seeded);
                check(&a, &b, &mut seeded);
            }
        }
    }
}

/// How much less than the distance a gap may be: where nearly parallel faces or rims meet.
fn below(first: &Solid, second: &Solid, distance: f64) -> f64 {
    match (first, second) {
        (Solid::Hull(_), Solid::Hull(_)) => 0.02 * distance + 1.1e-4,
        (Solid::Hull(_), Solid::Capsule { .. }) | (Solid::Capsule { .. }, Solid::Hull(_)) => 1.1e-4,
        _ => 1e-6,
    }
}

#[test]
fn gaps_of_solids_that_are_apart_are_their_distances() {
    let margin = 0.25;
    let mut seen = 0;
    each_pair(400, 0.5, |a, b, _| {
        let (low, high) = distance(a, b);
        if low <= 1e-9 || high - low > 1e-6 {
            return;
        }
        let touches = touches(a, b, margin);
        match touches.deepest() {
            Some(deepest) => {
                seen += 1;
                assert!(deepest.gap < high + 1e-6, "{deepest:?} {high} {a:?} {b:?}");
                let least = low - below(a, b, low) - 1e-6;
                assert!(deepest.gap > least, "{deepest:?} {low} {a:?} {b:?}");
            }
            None => assert!(high > margin - 1e-6, "{a:?} {b:?} {high}"),
        }
    });
    assert!(seen > 1500, "{seen}");
}

#[test]
fn the_deepest_touch_is_the_shortest_way_out() {
    let mut seen = 0;
    each_pair(150, 0.25, |a, b, seeded| {
        let touches = touches(a, b, 0.0);
        let Some(deepest) = touches.deepest() else {
            return;
        };
        seen += 1;
        let depth = -deepest.gap;
        // So far and a little more: apart, but only just.
        let (low, high) = distance(&moved(a, (depth + 1e-4) * deepest.normal), b);
        assert!(
            high > -0.02 * depth && low < 0.025 * depth + 3e-4,
            "{deepest:?} {low} {high} {a:?} {b:?}"
        );
        // Not so far, any way: no.
        for _ in 0..10 {
            let way = seeded.in_box(DVec3::ONE).normalize_or(DVec3::Y);
            let (low, high) = distance(&moved(a, 0.97 * depth * way), b);
            assert!(low < 1e-6, "{deepest:?} {way} {low} {high} {a:?} {b:?}");
        }
    });
    assert!(seen > 1000, "{seen}");
}

#[test]
fn in_the_other_order_normals_turn_round_and_gaps_stay() {
    each_pair(400, 0.4, |a, b, _| {
        let (there, back) = (touches(a, b, 0.05), touches(b, a, 0.05));
        match (there.deepest(), back.deepest()) {
            (Some(there), Some(back)) => {
                let tolerance = 0.025 * there.gap.abs() + 1.1e-4;
                assert!(
                    (there.gap - back.gap).abs() < tolerance,
                    "{a:?} {b:?} {there:?} {back:?}"
                );
            }
            (None, None) => {}
            (Some(only), None) | (None, Some(only)) => assert!(only.gap > 0.0485, "{only:?}"),
        }
        if !matches!((a, b), (Solid::Hull(_), Solid::Hull(_))) && there.len() == 1 {
            let (there, back) = (there.deepest().unwrap(), back.deepest().unwrap());
            assert!(
                there.normal.distance(-back.normal) < 1e-6
                    && there.point.distance(back.point) < 1e-6
            );
        }
    });
}

#[test]
fn any_pair_gives_finite_points_and_unit_normals() {
    let mut seeded = Random::new(77);
    for k in 0..100_000 {
        let spread = [0.0, 1e-9, 0.1, 0.4, 2.0][k % 5];
        let a = random(seeded.below(KINDS), spread, &mut seeded);
        let b = random(seeded.below(KINDS), spread, &mut seeded);
        for touch in &touches(&a, &b, 0.02) {
            assert!(
                touch.point.is_finite() && touch.gap < 0.02,
                "{a:?} {b:?} {touch:?}"
            );
            assert!(
                (touch.normal.length() - 1.0).abs() < 1e-9,
                "{a:?} {b:?} {touch:?}"
            );
        }
    }
}

#[test]
fn solids_in_the_very_same_place_still_have_a_way_out() {
    let mut seeded = Random::new(3);
    for kind in 0..KINDS {
        let solid = random(kind, 0.1, &mut seeded);
        let touches = touches(&solid, &solid, 0.0);
        assert!(!touches.is_empty(), "{solid:?}");
        for touch in &touches {
            assert!(touch.gap < 0.0 && (touch.normal.length() - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn numbers_that_are_not_finite_touch_nothing() {
    let floor = upright_box(-DVec3::Y, DVec3::new(5.0, 1.0, 5.0));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        for axis in DVec3::AXES {
            let at = bad * axis;
            for solid in [
                Solid::Ball {
                    center: at,
                    radius: 0.1,
                },
                Solid::Ball {
                    center: DVec3::ZERO,
                    radius: bad,
                },
                Solid::Capsule {
                    ends: [DVec3::ZERO, at],
                    radius: 0.1,
                },
                upright_box(at, DVec3::ONE),
                upright_box(DVec3::ZERO, bad * DVec3::ONE),
            ] {
                assert!(touches(&solid, &floor, 0.1).is_empty(), "{solid:?}");
                assert!(touches(&floor, &solid, 0.1).is_empty(), "{solid:?}");
            }
        }
    }
    let resting = foot(DVec3::ZERO, DQuat::IDENTITY);
    assert!(touches(&resting, &floor, f64::NAN).is_empty());
}

#[test]
fn a_foot_on_a_block_touches_with_the_four_corners_of_its_sole() {
    let floor = upright_box(-0.5 * DVec3::Y, DVec3::new(5.0, 0.5, 12.0));
    for gap in [-5e-3, -2e-4, 0.0, 2e-4, 8e-3] {
        for turn in [0.0, 0.1, 0.785, 2.0] {
            let sole = DVec3::new(0.3, gap, 0.7);
            let rotation = DQuat::from_rotation_y(turn);
            let touches = touches(&foot(sole, rotation), &floor, 0.01);
            assert_eq!(touches.len(), 4);
            for corner in [(-0.05, -0.13), (0.05, -0.13), (-0.05, 0.13), (0.05, 0.13)] {
                let corner = sole + rotation * DVec3::new(corner.0, 0.0, corner.1);
                let middle = DVec3::new(corner.x, 0.5 * gap, corner.z);
                let is_there = |touch: &&Touch| touch.point.distance(middle) < 1e-12;
                let touch = touches
                    .iter()
                    .find(is_there)
                    .expect("a touch at the corner");
                assert!((touch.gap - gap).abs() < 1e-12 && touch.normal == DVec3::Y);
            }
        }
    }
}

#[test]
fn places_keep_their_numbers_while_they_move_a_tenth_of_a_millimetre() {
    let floor = upright_box(-0.5 * DVec3::Y, DVec3::new(5.0, 0.5, 12.0));
    let step = upright_box(DVec3::new(0.0, -0.1, 0.35), DVec3::new(1.0, 0.1, 0.3));
    let crate_ = upright_box(DVec3::new(0.0, 0.2, 0.0), DVec3::splat(0.2));
    let mut seeded = Random::new(8);
    for (ground, solid, count) in [
        (
            floor,
            foot(-2e-4 * DVec3::Y, DQuat::from_rotation_y(0.3)),
            4,
        ),
        // Over a rim: two corners, and the rim across two edges.
        (step, foot(-2e-4 * DVec3::Y, DQuat::from_rotation_y(0.3)), 4),
        // Two crates of one size, flush.
        (
            crate_,
            upright_box(DVec3::new(0.0, 0.5998, 0.0), DVec3::splat(0.2)),
            4,
        ),
    ] {
        let numbers = |solid: &Solid| {
            let touches = touches(solid, &ground, 0.01);
            let mut numbers: Vec<u32> = touches.iter().map(|touch| touch.feature).collect();
            numbers.sort_unstable();
            numbers
        };
        let before = numbers(&solid);
        assert_eq!(before.len(), count);
        for _ in 0..200 {
            let shift = seeded.in_box(DVec3::splat(5e-5));
            assert_eq!(numbers(&moved(&solid, shift)), before);
        }
        let mut distinct = before.clone();
        distinct.dedup();
        assert_eq!(distinct, before, "every place has a number of its own");
    }
}

#[test]
fn a_trembling_sole_keeps_its_four_corners() {
    let floor = upright_box(-0.5 * DVec3::Y, DVec3::new(5.0, 0.5, 12.0));
    let rim = upright_box(DVec3::new(0.0, -0.1, 0.35), DVec3::new(1.0, 0.1, 0.3));
    let mut seeded = Random::new(2);
    for ground in [floor, rim] {
        for _ in 0..500 {
            let tremor = DQuat::from_scaled_axis(seeded.in_box(DVec3::splat(2e-3)));
            let sole = DVec3::new(0.0, seeded.between(-1e-3, 1e-3), 0.0);
            let touches = touches(&foot(sole, tremor), &ground, 0.01);
            assert_eq!(touches.len(), 4, "{tremor} {sole}");
            for touch in &touches {
                assert!(touch.normal.y > 0.999, "{touch:?}");
            }
        }
    }
}

#[test]
fn faces_that_overlap_in_part_touch_around_what_they_share() {
    // A cross of two planks, and an octagon: a crate turned by 45° on one of its own size.
    let plank = upright_box(DVec3::ZERO, DVec3::new(0.5, 0.05, 0.1));
    let across = upright_box(DVec3::new(0.0, 0.099, 0.0), DVec3::new(0.1, 0.05, 0.5));
    let found = touches(&across, &plank, 0.01);
    assert_eq!(found.len(), 4);
    for touch in &found {
        assert!((touch.point.abs() - DVec3::new(0.1, touch.point.y, 0.1)).length() < 0.05 + 1e-9);
        assert!((touch.gap + 1e-3).abs() < 1e-12);
    }
    let lower = upright_box(DVec3::ZERO, DVec3::splat(0.2));
    let turn = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
    let upper = contrapposto::math::Transform::new(turn, 0.401 * DVec3::Y);
    let hull = contrapposto::collide::Hull::of_box(&upper, DVec3::splat(0.2));
    let found = touches(&Solid::Hull(hull), &lower, 0.01);
    assert_eq!(found.len(), 8);
    assert!(found.iter().all(|touch| (touch.gap - 1e-3).abs() < 1e-12));
}

#[test]
fn crossing_edges_touch_where_they_cross() {
    // Two crates on edge, one along x below one along z: the edges meet at the origin.
    let edge_up = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let reach = 0.2 * std::f64::consts::SQRT_2;
    let make = |rotation: DQuat, center: DVec3| {
        let place = contrapposto::math::Transform::new(rotation, center);
        Solid::Hull(contrapposto::collide::Hull::of_box(
            &place,
            DVec3::splat(0.2),
        ))
    };
    let lower = make(edge_up, -reach * DVec3::Y);
    let quarter = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    for gap in [-0.01, 0.01] {
        let upper = make(quarter * edge_up, (reach + gap) * DVec3::Y);
        let found = touches(&upper, &lower, 0.02);
        assert_eq!(found.len(), 1);
        let touch = found.deepest().unwrap();
        assert!((touch.gap - gap).abs() < 1e-12 && touch.normal.distance(DVec3::Y) < 1e-12);
        assert!(touch.point.distance(0.5 * gap * DVec3::Y) < 1e-12);
    }
}

#[test]
fn a_lying_capsule_touches_at_both_ends_and_a_standing_one_at_its_foot() {
    let floor = upright_box(-0.5 * DVec3::Y, DVec3::new(5.0, 0.5, 5.0));
    let lying = Solid::Capsule {
        ends: [DVec3::new(-0.2, 0.051, 0.0), DVec3::new(0.2, 0.052, 0.1)],
        radius: 0.05,
    };
    let found = touches(&lying, &floor, 0.01);
    let gaps: Vec<f64> = found.iter().map(|touch| touch.gap).collect();
    assert_eq!(found.len(), 2);
    assert!((gaps[0] - 1e-3).abs() < 1e-12 && (gaps[1] - 2e-3).abs() < 1e-12);
    let standing = Solid::Capsule {
        ends: [DVec3::new(0.0, 0.049, 0.0), DVec3::new(0.0, 0.4, 0.0)],
        radius: 0.05,
    };
    let found = touches(&standing, &floor, 0.01);
    assert_eq!(found.len(), 1);
    assert!((found.deepest().unwrap().gap + 1e-3).abs() < 1e-12);
    // Side by side: one at each end of what they share.
    let beside = Solid::Capsule {
        ends: [DVec3::new(-0.1, 0.16, 0.025), DVec3::new(0.4, 0.16, 0.15)],
        radius: 0.05,
    };
    assert_eq!(touches(&lying, &beside, 0.02).len(), 2);
}

#[test]
fn a_fast_ball_is_seen_before_it_arrives() {
    // 5 m/s at 240 steps a second: 2 cm and a little, the caller's margin.
    let wall = upright_box(DVec3::new(0.0, 1.0, 0.15), DVec3::new(0.2, 0.3, 0.1));
    let margin = 2e-3 + 5.0 / 240.0;
    let ball = Solid::Ball {
        center: DVec3::new(0.05, 1.1, -0.07),
        radius: 0.1,
    };
    let found = touches(&ball, &wall, margin);
    let touch = found.deepest().expect("the ball is near");
    assert_eq!(found.len(), 1);
    assert!((touch.gap - 0.02).abs() < 1e-12 && touch.normal.distance(-DVec3::Z) < 1e-12);
    assert!(touches(&ball, &wall, 0.01).is_empty());
}

#[test]
fn touching_allocates_nothing() {
    let mut seeded = Random::new(4);
    let mut make = || {
        (0..KINDS)
            .map(|kind| random(kind, 0.2, &mut seeded))
            .collect()
    };
    let (a, b): (Vec<Solid>, Vec<Solid>) = (make(), make());
    let info = allocation_counter::measure(|| {
        for first in &a {
            for second in &b {
                std::hint::black_box(touches(first, second, 0.1));
            }
        }
    });
    assert_eq!(info.count_total, 0);
}
