//! Where everything is, and how it moves with the joints: the mannequin with its left foot held, in random poses; and where
//! the centre of mass may be over four patches.

use contrapposto::character::{Character, Pose};
use contrapposto::io::load_character;
use contrapposto::kinematics::{
    Base, CarryingPatch, Kinematics, Stance, center_of_mass_jacobian, forward, mass_matrix,
    momentum_matrix, support_region, virtual_centers,
};
use contrapposto::lab::random_pose;
use contrapposto::math::Random;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::DVec3;

/// Poses per iteration: enough that none stays in the branch predictor's memory.
const POSES: usize = 100;

fn main() {
    divan::main();
}

struct Scene {
    character: Character,
    stance: Stance,
    poses: Vec<Pose>,
    kin: Kinematics,
}

fn scene() -> Scene {
    let character = load_character("mannequin").expect("the mannequin is shipped");
    let sole = character.find_sole("l_foot").expect("it has a left foot");
    let stance = Stance::from_pose(&character, &character.rest, &[sole]);
    let mut random = Random::new(1);
    let poses = (0..POSES).map(|_| random_pose(&character, &mut random));
    Scene {
        poses: poses.collect(),
        kin: Kinematics::default(),
        stance,
        character,
    }
}

/// Measures something that is done once per pose.
fn per_pose(bencher: Bencher, mut work: impl FnMut(&Scene, &Pose, &mut Kinematics)) {
    let scene = scene();
    let mut kin = scene.kin.clone();
    bencher.counter(ItemsCount::new(POSES)).bench_local(|| {
        for pose in &scene.poses {
            work(&scene, black_box(pose), &mut kin);
            black_box(&kin);
        }
    });
}

/// Link poses alone.
#[divan::bench]
fn forward_kinematics(bencher: Bencher) {
    per_pose(bencher, |scene, pose, kin| {
        let stance = &scene.stance;
        let held = stance.world_from_held();
        forward(&stance.rooting, &scene.character, pose, held, kin);
    });
}

/// Link poses, virtual centres of mass, and the centre of mass's Jacobian.
#[divan::bench]
fn center_of_mass_and_jacobian(bencher: Bencher) {
    let mut columns = Vec::new();
    per_pose(bencher, |scene, pose, kin| {
        let stance = &scene.stance;
        let held = stance.world_from_held();
        forward(&stance.rooting, &scene.character, pose, held, kin);
        virtual_centers(&stance.rooting, kin);
        columns.resize(stance.rooting.dofs, DVec3::ZERO);
        center_of_mass_jacobian(&stance.rooting, kin, &mut columns);
        black_box(&columns);
    });
}

/// Link poses and the centroidal momentum matrix, the base floating.
#[divan::bench]
fn momentum(bencher: Bencher) {
    per_pose(bencher, |scene, pose, kin| {
        scene.stance.update(&scene.character, pose, kin);
        let rooting = &scene.stance.rooting;
        black_box(momentum_matrix(rooting, Base::Free, &scene.character, kin));
    });
}

/// Link poses and the mass matrix, the base floating.
#[divan::bench]
fn mass(bencher: Bencher) {
    per_pose(bencher, |scene, pose, kin| {
        scene.stance.update(&scene.character, pose, kin);
        let rooting = &scene.stance.rooting;
        black_box(mass_matrix(rooting, Base::Free, &scene.character, kin));
    });
}

/// The region of two feet on stairs, a hand on a rail and one on a wall: four patches of four corners.
#[divan::bench]
fn support_region_of_four_patches(bencher: Bencher) {
    let patch = |center: DVec3, normal: DVec3| {
        let across = DVec3::Y.cross(normal).try_normalize();
        let across = across.unwrap_or(DVec3::X);
        let up = normal.cross(across);
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        let corners = corners.map(|(u, v)| center + 0.05 * u * across + 0.12 * v * up);
        CarryingPatch {
            corners_in_world: corners.to_vec(),
            normal_in_world: normal,
            friction: 0.6,
        }
    };
    let patches = [
        patch(DVec3::new(0.1, 0.0, 0.0), DVec3::Y),
        patch(DVec3::new(-0.1, 0.15, 0.3), DVec3::Y),
        patch(
            DVec3::new(0.4, 1.0, 0.3),
            DVec3::new(0.0, 0.9, -0.3).normalize(),
        ),
        patch(DVec3::new(-0.5, 1.3, 0.2), DVec3::X),
    ];
    bencher.bench_local(|| support_region(black_box(&patches)));
}
