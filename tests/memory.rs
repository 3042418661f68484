//! A solver that has met a problem asks for no more memory.

use contrapposto::ik::{Priority, Problem, Report, Solver, SolverSettings};
use contrapposto::io::load_character;
use contrapposto::lab::reach_problems;

#[test]
fn a_warm_solver_allocates_nothing() {
    let character = load_character("human").unwrap();
    let (stance, problems) = reach_problems(&character, 0, 20, 3);
    let goals: Vec<_> = problems.iter().map(|p| p.goals(&character)).collect();
    for priority in [
        Priority::Equal,
        Priority::Biased,
        Priority::Weighted,
        Priority::NullSpace,
        Priority::Strict,
    ] {
        let settings = SolverSettings {
            priority,
            ..SolverSettings::default()
        };
        let mut solver = Solver::default();
        let (mut pose, mut report) = (character.rest.clone(), Report::default());
        let mut solve_all = || {
            for goals in &goals {
                pose.joints.clone_from(&character.rest.joints);
                let problem = Problem {
                    character: &character,
                    stance: &stance,
                    goals,
                };
                solver.solve(problem, &settings, &mut pose, &mut report);
            }
        };
        solve_all();
        let info = allocation_counter::measure(solve_all);
        assert_eq!(info.count_total, 0, "{priority:?}");
    }
}
