//! A direction of a link points somewhere, free to spin about itself: a finger, an upright cup.

use super::{Task, Unit};
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// A direction of a link points somewhere, free to spin about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// The link that turns.
    pub link: LinkId,
    /// Unit vector.
    pub direction_in_link: DVec3,
    /// Unit vector.
    pub target_in_world: DVec3,
}

impl Task for Direction {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    fn error(&self, here: Here) -> DVec3 {
        self.target_in_world - here.direction(self.link, self.direction_in_link)
    }

    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        let tip = here.direction(self.link, self.direction_in_link) + 0.5 * asked;
        levers.direction(here, self.link, tip);
    }
}
