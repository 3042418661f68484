//! How high the legs carry the pelvis.

use super::super::biped::{Biped, Foot};
use crate::math::{Transform, square};
use glam::{DQuat, DVec2, DVec3};

/// A knee is never straighter than this [rad]: next to a straight one a small step of the body would need a large turn of it.
pub(in crate::gait) const STRAIGHTEST: f64 = 0.136;

/// The share of its stretched length that a leg of two equal parts has with a bent knee.
pub(in crate::gait) fn stretch(knee_flexion: f64) -> f64 {
    libm::cos(0.5 * knee_flexion)
}

impl Foot {
    /// Height of the pelvis's pivot when the hip is so far from the ankle and the pelvis is turned like this, over a point (x, z)
    /// [m]; that of the ankle's own height where the leg is too short.
    pub(in crate::gait) fn pelvis_height(
        &self,
        ankle: DVec3,
        (pelvis_xz, pelvis_turn): (DVec2, DQuat),
        leg: f64,
    ) -> f64 {
        let hip = pelvis_turn * self.hip_from_pelvis;
        let apart = pelvis_xz + DVec2::new(hip.x - ankle.x, hip.z - ankle.z);
        let up = (square(leg) - apart.length_squared()).max(0.0).sqrt();
        ankle.y + up - hip.y
    }
}

/// The highest place of the pelvis that both legs reach, the centre of mass over a point (x, z) [m].
pub(super) fn highest_pelvis(
    biped: &Biped,
    world_from_feet: &[Transform; 2],
    (com_xz, heading): (DVec2, f64),
) -> f64 {
    let turn = DQuat::from_rotation_y(heading);
    let offset = turn * biped.pelvis_from_com;
    let pelvis_xz = com_xz + DVec2::new(offset.x, offset.z);
    let reach = |foot: usize| {
        let ankle = world_from_feet[foot].translation;
        let foot = &biped.feet[foot];
        foot.pelvis_height(
            ankle,
            (pelvis_xz, turn),
            stretch(STRAIGHTEST) * foot.leg_length,
        )
    };
    reach(0).min(reach(1))
}
