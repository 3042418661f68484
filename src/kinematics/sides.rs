//! Left and right of a body, by where its links hang.

use super::Kinematics;
use crate::character::{Character, LinkId};

/// The side of the body that a link belongs to; left is cool and right is warm everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Trunk, neck, head, tail.
    Middle,
    /// The character's own left.
    Left,
    /// The character's own right.
    Right,
}

/// The side of each link: links with a partner belong to the side on which they hang in the rest pose. (links)
pub fn sides(character: &Character) -> Vec<Side> {
    let rest = Kinematics::of(character, &character.rest);
    let root_from_world = rest.link(LinkId::ROOT).inverse();
    let offset = |id: LinkId| {
        let center = rest.link(id).point(character.link(id).com_in_link);
        root_from_world.point(center).x
    };
    character
        .link_ids()
        .map(|id| {
            let partner = character.partners[id.index()];
            if partner == id {
                Side::Middle
            } else if offset(id) > offset(partner) {
                Side::Left
            } else {
                Side::Right
            }
        })
        .collect()
}
