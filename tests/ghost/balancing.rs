//! The virtual actuators of a ghost that stands by itself: torques of joints against the paper's own Jacobian.
#![allow(
    clippy::print_stdout,
    clippy::needless_range_loop,
    reason = "figures are worth reading, and matrices are read by their indices"
)]

use contrapposto::character::{Character, JointKind, LinkId, Pose};
use contrapposto::control::virtual_actuator::{GroundWrench, VirtualWrench, transposed_torques};
use contrapposto::io::{load_character, shipped_characters};
use contrapposto::kinematics::{Kinematics, Rooting};
use contrapposto::math::{Random, Transform, rotation_from_vector};
use glam::{DMat3, DVec3};

/// A 6 by 6 matrix, rows first.
type Matrix = [[f64; 6]; 6];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [[0.0; 6]; 6];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = (0..6).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}

fn transposed(a: &Matrix) -> Matrix {
    let mut t = [[0.0; 6]; 6];
    for (i, row) in a.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            t[j][i] = *entry;
        }
    }
    t
}

fn sum(a: &mut Matrix, b: &Matrix) {
    for (row, other) in a.iter_mut().zip(b) {
        for (entry, own) in row.iter_mut().zip(other) {
            *entry += own;
        }
    }
}

fn times(a: &Matrix, v: [f64; 6]) -> [f64; 6] {
    a.map(|row| row.iter().zip(v).map(|(entry, x)| entry * x).sum())
}

