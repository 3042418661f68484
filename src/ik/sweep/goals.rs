//! Block Gauss-Seidel goal by goal, in the dual: each goal pulls in its turn, and conjugate gradients lengthen what the pulls
//! agree on.
//!
//! One linearisation is the least-norm problem z = p + Jᵀ y with A y = b, A = J Jᵀ + δ I: three unknowns a goal, how hard it
//! pulls. The visit to goal i sets its pull to what its own rows ask for while all others stay,
//!
//! ```text
//! yᵢ = Aᵢᵢ⁻¹ (bᵢ − Σⱼ Aᵢⱼ yⱼ)
//! ```
//! A sweep visits all goals there and back. Rows of balance and effectors are strongly coupled, so that plain sweeps need
//! hundreds of passes; as the preconditioner of conjugate gradients (symmetric successive over-relaxation with factor 1, the
//! CGMN of Björck and Elfving 1979) they need about nine, and among the joints that limits leave free nothing else changes
//! (the subspace phase of Moré and Toraldo 1991).
//!
//! Goals are scaled so that Aᵢᵢ = I. With A = L + I + Lᵀ the sweep there finds r̃ = (I + L)⁻¹ r, the sweep back (I + Lᵀ)⁻¹ r̃. The
//! same two passes give the product with A for nothing (Eisenstat 1981): with p = (I + Lᵀ)⁻¹ p̃,
//! (I + L)⁻¹ A p = p + (I + L)⁻¹ (p̃ − p), so r̃ is carried on from sweep to sweep and r itself is never needed.

use super::Progress;
use super::blocks::Lower;
use super::coupling::Coupling;
use crate::ik::effort::Effort;
use crate::ik::trace::{Event, Watch};
use glam::DVec3;

/// Most sweeps of one linearisation: as many as there are unknowns solve it but for rounding, so this is hardly ever met.
const MOST_SWEEPS: usize = 400;

/// Memory of the sweep over goals; vectors are in scaled pulls unless they say otherwise.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct GoalSweep {
    /// S⁻¹ of every goal, S Sᵀ = Aᵢᵢ.
    roots: Vec<Lower>,
    /// b − A y, not scaled.
    residual: Vec<DVec3>,
    /// r̃: what the goals pull on the way there.
    there: Vec<DVec3>,
    /// p̃: the same, and what earlier sweeps agreed on.
    along: Vec<DVec3>,
    /// p: what the way back makes of it.
    pulls: Vec<DVec3>,
    /// (I + L)⁻¹ (p̃ − p).
    onward: Vec<DVec3>,
    /// (I + L)⁻¹ A p.
    effect: Vec<DVec3>,
    /// The pulls themselves.
    y: Vec<DVec3>,
    /// What the residual of the linearisation was at first, in the norm of the sweep.
    reference: f64,
    /// Sweeps since the solve began.
    pub(in crate::ik) sweeps: u32,
    shown: Shown,
}

/// Pulls that are not scaled, for those who watch.
#[derive(Clone, Debug, Default)]
struct Shown {
    before: Vec<DVec3>,
    added: Vec<DVec3>,
    /// p of the sweep before, scaled.
    last: Vec<DVec3>,
}

impl GoalSweep {
    /// A new linearisation: the next residual is what others are compared with.
    pub(in crate::ik) fn start(&mut self) {
        self.reference = 0.0;
    }

    /// Moves `y` to where A y is `right`, to a share of the linearisation's first residual.
    pub(in crate::ik) fn solve<W: Watch>(
        &mut self,
        mut coupling: impl Coupling,
        (right, effort): (&[DVec3], Effort),
        y: &mut [DVec3],
        watch: &mut W,
    ) {
        self.begin(&mut coupling, (right, effort), y);
        let mut left = self.there.iter().map(|there| there.length_squared()).sum();
        if self.reference == 0.0 {
            self.reference = left;
        }
        let enough = effort.tolerance * effort.tolerance * self.reference;
        let (mut before, sweeps_before) = (f64::INFINITY, self.sweeps);
        for _ in 0..MOST_SWEEPS {
            if left <= enough || left.is_nan() {
                break;
            }
            // 1 Every goal pulls in its turn, there (carried on from the last sweep) and back.
            if W::VISITS {
                self.show_way_there(y, watch);
            }
            let share = left / before;
            self.sweep_back(share, &mut coupling);
            self.sweeps += 1;
            if W::VISITS {
                self.show_way_back(share, watch);
            }
            // 2 Conjugate gradients lengthen what all sweeps agree on.
            let length = left / self.sweep_there(&mut coupling);
            before = left;
            left = self.lengthen(coupling.count(), length);
            if W::VISITS {
                self.show_lengthened(y, watch);
            }
        }
        if W::VISITS && self.sweeps == sweeps_before {
            watch.deed(Event::Content, Progress::Pulls(y, &[]));
        }
        for ((y, scaled), root) in y.iter_mut().zip(&self.y).zip(&self.roots) {
            *y += root.transposed_times(*scaled);
        }
    }

