//! Rigid bodies: an articulated figure, loose bodies, the ground, and what happens when they meet.
//!
//! ```text
//! State ──> placed ──> articulated body <── gravity, loads, muscles (implicit)
//!   ^                       │ free velocities
//!   │                       v
//!   │       contacts, stops of joints, tethers ──> rows ──> projected Gauss-Seidel ──> impulses
//!   └──────────────── positions <── velocities <───────────────────┘
//! ```
//! [`World::step`] is this picture. A figure floats ([`Inputs::hold`] empty) or one of its links is taken along a path;
//! then the tree is seen from that link, so that it stays there exactly. State, settings and working memory are apart:
//! the same state, settings and inputs give the same next state, bit for bit, and no step allocates once memory has
//! grown to what it needs.

mod articulated;
mod asleep;
mod contacts;
mod couple;
mod crowd;
mod dynamics;
mod fingerprint;
mod gauss_seidel;
mod inputs;
mod integrate;
mod inverse;
mod limits;
mod loose;
mod measure;
mod muscles;
mod needed;
mod outcome;
mod passes;
mod placed;
mod respond;
mod rows;
mod runge_kutta;
mod scale;
mod settings;
mod state;
mod tree;
mod velocity;
mod warm;
mod world;

pub use dynamics::Dynamics;
pub use fingerprint::Fingerprint;
pub use inputs::{BodyId, Drive, Hold, Inputs, Load, Tether};
pub use loose::LooseBody;
pub use measure::{Energy, Momentum, zero_moment_point};
pub use needed::{NeededTorques, Planned};
pub use outcome::{Contact, Outcome};
pub use scale::BodyScale;
pub use settings::{Integrator, WorldSettings};
pub use state::{LooseState, State};
pub use tree::Tree;
pub use velocity::{Twist, Velocity, joint_from_world, joint_in_world};
pub use world::World;
