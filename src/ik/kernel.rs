//! How far a pose is from its goals: the error of each, and the one number that a solve lowers (a robust loss, Huber 1964).

use super::goals::half_sine;
use super::problem::Here;
use super::{Bias, Goal, GoalKind, Priority, Rank, SolverSettings, Unit};
use crate::character::JointCoordinate;
use crate::math::{integer_power, square};
use glam::DVec3;

/// What a pose leaves to be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    /// Error vector of every goal: target minus what is [m or rad].
    pub(super) errors: Vec<DVec3>,
    /// Lengths of those vectors.
    pub(super) sizes: Vec<f64>,
    /// Squares of those lengths, by the body's own size, wishes left out, whatever the weights.
    pub(super) total: f64,
    /// Whether every goal but the wishes is within tolerance.
    pub(super) reached: bool,
}

impl Measure {
    /// Measures every goal in a pose.
    pub(super) fn take(&mut self, goals: &[Goal], settings: &SolverSettings, here: Here) {
        self.errors.clear();
        self.sizes.clear();
        self.reached = true;
        self.total = 0.0;
        for goal in goals {
            let error = goal.kind.task().error(here);
            let size = error.length();
            self.errors.push(error);
            self.sizes.push(size);
            if !goal.rank.is_wish() {
                self.total += square(match goal.kind.unit() {
                    Unit::Metres => size / here.size,
                    Unit::Radians => size,
                });
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

/// What a goal weighs in one linearisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Factor on its rows.
    pub(super) rows: f64,
    /// Factor on what they ask for.
    pub(super) error: f64,
    /// What its pull counts for the cost over what rows and error say.
    pub(super) importance: f64,
}

/// What one goal's error costs (a robust loss): a function of its size s alone, so that all goals together are one number to lower.
///
/// ```text
/// cost(s) = 2 ∫ stiffness(t) t dt,    stiffness(s) = (w (1 + k s))²  up to the bound c, then falling so that the pull
///                                                    stiffness · s stays what it is at c (Huber)
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// Weight w, rank and unit included.
    weight: f64,
    /// What the goal's rows weigh: the same, but for wishes that are solved rank after rank.
    rows: f64,
    /// Growth k of the weight with the error: Kenwright's bias [1/m].
    growth: f64,
    /// Largest error c asked of one linearisation [m or rad].
    bound: f64,
    bias: Bias,
}

impl Kernel {
    /// `settings` are those of a body so many times as long as a person.
    fn new(goal: &Goal, settings: &SolverSettings, times: f64) -> Self {
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
            // Rank after rank needs no weights; these are for judging a step, and a rank must not be traded.
            Priority::NullSpace | Priority::Strict => (by_rank(STRICT_RATIO, goal.rank), 0.0),
        };
        let weight = scale * by_priority;
        Self {
            weight,
            // Rank after rank a wish pulls as hard as an effector in what is left to it.
            rows: if settings.priority.is_by_rank() && goal.rank.is_wish() {
                scale
            } else {
                weight
            },
            growth,
            // Lengths are a thumbling's own, angles everybody's.
            bound: match goal.kind.unit() {
                Unit::Metres => settings.max_error,
                Unit::Radians => settings.max_error / times,
            },
            bias: settings.bias,
        }
    }

    /// Of links that keep apart: as important as feet that stand, whatever the strategy.
    pub(super) fn of_walls(settings: &SolverSettings) -> Self {
        let weight = match settings.priority {
            Priority::Equal | Priority::Biased => settings.rank_ratio,
            Priority::Weighted => by_rank(settings.rank_ratio, Rank::CONTACT),
            Priority::NullSpace | Priority::Strict => by_rank(STRICT_RATIO, Rank::CONTACT),
        };
        Self {
            weight,
            rows: weight,
            growth: 0.0,
            bound: settings.max_error,
            bias: settings.bias,
        }
    }

    /// What rows and error weigh at a size of the error: the square root of the stiffness, but never softer than at the bound
    /// (iteratively reweighted least squares).
    #[inline]
    pub(super) fn weigh(&self, size: f64) -> Weights {
        let bias = 1.0 + self.growth * size.min(self.bound);
        Weights {
            rows: match self.bias {
                Bias::RowsAndError => self.rows * bias,
                Bias::ErrorAlone => self.rows,
            },
            error: self.rows * bias,
            importance: square(self.weight / self.rows),
        }
    }

    /// Factor on the error that its rows ask for, as a share of the error: no more than the bound at a time.
    #[inline]
    pub(super) fn asked_share(&self, size: f64) -> f64 {
        self.bound / size.max(self.bound)
    }

    #[inline]
    pub(super) fn cost(&self, size: f64) -> f64 {
        let inner = size.min(self.bound);
        let (k, s) = (self.growth, inner);
        // 2 ∫ (1 + k t)² t dt
        let up_to_bound = s * s * (1.0 + k * s * (4.0 / 3.0 + 0.5 * k * s));
        let beyond = 2.0 * square(1.0 + k * s) * s * (size - inner);
        self.weight * self.weight * (up_to_bound + beyond)
    }
}

/// The kernel of every goal of a body so many times as long as a person.
pub(super) fn write_kernels(
    goals: &[Goal],
    (settings, times): (&SolverSettings, f64),
    out: &mut Vec<Kernel>,
) {
    out.clear();
    let kernels = goals.iter().map(|goal| Kernel::new(goal, settings, times));
    out.extend(kernels);
}

/// How many times the heaviest goal outweighs the lightest, wishes left out; a metre is as much as it is to a body of that size.
pub(super) fn outweighs(goals: &[Goal], kernels: &[Kernel], size: f64) -> f64 {
    let all = goals.iter().zip(kernels);
    let all = all.filter(|(goal, kernel)| !goal.rank.is_wish() && kernel.weight > 0.0);
    let weights = all.map(|(goal, kernel)| match goal.kind.unit() {
        Unit::Metres => kernel.weight,
        Unit::Radians => kernel.weight / size,
    });
    let (least, most) = weights.fold((f64::INFINITY, 0.0_f64), |(least, most), weight| {
        (least.min(weight), most.max(weight))
    });
    (most / least).max(1.0)
}

/// What one rank counts over the next when a strict step is judged.
const STRICT_RATIO: f64 = 100.0;

/// 1 for effectors, more above, less below.
fn by_rank(ratio: f64, rank: Rank) -> f64 {
    integer_power(ratio, i32::from(Rank::EFFECTOR.0) - i32::from(rank.0))
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
        (JointCoordinate::Ball(q), JointCoordinate::Ball(rest)) => half_sine(q.conjugate() * *rest),
        _ => DVec3::ZERO,
    }
}

