//! What goals do to each other: A = J Jᵀ + δ I beside its diagonal, formed or through the levers.
//!
//! Formed, a visit costs as much as there are goals. Through the levers, the turns Jᵀ q of the goals visited so far are kept,
//! and a visit costs as much as there are joints on the way to the goal: a row-action method (Kaczmarz 1937; Björck and
//! Elfving 1979). Few goals are cheaper formed, many goals through the levers.

use super::blocks::{Blocks, Lower};
use crate::ik::levers::Levers;
use crate::ik::limits::HeldColumns;
use glam::{DMat3, DVec3};

/// A, as sweeps see it. They see it scaled by the roots S of its diagonal blocks: Â = S⁻¹ A S⁻ᵀ has the identity there.
pub(in crate::ik) trait Coupling {
    /// How many goals there are.
    fn count(&self) -> usize;

    /// A block of the diagonal.
    fn diagonal(&self, goal: usize) -> DMat3;

    /// Takes the inverse roots of the diagonal over.
    fn scale(&mut self, roots: &[Lower]);

    /// b − A y.
    fn write_residual(&mut self, right: &[DVec3], y: &[DVec3], residual: &mut Vec<DVec3>);

    /// A pass over the goals begins.
    fn start_pass(&mut self);

    /// What is left of what a goal asks for: less Σⱼ Âᵢⱼ qⱼ over the goals before it, those visited so far on the way there.
    fn left_there(&self, goal: usize, asked: DVec3, q: &[DVec3], root: &Lower) -> DVec3;

    /// The same over the goals behind it: those visited so far on the way back.
    fn left_back(&self, goal: usize, asked: DVec3, q: &[DVec3], root: &Lower) -> DVec3;

    /// A goal has been visited.
    fn visited(&mut self, goal: usize, q: DVec3, root: &Lower);
}

/// A, formed.
pub(in crate::ik) struct Formed<'a> {
    pub(in crate::ik) matrix: &'a Blocks,
    /// Memory for Â, all of its blocks.
    pub(in crate::ik) scaled: &'a mut Vec<DMat3>,
}

impl Coupling for Formed<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.matrix.count()
    }

    #[inline]
    fn diagonal(&self, goal: usize) -> DMat3 {
        self.matrix.row(goal)[goal]
    }

    #[inline]
    fn scale(&mut self, roots: &[Lower]) {
        let n = roots.len();
        self.scaled.resize(n * n, DMat3::IDENTITY);
        for (i, root) in roots.iter().enumerate() {
            for (j, (entry, other)) in self.matrix.row(i)[..i].iter().zip(roots).enumerate() {
                let scaled = root.scale(entry, other);
                self.scaled[i * n + j] = scaled;
                self.scaled[j * n + i] = scaled.transpose();
            }
        }
    }

    fn write_residual(&mut self, right: &[DVec3], y: &[DVec3], residual: &mut Vec<DVec3>) {
        residual.clear();
        residual.extend_from_slice(right);
        for i in 0..self.matrix.count() {
            let row = self.matrix.row(i);
            for j in 0..i {
                residual[i] -= row[j] * y[j];
                residual[j] -= row[j].transpose() * y[i];
            }
            residual[i] -= row[i] * y[i];
        }
    }

    #[inline]
    fn start_pass(&mut self) {}

    // Whoever was visited last comes last in both: only that product has to be waited for.
    #[inline]
    fn left_there(&self, goal: usize, asked: DVec3, q: &[DVec3], _: &Lower) -> DVec3 {
        let row = &self.scaled[goal * q.len()..][..goal];
        let pushes = row.iter().zip(q);
        pushes.fold(asked, |left, (entry, q)| less(left, entry, *q))
    }

    #[inline]
    fn left_back(&self, goal: usize, asked: DVec3, q: &[DVec3], _: &Lower) -> DVec3 {
        let row = &self.scaled[goal * q.len()..][..q.len()];
        let pushes = row[goal + 1..].iter().zip(&q[goal + 1..]).rev();
        pushes.fold(asked, |left, (entry, q)| less(left, entry, *q))
    }

    #[inline]
    fn visited(&mut self, _: usize, _: DVec3, _: &Lower) {}
}

/// a − B v, with the shortest chain of operations that wait for v.
#[inline]
fn less(a: DVec3, b: &DMat3, v: DVec3) -> DVec3 {
    (a - b.x_axis * v.x) - (b.y_axis * v.y + b.z_axis * v.z)
}

/// A through the levers.
pub(in crate::ik) struct Levered<'a> {
    pub(in crate::ik) levers: &'a Levers,
    /// What limits hold is taken out of all turns.
    pub(in crate::ik) held: &'a [HeldColumns],
    /// Blocks of the diagonal, δ included.
    pub(in crate::ik) diagonal: &'a [DMat3],
    pub(in crate::ik) damping: f64,
    /// Jᵀ q of the goals visited so far, in scaled columns.
    pub(in crate::ik) turns: &'a mut [f64],
}

impl Levered<'_> {
    #[inline]
    fn add(&mut self, goal: usize, pull: DVec3) {
        self.levers.add_transposed(goal, pull, self.turns);
        for held in self.held {
            held.take_out(self.turns);
        }
    }
}

impl Coupling for Levered<'_> {
    fn count(&self) -> usize {
        self.diagonal.len()
    }

    fn diagonal(&self, goal: usize) -> DMat3 {
        self.diagonal[goal]
    }

    fn scale(&mut self, _: &[Lower]) {}

    fn write_residual(&mut self, right: &[DVec3], y: &[DVec3], residual: &mut Vec<DVec3>) {
        self.start_pass();
        for (goal, y) in y.iter().enumerate() {
            self.add(goal, *y);
        }
        residual.clear();
        let all = right.iter().zip(y).enumerate();
        residual.extend(all.map(|(goal, (right, y))| {
            *right - self.levers.times(goal, self.turns) - self.damping * *y
        }));
    }

    fn start_pass(&mut self) {
        self.turns.fill(0.0);
    }

    #[inline]
    fn left_there(&self, goal: usize, asked: DVec3, _: &[DVec3], root: &Lower) -> DVec3 {
        asked - root.times(self.levers.times(goal, self.turns))
    }

    #[inline]
    fn left_back(&self, goal: usize, asked: DVec3, q: &[DVec3], root: &Lower) -> DVec3 {
        self.left_there(goal, asked, q, root)
    }

    #[inline]
    fn visited(&mut self, goal: usize, q: DVec3, root: &Lower) {
        self.add(goal, root.transposed_times(q));
    }
}
