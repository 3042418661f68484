//! How the links of a figure move with the impulses of a block of rows: its three rows at once, inward along the tree from
//! where they act and out again. Linear in the number of links, and most of that are matrices that all three share.

use super::articulated::{Articulated, View, cross_columns};
use super::rows::Side;
use glam::DMat3;

/// Three velocities of a node at its pivot, as columns: one for a unit of each row's impulse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motions {
    pub(super) angular: DMat3,
    pub(super) linear: DMat3,
}

impl Motions {
    pub(super) const ZERO: Self = Self {
        angular: DMat3::ZERO,
        linear: DMat3::ZERO,
    };
}

/// Memory of a response.
#[derive(Clone, Debug, Default)]
pub(super) struct Responder {
    /// G n of every node on the way inward. (nodes)
    answers: Vec<DMat3>,
    /// Of the nodes that were asked for; others are left as they were. (nodes)
    pub(super) motions: Vec<Motions>,
}

impl Responder {
    /// Finds the motions of the `needed` nodes. Sides beyond the nodes are loose bodies' and not looked at.
    pub(super) fn respond(
        &mut self,
        view: View,
        body: &Articulated,
        sides: &[Option<Side>; 2],
        held: bool,
        needed: &[bool],
    ) {
        let nodes = &view.tree.nodes;
        self.answers.clear();
        self.answers.resize(nodes.len(), DMat3::ZERO);
        self.motions.resize(nodes.len(), Motions::ZERO);
        self.motions[0] = Motions::ZERO;
        for side in sides.iter().flatten() {
            if side.body >= nodes.len() {
                continue;
            }
            let (mut torque, mut force) = (-side.angular, -side.linear);
            let mut index = side.body;
            while index != 0 {
                let joint = &body.solved[index];
                self.answers[index] += joint.g * torque;
                force -= joint.gb.transpose() * torque;
                torque -= joint.ga.transpose() * torque;
                torque += cross_columns(view.nodes[index].offset, &force);
                index = nodes[index].near;
            }
            if !held {
                let inverse = &body.root;
                let first = &mut self.motions[0];
                first.angular -= inverse.a * torque + inverse.b * force;
                first.linear -= inverse.b.transpose() * torque + inverse.c * force;
            }
        }
        for index in 1..nodes.len() {
            if needed[index] {
                let near = &self.motions[nodes[index].near];
                let carried = near.linear - cross_columns(view.nodes[index].offset, &near.angular);
                let joint = &body.solved[index];
                let answer = self.answers[index] + joint.ga * near.angular + joint.gb * carried;
                self.motions[index] = Motions {
                    angular: near.angular - answer,
                    linear: carried,
                };
            }
        }
    }
}
