//! What a posed motion does: where its centre of mass goes, and how far its limbs move the zero-moment point.

use super::audit::{GRAVITY, Momentum};
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::{Kinematics, Rooting, SupportPolygon, forward, virtual_centers};
use glam::{DVec2, DVec3};

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
    /// Of the centre of mass over the support [m].
    pub height: f64,
    /// What a kilogram weighs: gravity and its acceleration upward [m/s²].
    pub weight: f64,
    /// How they turn about the centre of mass, for a kilogram of the body, as it moves the zero-moment point [m²/s²].
    pub turning_xz: DVec2,
    /// Of the centre of mass [m/s²].
    pub acceleration_xz: DVec2,
}

impl Limb {
    /// λ, the height over the support by the weight of a kilogram [s²], and o, how far limbs move the zero-moment point [m].
    /// Loads of a body that was posed along a bad plan are believed within these, in weights.
    pub fn for_plan(&self, loads: [f64; 2]) -> (f64, DVec2) {
        let weight = self.weight.clamp(loads[0] * GRAVITY, loads[1] * GRAVITY);
        (self.height / weight, self.turning_xz / weight)
    }

    /// Between two moments.
    #[must_use]
    pub fn lerp(&self, other: &Self, share: f64) -> Self {
        let between = |a: f64, b: f64| a + share * (b - a);
        Self {
            height: between(self.height, other.height),
            weight: between(self.weight, other.weight),
            turning_xz: self.turning_xz.lerp(other.turning_xz, share),
            acceleration_xz: self.acceleration_xz.lerp(other.acceleration_xz, share),
        }
    }
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
            let turning = DVec2::new(now.angular_rate.z, -now.angular_rate.x);
            Limb {
                height: now.com.y - support.height,
                weight: GRAVITY + acceleration.y,
                turning_xz: turning / mass,
                acceleration_xz: DVec2::new(acceleration.x, acceleration.z),
            }
        })
        .collect()
}

/// The distance of the zero-moment point from the edge of what touches at every frame [m]. A kilogram is taken to weigh as much as
/// this at least [m/s²]: where nothing weighs anything there is no such point.
pub fn margins_of<'m>(
    measured: &'m [Measured],
    limbs: &'m [Limb],
    supports: &'m [Support],
    least_weight: f64,
) -> impl Iterator<Item = f64> + 'm {
    let frames = measured.iter().zip(limbs).zip(supports);
    frames.map(move |((now, limb), support)| {
        let com = DVec2::new(now.com.x, now.com.z);
        let pull = limb.turning_xz - limb.height * limb.acceleration_xz;
        let point = com + pull / limb.weight.max(least_weight);
        support.hull.margin(point).metres
    })
}

/// The least of these distances [m].
pub fn least_margin(
    measured: &[Measured],
    limbs: &[Limb],
    supports: &[Support],
    least_weight: f64,
) -> f64 {
    margins_of(measured, limbs, supports, least_weight).fold(f64::INFINITY, f64::min)
}
