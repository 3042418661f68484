//! The linear system of one linearisation: J Δ ≈ e, every goal's rows scaled by its weight.
//!
//! Stored row by row; a row's entries are zero except for the joints between the held link and the goal, and those
//! zeros are written once per solve. Columns are scaled by the joint's strength, so that Δ = strength · z and a plain
//! damping of z makes a weak joint move last.

use super::held::HeldColumns;
use super::{Goal, GoalKind, Rank};
use crate::kinematics::{Kinematics, Rooting, Step, hinge_axis_in_world};
use glam::DVec3;

/// Where one goal's rows are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) count: usize,
}

/// J (rows × stride, row-major) and e (rows).
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) count: usize,
    /// Columns rounded up to whole groups of four; the padding stays zero.
    pub(super) stride: usize,
    pub(super) jacobian: Vec<f64>,
    pub(super) error: Vec<f64>,
    /// One past the last column that is not zero, per row, in whole groups of four.
    pub(super) end: Vec<usize>,
    pub(super) rank: Vec<Rank>,
}

impl Rows {
    /// Lays out the rows of `goals` and zeroes them.
    pub(super) fn start(&mut self, rooting: &Rooting, goals: &[Goal], spans: &mut Vec<Span>) {
        spans.clear();
        spans.resize(goals.len(), Span { first: 0, count: 0 });
        self.count = 0;
        self.rank.clear();
        self.end.clear();
        self.stride = rooting.dofs.next_multiple_of(4);
        // Rank by rank, whatever the order of the list: strict strategies need the more important rows first.
        let mut next = goals.iter().map(|goal| goal.rank).min();
        while let Some(rank) = next {
            for (goal, span) in goals.iter().zip(spans.iter_mut()) {
                if goal.rank == rank {
                    *span = self.lay_out(rooting, goal);
                }
            }
            next = goals
                .iter()
                .map(|goal| goal.rank)
                .filter(|r| *r > rank)
                .min();
        }
        self.jacobian.clear();
        self.jacobian.resize(self.count * self.stride, 0.0);
        self.error.clear();
        self.error.resize(self.count, 0.0);
    }

    fn lay_out(&mut self, rooting: &Rooting, goal: &Goal) -> Span {
        let end = match goal.kind {
            GoalKind::Position { link, .. }
            | GoalKind::Orientation { link, .. }
            | GoalKind::Direction { link, .. }
            | GoalKind::Height { link, .. } => {
                let last = rooting.path_to(link).next();
                last.map_or(0, |s| usize::from(s.first_dof + s.dofs).next_multiple_of(4))
            }
            _ => self.stride,
        };
        let span = Span {
            first: self.count,
            count: goal.kind.rows(),
        };
        self.count += span.count;
        self.rank.resize(self.count, goal.rank);
        self.end.resize(self.count, end);
        span
    }

