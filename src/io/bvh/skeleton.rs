//! A character as a BVH skeleton: offsets of the pose in which no joint is turned, in world-aligned axes.
//!
//! A BVH joint has no rest rotation, so at zero all its frames lie like the world's. Ours may be turned on their
//! parents. With E the turn of a link's frame at zero, seen from the first link, and t, T a joint's turn in our and in
//! the file's axes:
//!
//! ```text
//! offset in file = E(parent) · offset in parent          T = E t E⁻¹          t = E⁻¹ T E
//! ```

use super::names::link_names;
use super::{Axis, BvhJoint, Channel, JointNames, RotationOrder};
use crate::character::{Character, LinkId, Pose};
use glam::{DQuat, DVec3};

/// Tips nearer to their joint than this are no direction to draw a bone in [m].
const SHORTEST_TIP: f64 = 1e-3;
/// The tip of a leaf that has nothing at its end [m].
const USUAL_TIP: f64 = 0.05;

/// The joints of a file, and the links that they are.
#[derive(Clone, Debug)]
pub(super) struct Skeleton {
    /// Branch by branch, as files need it; offsets in metres.
    pub joints: Vec<BvhJoint>,
    /// Of every joint's rotations.
    pub order: RotationOrder,
    /// (joints)
    pub links: Vec<LinkId>,
    /// Turn of each link's frame at zero, seen from the first link: E. (links)
    pub root_from_link_at_zero: Vec<DQuat>,
    /// Lowest and highest point of joints, tips and soles at zero, from the first link [m].
    pub heights_at_zero: [f64; 2],
}

impl Skeleton {
    /// The skeleton of a character.
    pub(super) fn new(character: &Character, names: JointNames, order: RotationOrder) -> Self {
        let mut at_zero: Vec<DQuat> = Vec::with_capacity(character.links.len());
        for link in &character.links {
            let turn = match link.parent {
                Some(parent) => at_zero[parent.index()] * link.joint.parent_from_joint.rotation,
                None => DQuat::IDENTITY,
            };
            at_zero.push(turn.normalize());
        }
        let names = link_names(character, names);
        let links = branch_by_branch(character);
        let mut joint_of_link = vec![0; links.len()];
        for (joint, link) in links.iter().enumerate() {
            joint_of_link[link.index()] = joint;
        }
        let joints = links.iter().map(|id| {
            let link = character.link(*id);
            let offset = link.parent.map_or(DVec3::ZERO, |parent| {
                at_zero[parent.index()] * link.joint.parent_from_joint.translation
            });
            let mut channels = Vec::new();
            if link.parent.is_none() {
                channels.extend(Axis::ALL.map(Channel::Position));
            }
            channels.extend(order.channels());
            BvhJoint {
                name: names[id.index()].clone(),
                parent: link.parent.map(|parent| joint_of_link[parent.index()]),
                offset,
                channels,
                end: tip(character, *id, at_zero[id.index()], offset),
            }
        });
        let joints: Vec<BvhJoint> = joints.collect();
        let heights_at_zero = heights(character, &joints, &joint_of_link, &at_zero);
        Self {
            joints,
            order,
            links,
            root_from_link_at_zero: at_zero,
            heights_at_zero,
        }
    }

    /// The file's turn of each joint in a pose; the root's is its turn in the world. (joints)
    pub(super) fn turns<'a>(
        &'a self,
        character: &'a Character,
        pose: &'a Pose,
    ) -> impl Iterator<Item = DQuat> + 'a {
        self.links.iter().map(|id| {
            if *id == LinkId::ROOT {
                return pose.world_from_root.rotation;
            }
            let turn = pose.joint(*id).rotation(&character.link(*id).joint.kind);
            let at_zero = self.root_from_link_at_zero[id.index()];
            at_zero * turn * at_zero.conjugate()
        })
    }
}

/// Every link directly before its first child's branch.
fn branch_by_branch(character: &Character) -> Vec<LinkId> {
    let mut order = Vec::with_capacity(character.links.len());
    let mut waiting = vec![LinkId::ROOT];
    while let Some(link) = waiting.pop() {
        order.push(link);
        let children = character
            .link_ids()
            .filter(|child| character.link(*child).parent == Some(link));
        // The last one pushed is the next one taken.
        waiting.extend(children.rev());
    }
    order
}

/// The tip of a leaf: the toes of what it stands on, else the farthest effector, else twice the way to its centre of
/// mass, else a little on. Nothing for links that carry others.
fn tip(character: &Character, id: LinkId, at_zero: DQuat, offset: DVec3) -> Option<DVec3> {
    if character.links.iter().any(|link| link.parent == Some(id)) {
        return None;
    }
    let soles = character.standing_soles().filter(|sole| sole.link == id);
    let toes = soles.map(|sole| {
        let corners = sole.corners_in_link.iter().map(|corner| at_zero * *corner);
        let front = corners.map(|corner| corner.z).fold(f64::MIN, f64::max);
        let center = at_zero * sole.center_in_link();
        DVec3::new(center.x, center.y, front)
    });
    let toes = toes.max_by(|a, b| a.z.total_cmp(&b.z));
    let effectors = character.effectors.iter().filter(|e| e.link == id);
    let farthest = effectors
        .map(|effector| at_zero * effector.point_in_link)
        .max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let beyond_center = 2.0 * (at_zero * character.link(id).com_in_link);
    let onward = USUAL_TIP * offset.try_normalize().unwrap_or(DVec3::Y);
    [toes, farthest, Some(beyond_center), Some(onward)]
        .into_iter()
        .flatten()
        .find(|tip| tip.length() > SHORTEST_TIP)
}

fn heights(
    character: &Character,
    joints: &[BvhJoint],
    joint_of_link: &[usize],
    at_zero: &[DQuat],
) -> [f64; 2] {
    let mut places: Vec<DVec3> = Vec::with_capacity(joints.len());
    for joint in joints {
        let parent = joint.parent.map_or(DVec3::ZERO, |parent| places[parent]);
        places.push(parent + joint.offset);
    }
    let ends = joints.iter().zip(&places);
    let ends = ends.filter_map(|(joint, place)| Some(*place + joint.end?));
    let corners = character.soles.iter().flat_map(|sole| {
        let link = sole.link.index();
        let place = places[joint_of_link[link]];
        let corners = sole.corners_in_link.iter();
        corners.map(move |corner| place + at_zero[link] * *corner)
    });
    let all = places.iter().copied().chain(ends).chain(corners);
    all.fold([0.0, 0.0], |[low, high]: [f64; 2], point| {
        [low.min(point.y), high.max(point.y)]
    })
}
