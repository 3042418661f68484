//! What a ghost did, frame by frame, until it becomes a clip.

use crate::character::{Character, Pose};
use crate::motion::{Clip, Contacts, Recorder};

/// Steps of physics from one frame to the next.
pub(super) const STEPS_PER_FRAME: usize = 8;
/// Frames at most: two minutes.
const MOST_FRAMES: usize = 7200;

/// Poses in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tape {
    frames: Vec<(Pose, Contacts)>,
    steps: usize,
    /// Nothing more comes: the plan leapt, or the tape is full.
    pub(super) has_ended: bool,
}

impl Tape {
    /// Hears of every step.
    pub(super) fn step(&mut self, pose: &Pose, contacts: Contacts) {
        if !self.has_ended && self.steps.is_multiple_of(STEPS_PER_FRAME) {
            self.frames.push((pose.clone(), contacts));
            self.has_ended = self.frames.len() >= MOST_FRAMES;
        }
        self.steps += 1;
    }

    /// Frames that it has.
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// As a clip; nothing without at least two frames.
    pub(super) fn clip(self, character: &Character, level: &str, frame_secs: f64) -> Option<Clip> {
        let mut recorder = Recorder::new(character);
        let frames = self.frames.into_iter();
        let frames: Vec<_> = frames
            .map(|(pose, contacts)| recorder.frame(pose, contacts))
            .collect();
        (frames.len() > 1).then(|| Clip {
            name: "ghost".to_owned(),
            character: character.name.clone(),
            level: Some(level.to_owned()),
            balance: None,
            start_secs: 0.0,
            frame_secs,
            frames,
        })
    }
}
