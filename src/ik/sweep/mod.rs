//! Gauss-Seidel: the sweeps that solve one linearisation.
//!
//! | file | visits | |
//! |---|---|---|
//! | `goals` | goal by goal, in the dual | the default: fewest and cheapest visits |
//! | `joints` | joint by joint, a ball's three columns as one block | the same answer from the other side |
//! | `columns` | column by column, plain | the paper's own, equations 3 to 6 |
//!
//! `coupling` is what goals do to each other, with the matrix of goals × goals (`blocks`, `cells`) formed or not.

mod blocks;
mod cells;
mod columns;
mod coupling;
mod goals;
mod joints;

pub(super) use blocks::Blocks;
pub(super) use cells::{ByBlock, Cells};
pub(super) use columns::ColumnSweep;
pub(super) use coupling::{Formed, Levered};
pub(super) use goals::GoalSweep;
pub(super) use joints::JointSweep;

use super::{Order, Rank};
use glam::DVec3;

/// Who comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visits<'a> {
    pub(super) order: Order,
    /// (blocks)
    pub(super) ranks: &'a [Rank],
}

/// The step so far, as those hold it who find it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Progress<'a> {
    /// Pulls of all blocks, and what a sweep adds to them; blocks that it has not come to are missing there.
    Pulls(&'a [DVec3], &'a [DVec3]),
    /// Turns in scaled columns without the share of rest, and what a sweep adds to them.
    Turns(&'a [f64], &'a [f64]),
    /// Turns in scaled columns, held directions left out.
    Free(&'a [f64]),
    /// Turns in scaled columns, nothing left out.
    Whole(&'a [f64]),
}

/// A joint was visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointVisit {
    /// Its first column.
    pub(super) first_dof: usize,
    /// Its turn in scaled columns.
    pub(super) before: DVec3,
    pub(super) after: DVec3,
    /// Whether its limits stopped it.
    pub(super) stopped: bool,
}