/// How far a pose is from rest: squared turns summed over all joints, a strong joint counted less.
pub(super) fn strain(here: Here) -> f64 {
    let steps = here.rooting.steps.iter().zip(here.strength);
    let squares = steps.filter(|(_, strength)| **strength > 0.0);
    let squares = squares.map(|(step, strength)| {
        let joint = step.joint.index();
        let turn = turn_to_rest(&here.pose.joints[joint], &here.rest[joint]);
        turn.length_squared() / (strength * strength)
    });
    squares.sum()
}

/// Writes the step that would take every joint to rest, in columns scaled by strength.
pub(super) fn write_turn_to_rest(here: Here, to_rest: &mut [f64]) {
    for (step, strength) in here.rooting.steps.iter().zip(here.strength) {
        let joint = step.joint.index();
        let turn = turn_to_rest(&here.pose.joints[joint], &here.rest[joint]);
        let turn = if *strength > 0.0 {
            turn / *strength
        } else {
            DVec3::ZERO
        };
        let first = usize::from(step.first_dof);
        match step.dofs {
            0 => {}
            1 => to_rest[first] = turn.x,
            _ => {
                let turn = step.sign * here.kin.link(step.joint).direction(turn);
                to_rest[first..first + 3].copy_from_slice(&turn.to_array());
            }
        }
    }
}
