//! Products with J and with J Jᵀ.

use super::{Block, Effect, Lever, Levers, Seen, Spread};
use glam::{DMat3, DVec3};

/// Products with blocks.
impl Levers {
    /// Takes a block's rows away.
    pub(in crate::ik) fn silence(&mut self, block: usize) {
        self.blocks[block].is_silent = true;
    }

    /// Whether they are taken away.
    #[inline]
    pub(in crate::ik) fn is_silent(&self, block: usize) -> bool {
        self.blocks[block].is_silent
    }

    /// Whether a block asks for a single number.
    #[inline]
    pub(in crate::ik) fn is_scalar(&self, block: usize) -> bool {
        self.blocks[block].effect == Effect::Scalar
    }

    /// How many levers there are.
    pub(in crate::ik) fn total(&self) -> usize {
        self.all.len()
    }

    /// How many blocks there are.
    pub(in crate::ik) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// Levers of a block, outward from the held link.
    #[inline]
    pub(in crate::ik) fn of(&self, block: usize) -> (&Block, &[Lever]) {
        let block = &self.blocks[block];
        let (first, last) = (block.levers.0 as usize, block.levers.1 as usize);
        (block, &self.all[first..last])
    }

    /// J p of one block.
    #[inline]
    pub(in crate::ik) fn times(&self, block: usize, p: &[f64]) -> DVec3 {
        let (block, levers) = self.of(block);
        let mut sum = DVec3::ZERO;
        for lever in levers {
            sum += lever.effect(block.effect, &p[usize::from(lever.first_dof)..]);
        }
        block.seen().of(sum)
    }

