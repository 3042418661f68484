//! Moments in time, and how the way between them is gone.

use super::Setup;
use crate::gait::Manner;
use crate::math::ease;
use std::sync::Arc;

/// A moment that was authored.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// When it is [s].
    pub secs: f64,
    /// What is posed then.
    pub setup: Arc<Setup>,
    /// How the way to the next key is gone.
    pub easing: Easing,
    /// What keeps the figure on its feet on that way.
    pub manner: Manner,
}

/// How the way from one key to the next is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Easing {
    /// At one speed.
    Linear,
    /// From rest to rest.
    #[default]
    Smooth,
    /// From rest, arriving at speed.
    SlowStart,
    /// Leaving at speed, to rest.
    SlowEnd,
    /// Not at all: the pose stays, and jumps at the next key.
    Hold,
}

impl Easing {
    /// Every one, for lists.
    pub const ALL: [Self; 5] = [
        Self::Linear,
        Self::Smooth,
        Self::SlowStart,
        Self::SlowEnd,
        Self::Hold,
    ];

    /// The share of the way that is gone after a share of the time [0..1].
    pub fn share(self, time: f64) -> f64 {
        let t = time.clamp(0.0, 1.0);
        match self {
            Self::Linear => t,
            Self::Smooth => ease(t),
            Self::SlowStart => t * t * (2.0 - t),
            Self::SlowEnd => 1.0 - Self::SlowStart.share(1.0 - t),
            Self::Hold => t.floor(),
        }
    }
}
