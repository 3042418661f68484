//! The torques that a planned motion needs (inverse dynamics), while one link is held: what a drive can give in advance; or while
//! the body is free and forces push it: what a motion takes.

use super::articulated::{View, Wrench};
use super::inputs::Load;
use super::inverse::inverse_dynamics;
use super::passes::gather_forces;
use super::placed::Placed;
use super::state::State;
use super::tree::{Tree, Turning};
use super::velocity::{Twist, Velocity};
use crate::character::{Character, LinkId, Pose};
use glam::DVec3;

/// A body's planned motion at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Where it should be.
    pub pose: Pose,
    /// How it should move.
    pub velocity: Velocity,
    /// How that should change [rad/s², m/s²].
    pub acceleration: Velocity,
}

impl Planned {
    /// A body that is to stay in a pose.
    pub fn at_rest(pose: Pose) -> Self {
        let links = pose.joints.len();
        Self {
            pose,
            velocity: Velocity::zero(links),
            acceleration: Velocity::zero(links),
        }
    }
}

/// Finds such torques; keeps its memory.
#[derive(Clone, Debug)]
pub struct NeededTorques {
    /// The tree of the file, and those seen from links that were held.
    trees: Vec<Tree>,
    state: State,
    placed: Placed,
    joints: Vec<DVec3>,
    applied: Vec<Wrench>,
    wrenches: Vec<Wrench>,
    accelerations: Vec<Twist>,
    torques: Vec<DVec3>,
}

impl NeededTorques {
    /// For motions of this character.
    pub fn new(character: &Character) -> Self {
        Self {
            trees: vec![Tree::new(character, LinkId::ROOT)],
            state: State::at_rest(character.rest.clone()),
            placed: Placed::default(),
            joints: Vec::new(),
            applied: Vec::new(),
            wrenches: Vec::new(),
            accelerations: Vec::new(),
            torques: Vec::new(),
        }
    }

    /// Torques on every link against its parent, in a ball's own axes, in x for a hinge [N m], while `held` does not
    /// move and gravity [m/s²] acts. (links)
    pub fn find(
        &mut self,
        character: &Character,
        planned: &Planned,
        held: LinkId,
        gravity: DVec3,
    ) -> &[DVec3] {
        self.stand(character, planned, held);
        let tree = Tree::find(&mut self.trees, character, held);
        self.balance(planned, (tree, Twist::default()), gravity, &[]);
        self.write_torques(tree)
    }

    /// The force that must push a free body from outside beside gravity [m/s²], and its moment about the origin of the world
    /// [N, N m].
    pub fn find_push(
        &mut self,
        character: &Character,
        planned: &Planned,
        gravity: DVec3,
    ) -> (DVec3, DVec3) {
        self.place(character, planned, planned.velocity.root);
        self.balance(planned, (0, planned.acceleration.root), gravity, &[]);
        let Wrench { torque, force } = self.wrenches[0];
        let moment = torque + self.placed.nodes[0].pivot.cross(force);
        (force, moment)
    }

    /// Torques on every link against its parent, as [`Self::find`] gives them, of a free body while these forces push its links. What
    /// they leave of the [push](Self::find_push) that it needs acts on the first link.
    pub fn find_free(
        &mut self,
        character: &Character,
        planned: &Planned,
        (gravity, loads): (DVec3, &[Load]),
    ) -> &[DVec3] {
        self.place(character, planned, planned.velocity.root);
        self.balance(planned, (0, planned.acceleration.root), gravity, loads);
        self.write_torques(0)
    }

    /// What every node needs from the near one, seen from a tree's first node, which is accelerated so.
    fn balance(
        &mut self,
        planned: &Planned,
        (tree, first): (usize, Twist),
        gravity: DVec3,
        loads: &[Load],
    ) {
        let tree = &self.trees[tree];
        self.placed.see_from(tree);
        gather_forces(gravity, tree, &self.placed, loads, &mut self.applied);
        self.joints.clear();
        for (node, at) in tree.nodes.iter().zip(&self.placed.nodes) {
            let acceleration = planned.acceleration.joints[node.joint.index()];
            self.joints.push(match node.turning {
                Turning::Fixed => DVec3::ZERO,
                Turning::Hinge(_) => acceleration.x * at.axis,
                // The link's own axes turn, and with them a rate that is given in them.
                Turning::Ball => {
                    let link = &self.placed.links[node.joint.index()];
                    let rotation = self.placed.kin.link(node.joint).rotation;
                    let turning = link.velocity.angular.cross(node.sign * at.rate);
                    node.sign * (rotation * acceleration + turning)
                }
            });
        }
        let view = View {
            tree,
            nodes: &self.placed.nodes,
        };
        inverse_dynamics(
            view,
            first,
            &self.joints,
            &self.applied,
            &mut self.wrenches,
            &mut self.accelerations,
        );
    }

    /// Torques by link, in its own axes.
    fn write_torques(&mut self, tree: usize) -> &[DVec3] {
        let tree = &self.trees[tree];
        self.torques.clear();
        self.torques.resize(tree.nodes.len(), DVec3::ZERO);
        for (index, node) in tree.nodes.iter().enumerate().skip(1) {
            let torque = self.wrenches[index].torque;
            self.torques[node.joint.index()] = match node.turning {
                Turning::Fixed => DVec3::ZERO,
                Turning::Hinge(_) => {
                    DVec3::new(torque.dot(self.placed.nodes[index].axis), 0.0, 0.0)
                }
                Turning::Ball => {
                    node.sign * (self.placed.kin.link(node.joint).rotation.conjugate() * torque)
                }
            };
        }
        &self.torques
    }

    /// Places the planned pose and motion; the first link of the file moves so.
    fn place(&mut self, character: &Character, planned: &Planned, root_velocity: Twist) {
        self.state.pose.clone_from(&planned.pose);
        self.state.velocity.root = root_velocity;
        (self.state.velocity.joints).clone_from(&planned.velocity.joints);
        self.placed
            .place_links(&self.trees[0], character, &self.state);
    }

    /// Places the planned pose and motion with the held link at rest: the whole body moves as the others ask of it.
    fn stand(&mut self, character: &Character, planned: &Planned, held: LinkId) {
        self.place(character, planned, Twist::default());
        let root = self.placed.links[LinkId::ROOT.index()].origin;
        let foot = self.placed.links[held.index()];
        let still = Twist {
            angular: -foot.velocity.angular,
            linear: DVec3::ZERO,
        };
        self.state.velocity.root = Twist {
            linear: -(foot.velocity.linear + still.at(foot.origin - root)),
            ..still
        };
        self.placed
            .place_links(&self.trees[0], character, &self.state);
    }
}
