//! Where every link is and how it moves: what follows from a state, recomputed in every step and never saved.

use super::state::State;
use super::tree::{Tree, Turning};
use super::velocity::{Twist, joint_in_world};
use crate::character::Character;
use crate::kinematics::{Kinematics, forward};
use glam::{DMat3, DVec3};

/// One link, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedLink {
    /// Where its frame's origin is [m].
    pub(super) origin: DVec3,
    /// Where its centre of mass is [m].
    pub(super) com: DVec3,
    /// About its centre of mass [kg m²].
    pub(super) inertia: DMat3,
    /// Of its origin.
    pub(super) velocity: Twist,
}

/// One node of a tree: its link as seen from the joint that leads to it, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedNode {
    /// The joint's place; the root's own origin for the first node [m].
    pub(super) pivot: DVec3,
    /// From the near node's pivot to this one [m].
    pub(super) offset: DVec3,
    /// From the pivot to the link's centre of mass [m].
    pub(super) arm: DVec3,
    /// About the link's centre of mass [kg m²].
    pub(super) inertia: DMat3,
    /// A hinge's axis in the sense of this tree; zero for others.
    pub(super) axis: DVec3,
    /// Angular velocity against the near node [rad/s].
    pub(super) rate: DVec3,
    /// Of the link's material at the pivot.
    pub(super) velocity: Twist,
}

/// Everything placed for one state.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    pub(super) kin: Kinematics,
    /// (links)
    pub(super) links: Vec<PlacedLink>,
    /// (nodes)
    pub(super) nodes: Vec<PlacedNode>,
}

impl Placed {
    /// Places links by the tree of the file, whose first link is where the state says.
    pub(super) fn place_links(&mut self, file: &Tree, character: &Character, state: &State) {
        let world_from_root = state.pose.world_from_root;
        forward(
            &file.rooting,
            character,
            &state.pose,
            world_from_root,
            &mut self.kin,
        );
        self.links.clear();
        for (id, link) in character.link_ids().zip(&character.links) {
            let world_from_link = self.kin.link(id);
            let rotation = DMat3::from_quat(world_from_link.rotation);
            let origin = world_from_link.translation;
            let velocity = match link.parent {
                None => state.velocity.root,
                Some(parent) => {
                    let parent = &self.links[parent.index()];
                    let linear = parent.velocity.at(origin - parent.origin);
                    let rate = state.velocity.joints[id.index()];
                    let rate = joint_in_world(&link.joint.kind, world_from_link.rotation, rate);
                    Twist {
                        angular: parent.velocity.angular + rate,
                        linear,
                    }
                }
            };
            self.links.push(PlacedLink {
                origin,
                com: origin + rotation * link.com_in_link,
                inertia: rotation * link.inertia_in_link * rotation.transpose(),
                velocity,
            });
        }
    }

    /// Sees the placed links from a tree's root.
    pub(super) fn see_from(&mut self, tree: &Tree) {
        self.nodes.clear();
        for node in &tree.nodes {
            let link = &self.links[node.link.index()];
            let joint = &self.links[node.joint.index()];
            let pivot = joint.origin;
            let angular = link.velocity.angular;
            // The first node is its own near one and not there yet.
            let near = self.nodes.get(node.near);
            let axis = match node.turning {
                Turning::Hinge(axis) => node.sign * (self.kin.link(node.joint).rotation * axis),
                _ => DVec3::ZERO,
            };
            self.nodes.push(PlacedNode {
                pivot,
                offset: near.map_or(DVec3::ZERO, |near| pivot - near.pivot),
                arm: link.com - pivot,
                inertia: link.inertia,
                axis,
                rate: near.map_or(DVec3::ZERO, |near| angular - near.velocity.angular),
                velocity: Twist {
                    angular,
                    linear: link.velocity.at(pivot - link.origin),
                },
            });
        }
    }
}
