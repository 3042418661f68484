//! How far the toes are bent in every frame: flat on the ground while their foot stands, as recorded in the air, and blended
//! between.

use super::plan::FootPlan;
use super::swing::{BLEND_SECS, blend};
use crate::character::{Character, JointCoordinate, Pose};
use crate::motion::Clip;

impl FootPlan {
    /// Plans the toes of all frames.
    pub(super) fn bend_toes(&mut self, clip: &Clip) {
        let frames = 0..self.frames;
        let angles = frames.flat_map(|frame| (0..self.feet).map(move |foot| (frame, foot)));
        let angles = angles.map(|at| self.planned_angle(clip, at));
        self.toe_angles = angles.collect();
    }

    /// The angle of a foot's toe joint in a frame; nothing where it has none [rad].
    pub(super) fn toe_angle(&self, frame: usize, foot: usize) -> Option<f64> {
        self.toe_angles[frame * self.feet + foot]
    }

    /// Writes the angles of a frame into a pose.
    pub(super) fn write_toes(&self, frame: usize, pose: &mut Pose) {
        for (foot, roller) in self.rollers.iter().enumerate() {
            if let (Some(toe), Some(angle)) = (&roller.toe, self.toe_angle(frame, foot)) {
                pose.joints[toe.link.index()] = JointCoordinate::Hinge(angle);
            }
        }
    }

    /// How readily each joint turns while a frame is solved: toes are planned. (links)
    pub(super) fn willingness(&self, character: &Character) -> Vec<f64> {
        let mut willingness = vec![1.0; character.links.len()];
        for toe in self.rollers.iter().filter_map(|roller| roller.toe.as_ref()) {
            willingness[toe.link.index()] = 0.0;
        }
        willingness
    }

    fn planned_angle(&self, clip: &Clip, (frame, foot): (usize, usize)) -> Option<f64> {
        let toe = self.rollers[foot].toe.as_ref()?;
        let recorded = |frame: usize| match clip.frames[frame].pose.joint(toe.link) {
            JointCoordinate::Hinge(angle) => angle,
            _ => 0.0,
        };
        let plantings = &self.plantings[foot];
        let standing = |frame: usize| {
            let index = self.standing_planting(frame, foot)?;
            let planting = &plantings[index];
            Some(toe.angle(planting.rolls[frame - planting.from]))
        };
        if let Some(angle) = standing(frame) {
            return Some(angle);
        }
        let before = plantings
            .iter()
            .rfind(|p| p.end <= frame)
            .map(|p| p.end - 1);
        let after = plantings.iter().find(|p| p.from > frame).map(|p| p.from);
        let mut angle = recorded(frame);
        for edge in [before, after].into_iter().flatten() {
            let secs = edge.abs_diff(frame) as f64 * clip.frame_secs;
            let changed = standing(edge).map_or(0.0, |angle| angle - recorded(edge));
            angle += blend(secs / BLEND_SECS) * changed;
        }
        Some(angle)
    }
}
