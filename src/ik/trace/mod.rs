//! Watching a solve: every linearisation, every visit, and a record that replays and steps back.
//!
//! ```text
//! solver ──step──> stepper ──round, limits──> sweep ──goal, joint, deed──┐
//!    └──moment: kept, refused, begun──────────────────────────────┐      │
//!                                                                 v      v
//!                                              Recorder: the pose that the step so far leads to ──> Trace
//! ```
//! Those who watch are told, never asked: a watched solve does what any other does, to the bit. Where nobody watches, all of
//! it is gone when the program is compiled.

mod record;
mod recorder;
mod words;

pub use record::{Event, Trace, Visit, WallOf};

use super::candidate::{Candidate, Judge};
use super::effort::Effort;
use super::limits::Held;
use super::problem::{Here, Problem};
use super::sweep::{JointVisit, Progress};
use super::system::System;
use super::walls::ActiveWall;
use super::{Report, Solver, SolverSettings};
use crate::character::Pose;
use glam::DVec3;
use recorder::Recorder;

/// One linearisation, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Counts from 1; 0 is the pose before the solve.
    pub number: u32,
    /// Counts from 0; each restart is one more.
    pub start: u32,
    /// Damping that the step was taken with [m²].
    pub damping: f64,
    /// Sweeps so far.
    pub sweeps: u32,
    /// Largest turn of a joint [rad].
    pub turn: f64,
    /// Whether a start begins here: no step was taken.
    pub begins: bool,
    /// Whether the step was kept: it lowered the weighted error, or at least the errors themselves by half.
    pub accepted: bool,
    /// Bounds of joints and walls that held the step back.
    pub limits_met: usize,
    /// Weighted error that the solve lowers [m²].
    pub cost: f64,
    /// Error of every goal after the step, in its unit [m or rad].
    pub errors: &'a [f64],
}

/// Somebody who watches a solve; [`Nobody`] costs nothing.
pub(super) trait Watch {
    /// Whether linearisations are told: ask before anything is made ready for that.
    const LINEARISATIONS: bool = false;
    /// Whether visits within them are told.
    const VISITS: bool = false;

    /// A step begins at a pose.
    fn step(&mut self, _here: Here, _effort: Effort, _judge: &Judge) {}

    /// Sweeps begin, among what limits leave free.
    fn round(&mut self, _system: &System) {}

    /// A sweep begins.
    fn sweep(&mut self) {}

    /// A goal pulled, or a wall pushed.
    fn goal(&mut self, _block: usize, _before: DVec3, _after: DVec3, _to: Progress) {}

    /// A joint moved.
    fn joint(&mut self, _visit: JointVisit, _to: Progress) {}

    /// Something else happened to the step between visits.
    fn deed(&mut self, _event: Event, _to: Progress) {}

    /// What limits and walls hold now.
    fn limits(&mut self, _here: Here, _held: &Held, _walls: &[ActiveWall]) {}

    /// A step was judged, or a start begins.
    fn iteration(&mut self, _iteration: &Iteration) {}

    /// The solve has come to a pose.
    fn moment(&mut self, _event: Event, _at: &Candidate) {}
}

/// Nobody watches.
pub(super) struct Nobody;

impl Watch for Nobody {}

/// Somebody watches linearisations, not visits.
struct Iterations<'a>(&'a mut dyn FnMut(&Iteration));

impl Watch for Iterations<'_> {
    const LINEARISATIONS: bool = true;

    fn iteration(&mut self, iteration: &Iteration) {
        (self.0)(iteration);
    }
}

impl Solver {
    /// The same as [`Self::solve`], showing every linearisation to `observe`.
    pub fn solve_observed(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
        observe: &mut dyn FnMut(&Iteration),
    ) {
        self.run(problem, settings, pose, report, &mut Iterations(observe));
    }

    /// The same as [`Self::solve`], with a record of every visit. Pose and report are those of an unwatched solve, bit for
    /// bit; it takes longer, since every visit is followed to the pose that it leads to.
    pub fn solve_traced(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) -> Trace {
        self.solve_traced_up_to(usize::MAX, problem, settings, pose, report)
    }

    /// The same with a record of so many moments at most, and of the last one.
    pub fn solve_traced_up_to(
        &mut self,
        moments: usize,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
    ) -> Trace {
        let sized = settings.sized(problem.size);
        let mut recorder = Recorder::new(problem, &sized, moments);
        self.run(problem, settings, pose, report, &mut recorder);
        recorder.into_trace()
    }
}
