//! What makes a figure of a comparison differ from what is posed, and what people call it.

use crate::document::{Solving, SolvingChange};
use crate::ik::{Limits, Method, Order, PostureModel, Priority};
use crate::viewer::panels::solving::{
    PRIORITIES, method_words, order_words, posture_words, priority_words,
};
use serde::Deserialize;

/// What differs; nothing of it: as it is posed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Difference {
    pub(crate) priority: Option<Priority>,
    pub(crate) method: Option<Method>,
    pub(crate) order: Option<Order>,
    pub(crate) limits: Option<Limits>,
    /// [m²]
    pub(crate) damping: Option<f64>,
    pub(crate) posture: Option<PostureModel>,
    /// Of `balance` or handles by their names.
    pub(crate) weights: Vec<(String, f64)>,
    /// A shipped character or a file.
    pub(crate) body: Option<String>,
}

impl Difference {
    /// The five strategies, one figure each.
    pub(crate) fn five_priorities() -> Vec<Self> {
        let of = |priority| Self {
            priority: Some(priority),
            ..Self::default()
        };
        PRIORITIES.map(of).to_vec()
    }

    /// "strict", "damping 1e-2, tall thin".
    pub(crate) fn name(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let owned = |(word, _): (&str, &str)| word.to_owned();
        words.extend(self.priority.map(priority_words).map(owned));
        words.extend(self.method.as_ref().map(method_words).map(owned));
        words.extend(self.order.map(order_words).map(owned));
        words.extend(self.limits.map(|limits| match limits {
            Limits::Respected => "limits".to_owned(),
            Limits::Ignored => "no limits".to_owned(),
        }));
        words.extend(self.damping.map(|damping| format!("damping {damping:.0e}")));
        let posture = self.posture.map(|posture| posture_words(posture).0);
        words.extend(posture.map(|word| format!("posture {word}")));
        let weights = self.weights.iter();
        words.extend(weights.map(|(row, weight)| format!("{} ×{weight}", row.replace('_', " "))));
        words.extend(self.body.as_ref().map(|body| body.replace('_', " ")));
        if words.is_empty() {
            return "as posed".to_owned();
        }
        words.join(", ")
    }

    /// How it is solved, where the document says so.
    ///
    /// # Errors
    /// A sentence why that cannot be.
    pub(crate) fn solving(&self, document: Solving) -> Result<Solving, String> {
        let changed = Solving {
            priority: self.priority.unwrap_or(document.priority),
            method: self.method.unwrap_or(document.method),
            order: self.order.unwrap_or(document.order),
            limits: self.limits.unwrap_or(document.limits),
            damping: self.damping.unwrap_or(document.damping),
            posture: self.posture.unwrap_or(document.posture),
            ..document
        };
        document.with(SolvingChange::Whole(changed))
    }

    /// What is chosen from lists.
    pub(crate) fn lists(&self) -> impl PartialEq {
        let solved = (self.priority, self.method, self.order, self.limits);
        (solved, self.posture, self.body.clone())
    }

    /// The weight of a row, where it is another.
    pub(crate) fn weight(&self, row: &str) -> Option<f64> {
        let mut weights = self.weights.iter();
        weights
            .find(|(name, _)| name == row)
            .map(|(_, weight)| *weight)
    }

    /// Another weight of a row; nothing: as it is posed.
    pub(crate) fn set_weight(&mut self, row: &str, weight: Option<f64>) {
        self.weights.retain(|(name, _)| name != row);
        self.weights
            .extend(weight.map(|weight| (row.to_owned(), weight)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_called_by_what_differs() {
        let names = Difference::five_priorities();
        let names: Vec<String> = names.iter().map(Difference::name).collect();
        assert_eq!(
            names,
            ["equal", "biased", "weighted", "null space", "strict"]
        );
        assert_eq!(Difference::default().name(), "as posed");
        let mut other = Difference {
            order: Some(Order::Backward),
            damping: Some(0.01),
            body: Some("tall_thin".to_owned()),
            ..Difference::default()
        };
        other.set_weight("left_hand", Some(4.0));
        assert_eq!(
            other.name(),
            "backward, damping 1e-2, left hand ×4, tall thin"
        );
        other.set_weight("left_hand", None);
        assert_eq!(other.weight("left_hand"), None);
    }
}
