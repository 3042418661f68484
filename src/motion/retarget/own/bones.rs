//! Which joints of a recording become links of its own body, and how those lie.
//!
//! ```text
//! joints that are parts of a body ──┐
//! joints between them that turn ────┼──> bones       all others (fingers, faces, what never turns) are part of the bone that they hang on
//! the root ─────────────────────────┘
//! ```
//! A bone has the axes of the flesh that is put on it: at zero both stand alike.

use super::super::reading::Reading;
use crate::character::{Character, LinkId};
use crate::math::Transform;
use crate::motion::Recording;
use glam::{DQuat, DVec3};

/// A joint that becomes a link.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    /// Of the recording.
    pub(super) joint: usize,
    /// Always an earlier bone; nothing for the root.
    pub(super) parent: Option<usize>,
    /// The link of the flesh that it moves; nothing for a joint that the flesh does not have.
    pub(super) flesh: Option<LinkId>,
    /// The bone's axes in those of its joint.
    pub(super) joint_from_link: DQuat,
    /// The same at zero, seen from the flesh's first link.
    pub(super) root_from_link_at_zero: DQuat,
    /// Where it sits on its parent, in the parent's axes [m].
    pub(super) at_in_parent: DVec3,
}

/// What turns less than this never turns [rad].
const STILL: f64 = 1e-6;

/// The bones of a recording, parents first.
pub(super) fn bones(flesh: &Character, recording: &Recording, reading: &Reading) -> Vec<Bone> {
    let joints = &recording.joints;
    let flesh_of = |joint: usize| {
        let mut links = flesh.link_ids();
        links.find(|link| reading.map.joint(*link) == Some(joint))
    };
    // What carries a part of the body, seen from there.
    let mut carries = vec![false; joints.len()];
    for joint in (0..joints.len()).rev() {
        carries[joint] |= flesh_of(joint).is_some();
        if let (true, Some(parent)) = (carries[joint], joints[joint].parent) {
            carries[parent] = true;
        }
    }
    let mut bones: Vec<Bone> = Vec::new();
    // The bone that each joint is or hangs on, and where it is on that: file's axes of the bone's joint. (joints)
    let mut places: Vec<(usize, Transform)> = Vec::with_capacity(joints.len());
    for (joint, own) in joints.iter().enumerate() {
        let Some(parent) = own.parent else {
            bones.push(Bone {
                joint,
                parent: None,
                flesh: flesh_of(joint),
                joint_from_link: lies(flesh_of(joint), reading)
                    .unwrap_or_else(|| reading.up.ours_from_file().conjugate()),
                root_from_link_at_zero: DQuat::IDENTITY,
                at_in_parent: DVec3::ZERO,
            });
            places.push((0, Transform::IDENTITY));
            continue;
        };
        let (bone, bone_from_parent) = places[parent];
        let usual = usual_place(recording, joint, reading.skipped_rows);
        let link = flesh_of(joint);
        if link.is_none() && !(carries[joint] && turns(recording, joint, reading.skipped_rows)) {
            places.push((bone, bone_from_parent * usual));
            continue;
        }
        let on = &bones[bone];
        let at_in_joint = bone_from_parent.point(usual.translation);
        // A joint that the flesh does not have lies as its parent does when nothing is turned.
        let along = || {
            let at_zero = if reading.stands {
                DQuat::IDENTITY
            } else {
                usual.rotation
            };
            (bone_from_parent.rotation * at_zero).conjugate() * on.joint_from_link
        };
        bones.push(Bone {
            joint,
            parent: Some(bone),
            flesh: link,
            joint_from_link: lies(link, reading).unwrap_or_else(along).normalize(),
            root_from_link_at_zero: link
                .map_or(on.root_from_link_at_zero, |l| reading.zero.link(l).rotation),
            at_in_parent: reading.unit.metres * (on.joint_from_link.conjugate() * at_in_joint),
        });
        places.push((bones.len() - 1, Transform::IDENTITY));
    }
    bones
}

/// How a link of the flesh lies in its joint.
fn lies(link: Option<LinkId>, reading: &Reading) -> Option<DQuat> {
    reading.joint_from_link[link?.index()]
}

/// A joint on its parent in a row of the motion.
fn local(recording: &Recording, joint: usize, row: usize) -> &Transform {
    &recording.parent_from_joint[row * recording.joints.len() + joint]
}

/// Where a joint is on its parent: as it is turned at first, in the middle of where it sits.
fn usual_place(recording: &Recording, joint: usize, first_row: usize) -> Transform {
    let rows = first_row..recording.rows();
    let count = rows.len() as f64;
    let sum: DVec3 = rows
        .map(|row| local(recording, joint, row).translation)
        .sum();
    let first = local(recording, joint, first_row);
    Transform::new(first.rotation.normalize(), sum / count)
}

/// Whether a joint turns at all.
fn turns(recording: &Recording, joint: usize, first_row: usize) -> bool {
    let first = local(recording, joint, first_row).rotation;
    let mut rows = first_row..recording.rows();
    rows.any(|row| local(recording, joint, row).rotation.angle_between(first) > STILL)
}

/// How far a bone is longer or shorter than usual at most [file's unit].
pub(super) fn stretch(recording: &Recording, bone: &Bone, first_row: usize) -> f64 {
    let usual = usual_place(recording, bone.joint, first_row).translation;
    let rows = first_row..recording.rows();
    let apart = rows.map(|row| {
        local(recording, bone.joint, row)
            .translation
            .distance(usual)
    });
    apart.fold(0.0, f64::max)
}
