//! Soles on the ground.

use super::{Poser, Setup};
use crate::character::{Character, Footing};
use crate::kinematics::{body_size, footing_sole};
use crate::level::{Level, SoleTolerance};
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Levels are posed on as they are at first: platforms where they start [s].
const TIME: f64 = 0.0;
/// Steps that bring a figure to rest on soles that were moved.
const STEPS: u32 = 400;
/// A person's sole that is no farther than this from the ground stands on it [m].
const NEAR_GROUND: f64 = 0.02;
/// A sole that is tilted less than this against the ground stands on it: cosine of 10°.
const FLAT: f64 = 0.985;

/// Where the link of a footing is when that lies flat on the ground under its middle, toes where they point. Nothing over
/// a void.
pub(super) fn flat_on_ground(
    character: &Character,
    level: &Level,
    footing: Footing,
    world_from_link: &Transform,
) -> Option<Transform> {
    let sole = footing_sole(character, footing);
    let center_in_link = sole.center_in_link();
    let center = world_from_link.point(center_in_link);
    let up = world_from_link.direction(sole.up_in_link);
    let upright =
        DQuat::from_rotation_arc(up.normalize_or(DVec3::Y), DVec3::Y) * world_from_link.rotation;
    let ground = level.ground_at(DVec2::new(center.x, center.z), TIME)?;

    let corners = sole.corners_in_link.iter();
    let corners: Vec<DVec3> = corners
        .map(|corner| center + upright * (*corner - center_in_link))
        .collect();
    let tolerance = SoleTolerance::default().sized(body_size(character));
    let fit = level.sole_fit(&corners, &tolerance, TIME);
    let (point, normal) = if fit.fits() {
        (fit.point, fit.normal)
    } else {
        (DVec3::new(center.x, ground.height, center.z), ground.normal)
    };
    let rotation = (DQuat::from_rotation_arc(DVec3::Y, normal) * upright).normalize();
    let mut placed = Transform::new(rotation, point - rotation * center_in_link);
    if fit.fits() {
        // On uneven ground nothing of it lies below.
        let corners = sole.corners_in_link.iter();
        let clearances = corners.filter_map(|corner| level.clearance(placed.point(*corner), TIME));
        placed.translation.y -= clearances.fold(0.0, f64::min);
    }
    Some(placed)
}

/// Whether what stands of a foot lies on the ground where it is.
pub(super) fn is_on_ground(
    character: &Character,
    level: &Level,
    footing: Footing,
    world_from_link: &Transform,
) -> bool {
    let Some(flat) = flat_on_ground(character, level, footing, world_from_link) else {
        return false;
    };
    let center = character.footing_center(footing);
    let near = body_size(character) * NEAR_GROUND;
    let up_in_link = character.footing_up(footing);
    let up = |place: &Transform| place.direction(up_in_link);
    flat.point(center).distance(world_from_link.point(center)) < near
        && up(&flat).dot(up(world_from_link)) > FLAT
}

/// Puts the soles that stand flat on the ground under them, and the figure on its soles. Over a void they stay.
pub(super) fn stand_on_ground(
    poser: &mut Poser,
    character: &Arc<Character>,
    level: &Level,
    setup: &mut Setup,
) {
    for planted in &mut setup.planted {
        let flat = flat_on_ground(
            character,
            level,
            planted.footing(),
            &planted.world_from_link,
        );
        planted.world_from_link = flat.unwrap_or(planted.world_from_link);
    }
    settle(poser, character, setup);
}

/// Solves a setup that was changed other than by dragging, from the pose that it has and near to it.
pub(super) fn settle(poser: &mut Poser, character: &Arc<Character>, setup: &mut Setup) {
    let rest = setup.pose.clone();
    poser.solve_for(STEPS, character, setup, &rest, None);
}
