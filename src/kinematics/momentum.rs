//! Composite inertias, the centroidal momentum matrix and the mass matrix, with the held link at rest.
//!
//! With V, m and I the centre, mass and inertia (about V) of all that lies beyond a joint, a unit rate about the world
//! axis r at the pivot O gives that part the momentum p = m r × (V − O) and the angular momentum I r about V.
//! Every matrix here is that pair, shifted to the point that is asked for (Featherstone 2008, section 6.2, in world axes).

use super::{Kinematics, Rooting, hinge_axis_in_world};
use crate::character::Character;
use glam::{DMat3, DVec3};

/// All that lies beyond one joint, as if it were rigid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompositeInertia {
    /// [kg]
    pub mass: f64,
    /// Its centre of mass, world [m].
    pub center: DVec3,
    /// About that centre, world axes [kg m²].
    pub inertia: DMat3,
}

impl CompositeInertia {
    /// Two parts as one rigid body.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        let center = (self.mass * self.center + other.mass * other.center) / mass;
        let about = |part: &Self| part.inertia + part.mass * point_inertia(part.center - center);
        Self {
            mass,
            center,
            inertia: about(self) + about(other),
        }
    }
}

/// |a|² I − a aᵀ: the inertia of one kilogram at the end of the arm a.
fn point_inertia(arm: DVec3) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
        - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z)
}

/// The composite inertia beyond every step's joint, and last that of the whole body. (steps + 1)
pub fn composite_inertias(
    rooting: &Rooting,
    character: &Character,
    kin: &Kinematics,
) -> Vec<CompositeInertia> {
    let of_link = |index: usize| {
        let link = &character.links[index];
        let rotation = DMat3::from_quat(kin.world_from_link[index].rotation);
        CompositeInertia {
            mass: link.mass,
            center: kin.world_from_link[index].point(link.com_in_link),
            inertia: rotation * link.inertia_in_link * rotation.transpose(),
        }
    };
    let mut composites: Vec<_> = rooting
        .steps
        .iter()
        .map(|step| of_link(step.far_link.index()))
        .collect();
    composites.push(of_link(rooting.root.index()));

    // Tips first; what has no step before it joins the whole body.
    let whole = rooting.steps.len();
    for index in (0..whole).rev() {
        let into = rooting.steps[index].previous.map_or(whole, usize::from);
        composites[into] = composites[into].with(&composites[index]);
    }
    composites
}

/// Whether the root of the view can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// It is held: only joints have columns.
    Held,
    /// It floats: six columns come first, its origin's velocity and its angular velocity, world axes.
    Free,
}

impl Base {
    /// Columns that come before those of the joints.
    pub const fn columns(self) -> usize {
        match self {
            Self::Held => 0,
            Self::Free => 6,
        }
    }
}

/// Momentum [kg m/s] and angular momentum about the whole body's centre of mass [kg m²/s] per column, world axes.
/// The first part over the whole mass is the centre of mass's Jacobian. (base + dofs)
pub fn momentum_matrix(
    rooting: &Rooting,
    base: Base,
    character: &Character,
    kin: &Kinematics,
) -> Vec<(DVec3, DVec3)> {
    let composites = composite_inertias(rooting, character, kin);
    columns(rooting, base, kin)
        .iter()
        .map(|column| {
            let moved = &composites[column.composite];
            let (linear, angular) = column.momentum(moved);
            (linear, angular + (moved.center - kin.com).cross(linear))
        })
        .collect()
}

/// Mass matrix, row-major [kg, kg m, kg m²]. (base + dofs)²
///
/// Columns i and j share motion only if one lies beyond the other: M(i, j) is column i's motion times the momentum of
/// all beyond j per unit rate of j.
pub fn mass_matrix(
    rooting: &Rooting,
    base: Base,
    character: &Character,
    kin: &Kinematics,
) -> Vec<f64> {
    let composites = composite_inertias(rooting, character, kin);
    let columns = columns(rooting, base, kin);
    let n = columns.len();
    let mut matrix = vec![0.0; n * n];
    for (j, outer) in columns.iter().enumerate() {
        let moved = &composites[outer.composite];
        let (linear, angular) = outer.momentum(moved);
        let mut share = |i: usize| {
            let inner = &columns[i];
            let value = match inner.motion {
                Motion::Shift => inner.axis.dot(linear),
                Motion::Turn => {
                    let about_pivot = angular + (moved.center - inner.pivot).cross(linear);
                    inner.axis.dot(about_pivot)
                }
            };
            matrix[i * n + j] = value;
            matrix[j * n + i] = value;
        };
        (0..base.columns()).for_each(&mut share);
        let mut step = outer.step;
        while let Some(index) = step {
            let inner = &rooting.steps[usize::from(index)];
            let first = base.columns() + usize::from(inner.first_dof);
            (first..first + usize::from(inner.dofs)).for_each(&mut share);
            step = inner.previous;
        }
    }
    matrix
}

/// Whether a column shifts or turns what it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Shift,
    Turn,
}

/// One column: what it does to all beyond it, per unit rate.
struct Column {
    motion: Motion,
    axis: DVec3,
    pivot: DVec3,
    /// What it moves: an index into the composite inertias.
    composite: usize,
    /// The joint's step; nothing for the floating base.
    step: Option<u16>,
}

impl Column {
    /// Momentum of what is moved, and its angular momentum about its own centre.
    fn momentum(&self, moved: &CompositeInertia) -> (DVec3, DVec3) {
        match self.motion {
            Motion::Shift => (moved.mass * self.axis, DVec3::ZERO),
            Motion::Turn => (
                moved.mass * self.axis.cross(moved.center - self.pivot),
                moved.inertia * self.axis,
            ),
        }
    }
}

fn columns(rooting: &Rooting, base: Base, kin: &Kinematics) -> Vec<Column> {
    let mut columns = Vec::with_capacity(base.columns() + rooting.dofs);
    if base == Base::Free {
        for motion in [Motion::Shift, Motion::Turn] {
            columns.extend(DVec3::AXES.map(|axis| Column {
                motion,
                axis,
                pivot: kin.link(rooting.root).translation,
                composite: rooting.steps.len(),
                step: None,
            }));
        }
    }
    for (index, step) in rooting.steps.iter().enumerate() {
        columns.extend((0..usize::from(step.dofs)).map(|k| Column {
            motion: Motion::Turn,
            axis: if step.dofs == 1 {
                hinge_axis_in_world(step, kin)
            } else {
                DVec3::AXES[k]
            },
            pivot: kin.pivot(step.joint),
            composite: index,
            step: Some(index as u16),
        }));
    }
    columns
}
