//! Conjugate gradients from one linearisation to the next, for solves that do not arrive.
//!
//! At a target out of reach the error stays, and steps that know nothing of the cost's second derivatives come to rest in
//! hundreds of linearisations. The sweeps of each are then the preconditioner of nonlinear conjugate gradients (Polak and
//! Ribière 1969, restarted where their factor is negative): with z the step that sweeps find and g the pull,
//! d ← z + β d, β = z·(g − g₀) / (z₀·g₀). The same idea that accelerates the sweeps within a linearisation.

use super::columns::dot;
use super::limits::confine;
use super::problem::Here;
use super::solver::Solve;
use super::step::{Stepper, write_turns};
use super::{Limits, Solver, SolverSettings};
use crate::character::Pose;
use crate::kinematics::move_joints;

/// What is remembered from step to step, in scaled columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Conjugate {
    /// z·g of the last step; nothing before the first one.
    last: Option<f64>,
    last_pull: Vec<f64>,
    pull: Vec<f64>,
    direction: Vec<f64>,
    /// So much of the direction as turns [rad].
    turns: Vec<f64>,
}

impl Conjugate {
    /// Forgets earlier steps.
    pub(super) fn clear(&mut self) {
        self.last = None;
    }

    /// Makes the direction of the last step's turns and of those before. Returns half of what the cost falls by at first along it,
    /// d·g, and whether earlier steps changed it.
    fn direct(&mut self, stepper: &Stepper) -> (f64, bool) {
        let (system, step) = (&stepper.system, &stepper.scaled);
        self.pull.clear();
        self.pull.resize(step.len(), 0.0);
        for (block, error) in system.error.iter().enumerate() {
            let pull = system.importance[block] * *error;
            system.levers.add_transposed(block, pull, &mut self.pull);
        }
        let along = dot(step, &self.pull);
        self.direction.resize(step.len(), 0.0);
        let share = match self.last {
            Some(last) if last > 0.0 => ((along - dot(step, &self.last_pull)) / last).max(0.0),
            _ => 0.0,
        };
        for held in &system.held {
            held.take_out(&mut self.direction);
        }
        let slope = along + share * dot(&self.direction, &self.pull);
        let is_changed = share > 0.0 && slope > 0.1 * along;
        if is_changed {
            for (direction, step) in self.direction.iter_mut().zip(step) {
                *direction = step + share * *direction;
            }
        } else {
            // Nothing of what an earlier solve left there.
            self.direction.copy_from_slice(step);
        }
        self.last = Some(along);
        self.last_pull.clone_from(&self.pull);
        (if is_changed { slope } else { along }, is_changed)
    }

    /// Where so much of the direction leads, inside all limits. Returns the largest turn of a joint [rad].
    fn write_pose(
        &mut self,
        here: Here,
        settings: &SolverSettings,
        length: f64,
        moved: &mut Pose,
    ) -> f64 {
        self.turns.clear();
        self.turns.extend(self.direction.iter().map(|x| length * x));
        let largest = write_turns(here, settings, &mut self.turns);
        move_joints(here.rooting, here.kin, here.pose, &self.turns, moved);
        if settings.limits == Limits::Respected {
            moved.clamp_joints(here.character);
        }
        largest
    }
}

/// The search along a direction.
impl Solver {
    /// Conjugate gradients from one linearisation to the next: along a shallow valley single steps are much too short.
    pub(super) fn lengthen<W>(&mut self, solve: &Solve<W>) {
        let (slope, is_changed) = self.conjugate.direct(&self.stepper);
        if is_changed {
            self.turn = self.look_along(solve, 1.0);
            std::mem::swap(&mut self.ahead, &mut self.trial);
        }
        // The lowest point of the parabola through what is known: cost here, its slope, and the cost of the whole step.
        let bend = self.trial.cost - self.now.cost + 2.0 * slope;
        let best = if bend > 0.0 { slope / bend } else { 4.0 };
        let best = best.clamp(0.1, 4.0);
        if (best - 1.0).abs() > 0.2 {
            let turn = self.look_along(solve, best);
            if self.ahead.cost < self.trial.cost {
                self.turn = turn;
                std::mem::swap(&mut self.ahead, &mut self.trial);
            }
        }
    }

    /// Fills `ahead` with where so much of the conjugate direction leads. Returns the largest turn of a joint [rad].
    fn look_along<W>(&mut self, solve: &Solve<W>, length: f64) -> f64 {
        let (problem, settings) = (solve.problem, solve.settings);
        let here = self.now.here(problem, &self.judge.strength);
        self.ahead.start = self.now.start;
        let pose = &mut self.ahead.pose;
        let turn = self.conjugate.write_pose(here, settings, length, pose);
        confine(problem, settings, &self.start, pose);
        self.judge.look(problem, settings, &mut self.ahead);
        turn
    }
}
