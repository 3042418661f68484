//! Contrapposto authors balanced character poses: say where hands, feet and gaze should go, and it finds a pose that
//! keeps the centre of mass over the feet, or says which wish had to give way and by how many millimetres. It walks such
//! figures over any ground, makes recorded motions stand, and measures what came of it. A ghost with weight and muscles
//! follows such motions and can be pushed.
//!
//! ```text
//! characters/*.ron ──> Character ─┐                                ┌──> Pose ────> RON, JSON, PNG
//! levels/*.ron ──────> Level ─────┼──> Stance, goals ──> Solver ───┤
//! goals (file, options, code) ────┤           ^                    └──> Report: what every goal got, who gave way,
//!                                 │           │                               margin of balance
//! wishes (speed, turn) ───────────┴──> gait ──┤
//! BVH ──> Recording ──> retargeted, or on its own skeleton ──> correction ──> Clip ──> RON, BVH, glTF, CSV, PNG strip
//!                                                                                ├──> Audit: margin, slide, depth, limits, jerks
//!                            pushes, thrown balls ──> control ──torques──> physics ──> ghost: Clip, Tracking
//! ```
//!
//! # Layers
//!
//! A module uses only modules of rows above its own; those of one group do not know each other.
//!
//! | module | what lives there |
//! |---|---|
//! | [`math`] | rigid transforms, rotations, a small dense factorisation, linear programmes, banded quadratic ones, seeded randomness |
//! | [`character`] | the body: links, joints with limits, masses, shapes, effectors, soles; poses |
//! | [`level`] | the ground: slopes, stairs, rough terrain, stones, moving platforms, rocks (beside `character`) |
//! | [`kinematics`] | where everything is: link poses, virtual centres of mass, Jacobians, momentum, limbs of two bones in closed form, the support polygon and its margin |
//! | [`collide`] | where solids touch: shapes of links, loose bodies, the ground; how near a pose brings links to each other |
//! | [`ik`] | goals with ranks and weights, the solver, its report |
//! | [`motion`] | clips: poses over time with contacts, centre of mass and margin; schedules of contacts, ways of a centre of mass that tip nothing, least changes of those that would (beside `ik`) |
//! | [`physics`] | rigid bodies: a figure by articulated bodies, loose bodies, contacts, steps of time (beside `ik`) |
//! | [`gait`] | walking: in dynamic balance as people do, or statically by a state machine; footholds that are chosen, Bézier paths of feet; jumps |
//! | [`correction`] | recorded clips that stand: contacts held, the body carried by the least that keeps it from tipping, or at rest over its feet |
//! | [`control`] | the ghost and its controllers: pinned, or balancing by itself; plans become torques, pushes become new plans; how well it follows; what a clip takes of its joints (beside `gait`) |
//! | [`document`] | what people author: poses with handles and pins, keys, walks, recordings; edits that can be undone |
//! | [`lesson`] | lessons: pages about scenes that are solved while they are read, questions, exercises that mark themselves |
//! | [`io`] | files in and out; errors with file, line and column |
//! | [`lab`] | pushes that a ghost stands, problems and scenes made by the dozen, habits fitted to recorded poses, and the textbook solver that ours is measured against (beside `io`) |
//! | [`picture`] | a pose as a list of marks, painted into a PNG without a window |
//! | [`viewer`] | the window: a lit stage with the figure on it, and panels around it (feature `viewer`) |
//! | [`cli`] | arguments, tables, JSON |
//!
//! # Conventions
//!
//! - Axes are right-handed: **Y up, +Z forward, +X to the character's left**.
//! - SI units and radians everywhere; `f64`. Degrees appear only in files and on screen, always as `_deg`.
//! - A transform is called `a_from_b` and a vector `x_in_a`, so that neighbours must match:
//!   `point_in_world = world_from_foot.point(point_in_foot)`.
//! - A joint's rate, acceleration or torque is told of the link against its parent: a ball's in the link's own axes, a hinge's in x; the
//!   first link's in world axes ([`physics::Velocity`], which has the way to world axes and back). Columns of Jacobians are in world axes.
//! - What comes from people is checked where it is read and never panics the program. After that nothing checks again.
//! - The same inputs give the same bits, in one run and the next, with one thread or many: randomness comes from seeds,
//!   trigonometry from `libm` instead of the machine's own, and no result hangs on the order of a hash map.
//!
//! # The solver
//!
//! The tree of links is seen from the held foot, so that foot cannot slip. Every linearisation has one row for each
//! coordinate of each goal and one column for each degree of freedom; the centre of mass gets its columns from the
//! virtual centre of mass beyond every joint, in one pass from the tips inward (Kenwright, *Synthesizing Balancing
//! Character Motions*, VRIPHYS 2012: "the paper" of these pages). Weighted Gauss-Seidel
//! solves the damped normal equations: goal after goal pulls in its turn, there and back, and conjugate gradients lengthen
//! what the pulls agree on ([`ik::Method::Goals`]; joint by joint, the paper's plain sweep and an exact factorisation can be
//! chosen instead). Joints stop at their limits inside it; balance over a region and links that keep apart are walls, rows
//! that push and never pull. A step is kept only if the weighted error falls, else it is damped more, so that a target out of
//! reach makes the figure rest and not shake; a solve that does not arrive goes on by conjugate gradients from one
//! linearisation to the next. [`ik::Priority`] says who gives way when goals disagree, from everyone a little to a strict
//! order of ranks. [`ik::Solver::solve_traced`] records all of it, visit by visit, to be stepped forward and back.
//!
//! # Posture
//!
//! Where goals leave a body free it does what people do ([`ik::PostureModel`]): habits fitted to recordings, or made for any
//! body, say how likely a pose is; with what is asked they make the pose that is expected (an iterated Kalman filter), from
//! which the sweeps start and to which they are pulled back. `docs/posture.md` says how, and how near it comes.
//!
//! # Example
//!
//! ```
//! use contrapposto::ik::{Goal, Problem, Report, Solver, SolverSettings};
//! use contrapposto::{io::load_character, kinematics::Stance};
//! use glam::DVec3;
//!
//! let human = load_character("human")?;
//! let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
//! let mut goals = Goal::contacts(&human, &stance);
//! goals.push(Goal::balance_within(&stance, 0.02));
//! goals.extend(Goal::reach(&human, "left_hand", DVec3::new(0.4, 1.0, 0.5)));
//!
//! let (mut pose, mut report) = (human.rest.clone(), Report::default());
//! let problem = Problem::new(&human, &stance, &goals);
//! Solver::default().solve(problem, &SolverSettings::default(), &mut pose, &mut report);
//! println!("{} Margin {:.0} mm.", report.sentence(&goals), 1e3 * report.margin.metres);
//! assert!(report.margin.metres > 0.019);
//! # assert_eq!(report.sentence(&goals), "Every goal is reached.");
//! # Ok::<(), contrapposto::io::FileError>(())
//! ```
#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "`[m]` and `[rad]` are units, not links"
)]

pub mod character;
pub mod cli;
pub mod collide;
pub mod control;
pub mod correction;
pub mod document;
pub mod gait;
pub mod ik;
pub mod io;
pub mod kinematics;
pub mod lab;
pub mod lesson;
pub mod level;
pub mod math;
pub mod motion;
pub mod physics;
pub mod picture;
#[cfg(feature = "viewer")]
pub mod viewer;

/// The README's example runs as a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// And that of the page about watching.
#[cfg(doctest)]
#[doc = include_str!("../docs/watching.md")]
struct Watching;
