//! Drives of joints as the articulated body takes them: a torque, and a stiffening of the joint against its own motion.
//!
//! With e the turn to the target, v and v⁺ the rates before and after the step, a drive gives
//! τ = k (e − h v⁺) + d (r − v⁺) + f = [k (e − h v) + d (r − v) + f] − (h d + h² k) q̈: the first part is known, and
//! the second adds to the joint's inertia (Tan, Liu and Turk 2011; Yin and Yin 2020). Flesh resists with −c |v| v⁺, which
//! no limit takes away.
//!
//! A drive that would give more than it can leaves the articulated body and becomes a row, v⁺ + s λ = v + s h τ₀ with
//! s = 1/(h d + h² k), whose impulse λ stays within h times the joint's strength: the same drive while it is within, and its
//! full strength, no more, where it is not.

use super::inputs::Drive;
use super::placed::Placed;
use super::rows::{Block, Law, Side};
use super::state::State;
use super::tree::{Node, Tree, Turning};
use super::warm::{Key, WarmStart};
use crate::character::JointCoordinate;
use glam::{DMat3, DVec3};

/// A torque this much beyond a joint's strength, as a share of it, is let be.
const SLACK: f64 = 1e-3;
/// Keys of limited drives do not meet those of contacts.
const MUSCLE: u32 = u32::MAX - 2;

/// Torques of one step, by node, far side against near, world axes.
#[derive(Clone, Debug, Default)]
pub(super) struct Muscles {
    /// The known part [N m].
    pub(super) torques: Vec<DVec3>,
    /// h·damping + h²·stiffness, and h·resistance·|rate| [kg m²].
    pub(super) stiffening: Vec<f64>,
    /// The part of both that flesh gives.
    flesh: Vec<(DVec3, f64)>,
    /// [N m]
    most: Vec<f64>,
    /// Springs and dampers are no softer than this as rows [kg m²].
    pub(super) least_stiffening: f64,
}

impl Muscles {
    /// Reads the drives of a step.
    pub(super) fn read(
        &mut self,
        tree: &Tree,
        placed: &Placed,
        state: &State,
        drives: &[Option<Drive>],
        step_secs: f64,
    ) {
        self.torques.clear();
        self.stiffening.clear();
        self.flesh.clear();
        self.most.clear();
        for (index, node) in tree.nodes.iter().enumerate() {
            let drive = drives.get(node.joint.index()).copied().flatten();
            let (torque, stiffening, flesh, most) = match drive {
                Some(drive) if index > 0 => {
                    let at = &placed.nodes[index];
                    let torque =
                        known_torque(node, at.axis, at.rate, placed, state, &drive, step_secs);
                    let stiffening =
                        step_secs * drive.damping + step_secs * step_secs * drive.stiffness;
                    let resisting = drive.resistance * at.rate.length();
                    let flesh = (-resisting * at.rate, step_secs * resisting);
                    (torque, stiffening, flesh, drive.most_torque)
                }
                _ => (DVec3::ZERO, 0.0, (DVec3::ZERO, 0.0), f64::INFINITY),
            };
            self.torques.push(torque + flesh.0);
            self.stiffening.push(stiffening + flesh.1);
            self.flesh.push(flesh);
            self.most.push(most);
        }
    }

    /// Takes drives that would give more than they can out of the body, as rows; says whether there were any more.
    pub(super) fn limit(
        &mut self,
        tree: &Tree,
        placed: &Placed,
        accelerations: &[DVec3],
        step_secs: f64,
        blocks: &mut Vec<Block>,
    ) -> bool {
        let before = blocks.len();
        for (index, acceleration) in accelerations.iter().enumerate().skip(1) {
            let size = self.given(index, *acceleration).length();
            if size > self.most[index] * (1.0 + SLACK) {
                blocks.push(self.take_out(tree, placed, index, step_secs, DVec3::ZERO));
            }
        }
        blocks.len() > before
    }

