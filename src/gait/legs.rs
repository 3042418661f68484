//! What walks: a body on two legs, or on four and more.

use super::biped::{Biped, Foot, NotBiped};
use super::dynamic::ManyLegs;
use super::settings::{Manner, WalkSettings, Wish};
use crate::character::Character;

/// A body that walks.
#[derive(Clone, Debug)]
pub enum Legs {
    /// On two.
    Two(Box<Biped>),
    /// On four or more.
    Many(Box<ManyLegs>),
}

impl Legs {
    /// Those of a character that has enough.
    ///
    /// # Errors
    /// When it stands on one foot, on three or on none.
    pub fn of(character: &Character) -> Result<Self, NotBiped> {
        if let Some(body) = ManyLegs::new(character) {
            return Ok(Self::Many(Box::new(body)));
        }
        Ok(Self::Two(Box::new(Biped::new(character)?)))
    }

    /// Settings at a speed, no faster than the fastest; at a comfortable one when nobody says [m/s].
    pub fn settings_at(&self, speed: Option<f64>) -> WalkSettings {
        let speed = speed.unwrap_or_else(|| self.comfortable_speed()).abs();
        let speed = speed.min(self.fastest_speed());
        match self {
            Self::Two(biped) => biped.settings_at(speed),
            Self::Many(body) => body.settings_at(speed),
        }
    }

    /// Settings of a walk that is balanced as if it stood still on every frame, by the body's size; of a crawl on four legs.
    pub fn static_settings(&self) -> WalkSettings {
        match self {
            Self::Two(biped) => biped.static_settings(),
            Self::Many(body) => body.static_settings(),
        }
    }

    /// Settings of a walk of this kind when nobody says more.
    pub fn usual_settings(&self, manner: Manner) -> WalkSettings {
        match manner {
            Manner::Static => self.static_settings(),
            Manner::Dynamic => self.settings_at(None),
        }
    }

    /// The speed of a stroll, or of an easy trot [m/s].
    pub fn comfortable_speed(&self) -> f64 {
        match self {
            Self::Two(biped) => biped.comfortable_speed(),
            Self::Many(body) => body.comfortable_speed(),
        }
    }

    /// The fastest that it walks or trots [m/s].
    pub fn fastest_speed(&self) -> f64 {
        match self {
            Self::Two(biped) => biped.fastest_speed(),
            Self::Many(body) => body.fastest_speed(),
        }
    }

    /// [m]
    pub fn shorter_leg(&self) -> f64 {
        match self {
            Self::Two(biped) => biped.shorter_leg(),
            Self::Many(body) => body.shorter_leg(),
        }
    }

    /// What lengths that suit a person are multiplied by.
    pub fn fineness(&self) -> f64 {
        match self {
            Self::Two(biped) => biped.fineness(),
            Self::Many(body) => body.fineness(),
        }
    }

    /// A wish as far as steps go.
    pub fn within_steps(&self, settings: &WalkSettings, wish: Wish) -> Wish {
        match self {
            Self::Two(biped) => biped.within_steps(settings, wish),
            Self::Many(body) => body.within_steps(settings, wish),
        }
    }

    /// Its feet; footsteps number them.
    pub fn feet(&self) -> &[Foot] {
        match self {
            Self::Two(biped) => &biped.feet,
            Self::Many(body) => &body.feet,
        }
    }
}
