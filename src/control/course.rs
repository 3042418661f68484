//! A ghost on its way: the one loop that steps it, for clips from the command line, for the window, for the lab.

use super::ghost::{Acting, Ghost};
use super::moment::Moment;
use crate::character::{Character, LinkId};
use crate::physics::{BodyId, Load};
use glam::DVec3;
use std::ops::ControlFlow;

/// What a ghost follows, and who watches it.
pub trait Course {
    /// Before a step, the first being 1: writes where the plan is at its end and what acts meanwhile.
    fn aim(&mut self, ghost: &mut Ghost, step: usize, target: &mut Moment, acting: &mut Acting);

    /// After it; may end the way.
    fn look(
        &mut self,
        ghost: &Ghost,
        step: usize,
        target: &Moment,
        acting: &Acting,
    ) -> ControlFlow<()>;
}

/// Steps a ghost along a course.
pub fn go(ghost: &mut Ghost, course: &mut dyn Course, steps: usize, target: &mut Moment) {
    let mut acting = Acting::default();
    for step in 1..=steps {
        acting.loads.clear();
        acting.tethers.clear();
        course.aim(ghost, step, target, &mut acting);
        ghost.step(target, &acting);
        if course.look(ghost, step, target, &acting).is_break() {
            break;
        }
    }
}

/// A force on a link for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// When it begins, by the clock of the course [s].
    pub start_secs: f64,
    /// How long it lasts [s].
    pub secs: f64,
    /// Whose centre of mass it acts on.
    pub link: LinkId,
    /// World axes [N].
    pub force: DVec3,
}

impl Push {
    /// When it ends [s].
    pub fn end_secs(&self) -> f64 {
        self.start_secs + self.secs
    }

    /// What it does within a step that ends at a time. Where it covers part of the step it acts by that part, so that its impulse does
    /// not depend on the step.
    pub fn load(&self, character: &Character, secs: f64, step_secs: f64) -> Option<Load> {
        let begin = self.start_secs.max(secs - step_secs);
        let end = self.end_secs().min(secs);
        (end > begin).then(|| {
            let point_in_body = character.link(self.link).com_in_link;
            let force = self.force * ((end - begin) / step_secs);
            Load::force(BodyId::Link(self.link), point_in_body, force)
        })
    }
}
