//! How a pose is solved, as it is written: what differs from the default.

use super::super::FileError;
use super::checked::Checked;
use crate::document::Solving;
use crate::ik::{Bias, Limits, Method, Order, PostureModel, Priority};
use serde::{Deserialize, Serialize};

/// What is not there has its default.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SolvingFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<Priority>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bias: Option<Bias>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<Method>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Order>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<Limits>,
    /// [m²]
    #[serde(skip_serializing_if = "Option::is_none")]
    damping: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    posture: Option<PostureModel>,
}

impl SolvingFile {
    /// As it is written; nothing where all is as usual.
    pub(super) fn of(solving: &Solving) -> Option<Self> {
        let usual = Solving::default();
        let file = Self {
            priority: differing(solving.priority, usual.priority),
            bias: differing(solving.bias, usual.bias),
            method: differing(solving.method, usual.method),
            order: differing(solving.order, usual.order),
            limits: differing(solving.limits, usual.limits),
            damping: differing(solving.damping, usual.damping),
            posture: differing(solving.posture, usual.posture),
        };
        (*solving != usual).then_some(file)
    }

    /// What it says, checked.
    pub(super) fn read(&self, at: &Checked) -> Result<Solving, FileError> {
        let usual = Solving::default();
        let solving = Solving {
            priority: self.priority.unwrap_or(usual.priority),
            bias: self.bias.unwrap_or(usual.bias),
            method: self.method.unwrap_or(usual.method),
            order: self.order.unwrap_or(usual.order),
            limits: self.limits.unwrap_or(usual.limits),
            damping: self.damping.unwrap_or(usual.damping),
            posture: self.posture.unwrap_or(usual.posture),
        };
        match solving.faults().into_iter().next() {
            Some((field, why)) => Err(at.error_at(&format!("{field}:"), why)),
            None => Ok(solving),
        }
    }
}

fn differing<T: PartialEq + Copy>(value: T, usual: T) -> Option<T> {
    (value != usual).then_some(value)
}
