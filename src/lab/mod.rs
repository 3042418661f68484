//! Experiments: pushes that a ghost stands, problems, clips and scenes made by the dozen, and the textbook solver that ours is measured against.

mod baseline;
mod clips;
mod fit_posture;
mod growing;
mod push_grid;
mod reach;
mod recorded;
mod scenes;

pub use baseline::{BaselineProblem, DenseGaussNewton};
pub use clips::random_clip;
pub use fit_posture::{FitSettings, fit_habits};
pub use growing::{Form, growing_body};
pub use push_grid::{PushGrid, Pushed};
pub use reach::{NoBalancedPose, ReachProblem, random_balanced_pose, random_pose, reach_problems};
pub use recorded::{CalmStance, RecordedPose, balanced_poses};
pub use scenes::{Scene, SceneKind};
