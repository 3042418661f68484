//! The character that a recording's bones become: joints, partners, rest and feet as the flesh has them.

use super::super::reading::Reading;
use super::OWN;
use super::bones::Bone;
use super::flesh::Flesh;
use crate::character::{
    BallLimits, Character, Effector, Foot, FootPart, Joint, JointCoordinate, JointKind, Link,
    LinkId, Pose, Range, Sole, SwingShape,
};
use crate::collide::apart_at_rest;
use crate::math::Transform;
use crate::motion::{Recorder, Recording};
use glam::{DMat3, DVec3};

/// Balls turn no farther: files of characters can say no more [rad].
const FARTHEST: f64 = 175.0 / 180.0 * std::f64::consts::PI;

/// The character without the motion, its soles level where these directions are up. (feet)
pub(super) fn body(
    flesh: &Character,
    recording: &Recording,
    reading: &Reading,
    (bones, ups): (&[Bone], &[Option<DVec3>]),
) -> Character {
    let scale = reading.legs.map_or(1.0, |(ours, recorded)| {
        recorded * reading.unit.metres / ours
    });
    let on = Flesh {
        character: flesh,
        reading,
        recording,
        bones,
        scale,
        ups,
    };
    let mut links: Vec<Link> = (bones.iter())
        .map(|bone| link(flesh, recording, bones, bone))
        .collect();
    on.put_on(&mut links);
    for (link, bone) in links.iter_mut().zip(bones) {
        // Toes bend across their foot, which may point elsewhere than the flesh's.
        if let (JointKind::Hinge { axis, .. }, Some(flesh)) = (&mut link.joint.kind, bone.flesh) {
            *axis = on.fit(flesh).direction(*axis);
        }
    }
    let effectors = flesh.effectors.iter().map(|effector| Effector {
        name: effector.name.clone(),
        link: LinkId::new(on.bone_of(effector.link)),
        point_in_link: on.fit(effector.link).point(effector.point_in_link),
    });
    let soles = flesh.soles.iter().map(|sole| Sole {
        name: sole.name.clone(),
        link: LinkId::new(on.bone_of(sole.link)),
        corners_in_link: (sole.corners_in_link.iter())
            .map(|corner| on.fit(sole.link).point(*corner))
            .collect(),
        up_in_link: on.fit(sole.link).direction(sole.up_in_link),
    });
    let mut character = Character {
        name: OWN.to_owned(),
        description: format!("The skeleton of {}", recording.name),
        effectors: effectors.collect(),
        soles: soles.collect(),
        feet: Vec::new(),
        partners: partners(flesh, bones),
        keep_apart: Vec::new(),
        rest: Pose::zero(&links),
        habits: None,
        links,
    };
    character.rest = rest(flesh, &character, bones);
    let feet = flesh
        .feet
        .iter()
        .map(|foot| own_foot(&character, &on, foot));
    character.feet = feet.collect();
    stand(&mut character);
    character.keep_apart = apart_at_rest(&character);
    character
}

/// A link without mass and shapes.
fn link(flesh: &Character, recording: &Recording, bones: &[Bone], bone: &Bone) -> Link {
    let name = recording.joints[bone.joint].name.clone();
    let joint = match bone.parent {
        None => Joint {
            name: name.clone(),
            parent_from_joint: Transform::IDENTITY,
            kind: JointKind::Fixed,
            loaded: None,
            strength: 1.0,
        },
        Some(parent) => {
            let turn =
                bones[parent].root_from_link_at_zero.conjugate() * bone.root_from_link_at_zero;
            let own = bone.flesh.map(|link| &flesh.link(link).joint);
            Joint {
                name: name.clone(),
                parent_from_joint: Transform::new(turn.normalize(), bone.at_in_parent),
                kind: kind(flesh, bone),
                loaded: None,
                strength: own.map_or(1.0, |joint| joint.strength),
            }
        }
    };
    Link {
        name,
        parent: bone.parent.map(LinkId::new),
        joint,
        mass: 0.0,
        com_in_link: DVec3::ZERO,
        inertia_in_link: DMat3::ZERO,
        shapes: Vec::new(),
        drawn: Vec::new(),
    }
}

/// A ball with the axes of the flesh's joint; toes that are a hinge stay one.
fn kind(flesh: &Character, bone: &Bone) -> JointKind {
    let all = Range::new(-FARTHEST, FARTHEST);
    let free = |twist: DVec3, flex: DVec3, [twists, flexes, sides]: [Range; 3]| {
        JointKind::Ball(BallLimits::from_angles(
            twist,
            flex,
            twists,
            flexes,
            sides,
            SwingShape::Box,
        ))
    };
    let Some(link) = bone.flesh else {
        return free(DVec3::Y, DVec3::X, [all; 3]);
    };
    let is_toe = flesh
        .feet
        .iter()
        .any(|foot| foot.joints().any(|j| j == link));
    match &flesh.link(link).joint.kind {
        hinge @ JointKind::Hinge { .. } if is_toe => hinge.clone(),
        // A knee that is a ball bends about the hinge's axis.
        JointKind::Hinge { axis, range } => {
            let bone = along_bone(flesh, link).reject_from_normalized(*axis);
            let twist = bone
                .try_normalize()
                .unwrap_or(axis.any_orthonormal_vector());
            let none = Range::new(0.0, 0.0);
            free(twist, *axis, [none, *range, none])
        }
        JointKind::Ball(limits) => free(limits.twist_axis, limits.flex_axis, limits.angles()),
        JointKind::Fixed => free(DVec3::Y, DVec3::X, [all; 3]),
    }
}

