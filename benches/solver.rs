//! Whole solves: the mannequin on its left foot brings its centre of mass, both hands and the free foot to targets of
//! random balanced poses. Read the throughput: items are problems.

use contrapposto::character::{Character, LinkId, Pose};
use contrapposto::ik::{
    Apart, Goal, GoalKind, Job, Limits, Method, Outcome, Position, Priority, Problem, Rank, Report,
    Solver, SolverSettings, solve_many,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::lab::{
    BaselineProblem, DenseGaussNewton, Form, ReachProblem, growing_body, reach_problems,
};
use contrapposto::math::Random;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::DVec3;

/// Problems per iteration.
const PROBLEMS: usize = 200;
/// The same problems in every run.
const SEED: u64 = 1;
/// How far targets move from frame to frame [m].
const FRAME_MOVE: f64 = 0.01;

fn main() {
    divan::main();
}

struct Scene {
    character: Character,
    stance: Stance,
    reaches: Vec<ReachProblem>,
    /// Of every problem.
    goals: Vec<Vec<Goal>>,
}

fn scene() -> Scene {
    let character = load_character("mannequin").expect("the mannequin is shipped");
    let sole = character.find_sole("l_foot").expect("it has a left foot");
    let (stance, reaches) = reach_problems(&character, sole, PROBLEMS, SEED).expect("it balances");
    let goals = reaches.iter().map(|reach| reach.goals(&character));
    Scene {
        goals: goals.collect(),
        reaches,
        stance,
        character,
    }
}

impl Scene {
    fn problem<'a>(&'a self, goals: &'a [Goal]) -> Problem<'a> {
        Problem::new(&self.character, &self.stance, goals)
    }
}

/// Every problem from the rest pose.
fn cold(bencher: Bencher, settings: &SolverSettings) {
    let scene = scene();
    let mut solver = Solver::default();
    let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
    bencher.counter(ItemsCount::new(PROBLEMS)).bench_local(|| {
        for goals in &scene.goals {
            pose.joints.clone_from(&scene.character.rest.joints);
            let problem = scene.problem(black_box(goals));
            solver.solve(problem, settings, &mut pose, &mut report);
            black_box(&pose);
        }
    });
}

/// As people use it.
#[divan::bench]
fn cold_with_limits(bencher: Bencher) {
    cold(bencher, &SolverSettings::default());
}

/// What the textbook solver can be compared with.
#[divan::bench]
fn cold_without_limits(bencher: Bencher) {
    let settings = SolverSettings {
        limits: Limits::Ignored,
        ..SolverSettings::default()
    };
    cold(bencher, &settings);
}

/// A way of the textbook solver: problem, tolerance and pose in, linearisations out if it arrived.
type Textbook = fn(&mut DenseGaussNewton, BaselineProblem, f64, &mut Pose) -> Option<u32>;

/// The textbook solver on every problem from the rest pose. Says how many it reaches.
fn textbook(bencher: Bencher, solve: Textbook) {
    let scene = scene();
    let tolerance = SolverSettings::default().position_tolerance;
    let mut textbook = DenseGaussNewton::default();
    let mut pose = scene.character.rest.clone();
    let mut reached = 0;
    bencher.counter(ItemsCount::new(PROBLEMS)).bench_local(|| {
        reached = 0;
        for reach in &scene.reaches {
            pose.joints.clone_from(&scene.character.rest.joints);
            let problem = BaselineProblem {
                character: &scene.character,
                stance: &scene.stance,
                reach: black_box(reach),
            };
            let linearisations = solve(&mut textbook, problem, tolerance, &mut pose);
            reached += usize::from(black_box(linearisations).is_some());
        }
    });
    eprintln!("the textbook reaches {reached} of {PROBLEMS}");
}

/// Dense damped Gauss-Newton, without limits, ranks or judgement of steps, to the same tolerance.
#[divan::bench]
fn textbook_without_limits(bencher: Bencher) {
    textbook(bencher, DenseGaussNewton::solve);
}

/// The same with every joint clamped after each step: limits against limits.
#[divan::bench]
fn textbook_with_limits(bencher: Bencher) {
    textbook(bencher, DenseGaussNewton::solve_clamped);
}

/// Everyone's own answer to the same problems.
#[divan::bench(max_time = 5, args = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
])]
fn cold_by_priority(bencher: Bencher, priority: Priority) {
    let settings = SolverSettings {
        priority,
        ..SolverSettings::default()
    };
    cold(bencher, &settings);
}

