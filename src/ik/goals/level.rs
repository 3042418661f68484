//! A link keeps an orientation about chosen axes of the world: a tray that may turn about the vertical and not tip.

use super::orientation::half_sine;
use super::{Task, Unit};
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use crate::math::SwingTwist;
use glam::{DQuat, DVec3};

/// A link keeps an orientation about chosen axes of the world and is free about the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The link that turns.
    pub link: LinkId,
    /// The orientation that it keeps.
    pub world_from_link: DQuat,
    /// Which of the world's axes x, y and z it may not turn about.
    pub about: [bool; 3],
}

impl Level {
    fn mask(&self) -> DVec3 {
        DVec3::from_array(self.about.map(|held| if held { 1.0 } else { 0.0 }))
    }
}

impl Task for Level {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    /// With one free axis, however far the link is turned about it: only the swing of that axis counts.
    fn error(&self, here: Here) -> DVec3 {
        let turn = self.world_from_link * here.kin.link(self.link).rotation.conjugate();
        let turn = match self.about {
            [false, true, true] => swing(turn, DVec3::X),
            [true, false, true] => swing(turn, DVec3::Y),
            [true, true, false] => swing(turn, DVec3::Z),
            _ => turn,
        };
        self.mask() * half_sine(turn)
    }

    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        levers.turn(here, self.link, self.mask());
    }
}

/// What is left of a rotation when a twist about a unit axis may follow it for nothing.
fn swing(turn: DQuat, axis: DVec3) -> DQuat {
    let back = SwingTwist {
        twist: 0.0,
        ..SwingTwist::split(turn.conjugate(), axis)
    };
    back.join(axis).conjugate()
}
