//! How large and heavy a body is beside a person: what turns the stiffness of a person's contacts, stops and pins into that
//! of a thumbling's or a giant's.
//!
//! Bodies that differ in size and mass alone move alike when forces go with the weight M and times with √L, since gravity
//! is the same for all (Froude). So a stiffness [N/m] goes with M/L, its damping with M/√L, a stiffness of turning [N m/rad]
//! with M L, and every body gives by the same share of its length.

use crate::character::{Character, LinkId};
use crate::kinematics::{Kinematics, Rooting, composite_inertias};

/// Radius at which all mass of a person would turn as hard as the body does at rest [m].
const PERSON_RADIUS: f64 = 0.408_875_598;

/// A body's size beside a person's: 1 and 1 are the shipped human's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyScale {
    /// Times a person's mass.
    pub mass: f64,
    /// Times a person's length.
    pub length: f64,
}

impl BodyScale {
    /// Mass of a person [kg].
    pub const PERSON_MASS: f64 = 72.0;

    /// That of a body as it rests: its length is read off the radius of gyration, which every body has, lying or standing.
    pub fn of(character: &Character) -> Self {
        let kin = Kinematics::of(character, &character.rest);
        let rooting = Rooting::new(character, LinkId::ROOT);
        let whole = composite_inertias(&rooting, character, &kin).pop();
        let (mass, trace) = whole.map_or((Self::PERSON_MASS, 0.0), |whole| {
            let inertia = whole.inertia;
            let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
            (whole.mass, trace)
        });
        // The trace counts every arm twice.
        let radius = (0.5 * trace / mass).sqrt();
        Self {
            mass: mass / Self::PERSON_MASS,
            length: radius / PERSON_RADIUS,
        }
    }

    /// Of times and speeds.
    pub fn time(&self) -> f64 {
        self.length.sqrt()
    }

    /// Of springs [N/m].
    pub fn stiffness(&self) -> f64 {
        self.mass / self.length
    }

    /// Of dampers [N s/m].
    pub fn damping(&self) -> f64 {
        self.stiffness() * self.time()
    }

    /// Of torques and springs of turning [N m/rad].
    pub fn torque(&self) -> f64 {
        self.mass * self.length
    }

    /// Of dampers of turning [N m s/rad].
    pub fn turning_damping(&self) -> f64 {
        self.torque() * self.time()
    }

    /// Of rotational inertia [kg m²].
    pub fn inertia(&self) -> f64 {
        self.torque() * self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn the_shipped_human_is_a_person() {
        let human = load_character("human").unwrap();
        let BodyScale { mass, length } = BodyScale::of(&human);
        assert!((mass - 1.0).abs() < 1e-9 && (length - 1.0).abs() < 1e-6);
    }
}
