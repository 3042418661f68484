//! Steps of "show me" as they are written.

use super::super::FileError;
use super::super::goals_file::{BalanceFile, GoalsFile, feet_named};
use super::super::place::Place;
use super::super::settings_file::check_settings;
use super::Part;
use crate::ik::{Bias, Finish, Goal, Limits, Method, Order, Priority, Rank, SolverSettings};
use crate::lesson::{Scene, Step, UnknownName};
use glam::DVec3;
use serde::Deserialize;

/// One thing that is done to a scene.
#[derive(Debug, Deserialize)]
pub(super) enum StepFile {
    /// An effector goes to a place [m].
    Reach(String, DVec3),
    /// Everything that a goals file can ask, added to what is asked.
    Ask(Box<GoalsFile>),
    /// A goal is asked no longer.
    Release(String),
    /// A goal gets a rank.
    Rank(String, u8),
    /// A goal gets a weight.
    Weight(String, f64),
    Balance(BalanceFile),
    /// Soles, the held one first.
    Stand(Vec<String>),
    /// Of the centre of mass [m].
    Height(f64),
    /// Joints.
    Freeze(Vec<String>),
    Priority(Priority),
    Bias(Bias),
    Method(Method),
    Order(Order),
    Finish(Finish),
    Limits(Limits),
    Damping(f64),
    RankRatio(f64),
    /// All settings that are not named get their defaults.
    Settings(Box<SolverSettings>),
}

/// Steps for a scene, each checked against what the ones before it leave.
pub(super) fn read_steps(
    files: &[StepFile],
    scene: &Scene,
    part: &Part,
) -> Result<Vec<Step>, FileError> {
    part.few(files, "steps")?;
    let mut scene = scene.clone();
    let mut steps = Vec::new();
    for (index, file) in files.iter().enumerate() {
        for step in file.read(&scene, &part.entry(index))? {
            scene.perform(&step);
            steps.push(step);
        }
    }
    Ok(steps)
}

impl StepFile {
    fn read(&self, scene: &Scene, part: &Part) -> Result<Vec<Step>, FileError> {
        let character = &scene.character;
        let unknown = |what: &'static str, name: &str, valid: Vec<String>| {
            let name = name.to_owned();
            part.unknown(&UnknownName { what, name, valid })
        };
        let asked = |name: &str| {
            let names = || scene.asked.goals.iter().map(|goal| goal.name.clone());
            if names().any(|known| known == name) {
                return Ok(name.to_owned());
            }
            Err(unknown("goal", name, names().collect()))
        };
        let solve = |change: &dyn Fn(&mut SolverSettings)| {
            let mut settings = scene.settings;
            change(&mut settings);
            check_settings(&settings, &part.blanked())?;
            Ok(vec![Step::Solve(settings)])
        };
        let step = match self {
            Self::Reach(effector, target) => {
                for x in target.to_array() {
                    part.number("target", x, [-Place::FARTHEST, Place::FARTHEST], " m")?;
                }
                let Some(goal) = Goal::reach(character, effector, *target) else {
                    let valid = character.effectors.iter().map(|e| e.name.clone());
                    return Err(unknown("effector", effector, valid.collect()));
                };
                // What is there already keeps its rank and weight.
                let known = scene
                    .asked
                    .goals
                    .iter()
                    .find(|known| known.name == goal.name);
                let (rank, weight) = known.map_or((goal.rank, 1.0), |g| (g.rank, g.weight));
                Step::Ask(Goal {
                    rank,
                    weight,
                    ..goal
                })
            }
            Self::Ask(file) => {
                let asked = file.checked(&part.blanked(), character, &scene.start.pose)?;
                let mut steps: Vec<Step> = asked.goals.into_iter().map(Step::Ask).collect();
                steps.extend(asked.feet.map(Step::Stand));
                steps.extend(asked.height.map(Step::Height));
                if !asked.frozen.is_empty() {
                    steps.push(Step::Freeze(asked.frozen));
                }
                return Ok(steps);
            }
            Self::Release(name) => Step::Release(asked(name)?),
            Self::Rank(name, rank) => {
                part.number("rank", f64::from(*rank), [0.0, 8.0], "")?;
                Step::Rank(asked(name)?, Rank(*rank))
            }
            Self::Weight(name, weight) => {
                let weight = part.number("weight", *weight, [1e-3, 1e3], "")?;
                Step::Weight(asked(name)?, weight)
            }
            Self::Balance(file) => {
                let place = Place {
                    source: &part.blanked(),
                    section: "",
                    what: "balance of",
                    name: &character.name,
                };
                Step::Balance(file.checked(&place)?)
            }
            Self::Stand(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let feet = feet_named(character, &names).map_err(|m| part.error(m))?;
                if feet.is_empty() {
                    return Err(part.error("at least one sole stands"));
                }
                Step::Stand(feet)
            }
            Self::Height(height) => {
                Step::Height(part.number("height", *height, [-100.0, 100.0], " m")?)
            }
            Self::Freeze(names) => {
                let mut links = Vec::new();
                for name in names {
                    let Some(link) = character.find_joint(name) else {
                        let valid = character.joint_names().map(str::to_owned);
                        return Err(unknown("joint", name, valid.collect()));
                    };
                    links.push(link);
                }
                Step::Freeze(links)
            }
            Self::Priority(priority) => return solve(&|s| s.priority = *priority),
            Self::Bias(bias) => return solve(&|s| s.bias = *bias),
            Self::Method(method) => return solve(&|s| s.method = *method),
            Self::Order(order) => return solve(&|s| s.order = *order),
            Self::Finish(finish) => return solve(&|s| s.finish = *finish),
            Self::Limits(limits) => return solve(&|s| s.limits = *limits),
            Self::Damping(damping) => return solve(&|s| s.damping = *damping),
            Self::RankRatio(ratio) => return solve(&|s| s.rank_ratio = *ratio),
            Self::Settings(settings) => return solve(&|s| *s = **settings),
        };
        Ok(vec![step])
    }
}
