//! A cycle repeated: each round goes on where the one before ended, and what does not close is spread over its end.

use super::edit::shift_over_ground;
use super::{Clip, Frame, Recorder};
use crate::character::{Character, JointCoordinate, Link, Pose};
use crate::math::{Transform, rotation_from_vector, rotation_vector};
use glam::{DQuat, DVec3};

/// What does not close is spread over this much of the end, or half the cycle if that is less [s].
const SEAM_SECS: f64 = 0.25;
/// A cycle that ends higher or lower by more than this climbs; by less it was meant to be level [m].
const CLIMB: f64 = 0.03;

impl Clip {
    /// The clip as a cycle, so many times over, with its travel and its turn. Its last frame is the next round's
    /// first and is there once; where they differ, the end of the cycle bends towards its beginning.
    #[must_use]
    pub fn looped(&self, character: &Character, times: usize) -> Self {
        let closed = self.closed(character);
        let ends = [&closed[0], &closed[closed.len() - 1]];
        let travel = travel(ends[0], ends[1]);
        let mut frames = Vec::with_capacity(1 + times.max(1) * (closed.len() - 1));
        frames.extend_from_slice(&closed);
        let mut world_from_round = travel;
        for _ in 1..times {
            frames.extend(closed.iter().skip(1).map(|f| f.moved(&world_from_round)));
            world_from_round = travel * world_from_round;
            world_from_round.rotation = world_from_round.rotation.normalize();
        }
        Self {
            frames,
            ..self.without_frames()
        }
    }

    /// The frames with the last one equal to the first up to travel.
    fn closed(&self, character: &Character) -> Vec<Frame> {
        let mut frames = self.frames.clone();
        let last = frames.len() - 1;
        let goal = frames[0].moved(&travel(&frames[0], &frames[last])).pose;
        let gap = Gap::between(&frames[last].pose, &goal);
        let seam = ((SEAM_SECS / self.frame_secs) as usize).clamp(1, last.div_ceil(2).max(1));
        let mut recorder = Recorder::new(character);
        for step in 1..=seam.min(last) {
            // Smooth at both ends: no jump of speed where the bend begins.
            let t = step as f64 / seam as f64;
            let share = t * t * (3.0 - 2.0 * t);
            let frame = &mut frames[last - seam + step];
            let bent = gap.bent(character, &frame.pose, share);
            *frame = recorder.frame(bent, frame.contacts);
        }
        frames
    }
}

/// The move from one round to the next: over the ground, and up or down if the cycle climbs.
fn travel(first: &Frame, last: &Frame) -> Transform {
    let (from, to) = (first.pose.world_from_root, last.pose.world_from_root);
    let mut travel = shift_over_ground(&from, &to);
    let climb = to.translation.y - from.translation.y;
    if climb.abs() > CLIMB {
        travel.translation.y = climb;
    }
    travel
}

/// What is between two poses of one body.
struct Gap {
    /// From place to place [m].
    shift: DVec3,
    /// Rotation vector in the first link's axes [rad].
    root_turn: DVec3,
    /// As [`JointCoordinate`] counts a turn: a ball's rotation vector in link axes, a hinge's angle as x [rad].
    /// (links)
    turns: Vec<DVec3>,
}

