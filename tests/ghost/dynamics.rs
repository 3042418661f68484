//! Equations of motion: against Pinocchio's figures, against each other, and against a mass matrix that shares no code
//! with either.
#![allow(clippy::print_stdout, reason = "figures are worth reading")]

use crate::references::{Reference, numbers, references, vector};
use contrapposto::character::{Character, JointCoordinate, LinkId, Pose};
use contrapposto::io::{load_character, shipped_characters};
use contrapposto::kinematics::{Base, Kinematics, Rooting, mass_matrix};
use contrapposto::math::{Cholesky, Random, Transform, rotation_from_vector};
use contrapposto::physics::{Dynamics, Momentum, State, Twist, joint_from_world, joint_in_world};
use glam::{DMat3, DVec3};
use serde_json::Value;

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// One state of the reference, seen from one root.
struct Case {
    character: Character,
    root: LinkId,
    base: Base,
    state: State,
    reference: Value,
}

impl Case {
    fn dynamics(&self) -> Dynamics {
        let mut dynamics = Dynamics::new(&self.character, self.root, self.base);
        dynamics.place(&self.character, &self.state, GRAVITY);
        dynamics
    }

    /// World-from-link rotations of every block of three columns, and each block's link's own angular velocity.
    fn blocks(&self, dynamics: &mut Dynamics) -> Vec<(DMat3, DVec3)> {
        let mut angular = vec![DVec3::ZERO; self.character.links.len()];
        let velocity = dynamics.velocity().to_vec();
        let vector = |first: usize| DVec3::from_slice(&velocity[first..first + 3]);
        let link = |id: LinkId| DMat3::from_quat(dynamics.kinematics().link(id).rotation);
        let mut blocks = Vec::new();
        if self.base == Base::Free {
            angular[self.root.index()] = vector(3);
            blocks.extend([(link(self.root), vector(3)); 2]);
        }
        for step in &dynamics.rooting().steps {
            let first = self.base.columns() + usize::from(step.first_dof);
            angular[step.far_link.index()] = angular[step.near.index()] + vector(first);
            blocks.push((link(step.far_link), angular[step.far_link.index()]));
        }
        blocks
    }
}

fn cases() -> Vec<Case> {
    let case = |reference: Reference| Case {
        state: state_of(&reference),
        character: reference.character,
        root: reference.root,
        base: reference.base,
        reference: reference.values,
    };
    references().into_iter().map(case).collect()
}

/// The reference's state as ours: velocities in world axes, the first link of the file leading.
fn state_of(reference: &Reference) -> State {
    let Reference {
        character,
        root,
        base,
        pose,
        values,
    } = reference;
    let kin = Kinematics::of(character, pose);
    let given = &values["state"];
    let mut state = State::at_rest(pose.clone());
    let mut twists = vec![Twist::default(); character.links.len()];
    if *base == Base::Free {
        let turn = kin.link(*root).rotation;
        twists[root.index()] = Twist {
            angular: turn * vector(&given["root"]["angular"]),
            linear: turn * vector(&given["root"]["linear"]),
        };
    }
    for step in &Rooting::new(character, *root).steps {
        let joint = &given["joints"][&character.link(step.joint).joint.name];
        let rate = kin.link(step.far_link).rotation * vector(&joint["velocity"]);
        let joint = character.link(step.joint);
        let turn = kin.link(step.joint).rotation;
        state.velocity.joints[step.joint.index()] =
            joint_from_world(&joint.joint.kind, turn, step.sign * rate);
        let near = twists[step.near.index()];
        let (from, to) = (
            kin.link(step.near).translation,
            kin.link(step.far_link).translation,
        );
        let pivot = kin.pivot(step.joint);
        let angular = near.angular + rate;
        twists[step.far_link.index()] = Twist {
            angular,
            linear: near.at(pivot - from) + angular.cross(to - pivot),
        };
    }
    state.velocity.root = twists[LinkId::ROOT.index()];
    state
}

fn relative_difference(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let differences = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max) / largest
}

/// Columns in world axes turned into link axes, block by block.
fn in_link_axes(columns: &[f64], blocks: &[(DMat3, DVec3)]) -> Vec<f64> {
    let turned = columns.chunks(3).zip(blocks);
    turned
        .flat_map(|(block, (link, _))| (link.transpose() * DVec3::from_slice(block)).to_array())
        .collect()
}

/// What accelerations in world axes are when those in link axes are zero: the axes themselves turn, ω × v.
fn turning_axes(velocity: &[f64], blocks: &[(DMat3, DVec3)]) -> Vec<f64> {
    let turned = velocity.chunks(3).zip(blocks);
    turned
        .flat_map(|(v, (_, angular))| angular.cross(DVec3::from_slice(v)).to_array())
        .collect()
}

