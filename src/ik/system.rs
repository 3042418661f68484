//! The linear system of one linearisation, and its solution when all goals are solved together.
//!
//! ```text
//! minimise ½ |J z − e|² + ½ δ |z − p|²      z = p + Jᵀ y,  (J Jᵀ + δ I) y = e − J p
//! ```
//! Columns are scaled by the joints' strength s, Δ = s z, so that a plain damping of z makes a weak joint move last. p is a
//! share of the way to rest: posture is where the sweeps start from, and stays where no goal pulls. Directions d that limits
//! hold are out of it: J (I − d dᵀ) for J, and J Jᵀ loses (J d)(J d)ᵀ.

use super::columns::add_scaled;
use super::direct::Direct;
use super::levers::{Levers, add_outer};
use super::limits::HeldColumns;
use super::sweep::{Blocks, Deed, GoalSweep, JointSweep, Progress, Watch};
use super::{Method, SolverSettings};
use glam::{DMat3, DVec3};

/// Sweeps over joints measure what is left by what it costs, where weights count squared: what outweighs others by a
/// hundred must not hide them.
const JOINTS_TOLERANCE: f64 = 0.05;

/// J, e and p of a pose, and memory to solve with them.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) levers: Levers,
    /// What every block asks for, weight included. (blocks)
    pub(super) error: Vec<DVec3>,
    /// The step that would take every joint to rest, in scaled columns.
    pub(super) to_rest: Vec<f64>,
    /// J times that. (blocks)
    rest_effect: Vec<DVec3>,
    /// J Jᵀ.
    gram: Blocks,
    /// What limits hold.
    pub(super) held: Vec<HeldColumns>,
    /// J d of every held direction. (held × blocks)
    held_effects: Vec<DVec3>,
    /// J Jᵀ + δ I without what is held.
    matrix: Blocks,
    right: Vec<DVec3>,
    /// How hard every block pulls. (blocks)
    pub(super) pulls: Vec<DVec3>,
    /// How hard the last step pulls against each held direction; below zero it would rather leave.
    pub(super) held_pulls: Vec<f64>,
    goals: GoalSweep,
    joints: JointSweep,
    direct: Direct,
}