/// Solves A x = b by Gauss's elimination with pivots.
fn solved(a: &Matrix, b: [f64; 6]) -> [f64; 6] {
    let (mut a, mut b) = (*a, b);
    for k in 0..6 {
        let size = |row: &usize| a[*row][k].abs();
        let pivot = (k..6)
            .max_by(|i, j| size(i).total_cmp(&size(j)))
            .unwrap_or(k);
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..6 {
            let factor = a[i][k] / a[k][k];
            for j in k..6 {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..6).rev() {
        let known: f64 = (k + 1..6).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

/// The adjoint that takes a twist (ω, v) given at `from` to `to`, both in world axes (the paper's appendix A): v' = v + ω × (to − from).
fn adjoint(from: DVec3, to: DVec3) -> Matrix {
    let p = to - from;
    let mut m = [[0.0; 6]; 6];
    for (i, row) in m.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    // ω × p = −p × ω.
    let cross = [[0.0, p.z, -p.y], [-p.z, 0.0, p.x], [p.y, -p.x, 0.0]];
    for (i, row) in cross.iter().enumerate() {
        m[3 + i][..3].copy_from_slice(row);
    }
    m
}

/// Spatial mass of a link about its own centre, world axes.
fn spatial_mass(mass: f64, inertia: DMat3) -> Matrix {
    let mut m = [[0.0; 6]; 6];
    for i in 0..3 {
        for j in 0..3 {
            m[i][j] = inertia.col(j)[i];
        }
        m[3 + i][3 + i] = mass;
    }
    m
}

/// Torques of all joints by the paper's matrices: `W = J_comᵀ w` with `J_com = M_c⁻¹ Σ (Adᵀ M_l J_l)`, seen from one stance link. `J_l` has a
/// block, the adjoint from the joint to the link, for every joint between the stance link and it, and zeros elsewhere (equation B.4).
fn by_the_papers_jacobian(
    character: &Character,
    kin: &Kinematics,
    stance: LinkId,
    wrench: &VirtualWrench,
) -> Vec<DVec3> {
    let rooting = Rooting::new(character, stance);
    let com_of = |link: LinkId| kin.link(link).point(character.link(link).com_in_link);
    let mass_of = |link: LinkId| {
        let rotation = DMat3::from_quat(kin.link(link).rotation);
        let inertia = rotation * character.link(link).inertia_in_link * rotation.transpose();
        spatial_mass(character.link(link).mass, inertia)
    };
    let mut whole = [[0.0; 6]; 6];
    for link in character.link_ids() {
        let to_link = adjoint(kin.com, com_of(link));
        let own = product(&product(&transposed(&to_link), &mass_of(link)), &to_link);
        sum(&mut whole, &own);
    }
    let w = [wrench.torque.to_array(), wrench.force.to_array()].concat();
    let acceleration = solved(&whole, w.try_into().expect("six numbers"));

    let mut torques = vec![DVec3::ZERO; character.links.len()];
    for link in character.link_ids().filter(|link| *link != stance) {
        let to_link = adjoint(kin.com, com_of(link));
        // M_l Ad M_c⁻¹ w, a wrench at the link's centre.
        let at_link = times(&mass_of(link), times(&to_link, acceleration));
        let mut step = rooting.step_of_link[link.index()];
        while let Some(index) = step {
            let own = &rooting.steps[usize::from(index)];
            let from_joint = adjoint(kin.pivot(own.joint), com_of(link));
            let at_joint = times(&transposed(&from_joint), at_link);
            // The joint's torque on its own link against the parent; in this hierarchy the far side may be the parent.
            torques[own.joint.index()] += own.sign * DVec3::from_slice(&at_joint[..3]);
            step = own.previous;
        }
    }
    torques
}

/// A pose within reach of anything.
fn random_pose(character: &Character, random: &mut Random) -> Pose {
    let mut pose = Pose::zero(&character.links);
    pose.world_from_root = Transform::new(
        rotation_from_vector(random.in_box(DVec3::splat(2.0))),
        random.in_box(DVec3::ONE),
    );
    for joint in &mut pose.joints {
        *joint = joint.turned(random.in_box(DVec3::splat(1.5)));
    }
    pose
}

#[test]
fn one_pass_over_the_links_gives_the_torques_of_the_papers_jacobian() {
    let mut random = Random::new(17);
    let mut worst: f64 = 0.0;
    for (name, _) in shipped_characters() {
        let character = load_character(name).expect("it is shipped");
        let feet: Vec<LinkId> = character.feet.iter().map(|foot| foot.whole.link).collect();
        for round in 0..12 {
            let kin = Kinematics::of(&character, &random_pose(&character, &mut random));
            let wanted = VirtualWrench {
                torque: random.in_box(DVec3::splat(100.0)),
                force: random.in_box(DVec3::splat(1000.0)),
            };
            // One foot; then all of them, each with its share, and the mean of the paper's single stances.
            let shares: Vec<f64> = if round % 2 == 0 {
                let stance = round / 2 % feet.len();
                (0..feet.len())
                    .map(|foot| f64::from(foot == stance))
                    .collect()
            } else {
                let parts: Vec<f64> = feet.iter().map(|_| random.between(0.1, 1.0)).collect();
                let sum: f64 = parts.iter().sum();
                parts.iter().map(|part| part / sum).collect()
            };
            let mut expected = vec![DVec3::ZERO; character.links.len()];
            let mut ground = Vec::new();
            for (foot, share) in feet.iter().zip(&shares) {
                if *share == 0.0 {
                    continue;
                }
                let own = by_the_papers_jacobian(&character, &kin, *foot, &wanted);
                for (sum, torque) in expected.iter_mut().zip(&own) {
                    *sum += *share * *torque;
                }
                ground.push(GroundWrench {
                    link: *foot,
                    point: kin.com,
                    force: *share * wanted.force,
                    torque: *share * wanted.torque,
                });
            }
            let (mut forces, mut torques) = (Vec::new(), Vec::new());
            transposed_torques(
                &character,
                &kin,
                &wanted,
                &ground,
                &mut forces,
                &mut torques,
            );
            let size = expected
                .iter()
                .fold(1.0, |most: f64, torque| most.max(torque.length()));
            for id in character.link_ids().skip(1) {
                if !matches!(character.link(id).joint.kind, JointKind::Fixed) {
                    let miss = torques[id.index()].distance(expected[id.index()]) / size;
                    worst = worst.max(miss);
                }
            }
            // The ground gives all of it: nothing is left for the first link.
            worst = worst
                .max(torques[0].length() / size)
                .max(forces[0].length() / size);
        }
    }
    println!("one pass against the paper's Jacobian: {worst:.1e}");
    assert!(worst < 1e-9);
}
