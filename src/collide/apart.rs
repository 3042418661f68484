//! Which links of a body can be kept apart: those that are apart when it rests.

use super::{Clearance, Clearances};
use crate::character::{Character, LinkId};
use crate::kinematics::{Kinematics, span_beside_a_person};

/// Links of a person that are nearer than this at rest overlap or touch by the body's very make [m]; of bodies that are
/// smaller, as much less.
pub const LEAST_AT_REST: f64 = 5e-3;

/// Every pair of links that both have shapes, are not joined to each other, and are at least [`LEAST_AT_REST`] apart in the
/// rest pose; as [`Character::keep_apart`] lists them.
pub fn apart_at_rest(character: &Character) -> Vec<(LinkId, LinkId)> {
    let has_shapes = |id: &LinkId| !character.link(*id).shapes.is_empty();
    let with_shapes: Vec<LinkId> = character.link_ids().filter(has_shapes).collect();
    let pairs = with_shapes.iter().enumerate().flat_map(|(index, first)| {
        let others = with_shapes[index + 1..].iter();
        others.map(|second| (*first, *second))
    });
    let mut pairs: Vec<_> = pairs
        .filter(|(first, second)| !character.are_joined(*first, *second))
        .collect();

    let kin = Kinematics::of(character, &character.rest);
    let mut clearances = Clearances::default();
    let least = span_beside_a_person(character, &kin).min(1.0) * LEAST_AT_REST;
    let near = clearances.between(character, &kin, pairs.iter().copied(), least);
    // Both lists are in the same order.
    let mut near = near.iter().peekable();
    pairs.retain(|(first, second)| {
        let is_near = |pair: &&Clearance| (pair.first, pair.second) == (*first, Some(*second));
        near.next_if(is_near).is_none()
    });
    pairs
}
