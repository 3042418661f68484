//! Forward kinematics and virtual centres of mass.

use super::{Far, Rooting};
use crate::character::{Character, JointCoordinate, LinkId, Pose};
use crate::math::Transform;
use glam::DVec3;

/// Where everything is in one pose. A pure function of rooting, joint turns and the held link's place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kinematics {
    /// Where each link is. Written by [`forward`]. (links)
    pub world_from_link: Vec<Transform>,
    /// Mass-weighted centre of all that lies beyond each *step's* joint [m]. Written by [`virtual_centers`]. (steps)
    pub virtual_com: Vec<DVec3>,
    /// Centre of mass of the whole body [m]. Written by [`virtual_centers`].
    pub com: DVec3,
}

impl Kinematics {
    /// Everything for a pose, seen from the first link of the file.
    pub fn of(character: &Character, pose: &Pose) -> Self {
        let rooting = Rooting::new(character, LinkId::ROOT);
        let mut kin = Self::default();
        forward(&rooting, character, pose, pose.world_from_root, &mut kin);
        virtual_centers(&rooting, &mut kin);
        kin
    }

    /// Where a link is.
    #[inline]
    pub fn link(&self, link: LinkId) -> &Transform {
        &self.world_from_link[link.index()]
    }

    /// Where a joint's pivot is: the origin of the link that hangs on it.
    #[inline]
    pub fn pivot(&self, joint: LinkId) -> DVec3 {
        self.world_from_link[joint.index()].translation
    }
}

/// Fills `kin.world_from_link` from the joint turns of `pose` with the held link at `world_from_held`.
pub fn forward(
    rooting: &Rooting,
    character: &Character,
    pose: &Pose,
    world_from_held: Transform,
    kin: &mut Kinematics,
) {
    kin.world_from_link
        .resize(rooting.step_of_link.len(), Transform::IDENTITY);
    let links = &mut kin.world_from_link[..];
    links[rooting.root.index()] = world_from_held;
    for step in &rooting.steps {
        let turn = match pose.joints[step.joint.index()] {
            JointCoordinate::Ball(q) => q,
            other => other.rotation(&character.link(step.joint).joint.kind),
        };
        let near = links[step.near.index()];
        let origin_in_parent = step.parent_from_joint.translation;
        links[step.far_link.index()] = match step.far {
            Far::Child => {
                let world_from_joint = if step.joint_is_turned {
                    near.rotation * step.parent_from_joint.rotation
                } else {
                    near.rotation
                };
                Transform::new(world_from_joint * turn, near.point(origin_in_parent))
            }
            Far::Parent => {
                let mut rotation = near.rotation * turn.conjugate();
                if step.joint_is_turned {
                    rotation *= step.parent_from_joint.rotation.conjugate();
                }
                Transform::new(rotation, near.translation - rotation * origin_in_parent)
            }
        };
    }
}

/// Fills `kin.virtual_com` and `kin.com` from the link poses.
///
/// Kenwright 2012, eq. 13, for every joint at once: one pass from the tips inward adds up mass times centre. The
/// paper's inward set of a joint is everything on the far side of it, seen from the support foot.
pub fn virtual_centers(rooting: &Rooting, kin: &mut Kinematics) {
    let Kinematics {
        world_from_link,
        virtual_com,
        com,
    } = kin;
    // Every link's mass times its centre, at the step that reaches it.
    virtual_com.resize(rooting.steps.len(), DVec3::ZERO);
    let mut whole = DVec3::ZERO;
    let links = rooting.mass_of_link.iter().zip(&rooting.step_of_link);
    for ((&(mass, com_in_link), step), world_from_link) in links.zip(&*world_from_link) {
        let moment = mass * world_from_link.point(com_in_link);
        match step {
            Some(step) => virtual_com[usize::from(*step)] = moment,
            None => whole = moment,
        }
    }

    // Tips first: a step's sum is complete when it is handed to the step before it.
    for (index, step) in rooting.steps.iter().enumerate().rev() {
        let beyond = virtual_com[index];
        match step.previous {
            Some(previous) => virtual_com[usize::from(previous)] += beyond,
            None => whole += beyond,
        }
        virtual_com[index] = beyond * (1.0 / (step.mass_fraction_beyond * rooting.mass));
    }
    *com = whole / rooting.mass;
}

/// Centre of mass of the whole body from its link poses, by definition: a second way to [`virtual_centers`].
pub fn center_of_mass(character: &Character, kin: &Kinematics) -> DVec3 {
    let moment: DVec3 = character
        .links
        .iter()
        .zip(&kin.world_from_link)
        .map(|(link, world_from_link)| link.mass * world_from_link.point(link.com_in_link))
        .sum();
    moment / character.mass()
}

/// Writes to `moved` the joints of `pose` turned by their columns' values (see the module's note on velocities),
/// without regard to limits. The held link stays where `kin` has it, so `moved.world_from_root` is not touched.
pub fn move_joints(
    rooting: &Rooting,
    kin: &Kinematics,
    pose: &Pose,
    change: &[f64],
    moved: &mut Pose,
) {
    moved.joints.clone_from(&pose.joints);
    for step in &rooting.steps {
        let first = usize::from(step.first_dof);
        let vector_in_link = match step.dofs {
            0 => continue,
            1 => DVec3::new(change[first], 0.0, 0.0),
            _ => {
                let turn_in_world = DVec3::from_slice(&change[first..first + 3]);
                // The far side turns by the vector. In the joint's own link that is the same vector when the link
                // is the far side, and the opposite one when the link stays and its parent turns.
                let world_from_link = kin.link(step.joint).rotation;
                step.sign * (world_from_link.conjugate() * turn_in_world)
            }
        };
        let joint = &mut moved.joints[step.joint.index()];
        *joint = joint.turned(vector_in_link);
    }
}
