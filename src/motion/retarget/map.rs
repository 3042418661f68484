//! Which recorded joint moves which link: by name, by part of the body, or as a file says.

use super::anatomy::Anatomy;
use super::naming::{Part, Segment, parts_of, plain};
use crate::character::{Character, LinkId};
use crate::kinematics::Side;
use crate::motion::Recording;

/// Which recorded joint moves which link of a character.
#[derive(Clone, Debug, PartialEq)]
pub struct JointMap {
    /// The recorded joint of every link. (links)
    pub joint_of_link: Vec<Option<usize>>,
    /// Joints of these that are told by the shape of the recorded skeleton, against their names.
    pub by_shape: Vec<usize>,
}

/// Joints that people map by hand: the recorded name, and a link's name or nothing to leave the joint out.
pub type GivenMap = Vec<(String, Option<String>)>;

impl JointMap {
    /// Maps by hand first, then names that are the same, then parts of the body that are the same.
    pub fn new(character: &Character, recording: &Recording, given: &GivenMap) -> Self {
        let mut map = Self {
            joint_of_link: vec![None; character.links.len()],
            by_shape: Vec::new(),
        };
        let mut free: Vec<bool> = vec![true; recording.joints.len()];
        for (joint_name, link_name) in given {
            let Some(joint) = find_joint(recording, joint_name) else {
                continue;
            };
            free[joint] = false;
            if let Some(link) = link_name.as_deref().and_then(|n| character.find_link(n)) {
                map.joint_of_link[link.index()] = Some(joint);
            }
        }
        map.add_same_names(character, recording, &mut free);
        let anatomy = Anatomy::of(recording);
        let by_part = map.add_same_parts(character, &anatomy, &mut free);
        let by_shape = anatomy.by_shape().filter(|joint| by_part.contains(joint));
        map.by_shape = by_shape.collect();
        map
    }

    /// The recorded joint of a link.
    pub fn joint(&self, link: LinkId) -> Option<usize> {
        self.joint_of_link[link.index()]
    }

    /// (recorded joint, link) of everything that moves together.
    pub fn mapped_names(
        &self,
        character: &Character,
        recording: &Recording,
    ) -> Vec<(String, String)> {
        let links = character.links.iter().zip(&self.joint_of_link);
        links
            .filter_map(|(link, joint)| {
                let joint = &recording.joints[(*joint)?];
                Some((joint.name.clone(), link.name.clone()))
            })
            .collect()
    }

