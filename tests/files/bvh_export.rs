//! Clips of every character written as BVH files: each joint comes back where it was, and so does the clip.

use contrapposto::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use contrapposto::io::bvh::{
    Bvh, BvhOptions, Channel, Preset, Proof, RotationOrder, clip_from_recording, read_bvh,
    write_clip_bvh,
};
use contrapposto::io::{Source, load_character, read_character, shipped_characters};
use contrapposto::math::{Random, Transform, rotation_from_vector};
use contrapposto::motion::{Clip, Contacts, Recorder};
use glam::{DQuat, DVec3};
use std::path::Path;

/// Frames from one random pose to the next.
const FRAMES_BETWEEN: usize = 20;

/// A body with turned frames, a fixed joint, a link without effector, and a name that no program would take.
const TURNED: &str = r#"(
    version: 1,
    description: "turned joints",
    links: [
        (name: "foot plate", mass: 1, shapes: [Box(size: (0.1, 0.1, 0.3))]),
        (name: "post", parent: "foot plate", mass: 2, shapes: [Capsule(radius: 0.1, from: (0, 0, 0), to: (0, 1, 0))],
         joint: (name: "base", at: (0, 0.1, 0.02), turned_deg: (20, 70, -40), kind: Fixed)),
        (name: "arm.1", parent: "post", mass: 1, shapes: [Capsule(radius: 0.1, from: (0, 0, 0), to: (0, 1, 0))],
         joint: (name: "shoulder", at: (0.1, 0.9, 0), turned_deg: (0, 0, 110),
                 kind: Ball(twist_axis: (0, 1, 0), flex_axis: (1, 0, 0), twist_deg: (-90, 90), flex_deg: (-90, 90), side_deg: (-90, 90)))),
        (name: "other", parent: "foot plate", mass: 1, shapes: [Sphere(radius: 0.1)],
         joint: (name: "side", at: (0.3, 0, 0), turned_deg: (0, 45, 0), kind: Hinge(axis: (0, 0, 1), range_deg: (10, 200)))),
        (name: "arm:1", parent: "arm.1", mass: 1, shapes: [Sphere(radius: 0.1)],
         joint: (name: "elbow", at: (0, 1, 0), turned_deg: (90, 0, 0), kind: Hinge(axis: (0.6, 0, 0.8), range_deg: (-170, 0)))),
    ],
    effectors: [(name: "top", link: "post", point: (0, 1, 0))],
    soles: [(name: "sole", link: "foot plate", corners: [(0.1, -0.05, -0.1), (0.1, -0.05, 0.1), (-0.1, -0.05, 0.1), (-0.1, -0.05, -0.1)])],
    rest: (link: "foot plate", position: (0, 0.05, 0), joints_deg: {"side": Hinge(20)}),
)"#;

fn characters() -> Vec<Character> {
    let turned = read_character(&Source::new("turned.ron", TURNED), &|name| {
        Err(Source::new(name, "").error(None, "no base"))
    });
    let shipped = shipped_characters()
        .iter()
        .map(|(name, _)| load_character(name).expect("it is shipped"));
    shipped.chain([turned.expect("it is right")]).collect()
}

/// A pose inside the limits.
fn random_pose(character: &Character, random: &mut Random) -> Pose {
    let joints = character.links.iter().map(|link| match &link.joint.kind {
        JointKind::Fixed => JointCoordinate::Fixed,
        JointKind::Hinge { range, .. } => {
            JointCoordinate::Hinge(random.between(range.low, range.high))
        }
        kind @ JointKind::Ball(_) => {
            let turn = rotation_from_vector(random.in_box(DVec3::splat(1.6)));
            JointCoordinate::Ball(turn).clamped(kind)
        }
    });
    Pose {
        joints: joints.collect(),
        world_from_root: Transform::new(
            rotation_from_vector(random.in_box(DVec3::splat(2.0))),
            random.in_box(DVec3::new(5.0, 2.0, 5.0)),
        ),
    }
}

fn between(a: &Pose, b: &Pose, part: f64) -> Pose {
    let slerp = |a: DQuat, b: DQuat| a.slerp(b, part).normalize();
    let joints = a.joints.iter().zip(&b.joints).map(|pair| match pair {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => {
            JointCoordinate::Hinge(a + (b - a) * part)
        }
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => {
            JointCoordinate::Ball(slerp(*a, *b))
        }
        (other, _) => *other,
    });
    let (a, b) = (a.world_from_root, b.world_from_root);
    Pose {
        joints: joints.collect(),
        world_from_root: Transform::new(
            slerp(a.rotation, b.rotation),
            a.translation.lerp(b.translation, part),
        ),
    }
}

