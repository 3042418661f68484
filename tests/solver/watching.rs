//! A solve that is watched: the same bits as any other, every visit with the pose it leads to.

use contrapposto::character::{Character, JointCoordinate, Pose};
use contrapposto::ik::{
    Event, Finish, Goal, GoalKind, Method, PostureModel, Priority, Problem, Report, Solver,
    SolverSettings, Trace, Visit,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];
const METHODS: [Method; 4] = [
    Method::Goals,
    Method::Joints,
    Method::Sweep {
        sweeps: 6,
        relaxation: 1.0,
    },
    Method::Direct,
];

struct Scene {
    name: &'static str,
    character: Character,
    stance: Stance,
    goals: Vec<Goal>,
}

/// Within reach, out of reach, at joint limits, and with a centre of mass that is free to wander over a region.
fn scenes() -> [Scene; 4] {
    let scene = |name, soles: &[usize], margin: Option<f64>, reach: &[(&str, DVec3)]| {
        let character = load_character("human").expect("the human is shipped");
        let stance = Stance::from_pose(&character, &character.rest, soles);
        let mut goals = Goal::contacts(&character, &stance);
        goals.push(match margin {
            Some(margin) => Goal::balance_within(&stance, margin),
            None => Goal::balance_over_center(&stance),
        });
        for (effector, target) in reach {
            goals.extend(Goal::reach(&character, effector, *target));
        }
        Scene {
            name,
            character,
            stance,
            goals,
        }
    };
    let far = ("left_hand", DVec3::new(0.35, 1.0, 1.4));
    let folded = [
        ("left_hand", DVec3::new(0.52, 0.58, 0.5)),
        ("right_foot", DVec3::new(-0.45, 0.75, -0.55)),
    ];
    let near = ("left_hand", DVec3::new(0.4, 1.0, 0.5));
    [
        scene("within reach", &[0, 1], None, &[near]),
        scene("out of reach", &[0, 1], None, &[far]),
        scene("at limits", &[0], None, &folded),
        scene("over a region", &[0, 1], Some(0.02), &[far]),
    ]
}

fn settings(method: Method, priority: Priority) -> SolverSettings {
    SolverSettings {
        method,
        priority,
        max_iterations: 25,
        ..SolverSettings::default()
    }
}

impl Scene {
    fn solve(&self, settings: &SolverSettings) -> (Pose, Report) {
        let problem = Problem::new(&self.character, &self.stance, &self.goals);
        let (mut pose, mut report) = (self.character.rest.clone(), Report::default());
        Solver::default().solve(problem, settings, &mut pose, &mut report);
        (pose, report)
    }

    fn trace(&self, settings: &SolverSettings) -> (Trace, Pose, Report) {
        let problem = Problem::new(&self.character, &self.stance, &self.goals);
        let (mut pose, mut report) = (self.character.rest.clone(), Report::default());
        let trace = Solver::default().solve_traced(problem, settings, &mut pose, &mut report);
        (trace, pose, report)
    }
}

/// A pose to the bit, zeros with their signs.
fn bits(pose: &Pose) -> Vec<u64> {
    let root = pose.world_from_root;
    let mut bits: Vec<u64> = root.translation.to_array().map(f64::to_bits).to_vec();
    bits.extend(root.rotation.to_array().map(f64::to_bits));
    for joint in &pose.joints {
        match joint {
            JointCoordinate::Fixed => {}
            JointCoordinate::Hinge(angle) => bits.push(angle.to_bits()),
            JointCoordinate::Ball(q) => bits.extend(q.to_array().map(f64::to_bits)),
        }
    }
    bits
}

fn last(trace: &Trace) -> &Visit {
    trace.visits().last().expect("a trace is never empty")
}

/// Every scene with every method and priority.
fn for_all(mut judge: impl FnMut(&Scene, &SolverSettings, &str)) {
    for scene in &scenes() {
        for method in METHODS {
            for priority in PRIORITIES {
                let what = format!("{}, {method:?}, {priority:?}", scene.name);
                judge(scene, &settings(method, priority), &what);
            }
        }
    }
}

