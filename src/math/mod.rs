//! Small mathematics that the body, the ground and the solver share: rigid transforms, rotations without
//! trigonometry, whole powers, a dense factorisation, linear
//! programmes, seeded randomness, numbers in messages. Everything is `f64`; nothing here knows a character.

mod banded;
mod cholesky;
mod ease;
mod power;
mod random;
mod rotation;
mod short_number;
mod simplex;
mod spline;
mod transform;

pub use banded::{BandedProgram, BandedRow};
pub use cholesky::Cholesky;
pub use ease::ease;
pub use power::{hypotenuse, integer_power, square};
pub use random::Random;
pub use rotation::{
    SwingTwist, angle_from_quarter_tangent, quarter_tangent, retract, retraction_between,
    rotation_from_vector, rotation_vector,
};
pub use short_number::ShortNumber;
pub use simplex::Simplex;
pub use spline::BSpline;
pub use transform::Transform;
