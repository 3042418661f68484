//! Feet, toes and balls on levels.

use super::solids::{foot, upright_box};
use contrapposto::collide::{Solid, Terrain, TerrainTouch};
use contrapposto::io::load_level;
use contrapposto::level::{Form, Level, Piece, Platform, Sine, SurfaceId};
use contrapposto::math::{Random, Transform};
use glam::{DQuat, DVec2, DVec3};

fn touches(terrain: &Terrain, solid: &Solid, margin: f64) -> Vec<TerrainTouch> {
    let mut found = Vec::new();
    terrain.touches(solid, margin, |touch| found.push(touch));
    found
}

fn piece(name: &str, at: DVec3, form: Form) -> Piece {
    Piece {
        name: name.to_owned(),
        at,
        heading: 0.0,
        thickness: 0.5,
        friction: 0.7,
        form,
    }
}

fn plane(length: f64, slope: f64) -> Form {
    Form::Plane {
        length,
        width: 4.0,
        slope,
    }
}

/// Ten level planes of 20 cm, end to end.
fn tiles() -> Terrain {
    let pieces = (0..10).map(|k| {
        let at = DVec3::new(0.0, 0.0, 0.2 * f64::from(k));
        piece(&format!("tile {k}"), at, plane(0.2, 0.0))
    });
    Terrain::new(&Level::new("tiles", "", pieces.collect(), Vec::new()))
}

fn shipped(name: &str) -> (Level, Terrain) {
    let level = load_level(name).expect("the level is shipped");
    let terrain = Terrain::new(&level);
    (level, terrain)
}

