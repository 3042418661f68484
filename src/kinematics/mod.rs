//! Where everything is, and how it moves with the joints: pure functions of a character and a pose.
//!
//! ```text
//! Character + held link ──> Rooting            (the tree seen from that link; made once)
//! Rooting + joint turns ──> Kinematics         (link poses, virtual centres of mass; recomputed, never saved)
//! Rooting + Kinematics  ──> Jacobians, momentum matrix, mass matrix
//! planted soles         ──> SupportPolygon ──> margin of balance
//! patches that carry    ──> SupportPolygon     (at any height and slope, with friction)
//! points that stand     ──> forces             (their share of what a motion needs from the ground)
//! ```
//! **Velocities.** A hinge has one column: its angle, in the sense of the file, whichever side is held. A ball has
//! three: the angular velocity of its far side relative to its near side, in *world* axes. With world axes a ball's
//! columns for a point are simply those of a cross product, and no rotation matrix is needed in the solver's loop.

mod forward;
mod jacobian;
mod laid;
mod limb;
mod link_axes;
mod momentum;
mod plant;
mod region;
mod rooting;
mod shared_push;
mod sides;
mod size;
mod stance;
mod stretch;
mod support;

pub use forward::{Kinematics, center_of_mass, forward, move_joints, virtual_centers};
pub use jacobian::{
    angular_jacobian, center_of_mass_jacobian, direction_jacobian, hinge_axis_in_world,
    position_jacobian, turn_in_world,
};
pub use laid::laid;
pub use limb::{LimbMiss, TwoBoneLimb};
pub use link_axes::{columns_in_link_axes, link_column_names};
pub use momentum::{Base, CompositeInertia, composite_inertias, mass_matrix, momentum_matrix};
pub use plant::{FRICTION, Lying, Plant, support_of};
pub use region::{CarryingPatch, support_region};
pub use rooting::{Far, Rooting, Step};
pub use shared_push::{BearingPoint, Push, share_push};
pub use sides::{Side, sides};
pub use size::{beside_a_person, body_size, span_beside_a_person};
pub use stance::{Held, Planted, Stance, flat_hull, footing_sole};
pub use support::{Margin, SupportPolygon, compass};
