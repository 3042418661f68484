//! Elbows and knees: a recording turns them any way, our bodies about one axis. A bend shows that axis.
//!
//! ```text
//! upper bone × lower bone ──> the axis, believed the more the farther the limb is bent, and the nearer it is to where it is usually
//! straight limb           ──> the axis as the recorded turn of the upper bone takes it along
//! ```
//! A straight limb that noise bends backward shows its axis half round: such are not believed, or the limb would flip.

use crate::math::{ease, rotation_from_vector};
use glam::DVec3;
use std::f64::consts::TAU;

/// Sines of the bend below which the recorded twist counts alone, and above which the bend does.
const STRAIGHT: f64 = 0.1;
const BENT: f64 = 0.35;
/// An axis that is turned by so much from where it usually is is believed in full, and from the other on not at all [rad].
const LIKELY: f64 = 1.0;
const UNLIKELY: f64 = 1.75;

/// What one row shows of a limb with a hinge at its end; vectors in the world where nothing else is said.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBend {
    /// Unit vectors in the link's axes at zero: of its bone, and of the hinge.
    pub(super) bone_in_link: DVec3,
    pub(super) axis_in_link: DVec3,
    /// Unit vector of the recorded bone.
    pub(super) bone: DVec3,
    /// The hinge's axis as the recorded turn has it.
    pub(super) recorded_axis: DVec3,
    /// The hinge's axis as the bend shows it, as long as the sine of the bend.
    pub(super) bend: DVec3,
}

impl ShownBend {
    /// How much the bend is believed [0..1], and how far it turns the recorded axis about the bone [rad].
    pub(super) fn turn(&self) -> (f64, f64) {
        let share = ease((self.bend.length() - STRAIGHT) / (BENT - STRAIGHT));
        let axis = self.recorded_axis.reject_from_normalized(self.bone);
        let turn = libm::atan2(self.bone.dot(axis.cross(self.bend)), axis.dot(self.bend));
        (share, turn)
    }

    /// The hinge's axis, given how far it is usually turned from the recorded one.
    pub(super) fn axis(&self, usual_turn: f64) -> DVec3 {
        let (share, turn) = self.turn();
        let away = turn - usual_turn;
        let away = away - TAU * (away / TAU).round();
        let likely = ease((UNLIKELY - away.abs()) / (UNLIKELY - LIKELY));
        let turn = usual_turn + share * likely * away;
        rotation_from_vector(turn * self.bone) * self.recorded_axis
    }
}