/// Every way to solve one linearisation. The paper's plain sweeps have its own damping.
#[divan::bench(max_time = 5, args = [
    Method::Goals,
    Method::Direct,
    Method::Joints,
    Method::Sweep { sweeps: 16, relaxation: 1.0 },
])]
fn cold_by_method(bencher: Bencher, method: Method) {
    let damping = match method {
        Method::Sweep { .. } => 1e-3,
        _ => SolverSettings::default().damping,
    };
    let settings = SolverSettings {
        method,
        damping,
        ..SolverSettings::default()
    };
    cold(bencher, &settings);
}

/// Every hand and the free foot pulled to a place of its own, two to three metres away.
#[divan::bench(max_time = 5, args = [Method::Goals, Method::Direct])]
fn out_of_reach(bencher: Bencher, method: Method) {
    let mut scene = scene();
    let mut random = Random::new(5);
    for goals in &mut scene.goals {
        for goal in goals {
            if let GoalKind::Position(position) = &mut goal.kind {
                let direction = random.in_box(DVec3::ONE).normalize();
                position.target_in_world = DVec3::Y + random.between(1.8, 3.0) * direction;
            }
        }
    }
    let settings = SolverSettings {
        method,
        ..SolverSettings::default()
    };
    let mut solver = Solver::default();
    let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
    bencher.counter(ItemsCount::new(PROBLEMS)).bench_local(|| {
        for goals in &scene.goals {
            pose.joints.clone_from(&scene.character.rest.joints);
            solver.solve(
                scene.problem(black_box(goals)),
                &settings,
                &mut pose,
                &mut report,
            );
            black_box(&pose);
        }
    });
}

/// Links that keep off each other, and those that do not.
#[divan::bench(max_time = 5, args = [false, true])]
fn cold_apart(bencher: Bencher, apart: bool) {
    let scene = scene();
    let apart = if apart { Apart::Itself } else { Apart::Through };
    let settings = SolverSettings::default();
    let mut solver = Solver::default();
    let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
    bencher.counter(ItemsCount::new(PROBLEMS)).bench_local(|| {
        for goals in &scene.goals {
            pose.joints.clone_from(&scene.character.rest.joints);
            let problem = scene.problem(black_box(goals)).apart(apart);
            solver.solve(problem, &settings, &mut pose, &mut report);
            black_box(&pose);
        }
    });
}

/// The tip of a chain of so many links pulled beyond its reach, the centre of mass over the first link.
#[divan::bench(args = [10, 30, 100, 300, 1000])]
fn out_of_reach_of_links(bencher: Bencher, links: usize) {
    let character = growing_body(Form::Chain, links);
    let stance = Stance::from_pose(&character, &character.rest, &[0]);
    let tip = Position {
        link: LinkId::new(links - 1),
        point_in_link: DVec3::ZERO,
        target_in_world: DVec3::new(0.1, 0.15, 0.05) * links as f64,
    };
    let goals = [
        Goal::balance_over_center(&stance),
        Goal::new("tip", Rank::EFFECTOR, tip),
    ];
    let problem = Problem::new(&character, &stance, &goals);
    let settings = SolverSettings::default();
    let mut solver = Solver::default();
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    bencher.bench_local(|| {
        pose.joints.clone_from(&character.rest.joints);
        solver.solve(black_box(problem), &settings, &mut pose, &mut report);
    });
}

