//! What the README promises of the solver: the same bits for the same inputs, and no memory once it is warm.

use contrapposto::character::{Character, Pose};
use contrapposto::ik::{Goal, Priority, Problem, Report, Solver, SolverSettings};
use contrapposto::io::load_character;
use contrapposto::kinematics::Stance;
use contrapposto::lab::reach_problems;
use rayon::prelude::*;

const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];

struct Scene {
    character: Character,
    stance: Stance,
    /// Of every problem.
    goals: Vec<Vec<Goal>>,
}

fn scene() -> Scene {
    let character = load_character("human").expect("the human is shipped");
    let (stance, problems) = reach_problems(&character, 0, 20, 3);
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
        let problem = Problem {
            character: &self.character,
            stance: &self.stance,
            goals,
        };
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
fn a_warm_solver_allocates_nothing() {
    let scene = scene();
    for priority in PRIORITIES {
        let mut solver = Solver::default();
        let (mut pose, mut report) = (scene.character.rest.clone(), Report::default());
        let mut solve_all = || {
            for goals in &scene.goals {
                scene.solve(goals, priority, &mut solver, &mut pose, &mut report);
            }
        };
        solve_all();
        let info = allocation_counter::measure(solve_all);
        assert_eq!(info.count_total, 0, "{priority:?}");
    }
}
