//! Poses that have names: what is asked of a body, and the pose that answers it.

use crate::character::{Character, Footing, Pose};
use crate::collide::Terrain;
use crate::ik::{
    Apart, AskedGoals, Goal, Outcome, PostureModel, Problem, Report, Solver, SolverSettings,
};
use crate::kinematics::{Kinematics, Stance, body_size};
use crate::level::Level;
use std::sync::Arc;

/// What a pose with a name asks of one body.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// What people call it: `deep_squat`.
    pub name: String,
    /// One line for lists.
    pub description: String,
    /// What it asks.
    pub asked: AskedGoals,
    /// The level ground that it is posed on.
    pub ground: Arc<Level>,
}

/// A body in such a pose.
#[derive(Clone, Debug)]
pub struct Posed {
    /// What it stands on.
    pub stance: Stance,
    /// What was asked, contacts and balance first.
    pub goals: Vec<Goal>,
    /// How it stands.
    pub pose: Pose,
    /// What every goal got.
    pub report: Report,
}

impl Preset {
    /// Poses the body, which begins at rest.
    pub fn posed(&self, character: &Character) -> Posed {
        let asked = &self.asked;
        let mut pose = character.rest.clone();
        let kin = Kinematics::of(character, &pose);
        let all = || {
            let feet = character.standing_feet();
            feet.map(|foot| character.whole_foot(foot)).collect()
        };
        let feet: Vec<Footing> = asked.feet.clone().unwrap_or_else(all);
        let planted = feet.iter();
        let planted = planted.map(|footing| asked.planted(character, &kin, *footing));
        let stance = Stance::on(character, planted.collect(), asked.plants.clone());
        stance.take_from_rest(character, &mut pose);

        let goals = asked.goals_on(character, &stance);
        let mut willingness = vec![1.0; character.links.len()];
        for frozen in &asked.frozen {
            willingness[frozen.index()] = 0.0;
        }
        let habits = PostureModel::People.habits(character);
        let terrain = Terrain::new(&self.ground);
        let start = pose.clone();
        let problem = Problem::new(character, &stance, &goals)
            .near(stance.rest(character, &start))
            .willing(&willingness)
            .accustomed(habits.as_deref())
            .apart(Apart::ItselfAndGround(&terrain))
            .sized(body_size(character));
        let (settings, mut report) = (SolverSettings::authoring(), Report::default());
        Solver::default().solve(problem, &settings, &mut pose, &mut report);
        Posed {
            stance,
            goals,
            pose,
            report,
        }
    }
}

impl Posed {
    /// Whether the body takes the pose.
    ///
    /// # Errors
    /// A sentence that says what it misses.
    pub fn check(&self, character: &Character, name: &str) -> Result<(), String> {
        if self.report.outcome == Outcome::Reached {
            return Ok(());
        }
        let missed = self.report.sentence(&self.goals);
        let body = &character.name;
        Err(format!("{body} cannot take the pose {name}: {missed}"))
    }
}
