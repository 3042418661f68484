//! A pose with all that a solve knows of it.

use super::measure::{self, Kernel, Measure};
use super::{Limits, Problem, SolverSettings};
use crate::character::{JointCoordinate, JointKind, Pose};
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

/// Puts every joint back within `max_turn` of where it started.
pub(super) fn confine(
    problem: Problem,
    settings: &SolverSettings,
    (start, max_turn): (&[JointCoordinate], f64),
    pose: &mut Pose,
) {
    if max_turn.is_finite() {
        let links = problem.character.links.iter();
        for ((joint, start), link) in pose.joints.iter_mut().zip(start).zip(links) {
            let kind = match settings.limits {
                Limits::Respected => &link.joint.kind,
                Limits::Ignored => &JointKind::Fixed,
            };
            *joint = near(joint, start, max_turn, kind);
        }
    }
}

/// The joint itself, or a turn towards it that is within `max_turn` of where it started and inside the limits of `kind`.
/// The way between two allowed rotations may leave the limits, so the turn is halved until it does not; the start is
/// always allowed.
fn near(
    joint: &JointCoordinate,
    start: &JointCoordinate,
    max_turn: f64,
    kind: &JointKind,
) -> JointCoordinate {
    match (*joint, *start) {
        (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(start)) => {
            JointCoordinate::Hinge(angle.clamp(start - max_turn, start + max_turn))
        }
        (JointCoordinate::Ball(q), JointCoordinate::Ball(from)) => {
            let turn = rotation_vector(from.conjugate() * q);
            let length = turn.length();
            if length <= max_turn {
                return *joint;
            }
            let shorter = (0..HALVINGS).map(|k| {
                let part = turn * (max_turn / length * 0.5_f64.powi(k));
                JointCoordinate::Ball((from * rotation_from_vector(part)).normalize())
            });
            let mut allowed = shorter.filter(|joint| joint.is_allowed(kind, 1e-12));
            allowed.next().unwrap_or(*start)
        }
        _ => *joint,
    }
}

/// After so many halvings a turn is too small to see.
const HALVINGS: i32 = 10;
