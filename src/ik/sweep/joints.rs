//! Gauss-Seidel joint by joint, a ball's three columns as one block, accelerated like the sweep over goals.
//!
//! The unknown is the step x itself: (Jᵀ J + δ I) x = Jᵀ b, Kenwright's equation 5. With w = J x kept, the visit to joint j
//! is x ← x + D⁻¹ (Jⱼᵀ (b − w) − δ xⱼ), D = Jⱼᵀ Jⱼ + δ I, w ← w + Jⱼ Δ: the paper's own visit for three columns at once,
//! at a cost proportional to the levers. What limits hold is taken out of each joint's columns.

use super::{JointVisit, Progress, Visits};
use crate::ik::Rank;
use crate::ik::columns::{add_scaled, dot};
use crate::ik::effort::Effort;
use crate::ik::levers::{Effect, Lever, Levers, Seen};
use crate::ik::limits::HeldColumns;
use crate::ik::trace::{Event, Watch};
use glam::{DMat3, DVec3};

const MOST_SWEEPS: usize = 400;

/// One joint: its levers, and how its columns move.
#[derive(Clone, Copy, Debug)]
struct Joint {
    first_dof: usize,
    dofs: usize,
    /// Its first lever and one past its last.
    levers: (usize, usize),
    /// What limits leave free of its columns: a projection.
    free: DMat3,
    /// (Jⱼᵀ Jⱼ + δ I)⁻¹.
    inverse: DMat3,
}

/// One joint's lever on one goal.
#[derive(Clone, Copy, Debug)]
struct Entry {
    block: usize,
    lever: Lever,
    effect: Effect,
    seen: Seen,
}

/// Memory of the sweep over joints.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct JointSweep {
    joints: Vec<Joint>,
    entries: Vec<Entry>,
    /// Jᵀ b − (Jᵀ J + δ I) x, over the columns.
    residual: Vec<f64>,
    /// What a sweep adds to the step.
    found: Vec<f64>,
    /// J times that, per goal.
    rows: Vec<DVec3>,
    /// (Jᵀ J + δ I) times what a sweep found.
    product: Vec<f64>,
    direction: Vec<f64>,
    effect: Vec<f64>,
    /// Sweeps since the solve began.
    pub(in crate::ik) sweeps: u32,
}

impl JointSweep {
    /// Moves `x` from zero to where (Jᵀ J + δ I) x = Jᵀ b among what limits leave free, to a share of the first residual.
    pub(in crate::ik) fn solve<W: Watch>(
        &mut self,
        (levers, held): (&Levers, &[HeldColumns]),
        visits: Visits,
        (right, effort): (&[DVec3], Effort),
        x: &mut [f64],
        watch: &mut W,
    ) {
        let (damping, tolerance) = (effort.damping, effort.tolerance);
        self.gather(levers, held, damping);
        let entries = &self.entries;
        visits.order.arrange(&mut self.joints, |joint| {
            let moved = entries[joint.levers.0..joint.levers.1].iter();
            let ranks = moved.map(|entry| visits.ranks[entry.block]);
            ranks.min().unwrap_or(Rank(u8::MAX))
        });
        x.fill(0.0);
        for vector in [
            &mut self.residual,
            &mut self.found,
            &mut self.product,
            &mut self.direction,
            &mut self.effect,
        ] {
            vector.clear();
            vector.resize(x.len(), 0.0);
        }
        self.rows.clear();
        self.rows.extend_from_slice(right);
        let (joints, entries) = (&self.joints, &self.entries);
        write_pulls(joints, entries, &self.rows, &mut self.residual);
        let (mut before, mut reference) = (f64::INFINITY, 0.0);
        for _ in 0..MOST_SWEEPS {
            if W::VISITS {
                watch.sweep();
            }
            self.sweep(damping, x, watch);
            self.sweeps += 1;
            let left = dot(&self.residual, &self.found);
            if reference == 0.0 {
                reference = left;
            }
            if left <= tolerance * tolerance * reference || left.is_nan() {
                add_scaled(x, 1.0, &self.found);
                break;
            }
            // One step of conjugate gradients along what the sweep found.
            write_pulls(&self.joints, &self.entries, &self.rows, &mut self.product);
            add_scaled(&mut self.product, damping, &self.found);
            mix(&mut self.direction, left / before, &self.found);
            mix(&mut self.effect, left / before, &self.product);
            let length = left / dot(&self.direction, &self.effect);
            add_scaled(x, length, &self.direction);
            add_scaled(&mut self.residual, -length, &self.effect);
            before = left;
            if W::VISITS {
                watch.deed(Event::Lengthened, Progress::Turns(x, &[]));
            }
        }
    }

