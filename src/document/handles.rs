//! What can be dragged of a body: found from how its links hang together, not from their names.

use super::{Grip, Handle};
use crate::character::{Character, JointKind, LinkId};
use crate::ik::Rank;
use glam::DVec3;

/// The name of the handle of the centre of mass.
pub const CENTER_OF_MASS: &str = "centre of mass";

/// Every effector; the first link, the links that limbs hang on and the tips in the middle, where no effector is; the
/// centre of mass; and hints for knees and elbows.
pub(super) fn default_handles(character: &Character) -> Vec<Handle> {
    let mut handles: Vec<Handle> = character
        .effectors
        .iter()
        .map(|effector| {
            let grip = Grip::Point {
                link: effector.link,
                point_in_link: effector.point_in_link,
            };
            Handle::free(effector.name.clone(), grip, Rank::EFFECTOR)
        })
        .collect();

    let is_gripped = |handles: &[Handle], link: LinkId| {
        let mut links = handles.iter().map(|handle| handle.grip.link());
        links.any(|gripped| gripped == Some(link))
    };
    for link in character
        .link_ids()
        .filter(|link| is_trunk(character, *link))
    {
        let is_wanted =
            link == LinkId::ROOT || carries_limbs(character, link) || is_tip(character, link);
        if is_wanted && !is_gripped(&handles, link) {
            let point_in_link = if link == LinkId::ROOT {
                DVec3::ZERO
            } else {
                character.link(link).com_in_link
            };
            let name = unused_name(&handles, &character.link(link).name);
            let grip = Grip::Point {
                link,
                point_in_link,
            };
            handles.push(Handle::free(name, grip, Rank::EFFECTOR));
        }
    }
    handles.push(Handle::free(
        CENTER_OF_MASS,
        Grip::CenterOfMass,
        Rank::EFFECTOR,
    ));
    for link in character
        .link_ids()
        .filter(|link| is_knee(character, *link))
    {
        let grip = Grip::Point {
            link,
            point_in_link: DVec3::ZERO,
        };
        let name = &character.link(link).joint.name;
        if handles
            .iter()
            .all(|handle| handle.name != *name && handle.grip != grip)
        {
            handles.push(Handle::free(name.clone(), grip, Rank::WISH));
        }
    }
    handles
}

/// Whether a link lies in the middle of the body.
fn is_trunk(character: &Character, link: LinkId) -> bool {
    character.partners[link.index()] == link
}

fn children(character: &Character, link: LinkId) -> impl Iterator<Item = LinkId> {
    let ids = character.link_ids();
    ids.filter(move |child| character.link(*child).parent == Some(link))
}

fn carries_limbs(character: &Character, link: LinkId) -> bool {
    children(character, link).any(|child| !is_trunk(character, child))
}

fn is_tip(character: &Character, link: LinkId) -> bool {
    children(character, link).next().is_none()
}

/// A hinge within a limb, between its first link and the foot that it may end in.
fn is_knee(character: &Character, link: LinkId) -> bool {
    let is_hinge = matches!(character.link(link).joint.kind, JointKind::Hinge { .. });
    let parent = character.link(link).parent;
    let is_within_limb = parent.is_some_and(|parent| !is_trunk(character, parent));
    let chain = std::iter::successors(Some(link), |link| character.link(*link).parent);
    let mut soles = character.standing_soles().map(|sole| sole.link);
    let is_foot = soles.any(|foot| chain.clone().any(|link| link == foot));
    is_hinge && is_within_limb && !is_foot
}

fn unused_name(handles: &[Handle], name: &str) -> String {
    let is_used = |name: &str| handles.iter().any(|handle| handle.name == name);
    let mut unused = name.to_owned();
    while is_used(&unused) {
        unused.push_str(" link");
    }
    unused
}
