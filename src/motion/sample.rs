//! Clips between their frames: a pose at any time, and the same motion at another rate.

use super::{Clip, Contacts, Recorder};
use crate::character::{Character, JointCoordinate, Pose};
use crate::math::{Transform, rotation_from_vector, rotation_vector};
use glam::DQuat;

/// A moment this near to a frame, in frames, is that frame: times are sums that round.
const ON_A_FRAME: f64 = 1e-9;

impl Clip {
    /// The pose at a time since the first frame [s]; before and after the clip that of its nearest end.
    pub fn sample_pose(&self, secs: f64) -> Pose {
        let (earlier, share) = self.place_of(secs);
        let from = &self.frames[earlier].pose;
        match self.frames.get(earlier + 1) {
            Some(later) if share > 0.0 => pose_between(from, &later.pose, share),
            _ => from.clone(),
        }
    }

    /// The same into memory that is there already.
    pub fn write_sample(&self, secs: f64, pose: &mut Pose) {
        let (earlier, share) = self.place_of(secs);
        let from = &self.frames[earlier].pose;
        match self.frames.get(earlier + 1) {
            Some(later) if share > 0.0 => write_pose_between(from, &later.pose, share, pose),
            _ => pose.clone_from(from),
        }
    }

    /// The soles that carry weight at a time since the first frame: those of the frame before it.
    pub fn contacts_at(&self, secs: f64) -> Contacts {
        self.frames[self.place_of(secs).0].contacts
    }

    /// The same motion with another time between frames, which must be more than zero [s]. A rest that is shorter
    /// than a frame is left off at the end.
    #[must_use]
    pub fn resampled(&self, character: &Character, frame_secs: f64) -> Self {
        let count = (self.duration_secs() / frame_secs + ON_A_FRAME).floor() as usize + 1;
        let mut recorder = Recorder::new(character);
        let frames = (0..count).map(|index| {
            let secs = index as f64 * frame_secs;
            match self.place_of(secs) {
                (same, 0.0) => self.frames[same].clone(),
                _ => recorder.frame(self.sample_pose(secs), self.contacts_at(secs)),
            }
        });
        Self {
            frame_secs,
            frames: frames.collect(),
            ..self.without_frames()
        }
    }

    /// The frame at or before a time, and the share of the way from there to the next one, below 1.
    fn place_of(&self, secs: f64) -> (usize, f64) {
        let last = self.frames.len() - 1;
        let place = (secs / self.frame_secs).clamp(0.0, last as f64);
        let earlier = (place + ON_A_FRAME).floor().min(last as f64);
        let share = place - earlier;
        let share = if share < ON_A_FRAME { 0.0 } else { share };
        (earlier as usize, share)
    }

    /// All but the frames: what edits begin with.
    pub(super) fn without_frames(&self) -> Self {
        Self {
            name: self.name.clone(),
            character: self.character.clone(),
            level: self.level.clone(),
            frames: Vec::new(),
            ..*self
        }
    }
}

/// A share of the way from one pose of a body to another: hinges and the first link's place go straight, balls and
/// the first link's turn about one axis, the short way and evenly.
pub fn pose_between(from: &Pose, to: &Pose, share: f64) -> Pose {
    let mut pose = from.clone();
    write_pose_between(from, to, share, &mut pose);
    pose
}

/// The same into memory that is there already.
pub fn write_pose_between(from: &Pose, to: &Pose, share: f64, pose: &mut Pose) {
    let (a, b) = (from.world_from_root, to.world_from_root);
    pose.world_from_root = Transform::new(
        rotation_between(a.rotation, b.rotation, share),
        a.translation.lerp(b.translation, share),
    );
    pose.joints.clear();
    let pairs = from.joints.iter().zip(&to.joints);
    let between = pairs.map(|(from, to)| joint_between(*from, *to, share));
    pose.joints.extend(between);
}

/// Between two turns of one joint.
pub fn joint_between(from: JointCoordinate, to: JointCoordinate, share: f64) -> JointCoordinate {
    match (from, to) {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => {
            JointCoordinate::Hinge(a + share * (b - a))
        }
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => {
            JointCoordinate::Ball(rotation_between(a, b, share))
        }
        (other, _) => other,
    }
}

/// Spherical interpolation (Shoemake 1985) as a part of the turn between the two; unit to the last bits, so that
/// poses made of poses do not drift.
fn rotation_between(from: DQuat, to: DQuat, share: f64) -> DQuat {
    let turn = share * rotation_vector(from.conjugate() * to);
    (from * rotation_from_vector(turn)).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;

    #[test]
    fn a_frame_sampled_at_its_own_time_is_the_frame() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 40, 1.0 / 30.0, 3);
        let mut pose = human.rest.clone();
        for (index, frame) in clip.frames.iter().enumerate() {
            let secs = clip.frame_time(index);
            assert_eq!(clip.sample_pose(secs), frame.pose);
            assert_eq!(clip.contacts_at(secs), frame.contacts);
            clip.write_sample(secs + 0.4 * clip.frame_secs, &mut pose);
            assert_eq!(
                clip.contacts_at(secs + 0.4 * clip.frame_secs),
                frame.contacts
            );
            assert_eq!(pose, clip.sample_pose(secs + 0.4 * clip.frame_secs));
        }
        assert_eq!(clip.sample_pose(-1.0), clip.frames[0].pose);
        assert_eq!(clip.sample_pose(1e9), clip.frames[39].pose);
    }

    #[test]
    fn halfway_between_frames_every_turn_is_halved_and_unit() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 12, 0.1, 4);
        for pair in clip.frames.windows(2) {
            // The same rotation with the other sign must not send the joint the long way.
            let mut to = pair[1].pose.clone();
            for joint in &mut to.joints {
                if let JointCoordinate::Ball(q) = joint {
                    *q = -*q;
                }
            }
            let whole = pair[0].pose.largest_turn_from(&to);
            let half = pose_between(&pair[0].pose, &to, 0.5);
            assert!((pair[0].pose.largest_turn_from(&half) - 0.5 * whole).abs() < 1e-12);
            let is_unit = |q: DQuat| (q.length() - 1.0).abs() < 4e-16;
            assert!(is_unit(half.world_from_root.rotation));
            for joint in &half.joints {
                assert!(!matches!(joint, JointCoordinate::Ball(q) if !is_unit(*q)));
            }
        }
    }

    #[test]
    fn a_clip_at_a_finer_rate_goes_through_the_same_frames_and_back() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 31, 1.0 / 30.0, 5);
        let fine = clip.resampled(&human, 1.0 / 120.0);
        assert_eq!(fine.frames.len(), 121);
        assert_eq!(fine.resampled(&human, clip.frame_secs), clip);
        let mut recorder = Recorder::new(&human);
        for frame in &fine.frames {
            let again = recorder.frame(frame.pose.clone(), frame.contacts);
            assert!(again.com.distance(frame.com) < 1e-12);
        }
        assert_eq!(clip.resampled(&human, 10.0).frames.len(), 1);
    }
}
