//! What goals miss over a whole solve, and where its linearisations and sweeps are among its moments.
//!
//! ```text
//! visits:  began │ visit visit ... kept │ visit ... refused │ ... ended
//!             0  │  linearisation 1     │  linearisation 2  │       each a range of moments
//! errors:     ●                       ● ──────────────────●         one point where each of them ends
//! ```
//! Within a linearisation errors jump up and down with every visit: each of them serves one goal, whatever the others lose by
//! it. Where it ends they are those of a pose that is kept, or of the one before it.

use crate::ik::{Event, Trace, Visit};
use std::ops::Range;

/// What goals miss over a whole solve, linearisation by linearisation.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// What people call this way to solve: `equal`.
    pub name: String,
    /// One line for each goal, in the order of [`Theatre::goals`](super::Theatre::goals): before the first step, and where
    /// every linearisation ends [m or rad].
    pub errors: Vec<Vec<f64>>,
}

impl Course {
    pub(super) fn of(name: String, trace: &Trace, goals: usize) -> Self {
        let visits = trace.visits();
        let mut last = &visits[0];
        let ends = linearisations(visits).into_iter().map(|moments| {
            let end = &visits[moments.end - 1];
            // One whose end was too much to be kept leads nowhere yet.
            if !is_amid(end) {
                last = end;
            }
            last
        });
        let ends: Vec<&Visit> = ends.collect();
        let line = |goal: usize| ends.iter().map(|visit| visit.errors[goal]).collect();
        Self {
            name,
            errors: (0..goals).map(line).collect(),
        }
    }
}

/// Whether a linearisation goes on after a moment.
fn is_amid(visit: &Visit) -> bool {
    let closes = matches!(
        visit.event,
        Event::Kept | Event::Refused | Event::Taken | Event::Ended
    );
    !closes && !visit.event.begins()
}

/// The sweep that a moment belongs to.
pub(super) fn sweep(visit: &Visit) -> (u32, u32, u32) {
    (visit.start, visit.linearisation, visit.sweep)
}

/// The linearisation that a moment belongs to.
pub(super) fn linearisation(visit: &Visit) -> (u32, u32) {
    (visit.start, visit.linearisation)
}

/// The moments of every linearisation, one after the other; the first are those before the first step.
pub(super) fn linearisations(visits: &[Visit]) -> Vec<Range<usize>> {
    parts(visits, linearisation)
}

/// The moments of every sweep, one after the other.
pub(super) fn sweeps(visits: &[Visit]) -> Vec<Range<usize>> {
    parts(visits, sweep)
}

/// Neighbours that are of the same.
fn parts<T: PartialEq>(visits: &[Visit], of: impl Fn(&Visit) -> T) -> Vec<Range<usize>> {
    let mut from = 0;
    let parts = visits.chunk_by(|a, b| of(a) == of(b)).map(|part| {
        let moments = from..from + part.len();
        from = moments.end;
        moments
    });
    parts.collect()
}
