//! The body as the engine walks it: links outward from the one that is held or floats, with what never changes of each.

use crate::character::{Character, JointKind, LinkId};
use crate::kinematics::Rooting;
use glam::{DMat3, DVec3};

/// How a node turns against the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turning {
    /// Not at all; the first node, too.
    Fixed,
    /// About one axis, given in the joint's own link.
    Hinge(DVec3),
    /// About every axis.
    Ball,
}

/// A link, and the joint that leads to it from the node before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    /// Which link it is.
    pub link: LinkId,
    /// The node nearer to the first one; the first node's is itself.
    pub near: usize,
    /// The joint between the two, named by its own link.
    pub joint: LinkId,
    /// +1 when that is this link, −1 when it is the near one.
    pub sign: f64,
    pub turning: Turning,
    /// [kg]
    pub mass: f64,
    /// [m]
    pub com_in_link: DVec3,
    /// About the centre of mass, link axes [kg m²].
    pub inertia_in_link: DMat3,
}

/// A character seen from one of its links. Built once for each link that is ever held.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(super) rooting: Rooting,
    /// Nearer before farther; the first is the root.
    pub(super) nodes: Vec<Node>,
    /// The node of each link. (links)
    pub(super) node_of_link: Vec<usize>,
}

impl Tree {
    /// The tree outward from `root`.
    pub fn new(character: &Character, root: LinkId) -> Self {
        let rooting = Rooting::new(character, root);
        let node = |link: LinkId, near: usize, joint: LinkId, sign: f64, turning: Turning| {
            let body = character.link(link);
            Node {
                link,
                near,
                joint,
                sign,
                turning,
                mass: body.mass,
                com_in_link: body.com_in_link,
                inertia_in_link: body.inertia_in_link,
            }
        };
        let mut nodes = vec![node(root, 0, root, 1.0, Turning::Fixed)];
        nodes.extend(rooting.steps.iter().map(|step| {
            let near = step
                .previous
                .map_or(0, |previous| usize::from(previous) + 1);
            let turning = match character.link(step.joint).joint.kind {
                JointKind::Fixed => Turning::Fixed,
                JointKind::Hinge { axis, .. } => Turning::Hinge(axis),
                JointKind::Ball(_) => Turning::Ball,
            };
            node(step.far_link, near, step.joint, step.sign, turning)
        }));
        let mut node_of_link = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            node_of_link[node.link.index()] = index;
        }
        Self {
            rooting,
            nodes,
            node_of_link,
        }
    }

    /// The place among `trees` of the one that begins at `root`; it is added when it is not there yet.
    pub(super) fn find(trees: &mut Vec<Self>, character: &Character, root: LinkId) -> usize {
        (trees.iter().position(|tree| tree.root() == root)).unwrap_or_else(|| {
            trees.push(Self::new(character, root));
            trees.len() - 1
        })
    }

    /// The link it is seen from.
    pub fn root(&self) -> LinkId {
        self.rooting.root
    }
}