fn wild_clip(character: &Character, seed: u64, poses: usize) -> Clip {
    let mut random = Random::new(seed);
    let mut recorder = Recorder::new(character);
    let mut frames = Vec::new();
    let mut from = random_pose(character, &mut random);
    for _ in 0..poses {
        let to = random_pose(character, &mut random);
        for step in 0..FRAMES_BETWEEN {
            let pose = between(&from, &to, step as f64 / FRAMES_BETWEEN as f64);
            frames.push(recorder.frame(pose, Contacts::NONE));
        }
        from = to;
    }
    Clip {
        name: "wild".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 1.0 / 120.0,
        frames,
    }
}

fn write(folder: &Path, clip: &Clip, character: &Character, options: &BvhOptions) -> (Proof, Bvh) {
    let path = folder.join("wild.bvh");
    let proof = write_clip_bvh(&path, clip, character, options)
        .unwrap_or_else(|e| panic!("{}: {e}", character.name));
    (proof, read_bvh(&path).expect("it was written"))
}

#[test]
fn every_character_comes_back_from_every_preset() {
    // CONTRAPPOSTO_BVH_FOLDER keeps the files, to show them to other programs.
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("CONTRAPPOSTO_BVH_FOLDER");
    for (seed, character) in characters().iter().enumerate() {
        let clip = wild_clip(character, seed as u64, 6);
        for preset in Preset::ALL {
            let options = preset.options();
            let (proof, bvh) = write(temporary.path(), &clip, character, &options);
            let name = format!("{} {preset:?}: {proof:?}", character.name);
            assert!(proof.largest_joint_distance_m < 1e-6, "{name}");
            assert!(proof.frame_secs_error < 1e-10, "{name}");
            assert_eq!(proof.frames, clip.frames.len(), "{name}");
            assert_eq!(bvh.notes, [""; 0], "{name}");
            if let Some(folder) = &kept {
                let file = format!("{}_{preset:?}.bvh", character.name);
                let from = temporary.path().join("wild.bvh");
                std::fs::copy(from, Path::new(folder).join(file)).unwrap();
            }

            let back = clip_from_recording(&bvh.recording(), character).unwrap();
            assert_eq!(back.frames.len(), clip.frames.len(), "{name}");
            assert_eq!(back.frame_secs, clip.frame_secs, "{name}");
            let mut recorder = Recorder::new(character);
            for (a, b) in clip.frames.iter().zip(&back.frames) {
                assert!(a.pose.largest_turn_from(&b.pose) < 1e-6, "{name}");
                assert!(a.com.distance(b.com) < 1e-6, "{name}");
                let places = recorder.look(&a.pose).world_from_link.clone();
                for (place, other) in places.iter().zip(&recorder.look(&b.pose).world_from_link) {
                    let corner = DVec3::new(0.1, 0.2, 0.3);
                    assert!(place.point(corner).distance(other.point(corner)) < 1e-6);
                }
            }
        }
    }
}

#[test]
fn a_written_file_keeps_every_rule_of_strict_readers() {
    let folder = tempfile::tempdir().unwrap();
    for character in &characters() {
        let clip = wild_clip(character, 5, 2);
        for preset in Preset::ALL {
            let (_, bvh) = write(folder.path(), &clip, character, &preset.options());
            let text = std::fs::read_to_string(folder.path().join("wild.bvh")).unwrap();
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
            assert!(!text.contains('\r') && !text.contains("  "));
            assert!(text.is_ascii());
            assert_eq!(bvh.joints[0].offset, DVec3::ZERO);
            assert_eq!(bvh.joints[0].channels.len(), 6);
            let order = &bvh.joints[0].channels[3..];
            for joint in &bvh.joints[1..] {
                assert_eq!(joint.channels, order, "{}", joint.name);
            }
            for (index, joint) in bvh.joints.iter().enumerate() {
                let is_leaf = bvh.joints.iter().all(|j| j.parent != Some(index));
                assert_eq!(joint.end.is_some(), is_leaf, "{}", joint.name);
                assert!(joint.end.is_none_or(|end| end.length() > 0.0));
                let mut letters = joint.name.chars();
                assert!(letters.all(|c| c.is_ascii_alphanumeric() || c == '_'));
            }
            let numbers = text.split_once("Frame Time: ").unwrap().1;
            for number in numbers.split_whitespace() {
                let zero = number.trim_start_matches('-').chars();
                let is_zero = zero.clone().all(|c| c == '0' || c == '.');
                assert!(!(is_zero && number.starts_with('-')), "{number}");
                assert!(zero.clone().all(|c| c.is_ascii_digit() || c == '.'));
            }
        }
    }
}

