//! The solve (signatures first; the body follows).

use super::{Goal, Report, SolverSettings};
use crate::character::{Character, Pose};
use crate::kinematics::Stance;

/// What is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The body.
    pub character: &'a Character,
    /// What it stands on.
    pub stance: &'a Stance,
    /// What is asked of it.
    pub goals: &'a [Goal],
}

/// One linearisation, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Counts from 1; 0 is the pose before the solve.
    pub number: u32,
    /// Starts from 0; each restart counts one up.
    pub start: u32,
    /// Damping that the step was taken with [m²].
    pub damping: f64,
    /// Largest turn of a joint [rad].
    pub turn: f64,
    /// Whether the step lowered the weighted error and was kept.
    pub accepted: bool,
    /// Joint limits that held the step back.
    pub limits_met: usize,
    /// Weighted error that the solve lowers [m²].
    pub cost: f64,
    /// Error of every goal after the step, in its unit [m or rad].
    pub errors: &'a [f64],
}

/// Solves problems. Owns scratch memory only: two solvers give the same answer.
#[derive(Clone, Debug, Default)]
pub struct Solver {}

impl Solver {
    /// Moves `pose` towards the goals, starting from where it is.
    pub fn solve(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        self.solve_observed(problem, settings, pose, report, &mut |_| {});
    }

    /// The same, showing every iteration to `observe`.
    pub fn solve_observed(
        &mut self,
        _problem: Problem,
        _settings: &SolverSettings,
        _pose: &mut Pose,
        _report: &mut Report,
        _observe: &mut dyn FnMut(&Iteration),
    ) {
    }
}