    /// Links that nothing moves.
    pub fn unmapped_links<'c>(&self, character: &'c Character) -> Vec<&'c str> {
        let links = character.links.iter().zip(&self.joint_of_link);
        let unmapped = links.filter(|(_, joint)| joint.is_none());
        unmapped.map(|(link, _)| link.name.as_str()).collect()
    }

    /// Links without which a motion is not that of the body, and that nothing moves: of the trunk, arms and legs that
    /// people have.
    pub fn missing_links<'c>(&self, character: &'c Character) -> Vec<&'c str> {
        let parts = parts_of(character.links.iter().map(|link| link.name.as_str()));
        let links = character.links.iter().zip(&self.joint_of_link).zip(parts);
        let is_needed = |part: Part| {
            use Segment::{Foot, Forearm, Head, Pelvis, Shank, Thigh, UpperArm};
            [Pelvis, Head, UpperArm, Forearm, Thigh, Shank, Foot].contains(&part.segment)
        };
        links
            .filter(|((_, joint), part)| joint.is_none() && part.is_some_and(is_needed))
            .map(|((link, _), _)| link.name.as_str())
            .collect()
    }

    /// Recorded joints that move nothing.
    pub fn unmapped_joints<'r>(&self, recording: &'r Recording) -> Vec<&'r str> {
        let names = recording.joints.iter().enumerate();
        names
            .filter(|(joint, _)| !self.joint_of_link.contains(&Some(*joint)))
            .map(|(_, joint)| joint.name.as_str())
            .collect()
    }

    /// Names of a link, or of its joint, that the recording has as well.
    fn add_same_names(&mut self, character: &Character, recording: &Recording, free: &mut [bool]) {
        let names: Vec<String> = recording.joints.iter().map(|j| plain(&j.name)).collect();
        let links = character.links.iter().map(|link| plain(&link.name));
        let own: Vec<Option<usize>> = links
            .map(|link| names.iter().position(|name| *name == link))
            .collect();
        // A few shared words (`Head`, `LeftFoot`) do not make it the same skeleton: other families mean other bones by
        // them, and parts are told apart by all names together.
        // Toes may be missing: a recording of a body whose feet did not bend is one of the same body.
        let is_known = |(link, joint): (LinkId, &Option<usize>)| {
            joint.is_some()
                || character
                    .feet
                    .iter()
                    .any(|foot| foot.joints().any(|j| j == link))
        };
        if !character.link_ids().zip(&own).all(is_known) {
            return;
        }
        for (entry, joint) in self.joint_of_link.iter_mut().zip(own) {
            if let Some(joint) = joint.filter(|joint| free[*joint])
                && entry.is_none()
            {
                *entry = Some(joint);
                free[joint] = false;
            }
        }
    }

    /// Maps parts that both skeletons have, and returns the joints.
    fn add_same_parts(
        &mut self,
        character: &Character,
        anatomy: &Anatomy,
        free: &mut [bool],
    ) -> Vec<usize> {
        let mut mapped = Vec::new();
        let joint_parts = &anatomy.parts;
        let link_parts = parts_of(character.links.iter().map(|l| l.name.as_str()));
        // Chains are shared out; a limb's segment is the first joint that is called so.
        let chain_of_links = chain(&link_parts, Segment::Spine);
        let chain_of_joints = chain(joint_parts, Segment::Spine);
        let count = chain_of_links.len();
        for (k, link) in chain_of_links.iter().enumerate().rev() {
            if self.joint_of_link[*link].is_some() || chain_of_joints.is_empty() {
                continue;
            }
            // The last link, which carries the arms, takes the last joint.
            let nth = ((k + 1) * chain_of_joints.len()).div_ceil(count);
            let joint = chain_of_joints[nth.clamp(1, chain_of_joints.len()) - 1];
            if free[joint] {
                self.joint_of_link[*link] = Some(joint);
                free[joint] = false;
                mapped.push(joint);
            }
        }
        for (link, part) in link_parts.iter().enumerate() {
            let Some(part) = part.filter(|p| p.segment != Segment::Spine) else {
                continue;
            };
            if self.joint_of_link[link].is_some() {
                continue;
            }
            let same = |(joint, other): (usize, &Option<Part>)| {
                (*other == Some(part) && free[joint]).then_some(joint)
            };
            if let Some(joint) = joint_parts.iter().enumerate().find_map(same) {
                self.joint_of_link[link] = Some(joint);
                free[joint] = false;
                mapped.push(joint);
            }
        }
        // A skeleton whose root has a name of its own still has a root.
        let root = &mut self.joint_of_link[0];
        let is_trunk = link_parts[0].is_none_or(|p| p.side == Side::Middle);
        if root.is_none() && is_trunk && free.first() == Some(&true) {
            *root = Some(0);
            free[0] = false;
        }
        mapped
    }
}

/// Indices of all names that mean one segment.
fn chain(parts: &[Option<Part>], segment: Segment) -> Vec<usize> {
    let indices = parts.iter().enumerate();
    indices
        .filter(|(_, part)| part.is_some_and(|p| p.segment == segment))
        .map(|(index, _)| index)
        .collect()
}

fn find_joint(recording: &Recording, name: &str) -> Option<usize> {
    recording.joints.iter().position(|joint| joint.name == name)
}
