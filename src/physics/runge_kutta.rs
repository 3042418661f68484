//! The classical fourth-order step, for figures that nothing touches. Quaternions advance by their components and are
//! made unit at the end: the field q' = ½ q ω only knows their direction, so that keeps the order.

use super::articulated::{Articulated, Root, View, Wrench};
use super::inputs::Inputs;
use super::passes::gather_forces;
use super::placed::Placed;
use super::settings::WorldSettings;
use super::state::State;
use super::tree::{Tree, Turning};
use super::velocity::Twist;

use crate::character::{Character, JointCoordinate};
use glam::{DQuat, DVec3};

/// Time derivative of a state.
#[derive(Clone, Debug, Default)]
struct Slope {
    place: DVec3,
    turn: DQuat,
    root: Twist,
    /// Of quaternions; a hinge's rate is its x. (nodes)
    joints: Vec<DQuat>,
    /// (nodes)
    joint_accelerations: Vec<DVec3>,
}

/// Memory of the step.
#[derive(Clone, Debug, Default)]
pub(super) struct RungeKutta {
    placed: Placed,
    body: Articulated,
    applied: Vec<Wrench>,
    zeros: Vec<f64>,
    stages: [Slope; 4],
    stage: Option<State>,
}

impl RungeKutta {
    /// Moves a free figure by one step; drives and contacts are not looked at.
    pub(super) fn advance(
        &mut self,
        character: &Character,
        tree: &Tree,
        settings: &WorldSettings,
        inputs: &Inputs,
        state: &mut State,
        step_secs: f64,
    ) {
        let mut stage = self.stage.take().unwrap_or_else(|| state.clone());
        for (index, share) in [0.0, 0.5, 0.5, 1.0].into_iter().enumerate() {
            copy(state, &mut stage);
            if index > 0 {
                add(tree, &mut stage, &self.stages[index - 1], share * step_secs);
            }
            self.evaluate(character, tree, settings, inputs, &mut stage, index);
        }
        for (index, weight) in [1.0, 2.0, 2.0, 1.0].into_iter().enumerate() {
            add(tree, state, &self.stages[index], weight * step_secs / 6.0);
        }
        make_unit(state);
        self.stage = Some(stage);
    }

    fn evaluate(
        &mut self,
        character: &Character,
        tree: &Tree,
        settings: &WorldSettings,
        inputs: &Inputs,
        state: &mut State,
        stage: usize,
    ) {
        let rates = &mut self.stages[stage];
        rates.turn = half_product(
            state.velocity.root.angular,
            state.pose.world_from_root.rotation,
        );
        rates.place = state.velocity.root.linear;
        rates.joints.clear();
        let raw_joints = &state.pose.joints;
        // The components before they are made unit carry the order.
        rates.joints.extend(
            tree.nodes
                .iter()
                .map(|node| match raw_joints[node.joint.index()] {
                    JointCoordinate::Ball(q) => q,
                    _ => DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
                }),
        );
        make_unit(state);

        self.placed.place_links(tree, character, state);
        self.placed.see_from(tree);
        let loads = &inputs.loads;
        gather_forces(
            settings.gravity,
            tree,
            &self.placed,
            loads,
            &mut self.applied,
        );
        self.zeros.clear();
        self.zeros.resize(tree.nodes.len(), 0.0);
        let view = View {
            tree,
            nodes: &self.placed.nodes,
        };
        self.body.factor(view, &self.zeros);
        self.body.accelerate(view, &[], &self.applied, Root::Free);
        rates.root = self.body.links[0];
        rates.joint_accelerations.clear();
        for (index, node) in tree.nodes.iter().enumerate() {
            let at = &self.placed.nodes[index];
            match node.turning {
                Turning::Ball => {
                    let in_link = self.placed.kin.link(node.joint).rotation.conjugate() * at.rate;
                    let q = rates.joints[index];
                    rates.joints[index] =
                        q * DQuat::from_xyzw(in_link.x, in_link.y, in_link.z, 0.0) * 0.5;
                    // The link's own axes turn, and with them what is told in them.
                    let turning = at.velocity.angular.cross(at.rate);
                    let in_link = self.placed.kin.link(node.joint).rotation.conjugate();
                    let change = in_link * (self.body.joints[index] - turning);
                    rates.joint_accelerations.push(change);
                }
                Turning::Hinge(_) => {
                    rates.joints[index] = DQuat::from_xyzw(at.rate.dot(at.axis), 0.0, 0.0, 0.0);
                    rates.joint_accelerations.push(DVec3::new(
                        self.body.joints[index].dot(at.axis),
                        0.0,
                        0.0,
                    ));
                }
                Turning::Fixed => rates.joint_accelerations.push(DVec3::ZERO),
            }
        }
    }
}

/// Copies what a stage needs into memory that is there already.
fn copy(from: &State, to: &mut State) {
    to.pose.world_from_root = from.pose.world_from_root;
    to.pose.joints.clone_from(&from.pose.joints);
    to.velocity.clone_from(&from.velocity);
}

/// ½ (0, ω) q: how a rotation grows with an angular velocity in world axes.
fn half_product(angular: DVec3, q: DQuat) -> DQuat {
    DQuat::from_xyzw(angular.x, angular.y, angular.z, 0.0) * q * 0.5
}

fn add(tree: &Tree, state: &mut State, rates: &Slope, secs: f64) {
    let place = &mut state.pose.world_from_root;
    place.translation += secs * rates.place;
    place.rotation = place.rotation + rates.turn * secs;
    state.velocity.root.angular += secs * rates.root.angular;
    state.velocity.root.linear += secs * rates.root.linear;
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        let joint = node.joint.index();
        match &mut state.pose.joints[joint] {
            JointCoordinate::Ball(q) => *q = *q + rates.joints[index] * secs,
            JointCoordinate::Hinge(angle) => *angle += secs * rates.joints[index].x,
            JointCoordinate::Fixed => {}
        }
        state.velocity.joints[joint] += secs * rates.joint_accelerations[index];
    }
}

fn make_unit(state: &mut State) {
    let place = &mut state.pose.world_from_root;
    place.rotation = place.rotation.normalize();
    for joint in &mut state.pose.joints {
        if let JointCoordinate::Ball(q) = joint {
            *q = q.normalize();
        }
    }
}
