//! A motion that stands: every frame of a clip solved again, so that feet stay where they stand and the centre of mass
//! stays over them.
//!
//! ```text
//! clip + contacts ──plan──> one place for every contact, paths of feet between them
//!        └────────com_path──> the nearest path of the centre of mass that stays over the support
//!                                  └──frame──> a solve per frame (contacts, balance, hands, feet, posture)
//!                                                   └──calm──> all frames together, smooth in time
//! ```
//! Kenwright's ranks (*Synthesizing Balancing Character Motions*, VRIPHYS 2012): the centre of mass first, effectors after it,
//! posture last; here the posture is the recorded one and not that of rest.
//!
//! Limits: ground that moves is taken where it is when a contact begins; nothing keeps limbs from passing through each other.

mod balance;
mod band;
mod calm;
mod com_path;
mod difference;
mod figures;
mod frame;
mod plan;
mod planting;
mod roll;
mod stride;
mod support;
mod swing;
mod timing;
mod toes;

pub use balance::{BalanceSettings, balance_clip};
pub use figures::{BalanceReport, ClipFigures, clip_figures, hand_misses};