/// Goals on every second link of a bush of 300 links: where a pose a little way off has them.
#[divan::bench(args = [8, 32, 128])]
fn many_goals(bencher: Bencher, count: usize) {
    const LINKS: usize = 300;
    let character = growing_body(Form::Bush, LINKS);
    let stance = Stance::from_pose(&character, &character.rest, &[0]);
    let mut random = Random::new(4);
    let mut other = character.rest.clone();
    for joint in &mut other.joints {
        *joint = joint.turned(random.in_box(DVec3::splat(0.1)));
    }
    let mut kin = Kinematics::default();
    stance.update(&character, &other, &mut kin);
    let goals: Vec<Goal> = (0..count)
        .map(|index| {
            let link = LinkId::new(LINKS - 1 - 2 * index);
            let point_in_link = 0.1 * DVec3::Y;
            let goal = Position {
                link,
                point_in_link,
                target_in_world: kin.link(link).point(point_in_link),
            };
            Goal::new(format!("goal {index}"), Rank::EFFECTOR, goal)
        })
        .collect();
    let problem = Problem::new(&character, &stance, &goals);
    let settings = SolverSettings::default();
    let mut solver = Solver::default();
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    bencher.bench_local(|| {
        pose.joints.clone_from(&character.rest.joints);
        solver.solve(black_box(problem), &settings, &mut pose, &mut report);
    });
    eprintln!("{:?} after {} steps", report.outcome, report.iterations);
}

/// A figure that reaches its targets, and the same targets one centimetre on, which it reaches too.
struct Follower<'a> {
    here: Vec<Goal>,
    there: Vec<Goal>,
    scene: &'a Scene,
    pose: Pose,
}

impl<'a> Follower<'a> {
    /// Every problem of the scene that can be followed.
    fn all(scene: &'a Scene) -> Vec<Self> {
        let settings = SolverSettings::default();
        let (mut solver, mut report) = (Solver::default(), Report::default());
        let mut reaches = |goals: &[Goal], pose: &mut Pose| {
            solver.solve(scene.problem(goals), &settings, pose, &mut report);
            report.outcome == Outcome::Reached
        };
        let mut followers = Vec::new();
        for here in &scene.goals {
            let there = shifted(here);
            let mut pose = scene.character.rest.clone();
            if reaches(here, &mut pose) && reaches(&there, &mut pose) && reaches(here, &mut pose) {
                followers.push(Self {
                    here: here.clone(),
                    there,
                    scene,
                    pose,
                });
            }
        }
        followers
    }

    /// Targets of a frame: there, and back again.
    fn problem(&self, frame: usize) -> Problem<'_> {
        let goals = if frame.is_multiple_of(2) {
            &self.there
        } else {
            &self.here
        };
        self.scene.problem(goals)
    }
}

/// One frame of a motion: every target moved one centimetre since the last solve.
#[divan::bench]
fn warm_frame(bencher: Bencher) {
    let scene = scene();
    let mut followers = Follower::all(&scene);
    let settings = SolverSettings::default();
    let (mut solver, mut report) = (Solver::default(), Report::default());
    let mut frame = 0;
    let count = ItemsCount::new(followers.len());
    bencher.counter(count).bench_local(|| {
        for follower in &mut followers {
            let mut pose = std::mem::replace(&mut follower.pose, Pose::zero(&[]));
            let problem = follower.problem(black_box(frame));
            solver.solve(problem, &settings, &mut pose, &mut report);
            follower.pose = black_box(pose);
        }
        frame += 1;
    });
}

/// A frame of a crowd: a thousand figures follow their targets, over all cores.
#[divan::bench]
fn warm_crowd_of_a_thousand(bencher: Bencher) {
    let scene = scene();
    let followers = Follower::all(&scene);
    let settings = SolverSettings::default();
    let crowd = |frame: usize| -> Vec<Job<'_>> {
        let thousand = followers.iter().cycle().take(1000);
        thousand
            .map(|follower| Job {
                problem: follower.problem(frame),
                pose: follower.pose.clone(),
                report: Report::default(),
            })
            .collect()
    };
    bencher
        .with_inputs(|| crowd(0))
        .bench_values(|mut jobs| solve_many(black_box(&mut jobs), &settings));
}

/// The same goals with every point one centimetre on, each its own way.
fn shifted(goals: &[Goal]) -> Vec<Goal> {
    let ways = [DVec3::X, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_X];
    let mut goals = goals.to_vec();
    for (goal, way) in goals.iter_mut().zip(ways.into_iter().cycle()) {
        if let GoalKind::Position(Position {
            target_in_world, ..
        }) = &mut goal.kind
        {
            *target_in_world += FRAME_MOVE * way;
        }
    }
    goals
}
