//! The ground that ships with the program, and what happens to files that are wrong.

use contrapposto::io::{Source, load_level, read_level, shipped_levels};
use contrapposto::level::{Level, Misfit, RockShape, SoleTolerance};
use contrapposto::math::Random;
use glam::{DVec2, DVec3};

fn level(name: &str) -> Level {
    load_level(name).expect("a shipped level loads")
}

/// A level whose ground is one entry.
fn level_of(entry: &str) -> Level {
    let text = format!("(version: 1, ground: [{entry}])");
    read_level(&Source::new("levels/test.ron", text)).expect("the entry is valid")
}

/// What a file is told that has this text.
fn complaint(text: &str) -> String {
    read_level(&Source::new("levels/bad.ron", text))
        .expect_err("the text is wrong")
        .to_string()
}

/// A foot of 10 by 26 cm with its middle at (x, z).
fn foot(x: f64, z: f64) -> [DVec3; 4] {
    [(0.05, 0.13), (-0.05, 0.13), (-0.05, -0.13), (0.05, -0.13)]
        .map(|(dx, dz)| DVec3::new(x + dx, 0.0, z + dz))
}

#[test]
fn every_shipped_level_has_level_ground_around_the_origin() {
    for (name, _) in shipped_levels() {
        let level = level(name);
        assert_eq!(level.name, *name);
        assert!(!level.description.is_empty() && level.description.len() < 80);
        for i in -12..=12 {
            for k in -12..=12 {
                let point = 0.05 * DVec2::new(f64::from(i), f64::from(k));
                let ground = level.ground_at(point, 0.0).unwrap();
                assert_eq!((ground.height, ground.normal), (0.0, DVec3::Y), "{name}");
            }
        }
    }
}

#[test]
fn the_treads_of_stairs_are_exactly_where_they_should_be() {
    let stairs = level("stairs");
    for k in 0..10 {
        let z = 1.0 + 0.3 * (f64::from(k) + 0.5);
        let up = stairs.height(DVec2::new(0.3, z), 0.0);
        assert_eq!(up, Some(0.15 * f64::from(k + 1)));
        let down = stairs.height(DVec2::new(0.3, z + 4.5), 0.0).unwrap();
        assert!((down - (1.5 - 0.15 * f64::from(k + 1))).abs() < 1e-12);
    }
    assert_eq!(stairs.height(DVec2::new(0.0, 0.999), 0.0), Some(0.0));
    assert!(stairs.height(DVec2::new(0.0, 9.0), 0.0).unwrap().abs() < 1e-12);
}

#[test]
fn normals_equal_the_finite_difference_of_heights() {
    let h = 1e-6;
    let mut random = Random::new(1);
    for name in ["slope", "rough", "platform"] {
        let level = level(name);
        for _ in 0..300 {
            let point = DVec2::new(random.between(-1.2, 1.2), random.between(1.3, 3.9));
            let at = |offset: DVec2| level.height(point + offset, 7.3).unwrap();
            let slope = DVec2::AXES.map(|axis| (at(h * axis) - at(-h * axis)) / (2.0 * h));
            let expected = DVec3::new(-slope[0], 1.0, -slope[1]).normalize();
            let normal = level.normal(point, 7.3).unwrap();
            assert!(normal.distance(expected) < 1e-7, "{name} at {point}");
        }
    }
}

#[test]
fn rays_straight_down_end_at_the_height_of_the_ground() {
    let mut random = Random::new(2);
    for (name, _) in shipped_levels() {
        let level = level(name);
        for _ in 0..300 {
            let point = DVec2::new(random.between(-1.3, 1.3), random.between(-0.9, 8.0));
            let origin = DVec3::new(point.x, 4.0, point.y);
            let hit = level.ray(origin, -2.0 * DVec3::Y, 20.0, 0.0);
            match (hit, level.ground_at(point, 0.0)) {
                (Some(hit), Some(ground)) => {
                    assert!((hit.point.y - ground.height).abs() < 1e-9, "{name} {point}");
                    assert!(hit.normal.distance(ground.normal) < 1e-9);
                    assert_eq!(hit.surface, ground.surface);
                }
                (None, None) => {}
                other => panic!("{name} at {point}: {other:?}"),
            }
        }
    }
}

