//! Clips for tests of the whole program: from one random pose inside all limits to the next.

use contrapposto::character::Character;
use contrapposto::io::write_clip_text;
use contrapposto::lab::random_pose;
use contrapposto::math::Random;
use contrapposto::motion::{Clip, Contacts, Recorder, pose_between};
use glam::DVec3;

/// A clip that travels forward a metre a second and takes a new pose and new contacts every ten frames.
pub(crate) fn random_clip(character: &Character, frames: usize, frame_secs: f64) -> Clip {
    let mut random = Random::new(99);
    let mut recorder = Recorder::new(character);
    let poses: Vec<_> = (0..frames / 10 + 2)
        .map(|_| random_pose(character, &mut random))
        .collect();
    let frame = |index: usize| {
        let (from, step) = (index / 10, index % 10);
        let mut pose = pose_between(&poses[from], &poses[from + 1], step as f64 / 10.0);
        pose.world_from_root.translation += DVec3::Z * (index as f64 * frame_secs);
        let soles = 0..character.soles.len();
        let contacts: Contacts = soles.filter(|sole| (from >> sole) & 1 == 0).collect();
        recorder.frame(pose, contacts)
    };
    Clip {
        name: "random".to_owned(),
        character: character.name.clone(),
        level: None,
        start_secs: 0.0,
        frame_secs,
        frames: (0..frames).map(frame).collect(),
    }
}

/// A clip as the text of its file.
pub(crate) fn clip_text(character: &Character, clip: &Clip) -> String {
    let mut bytes = Vec::new();
    write_clip_text(character, clip, &mut bytes, &mut |_| ()).expect("memory takes all");
    String::from_utf8(bytes).expect("it is text")
}
