//! The paper's own way through a linearisation: plain passes over the columns, each joint put back inside its limits as soon
//! as it is visited.

use super::Limits;
use super::effort::Effort;
use super::limits::turn_of;
use super::problem::Here;
use super::step::{Asked, Stepper, write_turns};
use super::sweep::{ColumnSweep, JointVisit, Progress};
use super::system::System;
use super::trace::Watch;
use super::walls::Walls;

/// Memory of plain passes.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainSweep {
    columns: ColumnSweep,
    /// What the rows ask for, and the rows of one block written out.
    right: Vec<f64>,
    rows: Vec<f64>,
    /// Steps of the rooting whose joints turn, in the order of visits.
    visited: Vec<usize>,
    /// Over-relaxation; 1 is the paper's.
    pub(super) relaxation: f64,
    /// Passes over the columns since the solve began.
    pub(super) passes: u32,
}

impl PlainSweep {
    /// Takes the rows over, with the step so far.
    fn start(&mut self, system: &System, walls: &Walls, x: &[f64]) {
        let (count, stride) = (system.levers.count(), x.len());
        // A wall has its first row alone: a body that is rolled up has hundreds.
        let rows_of = |block: usize| if walls.is_wall(block) { 1 } else { 3 };
        self.right.clear();
        for (block, error) in system.error.iter().enumerate().take(count) {
            (self.right).extend_from_slice(&error.to_array()[..rows_of(block)]);
        }
        self.columns.make_room(&self.right, stride);
        let mut first = 0;
        for block in 0..count {
            let rows = rows_of(block);
            (system.levers).write_rows(std::iter::once(block), stride, &mut self.rows);
            for (r, row) in self.rows.chunks_exact(stride.max(1)).take(rows).enumerate() {
                self.columns.set_row(first + r, row);
            }
            if walls.is_wall(block) {
                self.columns.only_pushes(first);
            }
            first += rows;
        }
        for (column, x) in x.iter().enumerate() {
            self.columns.take_up(column, *x);
        }
    }
}

impl Stepper {
    /// So many passes over all columns; walls that the step so far runs into join after each.
    pub(super) fn sweep_plainly<W: Watch>(
        &mut self,
        here: Here,
        asked: Asked,
        effort: Effort,
        passes: u16,
        watch: &mut W,
    ) {
        self.scaled.fill(0.0);
        let (visited, steps) = (&mut self.plain.visited, &here.rooting.steps);
        visited.clear();
        visited.extend((0..steps.len()).filter(|index| steps[*index].dofs > 0));
        asked.settings.order.arrange(visited, |index| {
            let first = usize::from(steps[*index].first_dof);
            self.system.rank_of_column(first)
        });
        let mut is_new = true;
        for pass in 0..passes {
            if is_new {
                if W::VISITS {
                    watch.limits(here, &self.held, self.walls.active());
                    watch.round(&self.system);
                }
                self.plain.start(&self.system, &self.walls, &self.scaled);
            }
            self.plain.passes += 1;
            if W::VISITS {
                watch.sweep();
            }
            self.pass(here, asked, effort, watch);
            if pass + 1 < passes {
                self.change.copy_from_slice(&self.scaled);
                write_turns(here, asked.settings, &mut self.change);
                is_new = self.walls.meet(here, asked, &self.change, &mut self.system);
            }
        }
    }

    /// One pass: each joint moves to where its columns' own equations hold, and back inside its limits.
    fn pass<W: Watch>(&mut self, here: Here, asked: Asked, effort: Effort, watch: &mut W) {
        let (plain, x) = (&mut self.plain, &mut self.scaled);
        let relaxation = plain.relaxation;
        for &index in &plain.visited {
            let (step, strength) = (&here.rooting.steps[index], &here.strength[index]);
            if *strength == 0.0 {
                continue;
            }
            let before = turn_of(step, x);
            let first = usize::from(step.first_dof);
            let columns = first..first + usize::from(step.dofs);
            for j in columns.clone() {
                let rest = effort.rest_share * self.system.to_rest[j];
                plain.columns.visit(j, effort.damping, relaxation, rest, x);
            }
            let mut stopped = false;
            if asked.settings.limits == Limits::Respected {
                let turn = *strength * turn_of(step, x);
                let allowed = here.allowed_turn(step, turn);
                if allowed != turn {
                    stopped = true;
                    for (j, allowed) in columns.zip(allowed.to_array()) {
                        let change = allowed / *strength - x[j];
                        x[j] += change;
                        plain.columns.take_up(j, change);
                    }
                }
            }
            if W::VISITS {
                let visit = JointVisit {
                    first_dof: first,
                    before,
                    after: turn_of(step, x),
                    stopped,
                };
                watch.joint(visit, Progress::Whole(x));
            }
        }
    }
}
