//! A point of a link goes to a place: hands, free feet, soles that stand.

use super::Task;
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// A point of a link goes to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The link that carries the point.
    pub link: LinkId,
    /// [m]
    pub point_in_link: DVec3,
    /// [m]
    pub target_in_world: DVec3,
}

impl Task for Position {
    fn error(&self, here: Here) -> DVec3 {
        self.target_in_world - here.point(self.link, self.point_in_link)
    }

    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        let tip = here.point(self.link, self.point_in_link) + 0.5 * asked;
        levers.point(here, self.link, tip);
    }
}
