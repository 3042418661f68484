//! What a world is like: gravity, how hard its surfaces are, how carefully it is solved.

use super::scale::BodyScale;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How positions and velocities advance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integrator {
    /// Velocities first, then positions with those: stable with contacts and drives. While nothing touches, such
    /// velocities are those of half a step before (leapfrog): energy sways by first order and does not run away.
    SemiImplicit,
    /// Semi-implicit, and while nothing holds the figure its first link's velocity is corrected so that momentum is what
    /// the forces and impulses made it; free, its centre of mass stays on the parabola.
    #[default]
    KeepMomentum,
    /// Four evaluations a step, fourth order. Only while nothing touches or holds the figure and no joint is driven or
    /// at a stop; else as `SemiImplicit`.
    RungeKutta4,
}

/// Settings of a world; the same for every step. Figures with a length, a force or a time of contact in them are those of a
/// person; a world takes them to the size and weight of its own figure ([`BodyScale`]), so that a giant sinks no deeper, for
/// its size, than a thumbling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldSettings {
    /// Acceleration of free fall [m/s²].
    pub gravity: DVec3,
    /// How positions and velocities advance.
    pub integrator: Integrator,
    /// Of a contact point [N/m]. 4e5 lets a person of 72 kg on two feet sink by a fifth of a millimetre. Loose bodies have it,
    /// too, and more when they are heavier than a person or the figure is.
    pub contact_stiffness: f64,
    /// Of a contact point [N s/m]. About critical for a foot under a person.
    pub contact_damping: f64,
    /// Contacts are looked for this far apart, besides how far bodies move in a step [m].
    pub contact_margin: f64,
    /// Overlaps are undone no faster than this [m/s].
    pub most_push_out: f64,
    /// Of a stop of a joint [N m/rad]. 5e4 gives by a tenth of a degree under 100 N m. A stop that gave not at all would
    /// quarrel for ever with feet that stick.
    pub stop_stiffness: f64,
    /// Of a stop of a joint [N m s/rad]. Far beyond critical: a limb that runs into it stays there.
    pub stop_damping: f64,
    /// Joints turn no faster than this, nor by more than half a radian in a step [rad/s]. Kicks and throws reach 40.
    pub most_joint_rate: f64,
    /// Whether links of the figure that are no neighbours collide.
    pub self_contact: bool,
    /// Most sweeps of the contact solver in a step.
    pub sweeps: usize,
    /// The solver stops when a sweep changes no velocity by more than this [m/s].
    pub tolerance: f64,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self {
            gravity: DVec3::new(0.0, -9.81, 0.0),
            integrator: Integrator::default(),
            contact_stiffness: 4e5,
            contact_damping: 4e3,
            contact_margin: 2e-3,
            most_push_out: 1.0,
            stop_stiffness: 5e4,
            stop_damping: 500.0,
            most_joint_rate: 60.0,
            self_contact: false,
            sweeps: 50,
            tolerance: 3e-6,
        }
    }
}

impl WorldSettings {
    /// The same for a figure of another size and weight. Contacts are told apart by what they carry, not here.
    pub(super) fn scaled(&self, scale: &BodyScale) -> Self {
        let time = scale.time();
        Self {
            contact_margin: scale.length * self.contact_margin,
            most_push_out: time * self.most_push_out,
            stop_stiffness: scale.torque() * self.stop_stiffness,
            stop_damping: scale.turning_damping() * self.stop_damping,
            most_joint_rate: self.most_joint_rate / time,
            tolerance: time * self.tolerance,
            ..self.clone()
        }
    }
}
