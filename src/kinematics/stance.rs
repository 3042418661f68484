//! What the body stands on: one held link that the tree is seen from, and every sole that carries weight.

use super::{Kinematics, Rooting, SupportPolygon, forward};
use crate::character::{Character, LinkId, Pose};
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// A sole that carries weight, and the place where its link stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    /// Index into [`Character::soles`].
    pub sole: usize,
    /// The link that carries the sole.
    pub link: LinkId,
    /// Where that link stands.
    pub world_from_link: Transform,
}

/// The contacts of a pose. The first planted sole's link is held; the tree is seen from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// The tree seen from the held link.
    pub rooting: Rooting,
    /// The held link first.
    pub planted: Vec<Planted>,
    /// Hull of all planted corners seen from above.
    pub polygon: SupportPolygon,
}

impl Stance {
    /// Plants soles where `pose` has them. At least one sole must be named; the first one is held.
    ///
    /// # Panics
    /// When `soles` is empty or names a sole that does not exist: that is a bug of the caller.
    pub fn from_pose(character: &Character, pose: &Pose, soles: &[usize]) -> Self {
        assert!(!soles.is_empty(), "a stance needs at least one sole");
        let kin = Kinematics::of(character, pose);
        let planted = soles.iter().map(|&sole| {
            let link = character.soles[sole].link;
            Planted {
                sole,
                link,
                world_from_link: *kin.link(link),
            }
        });
        Self::new(character, planted.collect())
    }

    /// A stance on soles that are planted somewhere; the first one is held.
    ///
    /// # Panics
    /// When `planted` is empty.
    pub fn new(character: &Character, planted: Vec<Planted>) -> Self {
        let corners = planted
            .iter()
            .flat_map(|contact| world_corners(character, contact));
        Self {
            rooting: Rooting::new(character, planted[0].link),
            polygon: SupportPolygon::hull(corners.map(|c| DVec2::new(c.x, c.z))),
            planted,
        }
    }

    /// Where the held link is.
    #[inline]
    pub fn world_from_held(&self) -> Transform {
        self.planted[0].world_from_link
    }

    /// Fills `kin` with link poses and virtual centres of mass, the held link where it was planted.
    pub fn update(&self, character: &Character, pose: &Pose, kin: &mut Kinematics) {
        forward(&self.rooting, character, pose, self.world_from_held(), kin);
        super::virtual_centers(&self.rooting, kin);
    }
}

/// Corners of a planted sole in the world.
fn world_corners(character: &Character, contact: &Planted) -> impl Iterator<Item = DVec3> {
    let world_from_link = contact.world_from_link;
    character.soles[contact.sole]
        .corners_in_link
        .iter()
        .map(move |corner| world_from_link.point(*corner))
}