#[test]
fn a_watched_solve_ends_with_the_bits_of_an_unwatched_one() {
    for_all(|scene, settings, what| {
        let (pose, report) = scene.solve(settings);
        let (trace, watched, told) = scene.trace(settings);
        assert_eq!(bits(&watched), bits(&pose), "{what}");
        assert_eq!(told, report, "{what}");
        let end = last(&trace);
        assert_eq!(end.event, Event::Ended, "{what}");
        assert_eq!(bits(&end.pose), bits(&pose), "{what}");
        let after: Vec<f64> = report.goals.iter().map(|got| got.after).collect();
        assert_eq!(end.errors, after, "{what}");
        assert_eq!(end.cost, report.cost, "{what}");
        assert_eq!(end.linearisation, report.iterations, "{what}");
        assert_eq!(trace.visits()[0].event, Event::Began, "{what}");
        assert_eq!(trace.unrecorded(), 0, "{what}");
    });
}

#[test]
fn starts_settling_travel_and_other_ways_to_finish_are_watched_to_the_same_bits() {
    let plain = SolverSettings::default();
    let patient = SolverSettings {
        restarts: 3,
        settle: 20,
        alternatives: 3,
        max_iterations: 60,
        ..plain
    };
    for scene in &scenes() {
        for (settings, what) in [
            (patient, "patient"),
            (
                SolverSettings {
                    finish: Finish::Steps(4),
                    ..plain
                },
                "steps",
            ),
            (
                SolverSettings {
                    finish: Finish::LeastCost,
                    max_iterations: 8,
                    ..plain
                },
                "balanced",
            ),
            (
                SolverSettings {
                    max_travel: 0.05,
                    max_iterations: 8,
                    ..plain
                },
                "slow joints",
            ),
        ] {
            let (pose, report) = scene.solve(&settings);
            let (trace, watched, told) = scene.trace(&settings);
            let what = format!("{}, {what}", scene.name);
            assert_eq!(bits(&watched), bits(&pose), "{what}");
            assert_eq!(told, report, "{what}");
            assert_eq!(bits(&last(&trace).pose), bits(&pose), "{what}");
            assert_eq!(last(&trace).linearisation, report.iterations, "{what}");
            let begun = trace.visits().iter().filter(|v| v.event == Event::Began);
            assert!(begun.count() > report.restarts as usize, "{what}");
        }
    }
}

#[test]
fn a_body_with_habits_is_watched_through_its_second_try_without_them() {
    let [_, far, ..] = scenes();
    let habits = PostureModel::People.habits(&far.character);
    let problem = Problem::new(&far.character, &far.stance, &far.goals);
    let problem = problem.accustomed(habits.as_deref());
    let (settings, rest) = (SolverSettings::default(), &far.character.rest);
    let (mut plain, mut report) = (rest.clone(), Report::default());
    Solver::default().solve(problem, &settings, &mut plain, &mut report);
    let (mut watched, mut told) = (rest.clone(), Report::default());
    let trace = Solver::default().solve_traced(problem, &settings, &mut watched, &mut told);
    assert_eq!(report, told);
    assert_eq!(bits(&last(&trace).pose), bits(&plain), "{}", far.name);
    let starts = trace.visits().iter().filter(|visit| visit.event.begins());
    assert!(
        starts.count() > 1,
        "out of reach, it is tried without habits, too"
    );
    let mut counted = Vec::new();
    Solver::default().solve_observed(problem, &settings, &mut watched, &mut told, &mut |i| {
        counted.push((i.number, i.sweeps));
    });
    assert!(counted.is_sorted(), "the second try counts on: {counted:?}");
    assert_eq!(counted.last().unwrap().0, told.iterations);
}