#[test]
fn a_sliding_foot_does_not_feel_seams() {
    let terrain = tiles();
    for depth in [-3e-3, 0.0, 2e-4, 1e-3, 5e-3, 9e-3] {
        for k in 0..4000 {
            let z = 0.3 + 3e-4 * f64::from(k);
            let solid = foot(DVec3::new(0.1, -depth, z), DQuat::from_rotation_y(0.2));
            let found = touches(&terrain, &solid, 0.025);
            assert!(found.len() >= 4);
            for touch in &found {
                assert_eq!(touch.touch.normal, DVec3::Y, "{depth} {z} {touch:?}");
                assert!((touch.touch.gap + depth).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn a_heel_or_toe_that_slides_does_not_feel_seams() {
    let terrain = tiles();
    for pitch in [-0.3, -0.02, 0.02, 0.3] {
        let rotation = DQuat::from_rotation_x(pitch);
        // The sole's middle, with its lowest edge a fifth of a millimetre deep.
        let height = 0.13 * libm::sin(pitch).abs() - 2e-4;
        for k in 0..2000 {
            let z = 0.3 + 6e-4 * f64::from(k);
            let found = touches(&terrain, &foot(DVec3::new(0.1, height, z), rotation), 0.025);
            let is_deepest = |touch: &&TerrainTouch| (touch.touch.gap + 2e-4).abs() < 1e-9;
            assert!(found.iter().filter(is_deepest).count() >= 2, "{pitch} {z}");
            for touch in &found {
                assert_eq!(touch.touch.normal, DVec3::Y, "{pitch} {z} {touch:?}");
            }
        }
    }
}

#[test]
fn a_rolling_ball_does_not_feel_seams() {
    let terrain = tiles();
    for depth in [-3e-3, 2e-4, 5e-3] {
        for k in 0..2000 {
            let z = 0.3 + 6e-4 * f64::from(k);
            let center = DVec3::new(0.1, 0.05 - depth, z);
            for solid in [
                Solid::Ball {
                    center,
                    radius: 0.05,
                },
                Solid::Capsule {
                    ends: [center, center + 0.3 * DVec3::X],
                    radius: 0.05,
                },
            ] {
                let found = touches(&terrain, &solid, 0.02);
                assert!(!found.is_empty(), "{depth} {z}");
                for touch in &found {
                    assert!(touch.touch.normal.y > 1.0 - 1e-9, "{depth} {z} {touch:?}");
                    assert!((touch.touch.gap + depth).abs() < 1e-9);
                }
            }
        }
    }
}

#[test]
fn a_foot_walks_over_the_crest_and_the_foot_of_a_slope_without_walls() {
    let (_, terrain) = shipped("slope");
    for k in 0..8000 {
        let z = 1e-3 * f64::from(k);
        let Some((height, normal)) = ground_below(&terrain, z) else {
            continue;
        };
        let turn = DQuat::from_rotation_arc(DVec3::Y, normal);
        let solid = foot(DVec3::new(0.0, height - 2e-4, z), turn);
        for touch in touches(&terrain, &solid, 0.02) {
            assert!(touch.touch.normal.y > 0.9, "{z} {touch:?}");
        }
    }
}

/// What a thin probe finds below.
fn ground_below(terrain: &Terrain, z: f64) -> Option<(f64, DVec3)> {
    let probe = Solid::Ball {
        center: DVec3::new(0.0, 3.0, z),
        radius: 1e-3,
    };
    let found = touches(terrain, &probe, 4.0);
    let nearest = found
        .iter()
        .min_by(|a, b| a.touch.gap.total_cmp(&b.touch.gap))?;
    let touch = nearest.touch;
    let on_ground = touch.point - 0.5 * touch.gap * touch.normal;
    // The plane's height straight below the probe.
    let offset = DVec3::new(0.0, 0.0, z) - on_ground;
    let rise = -touch.normal.dot(offset) / touch.normal.y;
    Some((rise, touch.normal))
}

#[test]
fn a_toe_against_a_riser_is_held_back_not_lifted() {
    let (level, terrain) = shipped("stairs");
    // The first riser stands where the floor ends; the sole lies on the floor.
    let end = level.pieces()[0].end();
    for overlap in [-0.01, -1e-3, 1e-5, 1e-3, 0.01] {
        let sole = end + DVec3::new(0.0, -2e-4, overlap - 0.13);
        let found = touches(&terrain, &foot(sole, DQuat::IDENTITY), 0.02);
        let (walls, tops): (Vec<&TerrainTouch>, Vec<&TerrainTouch>) =
            found.iter().partition(|touch| touch.touch.normal.y < 0.5);
        assert_eq!((walls.len(), tops.len()), (2, 4), "{overlap} {found:?}");
        for wall in walls {
            assert!(wall.touch.normal.distance(-DVec3::Z) < 1e-9);
            assert!((wall.touch.gap + overlap).abs() < 1e-9);
        }
    }
}

#[test]
fn a_foot_on_a_tread_touches_nothing_else() {
    let (level, terrain) = shipped("stairs");
    for k in 0..10 {
        let z = level.pieces()[0].end().z + 0.3 * f64::from(k) + 0.15;
        let height = level.height(DVec2::new(0.0, z), 0.0).expect("a tread");
        let sole = DVec3::new(0.0, height - 2e-4, z);
        for touch in touches(&terrain, &foot(sole, DQuat::IDENTITY), 4e-3) {
            assert_eq!(touch.touch.normal, DVec3::Y, "{touch:?}");
            assert!((touch.touch.gap + 2e-4).abs() < 1e-12);
        }
        // Half over the rim it rests on what is there.
        let sole = DVec3::new(0.0, height - 2e-4, z - 0.15);
        let over_rim = touches(&terrain, &foot(sole, DQuat::IDENTITY), 4e-3);
        assert!(over_rim.len() >= 4);
        for touch in over_rim {
            assert_eq!(touch.touch.normal, DVec3::Y, "{touch:?}");
        }
    }
}

#[test]
fn a_ball_on_a_slope_feels_the_slopes_normal_and_exact_gap() {
    let slope = 0.3;
    let level = Level::new(
        "",
        "",
        vec![piece("ramp", DVec3::ZERO, plane(6.0, slope))],
        Vec::new(),
    );
    let terrain = Terrain::new(&level);
    let normal = DVec3::new(0.0, libm::cos(slope), -libm::sin(slope));
    let on_slope = DVec3::new(0.4, 3.0 * libm::tan(slope), 3.0);
    for gap in [-0.01, 0.0, 0.015] {
        let ball = Solid::Ball {
            center: on_slope + (0.1 + gap) * normal,
            radius: 0.1,
        };
        let found = touches(&terrain, &ball, 0.02);
        assert_eq!(found.len(), 1);
        assert!((found[0].touch.gap - gap).abs() < 1e-12);
        assert!(found[0].touch.normal.distance(normal) < 1e-12);
        assert!(found[0].touch.point.distance(on_slope + 0.5 * gap * normal) < 1e-12);
        assert_eq!(
            (found[0].surface, found[0].friction),
            (SurfaceId::Ground(0), 0.7)
        );
    }
}

#[test]
fn what_is_stuck_in_the_ground_leaves_by_the_top() {
    let tiles = tiles();
    let (_, flat) = shipped("flat");
    for terrain in [&tiles, &flat] {
        for depth in [0.02, 0.1, 0.3, 0.45] {
            let at = DVec3::new(0.0, -depth, 1.03);
            for solid in [
                foot(at, DQuat::from_rotation_y(0.4)),
                Solid::Ball {
                    center: at,
                    radius: 0.02,
                },
                Solid::Capsule {
                    ends: [at, at + 0.1 * DVec3::Z],
                    radius: 0.02,
                },
            ] {
                let found = touches(terrain, &solid, 0.0);
                assert!(!found.is_empty(), "{depth} {solid:?}");
                for touch in found {
                    assert!(touch.touch.normal.y > 0.999, "{depth} {solid:?} {touch:?}");
                    assert!(touch.touch.gap < -0.9 * depth);
                }
            }
        }
    }
}

#[test]
fn a_foot_that_lands_on_the_rim_of_a_stone_rests_on_it() {
    let stones = Form::Stones {
        seed: 1,
        count: 1,
        spacing: 1.0,
        size: DVec2::splat(0.4),
        stagger: 0.0,
        jitter: DVec3::ZERO,
    };
    let level = Level::new(
        "",
        "",
        vec![piece("stone", DVec3::ZERO, stones)],
        Vec::new(),
    );
    let terrain = Terrain::new(&level);
    // The stone lies from 0.3 to 0.7 m; the toe is on it by a tenth of a millimetre.
    let sole = DVec3::new(0.0, -5e-4, 0.3 - 0.13 + 1e-4);
    let found = touches(&terrain, &foot(sole, DQuat::IDENTITY), 2e-3);
    assert!(!found.is_empty());
    assert!(found.iter().all(|touch| touch.touch.normal == DVec3::Y));
    // But a shin against it does not.
    let shin = upright_box(
        DVec3::new(0.0, -0.1, 0.3 - 0.05 + 1e-3),
        DVec3::new(0.05, 0.2, 0.05),
    );
    let found = touches(&terrain, &shin, 2e-3);
    assert!(!found.is_empty());
    for touch in found {
        assert!(touch.touch.normal.distance(-DVec3::Z) < 1e-9 && touch.touch.gap < 0.0);
    }
}

#[test]
fn platforms_carry_their_velocity() {
    let sine = |amplitude: DVec3, rate: f64| Sine {
        amplitude,
        rate,
        phase: 0.4,
    };
    let platform = Platform {
        name: "deck".to_owned(),
        world_from_rest: Transform::from_translation(DVec3::new(0.0, 0.3, 1.0)),
        half_size: DVec2::new(1.0, 1.0),
        thickness: 0.1,
        friction: 0.4,
        sway: vec![sine(0.1 * DVec3::X, 2.0)],
        turn: vec![sine(DVec3::new(0.1, 0.3, 0.05), 1.5)],
        fade_in_secs: 0.5,
    };
    let level = Level::new("", "", Vec::new(), vec![platform.clone()]);
    let mut terrain = Terrain::new(&level);
    for time in [0.0, 0.3, 1.7, 4.0] {
        terrain.at(time, 1.0);
        let motion = platform.motion(time);
        let pose = motion.world_from_platform;
        let local = DVec3::new(0.3, -1e-3, -0.4);
        let found = touches(&terrain, &foot(pose.point(local), pose.rotation), 0.01);
        assert_eq!(found.len(), 4, "{time}");
        for touch in found {
            assert!(touch.touch.normal.distance(pose.direction(DVec3::Y)) < 1e-12);
            assert!((touch.touch.gap + 1e-3).abs() < 1e-12);
            assert_eq!(touch.velocity, motion.velocity_at(touch.touch.point));
            assert!(matches!(touch.surface, SurfaceId::Platform(_)) && touch.friction == 0.4);
        }
    }
}

#[test]
fn rough_ground_is_felt_where_it_is() {
    let (level, terrain) = shipped("rough");
    let mut seeded = Random::new(12);
    let mut seen = 0;
    for _ in 0..2000 {
        let point = DVec2::new(seeded.between(-0.8, 0.8), seeded.between(1.0, 8.0));
        let Some(ground) = level.ground_at(point, 0.0) else {
            continue;
        };
        let on_ground = DVec3::new(point.x, ground.height, point.y);
        let gap = seeded.between(-2e-3, 2e-3);
        let ball = Solid::Ball {
            center: on_ground + (0.02 + gap) * ground.normal,
            radius: 0.02,
        };
        for found in touches(&terrain, &ball, 0.01) {
            if found.surface == ground.surface {
                seen += 1;
                assert!((found.touch.gap - gap).abs() < 1e-4, "{point} {found:?}");
                assert!(
                    found.touch.normal.distance(ground.normal) < 0.02,
                    "{found:?}"
                );
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_bump_under_the_middle_of_a_sole_is_felt() {
    let form = Form::Rough {
        seed: 4,
        cell: 0.4,
        amplitude: 0.05,
        length: 4.0,
        width: 4.0,
    };
    let level = Level::new("", "", vec![piece("bumps", DVec3::ZERO, form)], Vec::new());
    let terrain = Terrain::new(&level);
    // The highest place there is.
    let mut top = DVec3::NEG_INFINITY;
    for k in 0..160_000 {
        let at = DVec2::new(0.01 * f64::from(k % 400) - 2.0, 0.01 * f64::from(k / 400));
        let height = level.height(at, 0.0).expect("ground");
        if height > top.y {
            top = DVec3::new(at.x, height, at.y);
        }
    }
    let found = touches(&terrain, &foot(top - 1e-3 * DVec3::Y, DQuat::IDENTITY), 0.0);
    let deepest = found
        .iter()
        .map(|touch| touch.touch.gap)
        .fold(0.0, f64::min);
    assert!((deepest + 1e-3).abs() < 1e-4, "{found:?}");
}

#[test]
fn any_solid_anywhere_on_any_level_is_met_without_fault() {
    let mut seeded = Random::new(30);
    for name in [
        "flat",
        "ice",
        "platform",
        "rough",
        "slope",
        "stairs",
        "stepping_stones",
    ] {
        let (_, mut terrain) = shipped(name);
        for k in 0..3000 {
            terrain.at(0.01 * f64::from(k), 1.0);
            let kind = seeded.below(super::solids::KINDS);
            let solid = super::solids::random(kind, 0.3, &mut seeded);
            let shift = seeded.in_box(DVec3::new(1.0, 0.4, 5.0)) + DVec3::new(0.0, 0.3, 4.0);
            let solid = super::distance::moved(&solid, shift);
            terrain.touches(&solid, 0.02, |found| {
                let touch = found.touch;
                assert!(
                    touch.point.is_finite() && touch.gap < 0.02,
                    "{name} {touch:?}"
                );
                assert!(
                    (touch.normal.length() - 1.0).abs() < 1e-9,
                    "{name} {touch:?}"
                );
                assert!(found.velocity.is_finite());
            });
        }
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            let ball = Solid::Ball {
                center: DVec3::new(0.0, 0.0, bad),
                radius: 0.1,
            };
            assert!(touches(&terrain, &ball, 0.1).is_empty());
            let nowhere = Solid::Ball {
                center: DVec3::ZERO,
                radius: bad,
            };
            assert!(touches(&terrain, &nowhere, 0.1).is_empty());
        }
    }
}

#[test]
fn meeting_a_level_allocates_nothing() {
    for name in ["stairs", "rough", "platform"] {
        let (level, mut terrain) = shipped(name);
        let height = level.height(DVec2::new(0.0, 1.0), 0.0).unwrap_or(0.0);
        let solid = foot(DVec3::new(0.0, height - 1e-3, 1.0), DQuat::IDENTITY);
        let mut count = 0;
        let info = allocation_counter::measure(|| {
            for k in 0..100 {
                terrain.at(0.01 * f64::from(k), 1.0);
                terrain.touches(&solid, 0.02, |_| count += 1);
            }
        });
        assert_eq!(info.count_total, 0, "{name}");
        assert!(count > 0, "{name}");
    }
}
