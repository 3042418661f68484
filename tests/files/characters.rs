//! The characters that come with the program: what they promise, and that files give back what was written.

use contrapposto::character::{Character, JointCoordinate, JointKind, Pose, mirrored};
use contrapposto::io::{
    Source, load_character, read_character_beside, read_pose, shipped_characters, write_pose,
};
use contrapposto::kinematics::{Kinematics, Stance, center_of_mass};
use contrapposto::math::{Random, Transform, rotation_from_vector};
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::path::Path;

fn load(name: &str) -> Character {
    load_character(name).unwrap_or_else(|e| panic!("{e}"))
}

fn shipped() -> impl Iterator<Item = Character> {
    shipped_characters().iter().map(|(name, _)| load(name))
}

/// A pose with every joint anywhere inside its limits.
fn random_pose(character: &Character, random: &mut Random) -> Pose {
    let joints = character.links.iter().map(|link| {
        let wild = match &link.joint.kind {
            JointKind::Fixed => JointCoordinate::Fixed,
            JointKind::Hinge { .. } => JointCoordinate::Hinge(random.between(-3.0, 3.0)),
            JointKind::Ball(_) => {
                JointCoordinate::Ball(rotation_from_vector(random.in_box(DVec3::splat(2.0))))
            }
        };
        wild.clamped(&link.joint.kind)
    });
    Pose {
        joints: joints.collect(),
        world_from_root: Transform::new(
            rotation_from_vector(random.in_box(DVec3::splat(3.0))),
            random.in_box(DVec3::splat(5.0)),
        ),
    }
}

/// The largest difference between two poses: metres, radians, or parts of quaternions up to their sign.
fn difference(a: &Pose, b: &Pose) -> f64 {
    let rotation = |a: DQuat, b: DQuat| (a - b).length().min((a + b).length());
    let joints = a.joints.iter().zip(&b.joints).map(|pair| match pair {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => (a - b).abs(),
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => rotation(*a, *b),
        (JointCoordinate::Fixed, JointCoordinate::Fixed) => 0.0,
        _ => f64::INFINITY,
    });
    let (root_a, root_b) = (a.world_from_root, b.world_from_root);
    joints
        .fold(rotation(root_a.rotation, root_b.rotation), f64::max)
        .max(root_a.translation.distance(root_b.translation))
}

#[test]
fn every_shipped_character_has_a_name_and_one_line_of_description() {
    for character in shipped() {
        assert!(character.description.len() > 20, "{}", character.name);
        assert!(!character.description.ends_with('.'));
    }
    let names: Vec<_> = shipped().map(|c| c.name).collect();
    assert_eq!(
        names,
        [
            "human",
            "mannequin",
            "planar",
            "hobbler",
            "tall_thin",
            "short_stout",
            "pot_belly",
            "chicken",
            "four_armed",
            "quadruped",
        ]
    );
}

#[test]
fn every_sole_lies_flat_on_the_ground_at_rest() {
    for character in shipped() {
        let kin = Kinematics::of(&character, &character.rest);
        for sole in character.standing_soles() {
            let world_from_link = kin.link(sole.link);
            let up = world_from_link.direction(sole.up_in_link);
            assert!(up.distance(DVec3::Y) < 1e-4, "{} {up}", sole.name);
            for corner in &sole.corners_in_link {
                let height = world_from_link.point(*corner).y;
                assert!(
                    height.abs() < 1e-4,
                    "{} {}: {height}",
                    character.name,
                    sole.name
                );
            }
        }
    }
}

#[test]
fn every_rest_pose_is_balanced_and_within_limits() {
    for character in shipped() {
        assert_eq!(
            character
                .rest
                .joints_beyond_limits(&character, 1e-9)
                .count(),
            0
        );
        let kin = Kinematics::of(&character, &character.rest);
        assert!(kin.com.distance(center_of_mass(&character, &kin)) < 1e-12);
        let feet: Vec<usize> = character.standing_feet().collect();
        let stance = Stance::from_pose(&character, &character.rest, &feet);
        let margin = stance.polygon.margin(DVec2::new(kin.com.x, kin.com.z));
        assert!(margin.metres > 0.05, "{}: {margin:?}", character.name);
    }
}