#[test]
fn bias_forces_are_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        let mut dynamics = case.dynamics();
        let blocks = case.blocks(&mut dynamics);
        let turning = turning_axes(dynamics.velocity(), &blocks);
        let bias = dynamics.inverse(&turning).to_vec();
        let expected = numbers(&case.reference["bias"]);
        worst = worst.max(relative_difference(
            &in_link_axes(&bias, &blocks),
            &expected,
        ));
    }
    println!("bias forces: {worst:.1e}");
    assert!(worst < 1e-9);
}

#[test]
fn forward_dynamics_are_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        let mut dynamics = case.dynamics();
        let blocks = case.blocks(&mut dynamics);
        let torques: Vec<f64> = (numbers(&case.reference["tau"]).chunks(3).zip(&blocks))
            .flat_map(|(block, (link, _))| (*link * DVec3::from_slice(block)).to_array())
            .collect();
        let turning = turning_axes(dynamics.velocity(), &blocks);
        let accelerations: Vec<f64> = dynamics
            .forward(&torques)
            .iter()
            .zip(&turning)
            .map(|(a, b)| a - b)
            .collect();
        let expected = numbers(&case.reference["qdd"]);
        worst = worst.max(relative_difference(
            &in_link_axes(&accelerations, &blocks),
            &expected,
        ));
    }
    println!("forward dynamics: {worst:.1e}");
    assert!(worst < 1e-9);
}

/// A pose within reach of anything, moving fast.
fn random_state(character: &Character, random: &mut Random) -> State {
    let mut pose = Pose::zero(&character.links);
    pose.world_from_root = Transform::new(
        rotation_from_vector(random.in_box(DVec3::splat(2.0))),
        random.in_box(DVec3::ONE),
    );
    for joint in &mut pose.joints {
        *joint = joint.turned(random.in_box(DVec3::splat(1.5)));
    }
    let mut state = State::at_rest(pose);
    state.velocity.root = Twist {
        angular: random.in_box(DVec3::splat(3.0)),
        linear: random.in_box(DVec3::splat(3.0)),
    };
    for (rate, link) in state.velocity.joints.iter_mut().zip(&character.links) {
        if link.joint.kind.dofs() > 0 {
            *rate = random.in_box(DVec3::splat(5.0));
        }
    }
    state
}

#[test]
fn torques_of_the_accelerations_of_torques_are_those_torques() {
    let mut random = Random::new(21);
    let (mut worst_round, mut worst_mass, mut worst_matrix): (f64, f64, f64) = (0.0, 0.0, 0.0);
    for (name, _) in shipped_characters() {
        let character = load_character(name).expect("it is shipped");
        let soles = character.soles.iter().map(|sole| (sole.link, Base::Held));
        let roots: Vec<_> = soles.chain([(LinkId::ROOT, Base::Free)]).collect();
        for round in 0..120 {
            let state = random_state(&character, &mut random);
            let (root, base) = roots[round % roots.len()];
            let mut dynamics = Dynamics::new(&character, root, base);
            dynamics.place(&character, &state, GRAVITY);
            let columns = dynamics.column_count();
            let torques: Vec<f64> = (0..columns)
                .map(|_| random.between(-200.0, 200.0))
                .collect();
            let accelerations = dynamics.forward(&torques).to_vec();
            let again = dynamics.inverse(&accelerations).to_vec();
            worst_round = worst_round.max(relative_difference(&again, &torques));

            // The textbook: M q̈ = τ − bias, with a mass matrix of its own and a dense factor.
            let bias = dynamics.bias().to_vec();
            let mut solved: Vec<f64> = torques.iter().zip(&bias).map(|(t, b)| t - b).collect();
            let matrix = mass_matrix(dynamics.rooting(), base, &character, dynamics.kinematics());
            let mut factor = Cholesky::default();
            factor.start_from(columns, &matrix);
            assert!(factor.factor(0.0));
            factor.solve(&mut solved);
            worst_mass = worst_mass.max(relative_difference(&accelerations, &solved));
            worst_matrix = worst_matrix.max(relative_difference(dynamics.mass_matrix(), &matrix));
        }
    }
    println!("inverse of forward: {worst_round:.1e}; against the mass matrix: {worst_mass:.1e}");
    assert!(worst_round < 1e-9);
    assert!(worst_mass < 1e-9);
    assert!(worst_matrix < 1e-12);
}

