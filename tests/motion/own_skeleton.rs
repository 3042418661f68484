//! Recordings on their own skeletons: a person's flesh on somebody's bones, corrected there, and written as the file that came.

use contrapposto::character::Character;
use contrapposto::correction::{Aim, BalanceSettings, balance_clip};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::io::bvh::{
    Axis, Bvh, BvhJoint, BvhOptions, Channel, JointNames, RotationOrder, encode_clip_bvh,
    encode_on_own_skeleton, parse_bvh,
};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::{
    Clip, ContactSettings, RetargetSettings, found_ground, mark_contacts, on_own_skeleton,
};
use glam::DVec3;

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

/// Steps as people walk them.
fn stroll(human: &Character, level: &str, steps: usize) -> Clip {
    let level = load_level(level).expect("it is shipped");
    let biped = Biped::new(human).expect("people have two feet");
    let order = WalkOrder::ahead(biped.settings_at(1.0), steps);
    let walk = walk(human, &level, &order, |_| {});
    walk.expect("people stand there").clip
}

/// A clip as a file in centimetres, its joints called as `MotionBuilder` calls them.
fn file(human: &Character, clip: &Clip, order: RotationOrder) -> Bvh {
    let options = BvhOptions {
        names: JointNames::MotionBuilder,
        rotation_order: Some(order),
        ..BvhOptions::default()
    };
    let (bytes, _) = encode_clip_bvh("walk.bvh", clip, human, &options).expect("it is written");
    parse_bvh("walk.bvh", &bytes).expect("it is read")
}

/// The same with a collar between chest and arm that turns a little, and a finger that waves.
fn with_a_finger_and_a_collar(bvh: &Bvh) -> Bvh {
    let rotations = RotationOrder::Yzx.channels().to_vec();
    let find = |name: &str| {
        let joint = bvh.joints.iter().position(|joint| joint.name == name);
        joint.unwrap_or_else(|| panic!("no {name}"))
    };
    let (arm, hand) = (find("LeftArm"), find("LeftHand"));
    let mut joints: Vec<BvhJoint> = Vec::new();
    // Where each joint of the file is now.
    let mut moved = Vec::new();
    for (index, joint) in bvh.joints.iter().enumerate() {
        let mut joint = joint.clone();
        joint.parent = joint.parent.map(|parent| moved[parent]);
        if index == arm {
            joints.push(BvhJoint {
                name: "LeftShoulder".to_owned(),
                offset: 0.25 * joint.offset,
                channels: rotations.clone(),
                end: None,
                ..joint.clone()
            });
            joint.parent = Some(joints.len() - 1);
            joint.offset *= 0.75;
        }
        moved.push(joints.len());
        joints.push(joint);
        if index == hand {
            joints.push(BvhJoint {
                name: "LeftHandIndex1".to_owned(),
                parent: Some(joints.len() - 1),
                offset: DVec3::new(9.0, 0.0, 2.0),
                channels: rotations.clone(),
                end: Some(DVec3::new(4.0, 0.0, 0.0)),
            });
        }
    }
    let mut values = Vec::new();
    for row in 0..bvh.rows() {
        let mut numbers = bvh.row(row).iter();
        let wave = libm::sin(0.7 * row as f64);
        for joint in &joints {
            match joint.name.as_str() {
                "LeftHandIndex1" => values.extend([40.0 * wave, 0.1 + 1e-9 * wave, -3.0]),
                "LeftShoulder" => values.extend([2.0 * libm::sin(0.05 * row as f64), 0.0, 0.0]),
                _ => values.extend(numbers.by_ref().take(joint.channels.len())),
            }
        }
    }
    Bvh {
        joints,
        values,
        ..bvh.clone()
    }
}

