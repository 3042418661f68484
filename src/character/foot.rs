//! Feet: soles that stand together, heel first, and the joints between them.
//!
//! ```text
//!       \  shank
//!        o  ankle          heel          one patch on the foot's own link
//!       / `--.__           ball and toe  patches on the link beyond the toe joint
//!      /________o_ toes    all of them   the whole foot, flat
//!     heel    ball toe
//! ```
//! A foot that stands on patches of two links stands flat: the joints between those are locked as they are at rest.

use super::{Character, Contacts, JointCoordinate, LinkId, Sole};
use crate::math::Transform;
use glam::DVec3;

/// Soles that stand together: a foot, or something else that can carry weight. Every sole belongs to exactly one.
#[derive(Clone, Debug, PartialEq)]
pub struct Foot {
    /// Unique among feet.
    pub name: String,
    /// What part of the body it is.
    pub kind: FootKind,
    /// Its soles, which are listed heel first.
    pub patches: Contacts,
    /// What it stands on when all of it stands: the hull of its soles, on the link of the first one.
    pub whole: Sole,
    /// The links that carry its soles, that of the whole first.
    pub parts: Vec<FootPart>,
}

/// What part of the body carries weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum FootKind {
    /// What the body stands and walks on.
    #[default]
    Foot,
    /// A palm.
    Hand,
    /// Under a knee.
    Knee,
}

/// A link that carries soles of a foot.
#[derive(Clone, Debug, PartialEq)]
pub struct FootPart {
    /// The link.
    pub link: LinkId,
    /// Where it is when the foot is flat, seen from the link of the whole.
    pub whole_from_link: Transform,
    /// The joints between it and the link of the whole, by the links that hang on them.
    pub joints: Vec<LinkId>,
}

/// A foot that stands, and the soles of it that do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footing {
    /// Index into [`Character::feet`].
    pub foot: usize,
    /// At least one.
    pub patches: Contacts,
}

impl FootPart {
    /// A link below or at the link of the whole; nothing when it hangs elsewhere.
    pub fn new(character: &Character, whole: LinkId, link: LinkId) -> Option<Self> {
        let mut part = Self {
            link,
            whole_from_link: Transform::IDENTITY,
            joints: Vec::new(),
        };
        let mut at = link;
        while at != whole {
            let joint = &character.link(at).joint;
            let turn = character.rest.joint(at).rotation(&joint.kind);
            let turn = Transform::new(turn, DVec3::ZERO);
            part.whole_from_link = joint.parent_from_joint * turn * part.whole_from_link;
            part.joints.push(at);
            at = character.link(at).parent?;
        }
        Some(part)
    }
}

impl Foot {
    /// A foot of one sole, which is known by its index.
    pub fn of_sole(index: usize, sole: &Sole) -> Self {
        Self {
            name: sole.name.clone(),
            kind: FootKind::Foot,
            patches: Contacts::one(index),
            whole: sole.clone(),
            parts: vec![FootPart {
                link: sole.link,
                whole_from_link: Transform::IDENTITY,
                joints: Vec::new(),
            }],
        }
    }

    /// Soles beyond the foot's own link, on which it stands when the heel is lifted; none for a foot of one piece.
    pub fn front(&self, character: &Character) -> Contacts {
        let is_ahead = |sole: &usize| character.soles[*sole].link != self.whole.link;
        self.patches.iter().filter(is_ahead).collect()
    }

    /// Every joint within it.
    pub fn joints(&self) -> impl Iterator<Item = LinkId> + '_ {
        self.parts
            .iter()
            .flat_map(|part| part.joints.iter().copied())
    }

    fn part(&self, link: LinkId) -> Option<&FootPart> {
        self.parts.iter().find(|part| part.link == link)
    }
}

impl Character {
    /// Index of the foot of a name.
    pub fn find_foot(&self, name: &str) -> Option<usize> {
        self.feet.iter().position(|foot| foot.name == name)
    }

