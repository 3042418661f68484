//! Joints as physics has them: pendulums, stops, muscles at their limits, a body that meets itself.

use super::worlds::{
    flat, holding, measured_period, overlap, period_of_a_pendulum, solids_of, spring,
};
use contrapposto::character::{Character, JointCoordinate, JointKind, LinkId, Range};
use contrapposto::io::load_character;
use contrapposto::kinematics::Kinematics;
use contrapposto::math::Random;
use contrapposto::physics::{Drive, Energy, Hold, Inputs, Integrator, State, World, WorldSettings};
use glam::DVec3;

fn aloft(character: &Character) -> State {
    let mut state = State::at_rest(character.rest.clone());
    state.pose.world_from_root.translation.y += 10.0;
    state
}

/// A shank that swings from a thigh that is held: its hinge is a pendulum's, and the elliptic integral of its amplitude is
/// its period.
#[test]
fn a_shank_swings_from_its_knee_in_the_time_of_the_elliptic_integral() {
    let mut character = load_character("human").unwrap();
    let [thigh, shank, foot, toes] = ["left_thigh", "left_shank", "left_foot", "left_toes"]
        .map(|name| character.find_link(name).unwrap());
    let JointKind::Hinge { axis, range } = &mut character.links[shank.index()].joint.kind else {
        panic!("a knee is a hinge");
    };
    *range = Range::new(-9.0, 9.0);
    let axis_in_link = *axis;
    let mut state = aloft(&character);
    let kin = Kinematics::of(&character, &state.pose);
    let axis = kin.link(shank).rotation * axis_in_link;
    assert!(axis.y.abs() < 1e-9, "the axis lies level");

    // What hangs on the knee, about its axis.
    let pivot = kin.pivot(shank);
    let (mut moment, mut mass, mut inertia) = (DVec3::ZERO, 0.0, 0.0);
    for id in [shank, foot, toes] {
        let link = character.link(id);
        let arm = kin.link(id).point(link.com_in_link) - pivot;
        let turned = kin.link(id).rotation.conjugate() * axis;
        moment += link.mass * arm;
        mass += link.mass;
        inertia += turned.dot(link.inertia_in_link * turned)
            + link.mass * arm.reject_from(axis).length_squared();
    }
    let arm = (moment / mass).reject_from(axis);
    let JointCoordinate::Hinge(rest) = state.pose.joint(shank) else {
        panic!("a knee is a hinge");
    };
    // Where it hangs lowest, by looking.
    let height = |angle: f64| -> f64 {
        let mut pose = state.pose.clone();
        pose.joints[shank.index()] = JointCoordinate::Hinge(angle);
        let kin = Kinematics::of(&character, &pose);
        let parts = [shank, foot, toes].map(|id| {
            let link = character.link(id);
            link.mass * kin.link(id).point(link.com_in_link).y
        });
        parts.iter().sum()
    };
    let angles = (-3000..3000).map(|k| rest + 1e-4 * f64::from(k));
    let lowest = angles
        .min_by(|a, b| height(*a).total_cmp(&height(*b)))
        .unwrap();
    let amplitude = 1.2;
    state.pose.joints[shank.index()] = JointCoordinate::Hinge(lowest + amplitude);

    let mut inputs = Inputs {
        hold: Some(Hold {
            link: thigh,
            world_from_link: *kin.link(thigh),
        }),
        drives: vec![None; character.links.len()],
        ..Inputs::default()
    };
    for stiff in [foot, toes] {
        inputs.drives[stiff.index()] = Some(spring(&character, stiff, 1e6));
    }
    let weight_times_arm = mass * 9.81 * arm.length();
    let period = period_of_a_pendulum(inertia, weight_times_arm, amplitude);

    let mut world = World::new(&character, &flat(), WorldSettings::default());
    let hz = 2000.0;
    let measured = measured_period(hz, || {
        world.step(&mut state, &inputs, 1.0 / hz);
        let JointCoordinate::Hinge(angle) = state.pose.joint(shank) else {
            panic!("a knee is a hinge");
        };
        angle - lowest
    });
    println!("period {measured:.5} s, by the integral {period:.5} s");
    assert!((measured / period - 1.0).abs() < 2e-3);
}

