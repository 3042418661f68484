//! Loose bodies: throws, pendulums, slides, stacks, against what is known of them.

use super::worlds::{flat, measured_period, period_of_a_pendulum, slope};
use contrapposto::character::Shape;
use contrapposto::io::load_character;
use contrapposto::level::{Level, Platform, Sine};
use contrapposto::math::{Random, Transform, rotation_from_vector};
use contrapposto::physics::{
    BodyId, Inputs, Integrator, LooseBody, LooseState, State, Tether, Twist, World, WorldSettings,
};
use glam::{DQuat, DVec2, DVec3};

/// A world without its figure in the way: it floats far above and is held there by nothing.
fn loose_world(level: &Level) -> (World, State) {
    let character = load_character("planar").unwrap();
    let world = World::new(&character, level, WorldSettings::default());
    let mut state = State::at_rest(character.rest.clone());
    state.pose.world_from_root.translation.y += 1e4;
    (world, state)
}

fn place(world_from_body: Transform) -> LooseState {
    LooseState {
        world_from_body,
        velocity: Twist::default(),
    }
}

fn box_of(half: DVec3, mass: f64, friction: f64) -> LooseBody {
    LooseBody {
        shape: Shape::Box { half },
        mass,
        friction,
    }
}

#[test]
fn a_thrown_ball_stays_on_the_parabola() {
    let (mut world, mut state) = loose_world(&flat());
    let (from, velocity) = (DVec3::new(0.0, 30.0, 0.0), DVec3::new(3.0, 4.0, -1.0));
    let (ball, at) = LooseBody::thrown(5.0, 0.1, from, velocity);
    world.add_loose(&mut state, ball, at);
    for _ in 0..240 {
        world.step(&mut state, &Inputs::default(), 1.0 / 240.0);
    }
    let wanted = from + velocity + 0.5 * world.settings.gravity;
    let miss = (state.loose[0].world_from_body.translation).distance(wanted);
    assert!(miss < 1e-9, "{miss} m");
}

/// A box on a nail; the elliptic integral of its amplitude is its period.
#[test]
fn a_box_on_a_nail_keeps_the_time_of_the_elliptic_integral() {
    let (half, mass, arm, amplitude) = (DVec3::new(0.1, 0.2, 0.05), 2.0, 0.7, 1.2_f64);
    let (mut world, mut state) = loose_world(&flat());
    world.settings.integrator = Integrator::KeepMomentum;
    // A box that hangs on a nail: turned out by the amplitude about z.
    let turn = DQuat::from_rotation_z(amplitude);
    let nail = DVec3::new(0.0, 50.0, 0.0);
    let body = box_of(half, mass, 0.5);
    let at = Transform::new(turn, nail + turn * (arm * DVec3::NEG_Y));
    let id = world.add_loose(&mut state, body, place(at));
    let inputs = Inputs {
        tethers: vec![Tether::pin(id, arm * DVec3::Y, nail)],
        ..Inputs::default()
    };
    let inertia = body.inertia(&Transform::IDENTITY).z_axis.z + mass * arm * arm;
    let period = period_of_a_pendulum(inertia, mass * 9.81 * arm, amplitude);
    let hz = 2000.0;
    let measured = measured_period(hz, || {
        world.step(&mut state, &inputs, 1.0 / hz);
        (state.loose[0].world_from_body.translation - nail).x
    });
    println!("period {measured:.5} s, by the integral {period:.5} s");
    assert!((measured / period - 1.0).abs() < 2e-3);
}

/// A box that spins about its middle axis turns over again and again (Dzhanibekov); a step a hundred times finer says when.
#[test]
fn a_spinning_box_turns_over_when_a_finer_step_does() {
    let spin = |hz: usize| {
        let (mut world, mut state) = loose_world(&flat());
        world.settings.gravity = DVec3::ZERO;
        let mut at = place(Transform::from_translation(50.0 * DVec3::Y));
        at.velocity.angular = DVec3::new(0.05, 6.0, 0.0);
        let id = world.add_loose(&mut state, box_of(DVec3::new(0.1, 0.2, 0.4), 1.0, 0.5), at);
        assert_eq!(id, BodyId::Loose(0));
        for _ in 0..hz {
            world.step(&mut state, &Inputs::default(), 1.0 / hz as f64);
        }
        state.loose[0].world_from_body.rotation
    };
    let exact = spin(200_000);
    let miss = |hz| spin(hz).angle_between(exact);
    let (coarse, fine) = (miss(2000), miss(4000));
    println!(
        "after 1 s at 2 kHz {:.1e}°, at 4 kHz {:.1e}°",
        coarse.to_degrees(),
        fine.to_degrees()
    );
    assert!(coarse < 1e-3_f64.to_radians());
    // Free, it flies by the mean of its velocities: second order.
    assert!((3.6..4.4).contains(&(coarse / fine)));
}

