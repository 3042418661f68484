//! The blocks' impulses by projected Gauss-Seidel: block after block takes the impulse that its own law wants, and all
//! it is coupled with feel it at once.
//!
//! The coupling is kept as 3 × 3 blocks of J M⁻¹ Jᵀ. Rows of one figure are all coupled; those of loose bodies only
//! where they share one.

use super::rows::{Block, Law};
use glam::{DMat2, DMat3, DVec2, DVec3};

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
}

/// Solves for the blocks' impulses from those that they hold, and returns the number of sweeps. Velocities must hold
/// what the bodies' free motion and the biases give; on return they hold what the impulses left.
pub(super) fn solve(blocks: &mut [Block], coupling: &Coupling, effort: Effort) -> usize {
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
            let own = &coupling.own[index];
            let block = &mut blocks[index];
            let change = wanted(block, own) - block.impulse;
            if change == DVec3::ZERO {
                continue;
            }
            block.impulse += change;
            let stiffest = own.x_axis.x.max(own.y_axis.y).max(own.z_axis.z);
            largest = largest.max(stiffest * change.abs().max_element());
            spread(blocks, coupling, index, change);
        }
        if largest <= effort.tolerance {
            return sweep;
        }
    }
    effort.sweeps
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
fn wanted(block: &Block, own: &DMat3) -> DVec3 {
    let now = block.impulse;
    let residual = block.velocity + block.softness * now;
    match block.law {
        Law::Contact { friction } => {
            let normal = (now.x - residual.x / (own.x_axis.x + block.softness.x)).max(0.0);
            let pushed = normal - now.x;
            let slip = DVec2::new(
                block.velocity.y + own.x_axis.y * pushed,
                block.velocity.z + own.x_axis.z * pushed,
            );
            let held = DVec2::new(now.y, now.z);
            let tangent = rub(held, slip, own, friction * normal);
            DVec3::new(normal, tangent.x, tangent.y)
        }
        Law::Stops => {
            let (mut impulse, mut residual) = (now, residual);
            for row in 0..3 {
                let column = own.col(row);
                let stiffness = column[row] + block.softness[row];
                // A row without a body never moves.
                if stiffness <= 0.0 {
                    continue;
                }
                let next = (impulse[row] - residual[row] / stiffness).max(0.0);
                let change = next - impulse[row];
                impulse[row] = next;
                residual += column * change;
                residual[row] += block.softness[row] * change;
            }
            impulse
        }
        Law::Hold => {
            let matrix = *own + DMat3::from_diagonal(block.softness);
            now - matrix.inverse() * residual
        }
    }
}

/// Friction inside a disc: what would stop the slip if that is allowed, else a step against it and back to the rim.
#[inline]
fn rub(held: DVec2, slip: DVec2, own: &DMat3, most: f64) -> DVec2 {
    if most <= 0.0 {
        return DVec2::ZERO;
    }
    let (yy, yz, zz) = (own.y_axis.y, own.y_axis.z, own.z_axis.z);
    let stop = held - DMat2::from_cols(DVec2::new(yy, yz), DVec2::new(yz, zz)).inverse() * slip;
    if stop.length_squared() <= most * most {
        return stop;
    }
    // A step as long as the stiffest direction allows always goes downhill (projected gradient).
    let stiffest = 0.5 * (yy + zz) + (0.25 * (yy - zz) * (yy - zz) + yz * yz).sqrt();
    let step = held - slip / stiffest;
    let length = step.length();
    if length <= most {
        step
    } else {
        step * (most / length)
    }
}
