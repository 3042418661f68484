//! Figures on the ground and under blows: weight, pressure, impulses, torques at random.

use super::worlds::{flat, holding, overlap, solids_of, spring};
use contrapposto::character::{Character, LinkId};
use contrapposto::collide::Solid;
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::math::Random;
use contrapposto::physics::{
    BodyId, Drive, Energy, Inputs, Load, LooseBody, Momentum, State, World, WorldSettings,
    zero_moment_point,
};
use glam::DVec3;
use rayon::prelude::*;

#[test]
fn a_figure_stands_on_its_own_weight() {
    let character = load_character("mannequin").unwrap();
    let mut world = World::new(&character, &flat(), WorldSettings::default());
    let mut state = State::at_rest(character.rest.clone());
    let inputs = holding(&character, 1000.0);
    for _ in 0..4000 {
        world.step(&mut state, &inputs, 1e-3);
    }
    let before = Momentum::of_state(&character, &state);
    let outcome = world.step(&mut state, &inputs, 1e-3).clone();
    let after = Momentum::of_state(&character, &state);
    let depth =
        outcome.contacts.iter().map(|c| -c.point.y).sum::<f64>() / outcome.contacts.len() as f64;
    let weight = character.mass() * 9.81;
    let pressure = outcome.center_of_pressure().unwrap();
    let off = (pressure - after.com).with_y(0.0).length();
    let zmp = zero_moment_point(&before, &after, world.settings.gravity, 0.0, 1e-3).unwrap();
    println!(
        "{} points, {:.3} mm deep, {:.5} of its weight, pressure {:.4} mm from the centre of mass, zero-moment point {:.4} mm from that",
        outcome.contacts.len(),
        2e3 * depth,
        outcome.ground_force().y / weight,
        1e3 * off,
        1e3 * (zmp - pressure).with_y(0.0).length(),
    );
    assert_eq!(outcome.contacts.len(), 8);
    // 72 kg on 8 springs of 4e5 N/m: 0.22 mm. A touch lies midway between the two surfaces.
    assert!((2.0 * depth / 0.22e-3 - 1.0).abs() < 0.05);
    assert!((outcome.ground_force().y / weight - 1.0).abs() < 1e-3);
    assert!(off < 1e-3);
    assert!((zmp - pressure).with_y(0.0).length() < 1e-3);
}

/// What a body that fell is like after a while on the ground.
struct Fallen {
    /// [J]
    energy: f64,
    /// Of its first link [m].
    height: f64,
    /// A step, in the last second.
    sweeps: f64,
}

/// Falls of a body that is pushed, each time a little harder.
fn falls(character: &Character, inputs: &Inputs, secs: i32) -> Vec<Fallen> {
    let pushed = (0..12).into_par_iter().map(|push| {
        let mut world = World::new(character, &flat(), WorldSettings::default());
        let mut state = State::at_rest(character.rest.clone());
        state.velocity.root.linear = DVec3::new(0.3 + 0.05 * f64::from(push), 0.0, 0.6);
        let hz = 500;
        let mut sweeps = 0;
        for step in 0..secs * hz {
            let outcome = world.step(&mut state, inputs, 1.0 / f64::from(hz));
            sweeps += if step < (secs - 1) * hz {
                0
            } else {
                outcome.sweeps
            };
        }
        Fallen {
            energy: Energy::of_state(character, &[], &world.settings, &state).kinetic,
            height: state.pose.world_from_root.translation.y,
            sweeps: sweeps as f64 / f64::from(hz),
        }
    });
    pushed.collect()
}

/// Stops of joints and contacts share the weight of a body that lies in many ways: each step has to go on from the last
/// one's. Joints without any friction let a hand or leg that hangs free swing on for ever: the quadruped's does after most
/// pushes, and the human's.
#[test]
fn limp_figures_fall_and_come_to_rest() {
    for (name, most_energy, most_sweeps) in [("mannequin", 1e-4, 10.0), ("quadruped", 0.2, 50.0)] {
        let character = load_character(name).unwrap();
        for fallen in falls(&character, &Inputs::default(), 5) {
            let Fallen {
                energy,
                height,
                sweeps,
            } = fallen;
            println!(
                "{name} lies {height:.3} m up with {energy:.1e} J; {sweeps:.1} sweeps a step in the last second"
            );
            assert!(energy < most_energy && (0.05..0.25).contains(&height));
            assert!(sweeps <= most_sweeps);
        }
    }
}

/// What moves on is no quarrel of contacts: where joints rub, limbs that stood up tip over, those that hang swing out, and the
/// solver has nothing left to do.
#[test]
fn limp_figures_whose_joints_rub_lie_still() {
    for name in ["mannequin", "quadruped"] {
        let character = load_character(name).unwrap();
        let rub = |id: LinkId| {
            let turns = character.link(id).joint.kind.dofs() > 0;
            turns.then(|| Drive {
                damping: 0.5,
                ..spring(&character, id, 0.0)
            })
        };
        let inputs = Inputs {
            drives: character.link_ids().map(rub).collect(),
            ..Inputs::default()
        };
        let fallen = falls(&character, &inputs, 10);
        let most = |of: fn(&Fallen) -> f64| fallen.iter().map(of).fold(0.0, f64::max);
        let (energy, sweeps) = (most(|fallen| fallen.energy), most(|fallen| fallen.sweeps));
        println!("{name} lies with {energy:.1e} J and {sweeps:.1} sweeps a step at most");
        assert!(energy < 1e-4, "{name}: {energy:.1e} J");
        assert!(sweeps < 5.0, "{name}: {sweeps:.1} sweeps");
    }
}

