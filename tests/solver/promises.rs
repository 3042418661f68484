//! What the README promises of the solver and of the engine: the same bits for the same inputs, and no memory once they
//! are warm.

use contrapposto::character::{Character, Pose};
use contrapposto::control::{Acting, ClipPlan, Ghost, GhostSettings};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::ik::{
    Apart, Finish, Goal, GoalKind, Method, Priority, Problem, Report, Solver, SolverSettings,
};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Stance;
use contrapposto::lab::reach_problems;
use contrapposto::physics::{Inputs, Integrator, LooseBody, State, World, WorldSettings};
use glam::DVec3;
use rayon::prelude::*;

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
        sweeps: 4,
        relaxation: 1.0,
    },
    Method::Direct,
];

struct Scene {
    character: Character,
    stance: Stance,
    /// Of every problem.
    goals: Vec<Vec<Goal>>,
}

fn scene() -> Scene {
    let character = load_character("human").expect("the human is shipped");
    let (stance, problems) = reach_problems(&character, 0, 20, 3).expect("it balances");
    let goals = problems.iter().map(|problem| problem.goals(&character));
    Scene {
        goals: goals.collect(),
        stance,
        character,
    }
}

impl Scene {
    /// Solves one problem from the rest pose.
    fn solve(
        &self,
        goals: &[Goal],
        priority: Priority,
        solver: &mut Solver,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        let problem = Problem::new(&self.character, &self.stance, goals);
        let settings = SolverSettings {
            priority,
            ..SolverSettings::default()
        };
        pose.joints.clone_from(&self.character.rest.joints);
        solver.solve(problem, &settings, pose, report);
    }

    /// What a solver makes of one problem. `==` on poses compares numbers, and there are no NaNs here.
    fn answer(&self, goals: &[Goal], priority: Priority, solver: &mut Solver) -> (Pose, Report) {
        let (mut pose, mut report) = (self.character.rest.clone(), Report::default());
        self.solve(goals, priority, solver, &mut pose, &mut report);
        (pose, report)
    }
}

#[test]
fn a_new_solver_a_used_one_and_many_at_once_give_the_same_bits() {
    let scene = scene();
    for priority in PRIORITIES {
        let new = |goals: &Vec<Goal>| scene.answer(goals, priority, &mut Solver::default());
        let one_by_one: Vec<_> = scene.goals.iter().map(new).collect();
        let at_once: Vec<_> = scene.goals.par_iter().map(new).collect();
        assert!(one_by_one == at_once, "{priority:?}");

        // Backwards, so that what the solver remembers is never what it met before.
        let mut used = Solver::default();
        let backwards = scene.goals.iter().rev();
        let with_used = backwards.map(|goals| scene.answer(goals, priority, &mut used));
        let with_used: Vec<_> = with_used.collect();
        assert!(one_by_one.iter().rev().eq(&with_used), "{priority:?}");
    }
}

#[test]
fn a_warm_solver_allocates_nothing_whatever_the_method_and_the_finish() {
    let mut scene = scene();
    scene.goals.truncate(6);
    // Every second problem is out of reach: more starts, beyond the limits and by weights, and long ways to rest.
    for goal in scene.goals.iter_mut().step_by(2).flatten() {
        if let GoalKind::Position(position) = &mut goal.kind {
            position.target_in_world.z += 2.0;
        }
    }
    for method in METHODS {
        for priority in PRIORITIES {
            for finish in [Finish::Reached, Finish::LeastCost, Finish::Steps(3)] {
                let settings = SolverSettings {
                    method,
                    priority,
                    finish,
                    settle: 3,
                    alternatives: 1,
                    max_iterations: 30,
                    ..SolverSettings::default()
                };
                let mut solver = Solver::default();
                let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
                let mut solve_all = || {
                    for goals in &scene.goals {
                        let problem = Problem::new(&scene.character, &scene.stance, goals);
                        let problem = problem.apart(Apart::Itself);
                        pose.joints.clone_from(&scene.character.rest.joints);
                        solver.solve(problem, &settings, &mut pose, &mut report);
                    }
                };
                // Poses change places as steps are kept, and each has memory of its own for links that are near.
                for _ in 0..6 {
                    solve_all();
                }
                let info = allocation_counter::measure(solve_all);
                let what = (method, priority, finish);
                assert_eq!(info.count_total, 0, "{what:?}");
            }
        }
    }
}

#[test]
fn a_warm_world_allocates_nothing() {
    let human = load_character("human").expect("the human is shipped");
    let stairs = load_level("stairs").expect("the stairs are shipped");
    for integrator in [
        Integrator::SemiImplicit,
        Integrator::KeepMomentum,
        Integrator::RungeKutta4,
    ] {
        let settings = WorldSettings {
            integrator,
            ..WorldSettings::default()
        };
        let mut world = World::new(&human, &stairs, settings);
        let mut state = State::at_rest(human.rest.clone());
        state.pose.world_from_root.translation.y += 0.2;
        let (ball, thrown) =
            LooseBody::thrown(5.0, 0.1, DVec3::new(0.0, 1.3, 1.0), 5.0 * DVec3::NEG_Z);
        world.add_loose(&mut state, ball, thrown);
        // A fall, a blow and a heap: as many contacts as there will ever be. Then the same again.
        let start = state.clone();
        let mut fall = |state: &mut State| {
            for _ in 0..1500 {
                world.step(state, &Inputs::default(), 1.0 / 500.0);
            }
        };
        fall(&mut state);
        // Taken back in place: what was reserved for contacts stays.
        let end = state.hash();
        state.clone_from(&start);
        let info = allocation_counter::measure(|| fall(&mut state));
        assert_eq!(info.count_total, 0, "{integrator:?}");
        assert_eq!(state.hash(), end, "{integrator:?}");
    }
}

#[test]
fn a_warm_ghost_allocates_nothing() {
    let human = load_character("human").expect("the human is shipped");
    let flat = load_level("flat").expect("the flat ground is shipped");
    let settings = Biped::new(&human)
        .expect("it has two feet")
        .static_settings();
    let walk = walk(&human, &flat, &WalkOrder::ahead(settings, 12), |_| ());
    let clip = walk.expect("it walks").clip;
    let mut plan = ClipPlan::new(&clip);
    let mut moment = plan.begin();
    let mut ghost = Ghost::new(&human, &flat, &moment, 0.0, GhostSettings::default());
    let acting = Acting::default();
    let hz = ghost.settings().steps_hz;
    let mut pace = |steps: std::ops::Range<usize>| {
        for step in steps {
            plan.write(step as f64 / hz, &mut moment);
            ghost.step(&moment, &acting);
        }
    };
    // Eight steps of the feet warm it; the next ones are no different.
    let [warm, end] = [0.7, 1.0].map(|share| (share * clip.duration_secs() * hz) as usize);
    pace(0..warm);
    let info = allocation_counter::measure(|| pace(warm..end));
    assert_eq!(info.count_total, 0);
}
