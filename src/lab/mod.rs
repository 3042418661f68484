//! Experiments: problems and clips made by the dozen, and the textbook solver that ours is measured against.

mod baseline;
mod clips;
mod reach;

pub use baseline::{BaselineProblem, DenseGaussNewton};
pub use clips::random_clip;
pub use reach::{ReachProblem, random_balanced_pose, random_pose, reach_problems};
