//! Bodies with weight: equations of motion, collisions, and the ghost that follows what was planned.

#[path = "../kit/bipeds.rs"]
mod bipeds;
#[path = "../kit/ghosts.rs"]
mod ghosts;
#[path = "../kit/references.rs"]
mod references;

mod balancing;
mod bodies;
mod collision;
mod dynamics;
mod exertion;
mod following;
mod ghost;
mod live_ghost;
mod pushes;
mod sizes;
