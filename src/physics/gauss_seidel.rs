//! The blocks' impulses by projected Gauss-Seidel: block after block takes the impulse that its own law wants, and all
//! it is coupled with feel it at once.
//!
//! The coupling is kept as 3 × 3 blocks of J M⁻¹ Jᵀ. Rows of one figure are all coupled; those of loose bodies only
//! where they share one.

use super::rows::{Block, Law};
use glam::{DMat2, DMat3, DVec2, DVec3, Vec3Swizzles};

/// Changes below this share of the tolerance are not worth their spreading.
const UNFELT: f64 = 0.1;
/// The first of them comes near, every further one doubles the digits.
const NEWTON_STEPS: usize = 6;

/// How the rows hang together.
#[derive(Clone, Debug, Default)]
pub(super) struct Coupling {
    /// Of each block: where its entries begin; one more at the end. (blocks + 1)
    pub(super) starts: Vec<usize>,
    /// Another block, and how that one's velocity changes with this one's impulse.
    pub(super) entries: Vec<(u32, DMat3)>,
    /// A block with itself. (blocks)
    pub(super) own: Vec<DMat3>,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// Most sweeps.
    pub(super) sweeps: usize,
    /// A sweep that changes no velocity by more than this is the last [m/s].
    pub(super) tolerance: f64,
    /// A turn counts by what it moves this far from the joint [m].
    pub(super) lever: f64,
}

/// What a block's own law needs in every sweep.
#[derive(Clone, Copy, Debug)]
struct Prepared {
    /// How its velocity changes with its own impulse, softness included.
    own: DMat3,
    /// Of that; of a contact only the two tangents' part, in the first two rows and columns.
    inverse: DMat3,
    /// The largest change of velocity that an impulse of one makes; of turns, at a lever [m/s].
    stiffest: f64,
}

impl Prepared {
    fn of(block: &Block, own: &DMat3, lever: f64) -> Self {
        // What turns rows of speed of turning into rows of speed [m].
        let lever = if block.law.only_turns() { lever } else { 1.0 };
        let soft = *own + DMat3::from_diagonal(block.softness);
        let inverse = match block.law {
            Law::Contact { .. } => {
                let tangents = DMat2::from_cols(own.y_axis.yz(), own.z_axis.yz()).inverse();
                DMat3::from_cols(
                    tangents.x_axis.extend(0.0),
                    tangents.y_axis.extend(0.0),
                    DVec3::ZERO,
                )
            }
            Law::Stops => DMat3::ZERO,
            Law::Hold { .. } | Law::Muscle { .. } => soft.inverse(),
        };
        Self {
            own: soft,
            inverse,
            stiffest: own.x_axis.x.max(own.y_axis.y).max(own.z_axis.z) * lever,
        }
    }
}

/// Memory of a solve.
#[derive(Clone, Debug, Default)]
pub(super) struct GaussSeidel {
    /// (blocks)
    prepared: Vec<Prepared>,
}

impl GaussSeidel {
    /// Solves for the blocks' impulses from those that they hold, and returns the number of sweeps. Velocities must hold
    /// what the bodies' free motion and the biases give; on return they hold what the impulses left.
    pub(super) fn solve(
        &mut self,
        blocks: &mut [Block],
        coupling: &Coupling,
        effort: Effort,
    ) -> usize {
        let own = blocks.iter().zip(&coupling.own);
        self.prepared.clear();
        (self.prepared).extend(own.map(|(block, own)| Prepared::of(block, own, effort.lever)));
        for index in 0..blocks.len() {
            let impulse = blocks[index].impulse;
            if impulse != DVec3::ZERO {
                spread(blocks, coupling, index, impulse);
            }
        }
        for sweep in 1..=effort.sweeps {
            let mut largest: f64 = 0.0;
            for turn in 0..blocks.len() {
                // To and fro, so that no end of the list is favoured.
                let index = if sweep % 2 == 0 {
                    blocks.len() - 1 - turn
                } else {
                    turn
                };
                let prepared = &self.prepared[index];
                let block = &mut blocks[index];
                let change = wanted(block, prepared) - block.impulse;
                let felt = prepared.stiffest * change.abs().max_element();
                // What nobody would feel is not spread.
                if felt <= UNFELT * effort.tolerance {
                    continue;
                }
                block.impulse += change;
                largest = largest.max(felt);
                spread(blocks, coupling, index, change);
            }
            if largest <= effort.tolerance {
                return sweep;
            }
        }
        effort.sweeps
    }
}

