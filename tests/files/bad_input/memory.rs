//! The largest body that can be read, rolled up into itself with every joint at a stop, takes a bounded memory.

use super::read;
use contrapposto::character::{Character, JointCoordinate, Pose};
use contrapposto::ik::{Apart, Goal, Method, Problem, Report, Solver, SolverSettings};
use contrapposto::kinematics::Stance;
use contrapposto::level::{Form, Level, Piece};
use contrapposto::math::rotation_from_vector;
use contrapposto::physics::{Inputs, State, World, WorldSettings};
use glam::DVec3;
use std::fmt::Write as _;

/// Half of what a spoilt file may make the program take.
const MOST_BYTES: u64 = 500 << 20;

/// A chain of balls that lie over their neighbours; every joint turns about all axes, within stops.
fn chain_of_balls() -> Character {
    let kind = "Ball(twist_axis: (0, 1, 0), flex_axis: (1, 0, 0), twist_deg: (0, 25), flex_deg: (0, 40), \
                side_deg: (0, 20), swing: Box)";
    let mut text = "(version: 1, description: \"chain\", links: [".to_owned();
    for i in 0..1000 {
        let hangs = if i == 0 {
            String::new()
        } else {
            let parent = i - 1;
            format!(
                ", parent: \"l{parent}\", joint: (name: \"j{i}\", at: (0, 0.01, 0), kind: {kind})"
            )
        };
        let shape = "shapes: [Sphere(radius: 0.01)]";
        write!(text, "(name: \"l{i}\", mass: 0.07, {shape}{hangs}),").expect("memory takes all");
    }
    text += "], effectors: [(name: \"tip\", link: \"l999\", point: (0, 0, 0))],";
    text += "soles: [(name: \"s\", link: \"l0\", corners: [(-0.2, 0, -0.2), (0.2, 0, -0.2), (0, 0, 0.2)])],";
    read(&(text + "rest: (link: \"l0\", position: (0, 0, 0)))")).expect("a body")
}

/// Every joint bent as far as it goes: the chain lies in rings over each other, and nearly all of its links in nearly all others.
fn rolled_up(character: &Character) -> Pose {
    let mut pose = character.rest.clone();
    for joint in &mut pose.joints {
        if let JointCoordinate::Ball(turn) = joint {
            *turn = rotation_from_vector(2.0 * DVec3::X);
        }
    }
    pose.clamp_joints(character);
    pose
}

fn most_bytes(deed: impl FnOnce()) -> u64 {
    allocation_counter::measure(deed).bytes_max
}

#[test]
fn a_thousand_links_rolled_up_at_their_stops_are_posed_within_half_a_gigabyte() {
    let character = chain_of_balls();
    let start = rolled_up(&character);
    let stance = Stance::from_pose(&character, &start, &[0]);
    let mut goals = Goal::contacts(&character, &stance);
    goals.push(Goal::balance_within(&stance, 0.02));
    goals.extend(Goal::reach(&character, "tip", DVec3::new(0.1, 0.1, 0.1)));
    let sweep = Method::Sweep {
        sweeps: 4,
        relaxation: 1.3,
    };
    for method in [Method::Goals, sweep] {
        let settings = SolverSettings {
            method,
            max_iterations: 4,
            restarts: 0,
            ..SolverSettings::default()
        };
        let (mut pose, mut report) = (start.clone(), Report::default());
        let bytes = most_bytes(|| {
            let problem = Problem::new(&character, &stance, &goals).apart(Apart::Itself);
            Solver::default().solve(problem, &settings, &mut pose, &mut report);
        });
        eprintln!("{method:?}: {} MB", bytes >> 20);
        assert!(bytes < MOST_BYTES, "{method:?}: {} MB", bytes >> 20);
    }
}

#[test]
fn a_thousand_links_fall_with_all_joints_at_their_stops_within_half_a_gigabyte() {
    let character = chain_of_balls();
    let floor = Piece {
        name: "floor".to_owned(),
        at: DVec3::new(0.0, 0.0, -20.0),
        heading: 0.0,
        thickness: 1.0,
        friction: 0.8,
        form: Form::Plane {
            length: 40.0,
            width: 40.0,
            slope: 0.0,
        },
    };
    let level = Level::new("floor", "", vec![floor], Vec::new());
    let mut state = State::at_rest(rolled_up(&character));
    let settings = WorldSettings {
        self_contact: true,
        ..WorldSettings::default()
    };
    let bytes = most_bytes(|| {
        let mut world = World::new(&character, &level, settings);
        for _ in 0..2 {
            world.step(&mut state, &Inputs::default(), 1.0 / 480.0);
        }
    });
    eprintln!("{} MB", bytes >> 20);
    assert!(bytes < MOST_BYTES, "{} MB", bytes >> 20);
}