    /// z += Jᵀ y of one block.
    #[inline]
    pub(in crate::ik) fn add_transposed(&self, block: usize, y: DVec3, z: &mut [f64]) {
        let (block, levers) = self.of(block);
        let pull = block.seen().of(y);
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
    pub(in crate::ik) fn column(&self, block: usize, joint: u16, direction: &[f64; 3]) -> DVec3 {
        let (block, levers) = self.of(block);
        let lever = match block.spread {
            Spread::Whole => levers.get(usize::from(joint)),
            _ => levers
                .binary_search_by_key(&joint, |lever| lever.joint)
                .ok()
                .map(|found| &levers[found]),
        };
        lever.map_or(DVec3::ZERO, |lever| {
            block.seen().of(lever.effect(block.effect, direction))
        })
    }

    /// The products of the rows of one block with the rows of another: A = J Jᵀ, three by three.
    #[inline]
    pub(in crate::ik) fn gram(&self, first: usize, second: usize) -> DMat3 {
        let ((a, of_a), (b, of_b)) = (self.of(first), self.of(second));
        let sum = match (a.effect, b.effect) {
            (Effect::Arm, Effect::Arm) if first == second => {
                let (mut balls, mut hinges) = (DMat3::ZERO, DMat3::ZERO);
                for lever in of_a {
                    let sum = if lever.dofs == 1 {
                        &mut hinges
                    } else {
                        &mut balls
                    };
                    add_square(sum, lever.arm);
                }
                let mut sum = ball_arms(&balls) + hinges;
                sum.y_axis.x = sum.x_axis.y;
                (sum.z_axis.x, sum.z_axis.y) = (sum.x_axis.z, sum.y_axis.z);
                sum
            }
            (Effect::Arm, Effect::Arm) => {
                let (mut balls, mut hinges) = (DMat3::ZERO, DMat3::ZERO);
                for_shared((a, of_a), (b, of_b), |a, b| {
                    if a.dofs == 1 {
                        add_outer(&mut hinges, a.arm, b.arm);
                    } else {
                        add_outer(&mut balls, b.arm, a.arm);
                    }
                });
                ball_arms(&balls) + hinges
            }
            (Effect::Scalar, Effect::Scalar) => {
                let mut sum = 0.0;
                for_shared((a, of_a), (b, of_b), |a, b| sum += a.arm.dot(b.arm));
                DMat3::from_diagonal(DVec3::X * sum)
            }
            (Effect::Scalar, Effect::Arm) => {
                let mut row = DVec3::ZERO;
                for_shared((a, of_a), (b, of_b), |a, b| row += a.scalar_with_arm(b));
                DMat3::from_cols(row, DVec3::ZERO, DVec3::ZERO).transpose()
            }
            (Effect::Arm, Effect::Scalar) => return self.gram(second, first).transpose(),
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
        b.seen.of_columns(a.seen.of_rows(sum))
    }

    /// The rows of some blocks written out one after the other, `stride` entries each.
    pub(in crate::ik) fn write_rows(
        &self,
        blocks: impl ExactSizeIterator<Item = usize>,
        stride: usize,
        rows: &mut Vec<f64>,
    ) {
        rows.clear();
        rows.resize(3 * blocks.len() * stride, 0.0);
        for (block, rows) in blocks.zip(rows.chunks_exact_mut((3 * stride).max(1))) {
            self.write_block(block, stride, rows);
        }
    }

    fn write_block(&self, block: usize, stride: usize, rows: &mut [f64]) {
        let (block, levers) = self.of(block);
        for lever in levers {
            for k in 0..usize::from(lever.dofs) {
                let mut axis = [0.0; 3];
                axis[k] = 1.0;
                let column = block.seen().of(lever.effect(block.effect, &axis));
                for (row, entry) in column.to_array().into_iter().enumerate() {
                    rows[row * stride + usize::from(lever.first_dof) + k] = entry;
                }
            }
        }
    }
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
    pub(in crate::ik) fn effect(&self, effect: Effect, turn: &[f64]) -> DVec3 {
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
    pub(in crate::ik) fn pull(&self, effect: Effect, pull: DVec3) -> DVec3 {
        if self.dofs == 1 {
            return DVec3::X * self.arm.dot(pull);
        }
        match effect {
            Effect::Arm => self.arm.cross(pull),
            Effect::Turn => self.arm * pull,
            Effect::Scalar => self.arm * pull.x,
        }
    }

    /// The product of a single number's row with the three rows of an arm: ω·g and ω × b have g × b in common.
    #[inline]
    fn scalar_with_arm(&self, arm: &Self) -> DVec3 {
        if self.dofs == 1 {
            return self.arm.x * arm.arm;
        }
        self.arm.cross(arm.arm)
    }

    /// The joint's three columns of J; a hinge has one.
    #[inline]
    pub(in crate::ik) fn columns(&self, effect: Effect) -> DMat3 {
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

impl Seen {
    /// What is seen of the rows of a matrix.
    #[inline]
    pub(in crate::ik) fn of_rows(&self, m: DMat3) -> DMat3 {
        match self {
            Self::All => m,
            _ => DMat3::from_cols(self.of(m.x_axis), self.of(m.y_axis), self.of(m.z_axis)),
        }
    }

    /// What is seen of its columns.
    #[inline]
    fn of_columns(&self, m: DMat3) -> DMat3 {
        match self {
            Self::All => m,
            Self::Rows(seen) => {
                DMat3::from_cols(m.x_axis * seen.x, m.y_axis * seen.y, m.z_axis * seen.z)
            }
            Self::Part(projection) => m * *projection,
        }
    }
}

/// Σ [a]ₓ [b]ₓᵀ from Σ b aᵀ.
#[inline]
fn ball_arms(outer: &DMat3) -> DMat3 {
    let trace = outer.x_axis.x + outer.y_axis.y + outer.z_axis.z;
    DMat3::from_diagonal(DVec3::splat(trace)) - *outer
}

/// sum += a aᵀ, on the diagonal and below it.
#[inline]
fn add_square(sum: &mut DMat3, a: DVec3) {
    sum.x_axis += a * a.x;
    sum.y_axis.y += a.y * a.y;
    sum.y_axis.z += a.z * a.y;
    sum.z_axis.z += a.z * a.z;
}

/// sum += a bᵀ.
#[inline]
pub(in crate::ik) fn add_outer(sum: &mut DMat3, a: DVec3, b: DVec3) {
    sum.x_axis += a * b.x;
    sum.y_axis += a * b.y;
    sum.z_axis += a * b.z;
}
