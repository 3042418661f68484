//! Inverse kinematics: goals in, a balanced pose and a report out.

mod goal;
mod report;
mod settings;
mod solver;

pub use goal::{Goal, GoalKind, Rank, Unit};
pub use report::{GoalReport, Outcome, Report, amount};
pub use settings::{Limits, Method, Priority, SolverSettings};
pub use solver::{Iteration, Problem, Solver};