/// A state a little later, no column being accelerated.
fn coasting(character: &Character, state: &State, secs: f64) -> State {
    let mut later = state.clone();
    let mut dynamics = Dynamics::new(character, LinkId::ROOT, Base::Free);
    dynamics.place(character, state, DVec3::ZERO);
    let place = &mut later.pose.world_from_root;
    let root = state.velocity.root;
    place.translation += secs * root.linear;
    place.rotation = rotation_from_vector(secs * root.angular) * place.rotation;
    let kin = dynamics.kinematics().clone();
    for id in character.link_ids().skip(1) {
        // Rates stay what they are in world axes: both sides turn, each by its own velocity.
        let link = character.link(id);
        let Some(parent) = link.parent else { continue };
        let turn = |of: LinkId| rotation_from_vector(secs * dynamics.link_velocity(of).angular);
        let (own, near) = (
            turn(id) * kin.link(id).rotation,
            turn(parent) * kin.link(parent).rotation,
        );
        let joint = (near * link.joint.parent_from_joint.rotation).conjugate() * own;
        let was = state.pose.joint(id);
        later.pose.joints[id.index()] = match (was, &link.joint.kind) {
            (JointCoordinate::Hinge(angle), _) => {
                JointCoordinate::Hinge(angle + secs * state.velocity.joints[id.index()].x)
            }
            (JointCoordinate::Ball(_), _) => JointCoordinate::Ball(joint),
            (fixed, _) => fixed,
        };
    }
    let kin_later = Kinematics::of(character, &later.pose);
    for id in character.link_ids().skip(1) {
        let kind = &character.link(id).joint.kind;
        let rate = joint_in_world(
            kind,
            kin.link(id).rotation,
            state.velocity.joints[id.index()],
        );
        if kind.dofs() == 3 {
            later.velocity.joints[id.index()] =
                joint_from_world(kind, kin_later.link(id).rotation, rate);
        }
    }
    later
}

#[test]
fn momentum_and_its_rate_are_those_of_the_matrix_and_of_finite_differences() {
    let mut random = Random::new(8);
    let (mut worst, mut worst_rate): (f64, f64) = (0.0, 0.0);
    for (name, _) in shipped_characters() {
        let character = load_character(name).expect("it is shipped");
        let mut dynamics = Dynamics::new(&character, LinkId::ROOT, Base::Free);
        for _ in 0..10 {
            let state = random_state(&character, &mut random);
            dynamics.place(&character, &state, GRAVITY);
            let momentum = *dynamics.momentum();
            let velocity = dynamics.velocity().to_vec();
            let sum = (dynamics.momentum_matrix().iter().zip(&velocity)).fold(
                (DVec3::ZERO, DVec3::ZERO),
                |sum, ((linear, angular), rate)| {
                    (sum.0 + *rate * *linear, sum.1 + *rate * *angular)
                },
            );
            let size = momentum.linear.length() + momentum.angular.length();
            let miss = sum.0.distance(momentum.linear) + sum.1.distance(momentum.angular);
            worst = worst.max(miss / size);
            let com_velocity: DVec3 = (dynamics.com_jacobian().iter().zip(&velocity))
                .map(|(column, rate)| *rate * *column)
                .sum();
            worst = worst.max((com_velocity * momentum.mass).distance(momentum.linear) / size);

            let (force, moment) = dynamics.momentum_bias();
            let step = 1e-5;
            let [before, after] = [-step, step]
                .map(|secs| Momentum::of_state(&character, &coasting(&character, &state, secs)));
            let rate = (after.linear - before.linear) / (2.0 * step);
            let turn = (after.angular - before.angular) / (2.0 * step);
            let size = force.length() + moment.length();
            worst_rate = worst_rate.max((rate.distance(force) + turn.distance(moment)) / size);
        }
    }
    println!("momentum {worst:.1e}, its bias {worst_rate:.1e}");
    assert!(worst < 1e-12 && worst_rate < 1e-6);
}

#[test]
fn a_contact_moves_as_its_jacobian_says() {
    let mut random = Random::new(9);
    let human = load_character("human").expect("it is shipped");
    for (root, base) in [
        (LinkId::ROOT, Base::Free),
        (human.soles[0].link, Base::Held),
    ] {
        let mut dynamics = Dynamics::new(&human, root, base);
        let mut state = random_state(&human, &mut random);
        dynamics.place(&human, &state, GRAVITY);
        if base == Base::Held {
            // The held link is at rest: the whole body moves back as it would.
            let held = dynamics.link_velocity(root);
            let from = dynamics.kinematics().link(root).translation;
            let first = dynamics.kinematics().link(LinkId::ROOT).translation;
            state.velocity.root.linear -= held.at(first - from);
            state.velocity.root.angular -= held.angular;
            dynamics.place(&human, &state, GRAVITY);
        }
        let velocity = dynamics.velocity().to_vec();
        for link in human.link_ids() {
            let place = *dynamics.kinematics().link(link);
            let point = place.point(random.in_box(DVec3::splat(0.2)));
            let expected = dynamics.link_velocity(link).at(point - place.translation);
            let found: DVec3 = (dynamics.contact_jacobian(link, point).iter().zip(&velocity))
                .map(|(column, rate)| *rate * *column)
                .sum();
            assert!(found.distance(expected) < 1e-12 * (1.0 + expected.length()));
        }
    }
}
