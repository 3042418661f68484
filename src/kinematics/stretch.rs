//! How a body begins that stands on its arms: upside down over them, as somebody is who has kicked up. At rest arms hang beside
//! the trunk; with a palm on the ground the trunk would lie there, too, and no way led up that balance would allow.

use super::{Kinematics, Plant};
use crate::character::{Character, JointCoordinate, LinkId, Pose};
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// Stretches arms that carry away from the centre of mass, and turns the links that lie on something as they would lie with the
/// body upside down over them; all within their limits.
pub(super) fn stretch_arms(character: &Character, plants: &[Plant], pose: &mut Pose) {
    for arm in character.arms() {
        let carries = |plant: &Plant| character.hangs_on(plant.link, arm.upper);
        if plants.iter().any(carries) {
            let kin = Kinematics::of(character, pose);
            turn_away(&kin, (arm.upper, arm.next_in_upper), pose);
        }
    }
    pose.clamp_joints(character);
    let kin = Kinematics::of(character, pose);
    let over = upside_down(character, &kin, plants);
    for plant in plants {
        let joint = &character.link(plant.link).joint;
        let (Some(parent), Some(lying)) = (character.link(plant.link).parent, plant.lying) else {
            continue;
        };
        if let JointCoordinate::Ball(_) = pose.joint(plant.link) {
            let world_from_joint =
                over * kin.link(parent).rotation * joint.parent_from_joint.rotation;
            let turn = world_from_joint.conjugate() * lying.world_from_link;
            pose.joints[plant.link.index()] = JointCoordinate::Ball(turn.normalize());
        }
    }
    pose.clamp_joints(character);
}

/// Turns the joint of a link until a direction of it points away from the centre of mass, seen from the side.
fn turn_away(kin: &Kinematics, (link, along_in_link): (LinkId, DVec3), pose: &mut Pose) {
    let own = *kin.link(link);
    // An arm is not spread by being stretched.
    let away = (own.translation - kin.com).reject_from_normalized(across(kin));
    let along = own.direction(along_in_link).try_normalize();
    let JointCoordinate::Ball(turn) = pose.joint(link) else {
        return;
    };
    if let (Some(along), Some(away)) = (along, away.try_normalize()) {
        let in_world = DQuat::from_rotation_arc(along, away);
        let in_link = own.rotation.conjugate() * in_world * own.rotation;
        pose.joints[link.index()] = JointCoordinate::Ball((turn * in_link).normalize());
    }
}

/// The turn that brings an upright body upside down, its left side where its left hand is planted.
fn upside_down(character: &Character, kin: &Kinematics, plants: &[Plant]) -> DQuat {
    let over = DQuat::from_axis_angle(across(kin), PI);
    let to_left = plants.iter().find_map(|left| {
        let partner = character.partners[left.link.index()];
        let right = plants.iter().find(|right| right.link == partner)?;
        let is = over * (kin.link(left.link).translation - kin.link(partner).translation);
        let level = |way: DVec3| DVec3::new(way.x, 0.0, way.z).try_normalize();
        Some((level(is)?, level(left.at_in_world - right.at_in_world)?))
    });
    match to_left {
        Some((is, wanted)) => {
            let angle = libm::atan2(is.cross(wanted).y, is.dot(wanted));
            DQuat::from_rotation_y(angle) * over
        }
        None => over,
    }
}

/// From the right side of the body to the left one.
fn across(kin: &Kinematics) -> DVec3 {
    let across = kin.link(LinkId::ROOT).direction(DVec3::X);
    across.normalize_or(DVec3::X)
}
