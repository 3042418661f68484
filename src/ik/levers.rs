//! The geometric Jacobian J of one linearisation, matrix-free: one lever per goal and joint, three rows a goal.
//!
//! A joint that turns by ω moves a point by ω × a, with a the arm from the joint to it; the centre of mass and directions
//! move the same way, an orientation by ω itself, and a single number by ω·g. So a ball's 3 × 3 block of J is −[a]ₓ, s I or
//! gᵀ, and products with J need a fraction of its entries. For two goals that share a ball, [a]ₓ [b]ₓᵀ = (a·b) I − b aᵀ.
//!
//! **Half-screw rows.** A goal's arms end half-way between what is and what is asked: that is the second-order part of a
//! turn which carries the one into the other. It halves the number of linearisations and leaves the gradient as it is.

mod products;

pub(super) use products::add_outer;

use super::problem::Here;
use crate::character::LinkId;
use crate::kinematics::{Rooting, Step, hinge_axis_in_world};
use glam::{DMat3, DVec3};

/// How one joint moves one goal, weight and strength included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    /// A ball's arm, scale or gradient, as the block's effect says; a hinge's column.
    pub(super) arm: DVec3,
    /// Counts the joints that turn, outward from the held link.
    joint: u16,
    pub(super) first_dof: u16,
    pub(super) dofs: u16,
}

/// What a ball's turn ω does to the three rows of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// ω × arm.
    Arm,
    /// ω times a scale.
    Turn,
    /// ω · gradient, in the first row.
    Scalar,
}

/// Which joints have a lever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spread {
    /// Those on the way from the held link to one link.
    Path,
    /// All that turn.
    Whole,
    /// Others.
    Some,
}

/// The levers of three rows: a goal, or a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Its first lever and one past its last; they run outward from the held link.
    levers: (u32, u32),
    spread: Spread,
    pub(super) effect: Effect,
    seen: Seen,
    /// Its rows are taken away.
    is_silent: bool,
}

/// What a block sees of its three rows: a projection.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    /// All of them.
    All,
    /// Those that are 1 and not 0.
    Rows(DVec3),
    /// Any other projection.
    Part(DMat3),
}

impl Seen {
    /// What is seen of three rows.
    #[inline]
    pub(super) fn of(&self, rows: DVec3) -> DVec3 {
        match self {
            Self::All => rows,
            Self::Rows(seen) => *seen * rows,
            Self::Part(projection) => *projection * rows,
        }
    }
}

impl Block {
    /// What it sees of its three rows: a projection, or nothing.
    #[inline]
    pub(super) fn seen(&self) -> Seen {
        if self.is_silent {
            Seen::Rows(DVec3::ZERO)
        } else {
            self.seen
        }
    }
}

/// The levers of all blocks. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Levers {
    blocks: Vec<Block>,
    /// Of all blocks, one after the other.
    all: Vec<Lever>,
    /// Weight of the block that is being written.
    weight: f64,
}

/// A single number has the first row alone.
const FIRST: Seen = Seen::Rows(DVec3::X);

