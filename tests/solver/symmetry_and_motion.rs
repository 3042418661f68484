//! Mirrored problems, targets in motion, threads.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "figures are read off the output, and a shipped file that does not load fails the test"
)]

use contrapposto::character::{Character, JointCoordinate, Pose, mirrored};
use contrapposto::ik::{
    CenterOfMass, Goal, GoalKind, Job, Position, Problem, Report, Solver, SolverSettings,
    solve_many,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::Stance;
use contrapposto::lab::reach_problems;
use glam::{DVec2, DVec3};

/// The name of an effector's partner on the other side.
fn other_side(name: &str) -> String {
    match name.strip_prefix("l_") {
        Some(rest) => return format!("r_{rest}"),
        None => {
            if let Some(rest) = name.strip_prefix("r_") {
                return format!("l_{rest}");
            }
        }
    }
    if name.contains("left") {
        name.replace("left", "right")
    } else {
        name.replace("right", "left")
    }
}

/// The same wishes for the other side of the body.
fn mirrored_goals(character: &Character, goals: &[Goal]) -> Vec<Goal> {
    goals
        .iter()
        .map(|goal| match goal.kind {
            GoalKind::CenterOfMass(CenterOfMass { target_xz }) => {
                let mut image = goal.clone();
                image.kind = GoalKind::CenterOfMass(CenterOfMass {
                    target_xz: DVec2::new(-target_xz.x, target_xz.y),
                });
                image
            }
            GoalKind::Position(Position {
                target_in_world: t, ..
            }) => Goal::reach(
                character,
                &other_side(&goal.name),
                DVec3::new(-t.x, t.y, t.z),
            )
            .unwrap(),
            _ => panic!("no other goals here"),
        })
        .collect()
}

#[test]
fn a_mirrored_problem_has_the_mirrored_answer() {
    for name in ["human", "mannequin"] {
        let character = load_character(name).unwrap();
        let (left, problems) = reach_problems(&character, 0, 500, 11).unwrap();
        let right = Stance::from_pose(&character, &character.rest, &[1]);
        let settings = SolverSettings {
            restarts: 20,
            ..SolverSettings::default()
        };
        let mut solver = Solver::default();
        let mut report = Report::default();
        let mut differences = Vec::new();
        for problem in &problems {
            let goals = problem.goals(&character);
            let image = mirrored_goals(&character, &goals);
            let mut solve = |stance: &Stance, goals: &[Goal]| {
                let problem = Problem::new(&character, stance, goals);
                let mut pose = character.rest.clone();
                solver.solve(problem, &settings, &mut pose, &mut report);
                pose
            };
            let answer = solve(&left, &goals);
            let answer_of_image = solve(&right, &image);
            let image_of_answer = mirrored(&character, &answer);
            differences.push(answer_of_image.largest_turn_from(&image_of_answer));
        }
        differences.sort_by(f64::total_cmp);
        let worst = differences[differences.len() - 1];
        let most = differences[differences.len() * 99 / 100];
        println!("{name}: 99 % within {most:e} rad, largest difference {worst:e} rad");
        assert!(worst < 1e-9, "{name}: {worst:e}");
    }
}

#[test]
fn a_hand_that_follows_a_fast_circle_never_jumps_even_through_straight_limbs() {
    const FRAMES_PER_SECOND: f64 = 60.0;
    const JOINT_SPEED: f64 = 10.0;
    let character = load_character("human").unwrap();
    let stance = Stance::from_pose(&character, &character.rest, &[0]);
    // Circles at 1 m/s. The smaller stay in reach; the larger pass through the straight elbow and out of reach, and the
    // foot's circle passes through the straight knee.
    for (effector, center, radius, straightened) in [
        ("left_hand", DVec3::new(0.35, 1.2, 0.35), 0.15, None),
        ("left_hand", DVec3::new(0.5, 1.2, 0.4), 0.4, None),
        (
            "left_hand",
            DVec3::new(0.5, 1.4, 0.3),
            0.9,
            Some("left_forearm"),
        ),
        (
            "right_hand",
            DVec3::new(-0.2, 1.4, 0.2),
            1.2,
            Some("right_forearm"),
        ),
        (
            "right_foot",
            DVec3::new(-0.15, 0.25, 0.0),
            0.25,
            Some("right_shank"),
        ),
    ] {
        let mut pose = character.rest.clone();
        let mut solver = Solver::default();
        let mut report = Report::default();
        let (mut fastest, mut straightest): (f64, f64) = (0.0, f64::INFINITY);
        for frame in 0..600 {
            let angle = f64::from(frame) / FRAMES_PER_SECOND / radius;
            let target = center + radius * DVec3::new(0.0, libm::sin(angle), libm::cos(angle));
            let goals = [
                Goal::balance_over_center(&stance),
                Goal::reach(&character, effector, target).unwrap(),
            ];
            let problem = Problem::new(&character, &stance, &goals);
            let before = pose.clone();
            // Starts elsewhere would jump: a frame must not take them, even if the settings offer them.
            let settings = SolverSettings {
                max_travel: JOINT_SPEED / FRAMES_PER_SECOND,
                restarts: 4,
                alternatives: 2,
                ..SolverSettings::default()
            };
            solver.solve(problem, &settings, &mut pose, &mut report);
            fastest = fastest.max(pose.largest_turn_from(&before) * FRAMES_PER_SECOND);
            if let Some(name) = straightened {
                let link = character.find_link(name).unwrap();
                if let JointCoordinate::Hinge(angle) = pose.joint(link) {
                    straightest = straightest.min(angle.abs());
                }
            }
            assert!(report.margin.metres > 0.0, "frame {frame} falls");
            assert!(pose.joints_beyond_limits(&character, 1e-9).next().is_none());
        }
        println!("{effector}, radius {radius} m: fastest joint {fastest:.2} rad/s");
        if let Some(name) = straightened {
            println!("  {name} straightens to {:.2}°", straightest.to_degrees());
        }
        assert!(fastest <= JOINT_SPEED * (1.0 + 1e-9), "{fastest} rad/s");
        assert!(
            straightened.is_none() || straightest < 0.01,
            "it stays bent"
        );
    }
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let character = load_character("human").unwrap();
    let (stance, problems) = reach_problems(&character, 0, 300, 3).unwrap();
    let goals: Vec<Vec<Goal>> = problems.iter().map(|p| p.goals(&character)).collect();
    let solve_with = |threads: usize| -> Vec<(Pose, Report)> {
        let mut jobs: Vec<Job> = goals
            .iter()
            .map(|goals| Job {
                problem: Problem::new(&character, &stance, goals),
                pose: character.rest.clone(),
                report: Report::default(),
            })
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| solve_many(&mut jobs, &SolverSettings::default()));
        jobs.into_iter().map(|job| (job.pose, job.report)).collect()
    };
    assert!(solve_with(1) == solve_with(2));
}
