//! Parts of a body as people name them, and how they hang together: points, bends of limbs, head and spine.

use super::{Character, JointKind, LinkId};
use glam::DVec3;

/// Three joints in a row, of which the middle one bends: shoulder, elbow and wrist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limb {
    /// The link whose joint is the limb's root: upper arm, thigh.
    pub upper: LinkId,
    /// The link whose joint bends: forearm, shin.
    pub lower: LinkId,
    /// The link whose joint is the limb's tip: hand, foot.
    pub tip: LinkId,
}

impl Character {
    /// The link that hangs on the joint of a name.
    pub fn find_joint(&self, name: &str) -> Option<LinkId> {
        let mut links = self.link_ids().skip(1);
        links.find(|link| self.link(*link).joint.name == name)
    }

    /// A joint by its own name or by that of the link that hangs on it.
    pub fn find_joint_or_link(&self, name: &str) -> Option<LinkId> {
        self.find_joint(name).or_else(|| self.find_link(name))
    }

    /// A point by name: an effector; or a link, which means its middle; or a joint, which means its pivot.
    pub fn find_point(&self, name: &str) -> Option<(LinkId, DVec3)> {
        let effector = self.find_effector(name);
        let effector = effector.map(|effector| (effector.link, effector.point_in_link));
        let link = || self.find_link(name);
        let middle = || link().map(|link| (link, self.link(link).com_in_link));
        let pivot = || self.find_joint(name).map(|link| (link, DVec3::ZERO));
        effector.or_else(middle).or_else(pivot)
    }

    /// Every name that [`Self::find_point`] knows, each once.
    pub fn point_names(&self) -> Vec<&str> {
        let effectors = self.effectors.iter().map(|effector| effector.name.as_str());
        let links = self.links.iter().map(|link| link.name.as_str());
        let mut names: Vec<&str> = Vec::new();
        for name in effectors.chain(links).chain(self.joint_names()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Names of all joints.
    pub fn joint_names(&self) -> impl Iterator<Item = &str> + Clone {
        let links = self.links.iter().skip(1);
        links.map(|link| link.joint.name.as_str())
    }

    /// What people call a point of a link: the effector or the joint that is there, or the link.
    pub fn point_name(&self, link: LinkId, point_in_link: DVec3) -> &str {
        let mut effectors = self.effectors.iter();
        let effector = effectors.find(|e| e.link == link && e.point_in_link == point_in_link);
        match effector {
            Some(effector) => &effector.name,
            None if point_in_link == DVec3::ZERO && link != LinkId::ROOT => {
                &self.link(link).joint.name
            }
            None => &self.link(link).name,
        }
    }

    /// The limb that bends at a link's joint; nothing where no joint is above it or none below. Limbs end in feet.
    pub fn limb(&self, lower: LinkId) -> Option<Limb> {
        if self.foot_on_link(lower).is_some() {
            return None;
        }
        let upper = self.link(lower).parent?;
        self.link(upper).parent?;
        let mut links = self.link_ids();
        let tip = links.find(|link| self.link(*link).parent == Some(lower))?;
        Some(Limb { upper, lower, tip })
    }

    /// Names of all joints that a limb bends at.
    pub fn bend_names(&self) -> impl Iterator<Item = &str> {
        let bends = self.link_ids().filter(|link| self.limb(*link).is_some());
        bends.map(|link| self.link(link).joint.name.as_str())
    }

    /// What is called the head, and the point that its eyes are at.
    pub fn head(&self) -> Option<(LinkId, DVec3)> {
        self.find_point(HEAD)
    }

    /// The ball joints on the way from the first link to the head, in that order.
    pub fn spine(&self) -> Vec<LinkId> {
        let head = self.head().map(|(link, _)| link);
        let up = std::iter::successors(head, |link| self.link(*link).parent);
        let is_ball = |link: &LinkId| matches!(self.link(*link).joint.kind, JointKind::Ball(_));
        let mut spine: Vec<LinkId> = up.filter(is_ball).collect();
        spine.reverse();
        spine
    }
}

/// A limb that does not stand: an arm, a wing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Its first link.
    pub upper: LinkId,
    /// The next pivot, or the effector of a limb of one link: where the first link points.
    pub next_in_upper: DVec3,
}

impl Character {
    /// The first link of every limb that has a partner on the other side, carries an effector and does not stand.
    pub fn arms(&self) -> Vec<Arm> {
        let is_side = |link: &LinkId| self.partners[link.index()] != *link;
        let limb = |link: LinkId| {
            let up = std::iter::successors(Some(link), |link| self.link(*link).parent);
            up.take_while(is_side).last()
        };
        let feet = self.standing_feet().map(|foot| &self.feet[foot]);
        let legs: Vec<Option<LinkId>> = feet.map(|foot| limb(foot.whole.link)).collect();
        let mut arms: Vec<Arm> = Vec::new();
        for effector in &self.effectors {
            let Some(upper) = limb(effector.link) else {
                continue;
            };
            if legs.contains(&Some(upper)) || arms.iter().any(|arm| arm.upper == upper) {
                continue;
            }
            let mut links = self.links.iter();
            let next = links.find(|link| link.parent == Some(upper));
            let next = next.map(|next| next.joint.parent_from_joint.translation);
            arms.push(Arm {
                upper,
                next_in_upper: next.unwrap_or(effector.point_in_link),
            });
        }
        arms
    }

    /// Whether a link is another one or hangs on it.
    pub fn hangs_on(&self, link: LinkId, other: LinkId) -> bool {
        let mut up = std::iter::successors(Some(link), |link| self.link(*link).parent);
        up.any(|link| link == other)
    }
}

/// The name of the effector or link that carries the eyes.
const HEAD: &str = "head";