#[test]
fn slanting_rays_end_on_the_ground_and_never_beneath_it_before() {
    let mut random = Random::new(3);
    for name in ["slope", "stairs", "rough"] {
        let level = level(name);
        for _ in 0..200 {
            let origin = DVec3::new(random.between(-1.0, 1.0), 2.0, random.between(0.0, 3.0));
            let direction = DVec3::new(0.0, -0.3, random.between(0.3, 1.0)).normalize();
            let Some(hit) = level.ray(origin, direction, 30.0, 0.0) else {
                continue;
            };
            assert!(hit.normal.dot(direction) < 0.0);
            for k in 0..100 {
                let point = origin + direction * (hit.distance * f64::from(k) / 100.0);
                assert!(
                    level.clearance(point, 0.0).is_none_or(|c| c > -1e-9),
                    "{name}"
                );
            }
            let beyond = hit.point + 1e-6 * direction;
            assert!(level.clearance(beyond, 0.0).unwrap() < 1e-6, "{name}");
        }
    }
}

#[test]
fn a_ray_along_the_floor_hits_the_first_riser() {
    let hit = level("stairs")
        .ray(DVec3::new(0.0, 0.1, 0.0), DVec3::Z, 5.0, 0.0)
        .unwrap();
    assert!((hit.distance - 1.0).abs() < 1e-8);
    assert_eq!(hit.normal, -DVec3::Z);
}

#[test]
fn rays_without_direction_or_with_no_numbers_hit_nothing() {
    let level = level("rough");
    assert_eq!(level.ray(DVec3::Y, DVec3::ZERO, 5.0, 0.0), None);
    assert_eq!(level.ray(DVec3::NAN, -DVec3::Y, 5.0, 0.0), None);
    assert_eq!(level.ground_at(DVec2::NAN, 0.0), None);
}

#[test]
fn the_same_seed_gives_the_same_ground_for_ever_and_another_seed_other_ground() {
    let rough = |seed: u32| {
        level_of(&format!(
            "(name: \"a\", form: Rough(seed: {seed}, cell: 0.5, amplitude: 0.1, length: 5.0))"
        ))
    };
    let height = |seed: u32| rough(seed).height(DVec2::new(0.3, 1.2), 0.0).unwrap();
    assert_eq!(height(1), height(1));
    assert_eq!(height(1), PINNED_HEIGHT);
    assert!((height(2) - height(1)).abs() > 1e-4);
}

/// Changes only if every rough level changes with it: then say so in the changelog.
const PINNED_HEIGHT: f64 = -0.054_070_457_560_108_02;