/// How far a box slides down a slope in a time, starting at rest [m].
fn slide(degrees: f64, heading: f64, friction: f64, secs: f64) -> f64 {
    let level = slope(degrees, heading, friction);
    let (mut world, mut state) = loose_world(&level);
    let tilt = DQuat::from_rotation_y(heading) * DQuat::from_rotation_x(-degrees.to_radians());
    let half = DVec3::new(0.2, 0.1, 0.2);
    // Turned about its own upright, so that friction is asked in every direction.
    let at = Transform::new(
        tilt * DQuat::from_rotation_y(0.7 * heading),
        tilt * (half.y * DVec3::Y),
    );
    world.add_loose(&mut state, box_of(half, 10.0, 1.0), place(at));
    let hz = 500.0;
    let settle = 100;
    for _ in 0..settle {
        world.step(&mut state, &Inputs::default(), 1.0 / hz);
    }
    let start = state.loose[0].world_from_body.translation;
    let moving = state.loose[0].velocity.linear;
    for _ in 0..(secs * hz) as usize {
        world.step(&mut state, &Inputs::default(), 1.0 / hz);
    }
    let way = state.loose[0].world_from_body.translation - start - secs * moving;
    way.length()
}

#[test]
fn a_box_holds_on_a_slope_up_to_its_friction_and_slides_beyond_at_the_right_pace() {
    let friction: f64 = 0.5;
    let angle = libm::atan(friction).to_degrees();
    let mut worst: f64 = 0.0;
    for eighth in 0..8 {
        let heading = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
        let creep = slide(0.99 * angle, heading, friction, 10.0);
        let steep = 1.01 * angle;
        let gone = slide(steep, heading, friction, 2.0);
        let (sin, cos) = libm::sincos(steep.to_radians());
        let wanted = 0.5 * 9.81 * (sin - friction * cos) * 4.0;
        println!(
            "heading {eighth}/8: creeps {:.4} mm in 10 s, slides {:.4} m of {wanted:.4}",
            1e3 * creep,
            gone
        );
        assert!(creep < 1e-3);
        worst = worst.max((gone / wanted - 1.0).abs());
    }
    println!("acceleration within {:.2} %", 100.0 * worst);
    assert!(worst < 0.02);
    assert!(slide(26.0, 0.3, friction, 10.0) < 1e-3);
}

/// A platform that sways as fast as friction allows takes what stands on it along.
#[test]
fn a_box_rides_a_platform_by_friction() {
    let (width, rate) = (0.5, 2.2);
    let deck = |friction: f64| {
        let platform = Platform {
            name: "deck".to_owned(),
            world_from_rest: Transform::IDENTITY,
            half_size: DVec2::splat(3.0),
            thickness: 0.2,
            friction,
            sway: vec![Sine {
                amplitude: width * DVec3::X,
                rate,
                phase: 0.0,
            }],
            turn: Vec::new(),
            fade_in_secs: 1.0,
        };
        Level::new("deck", "", Vec::new(), vec![platform])
    };
    // The hardest pull of the sway, over that of gravity.
    let level = deck(1.0);
    let (_, platform) = level.platforms().next().unwrap();
    let speed = |step: i32| platform.motion(1e-3 * f64::from(step)).linear_velocity;
    let pulls = (0..5000).map(|step| speed(step + 1).distance(speed(step)) / 1e-3);
    let needed = pulls.fold(0.0, f64::max) / 9.81;
    let slip = |friction: f64| {
        let level = deck(friction);
        let (mut world, mut state) = loose_world(&level);
        let half = DVec3::new(0.2, 0.1, 0.2);
        let at = Transform::from_translation(half.y * DVec3::Y);
        world.add_loose(&mut state, box_of(half, 10.0, 1.0), place(at));
        let mut farthest: f64 = 0.0;
        for _ in 0..5 * 480 {
            world.step(&mut state, &Inputs::default(), 1.0 / 480.0);
            let (_, platform) = level.platforms().next().unwrap();
            let deck = platform.motion(state.time_secs);
            let way =
                state.loose[0].world_from_body.translation - deck.world_from_platform.translation;
            farthest = farthest.max(way.with_y(0.0).length());
        }
        farthest
    };
    let (held, lost) = (slip(1.1 * needed), slip(0.5 * needed));
    println!(
        "slips {:.3} mm with enough friction, {:.0} mm with half",
        1e3 * held,
        1e3 * lost
    );
    assert!(held < 2e-3 && lost > 0.1);
}

#[test]
fn five_boxes_rest_on_each_other() {
    let (mut world, mut state) = loose_world(&flat());
    let half = DVec3::splat(0.1);
    for k in 0..5 {
        let at = DVec3::new(0.0, 0.1 + 0.2 * f64::from(k), 0.0);
        world.add_loose(
            &mut state,
            box_of(half, 5.0, 0.6),
            place(Transform::from_translation(at)),
        );
    }
    for _ in 0..10 * 480 {
        world.step(&mut state, &Inputs::default(), 1.0 / 480.0);
    }
    let farthest = (state.loose.iter().enumerate())
        .map(|(k, at)| {
            at.world_from_body
                .translation
                .distance(DVec3::new(0.0, 0.1 + 0.2 * k as f64, 0.0))
        })
        .fold(0.0, f64::max);
    let fastest = state
        .loose
        .iter()
        .map(|at| at.velocity.linear.length())
        .fold(0.0, f64::max);
    println!(
        "after 10 s: {:.3} mm away at most, {fastest:.1e} m/s",
        1e3 * farthest
    );
    assert!(farthest < 2e-3 && fastest < 1e-4);
}

