//! What people ask of a body, before it is known where it stands.

use super::{CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Rank};
use crate::character::{Character, Footing, LinkId};
use crate::kinematics::Stance;
use glam::DVec2;

/// What is asked of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedGoals {
    /// Feet to stand on, the held one first; nothing when nobody says.
    pub feet: Option<Vec<Footing>>,
    /// How to balance.
    pub balance: BalanceWish,
    /// What is pulled where.
    pub goals: Vec<Goal>,
    /// Height of the centre of mass [m].
    pub height: Option<f64>,
    /// Links whose joints do not move.
    pub frozen: Vec<LinkId>,
}

/// How the centre of mass stands over its support.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BalanceWish {
    /// Over the middle.
    #[default]
    Center,
    /// Anywhere, at least this far from the edge [m].
    Margin(f64),
    /// Over a point (x, z) [m].
    Point(DVec2),
    /// Anywhere at all.
    None,
}

impl AskedGoals {
    /// Contacts, balance, what was asked, and the wish for a height.
    pub fn goals_on(&self, character: &Character, stance: &Stance) -> Vec<Goal> {
        let mut goals = Goal::contacts(character, stance);
        match self.balance {
            BalanceWish::Center => goals.push(Goal::balance_over_center(stance)),
            BalanceWish::Margin(metres) => goals.push(Goal::balance_within(stance, metres)),
            BalanceWish::Point(target_xz) => goals.push(Goal::new(
                "balance",
                Rank::BALANCE,
                GoalKind::CenterOfMass(CenterOfMass { target_xz }),
            )),
            BalanceWish::None => {}
        }
        goals.extend(self.goals.iter().cloned());
        goals.extend(self.height.map(|height| {
            let kind = GoalKind::CenterOfMassHeight(CenterOfMassHeight { height });
            Goal::new("height", Rank::WISH, kind)
        }));
        goals
    }
}
