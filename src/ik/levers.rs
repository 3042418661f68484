//! J of one linearisation without writing it out: one lever per goal and joint, three rows a goal.
//!
//! A joint that turns by ω moves a point by ω × a, with a the arm from the joint to it; the centre of mass and directions
//! move the same way, an orientation by ω itself, and a single number by ω·g. So a ball's 3 × 3 block of J is −[a]ₓ, s I or
//! gᵀ, and products with J need a fraction of its entries. For two goals that share a ball, [a]ₓ [b]ₓᵀ = (a·b) I − b aᵀ.
//!
//! **Half-screw rows.** A goal's arms end half-way between what is and what is asked: that is the second-order part of a
//! turn which carries the one into the other. It halves the number of linearisations and leaves the gradient as it is.

use super::problem::Here;
use crate::character::LinkId;
use crate::kinematics::{Rooting, Step, hinge_axis_in_world};
use glam::{DMat3, DVec3};

/// How one joint moves one goal, weight and strength included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    /// A ball's arm, scale or gradient, as the block's effect says; a hinge's column.
    arm: DVec3,
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
    /// What it sees of its three rows: a projection.
    pub(super) seen: DMat3,
}

/// The levers of all blocks. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Levers {
    blocks: Vec<Block>,
    levers: Vec<Lever>,
    /// Weight of the block that is being written.
    weight: f64,
    /// Levers of several points on their way to one per joint: (step, which point), arm.
    gathered: Vec<((u16, u16), DVec3)>,
}

/// A single number has the first row alone.
const FIRST: DMat3 = DMat3::from_diagonal(DVec3::X);

/// Writing blocks.
impl Levers {
    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.levers.clear();
    }

    /// The next block has this weight.
    pub(super) fn weigh(&mut self, weight: f64) {
        self.weight = weight;
    }

    /// A block without rows.
    pub(super) fn nothing(&mut self) {
        self.close(self.levers.len(), Spread::Some, Effect::Scalar, DMat3::ZERO);
    }

    /// A point that a link carries.
    pub(super) fn point(&mut self, here: Here, link: LinkId, tip: DVec3) {
        self.arms(here, link, DMat3::IDENTITY, |pivot| tip - pivot);
    }

    /// A direction that a link carries.
    pub(super) fn direction(&mut self, here: Here, link: LinkId, tip: DVec3) {
        self.arms(here, link, DMat3::IDENTITY, |_| tip);
    }

    /// Anything that a link carries and turns about pivots by an arm, as far as it is seen.
    #[inline]
    pub(super) fn arms(
        &mut self,
        here: Here,
        link: LinkId,
        seen: DMat3,
        arm: impl Fn(DVec3) -> DVec3,
    ) {
        let first = self.levers.len();
        for (index, step) in path(here.rooting, link) {
            let arm = arm(here.kin.pivot(step.joint));
            self.push(here, (index, step), Effect::Arm, arm);
        }
        // Paths are walked inward.
        self.levers[first..].reverse();
        self.close(first, Spread::Path, Effect::Arm, seen);
    }

    /// The orientation of a link, about the axes that are 1 and not 0.
    pub(super) fn turn(&mut self, here: Here, link: LinkId, about: DVec3) {
        let first = self.levers.len();
        for step in path(here.rooting, link) {
            self.push(here, step, Effect::Turn, DVec3::ONE);
        }
        self.levers[first..].reverse();
        let seen = DMat3::from_diagonal(about);
        self.close(first, Spread::Path, Effect::Turn, seen);
    }

    /// Single joints' own turns, each with a sign.
    pub(super) fn joints(&mut self, here: Here, joints: [(LinkId, f64); 2]) {
        let first = self.levers.len();
        for (index, step) in here.rooting.steps.iter().enumerate() {
            for (_, sign) in joints.iter().filter(|(joint, _)| *joint == step.joint) {
                let scale = DVec3::splat(sign * step.sign);
                self.push(here, (index, step), Effect::Turn, scale);
            }
        }
        self.close(first, Spread::Some, Effect::Turn, DMat3::IDENTITY);
    }

    /// The centre of mass over the ground.
    pub(super) fn center_of_mass(&mut self, here: Here) {
        let seen = DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0));
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
        seen: DMat3,
        lever: impl Fn(DVec3) -> DVec3,
    ) {
        let first = self.levers.len();
        for (index, step) in here.rooting.steps.iter().enumerate() {
            let arm = here.kin.virtual_com[index] - here.kin.pivot(step.joint);
            let arm = lever(step.mass_fraction_beyond * arm);
            self.push(here, (index, step), effect, arm);
        }
        self.close(first, Spread::Whole, effect, seen);
    }

    /// The sum of several points, each times a number.
    pub(super) fn points(&mut self, here: Here, tips: &[(LinkId, DVec3, f64)]) {
        self.gather(
            here,
            tips.iter().map(|tip| tip.0),
            |which, pivot| tips[which].2 * (tips[which].1 - pivot),
            Effect::Arm,
            DMat3::IDENTITY,
        );
    }

    /// A number that grows with the places of several points: (link, point, gradient).
    pub(super) fn scalar(&mut self, here: Here, points: &[(LinkId, DVec3, DVec3)]) {
        self.gather(
            here,
            points.iter().map(|point| point.0),
            |which, pivot| (points[which].1 - pivot).cross(points[which].2),
            Effect::Scalar,
            FIRST,
        );
    }

    /// One lever for every joint that moves any of the links: the sum of their arms.
    fn gather(
        &mut self,
        here: Here,
        links: impl Iterator<Item = LinkId>,
        arm: impl Fn(usize, DVec3) -> DVec3,
        effect: Effect,
        seen: DMat3,
    ) {
        let mut gathered = std::mem::take(&mut self.gathered);
        gathered.clear();
        for (which, link) in links.enumerate() {
            for (index, step) in path(here.rooting, link) {
                let arm = arm(which, here.kin.pivot(step.joint));
                gathered.push(((index as u16, which as u16), arm));
            }
        }
        gathered.sort_unstable_by_key(|(key, _)| *key);
        let first = self.levers.len();
        for same in gathered.chunk_by(|a, b| a.0.0 == b.0.0) {
            let index = usize::from(same[0].0.0);
            let arm = same.iter().map(|(_, arm)| *arm).sum();
            self.push(here, (index, &here.rooting.steps[index]), effect, arm);
        }
        self.close(first, Spread::Some, effect, seen);
        self.gathered = gathered;
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
        self.levers.push(Lever {
            arm,
            joint: step.turning,
            first_dof: step.first_dof,
            dofs: step.dofs,
        });
    }

    fn close(&mut self, first: usize, spread: Spread, effect: Effect, seen: DMat3) {
        self.blocks.push(Block {
            levers: (first as u32, self.levers.len() as u32),
            spread,
            effect,
            seen,
        });
    }
}

