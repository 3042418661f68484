//! Clips cut, mirrored and put together. Every edit visits each frame once and keeps the tracks true.

use super::{Clip, Contacts, Frame, Recorder};
use crate::character::{Character, mirrored};
use crate::math::Transform;
use glam::{DQuat, DVec3};
use std::ops::RangeInclusive;

impl Clip {
    /// The frames of a range, both ends included. What the clip has not is left out, but one frame always stays.
    #[must_use]
    pub fn cut(&self, frames: RangeInclusive<usize>) -> Self {
        let last = self.frames.len() - 1;
        let first = (*frames.start()).min(last);
        let end = (*frames.end()).clamp(first, last);
        Self {
            start_secs: self.start_secs + self.frame_time(first),
            frames: self.frames[first..=end].to_vec(),
            ..self.without_frames()
        }
    }

    /// The frames nearest to the ends of a range of times since the first frame [s], and those between.
    #[must_use]
    pub fn cut_secs(&self, secs: RangeInclusive<f64>) -> Self {
        // Times before the clip become frame 0.
        let frame = |secs: f64| (secs / self.frame_secs).round().max(0.0) as usize;
        self.cut(frame(*secs.start())..=frame(*secs.end()))
    }

    /// Left and right exchanged in the plane x = 0. The level is not mirrored.
    #[must_use]
    pub fn mirrored(&self, character: &Character) -> Self {
        let partners = character.sole_partners();
        let mut recorder = Recorder::new(character);
        let frames = self.frames.iter().map(|frame| {
            let contacts: Contacts = frame.contacts.iter().map(|sole| partners[sole]).collect();
            // Measured, not mirrored: a body that is not the same on both sides has its centre elsewhere.
            recorder.frame(mirrored(character, &frame.pose), contacts)
        });
        Self {
            frames: frames.collect(),
            ..self.without_frames()
        }
    }

    /// This clip and then another one of the same body, moved over the ground so that its first frame stands where
    /// this one's last frame does and heads the same way; that frame is there once. Another rate becomes this one's.
    #[must_use]
    pub fn joined(&self, character: &Character, other: &Self) -> Self {
        let resampled;
        let same_rate = (other.frame_secs / self.frame_secs - 1.0).abs() < 1e-9;
        let other = if same_rate {
            other
        } else {
            resampled = other.resampled(character, self.frame_secs);
            &resampled
        };
        let last = &self.frames[self.frames.len() - 1].pose.world_from_root;
        let first = &other.frames[0].pose.world_from_root;
        let here_from_there = shift_over_ground(first, last);
        let rest = other.frames.iter().skip(1);
        let mut joined = self.clone();
        let moved = rest.map(|frame| moved_frame(frame, &here_from_there));
        joined.frames.extend(moved);
        joined
    }
}

impl Frame {
    /// The same frame elsewhere on level ground: the move may turn only about the vertical.
    #[must_use]
    pub fn moved(&self, there_from_here: &Transform) -> Self {
        moved_frame(self, there_from_here)
    }
}

/// The move over the ground, about the vertical and along x and z, that brings one place of a link to another as well
/// as such a move can.
pub(super) fn shift_over_ground(from: &Transform, to: &Transform) -> Transform {
    // The part about the vertical of the turn between the two: of all headings the one nearest to the whole turn.
    let turn = to.rotation * from.rotation.conjugate();
    let heading = DQuat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    let heading = if heading.length_squared() < 1e-24 {
        DQuat::IDENTITY
    } else {
        heading.normalize()
    };
    let shift = to.translation - heading * from.translation;
    Transform::new(heading, DVec3::new(shift.x, 0.0, shift.z))
}

