//! What a solve keeps whatever it is asked: it ends, it remembers nothing, it lets go, it tells angles as angles.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a shipped file that does not load fails the test, and figures are read off the output"
)]

use contrapposto::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use contrapposto::collide::Clearances;
use contrapposto::ik::{
    Apart, Finish, Goal, Method, Orientation, Outcome, Position, Priority, Problem, Rank, Report,
    Solver, SolverSettings,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::lab::{Form, growing_body, reach_problems};
use contrapposto::math::Random;
use glam::{DQuat, DVec3};

const METHODS: [Method; 4] = [
    Method::Goals,
    Method::Joints,
    Method::Sweep {
        sweeps: 16,
        relaxation: 1.0,
    },
    Method::Direct,
];
const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];

fn human() -> Character {
    load_character("human").unwrap()
}

fn solved(solver: &mut Solver, problem: Problem, settings: &SolverSettings) -> (Pose, Report) {
    let (mut pose, mut report) = (problem.character.rest.clone(), Report::default());
    solver.solve(problem, settings, &mut pose, &mut report);
    (pose, report)
}

/// Both feet down, balance, and the left hand somewhere.
fn reach(character: &Character, stance: &Stance, hand: DVec3) -> Vec<Goal> {
    let mut goals = Goal::contacts(character, stance);
    goals.push(Goal::balance_within(stance, 0.02));
    goals.extend(Goal::reach(character, "left_hand", hand));
    goals
}

/// The joint of a chain's link pulled somewhere.
fn tip(link: usize, target_in_world: DVec3) -> Goal {
    let position = Position {
        link: LinkId::new(link),
        point_in_link: DVec3::ZERO,
        target_in_world,
    };
    Goal::new("tip", Rank::EFFECTOR, position)
}

#[test]
fn a_solve_ends_even_when_no_turn_is_small_enough_to_be_rest() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let goals = reach(&human, &stance, DVec3::new(0.4, 1.0, 3.0));
    for finish in [Finish::LeastCost, Finish::Reached] {
        let settings = SolverSettings {
            finish,
            rest_turn: 0.0,
            ..SolverSettings::default()
        };
        let problem = Problem::new(&human, &stance, &goals);
        let (_, report) = solved(&mut Solver::default(), problem, &settings);
        assert!(report.iterations > 0, "{finish:?}");
    }
}

#[test]
fn a_solver_that_has_solved_something_else_gives_the_same_answer_as_a_new_one() {
    let (human, chain) = (human(), growing_body(Form::Chain, 12));
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let goals = reach(&human, &stance, DVec3::new(0.35, 1.0, 1.4));
    let chain_stance = Stance::from_pose(&chain, &chain.rest, &[0]);
    let chain_goals = [tip(11, DVec3::new(0.3, 10.5, 0.2))];
    let mut used = Solver::default();
    for method in METHODS {
        for priority in PRIORITIES {
            let settings = SolverSettings {
                method,
                priority,
                max_iterations: 30,
                ..SolverSettings::default()
            };
            let problem = Problem::new(&human, &stance, &goals);
            let again = solved(&mut used, problem, &settings);
            let fresh = solved(&mut Solver::default(), problem, &settings);
            assert_eq!(again, fresh, "{method:?}, {priority:?}");
            let problem = Problem::new(&chain, &chain_stance, &chain_goals);
            let again = solved(&mut used, problem, &settings);
            let fresh = solved(&mut Solver::default(), problem, &settings);
            assert_eq!(again, fresh, "{method:?}, {priority:?}, chain");
        }
    }
}

/// A body without a joint that turns has nothing to solve with, whoever wins.
#[test]
fn a_body_that_cannot_move_is_told_so_by_every_method() {
    let mut stiff = growing_body(Form::Chain, 3);
    for link in &mut stiff.links {
        link.joint.kind = JointKind::Fixed;
    }
    stiff.rest.joints.fill(JointCoordinate::Fixed);
    let stance = Stance::from_pose(&stiff, &stiff.rest, &[0]);
    let goals = [tip(2, DVec3::new(0.3, 1.0, 0.2))];
    for method in METHODS {
        for priority in PRIORITIES {
            let settings = SolverSettings {
                method,
                priority,
                ..SolverSettings::default()
            };
            let problem = Problem::new(&stiff, &stance, &goals);
            let (pose, report) = solved(&mut Solver::default(), problem, &settings);
            assert_eq!(pose.joints, stiff.rest.joints, "{method:?}, {priority:?}");
            assert_eq!(report.outcome, Outcome::Resting, "{method:?}, {priority:?}");
        }
    }
}