/// Products with blocks.
impl Levers {
    /// Takes a block's rows away.
    pub(super) fn silence(&mut self, block: usize) {
        self.blocks[block].seen = DMat3::ZERO;
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// Levers of a block, outward from the held link.
    #[inline]
    pub(super) fn of(&self, block: usize) -> (&Block, &[Lever]) {
        let block = &self.blocks[block];
        let (first, last) = (block.levers.0 as usize, block.levers.1 as usize);
        (block, &self.levers[first..last])
    }

    /// J p of one block.
    #[inline]
    pub(super) fn times(&self, block: usize, p: &[f64]) -> DVec3 {
        let (block, levers) = self.of(block);
        let mut sum = DVec3::ZERO;
        for lever in levers {
            sum += lever.effect(block.effect, &p[usize::from(lever.first_dof)..]);
        }
        block.seen * sum
    }

    /// z += Jᵀ y of one block.
    #[inline]
    pub(super) fn add_transposed(&self, block: usize, y: DVec3, z: &mut [f64]) {
        let (block, levers) = self.of(block);
        let pull = block.seen * y;
        for lever in levers {
            let z = &mut z[usize::from(lever.first_dof)..];
            let turn = lever.pull(block.effect, pull);
            if lever.dofs == 1 {
                z[0] += turn.x;
                continue;
            }
            let z = &mut z[..3];
            z[0] += turn.x;
            z[1] += turn.y;
            z[2] += turn.z;
        }
    }

    /// J d of one block, with d a direction of one joint's columns.
    pub(super) fn column(&self, block: usize, joint: u16, direction: &[f64; 3]) -> DVec3 {
        let (block, levers) = self.of(block);
        let lever = match block.spread {
            Spread::Whole => levers.get(usize::from(joint)),
            _ => levers
                .binary_search_by_key(&joint, |lever| lever.joint)
                .ok()
                .map(|found| &levers[found]),
        };
        lever.map_or(DVec3::ZERO, |lever| {
            block.seen * lever.effect(block.effect, direction)
        })
    }

    /// The products of the rows of one block with the rows of another: A = J Jᵀ, three by three.
    #[inline]
    pub(super) fn gram(&self, first: usize, second: usize) -> DMat3 {
        let ((a, of_a), (b, of_b)) = (self.of(first), self.of(second));
        let mut sum = match (a.effect, b.effect) {
            (Effect::Arm, Effect::Arm) => {
                let (mut balls, mut hinges) = (DMat3::ZERO, DMat3::ZERO);
                for_shared((a, of_a), (b, of_b), |a, b| {
                    if a.dofs == 1 {
                        add_outer(&mut hinges, a.arm, b.arm);
                    } else {
                        add_outer(&mut balls, b.arm, a.arm);
                    }
                });
                let trace = balls.x_axis.x + balls.y_axis.y + balls.z_axis.z;
                DMat3::from_diagonal(DVec3::splat(trace)) - balls + hinges
            }
            _ => {
                let mut sum = DMat3::ZERO;
                for_shared((a, of_a), (b, of_b), |la, lb| {
                    if la.dofs == 1 {
                        add_outer(&mut sum, la.arm, lb.arm);
                    } else {
                        sum += la.ball_block(a.effect) * lb.ball_block(b.effect).transpose();
                    }
                });
                sum
            }
        };
        if a.seen != DMat3::IDENTITY {
            sum = a.seen * sum;
        }
        if b.seen != DMat3::IDENTITY {
            sum *= b.seen;
        }
        sum
    }

    /// The rows of one block written out, `stride` entries each.
    pub(super) fn write_rows(&self, block: usize, stride: usize, rows: &mut [f64]) {
        let (block, levers) = self.of(block);
        for lever in levers {
            for k in 0..usize::from(lever.dofs) {
                let mut axis = [0.0; 3];
                axis[k] = 1.0;
                let column = block.seen * lever.effect(block.effect, &axis);
                for (row, entry) in column.to_array().into_iter().enumerate() {
                    rows[row * stride + usize::from(lever.first_dof) + k] = entry;
                }
            }
        }
    }
}

/// Steps on the way to a link, tips first, with their numbers.
#[inline]
fn path(rooting: &Rooting, link: LinkId) -> impl Iterator<Item = (usize, &Step)> {
    let numbered = |index: u16| (usize::from(index), &rooting.steps[usize::from(index)]);
    let last = rooting.step_of_link[link.index()].map(numbered);
    std::iter::successors(last, move |(_, step)| step.previous.map(numbered))
}

/// Calls `visit` with the levers of every joint that moves both blocks.
#[inline]
fn for_shared(
    (a, of_a): (&Block, &[Lever]),
    (b, of_b): (&Block, &[Lever]),
    mut visit: impl FnMut(&Lever, &Lever),
) {
    match (a.spread, b.spread) {
        (Spread::Whole, _) => {
            for b in of_b {
                visit(&of_a[usize::from(b.joint)], b);
            }
        }
        (_, Spread::Whole) => {
            for a in of_a {
                visit(a, &of_b[usize::from(a.joint)]);
            }
        }
        (Spread::Path, Spread::Path) => {
            // Two ways outward in a tree part once and for all.
            for (a, b) in of_a.iter().zip(of_b) {
                if a.joint != b.joint {
                    break;
                }
                visit(a, b);
            }
        }
        _ => {
            let mut rest = of_b;
            for a in of_a {
                let skipped = rest.iter().take_while(|b| b.joint < a.joint).count();
                rest = &rest[skipped..];
                match rest.first() {
                    Some(b) if b.joint == a.joint => visit(a, b),
                    Some(_) => {}
                    None => break,
                }
            }
        }
    }
}

impl Lever {
    /// What the joint's columns, which come first in `turn`, do to the three rows.
    #[inline]
    pub(super) fn effect(&self, effect: Effect, turn: &[f64]) -> DVec3 {
        if self.dofs == 1 {
            return turn[0] * self.arm;
        }
        let turn = DVec3::from_slice(&turn[..3]);
        match effect {
            Effect::Arm => turn.cross(self.arm),
            Effect::Turn => turn * self.arm,
            Effect::Scalar => DVec3::X * turn.dot(self.arm),
        }
    }

