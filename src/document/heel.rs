//! Heels that rise: a foot that stood flat stands on its ball and toes.

use super::posing::LIFT;
use super::{Grip, Pull, Setup};
use crate::character::{Character, Contacts, Footing};
use crate::kinematics::{Planted, body_size};
use glam::DVec3;

/// A person's heel that is pulled up by more than this is lifted [m]; one that is pulled less far stands.
const RISES: f64 = 0.01;

/// The handle of a foot's heel: the one on its own link that is over a sole which stays behind when the heel is lifted.
pub(super) fn heel_of(character: &Character, setup: &Setup, foot: usize) -> Option<usize> {
    let own = &character.feet[foot];
    let front = own.front(character);
    if front.is_empty() {
        return None;
    }
    let center = |sole: usize| {
        let patches = Contacts::one(sole);
        let center = character.footing_center(Footing { foot, patches });
        let whole = character.whole_foot(foot);
        let link = character.soles[sole].link;
        character.link_in_flat_foot(whole, link).point(center)
    };
    setup.handles.iter().position(|handle| match handle.grip {
        Grip::Point {
            link,
            point_in_link,
        } if link == own.whole.link => {
            let distance = |sole: &usize| center(*sole).distance(point_in_link);
            let soles = own.patches.iter();
            let nearest = soles.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            nearest.is_some_and(|sole| !front.contains(sole))
        }
        _ => false,
    })
}

/// What raises the heel of a foot that stands on its toes from now on.
pub(super) fn heel_pull(
    character: &Character,
    setup: &Setup,
    footing: Footing,
    let_go: Contacts,
) -> Option<Pull> {
    let own = character.feet[footing.foot].whole.link;
    let frees_heel = let_go.iter().any(|sole| character.soles[sole].link == own)
        && character.footing_link(footing) != own;
    let handle = frees_heel.then(|| heel_of(character, setup, footing.foot))??;
    let place = setup.place_of(handle, &setup.kinematics(character));
    Some(Pull {
        handle,
        position: Some(place + body_size(character) * LIFT * DVec3::Y),
        rotation: None,
        travel: f64::INFINITY,
    })
}

/// A heel that is pulled up leaves the ground, one that is pulled down to it stands there, and none pulls its foot along.
pub(super) fn drag_heel(character: &Character, setup: &mut Setup, pull: &mut Pull) {
    let feet = 0..character.feet.len();
    let mut standing = feet.filter_map(|foot| {
        let index = setup
            .planted
            .iter()
            .position(|planted| planted.foot == foot)?;
        (heel_of(character, setup, foot) == Some(pull.handle)).then_some(index)
    });
    let (Some(index), Some(position)) = (standing.next(), pull.position) else {
        return;
    };
    let planted = setup.planted[index];
    let front = planted
        .patches
        .shared(character.feet[planted.foot].front(character));
    let Grip::Point { point_in_link, .. } = setup.handles[pull.handle].grip else {
        return;
    };
    if front.is_empty() {
        return;
    }
    let flat: Planted = planted.of_its(character, character.feet[planted.foot].patches);
    let stands = flat.world_from_link.point(point_in_link);
    let up = flat
        .world_from_link
        .direction(character.footing_up(flat.footing()));
    if (position - stands).dot(up) > body_size(character) * RISES {
        setup.planted[index] = planted.of_its(character, front);
    } else {
        setup.planted[index] = flat;
        pull.position = Some(stands);
        pull.rotation = None;
    }
}
