//! The same pose on the other side of the body: left and right exchanged in the plane x = 0.

use super::{Character, JointCoordinate, JointKind, Pose};
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// The mirror image of a pose. Twice mirrored is the pose itself.
pub fn mirrored(character: &Character, pose: &Pose) -> Pose {
    let mut image = pose.clone();
    write_mirrored(character, pose, &mut image);
    image
}

/// The same into memory that is there already.
pub fn write_mirrored(character: &Character, pose: &Pose, image: &mut Pose) {
    image.joints.clear();
    image.joints.extend(character.link_ids().map(|id| {
        // What this side does is what the partner did, seen in the mirror.
        let partner = character.partners[id.index()];
        match (pose.joint(partner), &character.link(id).joint.kind) {
            (JointCoordinate::Ball(q), _) => JointCoordinate::Ball(mirrored_rotation(q)),
            (JointCoordinate::Hinge(angle), JointKind::Hinge { axis, .. }) => {
                let image = match &character.link(partner).joint.kind {
                    JointKind::Hinge { axis, .. } => mirrored_axis(*axis),
                    _ => *axis,
                };
                JointCoordinate::Hinge(angle * axis.dot(image).signum())
            }
            (other, _) => other,
        }
    }));
    let from = pose.world_from_root;
    image.world_from_root = Transform::new(
        mirrored_rotation(from.rotation),
        mirrored_point(from.translation),
    );
}

impl Character {
    /// The sole on the other side of each one; its own index where there is none. (soles)
    pub fn sole_partners(&self) -> Vec<usize> {
        let partner = |index: usize| {
            let sole = &self.soles[index];
            let link = self.partners[sole.link.index()];
            let image = mirrored_point(sole.center_in_link());
            // A link may carry several soles: the mirror image of heel is heel.
            let distance = |i: &usize| self.soles[*i].center_in_link().distance_squared(image);
            (0..self.soles.len())
                .filter(|i| self.soles[*i].link == link)
                .min_by(|a, b| distance(a).total_cmp(&distance(b)))
                .unwrap_or(index)
        };
        (0..self.soles.len()).map(partner).collect()
    }
}

/// A point's image in the plane x = 0.
#[inline]
pub fn mirrored_point(p: DVec3) -> DVec3 {
    DVec3::new(-p.x, p.y, p.z)
}

/// A rotation's image: its axis is a pseudo-vector, so the parts in the plane turn round.
pub fn mirrored_rotation(q: DQuat) -> DQuat {
    DQuat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

fn mirrored_axis(axis: DVec3) -> DVec3 {
    DVec3::new(axis.x, -axis.y, -axis.z)
}
