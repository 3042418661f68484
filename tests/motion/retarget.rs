//! Somebody else's motion on our body: guesses, identity, contacts, and a lean that is put right.

use contrapposto::character::{Character, JointCoordinate, Pose};
use contrapposto::correction::{Aim, BalanceSettings, balance_clip};
use contrapposto::ik::{
    Goal, Orientation, Position, Problem, Rank, Report, Solver, SolverSettings,
};
use contrapposto::io::{Source, load_character, read_joint_map};
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::math::{Transform, rotation_from_vector};
use contrapposto::motion::{
    Audit, Clip, ContactOverride, ContactSettings, Contacts, RecordedJoint, Recorder, Recording,
    RetargetSettings, SoleTracks, UpAxis, mark_contacts, retarget,
};
use glam::{DQuat, DVec3};

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

/// A clip of poses at 100 Hz.
fn clip_of(character: &Character, poses: Vec<Pose>) -> Clip {
    let mut recorder = Recorder::new(character);
    let frames = poses.into_iter();
    Clip {
        name: "made".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 0.01,
        frames: frames
            .map(|pose| recorder.frame(pose, Contacts::NONE))
            .collect(),
    }
}

/// Poses as a file of another program would have them: `file_from_ours` turns the world, lengths in `units_per_metre`.
fn recorded(
    character: &Character,
    poses: &[Pose],
    file_from_ours: DQuat,
    units_per_metre: f64,
) -> Recording {
    let joints = character.links.iter().map(|link| RecordedJoint {
        name: link.name.clone(),
        parent: link.parent.map(contrapposto::character::LinkId::index),
        offset: units_per_metre * link.joint.parent_from_joint.translation,
        end: None,
    });
    let mut parent_from_joint = Vec::new();
    for pose in poses {
        for (index, link) in character.links.iter().enumerate() {
            let local = if index == 0 {
                let root = pose.world_from_root;
                Transform::new(
                    file_from_ours * root.rotation,
                    file_from_ours * root.translation,
                )
            } else {
                let turn = pose.joints[index].rotation(&link.joint.kind);
                link.joint.parent_from_joint * Transform::new(turn, DVec3::ZERO)
            };
            let place = units_per_metre * local.translation;
            parent_from_joint.push(Transform::new(local.rotation, place));
        }
    }
    Recording {
        name: "made".to_owned(),
        joints: joints.collect(),
        frame_secs: 0.01,
        parent_from_joint,
    }
}

/// Arms, back and head move, the feet stand.
fn gesture(character: &Character) -> Vec<Pose> {
    (0..80)
        .map(|i| {
            let t = f64::from(i) / 10.0;
            let mut pose = character.rest.clone();
            for (index, link) in character.links.iter().enumerate() {
                let is_leg = ["thigh", "shank", "foot"]
                    .iter()
                    .any(|w| link.name.contains(w));
                if index == 0 || is_leg {
                    continue;
                }
                let phase = t + index as f64;
                let turn = 0.12
                    * DVec3::new(
                        libm::sin(phase),
                        libm::sin(1.3 * phase),
                        libm::cos(0.7 * phase),
                    );
                pose.joints[index] = match pose.joints[index] {
                    JointCoordinate::Hinge(_) => {
                        JointCoordinate::Hinge(0.8 + 0.7 * libm::sin(phase))
                    }
                    other => other.turned(turn),
                }
                .clamped(&link.joint.kind);
            }
            pose
        })
        .collect()
}

fn largest_miss(poses: &[Pose], clip: &Clip) -> f64 {
    assert_eq!(poses.len(), clip.frames.len());
    let misses = poses.iter().zip(&clip.frames).map(|(pose, frame)| {
        let (a, b) = (pose.world_from_root, frame.pose.world_from_root);
        let turn = (a.rotation.conjugate() * b.rotation).xyz().length();
        let joints = frame.pose.largest_turn_from(pose);
        joints.max(turn).max(a.translation.distance(b.translation))
    });
    misses.fold(0.0, f64::max)
}

