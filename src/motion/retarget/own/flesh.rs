//! A body's flesh on the bones of a recording: masses, shapes, points and soles, each where it was beside its own bones.
//!
//! ```text
//! limbs             as much longer as their bones are, and turned with them
//! spines            what lies between pelvis and chest is shared out over all joints there, by length
//! necks, collars    take a share of the head's and of the chest's mass
//! feet              as long as the recorded ones; the sole lies as far under the toe joint as it did
//! ```

use super::super::reading::Reading;
use super::bones::Bone;
use super::fit::Fit;
use crate::character::{Character, FootKind, Link, LinkId};
use crate::motion::Recording;
use glam::{DMat3, DQuat, DVec3};

/// The share of the head's mass that is its neck's, and of its mass that a link gives to a joint that the flesh does not have.
const NECK: f64 = 0.2;
const JOINT: f64 = 0.05;
/// Shorter bones have no direction [m].
const SHORT: f64 = 1e-3;

/// What is put on the bones.
pub(super) struct Flesh<'a> {
    pub(super) character: &'a Character,
    pub(super) reading: &'a Reading,
    pub(super) recording: &'a Recording,
    pub(super) bones: &'a [Bone],
    /// Metres of the recording for one of the flesh, by the legs.
    pub(super) scale: f64,
    /// What is up in the axes of each foot while it stands, where the recording shows it. (feet)
    pub(super) ups: &'a [Option<DVec3>],
}