#[test]
fn partners_are_mutual_and_every_left_has_its_right() {
    for character in shipped() {
        for id in character.link_ids() {
            let partner = character.partners[id.index()];
            assert_eq!(character.partners[partner.index()], id);
            let name = &character.link(id).name;
            let is_sided = ["left_", "right_", "l_", "r_"]
                .iter()
                .any(|p| name.starts_with(p));
            assert_eq!(partner != id, is_sided, "{} {name}", character.name);
        }
    }
}

#[test]
fn both_sides_are_equally_ready_to_move_and_variants_move_like_their_base() {
    for character in shipped() {
        for id in character.link_ids() {
            let joint = &character.link(id).joint;
            let partner = &character.link(character.partners[id.index()]).joint;
            assert_eq!(joint.strength, partner.strength, "{}", joint.name);
        }
    }
    let strengths = |name: &str| {
        let character = load(name);
        let joints = character.links.into_iter().map(|link| link.joint);
        joints.map(|j| (j.name, j.strength)).collect::<Vec<_>>()
    };
    let human = strengths("human");
    for variant in ["hobbler", "tall_thin", "short_stout", "pot_belly"] {
        assert_eq!(strengths(variant), human, "{variant}");
    }
    let of = |name: &str| {
        let found = human.iter().find(|(joint, _)| joint == name);
        found.map(|(_, strength)| *strength).unwrap()
    };
    assert!(of("left_elbow") > of("left_shoulder") && of("left_shoulder") > of("left_hip"));
    assert!(of("lower_back") < of("left_hip") && of("upper_back") < of("lower_back"));
}

#[test]
fn a_pose_mirrored_twice_is_the_pose_and_mirroring_keeps_to_the_limits() {
    let mut random = Random::new(21);
    for character in shipped() {
        for _ in 0..50 {
            let pose = random_pose(&character, &mut random);
            let image = mirrored(&character, &pose);
            assert!(difference(&pose, &mirrored(&character, &image)) < 1e-15);
            let beyond: Vec<_> = image.joints_beyond_limits(&character, 1e-9).collect();
            assert!(beyond.is_empty(), "{}: {beyond:?}", character.name);
        }
    }
}

#[test]
fn a_symmetric_body_has_a_mirrored_centre_of_mass_in_a_mirrored_pose() {
    let mut random = Random::new(22);
    // The hobbler's legs differ; all others are alike on both sides.
    for character in shipped().filter(|c| c.name != "hobbler") {
        for _ in 0..20 {
            let pose = random_pose(&character, &mut random);
            let com = Kinematics::of(&character, &pose).com;
            let image = Kinematics::of(&character, &mirrored(&character, &pose)).com;
            assert!(
                image.distance(DVec3::new(-com.x, com.y, com.z)) < 1e-9,
                "{}",
                character.name
            );
        }
        let turn = character
            .rest
            .largest_turn_from(&mirrored(&character, &character.rest));
        assert!(turn < 1e-12, "{} rests crookedly", character.name);
    }
}

