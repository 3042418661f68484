//! Where solids touch: a foot on a floor, the whole mannequin on levels, and how near links come to each other.

use contrapposto::character::Character;
use contrapposto::collide::{Clearances, Hull, Solid, Terrain, Touches, collide};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::level::{Form, Level, Piece};
use contrapposto::math::{Random, Transform};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::{DQuat, DVec3};

/// Places per iteration: enough that none stays in the branch predictor's memory.
const PLACES: usize = 100;

/// Links that come nearer to something than this are told of [m].
const CLEARANCE: f64 = 0.02;

fn main() {
    divan::main();
}

/// Feet that lie on the ground at y = 0, a little deep, turned every way.
fn feet() -> Vec<Solid> {
    let mut random = Random::new(1);
    let mut foot = || {
        let rotation = DQuat::from_rotation_y(random.between(-3.0, 3.0));
        let center = DVec3::new(
            random.between(-1.0, 1.0),
            0.03 - 2e-4,
            random.between(1.0, 3.0),
        );
        let world_from_foot = Transform::new(rotation, center);
        Solid::Hull(Hull::of_box(&world_from_foot, DVec3::new(0.05, 0.03, 0.13)))
    };
    (0..PLACES).map(|_| foot()).collect()
}

/// Two hulls face on face: four points.
#[divan::bench]
fn foot_on_block(bencher: Bencher) {
    let feet = feet();
    let half = DVec3::new(5.0, 0.5, 12.0);
    let floor = Transform::from_translation(-0.5 * DVec3::Y);
    let floor = Solid::Hull(Hull::of_box(&floor, half));
    let mut touches = Touches::default();
    bencher.counter(ItemsCount::new(PLACES)).bench_local(|| {
        for foot in &feet {
            collide(black_box(foot), &floor, 2e-3, &mut touches);
            black_box(&touches);
        }
    });
}

/// A ball on a block: one point.
#[divan::bench]
fn ball_on_block(bencher: Bencher) {
    let floor = Transform::from_translation(-0.5 * DVec3::Y);
    let floor = Solid::Hull(Hull::of_box(&floor, DVec3::new(5.0, 0.5, 12.0)));
    let mut touches = Touches::default();
    let ball = Solid::Ball {
        center: DVec3::new(0.2, 0.0999, 0.3),
        radius: 0.1,
    };
    bencher.bench_local(|| {
        collide(black_box(&ball), &floor, 2e-3, &mut touches);
        black_box(&touches);
    });
}

/// Feet on a thousand stairs that lead on and on.
#[divan::bench]
fn foot_on_a_thousand_blocks(bencher: Bencher) {
    let form = Form::Stairs {
        rise: 1e-9,
        run: 0.3,
        count: 1000,
        width: 4.0,
    };
    let piece = Piece {
        name: "flight".to_owned(),
        at: DVec3::ZERO,
        heading: 0.0,
        thickness: 0.5,
        friction: 0.8,
        form,
    };
    let terrain = Terrain::new(&Level::new("flight", "", vec![piece], Vec::new()));
    let feet = feet();
    bencher.counter(ItemsCount::new(PLACES)).bench_local(|| {
        for foot in &feet {
            terrain.touches(black_box(foot), 2e-3, |touch| {
                black_box(touch);
            });
        }
    });
}

/// The fourteen boxes of the mannequin at rest: both feet down.
#[divan::bench(args = ["flat", "slope", "stairs", "rough"])]
fn mannequin_on(bencher: Bencher, name: &str) {
    let character = load_character("mannequin").expect("the mannequin is shipped");
    let level = load_level(name).expect("the level is shipped");
    let terrain = Terrain::new(&level);
    let stance = Stance::from_pose(&character, &character.rest, &[0, 1]);
    let mut kin = Kinematics::default();
    stance.update(&character, &character.rest, &mut kin);
    let solids = || {
        let links = character.links.iter().zip(&kin.world_from_link);
        links.flat_map(|(link, world_from_link)| {
            let placed = link.shapes.iter();
            placed.map(|placed| {
                Solid::of(&placed.shape, &(*world_from_link * placed.link_from_shape))
            })
        })
    };
    // Made anew each time, as in every step.
    bencher.bench_local(|| {
        for solid in solids() {
            terrain.touches(black_box(&solid), 2e-3, |touch| {
                black_box(touch);
            });
        }
    });
}

/// Where everything is in frames of a walk.
fn walking(character: &Character, level: &Level) -> Vec<Kinematics> {
    let biped = Biped::new(character).expect("it has two feet");
    let order = WalkOrder::ahead(biped.static_settings(), 6);
    let walk = walk(character, level, &order, |_| ()).expect("it can walk");
    let frames = walk.clip.frames.iter().cycle().take(PLACES);
    frames
        .map(|frame| Kinematics::of(character, &frame.pose))
        .collect()
}

/// Where everything is when every joint turns somewhat from rest, whatever is in its way: several pairs are near.
fn crowded(character: &Character) -> Vec<Kinematics> {
    let mut random = Random::new(2);
    let mut turned = || {
        let mut pose = character.rest.clone();
        for joint in &mut pose.joints {
            *joint = joint.turned(random.in_box(DVec3::splat(0.3)));
        }
        pose.clamp_joints(character);
        Kinematics::of(character, &pose)
    };
    (0..PLACES).map(|_| turned()).collect()
}

/// How near the links of a body that walks come to each other.
#[divan::bench(args = ["human", "mannequin", "planar", "four_armed"])]
fn clearances_between_links(bencher: Bencher, name: &str) {
    let character = load_character(name).expect("the character is shipped");
    let level = load_level("flat").expect("the level is shipped");
    let frames = walking(&character, &level);
    let mut clearances = Clearances::default();
    bencher.counter(ItemsCount::new(PLACES)).bench_local(|| {
        for kin in &frames {
            black_box(clearances.between_links(&character, black_box(kin), CLEARANCE));
        }
    });
}

/// The same for bodies that are in their own way.
#[divan::bench(args = ["human", "mannequin"])]
fn clearances_between_crowded_links(bencher: Bencher, name: &str) {
    let character = load_character(name).expect("the character is shipped");
    let figures = crowded(&character);
    let mut clearances = Clearances::default();
    bencher.counter(ItemsCount::new(PLACES)).bench_local(|| {
        for kin in &figures {
            black_box(clearances.between_links(&character, black_box(kin), CLEARANCE));
        }
    });
}

/// How near the links of a body that walks come to the ground, with one foot planted.
#[divan::bench(args = ["human", "mannequin", "planar", "four_armed"])]
fn clearances_with_ground(bencher: Bencher, name: &str) {
    let character = load_character(name).expect("the character is shipped");
    let level = load_level("flat").expect("the level is shipped");
    let (terrain, frames) = (Terrain::new(&level), walking(&character, &level));
    let planted = character.soles[0].link;
    let mut clearances = Clearances::default();
    bencher.counter(ItemsCount::new(PLACES)).bench_local(|| {
        for kin in &frames {
            let kin = black_box(kin);
            let is_planted = |link| link == planted;
            black_box(clearances.with_ground(&character, kin, &terrain, CLEARANCE, is_planted));
        }
    });
}
