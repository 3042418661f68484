//! A ghost that stands by itself (da Silva et al., *Tunable Robustness*, 2017): its joints hold the pose, and beside that act as if hands
//! at the centre of mass held it up, pushed it back over its feet, stopped its turning and kept its chest upright.
//!
//! ```text
//! state ──> support ──> virtual force and torque at the centre of mass ──> shares of feet ──> torques of joints ──┐
//!   ^                   (equations 7 to 12)                                (transposed Jacobian, 2 to 6)           ├──> Inputs
//!   └── Outcome                       torque that ankles ask of feet ──> topple-free foot (13, 14) ───────────────┘
//! ```

mod balance;
mod feet;
mod law;
mod settings;
mod support;
mod topple_free;
mod transpose;

pub use balance::{BalanceReading, FootReading};
pub use feet::{Sole, distribute};
pub use law::VirtualActuator;
pub use settings::VirtualActuatorSettings;
pub use topple_free::Zone;
pub use transpose::{GroundWrench, VirtualWrench, transposed_torques};
