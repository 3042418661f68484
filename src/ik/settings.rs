//! How a solve is carried out. Every field has its unit, the effect of raising it, and its default.

use super::{Order, Unit};
use crate::math::square;
use serde::{Deserialize, Serialize};

/// What happens when goals disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Priority {
    /// All goals alike, ranks ignored: everyone gives way a little (Kenwright's figure 5a). Wishes stay wishes, and walls walls.
    Equal,
    /// Kenwright's equation 9: the balance goal's rows grow with its own error. Feet that stand weigh `rank_ratio`, all else is alike.
    Biased,
    /// Every rank's rows are scaled by a constant factor over the rank below it. The default: one solve, smooth in
    /// time, and balance gives way by no more than a few millimetres.
    #[default]
    Weighted,
    /// Equation 1 (Liégeois): what balance and contacts leave free is filled with everyone else's own solution.
    NullSpace,
    /// Each rank is solved in what the ranks above leave free; any number of ranks.
    Strict,
}

impl Priority {
    /// Whether ranks are solved one after the other instead of together.
    pub const fn is_by_rank(self) -> bool {
        matches!(self, Self::NullSpace | Self::Strict)
    }
}

/// What Kenwright's bias scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Bias {
    /// Rows and error of balance alike: it weighs more, and is met where it can be.
    #[default]
    RowsAndError,
    /// The error alone, as equation 9 is printed: balance asks for more than it needs and overshoots.
    ErrorAlone,
}

/// How one linearisation is solved.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum Method {
    /// Gauss-Seidel goal by goal, accelerated by conjugate gradients. The default: fewest and cheapest visits.
    #[default]
    Goals,
    /// Gauss-Seidel joint by joint, accelerated in the same way.
    Joints,
    /// The paper's own: plain Gauss-Seidel over the columns, each joint put back inside its limits within the visit.
    Sweep {
        /// Passes over all columns per linearisation. More is slower and closer to the exact solution.
        sweeps: u16,
        /// Over-relaxation: 1 is the paper's; 1.3 to 1.5 converges faster; 2 and more diverges.
        relaxation: f64,
    },
    /// Exactly, by factorisation of the small system of goals × goals: for comparison.
    Direct,
}

/// When a solve is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Finish {
    /// As soon as every goal is within tolerance.
    #[default]
    Reached,
    /// Where goals and posture together cost least: the errors, plus `posture` times the squared way from rest.
    LeastCost,
    /// After so many full steps, none of them judged. A judged solve stops as soon as it is near enough, so its poses
    /// tremble by the tolerance; here the pose is a smooth function of where the goals are. They have to be within reach and
    /// near.
    Steps(u32),
}

/// Whether joints stop at their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Limits {
    /// A pose never leaves them.
    #[default]
    Respected,
    /// As if there were none, for comparison.
    Ignored,
}

