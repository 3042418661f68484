//! Figures in the air: energy, momentum, the parabola.

use super::worlds::flat;
use contrapposto::character::{BallLimits, Character, JointKind, Range, SwingShape};
use contrapposto::io::load_character;
use contrapposto::kinematics::Kinematics;
use contrapposto::math::{Random, rotation_vector};
use contrapposto::physics::{
    Energy, Inputs, Integrator, LooseBody, Momentum, State, Twist, World, WorldSettings,
};
use glam::DVec3;
use rayon::prelude::*;

/// A character with joints that turn as far as they like.
fn without_limits(name: &str) -> Character {
    let mut character = load_character(name).unwrap();
    let wide = Range::new(-6.0, 6.0);
    for link in &mut character.links {
        if let JointKind::Ball(limits) = &mut link.joint.kind {
            let (twist, flex) = (limits.twist_axis, limits.flex_axis);
            *limits = BallLimits::from_angles(twist, flex, wide, wide, wide, SwingShape::Box);
        }
        if let JointKind::Hinge { range, .. } = &mut link.joint.kind {
            *range = Range::new(-1e3, 1e3);
        }
    }
    character
}

/// A figure in the air that turns in every joint, in one of many ways.
fn tumbling(character: &Character, seed: u64) -> State {
    let mut random = Random::new(seed);
    let mut state = State::at_rest(character.rest.clone());
    state.pose.world_from_root.translation.y += 50.0;
    state.velocity.root = Twist {
        linear: random.in_box(DVec3::ONE),
        angular: random.in_box(DVec3::splat(2.4)),
    };
    let kin = Kinematics::of(character, &state.pose);
    for (id, rate) in character.link_ids().zip(&mut state.velocity.joints).skip(1) {
        // As many ways in the world as there are, whatever the axes of links.
        let in_world = random.in_box(DVec3::splat(2.4));
        *rate = match character.link(id).joint.kind {
            JointKind::Ball(_) => kin.link(id).rotation.conjugate() * in_world,
            _ => in_world,
        };
    }
    state
}

/// What a tumble without gravity changes of what it should keep, relative to its beginning.
#[derive(Clone, Copy, Debug)]
struct Drift {
    /// Of energy, the largest on the way and the root mean square.
    energy: f64,
    energy_rms: f64,
    /// Of momentum and angular momentum, at the end.
    linear: f64,
    angular: f64,
}

impl Drift {
    fn of(character: &Character, seed: u64, integrator: Integrator, hz: usize, secs: f64) -> Self {
        let settings = WorldSettings {
            gravity: DVec3::ZERO,
            integrator,
            // A forearm may whip round faster than an arm of flesh.
            most_joint_rate: f64::INFINITY,
            ..WorldSettings::default()
        };
        let mut world = World::new(character, &flat(), settings.clone());
        let mut state = tumbling(character, seed);
        let energy = |state: &State| Energy::of_state(character, &[], &settings, state).kinetic;
        let (energy_first, first) = (energy(&state), Momentum::of_state(character, &state));
        let mut changes = Vec::new();
        for step in 1..=(secs * hz as f64).round() as usize {
            let outcome = world.step(&mut state, &Inputs::default(), 1.0 / hz as f64);
            assert_eq!(outcome.sweeps, 0, "nothing touches it");
            if step % (hz / 1000) == 0 {
                changes.push(energy(&state) / energy_first - 1.0);
            }
        }
        let last = Momentum::of_state(character, &state);
        let square: f64 = changes.iter().map(|change| change * change).sum();
        Self {
            energy: (changes.iter()).fold(0.0, |most, change| change.abs().max(most)),
            energy_rms: (square / changes.len() as f64).sqrt(),
            linear: last.linear.distance(first.linear) / first.linear.length(),
            angular: last.angular.distance(first.angular) / first.angular.length(),
        }
    }
}

/// Least, middle and most.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    [
        sorted[0],
        sorted[sorted.len() / 2],
        sorted[sorted.len() - 1],
    ]
}

#[test]
fn tumbles_keep_energy_and_momentum_and_half_the_step_halves_what_they_lose() {
    for (name, integrator) in [
        ("mannequin", Integrator::SemiImplicit),
        ("mannequin", Integrator::KeepMomentum),
        ("human", Integrator::KeepMomentum),
        ("quadruped", Integrator::KeepMomentum),
    ] {
        let character = without_limits(name);
        let pairs: Vec<[Drift; 2]> = (1..=24_u64)
            .into_par_iter()
            .map(|seed| [1000, 2000].map(|hz| Drift::of(&character, seed, integrator, hz, 2.0)))
            .collect();
        let worst = |of: fn(&Drift) -> f64| spread(pairs.iter().map(|[coarse, _]| of(coarse)))[2];
        let ratio = |of: fn(&Drift) -> f64| {
            spread(pairs.iter().map(|[coarse, fine]| of(coarse) / of(fine)))
        };
        println!(
            "{name} {integrator:?}: energy {:.3} %, momentum {:.1e}, angular {:.1e} at most; at half the step energy falls by {:.3?} (rms {:.3?}), momentum {:.2?}, angular {:.2?}",
            100.0 * worst(|d| d.energy),
            worst(|d| d.linear),
            worst(|d| d.angular),
            ratio(|d| d.energy),
            ratio(|d| d.energy_rms),
            ratio(|d| d.linear),
            ratio(|d| d.angular),
        );
        let halves = |[least, _, most]: [f64; 3]| 1.8 < least && most < 2.2;
        assert!(worst(|d| d.energy) < 0.005);
        assert!(halves(ratio(|d| d.energy_rms)));
        // The largest is one moment's: of the quadruped's some are whips too quick for a thousandth of a second, and so are toes
        // that spin freely through their foot.
        assert!(halves(ratio(|d| d.energy)) || name != "mannequin");
        if integrator == Integrator::default() {
            assert!(worst(|d| d.linear) < 1e-9 && worst(|d| d.angular) < 1e-9);
        } else {
            assert!(worst(|d| d.linear) < 0.006 && worst(|d| d.angular) < 0.006);
            assert!(halves(ratio(|d| d.linear)) && halves(ratio(|d| d.angular)));
        }
    }
}