/// A knee that begins at its bound has to leave it, whoever wins.
#[test]
fn a_joint_that_stands_at_a_bound_leaves_it_when_it_is_pulled_away() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0]);
    for priority in PRIORITIES {
        let mut pose = human.rest.clone();
        for (joint, link) in pose.joints.iter_mut().zip(&human.links) {
            if let JointKind::Hinge { range, .. } = &link.joint.kind {
                *joint = JointCoordinate::Hinge(range.low);
            }
        }
        let mut goals = vec![Goal::balance_within(&stance, 0.02)];
        let hand = DVec3::new(0.25, 1.2, 0.3);
        goals.extend(Goal::reach(&human, "left_hand", hand));
        let mut report = Report::default();
        let settings = SolverSettings {
            priority,
            restarts: 0,
            ..SolverSettings::default()
        };
        let problem = Problem::new(&human, &stance, &goals);
        Solver::default().solve(problem, &settings, &mut pose, &mut report);
        println!("{priority:?}: {:?} {}", report.outcome, report.iterations);
        assert_eq!(report.outcome, Outcome::Reached, "{priority:?}");
    }
}

#[test]
fn a_wish_never_makes_a_solve_that_has_arrived_begin_again() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let mut random = Random::new(8);
    for _ in 0..50 {
        let hand = DVec3::new(0.3, 1.1, 0.3) + random.in_box(DVec3::splat(0.15));
        let mut goals = reach(&human, &stance, hand);
        goals.extend(Goal::even_spine(&human));
        let problem = Problem::new(&human, &stance, &goals);
        let settings = SolverSettings::default();
        let (_, report) = solved(&mut Solver::default(), problem, &settings);
        assert_eq!((report.outcome, report.restarts), (Outcome::Reached, 0));
    }
}

#[test]
fn an_orientation_that_is_half_a_turn_off_is_told_as_180_degrees() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let pelvis = human.find_link("pelvis").unwrap();
    let now = Kinematics::of(&human, &human.rest).link(pelvis).rotation;
    for degrees in [1.0_f64, 60.0, 120.0, 179.0] {
        let turned = DQuat::from_rotation_y(degrees.to_radians()) * now;
        let kind = Orientation {
            link: pelvis,
            world_from_link: turned,
        };
        let goals = [Goal::new("pelvis", Rank::EFFECTOR, kind)];
        let problem = Problem::new(&human, &stance, &goals);
        let settings = SolverSettings::default();
        let (_, report) = solved(&mut Solver::default(), problem, &settings);
        let told = report.goals[0].before.to_degrees();
        assert!((told - degrees).abs() < 1e-9, "{told} for {degrees}");
    }
}

/// Goals on every second link of a bush: so many that the matrix of goals × goals is not formed.
#[test]
fn many_goals_are_reached_without_forming_their_matrix() {
    let bush = growing_body(Form::Bush, 120);
    let stance = Stance::from_pose(&bush, &bush.rest, &[0]);
    let mut random = Random::new(4);
    let mut other = bush.rest.clone();
    for joint in &mut other.joints {
        *joint = joint.turned(random.in_box(DVec3::splat(0.1)));
    }
    let mut kin = Kinematics::default();
    stance.update(&bush, &other, &mut kin);
    let goals: Vec<Goal> = (0..50)
        .map(|index| {
            let link = LinkId::new(119 - 2 * index);
            let kind = Position {
                link,
                point_in_link: DVec3::ZERO,
                target_in_world: kin.link(link).translation,
            };
            Goal::new(format!("goal {index}"), Rank::EFFECTOR, kind)
        })
        .collect();
    let problem = Problem::new(&bush, &stance, &goals);
    let by = |method: Method| {
        let settings = SolverSettings {
            method,
            finish: Finish::Steps(1),
            ..SolverSettings::default()
        };
        solved(&mut Solver::default(), problem, &settings)
    };
    // One step to the last bit of the sweeps is the exact step.
    let ((swept, _), (exact, _)) = (by(Method::Goals), by(Method::Direct));
    let mut other = Kinematics::default();
    stance.update(&bush, &swept, &mut kin);
    stance.update(&bush, &exact, &mut other);
    for link in bush.link_ids() {
        let apart = kin.link(link).translation - other.link(link).translation;
        assert!(apart.length() < 1e-7, "{}", apart.length());
    }
    let settings = SolverSettings::default();
    let (_, report) = solved(&mut Solver::default(), problem, &settings);
    assert_eq!(report.outcome, Outcome::Reached);
}

