//! Strides that cannot be made with the centre of mass over the other foot become shorter.

use super::plan::FootPlan;
use crate::character::{Character, Pose};
use crate::level::Level;
use crate::motion::{Clip, Recorder};
use glam::{DVec2, DVec3};

/// How much nearer a foot is put for the height that it lacks: about height over reach of a leg in a long stride.
const STEEPNESS: f64 = 1.5;

/// A foot is put nearer by at most this at once [m].
const MOST_SHIFT: f64 = 0.1;

impl FootPlan {
    /// Moves contacts to where feet are in `poses` just before and after they stand: a stride that is too long becomes shorter
    /// instead of beginning or ending with a leap. Returns the largest move [m].
    pub(super) fn give_way(
        &mut self,
        character: &Character,
        clip: &Clip,
        level: Option<&Level>,
        poses: &[Pose],
    ) -> f64 {
        let mut recorder = Recorder::new(character);
        let mut largest: f64 = 0.0;
        for (foot, own) in character.feet.iter().enumerate() {
            let patch = &own.whole;
            for index in 0..self.plantings[foot].len() {
                let planting = &self.plantings[foot][index];
                let at = |frame: usize| {
                    level.map(|level| (level, clip.start_secs + clip.frame_time(frame)))
                };
                let began = at(planting.from);
                let edges = [planting.from.checked_sub(1), Some(planting.end)];
                let swings = |frame: &usize| {
                    *frame < self.frames
                        && self.anything_stands(*frame)
                        && self.standing_planting(*frame, foot).is_none()
                };
                let mut shift = DVec2::ZERO;
                for edge in edges.into_iter().flatten().filter(swings) {
                    let wanted = self.swing(character, (edge, foot), clip.frame_secs, at(edge));
                    let center = patch.center_in_link();
                    let link = recorder.look(&poses[edge]).link(patch.link);
                    let hips = poses[edge].world_from_root.translation;
                    shift += shift_towards(hips, wanted.point(center), link.point(center));
                }
                let shift = shift.clamp_length_max(MOST_SHIFT);
                let moved = self.plantings[foot][index].shift(patch, shift, began);
                largest = largest.max(moved);
            }
        }
        largest
    }
}

/// Where a foot should stand instead of where it was wanted, as a shift: where it came to, and a foot that hangs in the air
/// would reach the ground nearer to the hips.
fn shift_towards(hips: DVec3, wanted: DVec3, came_to: DVec3) -> DVec2 {
    let miss = came_to - wanted;
    let nearer = DVec2::new(hips.x - wanted.x, hips.z - wanted.z).normalize_or_zero();
    DVec2::new(miss.x, miss.z) + STEEPNESS * miss.y.max(0.0) * nearer
}
