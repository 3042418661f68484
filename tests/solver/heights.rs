//! The height of the centre of mass that is asked for, from standing to crouching, by every body on two feet.

use crate::bipeds::BIPEDS;
use contrapposto::character::Character;
use contrapposto::ik::{
    AskedGoals, BalanceWish, PostureModel, Problem, Report, Solver, SolverSettings,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance, body_size};

/// What is asked for and what is got may differ by this much [m].
const NEAR: f64 = 0.005;
/// Nobody stands lower than this, of the height at rest.
const CROUCH: f64 = 0.7;

/// The height that a body gets that is asked for one, on both feet and balanced [m].
fn got(character: &Character, model: PostureModel, height: f64) -> f64 {
    let feet: Vec<usize> = character.standing_feet().collect();
    let stance = Stance::from_pose(character, &character.rest, &feet);
    let asked = AskedGoals {
        balance: BalanceWish::Margin(0.02 * body_size(character)),
        height: Some(height),
        ..AskedGoals::default()
    };
    let goals = asked.goals_on(character, &stance);
    let habits = model.habits(character);
    let problem = Problem::new(character, &stance, &goals)
        .accustomed(habits.as_deref())
        .sized(body_size(character));
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    let settings = SolverSettings::authoring();
    Solver::default().solve(problem, &settings, &mut pose, &mut report);
    assert!(report.margin.metres > 0.0, "{}", character.name);
    Kinematics::of(character, &pose).com.y
}

#[test]
fn every_biped_stands_and_crouches_as_high_as_it_is_asked_to() {
    for body in BIPEDS {
        let character = load_character(body).unwrap();
        let at_rest = Kinematics::of(&character, &character.rest).com.y;
        for model in [PostureModel::People, PostureModel::None] {
            for share in [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, CROUCH] {
                let wanted = share * at_rest;
                let off = got(&character, model, wanted) - wanted;
                let millimetres = 1e3 * off;
                assert!(
                    off.abs() < NEAR * body_size(&character),
                    "{body} {model:?} {share}: {millimetres:.1} mm"
                );
            }
        }
    }
}