#[test]
fn a_long_tumble_keeps_momentum_to_the_last_digits_and_a_step_of_fourth_order_energy() {
    for name in ["mannequin", "human"] {
        let character = without_limits(name);
        let long = Drift::of(&character, 3, Integrator::KeepMomentum, 1000, 10.0);
        let exact = Drift::of(&character, 3, Integrator::RungeKutta4, 1000, 2.0);
        println!("{name}, 10 s: {long:?}; fourth order, 2 s: {exact:?}");
        assert!(long.energy < 0.005 && long.linear < 1e-9 && long.angular < 1e-9);
        assert!(exact.energy < 1e-6 && exact.linear < 1e-6 && exact.angular < 1e-6);
    }
}

#[test]
fn a_rock_on_the_ground_changes_nothing_of_a_flight_above_it() {
    let character = without_limits("human");
    for integrator in [Integrator::KeepMomentum, Integrator::RungeKutta4] {
        let fly = |with_rock: bool| {
            let settings = WorldSettings {
                integrator,
                ..WorldSettings::default()
            };
            let mut world = World::new(&character, &flat(), settings);
            let mut state = tumbling(&character, 3);
            if with_rock {
                let (rock, place) = LooseBody::thrown(2.0, 0.1, 0.1 * DVec3::Y, DVec3::ZERO);
                world.add_loose(&mut state, rock, place);
            }
            for _ in 0..300 {
                world.step(&mut state, &Inputs::default(), 1e-3);
            }
            assert_eq!(world.outcome().contacts.len(), usize::from(with_rock));
            (state.pose, state.velocity.joints)
        };
        assert_eq!(fly(true), fly(false));
    }
}

/// Momentum by differences of where links are, and its change by differences of that: weight, and nothing else.
#[test]
fn momentum_is_what_differences_of_poses_say_and_only_weight_changes_it() {
    for name in ["mannequin", "human", "quadruped"] {
        let character = without_limits(name);
        let settings = WorldSettings {
            integrator: Integrator::RungeKutta4,
            ..WorldSettings::default()
        };
        let mut world = World::new(&character, &flat(), settings);
        let mut state = tumbling(&character, 3);
        let step = 2e-5;
        let mut moments = Vec::new();
        for _ in 0..3 {
            let kin = Kinematics::of(&character, &state.pose);
            moments.push((kin, Momentum::of_state(&character, &state)));
            world.step(&mut state, &Inputs::default(), step);
        }
        // The slope at the first of three, exact to the second order.
        let slope = |[a, b, c]: [DVec3; 3]| (4.0 * b - c - 3.0 * a) / (2.0 * step);
        let of = |value: &dyn Fn(&Kinematics) -> DVec3| {
            slope(std::array::from_fn(|k| value(&moments[k].0)))
        };
        let (kin, momentum) = &moments[0];
        let com_velocity = of(&|kin| kin.com);
        let mut spin = DVec3::ZERO;
        for (id, link) in character.link_ids().zip(&character.links) {
            let turn = kin.link(id).rotation;
            let place = kin.link(id).point(link.com_in_link) - kin.com;
            let velocity = of(&|kin| kin.link(id).point(link.com_in_link)) - com_velocity;
            let rate = of(&|kin| rotation_vector(kin.link(id).rotation * turn.conjugate()));
            spin += turn * (link.inertia_in_link * (turn.conjugate() * rate))
                + link.mass * place.cross(velocity);
        }
        let weight = momentum.mass * world.settings.gravity;
        let changes = |value: &dyn Fn(&Momentum) -> DVec3| {
            slope(std::array::from_fn(|k| value(&moments[k].1)))
        };
        let apart = |a: DVec3, b: DVec3| a.distance(b) / b.length();
        let errors = [
            apart(momentum.linear, momentum.mass * com_velocity),
            apart(momentum.angular, spin),
            apart(changes(&|momentum| momentum.linear), weight),
            changes(&|momentum| momentum.angular).length() / weight.length(),
        ];
        println!("{name}: {errors:?}");
        assert!(errors.iter().all(|error| *error < 1e-6));
    }
}

#[test]
fn a_falling_figure_stays_on_the_parabola() {
    let character = without_limits("human");
    for integrator in [
        Integrator::SemiImplicit,
        Integrator::KeepMomentum,
        Integrator::RungeKutta4,
    ] {
        let settings = WorldSettings {
            integrator,
            ..WorldSettings::default()
        };
        let mut world = World::new(&character, &flat(), settings);
        let mut state = tumbling(&character, 3);
        let start = Momentum::of_state(&character, &state);
        let (hz, secs) = (1000, 1.0);
        for _ in 0..hz {
            world.step(&mut state, &Inputs::default(), 1.0 / f64::from(hz));
        }
        let velocity = start.linear / start.mass;
        let wanted = start.com + secs * velocity + 0.5 * secs * secs * world.settings.gravity;
        let miss = Momentum::of_state(&character, &state).com.distance(wanted);
        println!("{integrator:?}: {:.1e} mm off", 1e3 * miss);
        // Without the correction a first-order step falls half a step's worth too far.
        let most = match integrator {
            Integrator::SemiImplicit => 6e-3,
            Integrator::KeepMomentum => 1e-9,
            Integrator::RungeKutta4 => 1e-6,
        };
        assert!(miss < most);
    }
}
