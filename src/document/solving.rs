//! How a pose is solved: what the bench's controls change.

use crate::ik::{Bias, Limits, Method, Order, PostureModel, Priority, SolverSettings};
use std::ops::RangeInclusive;

/// How a pose is solved. The default is what suits posing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solving {
    /// Who gives way when goals disagree. Default `Weighted`.
    pub priority: Priority,
    /// What the bias of `Biased` scales. Default `RowsAndError`.
    pub bias: Bias,
    /// How one linearisation is solved; `Sweep` says how many sweeps it makes. Default `Goals`.
    pub method: Method,
    /// In which order goals or joints are visited. Default `Forward`.
    pub order: Order,
    /// Whether joints stop at their limits. Default `Respected`.
    pub limits: Limits,
    /// Smallest damping [m²]. Raising it slows the approach and calms poses near straight limbs. Default 1e-4.
    pub damping: f64,
    /// What the body does where its goals leave it free. Default `People`.
    pub posture: PostureModel,
}

/// A change of one of these: an edit, and what makes a figure of a comparison differ from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolvingChange {
    /// Who gives way when goals disagree.
    Priority(Priority),
    /// What the bias of `Biased` scales.
    Bias(Bias),
    /// How one linearisation is solved.
    Method(Method),
    /// In which order goals or joints are visited.
    Order(Order),
    /// Whether joints stop at their limits.
    Limits(Limits),
    /// Smallest damping [m²].
    Damping(f64),
    /// What the body does where its goals leave it free.
    Posture(PostureModel),
    /// All of them at once.
    Whole(Solving),
}

/// What posing is damped by, and what a radian away from the pose before the drag counts [m²]: reachable targets are missed
/// by a tenth of a millimetre for it.
pub(super) const HOLD: f64 = 1e-4;

/// Dampings that a step survives [m²].
const DAMPINGS: RangeInclusive<f64> = 1e-9..=1e3;
/// Sweeps of one linearisation: with more the window would stand still.
const SWEEPS: RangeInclusive<f64> = 1.0..=1000.0;
/// At 0 nothing moves, at 2 nothing comes to rest.
const RELAXATIONS: RangeInclusive<f64> = 0.01..=1.99;

impl Default for Solving {
    fn default() -> Self {
        Self {
            priority: Priority::default(),
            bias: Bias::default(),
            method: Method::default(),
            order: Order::default(),
            limits: Limits::default(),
            damping: HOLD,
            posture: PostureModel::default(),
        }
    }
}

impl Solving {
    /// What suits posing, but for limits: a pose beyond them would leap where others came to respect them.
    #[must_use]
    pub(super) fn only_limits(self) -> Self {
        Self {
            limits: self.limits,
            ..Self::default()
        }
    }

    /// The same but for one change.
    ///
    /// # Errors
    /// A sentence why that cannot be.
    pub fn with(self, change: SolvingChange) -> Result<Self, String> {
        let mut changed = self;
        match change {
            SolvingChange::Priority(priority) => changed.priority = priority,
            SolvingChange::Bias(bias) => changed.bias = bias,
            SolvingChange::Method(method) => changed.method = method,
            SolvingChange::Order(order) => changed.order = order,
            SolvingChange::Limits(limits) => changed.limits = limits,
            SolvingChange::Damping(damping) => changed.damping = damping,
            SolvingChange::Posture(posture) => changed.posture = posture,
            SolvingChange::Whole(whole) => changed = whole,
        }
        match changed.faults().into_iter().next() {
            Some((_, why)) => Err(why),
            None => Ok(changed),
        }
    }

    /// Numbers that cannot be: the name of each, and a sentence.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut numbers = vec![("damping", self.damping, DAMPINGS, " m²")];
        if let Method::Sweep { sweeps, relaxation } = self.method {
            numbers.push(("sweeps", f64::from(sweeps), SWEEPS, ""));
            numbers.push(("relaxation", relaxation, RELAXATIONS, ""));
        }
        let checked = numbers.into_iter().map(|(name, value, range, unit)| {
            let fault = super::posing::check(name, value, &range, unit).err();
            fault.map(|why| (name, why))
        });
        checked.flatten().collect()
    }

    /// As the solver knows it, for as many steps and a hold on the rest pose as a task says.
    pub(super) fn settings(&self) -> SolverSettings {
        SolverSettings {
            priority: self.priority,
            bias: self.bias,
            method: self.method,
            order: self.order,
            limits: self.limits,
            damping: self.damping,
            ..SolverSettings::default()
        }
    }
}

impl SolvingChange {
    /// What the status line calls it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Priority(_) => "Change the strategy",
            Self::Bias(_) => "Change the bias",
            Self::Method(_) => "Change the method",
            Self::Order(_) => "Change the order of visits",
            Self::Limits(Limits::Respected) => "Respect limits",
            Self::Limits(Limits::Ignored) => "Ignore limits",
            Self::Damping(_) => "Change the damping",
            Self::Posture(_) => "Change the posture",
            Self::Whole(_) => "Change how it is solved",
        }
    }

    /// Whether it comes from a slider.
    pub(super) const fn slides(&self) -> bool {
        matches!(self, Self::Damping(_) | Self::Method(Method::Sweep { .. }))
    }
}