#[test]
fn the_last_visit_of_a_step_leads_to_the_pose_that_is_judged() {
    let mut compared = 0;
    for_all(|scene, settings, what| {
        let (trace, ..) = scene.trace(settings);
        for pair in trace.visits().windows(2) {
            let [before, judged] = pair else { continue };
            if judged.event == Event::Kept {
                assert_eq!(bits(&before.pose), bits(&judged.pose), "{what}");
                assert_eq!(before.errors, judged.errors, "{what}");
                compared += 1;
            }
        }
    });
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_refused_step_leaves_the_figure_where_it_was() {
    let mut refused = 0;
    for_all(|scene, settings, what| {
        let (trace, ..) = scene.trace(settings);
        let mut now = &trace.visits()[0];
        for visit in trace.visits() {
            match visit.event {
                Event::Kept => now = visit,
                event if event.begins() => now = visit,
                Event::Refused => {
                    assert_eq!(bits(&visit.pose), bits(&now.pose), "{what}");
                    refused += 1;
                }
                _ => {}
            }
        }
    });
    assert!(refused > 20, "{refused}");
}

/// The error of a goal, from the root of the pose outward instead of from the held foot [m or rad].
fn measured(goal: &Goal, kin: &Kinematics) -> f64 {
    let over_ground = DVec2::new(kin.com.x, kin.com.z);
    match &goal.kind {
        GoalKind::Position(goal) => {
            let point = kin.link(goal.link).point(goal.point_in_link);
            point.distance(goal.target_in_world)
        }
        GoalKind::Orientation(goal) => {
            let turn = goal.world_from_link * kin.link(goal.link).rotation.conjugate();
            2.0 * libm::atan2(turn.xyz().length(), turn.w.abs())
        }
        GoalKind::CenterOfMass(goal) => over_ground.distance(goal.target_xz),
        GoalKind::Balance(goal) => (-goal.region.margin(over_ground).metres).max(0.0),
        other => panic!("{other:?} is not asked here"),
    }
}

#[test]
fn the_errors_of_every_visit_are_those_of_the_pose_it_shows() {
    let mut compared = 0;
    for_all(|scene, settings, what| {
        let (trace, ..) = scene.trace(settings);
        for visit in trace.visits().iter().step_by(7) {
            let kin = Kinematics::of(&scene.character, &visit.pose);
            for (goal, told) in scene.goals.iter().zip(&visit.errors) {
                let error = measured(goal, &kin);
                assert!(
                    (error - told).abs() < 1e-9,
                    "{what}: {} {error} {told}",
                    goal.name
                );
                compared += 1;
            }
        }
    });
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn no_visit_shows_a_joint_beyond_its_limits_but_in_a_start_that_goes_beyond_them() {
    for_all(|scene, settings, what| {
        let (trace, ..) = scene.trace(settings);
        let mut is_beyond = false;
        for visit in trace.visits() {
            if visit.event.begins() {
                is_beyond = visit.event == Event::BeganBeyondLimits;
            }
            if is_beyond {
                continue;
            }
            let beyond = visit.pose.joints_beyond_limits(&scene.character, 1e-9);
            assert_eq!(beyond.count(), 0, "{what}: {:?}", visit.event);
        }
    });
}

/// The law of a visit: yᵢ with Σⱼ Aᵢⱼ yⱼ + δ yᵢ = eᵢ, j up to i. What is left of the goal's own rows is its pull times δ.
#[test]
fn a_goal_that_pulls_leaves_its_own_rows_satisfied_but_for_the_damping() {
    let scene = &scenes()[0];
    let mut goals = scene.goals.clone();
    // So near that the rows are the truth.
    let kin = Kinematics::of(&scene.character, &scene.character.rest);
    for goal in &mut goals {
        if let GoalKind::Position(position) = &mut goal.kind {
            let now = kin.link(position.link).point(position.point_in_link);
            position.target_in_world = now + 1e-6 * DVec3::new(1.0, 2.0, -3.0);
        }
    }
    goals.retain(|goal| matches!(goal.kind, GoalKind::Position(_)));
    let settings = SolverSettings {
        priority: Priority::Equal,
        position_tolerance: 1e-12,
        posture: 0.0,
        damping: 0.05,
        max_iterations: 1,
        ..SolverSettings::default()
    };
    let problem = Problem::new(&scene.character, &scene.stance, &goals);
    let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
    let trace = Solver::default().solve_traced(problem, &settings, &mut pose, &mut report);
    let forward = trace.visits()[1..].iter().take(goals.len());
    for (index, visit) in forward.enumerate() {
        assert_eq!(visit.event, Event::Goal { goal: index });
        assert_eq!((visit.linearisation, visit.sweep), (1, 1));
        assert_eq!(visit.before, DVec3::ZERO);
        let GoalKind::Position(goal) = &goals[index].kind else {
            panic!("only places are asked");
        };
        let kin = Kinematics::of(&scene.character, &visit.pose);
        let left = goal.target_in_world - kin.link(goal.link).point(goal.point_in_link);
        let damped = settings.damping * visit.after;
        assert!(damped.length() > 1e-8, "{damped}");
        assert!(left.distance(damped) < 1e-10, "{left} {damped}");
    }
}

/// Whether goals or joints were visited, and not something else decided.
fn is_visit(event: Event) -> bool {
    matches!(
        event,
        Event::Goal { .. }
            | Event::Wall { .. }
            | Event::Joint { .. }
            | Event::Content
            | Event::Exact
            | Event::Ranks { .. }
            | Event::Posture
    )
}

#[test]
fn every_method_visits_what_it_solves_by() {
    let scene = &scenes()[2];
    for method in METHODS {
        let (trace, ..) = scene.trace(&settings(method, Priority::Weighted));
        let visits = trace.visits().iter().filter(|visit| is_visit(visit.event));
        let as_expected = |event: &Event| match method {
            Method::Goals => {
                matches!(
                    event,
                    Event::Goal { .. } | Event::Wall { .. } | Event::Content
                )
            }
            Method::Joints | Method::Sweep { .. } => matches!(event, Event::Joint { .. }),
            Method::Direct => *event == Event::Exact,
        };
        assert!(visits.clone().count() > 0, "{method:?}");
        assert!(
            visits.clone().all(|visit| as_expected(&visit.event)),
            "{method:?}"
        );
        for priority in [Priority::NullSpace, Priority::Strict] {
            let (trace, ..) = scene.trace(&settings(method, priority));
            let of_ranks = |event: &Event| matches!(event, Event::Ranks { .. } | Event::Posture);
            let mut by_weights = false;
            for event in trace.visits().iter().map(|visit| visit.event) {
                if event.begins() {
                    by_weights = event == Event::BeganByWeights;
                } else if is_visit(event) {
                    let as_expected = if by_weights {
                        as_expected(&event)
                    } else {
                        of_ranks(&event)
                    };
                    assert!(as_expected, "{method:?}, {priority:?}: {event:?}");
                }
            }
        }
    }
}

#[test]
fn limits_and_walls_are_told_when_they_hold_and_when_they_let_go() {
    let [_, _, folded, region] = scenes();
    let settings = settings(Method::Goals, Priority::Weighted);
    let count = |trace: &Trace, is_it: fn(&Event) -> bool| {
        let events = trace.visits().iter().map(|visit| visit.event);
        events.filter(is_it).count()
    };
    let (trace, ..) = folded.trace(&settings);
    let held = count(&trace, |event| matches!(event, Event::BoundHeld { .. }));
    let let_go = count(&trace, |event| matches!(event, Event::BoundLetGo { .. }));
    assert!(held > 0 && let_go <= held, "{held} {let_go}");
    let (trace, ..) = region.trace(&settings);
    let met = count(&trace, |event| matches!(event, Event::WallMet { .. }));
    let pushes = count(&trace, |event| matches!(event, Event::Wall { .. }));
    assert!(met > 0 && pushes > 0, "{met} {pushes}");
    assert!(count(&trace, |event| *event == Event::Lengthened) > 0);
    assert!(count(&trace, |event| *event == Event::Prolonged) > 0);
}
