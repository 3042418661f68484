//! Links keep off each other and off the ground: rows that push and never pull.

use crate::collide::Clearance;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use crate::kinematics::turn_in_world;
use glam::DVec3;

/// What is nearer than this is watched [m].
pub(in crate::ik) const NEAR: f64 = 0.02;

/// Writes how every joint opens a gap.
pub(in crate::ik) fn write_row(here: Here, near: &Clearance, levers: &mut Levers) {
    let first = (near.first, near.point, near.normal);
    match near.second {
        Some(second) => levers.scalar(here, &[first, (second, near.point, -near.normal)]),
        None => levers.scalar(here, &[first]),
    }
}

/// How much of a gap a step closes, given the turns of all columns [m].
pub(in crate::ik) fn approach(here: Here, near: &Clearance, turns: &[f64]) -> f64 {
    let moved = |link| {
        let steps = here.rooting.path_to(link);
        let moved = steps.map(|step| {
            let arm = near.point - here.kin.pivot(step.joint);
            turn_in_world(step, here.kin, turns).cross(arm)
        });
        moved.sum::<DVec3>().dot(near.normal)
    };
    near.second.map_or(0.0, moved) - moved(near.first)
}