/// Writing blocks.
impl Levers {
    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.all.clear();
    }

    /// Keeps only the first blocks, all of them with their rows.
    pub(super) fn keep(&mut self, count: usize) {
        self.blocks.truncate(count);
        let end = self.blocks.last().map_or(0, |block| block.levers.1);
        self.all.truncate(end as usize);
        for block in &mut self.blocks {
            block.is_silent = false;
        }
    }

    /// The next block has this weight.
    pub(super) fn weigh(&mut self, weight: f64) {
        self.weight = weight;
    }

    /// A block without rows.
    pub(super) fn nothing(&mut self) {
        self.close(
            self.all.len(),
            Spread::Some,
            Effect::Scalar,
            Seen::Rows(DVec3::ZERO),
        );
    }

    /// A point that a link carries.
    pub(super) fn point(&mut self, here: Here, link: LinkId, tip: DVec3) {
        self.arms(here, link, Seen::All, |pivot| tip - pivot);
    }

    /// A direction that a link carries.
    pub(super) fn direction(&mut self, here: Here, link: LinkId, tip: DVec3) {
        self.arms(here, link, Seen::All, |_| tip);
    }

    /// Anything that a link carries and turns about pivots by an arm, as far as it is seen.
    #[inline]
    pub(super) fn arms(
        &mut self,
        here: Here,
        link: LinkId,
        seen: Seen,
        arm: impl Fn(DVec3) -> DVec3,
    ) {
        let first = self.all.len();
        for (index, step) in path(here.rooting, link) {
            let arm = arm(here.kin.pivot(step.joint));
            self.push(here, (index, step), Effect::Arm, arm);
        }
        // Paths are walked inward.
        self.all[first..].reverse();
        self.close(first, Spread::Path, Effect::Arm, seen);
    }

    /// The orientation of a link, about the axes that are 1 and not 0.
    pub(super) fn turn(&mut self, here: Here, link: LinkId, about: DVec3) {
        let first = self.all.len();
        for step in path(here.rooting, link) {
            self.push(here, step, Effect::Turn, DVec3::ONE);
        }
        self.all[first..].reverse();
        self.close(first, Spread::Path, Effect::Turn, Seen::Rows(about));
    }

    /// Single joints' own turns, each with a sign.
    pub(super) fn joints(&mut self, here: Here, joints: [(LinkId, f64); 2]) {
        let first = self.all.len();
        for (index, step) in here.rooting.steps.iter().enumerate() {
            for (_, sign) in joints.iter().filter(|(joint, _)| *joint == step.joint) {
                let scale = DVec3::splat(sign * step.sign);
                self.push(here, (index, step), Effect::Turn, scale);
            }
        }
        self.close(first, Spread::Some, Effect::Turn, Seen::All);
    }

    /// The centre of mass over the ground.
    pub(super) fn center_of_mass(&mut self, here: Here) {
        let seen = Seen::Rows(DVec3::new(1.0, 0.0, 1.0));
        self.whole_body(here, Effect::Arm, seen, |arm| arm);
    }

    /// The place of the centre of mass along a direction.
    pub(super) fn center_of_mass_along(&mut self, here: Here, direction: DVec3) {
        self.whole_body(here, Effect::Scalar, FIRST, |arm| arm.cross(direction));
    }

    #[inline]
    fn whole_body(
        &mut self,
        here: Here,
        effect: Effect,
        seen: Seen,
        lever: impl Fn(DVec3) -> DVec3,
    ) {
        let first = self.all.len();
        for (index, step) in here.rooting.steps.iter().enumerate() {
            let arm = here.kin.virtual_com[index] - here.kin.pivot(step.joint);
            let arm = lever(step.mass_fraction_beyond * arm);
            self.push(here, (index, step), effect, arm);
        }
        self.close(first, Spread::Whole, effect, seen);
    }

    /// The sum of several points, each times a number.
    pub(super) fn points<const N: usize>(&mut self, here: Here, tips: &[(LinkId, DVec3, f64); N]) {
        self.gather(
            here,
            tips.map(|tip| tip.0),
            |which, pivot| tips[which].2 * (tips[which].1 - pivot),
            Effect::Arm,
            Seen::All,
        );
    }

    /// A number that grows with the places of several points: (link, point, gradient).
    pub(super) fn scalar<const N: usize>(
        &mut self,
        here: Here,
        points: &[(LinkId, DVec3, DVec3); N],
    ) {
        self.gather(
            here,
            points.map(|point| point.0),
            |which, pivot| (points[which].1 - pivot).cross(points[which].2),
            Effect::Scalar,
            FIRST,
        );
    }

    /// One lever for every joint that moves any of the links, the sum of their arms; none where they cancel out, as on the way
    /// that two links share between which there is a wall.
    #[inline]
    fn gather<const N: usize>(
        &mut self,
        here: Here,
        links: [LinkId; N],
        arm: impl Fn(usize, DVec3) -> DVec3,
        effect: Effect,
        seen: Seen,
    ) {
        let (first, steps) = (self.all.len(), &here.rooting.steps);
        // All ways are walked inward at once, the step that is farthest out next.
        let mut next = links.map(|link| here.rooting.step_of_link[link.index()]);
        while let Some(index) = next.iter().copied().max().flatten() {
            let step = &steps[usize::from(index)];
            let pivot = here.kin.pivot(step.joint);
            let mut sum = DVec3::ZERO;
            for (which, next) in next.iter_mut().enumerate() {
                if *next == Some(index) {
                    sum += arm(which, pivot);
                    *next = step.previous;
                }
            }
            if sum != DVec3::ZERO {
                self.push(here, (usize::from(index), step), effect, sum);
            }
        }
        self.all[first..].reverse();
        self.close(first, Spread::Some, effect, seen);
    }

    #[inline]
    fn push(&mut self, here: Here, (index, step): (usize, &Step), effect: Effect, arm: DVec3) {
        if step.dofs == 0 {
            return;
        }
        let arm = self.weight * here.strength[index] * arm;
        let arm = match step.dofs {
            1 => {
                let axis = hinge_axis_in_world(step, here.kin);
                match effect {
                    Effect::Arm => axis.cross(arm),
                    Effect::Turn => axis * arm,
                    Effect::Scalar => DVec3::X * axis.dot(arm),
                }
            }
            _ => arm,
        };
        self.all.push(Lever {
            arm,
            joint: step.turning,
            first_dof: step.first_dof,
            dofs: step.dofs,
        });
    }

    fn close(&mut self, first: usize, spread: Spread, effect: Effect, seen: Seen) {
        self.blocks.push(Block {
            levers: (first as u32, self.all.len() as u32),
            spread,
            effect,
            seen,
            is_silent: false,
        });
    }
}

/// Steps on the way to a link, tips first, with their numbers.
#[inline]
fn path(rooting: &Rooting, link: LinkId) -> impl Iterator<Item = (usize, &Step)> {
    let numbered = |index: u16| (usize::from(index), &rooting.steps[usize::from(index)]);
    let last = rooting.step_of_link[link.index()].map(numbered);
    std::iter::successors(last, move |(_, step)| step.previous.map(numbered))
}
