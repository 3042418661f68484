//! Drives of joints as the articulated body takes them: a torque, and a stiffening of the joint against its own motion.
//!
//! With e the turn to the target, v and v⁺ the rates before and after the step, a drive gives
//! τ = k (e − h v⁺) + d (r − v⁺) + f = [k (e − h v) + d (r − v) + f] − (h d + h² k) q̈: the first part is known, and
//! the second adds to the joint's inertia (Tan, Liu and Turk 2011; Yin and Yin 2020). Flesh resists with −c |v| v⁺, which
//! no cap takes away.

use super::inputs::Drive;
use super::placed::Placed;
use super::state::State;
use super::tree::{Node, Tree, Turning};
use crate::character::JointCoordinate;
use crate::math::rotation_vector;
use glam::DVec3;

/// A torque this much beyond a joint's strength, as a share of it, is let be.
const CAP_SLACK: f64 = 0.01;

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

    /// Weakens drives that would give more than they can, spring and damper alike, so that what is left is as stable as
    /// before; says whether there were any.
    pub(super) fn cap(&mut self, accelerations: &[DVec3]) -> bool {
        let mut any = false;
        for (index, acceleration) in accelerations.iter().enumerate().skip(1) {
            let size = self.given(index, *acceleration).length();
            if size > self.most[index] * (1.0 + CAP_SLACK) {
                any = true;
                let share = self.most[index] / size;
                let (torque, stiffening) = self.flesh[index];
                self.torques[index] = torque + share * (self.torques[index] - torque);
                self.stiffening[index] = stiffening + share * (self.stiffening[index] - stiffening);
            }
        }
        any
    }

    /// What a drive gives at an acceleration of its joint, flesh aside [N m].
    pub(super) fn given(&self, index: usize, acceleration: DVec3) -> DVec3 {
        let (torque, stiffening) = self.flesh[index];
        self.torques[index] - torque - (self.stiffening[index] - stiffening) * acceleration
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
        (Turning::Ball, JointCoordinate::Ball(now), JointCoordinate::Ball(target)) => {
            let turn = rotation_vector(now.conjugate() * target);
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
