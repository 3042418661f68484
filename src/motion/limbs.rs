//! What a posed motion does: where its centre of mass goes, and how far its limbs move the zero-moment point.

use super::audit::{GRAVITY, Momentum};
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::{Kinematics, Rooting, SupportPolygon, forward, virtual_centers};
use glam::{DVec2, DVec3};

/// Loads of a body that was posed along a bad plan are believed within these, in weights.
const LOADS: [f64; 2] = [0.4, 2.0];

/// What was measured of one posed frame.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Centre of mass [m].
    pub com: DVec3,
    /// The pivot of the link that it was measured for [m].
    pub pivot: DVec3,
    /// Rate of the angular momentum about the centre of mass [N m].
    pub angular_rate: DVec3,
}

/// What stands at one frame.
#[derive(Clone, Debug)]
pub struct Support {
    /// Seen from above; without corners the body flies.
    pub hull: SupportPolygon,
    /// Of what touches [m].
    pub height: f64,
}

/// What limbs do at one frame, and the centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// λ: height over the support by the weight of a kilogram [s²].
    pub lever_secs2: f64,
    /// o: how far they move the zero-moment point [m].
    pub offset_xz: DVec2,
    /// Of the centre of mass [m/s²].
    pub acceleration_xz: DVec2,
}

/// Where a posed body and one of its links are, and how its limbs turn.
pub fn measure(
    character: &Character,
    link: LinkId,
    (poses, frame_secs): (&[Pose], f64),
) -> Vec<Measured> {
    let rooting = Rooting::new(character, LinkId::ROOT);
    let mut before = Kinematics::default();
    let mut kin = Kinematics::default();
    let mut momentum: Vec<DVec3> = Vec::with_capacity(poses.len());
    let mut measured: Vec<Measured> = Vec::with_capacity(poses.len());
    for (frame, pose) in poses.iter().enumerate() {
        forward(&rooting, character, pose, pose.world_from_root, &mut kin);
        virtual_centers(&rooting, &mut kin);
        if frame > 0 {
            let way = Momentum::between(character, &before, &kin, frame_secs);
            momentum.push(way.angular);
        }
        measured.push(Measured {
            com: kin.com,
            pivot: kin.pivot(link),
            angular_rate: DVec3::ZERO,
        });
        std::mem::swap(&mut before, &mut kin);
    }
    for (frame, pair) in momentum.windows(2).enumerate() {
        measured[frame + 1].angular_rate = (pair[1] - pair[0]) / frame_secs;
    }
    measured
}

/// What limbs do to the zero-moment point on the way that was posed, and what the centre of mass does.
pub fn limbs_of(
    character: &Character,
    (measured, frame_secs): (&[Measured], f64),
    supports: &[Support],
) -> Vec<Limb> {
    let mass = character.mass();
    let last = measured.len() - 1;
    (supports.iter().enumerate())
        .map(|(frame, support)| {
            let now = &measured[frame];
            let (earlier, later) = (frame.saturating_sub(1), (frame + 1).min(last));
            let bend = measured[later].com - 2.0 * now.com + measured[earlier].com;
            let acceleration = bend / (frame_secs * frame_secs);
            let weight = GRAVITY + acceleration.y;
            let weight = weight.clamp(LOADS[0] * GRAVITY, LOADS[1] * GRAVITY);
            let turning = DVec2::new(now.angular_rate.z, -now.angular_rate.x);
            Limb {
                lever_secs2: (now.com.y - support.height) / weight,
                offset_xz: turning / (mass * weight),
                acceleration_xz: DVec2::new(acceleration.x, acceleration.z),
            }
        })
        .collect()
}

/// The least distance of the zero-moment point from the edge of what touches [m].
pub fn least_margin(measured: &[Measured], limbs: &[Limb], supports: &[Support]) -> f64 {
    let frames = measured.iter().zip(limbs).zip(supports);
    let margins = frames.map(|((now, limb), support)| {
        let com = DVec2::new(now.com.x, now.com.z);
        let point = com - limb.lever_secs2 * limb.acceleration_xz + limb.offset_xz;
        support.hull.margin(point).metres
    });
    margins.fold(f64::INFINITY, f64::min)
}
