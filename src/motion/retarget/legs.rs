//! Legs that limits keep back: the foot stays where it was recorded, as far as the leg reaches, and the knee gives way.
//!
//! Recordings have knees where nobody's can be (deep squats, from markers that were mistaken): thighs cut off at their limits would carry the
//! foot through the air. The knee of a foot that is carried away turns to where its toes point, the more the farther that is.

use crate::character::{Character, Pose};
use crate::kinematics::{Kinematics, TwoBoneLimb};
use crate::math::{Transform, ease, square};
use glam::DVec3;

/// The legs of a body, in closed form.
pub(super) struct Legs<'a> {
    character: &'a Character,
    limbs: Vec<Leg>,
}

struct Leg {
    limb: TwoBoneLimb,
    /// The axis of the knee, seen from the foot at rest.
    axis_in_foot: DVec3,
}

/// A foot that limits carry away by less stays as it is, and one by more is put back whole [m].
const LEAST: f64 = 0.01;
const WHOLE: f64 = 0.06;
/// One that is this much higher than the lowest foot is put back by half of that: it carries nothing [m].
const LOW: f64 = 0.1;

impl<'a> Legs<'a> {
    pub(super) fn new(character: &'a Character) -> Self {
        let rest = Kinematics::of(character, &character.rest);
        let feet = character.standing_feet();
        let limbs = feet.filter_map(|foot| {
            let link = character.feet[foot].whole.link;
            let limb = TwoBoneLimb::new(character, link)?;
            let axis = limb.axis_in_world(&rest);
            Some(Leg {
                axis_in_foot: rest.link(link).rotation.conjugate() * axis,
                limb,
            })
        });
        Self {
            limbs: limbs.collect(),
            character,
        }
    }

    /// Puts feet of a pose that limits keep back to where those of the free one are.
    pub(super) fn put_back(&self, free: &Pose, limited: &mut Pose) {
        let [asked, now] = [free, &*limited].map(|pose| Kinematics::of(self.character, pose));
        let height = |leg: &Leg| asked.link(leg.limb.end).translation.y;
        let lowest = self.limbs.iter().map(height).fold(f64::INFINITY, f64::min);
        for leg in &self.limbs {
            let Leg { limb, axis_in_foot } = leg;
            let [foot, carried] = [&asked, &now].map(|kin| kin.link(limb.end));
            let away = foot.translation.distance(carried.translation);
            let is_low = 1.0 / (1.0 + square((height(leg) - lowest) / LOW));
            let share = is_low * ease((away - LEAST) / (WHOLE - LEAST));
            if share == 0.0 {
                continue;
            }
            let put = Transform::new(
                carried.rotation.slerp(foot.rotation, share),
                carried.translation.lerp(foot.translation, share),
            );
            let with_toes = foot.rotation * *axis_in_foot;
            let wished = limb.axis_in_world(&now).lerp(with_toes, share);
            let wished = wished.normalize_or(with_toes);
            let base = now.link(limb.base);
            limb.reach(self.character, (base, &put), (wished, share), limited);
        }
    }
}
