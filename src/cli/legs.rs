//! What the options of `walk` are checked against: a body on two legs, or on four and more.

use super::Error;
use crate::character::Character;
use crate::gait::{Biped, ManyLegs, WalkSettings, Wish};

/// A body that walks.
pub(super) enum Legs {
    /// On two.
    Two(Box<Biped>),
    /// On four or more.
    Many(Box<ManyLegs>),
}

impl Legs {
    /// Those of a character that has enough.
    pub(super) fn of(character: &Character) -> Result<Self, Error> {
        if let Some(body) = ManyLegs::new(character) {
            return Ok(Self::Many(Box::new(body)));
        }
        let biped = Biped::new(character).map_err(|e| Error::Arguments(e.to_string()))?;
        Ok(Self::Two(Box::new(biped)))
    }

    /// Settings at a speed, no faster than the fastest; at a comfortable one when nobody says [m/s].
    pub(super) fn settings_at(&self, speed: Option<f64>) -> WalkSettings {
        match self {
            Self::Two(biped) => {
                let speed = speed.unwrap_or(biped.comfortable_speed()).abs();
                biped.settings_at(speed.min(biped.fastest_speed()))
            }
            Self::Many(body) => {
                let speed = speed.unwrap_or(body.comfortable_speed()).abs();
                body.settings_at(speed.min(body.fastest_speed()))
            }
        }
    }

    pub(super) fn static_settings(&self) -> WalkSettings {
        match self {
            Self::Two(biped) => biped.static_settings(),
            Self::Many(body) => body.static_settings(),
        }
    }

    /// The shorter leg, and what lengths that suit a person are multiplied by [m].
    pub(super) fn size(&self) -> (f64, f64) {
        match self {
            Self::Two(biped) => (biped.shorter_leg(), biped.fineness()),
            Self::Many(body) => (body.shorter_leg(), body.fineness()),
        }
    }

    /// A wish as far as steps go.
    pub(super) fn within_steps(&self, settings: &WalkSettings, wish: Wish) -> Wish {
        match self {
            Self::Two(biped) => biped.within_steps(settings, wish),
            Self::Many(body) => body.within_steps(settings, wish),
        }
    }
}
