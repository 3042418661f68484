//! Inverse kinematics: goals in, a balanced pose and a report out.
//!
//! ```text
//! goals ──> kernel: errors and what they cost ──> levers: J, e ──> sweep: one step ──> limits ──> trial pose
//!             │                                                                                       │
//!             └──<──────────── solver: kept if the cost falls, else damped more ───────────────────<──┘
//! arrived ──> settle: nearer to rest ──> report: what every goal got, what gave way, margin of balance
//! ```
//! **The law.** Every goal asks J(q) Δ = e(q) of the joint turns Δ, e the target minus what is; each linearisation minimises
//! |J Δ − e|² with goals weighted, plus a damping that pulls to rest. **The sweep.** Weighted Gauss-Seidel drives: goal after
//! goal pulls in its turn ([`Method::Goals`]), walls are rows that push and never pull, and what limits hold is out of the
//! columns. **Priority** says who gives way where goals disagree.

mod asked;
mod batch;
mod candidate;
mod columns;
mod conjugate;
mod direct;
mod effort;
mod goals;
mod kernel;
mod levers;
mod limits;
mod order;
mod plain;
mod posed;
mod posture;
mod priority;
mod problem;
mod report;
mod restart;
mod settings;
mod settle;
mod solver;
mod starts;
mod step;
mod sweep;
mod system;
mod trace;
mod walls;

pub use asked::{AskedGoals, BalanceWish, FootPlace};
pub use batch::{Job, solve_many};
pub use goals::{
    Balance, CenterOfMass, CenterOfMassHeight, Direction, EYES_REACH, Even, Goal, GoalKind, Height,
    Level, LinkPoint, Look, Orientation, Pole, Position, Rank, Together, Unit, forward_in_link,
};
pub use limits::JointBound;
pub use order::Order;
pub use posture::{Expectation, PostureModel, generic_habits};
pub use problem::{Apart, Posture, Problem, Readiness};
pub use report::{GoalReport, Outcome, Overlap, Report, amount};
pub use settings::{Bias, Finish, Limits, Method, Priority, SolverSettings};
pub use solver::Solver;
pub use trace::{Event, Iteration, Trace, Visit, WallOf};
