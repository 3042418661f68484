//! Dynamics by columns, for tests and for controllers that set up equations of their own: the same order and axes as
//! [`crate::kinematics::mass_matrix`]. A floating base has six columns first: force and torque at its origin.

use super::articulated::{Articulated, Root, View, Wrench};
use super::inverse::inverse_dynamics;
use super::placed::Placed;
use super::state::{State, Twist};
use super::tree::{Tree, Turning};
use crate::character::{Character, LinkId};
use crate::kinematics::Base;
use glam::DVec3;

/// A body in one state, seen from one link, with gravity on it.
#[derive(Clone, Debug)]
pub struct Dynamics {
    tree: Tree,
    placed: Placed,
    base: Base,
    gravity: Vec<Wrench>,
}

impl Dynamics {
    /// `gravity` is an acceleration [m/s²].
    pub fn new(
        character: &Character,
        state: &State,
        root: LinkId,
        base: Base,
        gravity: DVec3,
    ) -> Self {
        let mut placed = Placed::default();
        placed.place_links(&Tree::new(character, LinkId::ROOT), character, state);
        let tree = Tree::new(character, root);
        placed.see_from(&tree);
        let weights = tree.nodes.iter().zip(&placed.nodes);
        let gravity = weights
            .map(|(node, at)| {
                let force = node.mass * gravity;
                Wrench {
                    torque: at.arm.cross(force),
                    force,
                }
            })
            .collect();
        Self {
            tree,
            placed,
            base,
            gravity,
        }
    }

    /// The view of the tree that orders the columns.
    pub fn rooting(&self) -> &crate::kinematics::Rooting {
        &self.tree.rooting
    }

    /// Where the links are.
    pub fn kinematics(&self) -> &crate::kinematics::Kinematics {
        &self.placed.kin
    }

    /// Velocities of all columns.
    pub fn velocity(&self) -> Vec<f64> {
        let root = self.placed.nodes[0].velocity;
        let joints: Vec<DVec3> = self.placed.nodes.iter().map(|at| at.rate).collect();
        self.columns((root.linear, root.angular), &joints)
    }

    /// Accelerations of all columns under torques (and a base wrench).
    pub fn forward(&self, torques: &[f64]) -> Vec<f64> {
        let mut body = Articulated::default();
        body.factor(self.view(), &vec![0.0; self.tree.nodes.len()]);
        let (base, joints) = self.vectors(torques);
        let mut applied = self.gravity.clone();
        applied[0] += Wrench {
            force: base.0,
            torque: base.1,
        };
        let root = match self.base {
            Base::Free => Root::Free,
            Base::Held => Root::Given(Twist::default()),
        };
        body.accelerate(self.view(), &joints, &applied, root);
        let first = body.links[0];
        self.columns((first.linear, first.angular), &body.joints)
    }

    /// Torques (and a base wrench) of all columns that make these accelerations.
    pub fn inverse(&self, accelerations: &[f64]) -> Vec<f64> {
        let (base, joints) = self.vectors(accelerations);
        let root = Twist {
            linear: base.0,
            angular: base.1,
        };
        let (mut wrenches, mut links) = (Vec::new(), Vec::new());
        inverse_dynamics(
            self.view(),
            root,
            &joints,
            &self.gravity,
            &mut wrenches,
            &mut links,
        );
        let torques: Vec<DVec3> = wrenches.iter().map(|wrench| wrench.torque).collect();
        self.columns((wrenches[0].force, wrenches[0].torque), &torques)
    }

    /// What joints must give so that nothing accelerates: gravity and the forces of velocity, C(q, v) v + g(q).
    pub fn bias(&self) -> Vec<f64> {
        let columns = self.base.columns() + self.tree.rooting.dofs;
        self.inverse(&vec![0.0; columns])
    }

    fn view(&self) -> View<'_> {
        View {
            tree: &self.tree,
            nodes: &self.placed.nodes,
        }
    }

    /// Columns as vectors by node: a ball's three, a hinge's one along its axis.
    fn vectors(&self, columns: &[f64]) -> ((DVec3, DVec3), Vec<DVec3>) {
        let vector = |first: usize| DVec3::from_slice(&columns[first..first + 3]);
        let base = match self.base {
            Base::Free => (vector(0), vector(3)),
            Base::Held => (DVec3::ZERO, DVec3::ZERO),
        };
        let mut joints = vec![DVec3::ZERO; self.tree.nodes.len()];
        for (index, step) in self.tree.rooting.steps.iter().enumerate() {
            let first = self.base.columns() + usize::from(step.first_dof);
            joints[index + 1] = match self.tree.nodes[index + 1].turning {
                Turning::Fixed => DVec3::ZERO,
                Turning::Hinge(_) => columns[first] * self.placed.nodes[index + 1].axis,
                Turning::Ball => vector(first),
            };
        }
        (base, joints)
    }

    fn columns(&self, (linear, angular): (DVec3, DVec3), joints: &[DVec3]) -> Vec<f64> {
        let mut columns = Vec::with_capacity(self.base.columns() + self.tree.rooting.dofs);
        if self.base == Base::Free {
            columns.extend(linear.to_array());
            columns.extend(angular.to_array());
        }
        for (index, node) in self.tree.nodes.iter().enumerate() {
            match node.turning {
                Turning::Fixed => {}
                Turning::Hinge(_) => {
                    columns.push(joints[index].dot(self.placed.nodes[index].axis));
                }
                Turning::Ball => columns.extend(joints[index].to_array()),
            }
        }
        columns
    }
}
