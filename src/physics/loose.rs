//! Loose bodies: rocks, thrown balls. One shape about its centre of mass, evenly filled.

use super::couple::FreeMass;
use super::state::LooseState;
use super::velocity::Twist;
use crate::character::Shape;
use crate::level::{Rock, RockShape};
use crate::math::Transform;
use glam::{DMat3, DVec3};

/// What a loose body is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LooseBody {
    /// About its centre of mass.
    pub shape: Shape,
    /// More than zero [kg].
    pub mass: f64,
    /// Coefficient of friction; of two that touch the lesser counts.
    pub friction: f64,
}

impl LooseBody {
    /// A rock of a level, and where it lies at first.
    pub fn of_rock(rock: &Rock) -> (Self, LooseState) {
        let shape = match rock.shape {
            RockShape::Sphere { radius } => Shape::Sphere { radius },
            RockShape::Box { half } => Shape::Box { half },
        };
        let body = Self {
            shape,
            mass: rock.mass,
            friction: rock.friction,
        };
        let place = LooseState {
            world_from_body: rock.world_from_rock,
            velocity: Twist::default(),
        };
        (body, place)
    }

    /// A ball of a mass and radius [kg, m], on its way.
    pub fn thrown(mass: f64, radius: f64, from: DVec3, velocity: DVec3) -> (Self, LooseState) {
        let body = Self {
            shape: Shape::Sphere { radius },
            mass,
            friction: 0.5,
        };
        let place = LooseState {
            world_from_body: Transform::from_translation(from),
            velocity: Twist {
                angular: DVec3::ZERO,
                linear: velocity,
            },
        };
        (body, place)
    }

    /// Rotational inertia in world axes [kg m²].
    pub fn inertia(&self, world_from_body: &Transform) -> DMat3 {
        let rotation = DMat3::from_quat(world_from_body.rotation);
        rotation * (self.mass * self.shape.inertia_per_mass()) * rotation.transpose()
    }

    pub(super) fn free_mass(&self, world_from_body: &Transform) -> FreeMass {
        FreeMass {
            inverse_mass: 1.0 / self.mass,
            inverse_inertia: self.inertia(world_from_body).inverse(),
        }
    }
}
