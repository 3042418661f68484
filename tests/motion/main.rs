//! Motion over levels: walks and their arcs, recordings, their audit and their correction.

#[path = "../kit/bipeds.rs"]
mod bipeds;
#[path = "../kit/motions.rs"]
mod motions;
#[path = "../kit/session.rs"]
mod session;

mod arcs;
mod auditing;
mod correction;
mod dynamic_arcs;
mod dynamic_correction;
mod dynamic_walking;
mod errands;
mod hands;
mod jumps;
mod levels;
mod many_legs;
mod mocap;
mod own_skeleton;
mod people;
mod pivots;
mod retarget;
mod sizes;
mod skeletons;
mod standing;
mod walk_matrix;
mod walking;