impl Gap {
    fn between(from: &Pose, to: &Pose) -> Self {
        let (a, b) = (from.world_from_root, to.world_from_root);
        let turn = |pair: (&JointCoordinate, &JointCoordinate)| match pair {
            (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => DVec3::X * (b - a),
            (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => {
                rotation_vector(a.conjugate() * *b)
            }
            _ => DVec3::ZERO,
        };
        Self {
            shift: b.translation - a.translation,
            root_turn: rotation_vector(a.rotation.conjugate() * b.rotation),
            turns: from.joints.iter().zip(&to.joints).map(turn).collect(),
        }
    }

    /// A pose with a share of the gap added. Joints that were inside their limits stay there.
    fn bent(&self, character: &Character, pose: &Pose, share: f64) -> Pose {
        let turned = |q: DQuat, turn: DVec3| (q * rotation_from_vector(share * turn)).normalize();
        let root = pose.world_from_root;
        let joint = |((joint, turn), link): ((&JointCoordinate, &DVec3), &Link)| {
            let bent = match *joint {
                JointCoordinate::Fixed => JointCoordinate::Fixed,
                JointCoordinate::Hinge(angle) => JointCoordinate::Hinge(angle + share * turn.x),
                JointCoordinate::Ball(q) => JointCoordinate::Ball(turned(q, *turn)),
            };
            let kind = &link.joint.kind;
            if joint.is_allowed(kind, 0.0) {
                bent.clamped(kind)
            } else {
                bent
            }
        };
        let joints = pose.joints.iter().zip(&self.turns).zip(&character.links);
        Pose {
            world_from_root: Transform::new(
                turned(root.rotation, self.root_turn),
                root.translation + share * self.shift,
            ),
            joints: joints.map(joint).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;
    use crate::motion::pose_between;
    use crate::motion::test_clips::assert_same;

    /// A cycle that closes: there and back again, a step further and a bit turned.
    fn cycle(character: &Character) -> Clip {
        let mut clip = random_clip(character, 21, 0.05, 13);
        let back: Vec<Frame> = clip.frames.iter().rev().skip(1).cloned().collect();
        clip.frames.extend(back);
        let mut recorder = Recorder::new(character);
        let last = clip.frames.len() - 1;
        for (index, frame) in clip.frames.iter_mut().enumerate() {
            let t = index as f64 / last as f64;
            let round = Transform::new(
                DQuat::from_rotation_y(0.3 * t),
                DVec3::new(0.1 * t, 0.0, 0.8 * t),
            );
            let moved = frame.moved(&round);
            *frame = recorder.frame(moved.pose, moved.contacts);
        }
        clip
    }

    #[test]
    fn a_closed_cycle_goes_round_unchanged() {
        let human = load_character("human").unwrap();
        let clip = cycle(&human);
        let looped = clip.looped(&human, 5);
        assert_eq!(looped.frames.len(), 1 + 5 * 40);
        assert_same(&looped.cut(0..=40), &clip, 1e-12);
        // Four rounds on, everything has travelled four times and turned four times.
        let turn = looped.frames[160].pose.world_from_root.rotation
            * looped.frames[0].pose.world_from_root.rotation.conjugate();
        assert!((rotation_vector(turn).y - 1.2).abs() < 1e-9);
        assert_same(&clip.looped(&human, 1), &clip, 1e-12);
    }

    #[test]
    fn a_cycle_that_does_not_close_is_bent_until_nothing_pops() {
        let human = load_character("human").unwrap();
        let mut clip = cycle(&human);
        let mut recorder = Recorder::new(&human);
        // Towards its end the cycle strays from the way back.
        let stray = random_clip(&human, 41, 0.05, 14);
        for (index, frame) in clip.frames.iter_mut().enumerate() {
            let share = 0.1 * index as f64 / 40.0;
            let root = frame.pose.world_from_root;
            frame.pose = pose_between(&frame.pose, &stray.frames[index].pose, share);
            frame.pose.world_from_root = root;
            for (joint, link) in frame.pose.joints.iter_mut().zip(&human.links) {
                *joint = joint.clamped(&link.joint.kind);
            }
            *frame = recorder.frame(frame.pose.clone(), frame.contacts);
        }
        let fastest = |clip: &Clip| {
            let pairs = clip.frames.windows(2);
            let turns = pairs.map(|pair| pair[0].pose.largest_turn_from(&pair[1].pose));
            turns.fold(0.0, f64::max)
        };
        let jump = clip.frames[40].pose.largest_turn_from(&clip.frames[0].pose);
        assert!(jump > 0.05);
        let looped = clip.looped(&human, 3);
        // The bend takes five frames and is at most half as steep again as a straight one.
        let most = fastest(&clip) + 1.6 * jump / 5.0;
        assert!(fastest(&looped) < most, "{} of {most}", fastest(&looped));
        for round in 1..3 {
            let again = &looped.frames[40 * round].pose;
            assert!(again.largest_turn_from(&clip.frames[0].pose) < 1e-12);
        }
        for frame in &looped.frames {
            assert_eq!(frame.pose.joints_beyond_limits(&human, 1e-9).count(), 0);
            let again = recorder.frame(frame.pose.clone(), frame.contacts);
            assert!(again.com.distance(frame.com) < 1e-12);
        }
    }

    #[test]
    fn a_cycle_up_a_stair_climbs_and_a_level_one_does_not_drift() {
        let human = load_character("human").unwrap();
        for (rise, per_round) in [(0.17, 0.17), (0.004, 0.0)] {
            let mut clip = cycle(&human);
            for (index, frame) in clip.frames.iter_mut().enumerate() {
                frame.pose.world_from_root.translation.y += rise * index as f64 / 40.0;
            }
            let looped = clip.looped(&human, 10);
            let height = |frame: usize| looped.frames[frame].pose.world_from_root.translation.y;
            assert!((height(400) - height(0) - 10.0 * per_round).abs() < 1e-12);
        }
    }

    #[test]
    fn a_single_frame_stays_one() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 1, 0.1, 15);
        assert_same(&clip.looped(&human, 4), &clip, 1e-12);
    }
}
