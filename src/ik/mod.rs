//! Inverse kinematics: goals in, a balanced pose and a report out.

mod goal;
mod held;
mod measure;
mod newton;
mod priority;
mod report;
mod restart;
mod rows;
mod settings;
mod solver;
mod step;
mod sweep;

pub use goal::{Goal, GoalKind, Rank, Unit};
pub use report::{GoalReport, Outcome, Report, amount};
pub use settings::{Limits, Method, Priority, SolverSettings};
pub use solver::{Iteration, Problem, Solver};
pub use sweep::Sweep;
