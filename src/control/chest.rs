//! The link in the middle of a body, heavy and high: what pushes and balls go for, and what is kept upright.

use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;

/// A person's chest, and what is like it in other bodies.
pub fn chest_of(character: &Character) -> LinkId {
    let rest = Kinematics::of(character, &character.rest);
    let lever = |id: &LinkId| {
        let link = character.link(*id);
        link.mass * rest.link(*id).point(link.com_in_link).y
    };
    let middle = character.link_ids().skip(1);
    let middle = middle.filter(|id| character.partners[id.index()] == *id);
    let highest = middle.max_by(|a, b| lever(a).total_cmp(&lever(b)));
    highest.unwrap_or(LinkId::ROOT)
}
