//! Recorded motions that stand: contacts held where they are, the body carried so that it does not tip.
//!
//! In dynamic balance (`dynamic`, the default) the acting stays as it was; at rest (`at_rest`) the centre of mass is over the feet in
//! every frame, as in Kenwright's paper, which few motions of people survive.
//!
//! Limits: ground that moves is taken where it is when a contact begins; nothing keeps limbs from passing through each other.

mod at_rest;
mod balance;
mod dynamic;
mod figures;
mod planting;
mod roll;
mod settings;
mod shifts;

pub use balance::balance_clip;
pub use figures::{BalanceReport, ClipFigures, clip_figures, hand_misses};
pub use settings::{Aim, BalanceSettings, ContactEnds};
pub use shifts::{Shifts, Spread};
