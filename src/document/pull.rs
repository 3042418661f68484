//! What the mouse pulls at, and how far that has come: a body's posture goes along no faster.

use glam::{DQuat, DVec3};

/// What the mouse pulls now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// Index into [`Setup::handles`].
    pub handle: usize,
    /// Where to [m].
    pub position: Option<DVec3>,
    /// To which orientation, world from link.
    pub rotation: Option<DQuat>,
    /// How far it has come since the call before, of a body of human size [m]: posture changes no faster than what is pulled.
    /// Infinite where all of the way is asked at once.
    pub travel: f64,
}

/// How far a turn of the mouse's hold carries what is pulled [m/rad].
const ARM: f64 = 0.3;

impl Pull {
    /// The same pull, come from another one.
    #[must_use]
    pub(super) fn after(self, before: &Self, size: f64) -> Self {
        let moved = before.position.zip(self.position);
        let turned = before.rotation.zip(self.rotation);
        let moved = moved.map_or(0.0, |(from, to)| from.distance(to) / size);
        let turned = turned.map_or(0.0, |(from, to)| from.angle_between(to));
        Self {
            travel: moved + ARM * turned,
            ..self
        }
    }

    /// The same pull that goes on without a move.
    #[must_use]
    pub const fn held(self) -> Self {
        Self {
            travel: 0.0,
            ..self
        }
    }
}

/// How far a pull has come; without one all is asked at once.
pub(super) fn travel(pull: Option<&Pull>) -> f64 {
    pull.map_or(f64::INFINITY, |pull| pull.travel)
}