#[test]
fn our_own_skeleton_comes_back_as_it_was() {
    for name in ["human", "mannequin", "tall_thin"] {
        let character = load_character(name).unwrap();
        let poses = gesture(&character);
        let recording = recorded(&character, &poses, DQuat::IDENTITY, 1.0);
        let (clip, report) = retarget(&character, &recording, &RetargetSettings::default());
        let miss = largest_miss(&poses, &clip);
        assert!(miss < 1e-9, "{name}: {miss}");
        assert!(report.unmapped_links.is_empty() && report.unmapped_recorded.is_empty());
        assert_eq!(
            (report.up_axis, report.unit.name, report.skipped_rows),
            (UpAxis::Y, "m", 0)
        );
    }
}

#[test]
fn units_and_the_axis_that_points_up_are_guessed_and_can_be_overruled() {
    let human = human();
    let poses = gesture(&human);
    for (up, unit, per_metre) in [
        (UpAxis::Y, "cm", 100.0),
        (UpAxis::Z, "cm", 100.0),
        (UpAxis::Z, "in", 1.0 / 0.0254),
        (UpAxis::Y, "cmu", 0.45 / 0.0254),
        (UpAxis::Z, "mm", 1000.0),
    ] {
        let file_from_ours = up.ours_from_file().conjugate();
        let recording = recorded(&human, &poses, file_from_ours, per_metre);
        let (clip, report) = retarget(&human, &recording, &RetargetSettings::default());
        assert_eq!((report.up_axis, report.unit.name), (up, unit));
        let miss = largest_miss(&poses, &clip);
        assert!(miss < 1e-9, "{unit}: {miss}");
    }
    let recording = recorded(&human, &poses, DQuat::IDENTITY, 1.0);
    let settings = RetargetSettings {
        up: Some(UpAxis::Z),
        ..RetargetSettings::default()
    };
    let (clip, report) = retarget(&human, &recording, &settings);
    assert_eq!(report.up_axis, UpAxis::Z);
    assert!(largest_miss(&poses, &clip) > 0.1);
}

#[test]
fn a_posture_in_front_of_the_motion_is_left_out() {
    let human = human();
    let mut poses = gesture(&human);
    let mut posture = Pose::zero(&human.links);
    posture.world_from_root = poses[0].world_from_root;
    poses.insert(0, posture);
    let recording = recorded(&human, &poses, DQuat::IDENTITY, 1.0);
    let (clip, report) = retarget(&human, &recording, &RetargetSettings::default());
    assert_eq!(report.skipped_rows, 1);
    assert!(largest_miss(&poses[1..], &clip) < 1e-9);
}

#[test]
fn an_arm_that_noise_bends_backward_does_not_flip() {
    let human = human();
    let elbow = human.find_link("left_forearm").expect("it has one");
    let shoulder = human.find_link("left_upper_arm").expect("it has one");
    // The elbow swings between bent by 60° and bent backward by 17°, as markers of straight arms show it.
    let angle = |i: u32| 0.37 - 0.67 * libm::cos(0.157 * f64::from(i));
    let poses: Vec<Pose> = (0..160)
        .map(|i| {
            let mut pose = human.rest.clone();
            pose.joints[elbow.index()] = JointCoordinate::Hinge(angle(i));
            pose
        })
        .collect();
    let recording = recorded(&human, &poses, DQuat::IDENTITY, 100.0);
    let (clip, _) = retarget(&human, &recording, &RetargetSettings::default());
    let kin = |pose: &Pose| *Kinematics::of(&human, pose).link(shoulder);
    for (frame, (pose, made)) in poses.iter().zip(&clip.frames).enumerate() {
        let apart = kin(pose).rotation.angle_between(kin(&made.pose).rotation);
        assert!(apart < 0.2, "frame {frame}: turned by {apart}");
    }
}

