//! A scene that somebody has changed on the stage: what is asked now, and what the stage shows of it.
//!
//! ```text
//! Scene ──document──> project on the stage ──somebody drags, pins, re-ranks──> Document
//!   └──────────────── changed_to(Document) ──> Scene ──solve──> steps, errors before ──┐
//!                     seen(Document): errors, margin and places as they are there <────┘
//! ```
//! Limit: a foot that stands elsewhere is seen where it is, but a new solve begins with it at rest.

use super::{Act, Scene, Solved};
use crate::character::Footing;
use crate::document::{Document, Grip, Setup};
use crate::ik::{
    BalanceWish, Finish, Goal, GoalKind, Orientation, Position, Problem, Report, Solver,
    SolverSettings,
};
use crate::kinematics::{Kinematics, Planted};
use glam::DVec2;
use std::sync::Arc;

/// A centre of mass that is asked this near to the middle of the feet is asked there [m].
const SAME_PLACE: f64 = 1e-9;

impl Scene {
    /// The scene with what a project asks: targets, ranks and weights, balance, soles, frozen joints, and how it is solved.
    #[must_use]
    pub fn changed_to(&self, document: &Document) -> Self {
        let setup = &*document.setup;
        let mut scene = self.on_the_ground_of(document);
        scene.asked.frozen.clone_from(&setup.frozen);
        let stands: Vec<Footing> = setup.planted.iter().map(Planted::footing).collect();
        let stance = self.stance();
        let stood: Vec<Footing> = stance.planted.iter().map(Planted::footing).collect();
        if stands != stood {
            scene.asked.feet = Some(stands);
        }
        let solving = setup.solving;
        scene.settings = SolverSettings {
            priority: solving.priority,
            bias: solving.bias,
            method: solving.method,
            order: solving.order,
            limits: solving.limits,
            damping: solving.damping,
            ..scene.settings
        };
        scene.asked.balance = scene.balance_of(setup);
        scene.take_pins(setup);
        scene.take_asks(document);
        scene
    }

    /// Whether a project asks for something else.
    pub fn is_changed_by(&self, document: &Document) -> bool {
        let changed = self.changed_to(document);
        !Arc::ptr_eq(&self.character, &changed.character)
            || changed.asked != self.asked
            || changed.settings != self.settings
    }

    /// The stage as a solve of this scene: errors and places are those of the project, what the solve took is of `solved`.
    pub fn seen(&self, document: &Document, solved: &Solved) -> Solved {
        let setup = &*document.setup;
        let stance = setup.stance(&self.character);
        let goals = self.asked.goals_on(&self.character, &stance);
        let (mut pose, mut report) = (setup.pose.clone(), Report::default());
        // No step: what every goal has as it is.
        let look = SolverSettings {
            finish: Finish::Steps(0),
            restarts: 0,
            ..SolverSettings::default()
        };
        let problem = Problem::new(&self.character, &stance, &goals);
        Solver::default().solve(problem, &look, &mut pose, &mut report);
        for (goal, got) in goals.iter().zip(&mut report.goals) {
            let mut before = solved.goals.iter().zip(&solved.report.goals);
            if let Some((_, solved)) = before.find(|(other, _)| other.name == goal.name) {
                got.before = solved.before;
            }
        }
        report.iterations = solved.report.iterations;
        report.sweeps = solved.report.sweeps;
        report.cost = solved.report.cost;
        let mut kin = Kinematics::default();
        stance.update(&self.character, &setup.pose, &mut kin);
        Solved {
            pose: setup.pose.clone(),
            stance,
            goals,
            report,
            kin,
            stepped: solved.stepped.clone(),
            followed: solved.followed.clone(),
        }
    }

    /// The same on the body and ground of a project; goals of another body are gone.
    fn on_the_ground_of(&self, document: &Document) -> Self {
        let same_body = *self.character == *document.character;
        let same_ground = Arc::ptr_eq(&self.level, &document.level);
        if same_body && same_ground {
            return self.clone();
        }
        let body = (
            document.character_source.clone(),
            Arc::clone(&document.character),
        );
        let ground = (document.level_source.clone(), Arc::clone(&document.level));
        let mut scene = Self::new(body, ground);
        scene.settings = self.settings;
        scene.viewed = self.viewed;
        scene.drawn.clone_from(&self.drawn);
        scene.act = Act::Pose;
        if same_body {
            scene.asked.clone_from(&self.asked);
        }
        scene
    }

    fn balance_of(&self, setup: &Setup) -> BalanceWish {
        let mut handles = setup.handles.iter();
        let com = handles.find(|handle| handle.grip == Grip::CenterOfMass);
        match com.and_then(|com| com.position) {
            Some(place) => {
                let place = DVec2::new(place.x, place.z);
                let middle = setup.stance(&self.character).polygon.center();
                if setup.keeps_balance && place.distance(middle) < SAME_PLACE {
                    BalanceWish::Center
                } else {
                    BalanceWish::Point(place)
                }
            }
            None if setup.keeps_balance => BalanceWish::Margin(setup.margin),
            None => BalanceWish::None,
        }
    }

    /// Goals of handles are what their pins say.
    fn take_pins(&mut self, setup: &Setup) {
        for handle in &setup.handles {
            let Grip::Point {
                link,
                point_in_link,
            } = handle.grip
            else {
                continue;
            };
            let place = handle.position.map(|target_in_world| {
                GoalKind::Position(Position {
                    link,
                    point_in_link,
                    target_in_world,
                })
            });
            let turn = handle.rotation.map(|world_from_link| {
                GoalKind::Orientation(Orientation {
                    link,
                    world_from_link,
                })
            });
            let turn_name = format!("{} orientation", handle.name);
            for (name, kind) in [(&handle.name, place), (&turn_name, turn)] {
                let known = self.asked.goals.iter().position(|goal| goal.name == *name);
                match (known, kind) {
                    (Some(known), Some(kind)) => {
                        let goal = &mut self.asked.goals[known];
                        goal.kind = kind;
                        (goal.rank, goal.weight) = (handle.rank, handle.weight);
                    }
                    (None, Some(kind)) => self.asked.goals.push(Goal {
                        weight: handle.weight,
                        ..Goal::new(name.clone(), handle.rank, kind)
                    }),
                    (Some(known), None) => {
                        self.asked.goals.remove(known);
                    }
                    (None, None) => {}
                }
            }
        }
    }

    /// What is asked beside the handles is what the project asks; ranks and weights of what was asked already stay.
    fn take_asks(&mut self, document: &Document) {
        let asks = document.setup.asks.iter();
        let asked: Vec<Goal> = asks.flat_map(|ask| ask.goals(&self.character)).collect();
        self.asked.goals.retain(|goal| {
            let is_ask = match goal.kind {
                GoalKind::Together(_)
                | GoalKind::Level(_)
                | GoalKind::Pole(_)
                | GoalKind::Look(_)
                | GoalKind::Even(_) => true,
                GoalKind::Position(_)
                | GoalKind::Orientation(_)
                | GoalKind::Direction(_)
                | GoalKind::CenterOfMass(_)
                | GoalKind::CenterOfMassHeight(_)
                | GoalKind::Height(_)
                | GoalKind::Balance(_) => false,
            };
            !is_ask || asked.iter().any(|ask| ask.name == goal.name)
        });
        for ask in asked {
            match self.asked.goals.iter_mut().find(|g| g.name == ask.name) {
                Some(known) => known.kind = ask.kind,
                None => self.asked.goals.push(ask),
            }
        }
    }
}
