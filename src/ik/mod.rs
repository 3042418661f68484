//! Inverse kinematics: goals in, a balanced pose and a report out.
//!
//! ```text
//! goals ──> measure: errors and what they cost ──> rows: J, e ──> priority: one step ──> held: limits ──> trial pose
//!             │                                      └─(slow)──> newton: full curvature ─┘                  │
//!             └──<──────────── solver: kept if the cost falls, else damped more ─────────────────────<──────┘
//! arrived ──> settle: nearer to rest ──> report: what every goal got, what gave way, margin of balance
//! ```
//! Kenwright's weighted Gauss-Seidel iteration ([`Sweep`]) is kept as [`Method::Sweep`], for teaching and comparison. The
//! default solves each linearisation exactly through the small system of rows × rows: rows of balance and effectors are
//! so strongly coupled that sweeps need hundreds of passes where four exact solutions do.
//!
//! Limits: goals are points, directions, orientations and the centre of mass; nothing keeps links from passing through
//! each other or through the ground.

mod batch;
mod candidate;
mod follow;
mod goal;
mod held;
mod levers;
mod measure;
mod newton;
mod priority;
mod report;
mod restart;
mod rows;
mod settings;
mod settle;
mod solver;
mod step;
mod sweep;

pub use batch::{Job, solve_many};
pub use goal::{Goal, GoalKind, Rank, Unit};
pub use report::{GoalReport, Outcome, Report, amount};
pub use settings::{Limits, Method, Priority, SolverSettings};
pub use solver::{Iteration, Problem, Solver};
pub use sweep::Sweep;
