//! Feet in the air: the recorded path, carried from one planted place to the next.

use super::super::planting::Planting;
use super::plan::FootPlan;
use crate::character::Character;
use crate::level::Level;
use crate::math::Transform;
use glam::{DQuat, DVec2};

/// A correction is blended out over this time after a contact, and in before one [s].
pub(super) const BLEND_SECS: f64 = 0.4;

impl FootPlan {
    /// Where the link of a foot in the air should be: as recorded, plus what the contacts before and after changed,
    /// blended, and not below the ground.
    pub(super) fn swing(
        &self,
        character: &Character,
        (frame, foot): (usize, usize),
        frame_secs: f64,
        level: Option<(&Level, f64)>,
    ) -> Transform {
        let patch = &character.feet[foot].whole;
        let center = patch.center_in_link();
        let before = self.plantings[foot].iter().rfind(|p| p.end <= frame);
        let after = self.plantings[foot].iter().find(|p| p.from > frame);
        let mut target = self.hurried(frame, foot, before, after);
        let mut floor = f64::INFINITY;
        let ends = [
            before.map(|p| (p, p.end - 1, p.recorded_end - 1)),
            after.map(|p| (p, p.from, p.recorded_from)),
        ];
        for (planting, edge, recorded_edge) in ends.into_iter().flatten() {
            let at_edge = self.recorded(recorded_edge, foot);
            let roll = planting.rolls[edge - planting.from];
            let planted = self.rollers[foot].rolled(&planting.world_from_link, roll);
            let share = blend(edge.abs_diff(frame) as f64 * frame_secs / BLEND_SECS);
            let shift = planted.point(center) - at_edge.point(center);
            let turn = planted.rotation * at_edge.rotation.conjugate();
            let turn = DQuat::IDENTITY.lerp(if turn.w < 0.0 { -turn } else { turn }, share);
            let rotation = (turn * target.rotation).normalize();
            let to = target.point(center) + share * shift;
            target = Transform::new(rotation, to - rotation * center);
            floor = floor.min(planting.ground);
        }
        let at = target.point(center);
        let ground = level.and_then(|(level, secs)| level.ground_at(DVec2::new(at.x, at.z), secs));
        let floor = ground.map_or(floor.min(0.0), |ground| ground.height);
        let toes = self.toe_angle(frame, foot);
        let corners = self.rollers[foot]
            .corners(character, foot, toes)
            .into_iter();
        let lowest = corners.fold(f64::INFINITY, |low, c| low.min(target.point(c).y));
        target.translation.y += (floor - lowest).max(0.0);
        target
    }

    /// Time from a foot in the air to its nearest contact, before or after; nothing when it has none [s].
    pub(super) fn secs_to_contact(
        &self,
        (frame, foot): (usize, usize),
        frame_secs: f64,
    ) -> Option<f64> {
        let before = self.plantings[foot].iter().rfind(|p| p.end <= frame);
        let after = self.plantings[foot].iter().find(|p| p.from > frame);
        let since = before.map(|p| frame + 1 - p.end);
        let until = after.map(|p| p.from - frame);
        let frames = since.into_iter().chain(until).min()?;
        Some(frames as f64 * frame_secs)
    }

    /// The recorded swing between two contacts that were stretched: the same path in the time that is left.
    fn hurried(
        &self,
        frame: usize,
        foot: usize,
        before: Option<&Planting>,
        after: Option<&Planting>,
    ) -> Transform {
        let last = self.frames - 1;
        let (from, recorded_from) =
            before.map_or((0, 0), |before| (before.end - 1, before.recorded_end - 1));
        let (to, recorded_to) =
            after.map_or((last, last), |after| (after.from, after.recorded_from));
        if from == to {
            return *self.recorded(frame, foot);
        }
        let share = (frame - from) as f64 / (to - from) as f64;
        let at = recorded_from as f64 + share * (recorded_to - recorded_from) as f64;
        let (index, part) = (at as usize, at.fract());
        let a = self.recorded(index, foot);
        let b = self.recorded((index + 1).min(recorded_to), foot);
        Transform::new(
            a.rotation.lerp(b.rotation, part),
            a.translation.lerp(b.translation, part),
        )
    }
}

/// From 1 at 0 to 0 at 1 and beyond, without a corner.
pub(super) fn blend(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    1.0 - x * x * (3.0 - 2.0 * x)
}
