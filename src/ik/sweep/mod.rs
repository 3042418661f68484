//! Gauss-Seidel: the sweeps that solve one linearisation.
//!
//! | file | visits | |
//! |---|---|---|
//! | `goals` | goal by goal, in the dual | the default: fewest and cheapest visits |
//! | `joints` | joint by joint, a ball's three columns as one block | the same answer from the other side |
//! | `columns` | column by column, plain | the paper's own, equations 3 to 9 |

mod columns;
mod goals;
mod joints;

pub use columns::ColumnSweep;
pub(super) use goals::{Blocks, GoalSweep};
pub(super) use joints::JointSweep;

use glam::DVec3;

/// What happened in a solve between two visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Conjugate gradients lengthened what the last sweep found.
    Accelerated,
}

/// Somebody who watches visits; [`Nobody`] costs nothing.
pub(super) trait Watch {
    /// Whether there is anybody.
    const ON: bool;

    /// A goal pulled: its part of this sweep's pulls before and after, all pulls so far, and the sweep's pulls on top of them.
    fn visit(&mut self, block: usize, before: DVec3, after: DVec3, y: &[DVec3], pulls: &[DVec3]);

    /// A joint moved.
    fn joint(&mut self, first_dof: usize, before: DVec3, after: DVec3, x: &[f64]);

    /// Something else happened to the pulls.
    fn deed(&mut self, deed: Deed, y: &[DVec3]);
}

/// Nobody watches.
pub(super) struct Nobody;

impl Watch for Nobody {
    const ON: bool = false;

    fn visit(&mut self, _: usize, _: DVec3, _: DVec3, _: &[DVec3], _: &[DVec3]) {}

    fn joint(&mut self, _: usize, _: DVec3, _: DVec3, _: &[f64]) {}

    fn deed(&mut self, _: Deed, _: &[DVec3]) {}
}
