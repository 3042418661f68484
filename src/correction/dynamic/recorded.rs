//! A clip without its noise, and where its trunk, feet and centre of mass are in it.

use crate::character::{Character, JointCoordinate, LinkId, Pose};
use crate::kinematics::{Kinematics, laid};
use crate::math::Transform;
use crate::motion::{Clip, Recorder, low_passed};
use glam::DVec3;

/// How often it is filtered.
const PASSES: usize = 2;

/// What a correction starts from.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    /// (frames)
    pub(super) poses: Vec<Pose>,
    /// Where everything is in them. (frames)
    pub(super) kinematics: Vec<Kinematics>,
    /// The centre of mass with its noise [m]. (frames)
    pub(super) com: Vec<DVec3>,
}

impl Recorded {
    pub(super) fn new(character: &Character, clip: &Clip, cutoff_hz: f64) -> Self {
        let mut recorder = Recorder::new(character);
        // What the filter takes beyond a limit is cut off, and what that makes hard is softened once more.
        let mut frames = clip.frames.clone();
        for _ in 0..PASSES {
            let poses = low_passed(&frames, clip.frame_secs, cutoff_hz);
            for (frame, mut pose) in frames.iter_mut().zip(poses) {
                pose.clamp_joints(character);
                frame.pose = pose;
            }
        }
        let poses: Vec<Pose> = frames.into_iter().map(|frame| frame.pose).collect();
        let kinematics = poses.iter().map(|pose| recorder.look(pose).clone());
        Self {
            kinematics: kinematics.collect(),
            com: clip.frames.iter().map(|frame| frame.com).collect(),
            poses,
        }
    }

    /// The same body, raised by so much in each frame [m].
    pub(super) fn raised(mut self, character: &Character, by: &[f64]) -> Self {
        let mut recorder = Recorder::new(character);
        for (frame, by) in by.iter().enumerate() {
            self.poses[frame].world_from_root.translation.y += by;
            self.com[frame].y += by;
            self.kinematics[frame].clone_from(recorder.look(&self.poses[frame]));
        }
        self
    }

    pub(super) fn frames(&self) -> usize {
        self.poses.len()
    }

    pub(super) fn link(&self, frame: usize, link: LinkId) -> &Transform {
        self.kinematics[frame].link(link)
    }

    /// Where the link of a foot is, and that of a hand as it would lie on the ground: see [`laid`].
    pub(super) fn laid(&self, character: &Character, foot: usize, frame: usize) -> Transform {
        laid(character, foot, &self.kinematics[frame])
    }

    /// The angle of a hinge [rad].
    pub(super) fn hinge(&self, frame: usize, link: LinkId) -> f64 {
        match self.poses[frame].joint(link) {
            JointCoordinate::Hinge(angle) => angle,
            _ => 0.0,
        }
    }
}