    /// One row of J.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[f64] {
        &self.jacobian[index * self.stride..][..self.stride]
    }

    /// Copies another system of the same layout.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.count = other.count;
        self.stride = other.stride;
        self.jacobian.clone_from(&other.jacobian);
        self.error.clone_from(&other.error);
        self.end.clone_from(&other.end);
        self.rank.clone_from(&other.rank);
    }

    /// Writes one goal's rows. `error` is what this linearisation asks for, not yet weighted.
    pub(super) fn write_goal(
        &mut self,
        rooting: &Rooting,
        kin: &Kinematics,
        goal: &GoalKind,
        span: Span,
        weight: f64,
        error: DVec3,
    ) {
        match *goal {
            GoalKind::Position {
                link,
                point_in_link,
                ..
            } => {
                self.write_error(span, weight * error);
                // The lever arm ends half-way between point and target: the second-order part of a turn that carries
                // the one into the other. It halves the number of linearisations and leaves the gradient as it is.
                let tip = kin.link(link).point(point_in_link) + 0.5 * error;
                for step in rooting.path_to(link) {
                    let arm = weight * step.strength * (tip - kin.pivot(step.joint));
                    self.write_lever(span, step, kin, arm);
                }
            }
            GoalKind::Direction {
                link,
                direction_in_link,
                ..
            } => {
                self.write_error(span, weight * error);
                let tip = kin.link(link).direction(direction_in_link) + 0.5 * error;
                for step in rooting.path_to(link) {
                    self.write_lever(span, step, kin, weight * step.strength * tip);
                }
            }
            GoalKind::Orientation { link, .. } => {
                self.write_error(span, weight * error);
                for step in rooting.path_to(link) {
                    self.write_turn(span, step, kin, weight * step.strength);
                }
            }
            GoalKind::CenterOfMass { .. } | GoalKind::Balance { .. } => {
                self.error[span.first] = weight * error.x;
                self.error[span.first + 1] = weight * error.z;
                self.write_center(rooting, kin, weight, [(0, 0), (2, 1)], span);
            }
            GoalKind::Height {
                link,
                point_in_link,
                ..
            } => {
                self.error[span.first] = weight * error.y;
                let tip = kin.link(link).point(point_in_link) + 0.5 * error;
                for step in rooting.path_to(link) {
                    let arm = weight * step.strength * (tip - kin.pivot(step.joint));
                    self.write_lever_part(span.first, step, kin, (arm, 1));
                }
            }
            GoalKind::CenterOfMassHeight { .. } => {
                self.error[span.first] = weight * error.y;
                self.write_center(rooting, kin, weight, [(1, 0), (1, 0)], span);
            }
        }
    }

    fn write_error(&mut self, span: Span, error: DVec3) {
        self.error[span.first..span.first + 3].copy_from_slice(&error.to_array());
    }

    /// Three rows of one joint: axis × arm for each of its axes.
    #[inline]
    fn write_lever(&mut self, span: Span, step: &Step, kin: &Kinematics, arm: DVec3) {
        let at = span.first * self.stride + usize::from(step.first_dof);
        let stride = self.stride;
        match step.dofs {
            0 => {}
            1 => {
                let column = hinge_axis_in_world(step, kin).cross(arm);
                self.jacobian[at] = column.x;
                self.jacobian[at + stride] = column.y;
                self.jacobian[at + 2 * stride] = column.z;
            }
            _ => {
                let rows = &mut self.jacobian[at..at + 2 * stride + 3];
                rows[..3].copy_from_slice(&[0.0, arm.z, -arm.y]);
                rows[stride..stride + 3].copy_from_slice(&[-arm.z, 0.0, arm.x]);
                rows[2 * stride..].copy_from_slice(&[arm.y, -arm.x, 0.0]);
            }
        }
    }

    /// Three rows of one joint: the axes themselves.
    fn write_turn(&mut self, span: Span, step: &Step, kin: &Kinematics, scale: f64) {
        let at = span.first * self.stride + usize::from(step.first_dof);
        match step.dofs {
            0 => {}
            1 => {
                let axis = scale * hinge_axis_in_world(step, kin);
                for (k, value) in axis.to_array().into_iter().enumerate() {
                    self.jacobian[at + k * self.stride] = value;
                }
            }
            _ => {
                for k in 0..3 {
                    self.jacobian[at + k * self.stride + k] = scale;
                }
            }
        }
    }

    /// Rows of the centre of mass: `pick` lists (world component, row of the span).
    fn write_center(
        &mut self,
        rooting: &Rooting,
        kin: &Kinematics,
        weight: f64,
        pick: [(usize, usize); 2],
        span: Span,
    ) {
        for (step, virtual_com) in rooting.steps.iter().zip(&kin.virtual_com) {
            let scale = weight * step.mass_fraction_beyond * step.strength;
            let arm = scale * (*virtual_com - kin.pivot(step.joint));
            for (component, row) in pick {
                self.write_lever_part(span.first + row, step, kin, (arm, component));
            }
        }
    }

    /// One row of one joint: a world component of axis × arm for each of its axes.
    #[inline]
    fn write_lever_part(
        &mut self,
        row: usize,
        step: &Step,
        kin: &Kinematics,
        (arm, component): (DVec3, usize),
    ) {
        let at = row * self.stride + usize::from(step.first_dof);
        match step.dofs {
            0 => {}
            1 => {
                let column = hinge_axis_in_world(step, kin).cross(arm);
                self.jacobian[at] = column[component];
            }
            _ => {
                let row = match component {
                    0 => [0.0, arm.z, -arm.y],
                    1 => [-arm.z, 0.0, arm.x],
                    _ => [arm.y, -arm.x, 0.0],
                };
                self.jacobian[at..at + 3].copy_from_slice(&row);
            }
        }
    }

    /// Takes a held direction out of its joint's columns and moves along it for good.
    pub(super) fn hold(&mut self, held: &HeldColumns) {
        for r in 0..self.count {
            let entries = &mut self.jacobian[r * self.stride + held.first..];
            let along = held.along(&entries[..held.dofs]);
            held.add_to(-along, entries);
            self.error[r] -= along * held.distance;
        }
    }
}

/// Sum of products, four lanes at a time; both slices hold whole groups of four.
#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for k in 0..4 {
            lanes[k] += a[k] * b[k];
        }
    }
    (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
}

/// `into += factor · row`.
#[inline]
pub(super) fn add_scaled(into: &mut [f64], factor: f64, row: &[f64]) {
    for (x, j) in into.iter_mut().zip(row) {
        *x += factor * j;
    }
}
