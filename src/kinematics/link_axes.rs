//! Columns for other programs: every velocity in the axes of the link that moves, as Pinocchio and most others have it.

use super::{Base, Kinematics, Rooting};
use crate::character::Character;
use glam::{DMat3, DVec3};

/// Turns the columns of a matrix from world axes to link axes, in place: a ball's three become the angular velocity
/// of its far link relative to its near one in the far link's axes, a floating base's six its velocity in its own.
/// Hinges stay as they are. (base + dofs)
pub fn columns_in_link_axes(
    rooting: &Rooting,
    base: Base,
    kin: &Kinematics,
    columns: &mut [DVec3],
) {
    let mut turn = |first: usize, world_from_link: DMat3| {
        let block = DMat3::from_cols(columns[first], columns[first + 1], columns[first + 2]);
        let turned = block * world_from_link;
        columns[first..first + 3].copy_from_slice(&[turned.x_axis, turned.y_axis, turned.z_axis]);
    };
    for first in (0..base.columns()).step_by(3) {
        turn(first, DMat3::from_quat(kin.link(rooting.root).rotation));
    }
    for step in rooting.steps.iter().filter(|step| step.dofs == 3) {
        let first = base.columns() + usize::from(step.first_dof);
        turn(first, DMat3::from_quat(kin.link(step.far_link).rotation));
    }
}

/// Names of those columns, in order: `root.vx` to `root.wz` for a floating base, `left_knee` for a hinge,
/// `left_hip.wx` to `.wz` for a ball.
pub fn link_column_names(rooting: &Rooting, base: Base, character: &Character) -> Vec<String> {
    let mut names = Vec::with_capacity(base.columns() + rooting.dofs);
    if base == Base::Free {
        names.extend(["vx", "vy", "vz", "wx", "wy", "wz"].map(|axis| format!("root.{axis}")));
    }
    for step in &rooting.steps {
        let joint = &character.link(step.joint).joint.name;
        match step.dofs {
            0 => {}
            1 => names.push(joint.clone()),
            _ => names.extend(["wx", "wy", "wz"].map(|axis| format!("{joint}.{axis}"))),
        }
    }
    names
}