/// How a solve is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolverSettings {
    /// Who wins when goals disagree. Default `Weighted`.
    pub priority: Priority,
    /// What the bias of `Biased` scales. Default `RowsAndError`.
    pub bias: Bias,
    /// How one linearisation is solved. Default `Goals`.
    pub method: Method,
    /// In which order goals or joints are visited. Default `Forward`.
    pub order: Order,
    /// When a solve is done. Default `Reached`.
    pub finish: Finish,
    /// Whether joints stop at their limits. Default `Respected`.
    pub limits: Limits,
    /// Smallest damping δ of the normal equations [m²]. Raising it slows the approach and calms poses near straight
    /// limbs. Default 1e-4; the paper uses 1e-3.
    pub damping: f64,
    /// Linearisations before giving up. Default 500; a reachable pose needs about 5, one out of
    /// reach 30.
    pub max_iterations: u32,
    /// A position or centre of mass this near counts as reached [m]. Default 0.0005.
    pub position_tolerance: f64,
    /// An orientation or direction this near counts as reached [rad]. Default 0.002.
    pub angle_tolerance: f64,
    /// The largest error asked of one linearisation [m]. Lower is slower and steadier at targets out of reach.
    /// Default 0.5.
    pub max_error: f64,
    /// The same of goals that are angles [rad]. Default 0.5.
    pub max_angle_error: f64,
    /// The largest turn of one joint in one linearisation [rad]. Default 1.0.
    pub max_turn: f64,
    /// The largest turn of one joint over the whole solve [rad]: its speed limit times the time of a frame. Restarts and
    /// alternatives would jump, so a finite one has none. Default infinite.
    pub max_travel: f64,
    /// How far each rank outweighs the next with `Weighted`. Higher holds balance harder. Default 20.
    pub rank_ratio: f64,
    /// How fast balance gains weight with its error under `Biased`, per metre. Default 400.
    pub bias_per_metre: f64,
    /// What a radian away from rest counts [m²]: where the goals leave it free, every step goes the share
    /// `posture / damping` of the way to rest, at most all of it. Higher keeps poses nearer to rest and slows the approach;
    /// with `LeastCost` it also holds goals back. Default 2e-6.
    pub posture: f64,
    /// Steps that bring a pose which reaches its goals nearer to rest, at most. Higher looks calmer and takes longer.
    /// Default 0.
    pub settle: u32,
    /// An angle of one radian weighs like this many metres [m]. Higher favours orientations. Default 0.3.
    pub metres_per_radian: f64,
    /// The figure rests when no joint moves more than this between two linearisations [rad]. Default 1e-7.
    pub rest_turn: f64,
    /// How often a stuck solve may start again from another pose. Default 2. Where none of them arrives, elbows and knees are
    /// tried the other way round; only a finite `max_travel` keeps it where it began.
    pub restarts: u32,
    /// Other starts that are tried even when the first one reaches its goals; the pose nearest to rest is kept. Higher
    /// finds more natural poses and takes longer. Default 0.
    pub alternatives: u32,
    /// Seed of those other poses. Default 1.
    pub seed: u64,
}

/// What settings say of goals in one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfUnit {
    /// What one of it weighs [m].
    pub(super) metres: f64,
    /// The error that counts as reached.
    pub(super) tolerance: f64,
    /// The largest error asked of one linearisation.
    pub(super) max_error: f64,
}

impl SolverSettings {
    /// For poses that people keep, wherever one is found or it is shown how: a stuck solve tries again, a pose settles before it
    /// is shown, and the most natural of several is kept.
    pub fn authoring() -> Self {
        Self {
            restarts: 8,
            settle: 60,
            alternatives: 12,
            ..Self::default()
        }
    }

    /// What they say of goals in a unit.
    #[inline]
    pub(super) fn of(&self, unit: Unit) -> OfUnit {
        match unit {
            Unit::Metres => OfUnit {
                metres: 1.0,
                tolerance: self.position_tolerance,
                max_error: self.max_error,
            },
            Unit::Radians => OfUnit {
                metres: self.metres_per_radian,
                tolerance: self.angle_tolerance,
                max_error: self.max_angle_error,
            },
        }
    }

    /// The same for a body so many times as long as a person: it is solved in the same way, larger or smaller.
    pub(super) fn sized(&self, times: f64) -> Self {
        Self {
            damping: square(times) * self.damping,
            posture: square(times) * self.posture,
            position_tolerance: times * self.position_tolerance,
            max_error: times * self.max_error,
            bias_per_metre: self.bias_per_metre / times,
            metres_per_radian: times * self.metres_per_radian,
            ..*self
        }
    }
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            priority: Priority::default(),
            bias: Bias::default(),
            method: Method::default(),
            order: Order::default(),
            finish: Finish::default(),
            limits: Limits::default(),
            damping: 1e-4,
            max_iterations: 500,
            position_tolerance: 0.0005,
            angle_tolerance: 0.002,
            max_error: 0.5,
            max_angle_error: 0.5,
            max_turn: 1.0,
            max_travel: f64::INFINITY,
            rank_ratio: 20.0,
            bias_per_metre: 400.0,
            posture: 2e-6,
            settle: 0,
            metres_per_radian: 0.3,
            rest_turn: 1e-7,
            restarts: 2,
            alternatives: 0,
            seed: 1,
        }
    }
}
