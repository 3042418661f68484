//! The torques that a planned motion needs while one link is held: what a drive can give in advance.

use super::articulated::{View, Wrench};
use super::inverse::inverse_dynamics;
use super::placed::Placed;
use super::state::{State, Twist};
use super::tree::{Tree, Turning};
use crate::character::{Character, LinkId, Pose};
use glam::DVec3;

/// A body's planned motion at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Where it should be.
    pub pose: Pose,
    /// How fast each link's joint should turn: a ball in the link's own axes, a hinge in x [rad/s]. (links)
    pub rates: Vec<DVec3>,
    /// How that should change, same axes [rad/s²]. (links)
    pub accelerations: Vec<DVec3>,
}

impl Planned {
    /// A body that is to stay in a pose.
    pub fn at_rest(pose: Pose) -> Self {
        let links = pose.joints.len();
        Self {
            pose,
            rates: vec![DVec3::ZERO; links],
            accelerations: vec![DVec3::ZERO; links],
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
        let tree = &self.trees[tree];
        self.placed.see_from(tree);

        self.applied.clear();
        self.joints.clear();
        for (node, at) in tree.nodes.iter().zip(&self.placed.nodes) {
            let force = node.mass * gravity;
            self.applied.push(Wrench {
                torque: at.arm.cross(force),
                force,
            });
            let acceleration = planned.accelerations[node.joint.index()];
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
            Twist::default(),
            &self.joints,
            &self.applied,
            &mut self.wrenches,
            &mut self.accelerations,
        );
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

    /// Places the planned pose and motion with the held link at rest: the whole body moves as the others ask of it.
    fn stand(&mut self, character: &Character, planned: &Planned, held: LinkId) {
        let file = &self.trees[0];
        self.state.pose.clone_from(&planned.pose);
        self.state.root_velocity = Twist::default();
        self.state.joint_rates.fill(DVec3::ZERO);
        self.placed.place_links(file, character, &self.state);
        for (id, link) in character.link_ids().zip(&character.links) {
            let rate = planned.rates[id.index()];
            self.state.joint_rates[id.index()] = match link.joint.kind.dofs() {
                3 => self.placed.kin.link(id).rotation * rate,
                _ => rate,
            };
        }
        self.placed.place_links(file, character, &self.state);
        let root = self.placed.links[LinkId::ROOT.index()].origin;
        let foot = self.placed.links[held.index()];
        let still = Twist {
            angular: -foot.velocity.angular,
            linear: DVec3::ZERO,
        };
        self.state.root_velocity = Twist {
            linear: -(foot.velocity.linear + still.at(foot.origin - root)),
            ..still
        };
        self.placed.place_links(file, character, &self.state);
    }
}