    /// Scales the goals, and lets them pull there once.
    fn begin(
        &mut self,
        coupling: &mut impl Coupling,
        (right, effort): (&[DVec3], Effort),
        y: &[DVec3],
    ) {
        let n = coupling.count();
        // A pivot is no smaller than δ but for rounding.
        let floor = 1e-3 * effort.damping;
        self.roots.clear();
        let root = |goal| Lower::inverse_root(&coupling.diagonal(goal), floor);
        self.roots.extend((0..n).map(root));
        coupling.scale(&self.roots);
        for vector in [&mut self.along, &mut self.y] {
            vector.clear();
        }
        for vector in [
            &mut self.there,
            &mut self.along,
            &mut self.pulls,
            &mut self.onward,
            &mut self.effect,
            &mut self.y,
        ] {
            vector.resize(n, DVec3::ZERO);
        }
        if y.iter().all(|y| *y == DVec3::ZERO) {
            self.residual.clear();
            self.residual.extend_from_slice(right);
        } else {
            coupling.write_residual(right, y, &mut self.residual);
        }
        coupling.start_pass();
        for i in 0..n {
            let root = &self.roots[i];
            let asked = root.times(self.residual[i]);
            self.there[i] = coupling.left_there(i, asked, &self.there, root);
            coupling.visited(i, self.there[i], root);
        }
    }

    /// p̃ = r̃ + share · p̃ and p = (I + Lᵀ)⁻¹ p̃, from the last goal to the first.
    #[inline]
    fn sweep_back(&mut self, share: f64, coupling: &mut impl Coupling) {
        let n = coupling.count();
        let (roots, there) = (&self.roots[..n], &self.there[..n]);
        let (along, pulls) = (&mut self.along[..n], &mut self.pulls[..n]);
        coupling.start_pass();
        for i in (0..n).rev() {
            along[i] = there[i] + share * along[i];
            pulls[i] = coupling.left_back(i, along[i], pulls, &roots[i]);
            coupling.visited(i, pulls[i], &roots[i]);
        }
    }

    /// (I + L)⁻¹ A p, from the first goal to the last. Returns its product with p̃, which is pᵀ A p.
    #[inline]
    fn sweep_there(&mut self, coupling: &mut impl Coupling) -> f64 {
        let n = coupling.count();
        let (roots, along, pulls) = (&self.roots[..n], &self.along[..n], &self.pulls[..n]);
        let (onward, effect) = (&mut self.onward[..n], &mut self.effect[..n]);
        coupling.start_pass();
        let mut products = DVec3::ZERO;
        for i in 0..n {
            onward[i] = coupling.left_there(i, along[i] - pulls[i], onward, &roots[i]);
            coupling.visited(i, onward[i], &roots[i]);
            effect[i] = pulls[i] + onward[i];
            products += along[i] * effect[i];
        }
        products.element_sum()
    }

    /// Adds so much of p to y and takes its effect out of r̃. Returns the square of what is left.
    #[inline]
    fn lengthen(&mut self, n: usize, length: f64) -> f64 {
        let (y, there) = (&mut self.y[..n], &mut self.there[..n]);
        let (pulls, effect) = (&self.pulls[..n], &self.effect[..n]);
        let mut squares = DVec3::ZERO;
        for i in 0..n {
            y[i] += length * pulls[i];
            there[i] -= length * effect[i];
            squares += there[i] * there[i];
        }
        squares.element_sum()
    }
}

/// For those who watch.
impl GoalSweep {
    fn show_way_there<W: Watch>(&mut self, y: &[DVec3], watch: &mut W) {
        watch.sweep();
        let shown = &mut self.shown;
        shown.before.clear();
        shown.added.clear();
        shown.last.clone_from(&self.pulls);
        let all = y.iter().zip(&self.y).zip(&self.roots);
        let now = all.map(|((y, scaled), root)| *y + root.transposed_times(*scaled));
        shown.before.extend(now);
        for (i, root) in self.roots.iter().enumerate() {
            shown.added.push(root.transposed_times(self.there[i]));
            let (before, added) = (shown.before[i], shown.added[i]);
            let to = Progress::Pulls(&shown.before, &shown.added);
            watch.goal(i, before, before + added, to);
        }
    }

    /// What earlier sweeps agreed on is no part of this one: (I + Lᵀ)⁻¹ r̃ = p − share · p of the sweep before.
    fn show_way_back<W: Watch>(&mut self, share: f64, watch: &mut W) {
        for i in (0..self.roots.len().saturating_sub(1)).rev() {
            let shown = &mut self.shown;
            let (before, was) = (shown.before[i], shown.added[i]);
            let found = self.pulls[i] - share * shown.last[i];
            shown.added[i] = self.roots[i].transposed_times(found);
            let to = Progress::Pulls(&shown.before, &shown.added);
            watch.goal(i, before + was, before + shown.added[i], to);
        }
    }

    fn show_lengthened<W: Watch>(&mut self, y: &[DVec3], watch: &mut W) {
        let shown = &mut self.shown.before;
        shown.clear();
        let all = y.iter().zip(&self.y).zip(&self.roots);
        shown.extend(all.map(|((y, scaled), root)| *y + root.transposed_times(*scaled)));
        watch.deed(Event::Lengthened, Progress::Pulls(shown, &[]));
    }
}
