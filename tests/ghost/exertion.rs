//! What motions take of their joints: against levers and weights added up by hand, the audit, and energy.

use crate::ghosts::{standing, walked};
use contrapposto::character::{Character, JointCoordinate, LinkId, Pose};
use contrapposto::control::{Exertion, JointExertion};
use contrapposto::io::{load_character, load_level, shipped_characters};
use contrapposto::kinematics::Kinematics;
use contrapposto::math::{Transform, rotation_from_vector, rotation_vector};
use contrapposto::motion::audit::zero_moment_point;
use contrapposto::motion::{Audit, Clip, audit::Momentum};
use contrapposto::physics::{Energy, NeededTorques, Planned, State, Twist, WorldSettings};
use glam::{DQuat, DVec3};

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

fn exertion(character: &Character, clip: &Clip) -> Exertion {
    Exertion::new(character, clip, |frame| &clip.frames[frame].pose, None)
}

fn of_joint(exertion: &Exertion, character: &Character, joint: &str) -> JointExertion {
    let is_it = |found: &&JointExertion| character.link(found.link).joint.name == joint;
    *exertion.joints.iter().find(is_it).expect("such a joint")
}

/// The moment of the weight of a link and all beyond it about a point.
fn moment_of_weight(character: &Character, kin: &Kinematics, link: LinkId, about: DVec3) -> DVec3 {
    let up = |id: &LinkId| character.link(*id).parent;
    let beyond = (character.link_ids())
        .filter(|id| std::iter::successors(Some(*id), up).any(|on_the_way| on_the_way == link));
    beyond
        .map(|id| {
            let body = character.link(id);
            let arm = kin.link(id).point(body.com_in_link) - about;
            arm.cross(body.mass * GRAVITY)
        })
        .sum()
}

#[test]
fn arms_and_head_that_are_held_still_take_their_weight_times_its_lever() {
    let human = load_character("human").expect("shipped");
    let mut clip = standing(&human, 0.1);
    let left = human.find_link("left_upper_arm").expect("an arm");
    for frame in &mut clip.frames {
        frame.pose.joints[left.index()] =
            JointCoordinate::Ball(rotation_from_vector(DVec3::new(-0.9, 0.2, 0.5)));
    }
    let kin = Kinematics::of(&human, &clip.frames[0].pose);
    let found = exertion(&human, &clip);
    for joint in ["left_shoulder", "right_shoulder", "neck"] {
        let joint = of_joint(&found, &human, joint);
        let pivot = kin.pivot(joint.link);
        let expected = moment_of_weight(&human, &kin, joint.link, pivot).length();
        assert!(expected > 0.1, "{joint:?}");
        assert!(
            (joint.torque - expected).abs() < 1e-6,
            "{joint:?} {expected}"
        );
    }
}

#[test]
fn knees_of_who_stands_take_what_half_of_the_weight_does_over_its_lever() {
    let human = load_character("human").expect("shipped");
    let mut clip = standing(&human, 0.1);
    // Down by bent knees, with the soles where they were.
    let bend = 0.5;
    let [thigh, shin, foot] = ["thigh", "shank", "foot"].map(|part| {
        ["left", "right"].map(|side| human.find_link(&format!("{side}_{part}")).expect("a leg"))
    });
    let flat = Kinematics::of(&human, &human.rest);
    for frame in &mut clip.frames {
        for side in 0..2 {
            let turn = |angle: f64| DQuat::from_rotation_x(angle);
            let pose = &mut frame.pose;
            let ball = |pose: &mut Pose, link: LinkId, by: DQuat| {
                if let JointCoordinate::Ball(q) = &mut pose.joints[link.index()] {
                    *q = by * *q;
                }
            };
            ball(pose, thigh[side], turn(-bend));
            if let JointCoordinate::Hinge(angle) = &mut pose.joints[shin[side].index()] {
                *angle += 2.0 * bend;
            }
            ball(pose, foot[side], turn(-bend));
        }
        let kin = Kinematics::of(&human, &frame.pose);
        let rise = flat.link(foot[0]).translation - kin.link(foot[0]).translation;
        frame.pose.world_from_root.translation += rise;
    }
    let kin = Kinematics::of(&human, &clip.frames[0].pose);
    let soles = kin
        .link(foot[0])
        .rotation
        .angle_between(flat.link(foot[0]).rotation);
    assert!(soles < 1e-6, "the feet are flat: {soles}");
    // Each foot carries half, under the centre of mass as seen from the side.
    let knee = kin.pivot(shin[0]);
    let push = -0.5 * human.mass() * GRAVITY;
    let at = DVec3::new(kin.link(foot[0]).translation.x, 0.0, kin.com.z);
    let shank = moment_of_weight(&human, &kin, shin[0], knee);
    let expected = ((at - knee).cross(push) + shank).x.abs();
    assert!(expected > 20.0, "{expected}");
    let found = exertion(&human, &clip);
    for side in ["left_knee", "right_knee"] {
        let torque = of_joint(&found, &human, side).torque;
        assert!(
            (torque - expected).abs() < 1e-3 * expected,
            "{torque} {expected}"
        );
    }
}