    /// Indices of the feet that it stands on when nothing is asked of it: no hands, no knees, unless it has nothing else.
    pub fn standing_feet(&self) -> impl Iterator<Item = usize> + '_ {
        let is_foot = |foot: &Foot| foot.kind == FootKind::Foot;
        let has_feet = self.feet.iter().any(is_foot);
        let all = 0..self.feet.len();
        all.filter(move |foot| !has_feet || is_foot(&self.feet[*foot]))
    }

    /// The soles of its [`Character::standing_feet`].
    pub fn standing_soles(&self) -> impl Iterator<Item = &Sole> + '_ {
        let feet = self.standing_feet();
        let soles = feet.flat_map(|foot| self.feet[foot].patches.iter());
        soles.map(|sole| &self.soles[sole])
    }

    /// The body as it carries weight on some links: their joints may go as far as [`super::Joint::loaded`] says. Nothing where none
    /// goes farther for that.
    pub fn loaded_on(&self, links: impl IntoIterator<Item = LinkId>) -> Option<Self> {
        let mut body = None;
        for link in links {
            if let Some(loaded) = &self.link(link).joint.loaded {
                let body = body.get_or_insert_with(|| self.clone());
                body.links[link.index()].joint.kind.clone_from(loaded);
            }
        }
        body
    }

    /// The foot that a sole belongs to.
    pub fn foot_of_sole(&self, sole: usize) -> Option<usize> {
        let mut feet = self.feet.iter();
        feet.position(|foot| foot.patches.contains(sole))
    }

    /// The foot that has a sole on a link.
    pub fn foot_on_link(&self, link: LinkId) -> Option<usize> {
        let mut feet = self.feet.iter();
        feet.position(|foot| foot.part(link).is_some())
    }

    /// All of a foot.
    pub fn whole_foot(&self, foot: usize) -> Footing {
        Footing {
            foot,
            patches: self.feet[foot].patches,
        }
    }

    /// Whether all of a foot stands.
    pub fn is_whole(&self, footing: Footing) -> bool {
        self.feet[footing.foot].patches == footing.patches
    }

    /// Soles foot by foot; indices that no sole has are left out.
    pub fn footings(&self, soles: Contacts) -> impl Iterator<Item = Footing> + '_ {
        let feet = self.feet.iter().enumerate();
        feet.filter_map(move |(foot, own)| {
            let patches = own.patches.shared(soles);
            (!patches.is_empty()).then_some(Footing { foot, patches })
        })
    }

    /// The soles of whole feet.
    pub fn soles_of_feet(&self, feet: impl IntoIterator<Item = usize>) -> Contacts {
        feet.into_iter().fold(Contacts::NONE, |all, foot| {
            all.union(self.feet[foot].patches)
        })
    }

    /// The link that a footing is held by: that of the first of its soles.
    pub fn footing_link(&self, footing: Footing) -> LinkId {
        let first = footing.patches.first();
        first.map_or(self.feet[footing.foot].whole.link, |sole| {
            self.soles[sole].link
        })
    }

    /// Corners of all that stands of a foot, on its [`Character::footing_link`] [m]: those of the hull for a whole one.
    pub fn footing_corners(&self, footing: Footing) -> impl Iterator<Item = DVec3> + Clone + '_ {
        let foot = &self.feet[footing.foot];
        let is_whole = self.is_whole(footing);
        let whole = is_whole.then_some(&foot.whole.corners_in_link);
        let parts = if is_whole {
            Contacts::NONE
        } else {
            footing.patches
        };
        let own = self.footing_link(footing);
        let parts = parts.iter().flat_map(move |sole| {
            let sole = &self.soles[sole];
            let own_from_link = if sole.link == own {
                Transform::IDENTITY
            } else {
                self.link_in_flat_foot(footing, sole.link)
            };
            let corners = sole.corners_in_link.iter();
            corners.map(move |corner| own_from_link.point(*corner))
        });
        whole.into_iter().flatten().copied().chain(parts)
    }

    /// Where a link of a flat foot is, seen from the [`Character::footing_link`].
    pub fn link_in_flat_foot(&self, footing: Footing, link: LinkId) -> Transform {
        let foot = &self.feet[footing.foot];
        let whole_from = |link: LinkId| {
            let part = foot.part(link);
            part.map_or(Transform::IDENTITY, |part| part.whole_from_link)
        };
        whole_from(self.footing_link(footing)).inverse() * whole_from(link)
    }

    /// Out of the ground and into the foot, on its [`Character::footing_link`]: unit vector.
    pub fn footing_up(&self, footing: Footing) -> DVec3 {
        let first = footing.patches.first();
        first.map_or(DVec3::Y, |sole| self.soles[sole].up_in_link)
    }

    /// Middle of what stands of a foot, on its [`Character::footing_link`] [m].
    pub fn footing_center(&self, footing: Footing) -> DVec3 {
        let corners = self.footing_corners(footing);
        let count = corners.clone().count();
        corners.sum::<DVec3>() / count.max(1) as f64
    }

    /// The joints that a footing locks, by the links that hang on them: those between the links that it stands on.
    pub fn footing_locks(&self, footing: Footing) -> Vec<LinkId> {
        let foot = &self.feet[footing.foot];
        let joints_to = |link: LinkId| foot.part(link).map_or(&[][..], |part| &part.joints[..]);
        let own = joints_to(self.footing_link(footing));
        let mut locks: Vec<LinkId> = Vec::new();
        for sole in footing.patches.iter() {
            let others = joints_to(self.soles[sole].link);
            // From one to the other: what leads to only one of them.
            let between = own
                .iter()
                .filter(|joint| !others.contains(joint))
                .chain(others.iter().filter(|joint| !own.contains(joint)));
            for joint in between {
                if !locks.contains(joint) {
                    locks.push(*joint);
                }
            }
        }
        locks
    }

    /// Puts the joints that a footing locks where they are when the foot is flat.
    pub fn flatten(&self, locks: &[LinkId], joints: &mut [JointCoordinate]) {
        for link in locks {
            joints[link.index()] = self.rest.joint(*link);
        }
    }

    /// A footing by name: `left_foot` is all of it, `left_foot.heel` one of its soles, `left_foot.ball+toe` two.
    pub fn find_footing(&self, name: &str) -> Option<Footing> {
        if let Some(foot) = self.find_foot(name) {
            return Some(self.whole_foot(foot));
        }
        let (name, parts) = name.rsplit_once('.')?;
        let foot = self.find_foot(name)?;
        let mut patches = Contacts::NONE;
        for part in parts.split('+') {
            let mut own = self.feet[foot].patches.iter();
            let sole = own.find(|sole| self.patch_name(foot, *sole) == Some(part))?;
            patches = patches.with(sole);
        }
        Some(Footing { foot, patches })
    }

    /// What [`Character::find_footing`] finds a footing by.
    pub fn footing_name(&self, footing: Footing) -> String {
        let name = &self.feet[footing.foot].name;
        if self.is_whole(footing) {
            return name.clone();
        }
        let parts = footing.patches.iter();
        let parts = parts.filter_map(|sole| self.patch_name(footing.foot, sole));
        format!("{name}.{}", parts.collect::<Vec<_>>().join("+"))
    }

    /// Names of all feet, and of every sole of those that have several.
    pub fn footing_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.feet.iter().map(|foot| foot.name.as_str()).collect();
        let soles = self.soles.iter().map(|sole| sole.name.as_str());
        let own: Vec<&str> = soles.filter(|name| !names.contains(name)).collect();
        names.extend(own);
        names
    }

    /// What a sole of a foot is called after the foot's name and a point.
    fn patch_name(&self, foot: usize, sole: usize) -> Option<&str> {
        let rest = self.soles[sole].name.strip_prefix(&self.feet[foot].name)?;
        rest.strip_prefix('.')
    }
}
