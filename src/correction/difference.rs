//! What a correction does to a pose, so that it can be carried to the next frame, faded and blended.

use crate::character::{Character, JointCoordinate, Pose};
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// What takes one pose to another of the same body.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    /// Turn of the root, world axes.
    root_turn: DQuat,
    /// Shift of the root [m].
    root_shift: DVec3,
    /// Turn of every joint: balls in link axes, hinges as an angle. (links)
    joints: Vec<JointCoordinate>,
}

impl Difference {
    /// No difference between poses of a character.
    pub(super) fn none(character: &Character) -> Self {
        Self {
            root_turn: DQuat::IDENTITY,
            root_shift: DVec3::ZERO,
            joints: Pose::zero(&character.links).joints,
        }
    }

    /// Becomes what takes `from` to `to`.
    pub(super) fn measure(&mut self, from: &Pose, to: &Pose) {
        let (a, b) = (&from.world_from_root, &to.world_from_root);
        self.root_turn = short(b.rotation * a.rotation.conjugate());
        self.root_shift = b.translation - a.translation;
        let pairs = from.joints.iter().zip(&to.joints);
        for (joint, pair) in self.joints.iter_mut().zip(pairs) {
            *joint = match pair {
                (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => {
                    JointCoordinate::Hinge(b - a)
                }
                (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => {
                    JointCoordinate::Ball(short(a.conjugate() * *b))
                }
                _ => JointCoordinate::Fixed,
            };
        }
    }

    /// Moves a pose by a share of the difference, joints kept inside their limits.
    pub(super) fn apply(&self, character: &Character, share: f64, pose: &mut Pose) {
        let part = |turn: DQuat| DQuat::IDENTITY.lerp(turn, share);
        let root = pose.world_from_root;
        pose.world_from_root = Transform::new(
            (part(self.root_turn) * root.rotation).normalize(),
            root.translation + share * self.root_shift,
        );
        let turns = self.joints.iter().zip(&character.links);
        for (joint, (turn, link)) in pose.joints.iter_mut().zip(turns) {
            let moved = match (*joint, *turn) {
                (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(turn)) => {
                    JointCoordinate::Hinge(angle + share * turn)
                }
                (JointCoordinate::Ball(q), JointCoordinate::Ball(turn)) => {
                    JointCoordinate::Ball((q * part(turn)).normalize())
                }
                (other, _) => other,
            };
            *joint = moved.clamped(&link.joint.kind);
        }
    }
}

/// The sign of a quaternion that turns the short way.
fn short(q: DQuat) -> DQuat {
    if q.w < 0.0 { -q } else { q }
}
