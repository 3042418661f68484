//! What the body stands on: one held link that the tree is seen from, and every foot that carries weight, or part of one.

use super::stretch::stretch_arms;
use super::{Kinematics, Plant, Rooting, SupportPolygon, forward, support_of};
use crate::character::{Character, Contacts, Footing, LinkId, Pose, Sole};
use crate::math::Transform;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A foot that carries weight, the soles of it that do, and the place where the link of the first of those stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    /// Index into [`Character::feet`].
    pub foot: usize,
    /// The soles of it that carry weight; where they are on several links the foot is flat.
    pub patches: Contacts,
    /// The link that carries the first of them.
    pub link: LinkId,
    /// Where that link stands.
    pub world_from_link: Transform,
}

impl Planted {
    /// A footing that stands where something has its link.
    pub fn new(
        character: &Character,
        footing: Footing,
        place: impl FnOnce(LinkId) -> Transform,
    ) -> Self {
        let link = character.footing_link(footing);
        Self {
            foot: footing.foot,
            patches: footing.patches,
            link,
            world_from_link: place(link),
        }
    }

    /// All of a foot; `world_from_link` is the place of the link that carries [`crate::character::Foot::whole`].
    pub fn whole(character: &Character, foot: usize, world_from_link: Transform) -> Self {
        Self::new(character, character.whole_foot(foot), |_| world_from_link)
    }

    /// The same flat foot with others of its soles.
    #[must_use]
    pub fn of_its(&self, character: &Character, patches: Contacts) -> Self {
        let footing = Footing {
            foot: self.foot,
            patches,
        };
        let link_from_other = |link| character.link_in_flat_foot(self.footing(), link);
        Self::new(character, footing, |link| {
            if link == self.link {
                self.world_from_link
            } else {
                self.world_from_link * link_from_other(link)
            }
        })
    }

    /// What of which foot stands.
    pub const fn footing(&self) -> Footing {
        Footing {
            foot: self.foot,
            patches: self.patches,
        }
    }

    /// Its corners in the world [m].
    pub fn corners<'c>(
        &self,
        character: &'c Character,
    ) -> impl Iterator<Item = DVec3> + Clone + use<'c> {
        let world_from_link = self.world_from_link;
        let corners = character.footing_corners(self.footing());
        corners.map(move |corner| world_from_link.point(corner))
    }

    /// Its middle in the world [m].
    pub fn center(&self, character: &Character) -> DVec3 {
        let center = character.footing_center(self.footing());
        self.world_from_link.point(center)
    }
}

/// What does not move while a pose is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// The link.
    pub link: LinkId,
    /// Where it is.
    pub world_from_link: Transform,
}

impl Held {
    /// The first foot; without one, the first link that lies on something.
    pub fn of(planted: &[Planted], plants: &[Plant]) -> Option<Self> {
        let foot = planted.first().map(|foot| Self {
            link: foot.link,
            world_from_link: foot.world_from_link,
        });
        let lying = || {
            plants.iter().find_map(|plant| {
                Some(Self {
                    link: plant.link,
                    world_from_link: plant.world_from_link()?,
                })
            })
        };
        foot.or_else(lying)
    }
}

/// The contacts of a pose. The link of the first foot is held, or what lies on something where no foot stands; the tree is seen
/// from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// The tree seen from the held link.
    pub rooting: Rooting,
    /// The held one first, each foot once; none where hands hold the body.
    pub planted: Vec<Planted>,
    /// What carries weight beside them or instead of them.
    pub plants: Vec<Plant>,
    /// Joints within feet that stand on both sides of them: they do not turn.
    pub locked: Vec<LinkId>,
    /// Where the centre of mass can be: see [`support_of`].
    pub polygon: SupportPolygon,
    /// The body with joints that go farther under load, where some do.
    loaded: Option<Arc<Character>>,
}

impl Stance {
    /// Plants whole feet where `pose` has them. At least one must be named; the first one is held.
    ///
    /// # Panics
    /// When `feet` is empty or names a foot that does not exist: that is a bug of the caller.
    pub fn from_pose(character: &Character, pose: &Pose, feet: &[usize]) -> Self {
        let footings = feet.iter().map(|foot| character.whole_foot(*foot));
        Self::on_footings(character, pose, footings)
    }

    /// Plants feet, or parts of them, where `pose` has them. At least one must be named; the first one is held.
    ///
    /// # Panics
    /// When there is none.
    pub fn on_footings(
        character: &Character,
        pose: &Pose,
        footings: impl IntoIterator<Item = Footing>,
    ) -> Self {
        let kin = Kinematics::of(character, pose);
        let footings = footings.into_iter();
        let planted =
            footings.map(|footing| Planted::new(character, footing, |link| *kin.link(link)));
        Self::new(character, planted.collect())
    }

    /// A stance on feet that are planted somewhere; the first one is held.
    ///
    /// # Panics
    /// When `planted` is empty.
    pub fn new(character: &Character, planted: Vec<Planted>) -> Self {
        Self::on(character, planted, Vec::new())
    }

    /// A stance on feet and on whatever else carries.
    ///
    /// # Panics
    /// When nothing can be held: see [`Held::of`].
    pub fn on(character: &Character, planted: Vec<Planted>, plants: Vec<Plant>) -> Self {
        let held = Held::of(&planted, &plants);
        let held = held.expect("a stance needs a foot, or a link that lies on something");
        let locked = planted.iter();
        let locked = locked.flat_map(|contact| character.footing_locks(contact.footing()));
        Self {
            rooting: Rooting::new(character, held.link),
            polygon: support_of(character, &planted, &plants),
            locked: locked.collect(),
            loaded: under_load(character, &planted, &plants).map(Arc::new),
            planted,
            plants,
        }
    }