#[test]
fn the_human_on_its_own_bones_is_the_human() {
    let human = human();
    let clip = stroll(&human, "flat", 2);
    let bvh = file(&human, &clip, RotationOrder::Zxy);
    let own = on_own_skeleton(&human, &bvh.recording(), &RetargetSettings::default());
    assert!((own.character.mass() - human.mass()).abs() < 1e-6);
    assert_eq!(own.character.feet.len(), human.feet.len());
    for link in human.link_ids() {
        let joint = own.report.mapped.iter();
        let name = &human.link(link).name;
        let joint = &joint.clone().find(|(_, l)| l == name).expect(name).0;
        let there = own.character.find_link(joint).expect(joint);
        let (ours, theirs) = (human.link(link), own.character.link(there));
        assert!((ours.mass - theirs.mass).abs() < 1e-6, "{name}");
        // Soles lie as feet that stand show it, which people who walk show to half a degree.
        let apart = ours.com_in_link.distance(theirs.com_in_link);
        assert!(apart < 1e-3, "{name}: {apart}");
        let inertia = (ours.inertia_in_link - theirs.inertia_in_link).to_cols_array();
        assert!(
            inertia.iter().all(|i| i.abs() < 1e-4),
            "{name}: {inertia:?}"
        );
    }
    for (ours, theirs) in human.soles.iter().zip(&own.character.soles) {
        let corners = ours.corners_in_link.iter().zip(&theirs.corners_in_link);
        for (a, b) in corners {
            assert!(a.distance(*b) < 2e-3, "{}: {a} {b}", ours.name);
        }
    }
    // It stands at rest, and moves as the clip does.
    for (ours, theirs) in clip.frames.iter().zip(&own.clip.frames) {
        assert!(
            ours.com.distance(theirs.com) < 2e-3,
            "{} {}",
            ours.com,
            theirs.com
        );
    }
}

#[test]
fn joints_that_a_person_lacks_take_their_share_of_its_mass() {
    let human = human();
    let bvh = file(&human, &stroll(&human, "flat", 2), RotationOrder::Zxy);
    let bvh = with_a_finger_and_a_collar(&bvh);
    let own = on_own_skeleton(&human, &bvh.recording(), &RetargetSettings::default());
    assert!((own.character.mass() - human.mass()).abs() < 1e-6);
    let collar = own.character.find_link("LeftShoulder").expect("it turns");
    let mass = own.character.link(collar).mass;
    assert!((0.2..1.0).contains(&mass), "{mass} kg");
    // Fingers are part of the hand.
    assert_eq!(own.character.find_link("LeftHandIndex1"), None);
    assert_eq!(own.report.unmapped_recorded, ["LeftHandIndex1"]);
}

#[test]
fn a_corrected_file_has_every_joint_of_the_recorded_one_and_fingers_to_the_bit() {
    let human = human();
    for order in [RotationOrder::Zxy, RotationOrder::Xyz] {
        let bvh = file(&human, &stroll(&human, "flat", 4), order);
        let bvh = with_a_finger_and_a_collar(&bvh);
        let own = on_own_skeleton(&human, &bvh.recording(), &RetargetSettings::default());
        let mut clip = own.clip.clone();
        let (contacts, soles) = (ContactSettings::default(), &own.report.soles);
        mark_contacts(&own.character, &mut clip, soles, None, &contacts, &[]);
        let settings = BalanceSettings::of(Aim::Dynamic);
        let (corrected, report) = balance_clip(&own.character, &clip, None, &settings, &mut |_| {});
        assert!(report.after.inside_share() >= Some(0.99), "{report:?}");
        assert!(report.after.slide < 1e-3, "{} m", report.after.slide);
        assert!(report.after.depth < 1e-3, "{} m", report.after.depth);
        assert!(report.shifts.all.mean < 0.03, "{:?}", report.shifts.all);

        let (bytes, proof) =
            encode_on_own_skeleton("same.bvh", &bvh, &own, &corrected).expect("it is written");
        assert!(proof.largest_joint_distance_m < 1e-6, "{proof:?}");
        assert_eq!(proof.untouched, 1);
        let again = parse_bvh("same.bvh", &bytes).expect("it is read");
        assert_eq!(again.frame_secs.to_bits(), bvh.frame_secs.to_bits());
        let mut column = 0;
        for (read, recorded) in again.joints.iter().zip(&bvh.joints) {
            assert_eq!(read.name, recorded.name);
            assert_eq!(read.parent, recorded.parent);
            assert_eq!(read.offset, recorded.offset);
            assert_eq!(read.channels, recorded.channels);
            for channel in &read.channels {
                let is_kept =
                    |row: usize| again.row(row)[column].to_bits() == bvh.row(row)[column].to_bits();
                if read.name == "LeftHandIndex1" {
                    assert!((0..bvh.rows()).all(is_kept), "{channel:?}");
                }
                column += 1;
            }
        }
        // What was written is what was corrected: on its own skeleton it comes back.
        let back = on_own_skeleton(&human, &again.recording(), &RetargetSettings::default());
        for (a, b) in corrected.frames.iter().zip(&back.clip.frames) {
            let [a, b] = [&a.pose, &b.pose].map(|pose| Kinematics::of(&own.character, pose));
            let heights = a.com.y - b.com.y;
            assert!(heights.abs() < 2e-3, "{heights} m");
        }
    }
}