/// Links keep apart with every method and every priority.
#[test]
fn links_keep_apart_whoever_solves_and_whoever_wins() {
    let human = human();
    let (stance, problems) = reach_problems(&human, 0, 400, 12).unwrap();
    let (mut clearances, mut kin) = (Clearances::default(), Kinematics::default());
    let mut solver = Solver::default();
    let mut depth = |pose: &Pose| {
        stance.update(&human, pose, &mut kin);
        let near = clearances.between_links(&human, &kin, 0.0);
        near.iter().map(|near| -near.gap).fold(0.0, f64::max)
    };
    let goals: Vec<Vec<Goal>> = problems.iter().map(|p| p.goals(&human)).collect();
    let overlapping: Vec<&Vec<Goal>> = goals
        .iter()
        .filter(|goals| {
            let problem = Problem::new(&human, &stance, goals);
            let settings = SolverSettings::default();
            depth(&solved(&mut solver, problem, &settings).0) > 0.01
        })
        .take(40)
        .collect();
    for method in METHODS {
        for priority in PRIORITIES {
            let settings = SolverSettings {
                method,
                priority,
                ..SolverSettings::default()
            };
            let apart = overlapping.iter().filter(|goals| {
                let problem = Problem::new(&human, &stance, goals).apart(Apart::Itself);
                depth(&solved(&mut solver, problem, &settings).0) < 1e-3
            });
            let (apart, all) = (apart.count(), overlapping.len());
            println!("{method:?}, {priority:?}: {apart} of {all}");
            assert!(apart * 100 >= 90 * all, "{method:?}, {priority:?}: {apart}");
        }
    }
}

/// Feet that must not give way weigh hundreds of times what a hand does: a little that sweeps leave of them hides all that the
/// hand could gain.
#[test]
fn a_hand_out_of_reach_comes_as_near_on_two_feet_by_sweeps_as_by_the_exact_solve() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let (mut solver, mut random) = (Solver::default(), Random::new(71));
    let mut ratios: Vec<f64> = (0..200)
        .map(|_| {
            let direction = random.in_box(DVec3::ONE).normalize();
            let target = DVec3::Y + random.between(1.3, 3.0) * direction;
            let mut goals = Goal::contacts(&human, &stance);
            goals.push(Goal::balance_within(&stance, 0.02));
            goals.extend(Goal::reach(&human, "left_hand", target));
            let problem = Problem::new(&human, &stance, &goals);
            let [swept, exact] = [Method::Goals, Method::Direct].map(|method| {
                let settings = SolverSettings {
                    method,
                    ..SolverSettings::default()
                };
                solved(&mut solver, problem, &settings).1.cost
            });
            swept / exact
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let share = |most: f64| ratios.iter().filter(|ratio| **ratio <= most).count();
    println!(
        "cost over that of the exact solve: median {:.4}, most {:.2}, within 1 % in {} of 200",
        ratios[100],
        ratios[199],
        share(1.01)
    );
    assert!(ratios[100] < 1.01, "{}", ratios[100]);
    // Others are other valleys, in both directions.
    assert!(share(1.01) >= 140, "{}", share(1.01));
}

#[test]
fn walls_cost_in_the_end_what_they_cost_at_that_pose_however_many_starts_there_were() {
    let human = human();
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let (mut solver, mut random, mut crowded) = (Solver::default(), Random::new(72), 0);
    for _ in 0..60 {
        let mut goals = Goal::contacts(&human, &stance);
        goals.push(Goal::balance_within(&stance, 0.02));
        for hand in ["left_hand", "right_hand"] {
            let inside = DVec3::new(0.0, 1.1, 0.0) + random.in_box(DVec3::splat(0.1));
            goals.extend(Goal::reach(&human, hand, inside));
        }
        let problem = Problem::new(&human, &stance, &goals).apart(Apart::Itself);
        let settings = SolverSettings::default();
        let (mut pose, mut report) = solved(&mut solver, problem, &settings);
        let told = report.cost;
        crowded += usize::from(report.restarts > 0 && report.holds_off);
        let still = SolverSettings {
            finish: Finish::Steps(0),
            ..settings
        };
        Solver::default().solve(problem, &still, &mut pose, &mut report);
        assert!(
            (told - report.cost).abs() <= 1e-9 * (1.0 + told),
            "{told}, {}",
            report.cost
        );
    }
    assert!(crowded > 20, "{crowded}");
}