#[test]
fn stops_of_joints_hold_against_a_hundred_newton_metres() {
    let (mut worst, mut slips): (f64, Vec<usize>) = (0.0, Vec::new());
    for name in ["mannequin", "human"] {
        let character = load_character(name).unwrap();
        for id in character.link_ids().skip(1) {
            let dofs = character.link(id).joint.kind.dofs();
            for axis in DVec3::AXES.into_iter().take(dofs) {
                for sign in [1.0, -1.0] {
                    let (beyond, set_back) = overshoot(&character, id, sign * axis);
                    slips.push(set_back);
                    if beyond > 0.035 {
                        let link = &character.link(id).name;
                        println!("{name} {link} {}: {:.2}°", sign * axis, beyond.to_degrees());
                    }
                    worst = worst.max(beyond);
                }
            }
        }
    }
    let steps = 600 * slips.len();
    let slips: usize = slips.into_iter().sum();
    println!(
        "farthest beyond a stop: {:.2}°; set back in {slips} of {steps} steps",
        worst.to_degrees()
    );
    assert!(worst < 2_f64.to_radians());
    assert!(slips < steps / 200, "rows hold it nearly always");
}

/// How far 100 N m take one joint beyond its limits in a second while the others are held [rad], and in how many steps of
/// 600 it slips round a bend of its limits and has to be set back.
fn overshoot(character: &Character, link: LinkId, axis_in_link: DVec3) -> (f64, usize) {
    let settings = WorldSettings {
        gravity: DVec3::ZERO,
        ..WorldSettings::default()
    };
    let mut world = World::new(character, &flat(), settings);
    let mut state = State::at_rest(character.rest.clone());
    state.pose.world_from_root.translation.y += 10.0;
    let mut inputs = holding(character, 3000.0);
    inputs.drives[link.index()] = Some(Drive {
        target: character.rest.joint(link),
        rate: DVec3::ZERO,
        feed_forward: 100.0 * axis_in_link,
        stiffness: 0.0,
        damping: 1.0,
        most_torque: f64::INFINITY,
        resistance: 0.0,
    });
    let kind = &character.link(link).joint.kind;
    let (mut worst, mut set_back): (f64, usize) = (0.0, 0);
    for _ in 0..600 {
        set_back += world.step(&mut state, &inputs, 1.0 / 600.0).set_back;
        let joint = state.pose.joint(link);
        // The least slack with which the limits allow it.
        let (mut low, mut high) = (0.0, 3.0);
        while high - low > 1e-4 {
            let middle = 0.5 * (low + high);
            if joint.is_allowed(kind, middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        worst = worst.max(low);
    }
    (worst, set_back)
}

/// A figure that tumbles limp meets its stops again and again.
#[test]
fn stops_of_joints_add_no_energy() {
    for name in ["mannequin", "human", "hobbler"] {
        let character = load_character(name).unwrap();
        let settings = WorldSettings {
            gravity: DVec3::ZERO,
            integrator: Integrator::KeepMomentum,
            ..WorldSettings::default()
        };
        let mut world = World::new(&character, &flat(), settings);
        let mut state = aloft(&character);
        let mut random = Random::new(8);
        for (id, rate) in character.link_ids().zip(&mut state.velocity.joints).skip(1) {
            *rate = match character.link(id).joint.kind {
                JointKind::Ball(_) => random.in_box(DVec3::splat(4.0)),
                _ => random.in_box(4.0 * DVec3::X),
            };
        }
        let energy = |state: &State| {
            let settings = WorldSettings {
                gravity: DVec3::ZERO,
                ..WorldSettings::default()
            };
            Energy::of_state(&character, &[], &settings, state).kinetic
        };
        let start = energy(&state);
        let most = (0..4000)
            .map(|_| {
                world.step(&mut state, &Inputs::default(), 1e-3);
                energy(&state)
            })
            .fold(0.0, f64::max);
        println!(
            "{name}: {start:.2} J at first, {most:.2} J at most, {:.2} J after 4 s",
            energy(&state)
        );
        assert!(most < 1.005 * start && energy(&state) < 0.9 * start);
    }
}

/// An elbow that is asked for more than it can gives what it can: no more than its strength, and no less.
#[test]
fn a_muscle_at_its_limit_gives_its_strength() {
    let character = load_character("human").unwrap();
    let forearm = character.find_link("left_forearm").unwrap();
    let JointCoordinate::Hinge(rest) = character.rest.joint(forearm) else {
        panic!("an elbow is a hinge");
    };
    let JointKind::Hinge { range, .. } = character.link(forearm).joint.kind else {
        panic!("an elbow is a hinge");
    };
    let farther = if range.high - rest > rest - range.low {
        range.high
    } else {
        range.low
    };
    let bend = |drive: Drive| {
        let mut world = World::new(&character, &flat(), WorldSettings::default());
        let mut state = aloft(&character);
        let mut inputs = holding(&character, 2000.0);
        inputs.drives[forearm.index()] = Some(drive);
        let mut most: f64 = 0.0;
        for _ in 0..60 {
            let outcome = world.step(&mut state, &inputs, 1e-3);
            most = most.max(outcome.torques[forearm.index()].length());
        }
        (state, most)
    };
    let strength = 3.0;
    let limited = Drive {
        target: JointCoordinate::Hinge(farther),
        most_torque: strength,
        ..spring(&character, forearm, 4000.0)
    };
    let given = Drive {
        stiffness: 0.0,
        damping: 0.0,
        feed_forward: strength * (farther - rest).signum() * DVec3::X,
        ..limited
    };
    let ((by_limit, most), (by_torque, _)) = (bend(limited), bend(given));
    let apart = by_limit.pose.largest_turn_from(&by_torque.pose);
    let turned = by_limit.pose.largest_turn_from(&character.rest);
    println!(
        "{most:.6} N m at most; {:.1e}° from a torque of that size, after {:.1}°",
        apart.to_degrees(),
        turned.to_degrees()
    );
    assert!((most / strength - 1.0).abs() < 1e-3);
    assert!(apart < 1e-5 && turned > 0.05);
}

/// How deep a forearm and its hand are in the trunk [m].
fn depth_in_trunk(character: &Character, state: &State) -> f64 {
    let kin = Kinematics::of(character, &state.pose);
    let solids = |names: [&str; 2]| {
        let links = names.map(|name| character.find_link(name).unwrap());
        solids_of(character, &kin, links)
    };
    overlap(
        &solids(["left_forearm", "left_hand"]),
        &solids(["pelvis", "chest"]),
    )
}

#[test]
fn a_body_that_may_not_pass_through_itself_does_not() {
    let character = load_character("human").unwrap();
    let arm = character.find_link("left_upper_arm").unwrap();
    let across = |self_contact| {
        let settings = WorldSettings {
            gravity: DVec3::ZERO,
            self_contact,
            ..WorldSettings::default()
        };
        let mut world = World::new(&character, &flat(), settings);
        let mut state = aloft(&character);
        let mut inputs = holding(&character, 2000.0);
        // The arm is pulled inward, through the trunk where it may.
        let kin = Kinematics::of(&character, &state.pose);
        let inward = kin.link(arm).rotation.conjugate() * DVec3::NEG_Z;
        inputs.drives[arm.index()] = Some(Drive {
            feed_forward: 30.0 * inward,
            stiffness: 0.0,
            damping: 2.0,
            ..spring(&character, arm, 0.0)
        });
        let mut deepest: f64 = 0.0;
        for _ in 0..1000 {
            world.step(&mut state, &inputs, 1e-3);
            deepest = deepest.max(depth_in_trunk(&character, &state));
        }
        deepest
    };
    let (free, kept) = (across(false), across(true));
    println!(
        "{:.1} mm deep, {:.2} mm with self-contact",
        1e3 * free,
        1e3 * kept
    );
    assert!(free > 0.03 && kept < 5e-3);
}
