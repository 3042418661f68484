//! Walls: rows of inequalities that push and never pull. Where a step runs into one it becomes a row of the system; where it
//! would have to pull it is let go.

use super::limits::{SLIGHT_PULL, approach, room, write_row};
use super::problem::Here;
use super::step::Asked;
use super::system::System;
use super::trace::WallOf;
use super::{Finish, Rank};
use crate::collide::Clearance;
use glam::DVec3;

/// Walls of one goal that differ by less than this are the same (1 − cosine).
const SAME_WALL: f64 = 1e-6;

/// Links of a person that are in each other are asked to come so far apart [m]: what rows do not know of their way then leaves
/// them apart. In a motion that would be a jerk.
const AIR: f64 = 0.002;

/// So many links that are near at most, the nearest: what a body that is rolled up into itself leaves out, the next linearisation
/// finds. Each is a row as long as the body has joints, and they are solved all with all: a thousand links take less than a second
/// with these, a quarter of a minute with all that are near. Rank after rank every row is made orthogonal to all the others in
/// every round besides: a thousand links take seconds with fewer, half a minute with as many.
const MOST_NEAR: usize = 150;
const MOST_NEAR_BY_RANK: usize = 40;

/// A wall that a step ran into.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActiveWall {
    /// Whose it is.
    pub(super) of: WallOf,
    side: Side,
    /// Its rows.
    pub(super) block: usize,
    pub(super) let_go: bool,
}

/// Which wall of its owner it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    /// Of a goal: the unit vector to its good side.
    Inward(DVec3),
    /// Of links that are near, by their place in the list.
    Near(usize),
}

impl Side {
    fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Inward(a), Self::Inward(b)) => a.dot(b) > 1.0 - SAME_WALL,
            _ => self == other,
        }
    }
}

/// The walls of one linearisation.
#[derive(Clone, Debug, Default)]
pub(super) struct Walls {
    active: Vec<ActiveWall>,
    /// Links that are near to each other or to the ground.
    near: Vec<Clearance>,
    /// How many walls and blocks there were before any step.
    at_first: (usize, usize),
}

impl Walls {
    pub(super) fn active(&self) -> &[ActiveWall] {
        &self.active
    }

    /// Walls that hold the last step back.
    pub(super) fn pushing(&self) -> usize {
        self.active.iter().filter(|wall| !wall.let_go).count()
    }

    /// Whether a block is a wall.
    pub(super) fn is_wall(&self, block: usize) -> bool {
        self.active.iter().any(|wall| wall.block == block)
    }

    /// A new linearisation.
    pub(super) fn clear(&mut self) {
        self.active.clear();
    }

    /// A one-sided goal that is not met: its own block is a wall.
    pub(super) fn push_goal(&mut self, block: usize, inward: DVec3) {
        self.active.push(ActiveWall {
            of: WallOf::Goal(block),
            side: Side::Inward(inward),
            block,
            let_go: false,
        });
    }

    /// Links that are in each other push at once; others when a step runs into them.
    pub(super) fn push_near(
        &mut self,
        here: Here,
        asked: Asked,
        near: &[Clearance],
        system: &mut System,
    ) {
        self.near.clear();
        self.near.extend_from_slice(near);
        let most = if asked.settings.priority.is_by_rank() {
            MOST_NEAR_BY_RANK
        } else {
            MOST_NEAR
        };
        if near.len() > most {
            let by_gap = |a: &Clearance, b: &Clearance| a.gap.total_cmp(&b.gap);
            (self.near).select_nth_unstable_by(most, by_gap);
            self.near.truncate(most);
        }
        for index in 0..self.near.len() {
            if self.near[index].gap < 0.0 {
                self.push_links(here, asked, index, system);
            }
        }
        self.at_first = (self.active.len(), system.levers.count());
    }

    /// A step begins: what only an earlier, less damped one ran into or left is forgotten.
    pub(super) fn start_step(&mut self, system: &mut System) {
        let (walls, blocks) = self.at_first;
        self.active.truncate(walls);
        for wall in &mut self.active {
            wall.let_go = false;
        }
        system.keep(blocks);
    }

    /// Walls push: one that would have to pull is let go. Says whether there were any.
    pub(super) fn let_go(&mut self, system: &mut System) -> bool {
        let mut any = false;
        for wall in self.active.iter_mut().filter(|wall| !wall.let_go) {
            if system.pulls[wall.block].x < -SLIGHT_PULL {
                wall.let_go = true;
                system.silence(wall.block);
                any = true;
            }
        }
        any
    }

    /// Adds the walls that a step with these turns runs into. Says whether there were any.
    pub(super) fn meet(
        &mut self,
        here: Here,
        asked: Asked,
        turns: &[f64],
        system: &mut System,
    ) -> bool {
        let before = self.active.len();
        for (index, goal) in asked.goals.iter().enumerate() {
            let Some(one_sided) = goal.kind.task().one_sided() else {
                continue;
            };
            let Some(wall) = one_sided.wall(here, turns) else {
                continue;
            };
            let (of, side) = (WallOf::Goal(index), Side::Inward(wall.inward));
            if self.is_known(of, side) {
                continue;
            }
            let weights = asked.judge.kernels[index].weigh(0.0_f64.max(-wall.room));
            system.levers.weigh(weights.rows);
            one_sided.wall_row(here, wall.inward, &mut system.levers);
            let error = -weights.rows * wall.room;
            let rank = goal.rank;
            self.push(of, side, (error, weights.importance, rank), system);
        }
        for index in 0..self.near.len() {
            let near = &self.near[index];
            if !self.is_known(of_links(near), Side::Near(index))
                && approach(here, near, turns) > room(here, near, asked.settings.finish)
            {
                self.push_links(here, asked, index, system);
            }
        }
        let any = self.active.len() > before;
        if any {
            system.complete(asked.settings);
        }
        any
    }

    fn is_known(&self, of: WallOf, side: Side) -> bool {
        let same = |wall: &ActiveWall| wall.of == of && wall.side.is_same(side);
        self.active.iter().any(same)
    }

    /// Adds the wall between links that are near.
    fn push_links(&mut self, here: Here, asked: Asked, index: usize, system: &mut System) {
        let Some(kernel) = &asked.judge.wall else {
            return;
        };
        let near = self.near[index];
        let size = (-near.gap).max(0.0);
        let weights = kernel.weigh(size);
        system.levers.weigh(weights.rows);
        write_row(here, &near, &mut system.levers);
        let finish = asked.settings.finish;
        let air = match finish {
            Finish::Reached | Finish::LeastCost if near.gap < 0.0 => here.size * AIR,
            _ => 0.0,
        };
        let error = weights.rows * (kernel.asked_share(size) * -room(here, &near, finish) + air);
        let (of, side) = (of_links(&near), Side::Near(index));
        let importance = weights.importance;
        self.push(of, side, (error, importance, Rank::CONTACT), system);
    }

    fn push(
        &mut self,
        of: WallOf,
        side: Side,
        (error, importance, rank): (f64, f64, Rank),
        system: &mut System,
    ) {
        system.error.push(DVec3::X * error);
        system.importance.push(importance);
        system.ranks.push(rank);
        self.active.push(ActiveWall {
            of,
            side,
            block: system.levers.count() - 1,
            let_go: false,
        });
    }
}

fn of_links(near: &Clearance) -> WallOf {
    WallOf::Links(near.first, near.second)
}
