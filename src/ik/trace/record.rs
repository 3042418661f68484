//! What is kept of a watched solve: every moment with a pose of its own, so that going back is exact.

use crate::character::{LinkId, Pose};
use crate::ik::{JointBound, Rank};
use glam::DVec3;

/// Whose wall it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallOf {
    /// A one-sided goal's, by its place in the list of goals.
    Goal(usize),
    /// Of links that keep apart; nothing for the second is the ground.
    Links(LinkId, Option<LinkId>),
}

/// What happened at one moment of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A start: the first one, another one after it got stuck, or once more from the best end.
    Began,
    /// A start where joints go beyond their limits, to see whether these are in the way.
    BeganBeyondLimits,
    /// A start that is led by weights, before ranks go on from where it ends.
    BeganByWeights,
    /// Goals are near, and links that passed through each other come apart from here on.
    CameApart,
    /// A goal pulled in its turn ([`Method::Goals`](crate::ik::Method::Goals)).
    Goal {
        /// Its place in the list of goals.
        goal: usize,
    },
    /// A wall pushed in its turn.
    Wall {
        /// Whose it is.
        of: WallOf,
    },
    /// A joint moved in its turn ([`Method::Joints`](crate::ik::Method::Joints), [`Method::Sweep`](crate::ik::Method::Sweep)).
    Joint {
        /// The joint, by the link that it hangs on its parent.
        joint: LinkId,
        /// Whether its limits stopped it within the visit, as those of `Method::Sweep` do.
        stopped: bool,
    },
    /// Sweeps had nothing left to do: what a bound or a wall changed is too little for another one.
    Content,
    /// All goals were solved at once ([`Method::Direct`](crate::ik::Method::Direct)).
    Exact,
    /// All goals of some ranks were solved: one visit for each rank of `Strict`, two visits with `NullSpace`.
    Ranks {
        /// The most important one of them.
        first: Rank,
        /// The least important one of them.
        last: Rank,
    },
    /// Posture filled what all ranks left free.
    Posture,
    /// Conjugate gradients lengthened what the last sweep found.
    Lengthened,
    /// Conjugate gradients went on along the steps before this one.
    Prolonged,
    /// A bound stopped a joint: from here on it is held there.
    BoundHeld {
        /// Whose it is.
        joint: LinkId,
        /// Which one.
        bound: JointBound,
    },
    /// A bound lets its joint go again.
    BoundLetGo {
        /// Whose it is.
        joint: LinkId,
        /// Which one.
        bound: JointBound,
    },
    /// The step ran into a wall: from here on it pushes. Every linearisation forgets its walls.
    WallMet {
        /// Whose it is.
        of: WallOf,
    },
    /// A wall would have to pull, and is let go.
    WallLetGo {
        /// Whose it is.
        of: WallOf,
    },
    /// The step was kept: it lowered the cost, or brought a pose that settles nearer to rest.
    Kept,
    /// The step was refused: the figure is back where it was.
    Refused,
    /// The step was taken without being judged, or not yet.
    Taken,
    /// The solve is done; this is its answer.
    Ended,
}

impl Event {
    /// Whether a start begins.
    pub const fn begins(&self) -> bool {
        matches!(
            self,
            Self::Began | Self::BeganBeyondLimits | Self::BeganByWeights
        )
    }
}

/// One moment of a solve: a visit to a goal or a joint, or what was decided between visits.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// What happened.
    pub event: Event,
    /// Steps tried so far, this one included: the number of the linearisation as [`Iteration::number`](crate::ik::Iteration)
    /// counts it. 0 before the first.
    pub linearisation: u32,
    /// Counts from 0; each time the solve begins anew is one more.
    pub start: u32,
    /// Counts from 1 within a step: each time that limits hold or let go of something, the step is solved again.
    pub round: u32,
    /// Sweeps of this step so far, this one included.
    pub sweep: u32,
    /// Damping of the step [m²].
    pub damping: f64,
    /// State of what was visited, before: how hard a goal pulls [1 over the unit of its rows], or a joint's turn in this step
    /// [rad], world axes for a ball and x for a hinge. Zero where nobody in particular was visited.
    pub before: DVec3,
    /// The same after the visit.
    pub after: DVec3,
    /// What the solve lowers, in the pose below [m²].
    pub cost: f64,
    /// Error of every goal in the pose below, in its unit [m or rad].
    pub errors: Vec<f64>,
    /// Where the step leads if it ends at this moment, inside all limits unless its start goes beyond them.
    pub pose: Pose,
}

/// A whole solve, moment by moment, to be gone through forward and back. It begins with [`Event::Began`] and ends with [`Event::Ended`].
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Never empty.
    visits: Vec<Visit>,
    /// How many are kept, but for the last one.
    room: usize,
    unrecorded: usize,
}

/// Joint coordinates that one trace keeps at most, of all its poses: 200 MB. Solves that long are not watched to their end.
const MOST_COORDINATES: usize = 4_000_000;

impl Trace {
    /// With room for so many moments of a body with so many joints, at most.
    pub(super) fn new(moments: usize, joints: usize) -> Self {
        Self {
            visits: Vec::new(),
            room: moments.min(MOST_COORDINATES / joints.max(1)),
            unrecorded: 0,
        }
    }

    /// Every moment that was recorded, in order.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// Moments that were not recorded, because there were too many; all of them lie before the last one.
    pub const fn unrecorded(&self) -> usize {
        self.unrecorded
    }

    /// Whether one more moment is kept; counts it when it is not.
    pub(super) fn has_room(&mut self) -> bool {
        let has_room = self.visits.len() < self.room;
        self.unrecorded += usize::from(!has_room);
        has_room
    }

    pub(super) fn push(&mut self, visit: Visit) {
        self.visits.push(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_take_too_much_memory_is_counted_and_not_kept() {
        let mut trace = Trace::new(usize::MAX, 16);
        assert!(trace.has_room());
        assert_eq!(trace.unrecorded(), 0);
        for mut trace in [
            Trace::new(usize::MAX, MOST_COORDINATES + 1),
            Trace::new(0, 16),
        ] {
            assert!(!trace.has_room());
            assert_eq!(trace.unrecorded(), 1);
        }
    }
}
