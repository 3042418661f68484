//! Two points of the body come together, and both ends move: a hand on the own knee, hands that clasp.

use super::{LinkPoint, Task};
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// Two points of the body come together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Together {
    /// The one.
    pub first: LinkPoint,
    /// The other.
    pub second: LinkPoint,
}

impl Task for Together {
    fn error(&self, here: Here) -> DVec3 {
        self.second.in_world(here) - self.first.in_world(here)
    }

    /// Both arms end in the middle, so that joints which carry both points have none.
    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        let (first, second) = (self.first, self.second);
        let tips = [
            (first.link, first.in_world(here) + 0.5 * asked, 1.0),
            (second.link, second.in_world(here) - 0.5 * asked, -1.0),
        ];
        levers.points(here, &tips);
    }
}