#[test]
fn the_mannequin_is_fourteen_boxes_with_known_masses() {
    let mannequin = load("mannequin");
    let masses: Vec<_> = mannequin
        .links
        .iter()
        .map(|l| (l.name.as_str(), l.mass))
        .collect();
    assert_eq!(
        masses,
        [
            ("pelvis", 10.224),
            ("abdomen", 10.008),
            ("chest", 15.552),
            ("head", 5.832),
            ("l_upper_arm", 2.016),
            ("l_forearm", 1.584),
            ("r_upper_arm", 2.016),
            ("r_forearm", 1.584),
            ("l_thigh", 7.2),
            ("l_shank", 3.348),
            ("l_foot", 1.044),
            ("r_thigh", 7.2),
            ("r_shank", 3.348),
            ("r_foot", 1.044),
        ]
    );
    assert_eq!(mannequin.joint_dofs(), 39);

    // A solid box of 0.09 x 0.068 x 0.25 m: m/12 times sums of squared edges.
    let foot = mannequin
        .find_link("l_foot")
        .map(|id| mannequin.link(id))
        .unwrap();
    assert_eq!(foot.com_in_link, DVec3::new(0.0, -0.034, 0.06));
    let edges = DVec3::new(0.09, 0.068, 0.25);
    let square = edges * edges;
    let sums = DVec3::new(
        square.y + square.z,
        square.x + square.z,
        square.x + square.y,
    );
    let miss = foot.inertia_in_link - DMat3::from_diagonal(1.044 / 12.0 * sums);
    assert!(miss.to_cols_array().iter().all(|m| m.abs() < 1e-15));

    // Neutral angles put the other foot beside the held one, and the pelvis above both.
    let kin = Kinematics::of(&mannequin, &mannequin.rest);
    let r_foot = kin.link(mannequin.find_link("r_foot").unwrap());
    assert!(r_foot.translation.distance(DVec3::new(-0.09, 0.068, 0.0)) < 1e-12);
    let pelvis = mannequin.rest.world_from_root;
    assert!(pelvis.rotation.dot(DQuat::IDENTITY).abs() > 1.0 - 1e-15);
    assert!(pelvis.translation.x.abs() < 1e-12);
}

#[test]
fn positive_angles_bend_the_human_the_way_the_readme_says() {
    let human = load("human");
    let bent = |joint: &str, turn: JointCoordinate, link: &str, point: DVec3| {
        let mut pose = Pose::zero(&human.links);
        let id = human
            .link_ids()
            .find(|id| human.link(*id).joint.name == joint)
            .unwrap();
        let before = Kinematics::of(&human, &pose);
        pose.joints[id.index()] = turn;
        assert!(turn.is_allowed(&human.link(id).joint.kind, 0.0), "{joint}");
        let after = Kinematics::of(&human, &pose);
        let link = human.find_link(link).unwrap();
        after.link(link).point(point) - before.link(link).point(point)
    };
    let ball = |v: DVec3| JointCoordinate::Ball(rotation_from_vector(v));
    // Hip about -x: the knee comes forward. About +z: the left leg spreads.
    assert!(bent("left_hip", ball(-0.5 * DVec3::X), "left_shank", DVec3::ZERO).z > 0.1);
    assert!(bent("left_hip", ball(0.5 * DVec3::Z), "left_shank", DVec3::ZERO).x > 0.1);
    assert!(
        bent(
            "right_hip",
            ball(-0.5 * DVec3::Z),
            "right_shank",
            DVec3::ZERO
        )
        .x < -0.1
    );
    // Knee positive: the heel goes back. Elbow positive: the hand comes forward, on both sides.
    assert!(
        bent(
            "left_knee",
            JointCoordinate::Hinge(1.0),
            "left_foot",
            DVec3::ZERO
        )
        .z < -0.1
    );
    for side in ["left", "right"] {
        let (elbow, hand) = (format!("{side}_elbow"), format!("{side}_hand"));
        assert!(bent(&elbow, JointCoordinate::Hinge(1.0), &hand, DVec3::ZERO).z > 0.1);
    }
    // Back about +x: the head comes forward. Ankle about -x: the toes lift.
    assert!(bent("lower_back", ball(0.3 * DVec3::X), "head", DVec3::ZERO).z > 0.1);
    assert!(bent("left_ankle", ball(-0.2 * DVec3::X), "left_foot", DVec3::Z).y > 0.1);
    // Arms straight up and straight down are both within reach.
    for angle in [-1.5, 1.5] {
        bent(
            "left_shoulder",
            ball(angle * DVec3::Z),
            "left_hand",
            DVec3::ZERO,
        );
    }
}

