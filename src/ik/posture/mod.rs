//! Posture: what a body does where nothing is asked of it.
//!
//! ```text
//! goals ──┬──> expectation: where would people be with these goals? ──> rest ──> sweeps: there and nowhere else, unless
//! habits ─┤    (Gauss-Newton on goals, wishes and habits together)                goals, limits and balance ask for more
//! wishes ─┘
//! ```
//! **Habits** say which poses are usual ([`Habits`]). Those of people are fitted to recordings ([`crate::lab::fit_habits`]); every
//! other body has [`generic_habits`], made from its joints' strengths, its spine and its legs. **Wishes** are what people do on
//! purpose without being asked: hold the head level, let a free arm hang, keep the trunk up and the weight in the middle. Joints
//! stay in the comfortable part of their range.
//!
//! A body of which nothing is asked stays at rest, and one of which little is asked stays near it.

mod comfort;
mod expectation;
mod generic;
mod wishes;

pub use expectation::Expectation;
pub use generic::generic_habits;

use crate::character::{Character, Habits};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a body does where its goals leave it free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PostureModel {
    /// Nothing of its own: it stays near rest, each joint as far as it is strong.
    None,
    /// What any body does: even spines, knees that bend with hips, arms that hang.
    Generic,
    /// What recorded people do, for bodies that are built like them; generic for all others.
    #[default]
    People,
}

impl PostureModel {
    /// The habits of a body.
    pub fn habits(self, character: &Character) -> Option<Arc<Habits>> {
        let generic = || Arc::new(generic_habits(character));
        match self {
            Self::None => None,
            Self::Generic => Some(generic()),
            Self::People => Some(character.habits.clone().unwrap_or_else(generic)),
        }
    }
}
