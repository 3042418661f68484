//! The solver and the kinematics under it: what it reaches, what it promises, and the figures that it is held to.

#[path = "../kit/bipeds.rs"]
mod bipeds;
#[path = "../kit/folder.rs"]
mod folder;
#[path = "../kit/references.rs"]
mod references;

mod explaining;
mod heights;
mod jacobians;
mod posture;
mod promises;
mod reaching;
mod reference_figures;
mod solver_promises;
mod support_region;
mod support_region_by_programme;
mod symmetry_and_motion;
mod visit_order;
mod watching;
