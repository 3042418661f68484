//! How far a pose is from its goals: the error of each, and the one number that a solve lowers.

use super::{Goal, GoalKind, Priority, Rank, SolverSettings, Unit};
use crate::character::{Character, JointCoordinate, Pose};
use crate::kinematics::Kinematics;
use glam::{DVec2, DVec3};

/// What a pose leaves to be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    /// Error vector of every goal: target minus what is [m or rad].
    pub(super) errors: Vec<DVec3>,
    /// Lengths of those vectors.
    pub(super) sizes: Vec<f64>,
    /// Whether every goal but the wishes is within tolerance.
    pub(super) reached: bool,
}

impl Measure {
    /// Measures every goal in the pose that `kin` describes.
    pub(super) fn take(&mut self, goals: &[Goal], settings: &SolverSettings, kin: &Kinematics) {
        self.errors.clear();
        self.sizes.clear();
        self.reached = true;
        for goal in goals {
            let error = error_of(&goal.kind, kin);
            let size = error.length();
            self.errors.push(error);
            self.sizes.push(size);
            self.reached &= goal.rank.is_wish() || size <= tolerance(&goal.kind, settings);
        }
    }
}

/// The error that counts as reached, in the goal's unit.
pub(super) fn tolerance(kind: &GoalKind, settings: &SolverSettings) -> f64 {
    match kind.unit() {
        Unit::Metres => settings.position_tolerance,
        Unit::Radians => settings.angle_tolerance,
    }
}

/// Target minus what is.
fn error_of(kind: &GoalKind, kin: &Kinematics) -> DVec3 {
    match kind {
        GoalKind::Position {
            link,
            point_in_link,
            target_in_world,
        } => *target_in_world - kin.link(*link).point(*point_in_link),
        GoalKind::Orientation {
            link,
            world_from_link,
        } => {
            // Twice the sine of half the angle, along the axis: the rotation vector without an arc tangent.
            let turn = *world_from_link * kin.link(*link).rotation.conjugate();
            2.0_f64.copysign(turn.w) * DVec3::new(turn.x, turn.y, turn.z)
        }
        GoalKind::Direction {
            link,
            direction_in_link,
            target_in_world,
        } => *target_in_world - kin.link(*link).direction(*direction_in_link),
        GoalKind::CenterOfMass { target_xz } => over_ground(*target_xz, kin.com),
        GoalKind::Balance { region } => {
            over_ground(region.nearest(DVec2::new(kin.com.x, kin.com.z)), kin.com)
        }
        GoalKind::CenterOfMassHeight { height } => DVec3::new(0.0, height - kin.com.y, 0.0),
    }
}

fn over_ground(target_xz: DVec2, com: DVec3) -> DVec3 {
    DVec3::new(target_xz.x - com.x, 0.0, target_xz.y - com.z)
}

/// How much each goal's rows count, given what is wrong now.
pub(super) fn weights(
    goals: &[Goal],
    settings: &SolverSettings,
    sizes: &[f64],
    out: &mut Vec<f64>,
) {
    out.clear();
    out.extend(goals.iter().zip(sizes).map(|(goal, size)| {
        let scale = match goal.kind.unit() {
            Unit::Metres => goal.weight,
            Unit::Radians => goal.weight * settings.metres_per_radian,
        };
        // A wish stays a wish even where ranks do not count: it never stops a goal from being reached.
        let wish = if goal.rank.is_wish() {
            1.0 / settings.rank_ratio
        } else {
            1.0
        };
        scale
            * match settings.priority {
                Priority::Equal => wish,
                // Kenwright 2012, eq. 9. Deviation: λ scales the rows as well as the error; scaling the error alone,
                // as printed, overshoots a centre of mass that can be reached by the factor λ.
                Priority::Biased if goal.kind.is_balance() => 1.0 + settings.bias_per_metre * size,
                Priority::Biased if goal.rank == Rank::CONTACT => settings.rank_ratio,
                Priority::Biased => wish,
                Priority::Weighted => by_rank(settings.rank_ratio, goal.rank),
                // Strict solutions need no weights; these are for judging a step, and a rank must not be traded.
                Priority::NullSpace | Priority::Strict => by_rank(STRICT_RATIO, goal.rank),
            }
    }));
}

/// What one rank counts over the next when a strict step is judged.
const STRICT_RATIO: f64 = 1e3;

/// 1 for effectors, more above, less below.
fn by_rank(ratio: f64, rank: Rank) -> f64 {
    ratio.powi(i32::from(Rank::EFFECTOR.0) - i32::from(rank.0))
}

/// The number that a solve lowers: weighted squared errors, growing only linearly beyond the largest error that one
/// linearisation asks for (Huber), plus the pull towards the rest pose.
pub(super) fn cost(
    errors: &[f64],
    weights: &[f64],
    settings: &SolverSettings,
    posture_cost: f64,
) -> f64 {
    let bound = settings.max_error;
    let huber = |size: f64| {
        if size <= bound {
            size * size
        } else {
            bound * (2.0 * size - bound)
        }
    };
    errors
        .iter()
        .zip(weights)
        .map(|(size, weight)| weight * weight * huber(*size))
        .sum::<f64>()
        + posture_cost
}

/// How far a joint is from rest: the turn that would take it back, in link axes (a hinge's angle in x).
/// Twice the sine of half the angle stands for a ball's angle: no trigonometry.
#[inline]
pub(super) fn turn_to_rest(joint: &JointCoordinate, rest: &JointCoordinate) -> DVec3 {
    match (joint, rest) {
        (JointCoordinate::Hinge(angle), JointCoordinate::Hinge(rest)) => {
            DVec3::new(rest - angle, 0.0, 0.0)
        }
        (JointCoordinate::Ball(q), JointCoordinate::Ball(rest)) => {
            let turn = q.conjugate() * *rest;
            2.0_f64.copysign(turn.w) * DVec3::new(turn.x, turn.y, turn.z)
        }
        _ => DVec3::ZERO,
    }
}

/// Pull towards rest summed over all joints, a strong joint pulled less.
pub(super) fn posture_cost(character: &Character, pose: &Pose, stiffness: f64) -> f64 {
    if stiffness == 0.0 {
        return 0.0;
    }
    let sum: f64 = pose
        .joints
        .iter()
        .zip(&character.rest.joints)
        .zip(&character.links)
        .map(|((joint, rest), link)| {
            turn_to_rest(joint, rest).length_squared() / link.joint.strength.powi(2)
        })
        .sum();
    stiffness * sum
}
