//! Whole solves: the mannequin on its left foot brings its centre of mass, both hands and the free foot to targets of
//! random balanced poses. Read the throughput: items are problems.

use contrapposto::character::{Character, Pose};
use contrapposto::ik::{
    Goal, GoalKind, Job, Limits, Method, Outcome, Position, Priority, Problem, Report, Solver,
    SolverSettings, solve_many,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::Stance;
use contrapposto::lab::{BaselineProblem, DenseGaussNewton, ReachProblem, reach_problems};
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

/// Gauss-Seidel instead of the exact step; the argument is the number of passes.
#[divan::bench(max_time = 5, args = [4, 16])]
fn cold_by_sweeps(bencher: Bencher, sweeps: u16) {
    let settings = SolverSettings {
        method: Method::Sweep {
            sweeps,
            relaxation: 1.0,
        },
        ..SolverSettings::default()
    };
    cold(bencher, &settings);
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