/// A move over the ground takes the centre of mass along and leaves the margin as it is.
fn moved_frame(frame: &Frame, there_from_here: &Transform) -> Frame {
    let mut moved = frame.clone();
    let root = &mut moved.pose.world_from_root;
    *root = *there_from_here * *root;
    root.rotation = root.rotation.normalize();
    moved.com = there_from_here.point(frame.com);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;
    use crate::motion::test_clips::assert_same;

    #[test]
    fn a_clip_mirrored_twice_is_itself() {
        for name in ["human", "chicken", "quadruped", "hobbler"] {
            let character = load_character(name).unwrap();
            let clip = random_clip(&character, 20, 0.05, 6);
            let image = clip.mirrored(&character);
            assert_same(&image.mirrored(&character), &clip, 1e-12);
            assert!(image.frames[3].pose != clip.frames[3].pose);
        }
    }

    #[test]
    fn a_mirrored_clip_stands_on_the_other_foot_with_the_same_margin() {
        let human = load_character("human").unwrap();
        let [left, right] =
            ["left_foot.toe", "right_foot.toe"].map(|n| human.find_sole(n).unwrap());
        let clip = random_clip(&human, 20, 0.05, 7);
        let image = clip.mirrored(&human);
        for (frame, seen) in clip.frames.iter().zip(&image.frames) {
            assert_eq!(frame.contacts.contains(left), seen.contacts.contains(right));
            assert_eq!(frame.contacts.contains(right), seen.contacts.contains(left));
            let com = DVec3::new(-frame.com.x, frame.com.y, frame.com.z);
            assert!(seen.com.distance(com) < 1e-9);
            match (frame.margin, seen.margin) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-9),
                (a, b) => assert_eq!(a, b),
            }
        }
    }

    #[test]
    fn a_clip_cut_in_two_and_joined_is_the_clip() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 50, 0.02, 8);
        let (start, end) = (clip.cut(0..=20), clip.cut(20..=49));
        assert_eq!(start.frames.len() + end.frames.len(), 51);
        assert!((end.start_secs - clip.start_secs - 0.4).abs() < 1e-12);
        assert_same(&start.joined(&human, &end), &clip, 1e-12);
        // Wherever the second part is, it continues the first.
        let away = Transform::new(DQuat::from_rotation_y(2.0), DVec3::new(3.0, 0.0, -1.0));
        let mut elsewhere = end.clone();
        for frame in &mut elsewhere.frames {
            *frame = frame.moved(&away);
        }
        assert_same(&start.joined(&human, &elsewhere), &clip, 1e-12);
    }

    #[test]
    fn a_cut_in_seconds_takes_the_nearest_frames_and_never_none() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 50, 0.02, 9);
        assert_eq!(clip.cut_secs(0.101..=0.199), clip.cut(5..=10));
        assert_eq!(clip.cut_secs(-5.0..=0.0).frames, clip.frames[..1]);
        assert_eq!(
            clip.cut_secs(70.0..=f64::INFINITY).frames,
            clip.frames[49..]
        );
        #[expect(clippy::reversed_empty_ranges, reason = "people mistype")]
        let backwards = clip.cut(30..=10);
        assert_eq!(backwards.frames, clip.frames[30..31]);
    }

    #[test]
    fn a_joined_clip_of_another_rate_takes_the_first_one_s() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 31, 1.0 / 30.0, 10);
        let fine = clip.resampled(&human, 1.0 / 120.0);
        assert_same(
            &clip.joined(&human, &fine),
            &clip.joined(&human, &clip),
            1e-12,
        );
    }

    #[test]
    fn joined_frames_are_measured_right() {
        let human = load_character("human").unwrap();
        let a = random_clip(&human, 10, 0.05, 11);
        let b = random_clip(&human, 10, 0.05, 12);
        let mut recorder = Recorder::new(&human);
        for frame in &a.joined(&human, &b).frames {
            let again = recorder.frame(frame.pose.clone(), frame.contacts);
            assert!(again.com.distance(frame.com) < 1e-12);
            assert_eq!(again.margin.is_some(), frame.margin.is_some());
            let miss = again.margin.unwrap_or(0.0) - frame.margin.unwrap_or(0.0);
            assert!(miss.abs() < 1e-12);
        }
    }
}