/// From a link's joint to the next one outward, in joint axes.
fn along_bone(flesh: &Character, link: LinkId) -> DVec3 {
    let mut links = flesh.links.iter();
    let child = links.find(|other| other.parent == Some(link));
    child.map_or(DVec3::Y, |child| child.joint.parent_from_joint.translation)
}

/// Lets joints go as far as the recording turns them.
pub(super) fn widen_limits(character: &mut Character, poses: &[Pose]) {
    /// And so much farther: feet that are put where they stand turn their ankles [rad].
    const MORE: f64 = 0.3;
    for index in 1..character.links.len() {
        let turns = poses.iter().map(|pose| pose.joints[index]);
        match &mut character.links[index].joint.kind {
            JointKind::Ball(limits) => {
                let mut ranges = limits.angles();
                for turn in turns {
                    let JointCoordinate::Ball(turn) = turn else {
                        continue;
                    };
                    for (range, angle) in ranges.iter_mut().zip(limits.angles_of(turn)) {
                        range.low = range.low.min((angle - MORE).max(-FARTHEST));
                        range.high = range.high.max((angle + MORE).min(FARTHEST));
                    }
                }
                let [twist, flex, side] = ranges;
                let (along, across) = (limits.twist_axis, limits.flex_axis);
                *limits = BallLimits::from_angles(along, across, twist, flex, side, limits.shape);
            }
            JointKind::Hinge { range, .. } => {
                for turn in turns {
                    if let JointCoordinate::Hinge(angle) = turn {
                        *range =
                            Range::new(range.low.min(angle - MORE), range.high.max(angle + MORE));
                    }
                }
            }
            JointKind::Fixed => {}
        }
    }
}

/// Each link's partner: as in the flesh; joints that it does not have are in pairs where they carry pairs.
fn partners(flesh: &Character, bones: &[Bone]) -> Vec<LinkId> {
    let bone_of = |link: LinkId| bones.iter().position(|bone| bone.flesh == Some(link));
    let partner = |index: usize, bone: &Bone| -> Option<usize> {
        if let Some(link) = bone.flesh {
            return bone_of(flesh.partners[link.index()]);
        }
        // The same number of steps inward from the partner of what it carries.
        let carried = (index + 1..bones.len()).find_map(|outer| {
            let inward = std::iter::successors(Some(outer), |b| bones[*b].parent);
            let steps = inward.take_while(|b| *b != index).count();
            let hangs =
                std::iter::successors(Some(outer), |b| bones[*b].parent).any(|b| b == index);
            (hangs && bones[outer].flesh.is_some()).then_some((outer, steps))
        });
        let (outer, steps) = carried?;
        let other = bone_of(flesh.partners[bones[outer].flesh?.index()])?;
        let found = std::iter::successors(Some(other), |b| bones[*b].parent).nth(steps)?;
        bones[found].flesh.is_none().then_some(found)
    };
    let found: Vec<usize> = (bones.iter().enumerate())
        .map(|(index, bone)| partner(index, bone).unwrap_or(index))
        .collect();
    // Who is nobody's partner is alone.
    let mutual = |index: usize| found[found[index]] == index;
    (0..found.len())
        .map(|index| LinkId::new(if mutual(index) { found[index] } else { index }))
        .collect()
}

/// The flesh's rest.
fn rest(flesh: &Character, character: &Character, bones: &[Bone]) -> Pose {
    let mut rest = Pose::zero(&character.links);
    for (joint, bone) in rest.joints.iter_mut().zip(bones) {
        let Some(link) = bone.flesh else { continue };
        let own = flesh.rest.joint(link);
        *joint = match (*joint, own) {
            (JointCoordinate::Ball(_), _) => {
                JointCoordinate::Ball(own.rotation(&flesh.link(link).joint.kind))
            }
            (JointCoordinate::Hinge(_), JointCoordinate::Hinge(_)) => own,
            (zero, _) => zero,
        };
    }
    rest
}

/// Puts a body at rest on the ground, over its origin.
fn stand(character: &mut Character) {
    let mut recorder = Recorder::new(character);
    let kin = recorder.look(&character.rest);
    let corners = character.feet.iter().flat_map(|foot| {
        let world_from_link = *kin.link(foot.whole.link);
        let corners = foot.whole.corners_in_link.iter();
        corners.map(move |corner| world_from_link.point(*corner))
    });
    let lowest = corners.map(|corner| corner.y).fold(f64::INFINITY, f64::min);
    if lowest.is_finite() {
        character.rest.world_from_root.translation.y -= lowest;
    }
}

/// A foot of the flesh with its soles where they are now.
fn own_foot(character: &Character, on: &Flesh, foot: &Foot) -> Foot {
    let sole = foot.patches.first().map(|first| &character.soles[first]);
    let sole = sole.unwrap_or(&foot.whole);
    let mut parts: Vec<FootPart> = Vec::new();
    for patch in foot.patches.iter().map(|patch| &character.soles[patch]) {
        if parts.iter().all(|part| part.link != patch.link) {
            parts.extend(FootPart::new(character, sole.link, patch.link));
        }
    }
    let fit = on.fit(foot.whole.link);
    let corners = foot.whole.corners_in_link.iter();
    Foot {
        name: foot.name.clone(),
        kind: foot.kind,
        patches: foot.patches,
        whole: Sole {
            name: foot.name.clone(),
            // Those of the flesh: a hull of turned patches would have other corners left and right.
            corners_in_link: corners.map(|corner| fit.point(*corner)).collect(),
            ..sole.clone()
        },
        parts,
    }
}
