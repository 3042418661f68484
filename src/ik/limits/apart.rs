//! Links keep off each other and off the ground: rows that push and never pull.

use crate::collide::Clearance;
use crate::ik::Finish;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use crate::kinematics::turn_in_world;
use glam::DVec3;

/// Links of a person that are nearer than this are watched [m]: in a pose, and in a motion, where they have to brake in time.
const NEAR: f64 = 0.005;
const NEAR_IN_MOTION: f64 = 0.04;
/// Share of a gap between links that one step of a motion may close.
const BRAKING: f64 = 0.03;

/// What is nearer than this to a person is watched [m].
pub(in crate::ik) fn near(finish: Finish) -> f64 {
    match finish {
        Finish::Reached | Finish::LeastCost => NEAR,
        Finish::Steps(_) => NEAR_IN_MOTION,
    }
}

/// How much of a gap a step may close [m]. In a motion links brake before they touch, or what is pushed would be moved from one
/// frame to the next (a velocity damper; Faverjon and Tournassoud 1987). A sole goes past edges that its rows see ahead, and
/// comes down as fast as it is told: it is stopped when it is in the ground, by the next step of the same frame.
pub(in crate::ik) fn room(here: Here, near: &Clearance, finish: Finish) -> f64 {
    if near.gap < 0.0 || !matches!(finish, Finish::Steps(_)) {
        return near.gap;
    }
    let mut soles = here.character.standing_soles();
    if near.second.is_none() && soles.any(|sole| sole.link == near.first) {
        f64::INFINITY
    } else {
        (BRAKING + near.gap / (here.size * NEAR_IN_MOTION)) * near.gap
    }
}

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