#[test]
fn heights_and_masses_are_as_described() {
    // Height of the highest shape's centre in the head, and mass.
    for (name, height, mass) in [
        ("human", 1.75, 72.0),
        ("tall_thin", 2.0, 64.8),
        ("short_stout", 1.5, 82.8),
        ("pot_belly", 1.75, 84.0),
        ("hobbler", 1.75, 73.3),
    ] {
        let character = load(name);
        assert!(
            (character.mass() - mass).abs() < 0.1,
            "{name} {}",
            character.mass()
        );
        let kin = Kinematics::of(&character, &character.rest);
        let head = kin.link(character.find_link("head").unwrap());
        // The human's head ends 0.235 m above the neck; variants stretch it with the rest.
        let stretch = height / 1.75;
        let top = head.point(DVec3::Y * 0.235 * stretch).y;
        assert!((top - height).abs() < 0.02, "{name} is {top} m tall");
    }
}

#[test]
fn variants_differ_from_their_base_as_they_say() {
    let (human, hobbler, pot_belly) = (load("human"), load("hobbler"), load("pot_belly"));
    let length = |c: &Character, child: &str| {
        let link = c.link(c.find_link(child).unwrap());
        link.joint.parent_from_joint.translation.length()
    };
    for (child, ratio) in [
        ("left_shank", 1.1),
        ("left_foot", 1.1),
        ("right_shank", 1.0),
        ("right_foot", 1.0),
    ] {
        assert!((length(&hobbler, child) / length(&human, child) - ratio).abs() < 1e-12);
    }
    // Twelve kilograms 0.14 m in front of a centre that had 11.7576 kg.
    let abdomen = pot_belly.link(pot_belly.find_link("abdomen").unwrap());
    assert!((abdomen.mass - 23.7576).abs() < 1e-9);
    assert!((abdomen.com_in_link.z - 12.0 * 0.14 / 23.7576).abs() < 1e-12);
    // Nothing else moved.
    let others = |c: &Character| {
        c.links
            .iter()
            .filter(|l| l.name != "abdomen")
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(others(&human), others(&pot_belly));
}

#[test]
fn a_variant_finds_its_base_beside_it_or_among_the_shipped_ones() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let light = write(
        "human.ron",
        r#"(version: 1, base: "human", description: "half", edits: [ScaleMass(by: 0.5)])"#,
    );
    let lighter = write(
        "lighter.ron",
        r#"(version: 1, base: "human", description: "a quarter", edits: [ScaleMass(by: 0.5)])"#,
    );
    assert!((load(&light).mass() - 36.0).abs() < 1e-9);
    assert!((load(&lighter).mass() - 18.0).abs() < 1e-9);
}