#[test]
fn a_sole_fits_on_a_tread_but_not_across_its_edge() {
    let (stairs, tolerance) = (level("stairs"), SoleTolerance::default());
    let on_tread = stairs.sole_fit(&foot(0.0, 1.45), &tolerance, 0.0);
    assert!(on_tread.fits(), "{on_tread:?}");
    assert!((on_tread.point.y - 0.3).abs() < 1e-12);
    assert!((on_tread.lowest_clearance + 0.3).abs() < 1e-12);
    assert!(on_tread.normal.distance(DVec3::Y) < 1e-12);
    match stairs.sole_fit(&foot(0.0, 1.55), &tolerance, 0.0).misfit {
        Some(Misfit::AcrossEdge { step }) => assert!((step - 0.15).abs() < 1e-9),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sole_fits_across_the_seam_of_two_level_pieces() {
    let ice = level("ice");
    let fit = ice.sole_fit(&foot(0.0, 1.0), &SoleTolerance::default(), 0.0);
    assert!(fit.fits(), "{fit:?}");
    assert_eq!(fit.friction, 0.09);
}

#[test]
fn a_sole_lies_flat_on_a_slope_and_says_when_it_is_too_steep_or_bent() {
    let (slope, tolerance) = (level("slope"), SoleTolerance::default());
    let fit = slope.sole_fit(&foot(0.1, 3.0), &tolerance, 0.0);
    assert!(fit.fits(), "{fit:?}");
    assert!(
        fit.normal
            .distance(slope.normal(DVec2::new(0.1, 3.0), 0.0).unwrap())
            < 1e-9
    );
    let strict = SoleTolerance {
        angle: 0.1,
        ..tolerance
    };
    match slope.sole_fit(&foot(0.1, 3.0), &strict, 0.0).misfit {
        Some(Misfit::TooSteep { angle }) => assert!((angle - 10_f64.to_radians()).abs() < 1e-9),
        other => panic!("{other:?}"),
    }
    let flat = SoleTolerance {
        gap: 0.002,
        ..tolerance
    };
    let bent = slope.sole_fit(&foot(0.0, 1.0), &flat, 0.0).misfit;
    assert!(
        matches!(bent, Some(Misfit::TooRough { gap }) if gap > 0.002),
        "{bent:?}"
    );
}

#[test]
fn there_is_nothing_between_stepping_stones() {
    let stones = level("stepping_stones");
    assert_eq!(stones.height(DVec2::new(-0.3, 1.225), 0.0), None);
    let fit = |x: f64, z: f64| stones.sole_fit(&foot(x, z), &SoleTolerance::default(), 0.0);
    assert_eq!(fit(-0.11, 1.225).misfit, Some(Misfit::OverVoid));
    assert_eq!(
        stones.sole_fit(&[], &SoleTolerance::default(), 0.0).misfit,
        Some(Misfit::OverVoid)
    );
    // A foot fits on every stone, left and right by turns.
    for k in 0..16 {
        let side = if k % 2 == 0 { 0.11 } else { -0.11 };
        let fit = fit(side, 1.0 + 0.45 * (f64::from(k) + 0.5));
        assert!(fit.fits(), "stone {k}: {fit:?}");
    }
}

#[test]
fn a_sole_half_on_a_platform_never_fits() {
    let text = "(version: 1, ground: [(name: \"bank\", form: Plane(length: 2.0))], platforms: \
                [(name: \"raft\", at: (0.0, 0.0, 2.0), size: (2.0, 2.0))])";
    let level = read_level(&Source::new("raft.ron", text)).unwrap();
    let fit = level.sole_fit(&foot(0.0, 1.0), &SoleTolerance::default(), 0.0);
    assert!(matches!(fit.misfit, Some(Misfit::AcrossEdge { step }) if step < 1e-9));
    assert!(
        level
            .sole_fit(&foot(0.0, 1.5), &SoleTolerance::default(), 0.0)
            .fits()
    );
}

#[test]
fn ground_on_a_platform_moves_with_the_platforms_velocity() {
    let (level, h) = (level("platform"), 1e-5);
    let (id, _) = level.platforms().next().unwrap();
    for k in 0..100 {
        let time = 0.1 * f64::from(k);
        let [before, now, after] = [-h, 0.0, h].map(|dt| level.platform_pose(id, time + dt));
        let corner = DVec3::new(0.5, 0.0, -0.5);
        let [a, b] = [before, after].map(|motion| motion.world_from_platform.point(corner));
        let point = now.world_from_platform.point(corner);
        let surface = level.ground_at(DVec2::new(point.x, point.z), time).unwrap();
        assert!((surface.height - point.y).abs() < 1e-12);
        let velocity = level.surface_velocity(surface.surface, point, time);
        assert!(velocity.distance((b - a) / (2.0 * h)) < 1e-7);
    }
}

#[test]
fn outlines_run_along_the_ground_with_upright_risers() {
    let lines = level("stairs").outline_zy(0.0, (-5.0, 20.0), 0.0);
    assert_eq!(lines.len(), 1);
    let line = &lines[0];
    assert!(line[0].distance(DVec2::new(-1.0, 0.0)) < 1e-8);
    assert!(line[1].distance(DVec2::new(1.0, 0.0)) < 1e-8);
    assert!(line[2].distance(DVec2::new(1.0, 0.15)) < 1e-8);
    assert!(line[3].distance(DVec2::new(1.3, 0.15)) < 1e-8);
    let stones = level("stepping_stones").outline_zy(0.0, (-5.0, 20.0), 0.0);
    assert!(stones.len() > 10);
    for (name, _) in shipped_levels() {
        let level = level(name);
        for line in level.outline_zy(0.1, (-1.0, 10.0), 6.0) {
            for pair in line.windows(2) {
                assert!(pair[0].x <= pair[1].x);
                let middle = 0.5 * (pair[0] + pair[1]);
                if pair[1].x - pair[0].x > 1e-6 {
                    let height = level.height(DVec2::new(0.1, middle.x), 6.0).unwrap();
                    assert!((height - middle.y).abs() < 1e-3, "{name} at {middle}");
                }
            }
        }
        for line in level.profile_xy(2.5, (-3.0, 3.0), 6.0) {
            assert!(line.len() >= 2, "{name}");
        }
    }
}

#[test]
fn pieces_follow_each_other_round_a_corner() {
    let level = level_of(
        "(name: \"a\", form: Plane(length: 2.0)), \
         (name: \"b\", heading_deg: 90.0, form: Stairs(rise: 0.1, run: 0.5, count: 4)), \
         (name: \"c\", form: Plane(length: 1.0))",
    );
    let ground = level.ground_at(DVec2::new(2.5, 1.0), 0.0).unwrap();
    assert!((ground.height - 0.4).abs() < 1e-12);
    assert_eq!(level.surface_name(ground.surface), "c");
    assert_eq!(level.ground_at(DVec2::new(3.1, 1.0), 0.0), None);
}

#[test]
fn scattered_rocks_lie_on_the_ground_and_do_not_touch() {
    let level = level("rocks");
    assert_eq!(level.rocks.len(), 82);
    let reach = |shape: RockShape| match shape {
        RockShape::Sphere { radius } => radius,
        RockShape::Box { half } => libm::hypot(half.x, half.z),
    };
    for (k, a) in level.rocks.iter().enumerate() {
        let center = a.world_from_rock.translation;
        let clearance = level.clearance(center, 0.0).unwrap();
        assert!((clearance - a.shape.rest_height()).abs() < 1e-12);
        assert!(a.mass > 0.0);
        for b in &level.rocks[..k] {
            let flat = (center - b.world_from_rock.translation) * DVec3::new(1.0, 0.0, 1.0);
            assert!(
                flat.length() >= reach(a.shape) + reach(b.shape) - 1e-9,
                "{} {}",
                a.name,
                b.name
            );
        }
    }
}

#[test]
fn files_that_are_wrong_are_told_where_and_what_would_be_right() {
    let piece = |form: &str| {
        format!(
            "(\n    version: 1,\n    ground: [\n        (name: \"a\", form: {form}),\n    ],\n)\n"
        )
    };
    assert_eq!(
        complaint(&piece("Plane(length: NaN)")),
        "levels/bad.ron:4:33: piece \"a\": length is NaN m; valid is 0.001 to 1000 m"
    );
    assert_eq!(
        complaint(&piece("Plane(length: 1.0, slope_deg: 80.0)")),
        "levels/bad.ron:4:46: piece \"a\": slope_deg is 80 deg; valid is -79 to 79 deg"
    );
    assert_eq!(
        complaint(&piece("Stairs(rise: 0.1, run: 0.3, count: 0)")),
        "levels/bad.ron:4:55: piece \"a\": count is 0; valid is 1 to 10000"
    );
    assert_eq!(
        complaint(&piece(
            "Stones(count: 1000000000, spacing: 0.4, size: (0.3, 0.3))"
        )),
        "levels/bad.ron:4:34: piece \"a\": count is 1000000000; valid is 1 to 10000"
    );
    assert_eq!(
        complaint(&piece(
            "Rough(seed: 1, cell: 0.001, amplitude: 0.0, length: 900.0)"
        )),
        "levels/bad.ron:4:42: piece \"a\": the level has 3600000000 cells of rough ground up to here; \
         at most 1000000 are valid"
    );
    assert_eq!(
        complaint(&piece("Plane(length: 1.0)").replace("version: 1", "version: 2")),
        "levels/bad.ron:2:5: version is 2; valid is 1"
    );
    for form in [
        "Plane(length: -1.0)",
        "Plane(length: inf)",
        "Plane(length: 1.0, wdith: 2.0)",
        "Stairs(rise: 0.0, run: 0.3, count: 3)",
        "Stairs(rise: 0.1, run: 0.3, count: -3)",
        "Rough(seed: 1, cell: 0.1, amplitude: 5.0, length: 2.0)",
        "Stones(count: 3, spacing: 0.4, size: (0.3, -0.3))",
        "Stones(count: 3, spacing: 0.4, size: (0.3, 0.3), jitter: (0.0, NaN, 0.0))",
    ] {
        let text = complaint(&piece(form));
        assert!(text.starts_with("levels/bad.ron:4:"), "{text}");
    }
}

#[test]
fn names_must_be_unique_and_platforms_must_not_turn_over() {
    let twice = "(version: 1, ground: [(name: \"a\", form: Plane(length: 1.0)),\n(name: \"a\", form: Plane(length: 1.0))])";
    assert_eq!(
        complaint(twice),
        "levels/bad.ron:2:8: piece \"a\": the name is taken; each must be unique"
    );
    let turning = "(version: 1, ground: [], platforms: [(name: \"p\", at: (0.0, 0.0, 0.0), size: (1.0, 1.0),\n\
                   turn: [(amplitude_deg: (60.0, 0.0, 0.0), period_secs: 2.0), (amplitude_deg: (0.0, 60.0, 0.0), period_secs: 3.0)])])";
    assert_eq!(
        complaint(turning),
        "levels/bad.ron:2:1: platform \"p\": its turns add up to 120.0 deg; valid is at most 79 deg"
    );
}

#[test]
fn an_unknown_level_is_told_the_nearest_name_and_all_of_them() {
    assert_eq!(
        load_level("stars").unwrap_err().to_string(),
        "stars: is neither a file nor a shipped level; did you mean \"stairs\"? Shipped are \
         flat, slope, stairs, rough, stepping_stones, platform, ice, rocks"
    );
    let missing = load_level("levels/none.ron").unwrap_err().to_string();
    assert!(
        missing.starts_with("levels/none.ron: cannot be read"),
        "{missing}"
    );
}

#[test]
fn the_guide_names_every_shipped_level_and_its_example_loads() {
    let guide = include_str!("../../levels/README.md");
    for (name, _) in shipped_levels() {
        assert!(guide.contains(&format!("`{name}`")), "{name}");
    }
    let examples: Vec<&str> = guide
        .split("```ron\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(examples.len(), 3);
    read_level(&Source::new("README.md", examples[0])).unwrap();
    // The others are fields of a level.
    for fields in &examples[1..] {
        let text = format!(
            "(version: 1, ground: [(name: \"floor\", form: Plane(length: 20.0))], {fields})"
        );
        read_level(&Source::new("README.md", text)).unwrap();
    }
}

#[test]
fn every_shipped_level_has_forty_metres_to_walk_on() {
    for (name, _) in shipped_levels() {
        let level = level(name);
        // All begin a metre behind the origin or farther.
        let has_ground = |z: f64| level.height(DVec2::new(0.0, z), 0.0).is_some();
        let mut all = (0..=450)
            .map(|k| 0.1 * f64::from(k))
            .filter(|z| has_ground(*z));
        assert!(all.next_back() >= Some(39.0), "{name}");
    }
}
