//! A motion of somebody else's skeleton, as a file brought it: in the file's own unit and axes.

use crate::character::{Character, LinkId, Pose};
use crate::kinematics::Kinematics;
use crate::math::Transform;
use glam::DVec3;

/// Joints with names, and where each of them is in every row.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What people call it; the name of its file.
    pub name: String,
    /// Parents precede children; the first one is the root.
    pub joints: Vec<RecordedJoint>,
    /// From one row to the next, more than zero [s].
    pub frame_secs: f64,
    /// Parent from joint (for the root: world from joint), row by row. (rows × joints)
    pub parent_from_joint: Vec<Transform>,
}

/// A joint of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedJoint {
    /// As the file has it; unique.
    pub name: String,
    /// Nothing for the root. Always an earlier joint.
    pub parent: Option<usize>,
    /// Where it sits on its parent when nothing is turned, in the file's unit.
    pub offset: DVec3,
    /// The tip of a leaf, in the file's unit.
    pub end: Option<DVec3>,
}

impl Recording {
    /// Poses of a body as if somebody had recorded them: a joint for every link, whose axes are the world's when nothing
    /// is turned. Metres, y up. At least one row: without poses the body is at rest.
    pub fn of_poses<'p>(
        character: &Character,
        poses: impl IntoIterator<Item = &'p Pose>,
        frame_secs: f64,
    ) -> Self {
        let zero = Kinematics::of(character, &Pose::zero(&character.links));
        let parents: Vec<Option<usize>> = character
            .links
            .iter()
            .map(|link| link.parent.map(LinkId::index))
            .collect();
        let joints = character.link_ids().map(|id| {
            let link = character.link(id);
            let from = link.parent.map_or(DVec3::ZERO, |parent| zero.pivot(parent));
            RecordedJoint {
                name: link.name.clone(),
                parent: parents[id.index()],
                offset: zero.pivot(id) - from,
                end: None,
            }
        });
        let joints = joints.collect();
        let add_row = |pose: &Pose, rows: &mut Vec<Transform>| {
            let kin = Kinematics::of(character, pose);
            let world_from_joint: Vec<Transform> = kin
                .world_from_link
                .iter()
                .zip(&zero.world_from_link)
                .map(|(now, zero)| {
                    let rotation = (now.rotation * zero.rotation.conjugate()).normalize();
                    Transform::new(rotation, now.translation)
                })
                .collect();
            let locals = world_from_joint.iter().zip(&parents);
            rows.extend(locals.map(|(joint, parent)| {
                parent.map_or(*joint, |parent| world_from_joint[parent].inverse() * *joint)
            }));
        };
        let mut parent_from_joint = Vec::new();
        for pose in poses {
            add_row(pose, &mut parent_from_joint);
        }
        if parent_from_joint.is_empty() {
            add_row(&character.rest, &mut parent_from_joint);
        }
        Self {
            name: character.name.clone(),
            joints,
            frame_secs,
            parent_from_joint,
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.parent_from_joint.len() / self.joints.len().max(1)
    }

    /// Where every joint is in one row.
    pub fn world_from_joint(&self, row: usize, world: &mut Vec<Transform>) {
        world.clear();
        let locals = &self.parent_from_joint[row * self.joints.len()..];
        for (joint, local) in self.joints.iter().zip(locals) {
            let place = joint.parent.map_or(*local, |parent| world[parent] * *local);
            world.push(place);
        }
    }
}
