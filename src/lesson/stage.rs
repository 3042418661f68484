//! A scene as a project: what the window puts on its stage, and what a student begins with.

use super::{Act, Scene, Solved};
use crate::document::{Ask, CENTER_OF_MASS, Document, Setup, Solving, Take, WalkTake};
use crate::ik::{BalanceWish, GoalKind, PostureModel, Rank};
use glam::DVec3;
use std::sync::Arc;

impl Scene {
    /// The scene as a project: its pose, with a pin for every goal that has a handle.
    ///
    /// Limit: directions have no handle, and are in the pose only.
    pub fn document(&self, solved: &Solved) -> Document {
        let mut setup = Setup {
            pose: solved.pose.clone(),
            planted: solved.stance.planted.clone(),
            frozen: self.asked.frozen.clone(),
            solving: Solving {
                priority: self.settings.priority,
                bias: self.settings.bias,
                method: self.settings.method,
                order: self.settings.order,
                limits: self.settings.limits,
                damping: self.settings.damping,
                posture: PostureModel::None,
            },
            ..self.start.clone()
        };
        for goal in &self.asked.goals {
            let name = goal.name.trim_end_matches(" orientation");
            let handle = setup.handles.iter_mut().find(|handle| handle.name == name);
            match (&goal.kind, handle) {
                (GoalKind::Position(to), Some(handle)) => {
                    handle.position = Some(to.target_in_world);
                    (handle.rank, handle.weight) = (goal.rank, goal.weight);
                }
                (GoalKind::Orientation(to), Some(handle)) => {
                    handle.rotation = Some(to.world_from_link);
                    (handle.rank, handle.weight) = (goal.rank, goal.weight);
                }
                (GoalKind::Together(both), _) => setup.asks.push(Ask::Together(*both)),
                (GoalKind::Level(level), _) => setup.asks.push(Ask::Level(*level)),
                (GoalKind::Pole(pole), _) => setup.asks.push(Ask::Pole(*pole)),
                (GoalKind::Look(look), _) => setup.asks.push(Ask::Look(*look)),
                (GoalKind::Even(_), _) if !setup.asks.contains(&Ask::EvenSpine) => {
                    setup.asks.push(Ask::EvenSpine);
                }
                _ => {}
            }
        }
        let mut over = |target: glam::DVec2| {
            if let Some(com) = setup.handles.iter_mut().find(|h| h.name == CENTER_OF_MASS) {
                com.position = Some(DVec3::new(target.x, solved.kin.com.y, target.y));
                com.rank = Rank::BALANCE;
            }
        };
        match self.asked.balance {
            BalanceWish::Center => over(solved.stance.polygon.center()),
            BalanceWish::Margin(margin) => setup.margin = margin,
            BalanceWish::Point(target) => {
                over(target);
                setup.keeps_balance = false;
            }
            BalanceWish::None => setup.keeps_balance = false,
        }
        let mut document = Document::new(
            Arc::clone(&self.character),
            self.character_source.clone(),
            Arc::clone(&self.level),
            self.level_source.clone(),
        );
        document.setup = Arc::new(setup);
        if let (Act::WalkAndPush(act), Some(followed)) = (&self.act, &solved.followed)
            && let Some(walk) = &followed.walk
            && let Some(order) = act.order(&self.character)
        {
            let walk = walk.clone();
            document.take = Some(Take::Walk(Arc::new(WalkTake { order, walk })));
        }
        document
    }
}
