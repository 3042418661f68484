//! Goals that ask for a single number share a cell by threes, so that a sweep has few visits and no empty rows: walls, heights,
//! poles. All other goals have a cell of their own.

use super::blocks::Blocks;
use super::{Progress, Visits};
use crate::ik::levers::Levers;
use crate::ik::trace::{Event, Watch};
use glam::{DMat3, DVec3};

/// One visit of a sweep.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// The three rows of one block.
    Whole(usize),
    /// The first rows of so many blocks.
    Rows([usize; 3], usize),
}

/// Which blocks are visited together; silent ones are not visited at all.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct Cells {
    list: Vec<Cell>,
    /// So many blocks at the beginning have a cell of their own each, and are visited as they come.
    plain: usize,
    /// In the order of visits.
    blocks: Vec<usize>,
}

impl Cells {
    /// Sorts the blocks into cells.
    pub(in crate::ik) fn arrange(&mut self, levers: &Levers, visits: Visits) {
        self.list.clear();
        self.plain = 0;
        self.blocks.clear();
        self.blocks.extend(0..levers.count());
        visits
            .order
            .arrange(&mut self.blocks, |block| visits.ranks[*block]);
        let mut open = None;
        for &block in &self.blocks {
            let (is_silent, is_scalar) = (levers.is_silent(block), levers.is_scalar(block));
            if is_silent {
                continue;
            }
            if !is_scalar {
                let is_plain = self.plain == block && self.list.len() == block;
                self.plain += usize::from(is_plain);
                self.list.push(Cell::Whole(block));
                continue;
            }
            match open.map(|at: usize| &mut self.list[at]) {
                Some(Cell::Rows(blocks, count)) if *count < 3 => {
                    blocks[*count] = block;
                    *count += 1;
                }
                _ => {
                    open = Some(self.list.len());
                    self.list.push(Cell::Rows([block; 3], 1));
                }
            }
        }
    }

    /// Vectors of blocks as vectors of cells.
    #[inline]
    pub(in crate::ik) fn gather(&self, of_blocks: &[DVec3], of_cells: &mut Vec<DVec3>) {
        of_cells.clear();
        of_cells.extend_from_slice(&of_blocks[..self.plain]);
        let others = self.list[self.plain..].iter();
        of_cells.extend(others.map(|cell| cell.gather(of_blocks)));
    }

    /// Vectors of cells as vectors of blocks; nothing for those that are silent.
    #[inline]
    pub(in crate::ik) fn scatter(&self, of_cells: &[DVec3], of_blocks: &mut [DVec3]) {
        let (of_plain, of_others) = of_cells.split_at(self.plain.min(of_cells.len()));
        of_blocks[..of_plain.len()].copy_from_slice(of_plain);
        of_blocks[of_plain.len()..].fill(DVec3::ZERO);
        for (cell, v) in self.list[of_plain.len()..].iter().zip(of_others) {
            match *cell {
                Cell::Whole(block) => of_blocks[block] = *v,
                Cell::Rows(blocks, count) => {
                    for (block, x) in blocks[..count].iter().zip(v.to_array()) {
                        of_blocks[*block] = DVec3::X * x;
                    }
                }
            }
        }
    }

    /// A matrix of blocks as a matrix of cells, with `damping` on its diagonal.
    pub(in crate::ik) fn write_matrix(&self, of_blocks: &Blocks, damping: f64, out: &mut Blocks) {
        out.copy_first(self.plain, of_blocks);
        for first in &self.list[self.plain..] {
            out.push(|j| first.entry(&self.list[j], of_blocks));
        }
        for i in 0..out.count() {
            out.row_mut(i)[i] += DMat3::from_diagonal(DVec3::splat(damping));
        }
    }
}

impl Cell {
    #[inline]
    fn gather(&self, of_blocks: &[DVec3]) -> DVec3 {
        match *self {
            Self::Whole(block) => of_blocks[block],
            Self::Rows(blocks, count) => {
                let mut v = [0.0; 3];
                for (x, block) in v.iter_mut().zip(&blocks[..count]) {
                    *x = of_blocks[*block].x;
                }
                DVec3::from_array(v)
            }
        }
    }

    #[inline]
    fn entry(&self, other: &Self, of_blocks: &Blocks) -> DMat3 {
        match (*self, *other) {
            (Self::Whole(a), Self::Whole(b)) => of_blocks.at(a, b),
            (Self::Rows(rows, count), Self::Whole(b)) => {
                rows_of(count, |row| of_blocks.at(b, rows[row]).x_axis).transpose()
            }
            (Self::Whole(a), Self::Rows(rows, count)) => {
                rows_of(count, |row| of_blocks.at(a, rows[row]).x_axis)
            }
            (Self::Rows(a, count), Self::Rows(b, columns)) => rows_of(columns, |column| {
                let mut v = [0.0; 3];
                for (x, block) in v.iter_mut().zip(&a[..count]) {
                    *x = of_blocks.at(*block, b[column]).x_axis.x;
                }
                DVec3::from_array(v)
            }),
        }
    }
}

/// A matrix of so many columns, zero in the others.
#[inline]
fn rows_of(count: usize, column: impl Fn(usize) -> DVec3) -> DMat3 {
    let at = |k: usize| if k < count { column(k) } else { DVec3::ZERO };
    DMat3::from_cols(at(0), at(1), at(2))
}

/// Tells of cells as of the blocks that are in them.
pub(in crate::ik) struct ByBlock<'a, W> {
    pub(in crate::ik) cells: &'a Cells,
    pub(in crate::ik) watch: &'a mut W,
    /// How many blocks there are.
    pub(in crate::ik) blocks: usize,
}

impl<W: Watch> ByBlock<'_, W> {
    /// Calls `tell` with what the cells have done, told by blocks.
    fn told(&mut self, progress: Progress, tell: impl FnOnce(&mut W, Progress)) {
        let Progress::Pulls(y, more) = progress else {
            return tell(self.watch, progress);
        };
        let [y, more] = [y, more].map(|of_cells| {
            let mut of_blocks = vec![DVec3::ZERO; self.blocks];
            self.cells.scatter(of_cells, &mut of_blocks);
            of_blocks
        });
        tell(self.watch, Progress::Pulls(&y, &more));
    }
}

impl<W: Watch> Watch for ByBlock<'_, W> {
    const VISITS: bool = W::VISITS;

    fn sweep(&mut self) {
        self.watch.sweep();
    }

    fn goal(&mut self, cell: usize, before: DVec3, after: DVec3, to: Progress) {
        let cell = self.cells.list[cell];
        self.told(to, |watch, to| match cell {
            Cell::Whole(block) => watch.goal(block, before, after, to),
            Cell::Rows(blocks, count) => {
                let pulls = before.to_array().into_iter().zip(after.to_array());
                for (block, (before, after)) in blocks[..count].iter().zip(pulls) {
                    watch.goal(*block, DVec3::X * before, DVec3::X * after, to);
                }
            }
        });
    }

    fn deed(&mut self, event: Event, to: Progress) {
        self.told(to, |watch, to| watch.deed(event, to));
    }
}
