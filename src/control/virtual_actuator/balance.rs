//! How a ghost balances, for those who watch: what ankles ask of feet, and how much of it comes from nowhere.

use super::topple_free::Zone;
use crate::character::LinkId;
use glam::DVec3;

/// A foot that supports the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootReading {
    /// Which foot.
    pub foot: usize,
    /// The link that is helped.
    pub link: LinkId,
    /// What the virtual actuators' part of its ankle's torque asks of it [N m].
    pub demanded: DVec3,
    /// What it gets from nowhere [N m].
    pub artificial: DVec3,
    /// The paper's zone.
    pub zone: Zone,
}

/// Of the last step, and of all steps since it began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BalanceReading {
    /// Feet that support it.
    pub feet: Vec<FootReading>,
    /// Whether it has given up.
    pub is_falling: bool,
    /// The paper's thresholds for this body [N m].
    pub least_torque: f64,
    /// [N m]
    pub most_torque: f64,
    /// Most that any ankle has asked of its foot [N m].
    pub most_demanded: f64,
    /// Most that any foot got from nowhere [N m].
    pub most_artificial: f64,
    /// All that feet got from nowhere, torque times time: how much it cheats [N m s].
    pub artificial_impulse: f64,
    /// When a foot last got anything from nowhere, by its own clock [s].
    pub last_artificial_secs: Option<f64>,
    /// Whether it has ever given up.
    pub gave_up: bool,
    secs: f64,
}

impl BalanceReading {
    /// Nothing has happened yet.
    pub(super) fn new(least_torque: f64, most_torque: f64) -> Self {
        Self {
            least_torque,
            most_torque,
            ..Self::default()
        }
    }

    /// Adds up the last step.
    pub(super) fn add(&mut self, step_secs: f64) {
        self.secs += step_secs;
        self.gave_up |= self.is_falling;
        for foot in &self.feet {
            let artificial = foot.artificial.length();
            self.most_demanded = self.most_demanded.max(foot.demanded.length());
            self.most_artificial = self.most_artificial.max(artificial);
            self.artificial_impulse += step_secs * artificial;
            if artificial > 0.0 {
                self.last_artificial_secs = Some(self.secs);
            }
        }
    }
}