#[test]
fn the_first_row_for_motion_builder_stands_on_the_ground_with_nothing_turned() {
    let folder = tempfile::tempdir().unwrap();
    let human = load_character("human").unwrap();
    let clip = wild_clip(&human, 3, 1);
    let (proof, bvh) = write(
        folder.path(),
        &clip,
        &human,
        &Preset::MotionBuilder.options(),
    );
    assert_eq!(proof.rows, proof.frames + 1);
    assert!(bvh.row(0)[3..].iter().all(|angle| *angle == 0.0));
    // Hips of the human are 0.06 + 0.42 + 0.435 + 0.08 m above its soles.
    assert!((bvh.row(0)[1] - 99.5).abs() < 1e-6, "{}", bvh.row(0)[1]);
    assert!((1.6..1.8).contains(&proof.height_m), "{}", proof.height_m);
    assert!(bvh.joints.iter().any(|joint| joint.name == "LeftUpLeg"));
}

/// A clip in which one joint turns evenly about one axis.
fn turning(character: &Character, link: &str, axis: DVec3, degrees: f64) -> Clip {
    let link = character.find_link(link).expect("it has the link");
    let mut recorder = Recorder::new(character);
    let frames = (0..=90).map(|step| {
        let turn = rotation_from_vector(axis * (degrees * f64::from(step) / 90.0).to_radians());
        let mut pose = character.rest.clone();
        match link {
            LinkId::ROOT => pose.world_from_root.rotation = turn,
            link => pose.joints[link.index()] = JointCoordinate::Ball(turn),
        }
        recorder.frame(pose, Contacts::NONE)
    });
    Clip {
        frames: frames.collect(),
        ..wild_clip(character, 0, 1)
    }
}

#[test]
fn the_order_of_rotations_keeps_away_from_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let human = load_character("human").unwrap();
    let tilted = DVec3::new(0.995, 0.1, 0.0).normalize();
    for (link, axis, degrees) in [
        ("left_thigh", -tilted, 120.0),
        ("pelvis", DVec3::new(0.1, 0.995, 0.0).normalize(), 200.0),
    ] {
        let clip = turning(&human, link, axis, degrees);
        let (proof, bvh) = write(folder.path(), &clip, &human, &BvhOptions::default());
        assert!(proof.largest_euler_step_deg < 5.0, "{link}: {proof:?}");
        let channels = &bvh.joints[0].channels[3..];
        assert_eq!(channels, proof.rotation_order.channels());
        // An order that was asked for is taken, whatever it costs.
        let asked = BvhOptions {
            rotation_order: Some(RotationOrder::Xzy),
            ..BvhOptions::default()
        };
        let (proof, bvh) = write(folder.path(), &clip, &human, &asked);
        assert_eq!(proof.rotation_order, RotationOrder::Xzy);
        let first = bvh.joints[1].channels[0];
        assert_eq!(first, Channel::Rotation(contrapposto::io::bvh::Axis::X));
    }
}

#[test]
fn a_clip_of_one_body_is_no_clip_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let human = load_character("human").unwrap();
    let clip = wild_clip(&human, 8, 1);
    let (_, bvh) = write(folder.path(), &clip, &human, &BvhOptions::default());
    let recording = bvh.recording();
    for (name, reason) in [
        ("tall_thin", "mm elsewhere"),
        ("mannequin", "it has 18 joints and not 14"),
        ("quadruped", "joints and not"),
    ] {
        let other = load_character(name).unwrap();
        let error = clip_from_recording(&recording, &other).unwrap_err();
        let words = error.to_string();
        assert!(words.contains(reason), "{words}");
    }
    // A knee that is bent sideways is not ours either.
    let mut bent = recording.clone();
    let knee = bent.joints.iter().position(|j| j.name == "left_shank");
    bent.parent_from_joint[knee.unwrap()].rotation = rotation_from_vector(DVec3::Z * 0.3);
    let error = clip_from_recording(&bent, &human).unwrap_err();
    assert_eq!(
        error.to_string(),
        "is no motion of human: in row 0 joint \"left_knee\" is turned off its axis"
    );
}

#[test]
fn a_pose_that_is_not_finite_is_refused_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let human = load_character("human").unwrap();
    let mut clip = wild_clip(&human, 8, 1);
    clip.frames[3].pose.world_from_root.translation.y = f64::NAN;
    let path = folder.path().join("wild.bvh");
    let error = write_clip_bvh(&path, &clip, &human, &BvhOptions::default()).unwrap_err();
    assert!(error.to_string().contains("not a finite number"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