    /// What a pull on the three rows does to the joint's columns; a hinge's in x.
    #[inline]
    pub(super) fn pull(&self, effect: Effect, pull: DVec3) -> DVec3 {
        if self.dofs == 1 {
            return DVec3::X * self.arm.dot(pull);
        }
        match effect {
            Effect::Arm => self.arm.cross(pull),
            Effect::Turn => self.arm * pull,
            Effect::Scalar => self.arm * pull.x,
        }
    }

    /// The joint's three columns of J; a hinge has one.
    #[inline]
    pub(super) fn columns(&self, effect: Effect) -> DMat3 {
        if self.dofs == 1 {
            return DMat3::from_cols(self.arm, DVec3::ZERO, DVec3::ZERO);
        }
        self.ball_block(effect)
    }

    /// A ball's block of J.
    #[inline]
    fn ball_block(&self, effect: Effect) -> DMat3 {
        let [x, y, z] = DVec3::AXES.map(|axis| self.effect(effect, axis.as_ref()));
        DMat3::from_cols(x, y, z)
    }
}

/// sum += a bᵀ.
#[inline]
pub(super) fn add_outer(sum: &mut DMat3, a: DVec3, b: DVec3) {
    sum.x_axis += a * b.x;
    sum.y_axis += a * b.y;
    sum.z_axis += a * b.z;
}