/// Lets all coupled blocks feel a change of impulse.
#[inline]
fn spread(blocks: &mut [Block], coupling: &Coupling, index: usize, change: DVec3) {
    for (other, block) in &coupling.entries[coupling.starts[index]..coupling.starts[index + 1]] {
        blocks[*other as usize].velocity += *block * change;
    }
}

/// The impulse that a block would have if the others stayed as they are.
#[inline]
fn wanted(block: &Block, prepared: &Prepared) -> DVec3 {
    let now = block.impulse;
    let residual = block.velocity + block.softness * now;
    let own = &prepared.own;
    match block.law {
        Law::Contact { friction } => {
            let normal = (now.x - residual.x / own.x_axis.x).max(0.0);
            let pushed = normal - now.x;
            let slip = block.velocity.yz() + own.x_axis.yz() * pushed;
            let tangent = rub(now.yz(), slip, prepared, friction * normal);
            DVec3::new(normal, tangent.x, tangent.y)
        }
        Law::Stops => {
            let (mut impulse, mut residual) = (now, residual);
            for row in 0..3 {
                let column = own.col(row);
                // A row without a body never moves.
                if column[row] <= 0.0 {
                    continue;
                }
                let next = (impulse[row] - residual[row] / column[row]).max(0.0);
                residual += column * (next - impulse[row]);
                impulse[row] = next;
            }
            impulse
        }
        Law::Hold { most } | Law::Muscle { most } => {
            let free = now - prepared.inverse * residual;
            if free.length_squared() <= most * most {
                free
            } else {
                within(own, *own * now - residual, most)
            }
        }
    }
}

/// The impulse x on a ball, from outside of it nearest to matrix · x = push in the matrix's own measure: (matrix + μ) x = push with
/// the least μ that brings it in, found by Newton's method on 1/|x| (Moré and Sorensen 1983).
fn within(matrix: &DMat3, push: DVec3, most: f64) -> DVec3 {
    let mut inverse = matrix.inverse();
    let mut impulse = inverse * push;
    let mut extra = 0.0;
    for _ in 0..NEWTON_STEPS {
        let size = impulse.length();
        let bend = impulse.dot(inverse * impulse);
        extra += (size / most.max(f64::MIN_POSITIVE) - 1.0) * size * size / bend;
        inverse = (*matrix + DMat3::from_diagonal(DVec3::splat(extra))).inverse();
        impulse = inverse * push;
        if impulse.length() <= most * (1.0 + 1e-6) {
            break;
        }
    }
    impulse.clamp_length_max(most)
}

/// Friction inside a disc: what would stop the slip if that is allowed, else a step against it and back to the rim.
#[inline]
fn rub(held: DVec2, slip: DVec2, prepared: &Prepared, most: f64) -> DVec2 {
    if most <= 0.0 {
        return DVec2::ZERO;
    }
    let inverse = &prepared.inverse;
    let stop = held - (inverse.x_axis.xy() * slip.x + inverse.y_axis.xy() * slip.y);
    if stop.length_squared() <= most * most {
        return stop;
    }
    // A step as long as the stiffest direction allows always goes downhill (projected gradient).
    let own = &prepared.own;
    let (yy, yz, zz) = (own.y_axis.y, own.y_axis.z, own.z_axis.z);
    let stiffest = 0.5 * (yy + zz) + (0.25 * (yy - zz) * (yy - zz) + yz * yz).sqrt();
    (held - slip / stiffest).clamp_length_max(most)
}
