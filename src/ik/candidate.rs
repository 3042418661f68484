//! A pose with all that a solve knows of it.

use super::measure::{self, Kernel, Measure};
use super::{Limits, Problem, SolverSettings};
use crate::character::{Character, JointCoordinate, Pose};
use crate::kinematics::Kinematics;
use crate::math::{Transform, rotation_from_vector, rotation_vector};

/// A pose with all that is known of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) pose: Pose,
    pub(super) kin: Kinematics,
    pub(super) measure: Measure,
    /// What the solve lowers.
    pub(super) cost: f64,
}

impl Default for Candidate {
    fn default() -> Self {
        Self {
            pose: Pose {
                world_from_root: Transform::IDENTITY,
                joints: Vec::new(),
            },
            kin: Kinematics::default(),
            measure: Measure::default(),
            cost: f64::INFINITY,
        }
    }
}

impl Candidate {
    /// How far the pose is from rest.
    pub(super) fn strain(&self, problem: Problem) -> f64 {
        let rooting = &problem.stance.rooting;
        measure::strain(rooting, &self.pose, &problem.character.rest)
    }

    /// Where everything is, how far every goal, and what that costs.
    pub(super) fn look(&mut self, problem: Problem, settings: &SolverSettings, kernels: &[Kernel]) {
        let Problem {
            character,
            stance,
            goals,
        } = problem;
        stance.update(character, &self.pose, &mut self.kin);
        self.measure.take(goals, settings, &self.kin);
        self.cost = measure::cost(&self.measure.sizes, kernels);
    }
}

/// Puts every joint back inside its limits, and within `max_turn` of where it started.
pub(super) fn confine(
    problem: Problem,
    settings: &SolverSettings,
    (start, max_turn): (&[JointCoordinate], f64),
    pose: &mut Pose,
) {
    if settings.limits == Limits::Respected {
        clamp_joints(problem.character, pose);
    }
    if max_turn.is_finite() {
        for (joint, start) in pose.joints.iter_mut().zip(start) {
            *joint = near(joint, start, max_turn);
        }
    }
}

pub(super) fn clamp_joints(character: &Character, pose: &mut Pose) {
    for (joint, link) in pose.joints.iter_mut().zip(&character.links) {
        *joint = joint.clamped(&link.joint.kind);
    }
}

/// The joint itself, or the nearest turn to it that is within `max_turn` of where it started.
fn near(joint: &JointCoordinate, start: &JointCoordinate, max_turn: f64) -> JointCoordinate {
    match (*joint, *start) {
        (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(start)) => {
            JointCoordinate::Hinge(angle.clamp(start - max_turn, start + max_turn))
        }
        (JointCoordinate::Ball(q), JointCoordinate::Ball(start)) => {
            let turn = rotation_vector(start.conjugate() * q);
            if turn.length() <= max_turn {
                *joint
            } else {
                let part = rotation_from_vector(turn.clamp_length_max(max_turn));
                JointCoordinate::Ball((start * part).normalize())
            }
        }
        _ => *joint,
    }
}