#[test]
fn the_shape_of_a_skeleton_tells_what_a_name_does_not_and_a_map_file_overrules_both() {
    let human = human();
    let poses = gesture(&human);
    let mut recording = recorded(&human, &poses, DQuat::IDENTITY, 1.0);
    let thigh = human.find_link("left_thigh").unwrap().index();
    recording.joints[thigh].name = "Bone_017".to_owned();
    let (clip, report) = retarget(&human, &recording, &RetargetSettings::default());
    assert!(report.unmapped_links.is_empty(), "{report:?}");
    assert!(largest_miss(&poses, &clip) < 1e-9);
    let told = |note: &String| note.contains("the shape of the skeleton does: Bone_017");
    assert!(report.notes.iter().any(told), "{:?}", report.notes);

    let names: Vec<&str> = recording.joints.iter().map(|j| j.name.as_str()).collect();
    let read = |text: &str| read_joint_map(&Source::new("map.ron", text), &human, &names);
    let map = read(r#"(version: 1, map: {"Bone_017": "left_thigh"})"#).unwrap();
    let settings = RetargetSettings {
        map,
        ..RetargetSettings::default()
    };
    let (clip, report) = retarget(&human, &recording, &settings);
    assert!(report.unmapped_links.is_empty(), "{report:?}");
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert!(largest_miss(&poses, &clip) < 1e-9);
    let settings = RetargetSettings {
        map: read(r#"(version: 1, map: {"Bone_017": ""})"#).unwrap(),
        ..RetargetSettings::default()
    };
    let (_, report) = retarget(&human, &recording, &settings);
    assert_eq!(report.unmapped_links, ["left_thigh"]);
    assert_eq!(report.unmapped_recorded, ["Bone_017"]);

    for (text, message) in [
        (
            r#"(version: 1, map: {"Bone_17": "left_thigh"})"#,
            "map.ron:1:20: there is no recorded joint \"Bone_17\"; did you mean \"Bone_017\"?",
        ),
        (
            r#"(version: 1, map: {"Bone_017": "left_thig"})"#,
            "map.ron:1:32: human has no link \"left_thig\"; did you mean \"left_thigh\"?",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
}

/// The rest pose lifted by a height in every frame.
fn lifted(character: &Character, heights: impl IntoIterator<Item = f64>) -> Clip {
    let poses = heights.into_iter().map(|height| {
        let mut pose = character.rest.clone();
        pose.world_from_root.translation.y += height;
        pose
    });
    clip_of(character, poses.collect())
}

fn contacts(clip: &mut Clip, overrides: &str) -> Vec<usize> {
    let human = human();
    let tracks = SoleTracks::of_clip(&human, clip);
    let overrides = ContactOverride::parse_list(overrides, &human).expect("overrides are valid");
    let settings = ContactSettings::default();
    mark_contacts(&human, clip, &tracks, None, &settings, &overrides);
    clip.frames
        .iter()
        .map(|frame| human.footings(frame.contacts).count())
        .collect()
}

#[test]
fn feet_stand_while_they_are_low_and_slow() {
    // Half a second on the ground, a hop of 0.3 m that lasts half a second, and half a second again.
    let hop = |i: i32| {
        let t = (f64::from(i) - 50.0) / 50.0;
        if (0.0..1.0).contains(&t) {
            1.2 * t * (1.0 - t)
        } else {
            0.0
        }
    };
    let mut clip = lifted(&human(), (0..150).map(hop));
    let found = contacts(&mut clip, "");
    assert_eq!(found[..45], [2; 45]);
    assert_eq!(found[60..90], [0; 30]);
    assert_eq!(found[105..], [2; 45]);
    assert!(clip.frames[0].margin.is_some() && clip.frames[75].margin.is_none());
}

#[test]
fn noise_about_a_threshold_does_not_make_contacts_flicker() {
    let settings = ContactSettings::default();
    let noisy = |i: u32| {
        let rise = settings.height_in * f64::from(i.min(60)) / 60.0;
        rise + if i % 8 < 4 { 0.004 } else { -0.004 }
    };
    let mut clip = lifted(&human(), (0..200).map(noisy));
    assert_eq!(contacts(&mut clip, ""), [2; 200]);
}

#[test]
fn people_overrule_contacts() {
    let mut clip = lifted(&human(), [0.0; 100]);
    let found = contacts(&mut clip, "left_foot:20-29=up, right_foot:25-29=up");
    let expected: Vec<usize> = (0..100)
        .map(|i| match i {
            20..25 => 1,
            25..30 => 0,
            _ => 2,
        })
        .collect();
    assert_eq!(found, expected);
    for (text, part) in [
        ("left_foot", "has no `:`"),
        ("left_foot:3-1=up", "before the first"),
        ("tail:1-3=up", "only left_foot, right_foot"),
        ("left_foot:1-x=up", "\"x\" is no frame"),
        ("left_foot:1-2=off", "neither up nor down"),
    ] {
        let message = ContactOverride::parse_list(text, &human()).unwrap_err();
        assert!(message.contains(part), "{message}");
    }
}

/// Leans forward about the ankles by an angle, soles flat.
fn leaning(character: &Character, angle: f64) -> Pose {
    let turn = rotation_from_vector(DVec3::new(angle, 0.0, 0.0));
    let ankles = DVec3::new(0.0, 0.08, 0.0);
    let mut pose = character.rest.clone();
    let root = pose.world_from_root;
    pose.world_from_root = Transform::new(
        turn * root.rotation,
        ankles + turn * (root.translation - ankles),
    );
    for name in ["left_foot", "right_foot"] {
        let foot = character.find_link(name).expect("people have feet").index();
        if let JointCoordinate::Ball(q) = pose.joints[foot] {
            pose.joints[foot] = JointCoordinate::Ball(turn.conjugate() * q);
        }
    }
    pose
}

/// A stride of one foot in place: flat, the heel rises over the ball, the toes alone, in the air, down on the heel, flat.
#[test]
fn a_recorded_toe_off_is_seen_as_toes_alone_and_a_heel_strike_as_the_heel_alone() {
    let human = human();
    let [ball, heel] = ["left_foot.ball+toe", "left_foot.heel"].map(|name| {
        let found = human.find_footing(name).expect("a part of a foot");
        found.patches
    });
    let whole = human.feet[0].patches;
    // The left foot pitches about ball or heel while the right one stands: forward, then back.
    let pitched = |pitch: f64, pivot_z: f64| {
        let mut pose = human.rest.clone();
        let foot = human.find_link("left_foot").expect("a foot");
        let at = DVec3::new(0.09, 0.0, pivot_z);
        let turn = rotation_from_vector(DVec3::new(pitch, 0.0, 0.0));
        let stands = *Kinematics::of(&human, &human.rest).link(foot);
        let to = Transform::new(
            turn * stands.rotation,
            at + turn * (stands.translation - at),
        );
        let stance = Stance::from_pose(&human, &human.rest, &[1]);
        let place = Position {
            link: foot,
            point_in_link: DVec3::ZERO,
            target_in_world: to.translation,
        };
        let turned = Orientation {
            link: foot,
            world_from_link: to.rotation,
        };
        let goals = [
            Goal::new("ankle", Rank::CONTACT, place),
            Goal::new("pitch", Rank::CONTACT, turned),
        ];
        let toe = human.find_joint("left_toe").expect("a toe joint");
        pose.joints[toe.index()] = JointCoordinate::Hinge(pitch.max(0.0));
        let mut willing = vec![1.0; human.links.len()];
        willing[toe.index()] = 0.0;
        let problem = Problem::new(&human, &stance, &goals).willing(&willing);
        let (mut solver, mut report) = (Solver::default(), Report::default());
        solver.solve(problem, &SolverSettings::default(), &mut pose, &mut report);
        let kin = {
            let mut kin = Kinematics::default();
            stance.update(&human, &pose, &mut kin);
            kin
        };
        pose.world_from_root = kin.world_from_link[0];
        pose
    };
    let still = |pose: &Pose, frames: usize| vec![pose.clone(); frames];
    let between = |pitch: f64, pivot_z: f64| {
        let steps = (1..=20).map(|k| pitched(f64::from(k) / 20.0 * pitch, pivot_z));
        steps.collect::<Vec<Pose>>()
    };
    let ball_z = 0.125;
    let mut poses = still(&human.rest, 30);
    poses.extend(between(0.5, ball_z));
    poses.extend(still(&pitched(0.5, ball_z), 20));
    poses.extend(between(0.5, ball_z).into_iter().rev());
    poses.extend(still(&human.rest, 20));
    poses.extend(between(-0.4, -0.065));
    poses.extend(still(&pitched(-0.4, -0.065), 20));
    let recording = recorded(&human, &poses, DQuat::IDENTITY, 1.0);
    let (mut clip, report) = retarget(&human, &recording, &RetargetSettings::default());
    let settings = ContactSettings::default();
    mark_contacts(&human, &mut clip, &report.soles, None, &settings, &[]);
    let of_left = |frame: usize| clip.frames[frame].contacts.shared(whole);
    assert_eq!(of_left(15), whole);
    assert_eq!(of_left(60), ball, "heel up");
    assert_eq!(of_left(100), whole, "down again");
    assert_eq!(of_left(145), heel, "toes up");
    // Corrected, it stands on what it was recorded to stand on while the heel is up.
    let (corrected, _) = balance_clip(
        &human,
        &clip,
        None,
        &BalanceSettings::default(),
        &mut |_| {},
    );
    assert_eq!(corrected.frames[60].contacts.shared(whole), ball);
    let audit = Audit::new(&human, &corrected, None);
    let slide = audit
        .slides
        .iter()
        .map(|slide| slide.metres)
        .fold(0.0, f64::max);
    assert!(slide < 5e-4, "slides {slide} m");
    let deep = audit.summary.penetration.map_or(0.0, |peak| peak.value);
    assert!(deep < 1e-3, "{deep} m in the ground");
}

#[test]
fn a_lean_out_of_the_feet_is_put_right_and_the_feet_stay() {
    let human = human();
    let angle = |i: i32| {
        let turn = f64::from(i) * std::f64::consts::TAU / 150.0;
        0.23 * (0.5 - 0.5 * libm::cos(turn))
    };
    let poses: Vec<Pose> = (0..150).map(|i| leaning(&human, angle(i))).collect();
    let recording = recorded(&human, &poses, DQuat::IDENTITY, 1.0);
    let (mut clip, report) = retarget(&human, &recording, &RetargetSettings::default());
    let settings = ContactSettings::default();
    mark_contacts(&human, &mut clip, &report.soles, None, &settings, &[]);
    let mut done = 0.0;
    let settings = BalanceSettings::of(Aim::Static);
    let (corrected, report) = balance_clip(&human, &clip, None, &settings, &mut |n| done = n);
    assert_eq!(done, 1.0);
    assert_eq!(report.before.contact_frames, 150);
    assert!(
        report.before.inside_share() < Some(0.9),
        "{:?}",
        report.before
    );
    assert_eq!(report.after.inside_share(), Some(1.0), "{:?}", report.after);
    assert!(report.after.worst_margin > 0.018, "{:?}", report.after);
    assert!(report.after.slide < 5e-4, "{:?}", report.after);
    assert!(report.hand_percentile(0.95) < 0.05);
    // Nothing leaps: the correction is as calm as the lean.
    let turns = corrected
        .frames
        .windows(2)
        .map(|w| w[1].pose.largest_turn_from(&w[0].pose));
    let largest = turns.fold(0.0, f64::max);
    assert!(largest < 0.05, "a joint turns {largest} rad in a frame");
    let same = balance_clip(&human, &clip, None, &settings, &mut |_| {});
    assert_eq!(same.0, corrected);
}
