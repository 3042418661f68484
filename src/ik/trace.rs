//! Watching a solve: every linearisation, every visit, and a record that replays and steps back.

use super::problem::Here;
use super::step::Effort;
use super::sweep::{Deed, Watch};
use super::system::System;
use glam::DVec3;

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
    /// Whether the step lowered the weighted error and was kept.
    pub accepted: bool,
    /// Bounds of joints and walls that held the step back.
    pub limits_met: usize,
    /// Weighted error that the solve lowers [m²].
    pub cost: f64,
    /// Error of every goal after the step, in its unit [m or rad].
    pub errors: &'a [f64],
}

/// Somebody who watches whole solves.
pub(super) trait Watcher: Watch {
    /// A step begins.
    fn step(&mut self, here: Here, effort: Effort, system: &System);

    /// A step was judged.
    fn iteration(&mut self, iteration: &Iteration);
}

/// Nobody watches.
pub(super) struct Unwatched;

/// Somebody watches linearisations, not visits.
pub(super) struct Iterations<'a>(pub(super) &'a mut dyn FnMut(&Iteration));

impl Watcher for Unwatched {
    fn step(&mut self, _: Here, _: Effort, _: &System) {}

    fn iteration(&mut self, _: &Iteration) {}
}

impl Watcher for Iterations<'_> {
    fn step(&mut self, _: Here, _: Effort, _: &System) {}

    fn iteration(&mut self, iteration: &Iteration) {
        (self.0)(iteration);
    }
}

impl Watch for Unwatched {
    const ON: bool = false;

    fn visit(&mut self, _: usize, _: DVec3, _: DVec3, _: &[DVec3], _: &[DVec3]) {}

    fn joint(&mut self, _: usize, _: DVec3, _: DVec3, _: &[f64]) {}

    fn deed(&mut self, _: Deed, _: &[DVec3]) {}
}

impl Watch for Iterations<'_> {
    const ON: bool = false;

    fn visit(&mut self, _: usize, _: DVec3, _: DVec3, _: &[DVec3], _: &[DVec3]) {}

    fn joint(&mut self, _: usize, _: DVec3, _: DVec3, _: &[f64]) {}

    fn deed(&mut self, _: Deed, _: &[DVec3]) {}
}