#[test]
fn the_push_that_a_walk_needs_is_that_of_its_momentum() {
    let human = load_character("human").expect("shipped");
    let clip = walked(&human, &load_level("flat").expect("shipped"), 4);
    let audit = Audit::new(&human, &clip, None);
    let mut needed = NeededTorques::new(&human);
    let secs = clip.frame_secs;
    let mut worst = 0.0_f64;
    for frame in (10..clip.frames.len() - 1).step_by(7) {
        let poses = [frame - 1, frame, frame + 1].map(|k| &clip.frames[k].pose);
        let planned = moving(poses, secs);
        let (force, moment) = needed.find_push(&human, &planned, GRAVITY);
        let com = clip.frames[frame].com;
        let rate = Momentum {
            linear: force + human.mass() * GRAVITY,
            angular: moment - com.cross(force),
        };
        let height = clip.frames[frame]
            .contacts
            .iter()
            .fold((0.0, 0.0), |sum, sole| {
                let sole = &human.soles[sole];
                let place = Kinematics::of(&human, poses[1]);
                let corners = sole.corners_in_link.iter();
                corners.fold(sum, |sum, corner| {
                    (sum.0 + place.link(sole.link).point(*corner).y, sum.1 + 1.0)
                })
            });
        let found = zero_moment_point(human.mass(), com, &rate, height.0 / height.1);
        let expected = audit.frames[frame].zero_moment_xz;
        worst = worst.max(
            found
                .expect("it stands")
                .distance(expected.expect("it stands")),
        );
    }
    assert!(worst < 1e-3, "{worst}");
}

/// The joints and the first link of three poses in a row, by differences.
fn moving([earlier, now, later]: [&Pose; 3], secs: f64) -> Planned {
    let mut planned = Planned::at_rest(now.clone());
    for (index, joint) in now.joints.iter().enumerate() {
        let turn = |other: &Pose| joint.turn_to(other.joints[index]);
        let (ahead, back) = (turn(later), turn(earlier));
        planned.velocity.joints[index] = (ahead - back) / (2.0 * secs);
        planned.acceleration.joints[index] = (ahead + back) / (secs * secs);
    }
    let [from, at, to] = [earlier, now, later].map(|pose| pose.world_from_root);
    let ahead = rotation_vector(to.rotation * at.rotation.conjugate());
    let back = rotation_vector(from.rotation * at.rotation.conjugate());
    let (rise, fall) = (
        to.translation - at.translation,
        from.translation - at.translation,
    );
    planned.velocity.root = Twist {
        angular: (ahead - back) / (2.0 * secs),
        linear: (rise - fall) / (2.0 * secs),
    };
    planned.acceleration.root = Twist {
        angular: (ahead + back) / (secs * secs),
        linear: (rise + fall) / (secs * secs),
    };
    planned
}

/// A body whose every joint swings, and which drifts and turns as a whole.
fn swinging(character: &Character, secs: f64) -> Pose {
    let mut pose = character.rest.clone();
    for (index, joint) in pose.joints.iter_mut().enumerate() {
        let (phase, wave) = (index as f64, 2.0 + 0.1 * index as f64);
        let angle = 0.3 * libm::sin(wave * secs + phase);
        match joint {
            JointCoordinate::Fixed => {}
            JointCoordinate::Hinge(at) => *at += angle,
            JointCoordinate::Ball(at) => {
                let axis = DVec3::new(libm::sin(phase), 1.0, libm::cos(phase)).normalize();
                *at = rotation_from_vector(angle * axis) * *at;
            }
        }
    }
    let turn = rotation_from_vector(DVec3::new(
        0.4 * secs,
        0.3 * libm::sin(2.0 * secs),
        0.2 * secs,
    ));
    let way = DVec3::new(
        libm::sin(secs),
        0.5 * libm::cos(3.0 * secs),
        0.2 * secs * secs,
    );
    let root = pose.world_from_root;
    pose.world_from_root = Transform::new(turn * root.rotation, root.translation + way);
    pose
}

#[test]
fn torques_and_the_push_from_outside_do_the_work_that_energy_gains() {
    for (name, _) in shipped_characters() {
        let character = load_character(name).expect("shipped");
        let mut needed = NeededTorques::new(&character);
        let step = 1e-4;
        let at = |secs: f64| {
            let poses = [-step, 0.0, step].map(|after| swinging(&character, secs + after));
            moving([&poses[0], &poses[1], &poses[2]], step)
        };
        let energy = |secs: f64| {
            let planned = at(secs);
            let mut state = State::at_rest(planned.pose.clone());
            state.velocity = planned.velocity;
            Energy::of_state(&character, &[], &WorldSettings::default(), &state).total()
        };
        for secs in [0.2, 0.7] {
            let gained = (energy(secs + 1e-3) - energy(secs - 1e-3)) / 2e-3;
            let planned = at(secs);
            let root = planned.velocity.root;
            let (force, moment) = needed.find_push(&character, &planned, GRAVITY);
            let about_root = moment - planned.pose.world_from_root.translation.cross(force);
            let outside = force.dot(root.linear) + about_root.dot(root.angular);
            let torques = needed.find_free(&character, &planned, (GRAVITY, &[]));
            let joints = torques.iter().zip(&planned.velocity.joints);
            let inside: f64 = joints.map(|(torque, rate)| torque.dot(*rate)).sum();
            let scale = inside.abs() + outside.abs();
            let miss = (inside + outside - gained).abs() / scale;
            assert!(
                miss < 1e-4,
                "{name} at {secs} s: {inside} + {outside}, {gained}"
            );
        }
    }
}