impl System {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.levers.clear();
        self.error.clear();
        self.rest_effect.clear();
        self.gram.truncate(0);
        self.pulls.clear();
    }

    /// Visits to all goals or joints since the solve began.
    pub(super) fn sweeps(&self) -> u32 {
        self.goals.sweeps + self.joints.sweeps
    }

    /// Forgets how many there were.
    pub(super) fn count_sweeps_anew(&mut self) {
        (self.goals.sweeps, self.joints.sweeps) = (0, 0);
    }

    /// Works out what all dampings and sets of held directions share, for blocks that are new.
    pub(super) fn complete(&mut self, method: Method) {
        let count = self.levers.count();
        for block in self.rest_effect.len()..count {
            self.rest_effect
                .push(self.levers.times(block, &self.to_rest));
        }
        if matches!(method, Method::Goals | Method::Direct) {
            for block in self.gram.count()..count {
                self.gram.push(|other| self.levers.gram(block, other));
            }
        }
        self.pulls.resize(count, DVec3::ZERO);
    }

    /// Takes a block's rows away.
    pub(super) fn silence(&mut self, block: usize) {
        self.levers.silence(block);
        self.error[block] = DVec3::ZERO;
        self.rest_effect[block] = DVec3::ZERO;
        self.pulls[block] = DVec3::ZERO;
        if self.gram.count() > block {
            self.gram.row_mut(block).fill(DMat3::ZERO);
            for later in block + 1..self.gram.count() {
                self.gram.row_mut(later)[block] = DMat3::ZERO;
            }
        }
    }

    /// Pulls start from nothing: another damping, or another pose.
    pub(super) fn start_pulls(&mut self) {
        self.pulls.fill(DVec3::ZERO);
        self.goals.start();
    }

    /// The step z with nothing along what is held. Where no goal asks for anything it goes `rest_share` of the way to rest.
    pub(super) fn solve<W: Watch>(
        &mut self,
        settings: &SolverSettings,
        (damping, rest_share): (f64, f64),
        tolerance: f64,
        z: &mut [f64],
        watch: &mut W,
    ) {
        let count = self.levers.count();
        self.write_right(rest_share);
        if matches!(settings.method, Method::Joints) {
            let right = (&self.right[..], damping);
            let tolerance = JOINTS_TOLERANCE * tolerance;
            self.joints
                .solve(&self.levers, right, &self.held, tolerance, z, watch);
            // What is left of a goal's rows is how hard it pulls, times δ.
            for block in 0..count {
                let left = self.right[block] - self.levers.times(block, z);
                self.pulls[block] = left / damping;
            }
            add_scaled(z, rest_share, &self.to_rest);
        } else {
            self.write_matrix(damping);
            if settings.method == Method::Direct {
                let floor = 1e-3 * damping;
                self.direct
                    .solve(&self.matrix, &self.right, floor, &mut self.pulls);
                if W::ON {
                    watch.deed(Deed::Exact, Progress::Pulls(&self.pulls, &[]));
                }
            } else {
                let (right, pulls) = (&self.right, &mut self.pulls);
                self.goals
                    .solve(&self.matrix, right, tolerance, pulls, watch);
            }
            self.write_step(rest_share, &self.pulls, z);
        }
        self.write_held_pulls(rest_share, z);
    }

    /// z = p + Jᵀ y, held directions included.
    pub(super) fn write_step(&self, rest_share: f64, pulls: &[DVec3], z: &mut [f64]) {
        for (z, to_rest) in z.iter_mut().zip(&self.to_rest) {
            *z = rest_share * to_rest;
        }
        for (block, pull) in pulls.iter().enumerate() {
            if *pull != DVec3::ZERO {
                self.levers.add_transposed(block, *pull, z);
            }
        }
    }

    /// b = e − J p, and what held joints move all the same.
    fn write_right(&mut self, rest_share: f64) {
        let count = self.levers.count();
        self.right.clear();
        let asked = self.error.iter().zip(&self.rest_effect);
        self.right
            .extend(asked.map(|(error, effect)| *error - rest_share * *effect));
        self.held_effects.clear();
        for held in &self.held {
            let rest = rest_share * held.along(&self.to_rest[held.first..][..held.dofs]);
            let moved = held.distance - rest;
            for block in 0..count {
                let effect = self.levers.column(block, held.joint, &held.direction);
                self.right[block] -= moved * effect;
                self.held_effects.push(effect);
            }
        }
    }

    /// J Jᵀ + δ I without what is held.
    fn write_matrix(&mut self, damping: f64) {
        self.matrix.copy_from(&self.gram);
        for i in 0..self.matrix.count() {
            self.matrix.row_mut(i)[i] += DMat3::from_diagonal(DVec3::splat(damping));
        }
        for effects in self.held_effects.chunks_exact(self.levers.count().max(1)) {
            for (i, effect) in effects.iter().enumerate() {
                if *effect == DVec3::ZERO {
                    continue;
                }
                for (entry, other) in self.matrix.row_mut(i).iter_mut().zip(effects) {
                    add_outer(entry, -*effect, *other);
                }
            }
        }
    }

    /// Takes what is along held directions out of z, and says how hard it pulls there: minus the gradient over δ.
    fn write_held_pulls(&mut self, rest_share: f64, z: &mut [f64]) {
        let count = self.levers.count();
        self.held_pulls.clear();
        for (index, held) in self.held.iter().enumerate() {
            let along = held.along(&z[held.first..][..held.dofs]);
            held.add_to(-along, &mut z[held.first..]);
            let rest = rest_share * held.along(&self.to_rest[held.first..][..held.dofs]);
            let effects = &self.held_effects[index * count..][..count];
            let pull: f64 = effects
                .iter()
                .zip(&self.pulls)
                .map(|(effect, pull)| effect.dot(*pull))
                .sum();
            self.held_pulls.push(pull + rest - held.distance);
        }
    }
}