#[test]
fn a_blow_with_a_ball_keeps_momentum() {
    let character = load_character("mannequin").unwrap();
    let settings = WorldSettings {
        gravity: DVec3::ZERO,
        ..WorldSettings::default()
    };
    for hz in [240.0, 1000.0] {
        let mut world = World::new(&character, &flat(), settings.clone());
        let mut state = State::at_rest(character.rest.clone());
        state.pose.world_from_root.translation.y += 5.0;
        let chest = character.find_link("chest").unwrap();
        let kin = Kinematics::of(&character, &state.pose);
        let target = kin.link(chest).point(character.link(chest).com_in_link);
        let (body, at) = LooseBody::thrown(5.0, 0.1, target + 0.6 * DVec3::Z, -5.0 * DVec3::Z);
        world.add_loose(&mut state, body, at);
        let (mut given, mut deepest): (DVec3, f64) = (DVec3::ZERO, 0.0);
        let total = |state: &State| {
            let figure = Momentum::of_state(&character, state);
            let ball = &state.loose[0];
            let linear = body.mass * ball.velocity.linear;
            let spin = body.inertia(&ball.world_from_body) * ball.velocity.angular;
            let place = ball.world_from_body.translation;
            (
                figure.linear + linear,
                figure.angular + figure.com.cross(figure.linear) + spin + place.cross(linear),
            )
        };
        let before = total(&state);
        for _ in 0..(0.5 * hz) as usize {
            let outcome = world.step(&mut state, &holding(&character, 300.0), 1.0 / hz);
            given += outcome.contacts.iter().map(|c| c.force / hz).sum::<DVec3>();
            let kin = Kinematics::of(&character, &state.pose);
            let links = solids_of(&character, &kin, character.link_ids());
            let ball = Solid::of(&body.shape, &state.loose[0].world_from_body);
            deepest = deepest.max(overlap(&links, &[ball]));
        }
        let after = total(&state);
        let figure = Momentum::of_state(&character, &state).linear;
        let ball = 5.0 * state.loose[0].velocity.linear;
        println!(
            "{hz} Hz: ball gives {:.3} N s, figure has {:.3}, contacts say {:.3}; whole momentum off by {:.1e}, angular {:.1e}; {:.2} mm deep",
            (DVec3::new(0.0, 0.0, -25.0) - ball).length(),
            figure.length(),
            given.length(),
            after.0.distance(before.0),
            after.1.distance(before.1),
            1e3 * deepest,
        );
        assert!(
            (figure.length() / (DVec3::new(0.0, 0.0, -25.0) - ball).length() - 1.0).abs() < 0.01
        );
        assert!((given.length() / figure.length() - 1.0).abs() < 0.01);
        assert!(after.0.distance(before.0) < 1e-9 * 25.0);
        // It hit, went no farther than the surface, and is still in front of it.
        assert!(state.loose[0].velocity.linear.z > -4.0);
        assert!(deepest < 5e-3);
        assert!(state.loose[0].world_from_body.translation.z > target.z);
    }
}

#[test]
fn random_torques_never_break_it_and_the_same_run_is_the_same_to_the_bit() {
    let run = |seed: u64, steps: usize| {
        let character =
            load_character(["human", "mannequin", "chicken"][seed as usize % 3]).unwrap();
        let mut world = World::new(
            &character,
            &load_level("stairs").unwrap(),
            WorldSettings::default(),
        );
        let mut state = State::at_rest(character.rest.clone());
        let mut random = Random::new(seed);
        let mut inputs = holding(&character, 0.0);
        let step_secs = 1.0 / [100.0, 240.0, 1000.0][seed as usize / 3 % 3];
        for step in 0..steps {
            if step % 20 == 0 {
                for drive in inputs.drives.iter_mut().flatten() {
                    drive.feed_forward = random.in_box(DVec3::splat(200.0));
                }
                let link = LinkId::new(random.below(character.links.len()));
                let force = random.in_box(DVec3::splat(500.0));
                inputs.loads = vec![Load::force(BodyId::Link(link), DVec3::ZERO, force)];
            }
            world.step(&mut state, &inputs, step_secs);
            assert!(state.is_finite(), "seed {seed}, step {step}");
        }
        state.hash()
    };
    // A million in all where somebody has the time: CONTRAPPOSTO_STEPS=1000000.
    let asked = std::env::var("CONTRAPPOSTO_STEPS").ok();
    let steps: usize = asked.map_or(90_000, |steps| steps.parse().unwrap());
    for seed in 0..9 {
        assert_eq!(run(seed, 500), run(seed, 500));
    }
    let seeds = 0..9_u64;
    seeds.into_par_iter().for_each(|seed| {
        run(seed, steps / 9);
    });
}
