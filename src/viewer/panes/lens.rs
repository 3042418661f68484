//! How a camera makes depth into size, and views that have names.

use std::f64::consts::{FRAC_PI_2, PI};

/// Closest to straight up or down [rad].
pub(super) const MOST_PITCH: f64 = FRAC_PI_2 - 1e-4;

/// How depth becomes size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lens {
    /// What is far is small.
    Perspective,
    /// What is far is as large as what is near: for measuring.
    Orthographic,
}

impl Lens {
    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Perspective => Self::Orthographic,
            Self::Orthographic => Self::Perspective,
        }
    }
}

/// Views that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandardView {
    /// The character's face.
    Front,
    /// Its back.
    Back,
    /// Its left side.
    Left,
    /// Its right side.
    Right,
    /// From above, the character's front at the lower edge.
    Top,
}

impl StandardView {
    /// Yaw and pitch [rad].
    pub(crate) const fn angles(self) -> (f64, f64) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Left => (FRAC_PI_2, 0.0),
            Self::Right => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, MOST_PITCH),
        }
    }
}
