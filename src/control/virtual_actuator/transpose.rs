//! Torques of joints by which a wrench acts on the whole body: the transposed Jacobian of the centre of mass (da Silva et al. 2017,
//! equations 2 to 5 and appendix B), without the Jacobian.
//!
//! `J_comᵀ w = Σ J_lᵀ M_l Ad M_c⁻¹ w`, and `M_c⁻¹ w` is the acceleration (α, a) that the whole body would have as one rigid piece. So
//! every link needs the wrench of that acceleration, the ground gives w at the feet, and a joint gives what all beyond it needs less
//! what the ground gives there:
//!
//! ```text
//! τ_k = Σ_beyond [I_l α + (c_l − p_k) × m_l a_l] − Σ_feet beyond [(o − p_k) × f + n]      a_l = a + α × (c_l − c)
//! ```
//! One pass from the tips inward, whatever the body stands on; no link is the root of anything. With one foot it is the paper's
//! matrix to the last digits, with more the paper's sum is a mean of such by the feet's shares.

use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;
use glam::{DMat3, DVec3};

/// A torque and a force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VirtualWrench {
    /// About the centre of mass of the whole body, world axes [N m].
    pub torque: DVec3,
    /// [N]
    pub force: DVec3,
}

/// What the ground gives a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundWrench {
    /// Which link.
    pub link: LinkId,
    /// Where the force acts [m].
    pub point: DVec3,
    /// [N]
    pub force: DVec3,
    /// Beside the force's own moment [N m].
    pub torque: DVec3,
}

/// Inertia of the whole body about its centre of mass in a pose, world axes [kg m²].
fn whole_inertia(character: &Character, kin: &Kinematics) -> DMat3 {
    let mut whole = DMat3::ZERO;
    for (link, world_from_link) in character.links.iter().zip(&kin.world_from_link) {
        let rotation = DMat3::from_quat(world_from_link.rotation);
        let arm = world_from_link.point(link.com_in_link) - kin.com;
        whole += rotation * link.inertia_in_link * rotation.transpose()
            + link.mass
                * (DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
                    - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z));
    }
    whole
}

/// Fills `torques` with what every link's joint gives on it against its parent, world axes [N m] (links), so that the body is acted on
/// by `wanted` while the ground gives `ground`. The first link's entry is what is left: nothing, where the ground gives all that is
/// wanted.
pub fn transposed_torques(
    character: &Character,
    kin: &Kinematics,
    wanted: &VirtualWrench,
    ground: &[GroundWrench],
    forces: &mut Vec<DVec3>,
    torques: &mut Vec<DVec3>,
) {
    let spin = whole_inertia(character, kin).inverse() * wanted.torque;
    let acceleration = wanted.force / character.mass();
    forces.clear();
    torques.clear();
    // Torques are about the whole body's centre of mass until they are a joint's.
    for (link, world_from_link) in character.links.iter().zip(&kin.world_from_link) {
        let rotation = DMat3::from_quat(world_from_link.rotation);
        let arm = world_from_link.point(link.com_in_link) - kin.com;
        let force = link.mass * (acceleration + spin.cross(arm));
        let turn = rotation * (link.inertia_in_link * (rotation.transpose() * spin));
        forces.push(force);
        torques.push(turn + arm.cross(force));
    }
    for given in ground {
        let index = given.link.index();
        forces[index] -= given.force;
        torques[index] -= given.torque + (given.point - kin.com).cross(given.force);
    }
    // A link's parent is always an earlier one.
    for (index, link) in character.links.iter().enumerate().rev() {
        if let Some(parent) = link.parent {
            let (torque, force) = (torques[index], forces[index]);
            torques[parent.index()] += torque;
            forces[parent.index()] += force;
            let pivot = kin.world_from_link[index].translation;
            torques[index] = torque - (pivot - kin.com).cross(force);
        }
    }
}
