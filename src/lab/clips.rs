//! Clips by the dozen: smooth ways through random poses inside all limits.

use super::random_pose;
use crate::character::Character;
use crate::math::{Random, Transform};
use crate::motion::{Clip, Contacts, Recorder, pose_between};
use glam::{DQuat, DVec3};

/// Frames from one random pose to the next while the body travels and turns; contacts change now and then.
pub fn random_clip(character: &Character, frames: usize, frame_secs: f64, seed: u64) -> Clip {
    /// Frames from one random pose to the next.
    const STRIDE: usize = 10;
    let mut random = Random::new(seed);
    let mut recorder = Recorder::new(character);
    let soles = character.soles.len();
    let mut contacts = Contacts::NONE;
    let mut poses = [0, 1].map(|_| random_pose(character, &mut random));
    let mut clip = Clip {
        name: "random".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.5,
        frame_secs,
        frames: Vec::with_capacity(frames),
    };
    for index in 0..frames {
        let step = index % STRIDE;
        if step == 0 {
            poses.swap(0, 1);
            poses[1] = random_pose(character, &mut random);
            contacts = (0..soles).filter(|_| random.below(2) == 0).collect();
        }
        let mut pose = pose_between(&poses[0], &poses[1], step as f64 / STRIDE as f64);
        // Between two allowed turns of a ball may lie one that is not.
        pose.clamp_joints(character);
        let secs = index as f64 * frame_secs;
        let way = Transform::new(
            DQuat::from_rotation_y(0.2 * secs),
            DVec3::new(0.1 * secs, 0.0, 0.6 * secs),
        );
        pose.world_from_root = way * pose.world_from_root;
        clip.frames.push(recorder.frame(pose, contacts));
    }
    clip
}
