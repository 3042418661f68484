//! A motion of somebody else's skeleton, as a file brought it: in the file's own unit and axes.

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
