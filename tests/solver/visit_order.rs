//! In which order a sweep visits goals or joints: another way to the same answer, unless the sweeps end early.

use contrapposto::character::{Character, Pose};
use contrapposto::ik::{
    Event, Finish, Goal, Method, Order, Priority, Problem, Report, Solver, SolverSettings, Trace,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance};
use glam::DVec3;

const ORDERS: [Order; 4] = [
    Order::Forward,
    Order::Backward,
    Order::ByRank,
    Order::Shuffled(7),
];
const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];

/// A human on both feet whose hands go to places, the less important goals first in the list.
fn scene() -> (Character, Stance, Vec<Goal>) {
    let human = load_character("human").expect("the human is shipped");
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let mut goals = Vec::new();
    for (hand, target) in [
        ("left_hand", DVec3::new(0.3, 1.0, 0.6)),
        ("right_hand", DVec3::new(-0.3, 1.3, 0.5)),
    ] {
        goals.extend(Goal::reach(&human, hand, target));
    }
    goals.push(Goal::balance_over_center(&stance));
    goals.extend(Goal::contacts(&human, &stance));
    (human, stance, goals)
}

fn traced(settings: &SolverSettings) -> (Trace, Pose, Report) {
    let (human, stance, goals) = scene();
    let (mut pose, mut report) = (human.rest.clone(), Report::default());
    let problem = Problem::new(&human, &stance, &goals);
    let trace = Solver::default().solve_traced(problem, settings, &mut pose, &mut report);
    (trace, pose, report)
}

/// Who was visited, in the first linearisation.
fn visited(trace: &Trace) -> Vec<Event> {
    let first = trace.visits().iter().filter(|visit| {
        let is_someone = matches!(visit.event, Event::Goal { .. } | Event::Joint { .. });
        visit.linearisation == 1 && visit.sweep == 1 && is_someone
    });
    first.map(|visit| visit.event).collect()
}

/// How far two poses are from each other, by the link that differs most [m].
fn apart(one: &Pose, other: &Pose) -> f64 {
    let (human, ..) = scene();
    let [one, other] = [one, other].map(|pose| Kinematics::of(&human, pose));
    let links = one.world_from_link.iter().zip(&other.world_from_link);
    let distances = links.map(|(a, b)| a.translation.distance(b.translation));
    distances.fold(0.0, f64::max)
}

#[test]
fn another_order_visits_others_first() {
    for method in [
        Method::Goals,
        Method::Joints,
        Method::Sweep {
            sweeps: 2,
            relaxation: 1.0,
        },
    ] {
        let first: Vec<Event> = ORDERS
            .iter()
            .map(|order| {
                let settings = SolverSettings {
                    method,
                    order: *order,
                    ..SolverSettings::default()
                };
                let (trace, ..) = traced(&settings);
                visited(&trace)[0]
            })
            .collect();
        assert_ne!(first[0], first[1], "{method:?} backward");
        assert_ne!(first[0], first[3], "{method:?} shuffled");
        if method == Method::Goals {
            // Feet that stand, then balance, then hands.
            assert_eq!(first[0], Event::Goal { goal: 0 });
            assert_eq!(first[1], Event::Goal { goal: 4 });
            assert_eq!(first[2], Event::Goal { goal: 3 });
        }
    }
}

#[test]
fn accelerated_sweeps_find_the_same_answer_by_another_way() {
    for method in [Method::Goals, Method::Joints] {
        for priority in PRIORITIES {
            let settings = |order: Order| SolverSettings {
                method,
                priority,
                order,
                finish: Finish::LeastCost,
                posture: 1e-4,
                max_iterations: 400,
                ..SolverSettings::default()
            };
            let (_, forward, report) = traced(&settings(Order::Forward));
            for order in ORDERS {
                let (_, pose, other) = traced(&settings(order));
                let distance = apart(&forward, &pose);
                assert!(
                    distance < 5e-4,
                    "{method:?} {priority:?} {order:?}: {distance}, cost {} and {}",
                    report.cost,
                    other.cost
                );
            }
        }
    }
}

#[test]
fn plain_sweeps_that_end_early_are_biased_by_who_comes_first() {
    let solved = |sweeps: u16, order: Order| {
        let settings = SolverSettings {
            method: Method::Sweep {
                sweeps,
                relaxation: 1.0,
            },
            order,
            finish: Finish::Steps(1),
            damping: 1e-2,
            ..SolverSettings::default()
        };
        traced(&settings).1
    };
    // By rank, legs come before arms: they do so anyhow.
    for order in &[Order::Backward, Order::Shuffled(7)] {
        let early = apart(&solved(1, Order::Forward), &solved(1, *order));
        let late = apart(&solved(1000, Order::Forward), &solved(1000, *order));
        assert!(early > 0.02, "{order:?}: {early} after one sweep");
        assert!(late < 0.1 * early, "{order:?}: {late} after a thousand");
    }
}

#[test]
fn ranks_that_are_solved_one_after_the_other_keep_their_order() {
    for method in [
        Method::Goals,
        Method::Joints,
        Method::Sweep {
            sweeps: 60,
            relaxation: 1.0,
        },
        Method::Direct,
    ] {
        for order in ORDERS {
            let settings = SolverSettings {
                priority: Priority::Strict,
                method,
                order,
                ..SolverSettings::default()
            };
            let (trace, ..) = traced(&settings);
            let ranks = trace.visits().iter().filter_map(|visit| match visit.event {
                Event::Ranks { first, .. } if visit.linearisation == 1 && visit.round == 1 => {
                    Some(first.0)
                }
                _ => None,
            });
            assert_eq!(ranks.collect::<Vec<_>>(), [0, 1, 2], "{method:?} {order:?}");
        }
    }
}
