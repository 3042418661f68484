//! Joint limits inside the direct solution: a bound that a step runs into becomes a direction in which the joint may
//! move only as far as the bound, and the rest of the step is solved again without that direction.

use super::rows::Rows;
use crate::character::{Character, JointCoordinate, JointKind, Pose};
use crate::kinematics::{Kinematics, Rooting, Step};
use glam::DVec3;

/// The directions of one joint that are held, orthonormal, and how far each still moves.
#[derive(Clone, Copy, Debug, Default)]
struct HeldJoint {
    directions: [DVec3; 3],
    distances: [f64; 3],
    count: usize,
}

/// What limits hold in one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    joints: Vec<HeldJoint>,
    pub(super) count: usize,
}

impl Held {
    /// Nothing is held.
    pub(super) fn clear(&mut self, rooting: &Rooting) {
        self.joints.clear();
        self.joints
            .resize(rooting.steps.len(), HeldJoint::default());
        self.count = 0;
    }

    /// Holds every bound that the way from `pose` to `wanted` runs into, in the rows and in the posture's pull.
    /// Says whether there were any that are not held already.
    pub(super) fn hold_bounds(
        &mut self,
        character: &Character,
        rooting: &Rooting,
        kin: &Kinematics,
        (pose, wanted): (&Pose, &Pose),
        rows: &mut Rows,
        posture: &mut [f64],
    ) -> bool {
        let before = self.count;
        for (index, step) in rooting.steps.iter().enumerate() {
            let joint = step.joint.index();
            match (
                pose.joints[joint],
                wanted.joints[joint],
                &character.links[joint].joint.kind,
            ) {
                (
                    JointCoordinate::Hinge(angle),
                    JointCoordinate::Hinge(wanted),
                    JointKind::Hinge { range, .. },
                ) => {
                    let end = range.clamp(wanted);
                    if end != wanted {
                        self.hold(index, step, DVec3::X, end - angle, rows, posture);
                    }
                }
                (
                    JointCoordinate::Ball(q),
                    JointCoordinate::Ball(wanted),
                    JointKind::Ball(limits),
                ) => {
                    for row in limits.rows_towards(q, wanted).as_slice() {
                        // The far side's turn, seen in the joint's axes, is the child's turn up to its sign.
                        let world_from_joint = kin.link(step.joint).rotation * q.conjugate();
                        let normal = step.sign * (world_from_joint * row.normal_in_joint);
                        self.hold(index, step, normal, row.gap, rows, posture);
                    }
                }
                _ => {}
            }
        }
        self.count > before
    }

    /// Holds one direction of a joint after the part that is held already.
    fn hold(
        &mut self,
        index: usize,
        step: &Step,
        normal: DVec3,
        gap: f64,
        rows: &mut Rows,
        posture: &mut [f64],
    ) {
        let joint = &mut self.joints[index];
        let dofs = usize::from(step.dofs);
        if joint.count == dofs {
            return;
        }
        let (mut direction, mut distance) = (normal, gap);
        for k in 0..joint.count {
            let along = normal.dot(joint.directions[k]);
            direction -= along * joint.directions[k];
            distance -= along * joint.distances[k];
        }
        let length = direction.length();
        // The bound is implied by what is held already.
        if length < 1e-6 {
            return;
        }
        direction /= length;
        distance /= length;
        joint.directions[joint.count] = direction;
        joint.distances[joint.count] = distance;
        joint.count += 1;
        self.count += 1;

        // The rows know z, which is the turn over the joint's strength.
        let first = usize::from(step.first_dof);
        let entries = &direction.to_array()[..dofs];
        rows.hold(first, entries, distance / step.compliance.sqrt());
        let posture = &mut posture[first..first + dofs];
        let along: f64 = posture.iter().zip(entries).map(|(p, d)| p * d).sum();
        for (p, d) in posture.iter_mut().zip(entries) {
            *p -= along * d;
        }
    }

    /// Adds what held joints still move to a step that leaves those directions alone.
    pub(super) fn add_moves(&self, rooting: &Rooting, change: &mut [f64]) {
        if self.count == 0 {
            return;
        }
        for (joint, step) in self.joints.iter().zip(&rooting.steps) {
            let first = usize::from(step.first_dof);
            for k in 0..joint.count {
                let turn = joint.distances[k] * joint.directions[k];
                let entries = &mut change[first..first + usize::from(step.dofs)];
                for (entry, turn) in entries.iter_mut().zip(turn.to_array()) {
                    *entry += turn;
                }
            }
        }
    }
}
