//! A point of a link is at a height, wherever else it is.

use super::Task;
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// A point of a link is at a height, wherever else it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// The link that carries the point.
    pub link: LinkId,
    /// [m]
    pub point_in_link: DVec3,
    /// Above the world's zero [m].
    pub height: f64,
}

impl Task for Height {
    fn error(&self, here: Here) -> DVec3 {
        DVec3::X * (self.height - here.point(self.link, self.point_in_link).y)
    }

    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers) {
        let tip = here.point(self.link, self.point_in_link) + 0.5 * asked.x * DVec3::Y;
        levers.scalar(here, &[(self.link, tip, DVec3::Y)]);
    }
}
