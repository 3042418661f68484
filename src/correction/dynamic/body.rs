//! The body along a way: all that hangs on the trunk as recorded, legs from it to the feet.

use super::feet::{FREE, Feet, Place};
use super::recorded::Recorded;
use crate::character::{Character, FootKind, JointCoordinate, Pose};
use crate::kinematics::{LimbMiss, TwoBoneLimb};
use crate::math::{Transform, ease};
use glam::{DQuat, DVec3};

/// Poses a body.
pub(super) struct Body<'a> {
    character: &'a Character,
    limbs: &'a [Option<TwoBoneLimb>],
    recorded: &'a Recorded,
}

/// A free foot comes no farther from its hip than the second share of the leg's length, and is held back from the first one on.
const HELD_BACK: f64 = 0.99;
const FARTHEST: f64 = 0.9995;

impl<'a> Body<'a> {
    pub(super) fn new(
        character: &'a Character,
        limbs: &'a [Option<TwoBoneLimb>],
        recorded: &'a Recorded,
    ) -> Self {
        Self {
            character,
            limbs,
            recorded,
        }
    }

    /// Along a way, feet at their places; and how far each foot is out of its place where joints stop at their limits. (frames; feet,
    /// frames)
    pub(super) fn poses(&self, feet: &Feet, way: &[DVec3]) -> (Vec<Pose>, Vec<Vec<LimbMiss>>) {
        let places = feet.places(way);
        let mut missed = vec![vec![LimbMiss::default(); way.len()]; places.len()];
        let frames = way.iter().enumerate();
        let poses = frames
            .map(|(frame, shift)| {
                let mut pose = self.recorded.poses[frame].clone();
                pose.world_from_root.translation += *shift;
                for (index, foot) in feet.followed().enumerate() {
                    let place = &places[index][frame];
                    if let Some(limb) = &self.limbs[foot] {
                        let miss = self.reach(limb, (frame, *shift), place, &mut pose);
                        missed[index][frame] = miss;
                    }
                    if let (Some(toes), Some(angle)) = (feet.toes(index), place.toe) {
                        let joint = JointCoordinate::Hinge(angle);
                        let kind = &self.character.link(toes).joint.kind;
                        pose.joints[toes.index()] = joint.clamped(kind);
                    }
                }
                pose
            })
            .collect();
        (poses, missed)
    }

    fn reach(
        &self,
        limb: &TwoBoneLimb,
        (frame, shift): (usize, DVec3),
        place: &Place,
        pose: &mut Pose,
    ) -> LimbMiss {
        let recorded = self.recorded.link(frame, limb.base);
        let of_end = self.character.foot_on_link(limb.end);
        let is_hand = of_end.is_some_and(|foot| self.character.feet[foot].kind == FootKind::Hand);
        let base = Transform::new(recorded.rotation, recorded.translation + shift);
        let root_in_base = limb.root_in_base(self.character);
        let (hip, old_hip) = (base.point(root_in_base), recorded.point(root_in_base));
        let mut end = place.world_from_link;
        let old_way = self.recorded.link(frame, limb.end).translation - old_hip;
        // A swinging foot is held back where the leg is too short, the more the freer it is; a hand no more than it was recorded.
        let way = end.translation - hip;
        let recorded_way = if is_hand { old_way.length() } else { 0.0 };
        let most = held_back(way.length(), limb.length()).max(recorded_way);
        let short = (way.length() - most).max(0.0);
        end.translation -= ease(place.freedom / FREE) * short * way.normalize_or_zero();
        // The knee points where it pointed, missed with the leg.
        let turn = DQuat::from_rotation_arc(
            old_way.normalize_or(DVec3::NEG_Y),
            (end.translation - hip).normalize_or(DVec3::NEG_Y),
        );
        let axis = turn * limb.axis_in_world(&self.recorded.kinematics[frame]);
        limb.reach(
            self.character,
            (&base, &end),
            (axis, 1.0 - place.freedom),
            pose,
        )
    }
}

/// A distance that does not exceed what a limb reaches.
fn held_back(distance: f64, length: f64) -> f64 {
    let (begins, most) = (HELD_BACK * length, FARTHEST * length);
    if distance <= begins {
        return distance;
    }
    let room = most - begins;
    begins + room * (1.0 - libm::exp((begins - distance) / room))
}
