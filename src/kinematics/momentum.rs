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

/// Momentum [kg m/s] and angular momentum about the whole body's centre of mass [kg m²/s] per column, world axes. (dofs)
pub fn momentum_matrix(
    rooting: &Rooting,
    character: &Character,
    kin: &Kinematics,
) -> Vec<(DVec3, DVec3)> {
    let composites = composite_inertias(rooting, character, kin);
    columns(rooting, kin)
        .map(|column| {
            let beyond = &composites[column.step];
            let (linear, angular) = momentum_beyond(beyond, &column);
            (linear, angular + (beyond.center - kin.com).cross(linear))
        })
        .collect()
}

/// Mass matrix, row-major (dofs × dofs) [kg m²].
///
/// Columns i and j share motion only if one lies beyond the other: M(i, j) = rᵢ · (angular momentum about Oᵢ of all
/// beyond j, per unit rate of j).
pub fn mass_matrix(rooting: &Rooting, character: &Character, kin: &Kinematics) -> Vec<f64> {
    let composites = composite_inertias(rooting, character, kin);
    let columns: Vec<_> = columns(rooting, kin).collect();
    let n = rooting.dofs;
    let mut matrix = vec![0.0; n * n];
    for (j, outer) in columns.iter().enumerate() {
        let beyond = &composites[outer.step];
        let (linear, angular) = momentum_beyond(beyond, outer);
        let mut step = Some(outer.step as u16);
        while let Some(index) = step {
            let inner_step = &rooting.steps[usize::from(index)];
            let first = usize::from(inner_step.first_dof);
            for i in first..first + usize::from(inner_step.dofs) {
                let inner = &columns[i];
                let about_pivot = angular + (beyond.center - inner.pivot).cross(linear);
                matrix[i * n + j] = inner.axis.dot(about_pivot);
                matrix[j * n + i] = matrix[i * n + j];
            }
            step = inner_step.previous;
        }
    }
    matrix
}

/// One column: the world axis it turns about, where, and which step it belongs to.
struct Column {
    axis: DVec3,
    pivot: DVec3,
    step: usize,
}

fn columns(rooting: &Rooting, kin: &Kinematics) -> impl Iterator<Item = Column> {
    rooting
        .steps
        .iter()
        .enumerate()
        .flat_map(move |(index, step)| {
            (0..usize::from(step.dofs)).map(move |k| Column {
                axis: if step.dofs == 1 {
                    hinge_axis_in_world(step, kin)
                } else {
                    DVec3::AXES[k]
                },
                pivot: kin.pivot(step.joint),
                step: index,
            })
        })
}

/// Momentum of all beyond a column per unit rate, and its angular momentum about its own centre.
fn momentum_beyond(beyond: &CompositeInertia, column: &Column) -> (DVec3, DVec3) {
    let linear = beyond.mass * column.axis.cross(beyond.center - column.pivot);
    (linear, beyond.inertia * column.axis)
}