#[test]
fn files_with_z_up_and_one_turn_a_joint_are_told_apart() {
    let human = human();
    let mut bvh = file(&human, &stroll(&human, "flat", 2), RotationOrder::Zxy);
    let own = on_own_skeleton(&human, &bvh.recording(), &RetargetSettings::default());
    // A joint that can only bend cannot say what a ball's turn is, and the file is refused.
    let knee = bvh.joints.iter().position(|joint| joint.name == "LeftArm");
    let knee = knee.expect("it has an arm");
    let before: usize = bvh.joints[..knee].iter().map(|j| j.channels.len()).sum();
    bvh.joints[knee].channels = vec![Channel::Rotation(Axis::X)];
    let width = bvh.values.len() / own.clip.frames.len();
    let values = bvh.values.chunks(width).flat_map(|row| {
        let kept = (0..width).filter(|column| ![before + 1, before + 2].contains(column));
        kept.map(|column| row[column]).collect::<Vec<_>>()
    });
    bvh.values = values.collect();
    let refused = encode_on_own_skeleton("bent.bvh", &bvh, &own, &own.clip);
    let message = refused.expect_err("an arm turns").to_string();
    assert!(
        message.contains("bent.bvh") && message.contains("three rotations"),
        "{message}"
    );
}

#[test]
fn stairs_are_found_under_the_feet_that_climb_them() {
    let human = human();
    let stairs = load_level("stairs").expect("it is shipped");
    let clip = stroll(&human, "stairs", 14);
    let found = found_ground(&human, &clip).expect("it stands");
    let mut levels: Vec<f64> = found.pieces().iter().map(|piece| piece.at.y).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    assert!(levels.len() > 6, "{levels:?}");
    let mut recorder = contrapposto::motion::Recorder::new(&human);
    for frame in &clip.frames {
        let kin = recorder.look(&frame.pose).clone();
        for footing in human.footings(frame.contacts) {
            let world_from_link = kin.link(human.footing_link(footing));
            let middle = world_from_link.point(human.footing_center(footing));
            let over = glam::DVec2::new(middle.x, middle.z);
            let heights = [&stairs, &found].map(|level| level.height(over, 0.0));
            let [Some(real), Some(found)] = heights else {
                panic!("no ground at {over}: {heights:?}");
            };
            assert!((real - found).abs() < 0.02, "{over}: {real} {found}");
        }
    }
    // Level ground is one plane.
    let flat = found_ground(&human, &stroll(&human, "flat", 4)).expect("it stands");
    assert_eq!(flat.pieces().len(), 1);
    assert!(flat.pieces()[0].at.y.abs() < 1e-3);
}
