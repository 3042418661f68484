//! Jacobians: how points, directions, orientations and the centre of mass move with every column of a rooting.
//!
//! One rule serves all (Kenwright 2012, eqs. 10, 11 and 14, corrected): a joint that turns about the world axis r at the
//! pivot O moves a point p beyond it by r × (p − O), a direction d by r × d, an orientation by r, and the centre of
//! mass by (m/M) r × (V − O), where m is the mass beyond the joint and V its virtual centre. The paper prints the last
//! one with O − V and without m/M; finite differences say otherwise.

use super::{Kinematics, Rooting, Step};
use crate::character::LinkId;
use glam::DVec3;

/// World axis about which a positive hinge angle turns the far side.
#[inline]
pub fn hinge_axis_in_world(step: &Step, kin: &Kinematics) -> DVec3 {
    step.sign * kin.link(step.joint).direction(step.hinge_axis)
}

/// The turn of a step's far side that its columns stand for, world axes [rad].
#[inline]
pub fn turn_in_world(step: &Step, kin: &Kinematics, columns: &[f64]) -> DVec3 {
    let first = usize::from(step.first_dof);
    match step.dofs {
        0 => DVec3::ZERO,
        1 => columns[first] * hinge_axis_in_world(step, kin),
        _ => DVec3::from_slice(&columns[first..first + 3]),
    }
}

/// Writes one column per degree of freedom of a step: `effect(r)` of each of its world axes r.
#[inline]
fn write_columns(
    step: &Step,
    kin: &Kinematics,
    columns: &mut [DVec3],
    effect: impl Fn(DVec3) -> DVec3,
) {
    let first = usize::from(step.first_dof);
    match step.dofs {
        0 => {}
        1 => columns[first] = effect(hinge_axis_in_world(step, kin)),
        _ => {
            for (column, axis) in columns[first..first + 3].iter_mut().zip(DVec3::AXES) {
                *column = effect(axis);
            }
        }
    }
}

/// d(point)/d(column) for a world point that is fixed to `link` [m/rad]. (dofs)
pub fn position_jacobian(
    rooting: &Rooting,
    kin: &Kinematics,
    link: LinkId,
    point_in_world: DVec3,
    columns: &mut [DVec3],
) {
    columns.fill(DVec3::ZERO);
    for step in rooting.path_to(link) {
        let arm = point_in_world - kin.pivot(step.joint);
        write_columns(step, kin, columns, |axis| axis.cross(arm));
    }
}

/// Angular velocity of `link` per column, world axes. (dofs)
pub fn angular_jacobian(rooting: &Rooting, kin: &Kinematics, link: LinkId, columns: &mut [DVec3]) {
    columns.fill(DVec3::ZERO);
    for step in rooting.path_to(link) {
        write_columns(step, kin, columns, |axis| axis);
    }
}

/// d(direction)/d(column) for a world direction that is fixed to `link`. (dofs)
pub fn direction_jacobian(
    rooting: &Rooting,
    kin: &Kinematics,
    link: LinkId,
    direction_in_world: DVec3,
    columns: &mut [DVec3],
) {
    columns.fill(DVec3::ZERO);
    for step in rooting.path_to(link) {
        write_columns(step, kin, columns, |axis| axis.cross(direction_in_world));
    }
}

/// d(centre of mass)/d(column) [m/rad]. (dofs)
pub fn center_of_mass_jacobian(rooting: &Rooting, kin: &Kinematics, columns: &mut [DVec3]) {
    for (step, virtual_com) in rooting.steps.iter().zip(&kin.virtual_com) {
        let arm = step.mass_fraction_beyond * (*virtual_com - kin.pivot(step.joint));
        write_columns(step, kin, columns, |axis| axis.cross(arm));
    }
}
