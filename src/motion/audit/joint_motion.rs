//! How joints stand to their limits, how fast they turn, and how hard they are turned.

use super::LinkValue;
use crate::character::{Character, JointCoordinate, LinkId, Pose};
use crate::math::rotation_vector;
use crate::motion::Clip;
use glam::DVec3;

/// Below this an angle is rounding [rad].
const ROUNDING: f64 = 1e-9;

/// The joint that is farthest outside its limits, whatever it carries, and by what angle [rad]; nothing when all are inside. A palm is put
/// down with its wrist bent back already.
pub(super) fn limit_excess(character: &Character, pose: &Pose) -> Option<LinkValue> {
    let mut worst: Option<LinkValue> = None;
    for link in character.link_ids() {
        let joint = pose.joint(link);
        let own = &character.link(link).joint;
        let allowed = joint.clamped(own.loaded.as_ref().unwrap_or(&own.kind));
        if allowed == joint {
            continue;
        }
        let value = turn(&allowed, &joint).length();
        if value > worst.map_or(ROUNDING, |so_far| so_far.value) {
            worst = Some(LinkValue { value, link });
        }
    }
    worst
}

/// Joint rates by differences over frames.
#[derive(Clone, Debug, Default)]
pub(super) struct JointMotion {
    before: Option<Pose>,
    /// On the way to the latest frame, in the joints' own (parent-side) axes [rad/s]. (links; empty before two frames)
    rates: Vec<DVec3>,
}

/// What one more frame tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointPeaks {
    /// The fastest joint on the way to this frame [rad/s].
    pub(super) speed: Option<LinkValue>,
    /// The joint that was turned hardest at the frame before, by its rates before and after [rad/s²].
    pub(super) acceleration_before: Option<LinkValue>,
}

impl JointMotion {
    /// The next frame, `secs` after the one before.
    pub(super) fn push(&mut self, pose: &Pose, secs: f64) -> JointPeaks {
        let mut peaks = JointPeaks::default();
        let Some(before) = &mut self.before else {
            self.before = Some(pose.clone());
            return peaks;
        };
        let first = self.rates.is_empty();
        self.rates.resize(pose.joints.len(), DVec3::ZERO);
        let joints = before.joints.iter().zip(&pose.joints);
        for (index, ((from, to), rate)) in joints.zip(&mut self.rates).enumerate() {
            let link = LinkId::new(index);
            let next = turn(from, to) / secs;
            raise(&mut peaks.speed, link, next.length());
            if !first {
                let acceleration = (next - *rate).length() / secs;
                raise(&mut peaks.acceleration_before, link, acceleration);
            }
            *rate = next;
        }
        before.joints.clone_from(&pose.joints);
        peaks
    }
}

/// The hardest that any joint is turned at every frame of a clip; zero at its ends [rad/s²]. (frames)
pub fn hardest_turns(clip: &Clip) -> Vec<f64> {
    let poses = clip.frames.iter().map(|frame| &frame.pose);
    hardest_turns_of(poses, clip.frame_secs)
}

/// The same of poses at an even rate.
pub fn hardest_turns_of<'p>(
    poses: impl ExactSizeIterator<Item = &'p Pose>,
    frame_secs: f64,
) -> Vec<f64> {
    let mut motion = JointMotion::default();
    let mut turns = vec![0.0; poses.len()];
    for (index, pose) in poses.enumerate() {
        let peaks = motion.push(pose, frame_secs);
        if let Some(peak) = peaks.acceleration_before {
            turns[index - 1] = peak.value;
        }
    }
    turns
}

fn raise(peak: &mut Option<LinkValue>, link: LinkId, value: f64) {
    if peak.is_none_or(|so_far| value > so_far.value) {
        *peak = Some(LinkValue { value, link });
    }
}

/// The turn from one coordinate of a joint to another: a rotation vector in the joint's own axes, a hinge's angle as x
/// [rad].
fn turn(from: &JointCoordinate, to: &JointCoordinate) -> DVec3 {
    match (from, to) {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => DVec3::new(b - a, 0.0, 0.0),
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => rotation_vector(*b * a.conjugate()),
        _ => DVec3::ZERO,
    }
}
