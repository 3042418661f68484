//! How far a pose is from its goals: the error of each, and the one number that a solve lowers.

use super::{Goal, GoalKind, Priority, Rank, SolverSettings, Unit};
use crate::character::{JointCoordinate, Pose};
use crate::kinematics::{Kinematics, Rooting};
use glam::{DVec2, DVec3};

/// What a pose leaves to be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    /// Error vector of every goal: target minus what is [m or rad].
    pub(super) errors: Vec<DVec3>,
    /// Lengths of those vectors.
    pub(super) sizes: Vec<f64>,
    /// Squares of those lengths, wishes left out, whatever the weights.
    pub(super) total: f64,
    /// Whether every goal but the wishes is within tolerance.
    pub(super) reached: bool,
}

impl Measure {
    /// Measures every goal in the pose that `kin` describes.
    pub(super) fn take(&mut self, goals: &[Goal], settings: &SolverSettings, kin: &Kinematics) {
        self.errors.clear();
        self.sizes.clear();
        self.reached = true;
        self.total = 0.0;
        for goal in goals {
            let error = error_of(&goal.kind, kin);
            let size = error.length();
            self.errors.push(error);
            self.sizes.push(size);
            if !goal.rank.is_wish() {
                self.total += size * size;
                self.reached &= size <= tolerance(&goal.kind, settings);
            }
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
        GoalKind::Height {
            link,
            point_in_link,
            height,
        } => DVec3::new(0.0, height - kin.link(*link).point(*point_in_link).y, 0.0),
        GoalKind::CenterOfMassHeight { height } => DVec3::new(0.0, height - kin.com.y, 0.0),
    }
}

fn over_ground(target_xz: DVec2, com: DVec3) -> DVec3 {
    DVec3::new(target_xz.x - com.x, 0.0, target_xz.y - com.z)
}

/// What one goal's error costs: a function of its size s alone, so that all goals together are one number to lower.
///
/// ```text
/// cost(s) = 2 ∫ stiffness(t) t dt,    stiffness(s) = (w (1 + k s))²  up to the bound c, then falling so that the pull
///                                                    stiffness · s stays what it is at c (Huber)
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// Weight w, rank and unit included.
    weight: f64,
    /// Growth k of the weight with the error: Kenwright's bias [1/m].
    growth: f64,
    /// Largest error c asked of one linearisation [m].
    bound: f64,
}

impl Kernel {
    fn new(goal: &Goal, settings: &SolverSettings) -> Self {
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
        let (by_priority, growth) = match settings.priority {
            // Kenwright 2012, eq. 9: λ grows with the error of the centre of mass. Deviation: λ scales the rows as well
            // as the error; scaling the error alone, as printed, overshoots a reachable centre of mass by λ.
            Priority::Biased if goal.kind.is_balance() => (1.0, settings.bias_per_metre),
            Priority::Biased if goal.rank == Rank::CONTACT => (settings.rank_ratio, 0.0),
            Priority::Equal | Priority::Biased => (wish, 0.0),
            Priority::Weighted => (by_rank(settings.rank_ratio, goal.rank), 0.0),
            // Strict solutions need no weights; these are for judging a step, and a rank must not be traded.
            Priority::NullSpace | Priority::Strict => (by_rank(STRICT_RATIO, goal.rank), 0.0),
        };
        Self {
            weight: scale * by_priority,
            growth,
            bound: settings.max_error,
        }
    }

    /// Factor on a goal's rows: the square root of the stiffness, but never softer than at the bound.
    #[inline]
    pub(super) fn row_weight(&self, size: f64) -> f64 {
        self.weight * (1.0 + self.growth * size.min(self.bound))
    }

    /// What a linearisation asks for, as a share of the error.
    #[inline]
    pub(super) fn asked_share(&self, size: f64) -> f64 {
        self.bound / size.max(self.bound)
    }

    /// Pull over error: the stiffness across the error's direction.
    pub(super) fn stiffness_across(&self, size: f64) -> f64 {
        self.row_weight(size).powi(2) * self.asked_share(size)
    }

    /// How the pull grows with the error: the stiffness along the error's direction.
    pub(super) fn stiffness_along(&self, size: f64) -> f64 {
        if size > self.bound {
            return 0.0;
        }
        let grown = 1.0 + self.growth * size;
        self.weight * self.weight * grown * (grown + 2.0 * self.growth * size)
    }

    #[inline]
    fn cost(&self, size: f64) -> f64 {
        let inner = size.min(self.bound);
        let (k, s) = (self.growth, inner);
        // 2 ∫ (1 + k t)² t dt
        let up_to_bound = s * s * (1.0 + k * s * (4.0 / 3.0 + 0.5 * k * s));
        let beyond = 2.0 * (1.0 + k * s).powi(2) * s * (size - inner);
        self.weight * self.weight * (up_to_bound + beyond)
    }
}

/// The kernel of every goal.
pub(super) fn write_kernels(goals: &[Goal], settings: &SolverSettings, out: &mut Vec<Kernel>) {
    out.clear();
    out.extend(goals.iter().map(|goal| Kernel::new(goal, settings)));
}

/// What one rank counts over the next when a strict step is judged.
const STRICT_RATIO: f64 = 100.0;

/// 1 for effectors, more above, less below.
fn by_rank(ratio: f64, rank: Rank) -> f64 {
    ratio.powi(i32::from(Rank::EFFECTOR.0) - i32::from(rank.0))
}

/// The number that a solve lowers: what all errors cost.
pub(super) fn cost(sizes: &[f64], kernels: &[Kernel]) -> f64 {
    let costs = sizes.iter().zip(kernels);
    costs.map(|(size, kernel)| kernel.cost(*size)).sum()
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

/// How far a pose is from rest: squared turns summed over all joints, a strong joint counted less.
pub(super) fn strain(rooting: &Rooting, pose: &Pose, rest: &Pose) -> f64 {
    let squares = rooting.steps.iter().map(|step| {
        let joint = step.joint.index();
        let turn = turn_to_rest(&pose.joints[joint], &rest.joints[joint]);
        turn.length_squared() / (step.strength * step.strength)
    });
    squares.sum()
}