#[test]
fn twenty_rocks_settle() {
    let (mut world, mut state) = loose_world(&flat());
    let mut random = Random::new(5);
    for k in 0..20 {
        let half = 0.05 * DVec3::ONE + random.in_box(DVec3::splat(0.02));
        // A ball would roll on for ever on a plane; a rock has corners.
        let shape = Shape::Box { half };
        let body = LooseBody {
            shape,
            mass: 2.0,
            friction: 0.6,
        };
        let at = DVec3::new(
            0.14 * f64::from(k % 5),
            0.2 + 0.15 * f64::from(k / 5),
            0.1 * f64::from(k % 3),
        );
        let turn = rotation_from_vector(random.in_box(DVec3::ONE));
        world.add_loose(&mut state, body, place(Transform::new(turn, at)));
    }
    let figure = world.character().clone();
    state.pose.world_from_root.translation.y = 1e4;
    for _ in 0..3 * 480 {
        world.step(&mut state, &Inputs::default(), 1.0 / 480.0);
    }
    let energy = |at: &LooseState, body: &LooseBody| {
        let w = at.velocity.angular;
        0.5 * (body.mass * at.velocity.linear.length_squared()
            + w.dot(body.inertia(&at.world_from_body) * w))
    };
    let rocks = state.loose.iter().zip(world.loose());
    let still: f64 = rocks.map(|(at, body)| energy(at, body)).sum();
    let lowest = state
        .loose
        .iter()
        .map(|at| at.world_from_body.translation.y)
        .fold(f64::INFINITY, f64::min);
    println!(
        "{} links above; rocks move with {still:.1e} J after 3 s, lowest centre {lowest:.3} m",
        figure.links.len()
    );
    assert!(still < 1e-3);
    assert!(lowest > 0.025);
}

/// Bricks in a heap that falls together, and a ball that hits it when it lies.
#[test]
fn a_heap_comes_to_rest_costs_nothing_then_and_wakes_where_it_is_hit() {
    let (mut world, mut state) = loose_world(&flat());
    let mut random = Random::new(4);
    for index in 0..60 {
        let (layer, place_in_layer) = (index / 12, index % 12);
        let row = DVec3::new(
            f64::from(place_in_layer % 4),
            f64::from(layer),
            f64::from(place_in_layer / 4),
        );
        let at = 0.13 * row + random.in_box(DVec3::splat(0.02)) + 0.08 * DVec3::Y;
        let turn = rotation_from_vector(random.in_box(DVec3::splat(0.6)));
        let brick = box_of(DVec3::new(0.06, 0.04, 0.05), 1.0, 0.6);
        world.add_loose(&mut state, brick, place(Transform::new(turn, at)));
    }
    let mut step = |state: &mut State| {
        let outcome = world.step(state, &Inputs::default(), 1.0 / 480.0);
        (outcome.sweeps, outcome.contacts.len())
    };
    let is_at_rest = |state: &State| {
        let twists = state.loose.iter().map(|body| body.velocity);
        twists.into_iter().all(|twist| twist == Twist::default())
    };
    let steps = (0..480 * 12).position(|_| {
        step(&mut state);
        is_at_rest(&state)
    });
    let secs = steps.expect("it comes to rest") as f64 / 480.0;
    println!("at rest after {secs:.1} s");
    let lying = state.clone();
    assert_eq!(step(&mut state), (0, 0), "nothing is solved");
    assert_eq!(state.loose, lying.loose);
    let high = |body: &LooseState| body.world_from_body.translation.y;
    assert!(
        lying.loose.iter().all(|body| high(body) > 0.03),
        "none sank into the ground"
    );

    // The topmost brick is hit from above.
    let top = (lying.loose.iter()).max_by(|a, b| high(a).total_cmp(&high(b)));
    let above = top.expect("a brick").world_from_body.translation + 0.4 * DVec3::Y;
    let (ball, at) = LooseBody::thrown(3.0, 0.05, above, -3.0 * DVec3::Y);
    world.add_loose(&mut state, ball, at);
    for _ in 0..240 {
        world.step(&mut state, &Inputs::default(), 1.0 / 480.0);
    }
    let moved = |(was, is): (&LooseState, &LooseState)| {
        let way = is.world_from_body.translation - was.world_from_body.translation;
        way.length() > 1e-3
    };
    assert!(
        lying.loose.iter().zip(&state.loose).any(moved),
        "it is felt"
    );
}