    /// Takes out at once those that gave all they could in the last step: they will again.
    pub(super) fn limit_again(
        &mut self,
        tree: &Tree,
        placed: &Placed,
        step_secs: f64,
        warm: &WarmStart,
        blocks: &mut Vec<Block>,
    ) {
        for (index, node) in tree.nodes.iter().enumerate().skip(1) {
            let impulse = warm.find(key_of(node));
            let is_driven = self.most[index].is_finite();
            if impulse != DVec3::ZERO && is_driven {
                blocks.push(self.take_out(tree, placed, index, step_secs, impulse));
            }
        }
    }

    /// A drive as a row; its body keeps the flesh.
    fn take_out(
        &mut self,
        tree: &Tree,
        placed: &Placed,
        index: usize,
        step_secs: f64,
        impulse: DVec3,
    ) -> Block {
        let (node, at) = (&tree.nodes[index], &placed.nodes[index]);
        let (flesh_torque, flesh_stiffening) = self.flesh[index];
        let torque = self.torques[index] - flesh_torque;
        // A drive without spring and damper is all feed-forward; a little of both makes it a row like others.
        let stiffening = (self.stiffening[index] - flesh_stiffening).max(self.least_stiffening);
        self.torques[index] = flesh_torque;
        self.stiffening[index] = flesh_stiffening;
        // In the sense of the joint's own link, so that the next step finds its impulse whatever the body is seen from.
        let axes = node.sign
            * match node.turning {
                Turning::Hinge(_) => DMat3::from_cols(at.axis, DVec3::ZERO, DVec3::ZERO),
                _ => DMat3::IDENTITY,
            };
        let side = |body: usize, sign: f64| Side {
            body,
            linear: DMat3::ZERO,
            angular: sign * axes,
        };
        let most = step_secs * self.most[index];
        let wanted = at.rate + step_secs / stiffening * torque;
        Block {
            key: key_of(node),
            law: Law::Muscle { most },
            sides: [Some(side(index, 1.0)), Some(side(node.near, -1.0))],
            axes,
            point: at.pivot,
            bias: -(axes.transpose() * wanted),
            softness: DVec3::splat(1.0 / stiffening),
            impulse: (axes.transpose() * impulse).clamp_length_max(most),
            velocity: DVec3::ZERO,
        }
    }

    /// What a drive in the body gives at an acceleration of its joint, flesh aside [N m].
    pub(super) fn given(&self, index: usize, acceleration: DVec3) -> DVec3 {
        let (torque, stiffening) = self.flesh[index];
        self.torques[index] - torque - (self.stiffening[index] - stiffening) * acceleration
    }
}

fn key_of(node: &Node) -> Key {
    Key {
        first: node.joint.index() as u32,
        second: MUSCLE,
        feature: 0,
    }
}

fn known_torque(
    node: &Node,
    axis: DVec3,
    rate: DVec3,
    placed: &Placed,
    state: &State,
    drive: &Drive,
    step_secs: f64,
) -> DVec3 {
    let world_from_link = placed.kin.link(node.joint).rotation;
    // The turn still to make, the wanted rate and the extra torque of the link against its parent; in the tree's sense
    // the far side may be the parent.
    let (turn, wanted, extra) = match (node.turning, state.pose.joint(node.joint), drive.target) {
        (Turning::Ball, now @ JointCoordinate::Ball(_), target @ JointCoordinate::Ball(_)) => {
            let turn = now.turn_to(target);
            let in_world = |v: DVec3| node.sign * (world_from_link * v);
            (
                in_world(turn),
                in_world(drive.rate),
                in_world(drive.feed_forward),
            )
        }
        (Turning::Hinge(_), JointCoordinate::Hinge(now), JointCoordinate::Hinge(target)) => (
            (target - now) * axis,
            drive.rate.x * axis,
            drive.feed_forward.x * axis,
        ),
        _ => return DVec3::ZERO,
    };
    drive.stiffness * (turn - step_secs * rate) + drive.damping * (wanted - rate) + extra
}
