//! How hard a step tries: how far its sweeps go, and how often limits are looked at again.

use super::candidate::{Candidate, Judge};
use super::{Finish, Limits, SolverSettings};

/// How hard a step tries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Damping δ [m²].
    pub(super) damping: f64,
    /// How much of the way to rest it goes where goals leave it free.
    pub(super) rest_share: f64,
    /// Sweeps go on until this share of the residual is left.
    pub(super) tolerance: f64,
    /// Rounds of "hold what is in the way, let go of what is not, sweep again".
    pub(super) rounds: usize,
    /// Whether joints stop at their limits.
    pub(super) limits: Limits,
}

/// How a solve gets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Goals come much nearer with every step.
    Brisk,
    /// They do not: they are out of reach, or limits are in the way.
    Slow,
}

/// Sweeps of one linearisation end when this share of the residual is left: the next linearisation mends more than that (an
/// inexact Newton method; Dembo, Eisenstat and Steihaug 1982).
const TOLERANCE: f64 = 0.01;
/// The same on the way to goals while squared errors sum up to more than so much [m²], where rows are true to a tenth or so.
const FAR_TOLERANCE: f64 = 0.05;
const FAR: f64 = 0.1;
/// Rounds on the way to goals: joints that are still beyond a bound are clamped, and the next linearisation mends more than
/// another round.
const ROUNDS: usize = 3;
/// The same at a target out of reach, and while links come apart.
const FEW_ROUNDS: usize = 2;
/// The same where poses have to be a smooth function of their goals, with the share of the residual that is left there.
pub(super) const MOST_ROUNDS: usize = 6;
const SMOOTH_TOLERANCE: f64 = 1e-10;

impl Effort {
    /// Of a step with a damping from where a solve is.
    pub(super) fn new(
        settings: &SolverSettings,
        (damping, pace): (f64, Pace),
        now: &Candidate,
        judge: &Judge,
    ) -> Self {
        let by_rank = settings.priority.is_by_rank();
        let is_far = pace == Pace::Brisk && now.measure.total > FAR;
        let tolerance = match settings.finish {
            Finish::LeastCost | Finish::Steps(_) => SMOOTH_TOLERANCE,
            Finish::Reached if is_far => FAR_TOLERANCE,
            // What outweighs others must not hide them: where they cannot all be met, a little that is left of a heavy one costs
            // more than all that the others could gain.
            Finish::Reached if pace == Pace::Slow => TOLERANCE / judge.outweighs,
            Finish::Reached => TOLERANCE,
        };
        let rounds = match (settings.finish, pace) {
            (Finish::LeastCost | Finish::Steps(_), _) => MOST_ROUNDS,
            // Ranks meet all bounds anew in every step.
            (Finish::Reached, Pace::Brisk) if by_rank => MOST_ROUNDS,
            (Finish::Reached, Pace::Slow) if by_rank => ROUNDS,
            (Finish::Reached, Pace::Brisk) if judge.wall.is_none() => ROUNDS,
            (Finish::Reached, _) => FEW_ROUNDS,
        };
        Self {
            damping,
            rest_share: (settings.posture / damping).min(1.0),
            tolerance,
            rounds,
            limits: settings.limits,
        }
    }
}
