//! How a body moves: one convention for states, plans, drives and what is planned of them.
//!
//! | | axes |
//! |---|---|
//! | the first link's origin and its turning ([`Velocity::root`]) | world |
//! | a ball's rate, acceleration or torque, of the link against its parent | the link's own |
//! | a hinge's | its axis, in x |
//!
//! Joint vectors are those of [`JointCoordinate::turned`](crate::character::JointCoordinate::turned) and
//! [`turn_to`](crate::character::JointCoordinate::turn_to): a rate times a time is a turn. Recursions along the tree run in world axes;
//! [`joint_in_world`] and [`joint_from_world`] are the only ways there and back. Columns of Jacobians are in world axes, too
//! ([`crate::kinematics::columns_in_link_axes`] turns them for other programs).

use crate::character::JointKind;
use glam::{DQuat, DVec3};

/// A rigid body's velocity, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// [rad/s]
    pub angular: DVec3,
    /// Of the body's material at some point that the context names [m/s].
    pub linear: DVec3,
}

impl Twist {
    /// Velocity of the material that lies `arm` away from the twist's own point [m/s].
    #[inline]
    pub fn at(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }
}

/// How all of a body moves; or how that changes, per second.
#[derive(Debug, Default, PartialEq)]
pub struct Velocity {
    /// Of the origin of the character's first link, world axes [rad/s, m/s].
    pub root: Twist,
    /// How each link's joint turns: a ball in the link's own axes, a hinge in x; the first link's is zero [rad/s]. (links)
    pub joints: Vec<DVec3>,
}

/// By hand, so that one that is written over another keeps its memory.
impl Clone for Velocity {
    fn clone(&self) -> Self {
        Self {
            root: self.root,
            joints: self.joints.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.root = source.root;
        self.joints.clone_from(&source.joints);
    }
}

impl Velocity {
    /// Of a body of so many links that does not move.
    pub fn zero(links: usize) -> Self {
        Self {
            root: Twist::default(),
            joints: vec![DVec3::ZERO; links],
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let Twist { angular, linear } = self.root;
        angular.is_finite()
            && linear.is_finite()
            && self.joints.iter().all(|joint| joint.is_finite())
    }
}

/// A joint's vector, of the link against its parent, in world axes.
#[inline]
pub fn joint_in_world(kind: &JointKind, world_from_link: DQuat, joint: DVec3) -> DVec3 {
    match kind {
        JointKind::Fixed => DVec3::ZERO,
        JointKind::Hinge { axis, .. } => joint.x * (world_from_link * *axis),
        JointKind::Ball(_) => world_from_link * joint,
    }
}

/// A vector in world axes as the joint's: a hinge keeps what lies along its axis.
#[inline]
pub fn joint_from_world(kind: &JointKind, world_from_link: DQuat, in_world: DVec3) -> DVec3 {
    let in_link = || world_from_link.conjugate() * in_world;
    match kind {
        JointKind::Fixed => DVec3::ZERO,
        JointKind::Hinge { axis, .. } => DVec3::new(in_link().dot(*axis), 0.0, 0.0),
        JointKind::Ball(_) => in_link(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::math::{Random, rotation_from_vector};

    #[test]
    fn a_joints_vector_comes_back_from_the_world() {
        let human = load_character("human").unwrap();
        let mut random = Random::new(5);
        for link in &human.links {
            let kind = &link.joint.kind;
            let turn = rotation_from_vector(random.in_box(DVec3::splat(2.0)));
            let mut joint = random.in_box(DVec3::ONE);
            match kind.dofs() {
                0 => joint = DVec3::ZERO,
                1 => (joint.y, joint.z) = (0.0, 0.0),
                _ => {}
            }
            let back = joint_from_world(kind, turn, joint_in_world(kind, turn, joint));
            assert!(back.distance(joint) < 1e-14, "{}", link.name);
        }
    }
}
