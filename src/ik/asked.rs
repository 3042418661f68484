//! What people ask of a body, before it is known where it stands.

use super::{CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Rank};
use crate::character::{Character, Footing, LinkId};
use crate::kinematics::{Kinematics, Plant, Planted, Stance};
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// Weight of a height that is asked: where hands and feet cannot be had at that height, it is the height that gives way.
const HEIGHT: f64 = 0.3;

/// What is asked of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedGoals {
    /// Feet to stand on, the held one first; nothing when nobody says.
    pub feet: Option<Vec<Footing>>,
    /// Where some of them stand; the others stand where they are at the start.
    pub places: Vec<FootPlace>,
    /// What carries weight beside them.
    pub plants: Vec<Plant>,
    /// How to balance.
    pub balance: BalanceWish,
    /// What is pulled where.
    pub goals: Vec<Goal>,
    /// Height of the centre of mass [m].
    pub height: Option<f64>,
    /// Links whose joints do not move.
    pub frozen: Vec<LinkId>,
}

/// Where a foot stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPlace {
    /// Index into [`Character::feet`].
    pub foot: usize,
    /// The middle of what stands of it, seen from above (x, z) [m].
    pub center_xz: DVec2,
    /// How far it is turned about the vertical, to the left of how it is at the start [rad].
    pub turn: f64,
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
    /// A foot where it is asked to stand: turned about the vertical and moved sideways from where `kin` has it.
    pub fn planted(&self, character: &Character, kin: &Kinematics, footing: Footing) -> Planted {
        let there = Planted::new(character, footing, |link| *kin.link(link));
        let place = self.places.iter().find(|place| place.foot == footing.foot);
        let Some(place) = place else { return there };
        let turn = DQuat::from_rotation_y(place.turn);
        let center = there.center(character);
        let to = DVec3::new(place.center_xz.x, center.y, place.center_xz.y);
        let moved = Transform::new(turn, to - turn * center);
        Planted {
            world_from_link: moved * there.world_from_link,
            ..there
        }
    }

    /// The same asked of a body that is so many times as large: all places of the world are as many times as far away.
    #[must_use]
    pub fn scaled(mut self, times: f64) -> Self {
        for place in &mut self.places {
            place.center_xz *= times;
        }
        for plant in &mut self.plants {
            plant.at_in_world *= times;
        }
        for goal in &mut self.goals {
            goal.kind.scale_targets(times);
        }
        match &mut self.balance {
            BalanceWish::Margin(metres) => *metres *= times,
            BalanceWish::Point(point_xz) => *point_xz *= times,
            BalanceWish::Center | BalanceWish::None => {}
        }
        self.height = self.height.map(|height| times * height);
        self
    }

    /// Contacts, balance, what was asked, and the height.
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
            Goal {
                weight: HEIGHT,
                ..Goal::new("height", Rank::EFFECTOR, kind)
            }
        }));
        goals
    }
}