impl Flesh<'_> {
    /// The bone that carries a link of the flesh: its own, or that of the nearest one inward that has one.
    pub(super) fn bone_of(&self, link: LinkId) -> usize {
        let parent = |link: &LinkId| self.character.link(*link).parent;
        let mut inward = std::iter::successors(Some(link), parent);
        let found = inward.find_map(|link| {
            let mut bones = self.bones.iter();
            bones.position(|bone| bone.flesh == Some(link))
        });
        found.unwrap_or(0)
    }

    /// How a link's flesh goes to the bone that carries it.
    pub(super) fn fit(&self, link: LinkId) -> Fit {
        let bone = self.bone_of(link);
        let Some(carrier) = self.bones[bone].flesh else {
            return Fit::scaled(self.scale);
        };
        let own = self.own_fit(bone, carrier);
        // A link without a bone is where it is at zero, seen from the one that carries it.
        let zero = &self.reading.zero;
        let carrier_from_link = zero.link(carrier).inverse() * *zero.link(link);
        Fit {
            stretch: (carrier_from_link.rotation.conjugate() * own.stretch).abs(),
            turn: own.turn * carrier_from_link.rotation,
            shift: own.point(carrier_from_link.translation),
            ..own
        }
    }

    fn own_fit(&self, bone: usize, link: LinkId) -> Fit {
        let character = self.character;
        if let Some(foot) = character.foot_on_link(link)
            && character.feet[foot].kind == FootKind::Foot
        {
            return if character.feet[foot].whole.link == link {
                self.foot(bone, foot)
            } else {
                self.toes(bone, link)
            };
        }
        if character.link(link).parent.is_none() {
            return self.pelvis(bone);
        }
        match self.bone_and_flesh(bone, link) {
            Some((to, from)) if from.length() > SHORT && to.length() > SHORT => {
                Fit::along(from, to, self.scale)
            }
            _ => Fit::scaled(self.scale),
        }
    }

    /// The way from a bone to the next one that the flesh has, or to where the neck begins, and the same of the flesh.
    fn bone_and_flesh(&self, bone: usize, link: LinkId) -> Option<(DVec3, DVec3)> {
        let next = self.next_with_flesh(bone)?;
        let child = self.bones[next].flesh?;
        let at = &self.character.link(child).joint.parent_from_joint;
        let chain = self.chain(bone, next);
        let end = if self.is_tip(child) { chain[0] } else { next };
        (self.character.link(child).parent == Some(link))
            .then(|| (self.seen_from(bone, end), at.translation))
    }

    /// The first bone outward whose flesh hangs on that of a bone.
    fn next_with_flesh(&self, bone: usize) -> Option<usize> {
        let parent = self.bones[bone].flesh;
        let hangs = |other: &Bone| {
            other
                .flesh
                .is_some_and(|link| self.character.link(link).parent == parent)
        };
        (bone + 1..self.bones.len()).find(|other| hangs(&self.bones[*other]))
    }

    /// The bones from one (without it) outward to another.
    fn chain(&self, from: usize, to: usize) -> Vec<usize> {
        let inward = std::iter::successors(Some(to), |bone| self.bones[*bone].parent);
        let mut chain: Vec<usize> = inward.take_while(|bone| *bone != from).collect();
        chain.reverse();
        chain
    }

    /// Where a bone begins, seen from one further inward, nothing turned [m].
    fn seen_from(&self, bone: usize, outer: usize) -> DVec3 {
        let at_zero = |bone: usize| self.bones[bone].root_from_link_at_zero;
        let steps = self.chain(bone, outer).into_iter().map(|step| {
            let parent = self.bones[step].parent.unwrap_or(bone);
            at_zero(parent) * self.bones[step].at_in_parent
        });
        at_zero(bone).conjugate() * steps.sum::<DVec3>()
    }

    fn is_tip(&self, link: LinkId) -> bool {
        let mut links = self.character.links.iter();
        links.all(|other| other.parent != Some(link))
    }

    /// The pelvis lies about the middle of the hips.
    fn pelvis(&self, bone: usize) -> Fit {
        let character = self.character;
        let (mut own, mut flesh, mut count) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for (index, other) in self.bones.iter().enumerate() {
            let Some(link) = other.flesh else { continue };
            let is_leg = character.link(link).parent == Some(LinkId::ROOT)
                && character.partners[link.index()] != link;
            if is_leg {
                own += self.seen_from(bone, index);
                flesh += character.link(link).joint.parent_from_joint.translation;
                count += 1.0;
            }
        }
        let middle = if count > 0.0 {
            (own - self.scale * flesh) / count
        } else {
            DVec3::ZERO
        };
        Fit {
            shift: middle,
            ..Fit::scaled(self.scale)
        }
    }

    /// A foot is as long as its bones, and its sole as far under the toe joint as that of the flesh.
    fn foot(&self, bone: usize, foot: usize) -> Fit {
        let whole = &self.character.feet[foot].whole;
        let up = whole.up_in_link;
        let ground = whole.center_in_link().dot(up);
        let toes = self.bones.iter().position(|other| {
            other.parent == Some(bone) && other.flesh.is_some_and(|l| self.is_of_foot(l, foot))
        });
        let Some((flesh, own)) = (match toes {
            Some(toes) => {
                let link = self.bones[toes].flesh.unwrap_or(LinkId::ROOT);
                let joint = &self.character.link(link).joint;
                Some((
                    joint.parent_from_joint.translation,
                    self.bones[toes].at_in_parent,
                ))
            }
            None => self.tip(bone).map(|tip| (self.front_of_sole(foot), tip)),
        }) else {
            return Fit::scaled(self.scale);
        };
        let (flat, own_flat) = (
            flesh.reject_from_normalized(up),
            own.reject_from_normalized(up),
        );
        let long = Fit::along(flat, own_flat, self.scale);
        // Stretched ahead alone: as wide and as high as the rest of the body.
        let ahead = flat.normalize_or_zero().abs();
        let stretch = DVec3::splat(self.scale) + (long.stretch - DVec3::splat(self.scale)) * ahead;
        // The sole is level when the foot stands, and as far under the toe joint as that of the flesh.
        let tilt = self.ups.get(foot).copied().flatten();
        let tilt = tilt.map_or(DQuat::IDENTITY, |own| DQuat::from_rotation_arc(up, own));
        let own_up = tilt * up;
        let sole = match toes {
            Some(_) => own.dot(own_up) - self.scale * (flesh.dot(up) - ground),
            None => self.scale * ground,
        };
        Fit {
            stretch,
            turn: tilt * long.turn,
            shift: (sole - self.scale * ground) * own_up,
            ..long
        }
    }

    fn is_of_foot(&self, link: LinkId, foot: usize) -> bool {
        self.character.foot_on_link(link) == Some(foot)
    }

    /// Toes go on as their foot does; their soles lie in its plane.
    fn toes(&self, bone: usize, link: LinkId) -> Fit {
        let parent = self.bones[bone].parent.unwrap_or(0);
        let (Some(own), Some(foot)) = (self.bones[parent].flesh, self.character.foot_on_link(link))
        else {
            return Fit::scaled(self.scale);
        };
        if !self.is_of_foot(own, foot) {
            return Fit::scaled(self.scale);
        }
        let fit = self.own_fit(parent, own);
        let at = &self.character.link(link).joint.parent_from_joint;
        let there = fit.point(at.translation);
        let back = at.rotation.conjugate();
        Fit {
            stretch: (back * fit.stretch).abs(),
            turn: back * fit.turn * at.rotation,
            shift: back * (there - self.bones[bone].at_in_parent),
            girth: fit.girth,
        }
    }

    /// The end of a joint that carries no further bone, in its bone's axes [m].
    fn tip(&self, bone: usize) -> Option<DVec3> {
        let joint = self.bones[bone].joint;
        let joints = &self.recording.joints;
        let child = joints.iter().find(|other| other.parent == Some(joint));
        let tip = child.map(|child| child.offset).or(joints[joint].end)?;
        let tip = self.reading.unit.metres * (self.bones[bone].joint_from_link.conjugate() * tip);
        (tip.length() > SHORT).then_some(tip)
    }

    fn front_of_sole(&self, foot: usize) -> DVec3 {
        let whole = &self.character.feet[foot].whole;
        let center = whole.center_in_link();
        let ahead = center
            .reject_from_normalized(whole.up_in_link)
            .normalize_or_zero();
        let corners = whole.corners_in_link.iter();
        let front = corners.map(|c| c.dot(ahead)).fold(f64::MIN, f64::max);
        center + (front - center.dot(ahead)) * ahead
    }

    /// Puts mass, shapes and inertia on links that have none yet. (bones)
    pub(super) fn put_on(&self, links: &mut [Link]) {
        let character = self.character;
        for id in character.link_ids() {
            let (bone, fit) = (self.bone_of(id), self.fit(id));
            let (flesh, link) = (character.link(id), &mut links[bone]);
            let mass = self.scale * self.scale * flesh.mass;
            let inertia = fit.inertia(flesh.inertia_in_link) * (self.scale * self.scale);
            add(link, mass, fit.point(flesh.com_in_link), inertia);
            link.shapes
                .extend(flesh.shapes.iter().map(|shape| fit.shape(shape)));
            link.drawn
                .extend(flesh.drawn.iter().map(|shape| fit.shape(shape)));
        }
        for bone in 0..self.bones.len() {
            if let Some(next) = self.bones[bone]
                .flesh
                .and_then(|_| self.next_with_flesh(bone))
            {
                let child = self.bones[next].flesh;
                let is_middle = child.is_some_and(|l| character.partners[l.index()] == l);
                let is_neck = child.is_some_and(|link| self.is_tip(link));
                let between = self.chain(bone, next);
                let between = &between[..between.len() - 1];
                match (is_middle, is_neck) {
                    (true, true) => share(links, next, between, NECK),
                    (true, false) => self.spread(links, bone, &[between, &[next]].concat()),
                    (false, _) => {}
                }
            }
        }
        // What is left without mass takes a little from what carries it.
        for bone in 1..self.bones.len() {
            if links[bone].mass == 0.0 {
                let parent = self.bones[bone].parent.unwrap_or(0);
                share(links, parent, &[bone], JOINT);
            }
        }
    }

    /// Shares a link's mass out over the bones to the last of these, by their length.
    fn spread(&self, links: &mut [Link], first: usize, rest: &[usize]) {
        let ways: Vec<DVec3> = rest.iter().map(|b| self.bones[*b].at_in_parent).collect();
        let length: f64 = ways.iter().map(|way| way.length()).sum();
        if rest.len() < 2 || length < SHORT || first == 0 {
            return;
        }
        let (mass, inertia) = (links[first].mass, links[first].inertia_in_link);
        let carriers = std::iter::once(&first).chain(rest);
        for (bone, way) in carriers.zip(&ways) {
            let part = (way.length() / length).max(JOINT);
            links[*bone].mass = mass * part;
            links[*bone].com_in_link = 0.5 * *way;
            links[*bone].inertia_in_link = inertia * part;
        }
    }
}

/// Adds a mass to a link (parallel axes).
fn add(link: &mut Link, mass: f64, com: DVec3, inertia: DMat3) {
    let whole = link.mass + mass;
    let center = (link.mass * link.com_in_link + mass * com) / whole;
    let about = |mass: f64, arm: DVec3| {
        let square = DMat3::from_diagonal(DVec3::splat(arm.length_squared()));
        mass * (square - DMat3::from_cols(arm.x * arm, arm.y * arm, arm.z * arm))
    };
    link.inertia_in_link +=
        inertia + about(link.mass, link.com_in_link - center) + about(mass, com - center);
    (link.mass, link.com_in_link) = (whole, center);
}

/// Gives a share of a link's mass to others that have none, each in its joint.
fn share(links: &mut [Link], from: usize, to: &[usize], share: f64) {
    let each = share / to.len().max(1) as f64;
    let (mass, inertia) = (links[from].mass, links[from].inertia_in_link);
    for bone in to {
        links[*bone].mass = each * mass;
        links[*bone].inertia_in_link = each * inertia;
        links[from].mass -= each * mass;
        links[from].inertia_in_link -= each * inertia;
    }
}