    /// Sorts the levers by joint.
    fn gather(&mut self, levers: &Levers, held: &[HeldColumns], damping: f64) {
        self.entries.clear();
        for block in 0..levers.count() {
            let (of, levers) = levers.of(block);
            // Joints that are locked or frozen move nothing.
            let levers = levers.iter().filter(|lever| lever.arm != DVec3::ZERO);
            self.entries.extend(levers.map(|lever| Entry {
                block,
                lever: *lever,
                effect: of.effect,
                seen: of.seen(),
            }));
        }
        self.entries
            .sort_unstable_by_key(|entry| (entry.lever.first_dof, entry.block));
        self.joints.clear();
        let mut first = 0;
        for same in (self.entries).chunk_by(|a, b| a.lever.first_dof == b.lever.first_dof) {
            let lever = &same[0].lever;
            let mut free = DMat3::IDENTITY;
            let held = held.iter();
            for held in held.filter(|held| held.first == usize::from(lever.first_dof)) {
                let d = DVec3::from_array(held.direction);
                free -= DMat3::from_cols(d * d.x, d * d.y, d * d.z);
            }
            let mut bend = DMat3::IDENTITY * damping;
            for entry in same {
                let columns = entry.lever.columns(entry.effect);
                bend += columns.transpose() * entry.seen.of_rows(columns);
            }
            // The identity on what is held keeps the block invertible.
            let block = free * bend * free + (DMat3::IDENTITY - free);
            self.joints.push(Joint {
                first_dof: usize::from(lever.first_dof),
                dofs: usize::from(lever.dofs),
                levers: (first, first + same.len()),
                free,
                inverse: free * block.inverse(),
            });
            first += same.len();
        }
    }

    /// Every joint moves in its turn, there and back, against the residual.
    fn sweep<W: Watch>(&mut self, damping: f64, x: &[f64], watch: &mut W) {
        self.found.fill(0.0);
        self.rows.fill(DVec3::ZERO);
        let count = self.joints.len();
        for k in (0..count).chain((0..count.saturating_sub(1)).rev()) {
            let joint = self.joints[k];
            let entries = &self.entries[joint.levers.0..joint.levers.1];
            let at = joint.first_dof;
            let now = turn(&self.found[at..], joint.dofs);
            let mut pull = turn(&self.residual[at..], joint.dofs) - damping * now;
            for entry in entries {
                let row = entry.seen.of(self.rows[entry.block]);
                pull -= entry.lever.pull(entry.effect, row);
            }
            let change = joint.inverse * pull;
            put(now + change, joint.dofs, &mut self.found[at..]);
            for entry in entries {
                let effect = entry.lever.effect(entry.effect, change.as_ref());
                self.rows[entry.block] += entry.seen.of(effect);
            }
            if W::VISITS {
                let before = turn(&x[at..], joint.dofs) + now;
                let visit = JointVisit {
                    first_dof: at,
                    before,
                    after: before + change,
                    stopped: false,
                };
                watch.joint(visit, Progress::Turns(x, &self.found));
            }
        }
    }
}

/// Jᵀ of rows, without what is held.
fn write_pulls(joints: &[Joint], entries: &[Entry], rows: &[DVec3], out: &mut [f64]) {
    for joint in joints {
        let mut pull = DVec3::ZERO;
        for entry in &entries[joint.levers.0..joint.levers.1] {
            let row = entry.seen.of(rows[entry.block]);
            pull += entry.lever.pull(entry.effect, row);
        }
        put(joint.free * pull, joint.dofs, &mut out[joint.first_dof..]);
    }
}

#[inline]
fn turn(entries: &[f64], dofs: usize) -> DVec3 {
    if dofs == 1 {
        DVec3::X * entries[0]
    } else {
        DVec3::from_slice(entries)
    }
}

#[inline]
fn put(turn: DVec3, dofs: usize, entries: &mut [f64]) {
    entries[..dofs].copy_from_slice(&turn.to_array()[..dofs]);
}

/// `into = v + share · into`.
fn mix(into: &mut [f64], share: f64, v: &[f64]) {
    for (x, v) in into.iter_mut().zip(v) {
        *x = v + share * *x;
    }
}