/// The human with something said of links that keep apart; and that varied by something else.
fn varied_apart(first: &str, second: &str) -> [Character; 2] {
    let folder = tempfile::tempdir().expect("a folder for files");
    let write = |name: &str, base: &str, text: &str| {
        let path = folder.path().join(format!("{name}.ron"));
        let text = format!(r#"(version: 1, base: "{base}", description: "", {text})"#);
        std::fs::write(&path, text).expect("the file can be written");
        load(&path.display().to_string())
    };
    [
        write("first", "human", first),
        write("second", "first", second),
    ]
}

#[test]
fn a_file_says_which_links_keep_apart_and_a_variant_says_otherwise() {
    let keeps = |character: &Character, a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| character.find_link(name).unwrap());
        assert!(character.keep_apart.is_sorted());
        character.keep_apart.contains(&(a.min(b), a.max(b)))
    };
    let human = load("human");
    let count = human.keep_apart.len();
    assert!(keeps(&human, "head", "left_hand") && keeps(&human, "left_thigh", "right_thigh"));
    assert!(!keeps(&human, "pelvis", "left_thigh"));

    // Thighs as thick as these touch at rest.
    let thick =
        r#"edits: [AddShape(link: "left_thigh", shape: Sphere(radius: 0.12, at: (0, -0.2, 0)))]"#;
    let also = r#"apart: (also: [("right_thigh", "left_thigh"), ("left_thigh", "right_thigh")])"#;
    let [without, with] = varied_apart(thick, also);
    assert!(!keeps(&without, "left_thigh", "right_thigh"));
    assert!(keeps(&with, "left_thigh", "right_thigh"));
    assert_eq!(with.keep_apart.len(), without.keep_apart.len() + 1);

    let never = r#"apart: (never: [("left_hand", "head"), ("pelvis", "left_thigh")])"#;
    let again = r#"apart: (also: [("head", "left_hand")])"#;
    let [without, with] = varied_apart(never, again);
    assert!(!keeps(&without, "head", "left_hand") && keeps(&with, "head", "left_hand"));
    assert_eq!(
        [without.keep_apart.len(), with.keep_apart.len()],
        [count - 1, count]
    );
    let [_, inherited] = varied_apart(never, "");
    assert_eq!(inherited.keep_apart, without.keep_apart);
}

#[test]
fn the_example_of_links_that_keep_apart_is_valid() {
    let readme = include_str!("../../characters/README.md");
    let example = readme
        .split("```text\napart: ")
        .nth(1)
        .and_then(|part| part.split("```").next());
    let [character, _] = varied_apart(&format!("apart: {}", example.unwrap()), "");
    assert_eq!(
        character.keep_apart.len(),
        load("human").keep_apart.len() - 1
    );
}

#[test]
fn a_written_pose_is_read_back_to_the_last_digits() {
    let mut random = Random::new(23);
    for character in shipped() {
        for _ in 0..50 {
            let pose = random_pose(&character, &mut random);
            let text = write_pose(&character, &pose);
            let source = Source::new("pose.ron", text.as_str());
            let again = read_pose(&source, &character).unwrap_or_else(|e| panic!("{e}"));
            assert!(difference(&pose, &again) < 1e-12);
        }
        let text = write_pose(&character, &character.rest);
        let again = read_pose(&Source::new("rest.ron", text.as_str()), &character).unwrap();
        assert!(difference(&character.rest, &again) < 1e-12);
    }
}

#[test]
fn a_pose_beyond_the_limits_is_read_as_it_is() {
    let human = load("human");
    let text = r#"(version: 1, character: "human", root: (position: (0, 1, 0)), joints_deg: {"left_knee": Hinge(-30)})"#;
    let pose = read_pose(&Source::new("pose.ron", text), &human).unwrap();
    let beyond: Vec<_> = pose.joints_beyond_limits(&human, 1e-9).collect();
    assert_eq!(beyond, [human.find_link("left_shank").unwrap()]);
}

#[test]
fn every_example_in_the_readme_is_valid() {
    let readme = include_str!("../../characters/README.md");
    let examples = readme
        .split("```ron\n")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let folder = tempfile::tempdir().unwrap();
    let (mut characters, mut poses) = (0, 0);
    for example in examples {
        if example.contains("root: (") {
            read_pose(&Source::new("README.md", example), &load("human"))
                .unwrap_or_else(|e| panic!("{e}"));
            poses += 1;
        } else {
            let path = folder.path().join("example.ron");
            std::fs::write(&path, example).unwrap();
            load(&path.display().to_string());
            characters += 1;
        }
    }
    assert_eq!((characters, poses), (2, 1));
    for (name, _) in shipped_characters() {
        assert!(readme.contains(&format!("`{name}`")), "{name} is missing");
    }
}