    /// The body as it carries its weight on this: joints under load may go farther.
    #[inline]
    pub fn body<'c>(&'c self, character: &'c Character) -> &'c Character {
        self.loaded.as_deref().unwrap_or(character)
    }

    /// The part of the polygon that is at most so far beside what carries [m], to be shown: a wall may hold a body that is metres
    /// away.
    pub fn polygon_nearby(&self, character: &Character, beside: f64) -> SupportPolygon {
        if self.plants.is_empty() {
            return self.polygon.clone();
        }
        let feet = self.planted.iter().flat_map(|foot| foot.corners(character));
        let carriers = feet.chain(self.plants.iter().map(|plant| plant.at_in_world));
        let carriers = carriers.map(|p| DVec2::new(p.x, p.z));
        let nowhere = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (low, high) = carriers.fold(nowhere, |(low, high), p| (low.min(p), high.max(p)));
        self.polygon
            .within(low - DVec2::splat(beside), high + DVec2::splat(beside))
    }

    /// Puts a pose on it: joints that cannot bend while they are stood on lie flat, and the held link is where it stands.
    pub fn take(&self, character: &Character, pose: &mut Pose) {
        character.flatten(&self.locked, &mut pose.joints);
        self.put(character, pose);
    }

    /// Puts a body at rest on it; arms that hold it are stretched.
    pub fn take_from_rest(&self, character: &Character, pose: &mut Pose) {
        pose.clone_from(&character.rest);
        if self.planted.is_empty() {
            stretch_arms(self.body(character), &self.plants, pose);
        }
        self.put(character, pose);
    }

    /// Near which pose a body stays on it that begins in one: a body on its feet near rest, one on its hands near where it begins,
    /// for at rest arms hang.
    pub fn rest<'p>(&self, character: &'p Character, start: &'p Pose) -> &'p Pose {
        if self.planted.is_empty() {
            start
        } else {
            &character.rest
        }
    }

    fn put(&self, character: &Character, pose: &mut Pose) {
        let mut kin = Kinematics::default();
        self.update(character, pose, &mut kin);
        pose.world_from_root = kin.world_from_link[0];
    }

    /// Where the held link is.
    #[inline]
    pub fn world_from_held(&self) -> Transform {
        Held::of(&self.planted, &self.plants)
            .map_or(Transform::IDENTITY, |held| held.world_from_link)
    }

    /// All soles that carry weight.
    pub fn contacts(&self) -> Contacts {
        let soles = self.planted.iter().map(|contact| contact.patches);
        soles.fold(Contacts::NONE, Contacts::union)
    }

    /// Where the link of a sole stands; nothing when the sole does not.
    pub fn place_of_sole(&self, character: &Character, sole: usize) -> Option<Transform> {
        let mut planted = self.planted.iter();
        let contact = planted.find(|contact| contact.patches.contains(sole))?;
        let own = contact.of_its(character, Contacts::one(sole));
        Some(own.world_from_link)
    }

    /// Whether a link stands: one of its soles does, or all of it lies on something.
    pub fn stands_on(&self, character: &Character, link: LinkId) -> bool {
        let soles = self.contacts();
        let lies = |plant: &Plant| plant.link == link && plant.lying.is_some();
        soles.iter().any(|sole| character.soles[sole].link == link) || self.plants.iter().any(lies)
    }

    /// Fills `kin` with link poses and virtual centres of mass, the held link where it was planted.
    pub fn update(&self, character: &Character, pose: &Pose, kin: &mut Kinematics) {
        forward(&self.rooting, character, pose, self.world_from_held(), kin);
        super::virtual_centers(&self.rooting, kin);
    }
}

/// A body whose joints may go as far as those of links that stand or lie on something go; nothing where none goes farther for that.
fn under_load(character: &Character, planted: &[Planted], plants: &[Plant]) -> Option<Character> {
    let lying = plants.iter().filter(|plant| plant.lying.is_some());
    let standing = planted.iter().map(|planted| planted.link);
    character.loaded_on(standing.chain(lying.map(|plant| plant.link)))
}

/// A footing as one sole, on its [`Character::footing_link`]: what is asked of the ground.
pub fn footing_sole(character: &Character, footing: Footing) -> Sole {
    if character.is_whole(footing) {
        return character.feet[footing.foot].whole.clone();
    }
    let up_in_link = character.footing_up(footing);
    Sole {
        name: character.footing_name(footing),
        link: character.footing_link(footing),
        corners_in_link: flat_hull(character.footing_corners(footing), up_in_link),
        up_in_link,
    }
}

/// Convex hull of points in a plane across `up`, in order around it.
pub fn flat_hull(points: impl Iterator<Item = DVec3> + Clone, up: DVec3) -> Vec<DVec3> {
    let across = DVec3::X.reject_from_normalized(up).try_normalize();
    let across = across.unwrap_or(DVec3::Z);
    let ahead = across.cross(up);
    let count = points.clone().count().max(1) as f64;
    let height = points.clone().map(|p| p.dot(up)).sum::<f64>() / count;
    let hull = SupportPolygon::hull(points.map(|p| DVec2::new(p.dot(across), p.dot(ahead))));
    let corners = hull.corners().iter();
    let lifted = corners.map(|c| c.x * across + c.y * ahead + height * up);
    lifted.collect()
}
