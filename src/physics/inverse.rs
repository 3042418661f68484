//! Inverse dynamics: the torques that a motion needs (recursive Newton-Euler; Featherstone 2008, chapter 5), in world
//! axes. It shares no formula with [`super::articulated`], so each is the other's test.

use super::articulated::{View, Wrench, drift};
use super::velocity::Twist;
use glam::DVec3;

/// Fills `wrenches` with what every node needs from the near side at its pivot: a joint's torque is its torque part
/// (along the axis, for a hinge), and the first node's entry is what must hold the body up.
///
/// `joints` are accelerations of every node against its near one (world axes; along the axis for a hinge), `root` is
/// the first node's acceleration at its pivot, and `applied` acts on the links at their pivots, gravity among it.
pub(super) fn inverse_dynamics(
    view: View,
    root: Twist,
    joints: &[DVec3],
    applied: &[Wrench],
    wrenches: &mut Vec<Wrench>,
    accelerations: &mut Vec<Twist>,
) {
    accelerations.clear();
    wrenches.clear();
    for (index, (node, at)) in view.tree.nodes.iter().zip(view.nodes).enumerate() {
        let moved = if index == 0 {
            root
        } else {
            let near: &Twist = &accelerations[node.near];
            let drift = drift(view, index);
            Twist {
                angular: near.angular + drift.angular + joints[index],
                linear: near.at(at.offset) + drift.linear,
            }
        };
        let w = at.velocity.angular;
        let force = node.mass * (moved.at(at.arm) + w.cross(w.cross(at.arm)));
        let torque = at.inertia * moved.angular + w.cross(at.inertia * w) + at.arm.cross(force);
        accelerations.push(moved);
        wrenches.push(Wrench {
            torque: torque - applied[index].torque,
            force: force - applied[index].force,
        });
    }
    for (index, node) in view.tree.nodes.iter().enumerate().skip(1).rev() {
        let Wrench { torque, force } = wrenches[index];
        let near = &mut wrenches[node.near];
        near.torque += torque + view.nodes[index].offset.cross(force);
        near.force += force;
    }
}