/// A foot of two links: a heel, and a ball on toes that hang at a height over it.
fn bending(toes_at: f64, first: &str, second: &str) -> Result<Character, String> {
    let square = |y: f64, z: f64| {
        format!(
            "[(0.05, {y}, {z}), (0.05, {y}, {0}), (-0.05, {y}, {0}), (-0.05, {y}, {z})]",
            z + 0.1
        )
    };
    let text = format!(
        r#"(version: 1, description: "A foot that bends", links: [
            (name: "heel", mass: 1, shapes: [Box(size: (0.1, 0.1, 0.1))]),
            (name: "toes", parent: "heel", mass: 1, joint: (name: "toe", at: (0, {toes_at}, 0.1),
             kind: Hinge(axis: (-1, 0, 0), range_deg: (-30, 70))), shapes: [Sphere(radius: 0.05)]),
        ], soles: [
            (name: "foot", {first} link: "heel", corners: {}),
            (name: "foot", {second} link: "toes", corners: {}),
        ], rest: (link: "heel", position: (0, 0.05, 0)))"#,
        square(-0.05, -0.05),
        square(-0.05, -0.05),
    );
    let source = Source::new("foot.ron", text);
    read_character_beside(&source, Path::new("foot.ron")).map_err(|e| e.to_string())
}

#[test]
fn soles_of_one_name_are_parts_of_one_foot() {
    let foot = bending(0.0, "patch: Heel,", "patch: Ball,").unwrap();
    assert_eq!((foot.feet.len(), foot.soles.len()), (1, 2));
    let names: Vec<&str> = foot.soles.iter().map(|sole| sole.name.as_str()).collect();
    assert_eq!(names, ["foot.heel", "foot.ball"]);
    for name in ["foot", "foot.heel", "foot.ball"] {
        let footing = foot.find_footing(name).unwrap();
        assert_eq!(foot.footing_name(footing), name);
    }
    assert_eq!(
        foot.find_footing("foot.heel+ball"),
        foot.find_footing("foot")
    );
    assert_eq!(foot.find_footing("foot.toe"), None);
    // All of it is as long as both, and locks the joint between; each alone locks nothing.
    let whole = &foot.feet[0].whole;
    let ends = whole.corners_in_link.iter().map(|c| c.z);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(l, h), z| (l.min(z), h.max(z)));
    assert!((low + 0.05).abs() < 1e-12 && (high - 0.15).abs() < 1e-12);
    let locks = |name: &str| foot.footing_locks(foot.find_footing(name).unwrap()).len();
    assert_eq!(["foot", "foot.heel", "foot.ball"].map(locks), [1, 0, 0]);
}

#[test]
fn parts_of_a_foot_that_do_not_belong_together_are_refused() {
    for (made, message) in [
        (bending(0.0, "", ""), "the name is taken"),
        (
            bending(0.0, "patch: Ball,", "patch: Heel,"),
            "listed in this order",
        ),
        (
            bending(0.0, "patch: Ball,", "patch: Ball,"),
            "listed in this order",
        ),
        (
            bending(0.01, "patch: Heel,", "patch: Ball,"),
            "differ by 10.0 mm",
        ),
        (
            bending(0.0, "patch: Heel,", "patch: Ball, kind: Hand,"),
            "is a Hand here and a Foot before",
        ),
    ] {
        let error = made.unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_foot_is_scaled_with_its_toes() {
    let human = load("human");
    let text = r#"(version: 1, base: "human", description: "A man on large feet",
        edits: [ScaleLink(link: "left_foot", by: 1.1), ScaleLink(link: "right_foot", by: 1.1)])"#;
    let source = Source::new("large.ron", text);
    let large = read_character_beside(&source, Path::new("large.ron")).unwrap();
    let length = |body: &Character| {
        let ends = body.feet[0].whole.corners_in_link.iter().map(|c| c.z);
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(l, h), z| (l.min(z), h.max(z)));
        high - low
    };
    assert!((length(&large) / length(&human) - 1.1).abs() < 1e-9);
}
