//! "Show me": things that are done on the stage, one after the other.

use super::Scene;
use crate::character::{Footing, LinkId};
use crate::ik::{BalanceWish, Finish, Goal, GoalKind, Method, Rank, SolverSettings};
use glam::DVec3;

/// One thing that is done to a scene. Names have been looked up when it was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Asks for something; the goal of the same name is replaced.
    Ask(Goal),
    /// Asks no longer.
    Release(String),
    /// How important a goal is.
    Rank(String, Rank),
    /// How much it counts among those of its rank.
    Weight(String, f64),
    /// How to balance.
    Balance(BalanceWish),
    /// Which feet stand, the held one first.
    Stand(Vec<Footing>),
    /// How high the centre of mass should be [m].
    Height(f64),
    /// Joints that do not move.
    Freeze(Vec<LinkId>),
    /// How it is solved.
    Solve(SolverSettings),
}

impl Scene {
    /// The scene after a step.
    pub fn perform(&mut self, step: &Step) {
        let asked = &mut self.asked;
        match step {
            Step::Ask(goal) => match asked.goals.iter_mut().find(|g| g.name == goal.name) {
                Some(same) => *same = goal.clone(),
                None => asked.goals.push(goal.clone()),
            },
            Step::Release(name) => asked.goals.retain(|goal| goal.name != *name),
            Step::Rank(name, rank) => {
                if let Some(goal) = asked.goals.iter_mut().find(|goal| goal.name == *name) {
                    goal.rank = *rank;
                }
            }
            Step::Weight(name, weight) => {
                if let Some(goal) = asked.goals.iter_mut().find(|goal| goal.name == *name) {
                    goal.weight = *weight;
                }
            }
            Step::Balance(wish) => asked.balance = *wish,
            Step::Stand(feet) => asked.feet = Some(feet.clone()),
            Step::Height(height) => asked.height = Some(*height),
            Step::Freeze(links) => asked.frozen.clone_from(links),
            Step::Solve(settings) => self.settings = *settings,
        }
    }

    /// The scene after several steps.
    #[must_use]
    pub fn after<'s>(&self, steps: impl IntoIterator<Item = &'s Step>) -> Self {
        let mut after = self.clone();
        for step in steps {
            after.perform(step);
        }
        after
    }
}

impl Step {
    /// What the button and the handout say: `left hand to x 0.35, y 1.00, z 1.40`.
    pub fn words(&self, scene: &Scene) -> String {
        let spoken = |name: &str| name.replace('_', " ");
        match self {
            Self::Ask(goal) => match &goal.kind {
                GoalKind::Position(to) => {
                    let place = place_words(to.target_in_world);
                    format!("{} to {place}", spoken(&goal.name))
                }
                GoalKind::Pole(to) => {
                    let limb = spoken(goal.name.trim_end_matches(" pole"));
                    let place = place_words(to.target_in_world);
                    format!("{limb} points towards {place}")
                }
                GoalKind::Look(to) => {
                    format!("eyes look at {}", place_words(to.target_in_world))
                }
                GoalKind::Orientation(_)
                | GoalKind::Direction(_)
                | GoalKind::Level(_)
                | GoalKind::Together(_)
                | GoalKind::Even(_)
                | GoalKind::CenterOfMass(_)
                | GoalKind::Balance(_)
                | GoalKind::Height(_)
                | GoalKind::CenterOfMassHeight(_) => format!("ask for {}", spoken(&goal.name)),
            },
            Self::Release(name) => format!("let {} go", spoken(name)),
            Self::Rank(name, rank) => format!("{} gets rank {}", spoken(name), rank.0),
            Self::Weight(name, weight) => format!("{} gets weight {weight}", spoken(name)),
            Self::Balance(BalanceWish::Center) => "balance over the middle of the feet".into(),
            Self::Balance(BalanceWish::Margin(m)) => {
                format!("balance anywhere, {:.0} mm inside", 1e3 * m)
            }
            Self::Balance(BalanceWish::Point(to)) => {
                format!("centre of mass over x {:.2}, z {:.2} m", to.x, to.y)
            }
            Self::Balance(BalanceWish::None) => "no balance".into(),
            Self::Stand(feet) => {
                let names = feet
                    .iter()
                    .map(|foot| spoken(&scene.character.footing_name(*foot)));
                format!("stand on {}", names.collect::<Vec<_>>().join(" and "))
            }
            Self::Height(height) => format!("centre of mass {height:.2} m high, a wish"),
            Self::Freeze(links) => {
                let names = links
                    .iter()
                    .map(|l| spoken(&scene.character.link(*l).joint.name));
                format!("freeze {}", names.collect::<Vec<_>>().join(", "))
            }
            Self::Solve(settings) => {
                let (before, now) = (&scene.settings, settings);
                let mut changed = Vec::new();
                if before.priority != now.priority {
                    changed.push(format!("strategy {}", spoken_choice(now.priority)));
                }
                if before.bias != now.bias {
                    changed.push(format!("bias of {}", spoken_choice(now.bias)));
                }
                if before.method != now.method {
                    changed.push(format!("method {}", spoken_method(now.method)));
                }
                if before.order != now.order {
                    changed.push(format!("order {}", spoken_choice(now.order)));
                }
                if before.finish != now.finish {
                    changed.push(spoken_finish(now.finish));
                }
                if before.damping != now.damping {
                    changed.push(format!("damping {}", now.damping));
                }
                if before.rank_ratio != now.rank_ratio {
                    changed.push(format!("rank ratio {}", now.rank_ratio));
                }
                if changed.is_empty() {
                    changed.push("other settings".to_owned());
                }
                format!("solve: {}", changed.join(", "))
            }
        }
    }
}

/// `x 0.35, y 1.00, z 1.40 m`.
fn place_words(place: DVec3) -> String {
    let [x, y, z] = place.to_array();
    format!("x {x:.2}, y {y:.2}, z {z:.2} m")
}

/// A choice of the settings as people say it: `NullSpace` is "null space".
pub(super) fn spoken_choice(choice: impl std::fmt::Debug) -> String {
    let mut words = String::new();
    for letter in format!("{choice:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn spoken_method(method: Method) -> String {
    match method {
        Method::Goals => "goal by goal".to_owned(),
        Method::Joints => "joint by joint".to_owned(),
        Method::Sweep { sweeps, .. } => format!("plain sweeps, {sweeps} a step"),
        Method::Direct => "exact".to_owned(),
    }
}

fn spoken_finish(finish: Finish) -> String {
    match finish {
        Finish::Reached => "until it is reached".to_owned(),
        Finish::LeastCost => "until goals and posture together cost least".to_owned(),
        Finish::Steps(1) => "one step".to_owned(),
        Finish::Steps(steps) => format!("{steps} steps"),
    }
}
