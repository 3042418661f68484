//! A jump as it is written: what it is made from.

use crate::gait::JumpOrder;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// How and where a figure jumps.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JumpFile {
    height: f64,
    distance: f64,
    start_xz: DVec2,
    heading: f64,
    start_secs: f64,
    pause_secs: f64,
}

impl JumpFile {
    /// As it is written.
    pub(super) fn of(order: &JumpOrder) -> Self {
        Self {
            height: order.height,
            distance: order.distance,
            start_xz: order.start_xz,
            heading: order.heading,
            start_secs: order.start_secs,
            pause_secs: order.pause_secs,
        }
    }

    /// What it says; the jump that is made of it checks the numbers.
    pub(super) fn read(self) -> JumpOrder {
        JumpOrder {
            height: self.height,
            distance: self.distance,
            start_xz: self.start_xz,
            heading: self.heading,
            start_secs: self.start_secs,
            pause_secs: self.pause_secs,
        }
    }
}
