//! How a link lies in its recorded joint's axes, once and for all: the posture in which both skeletons are alike.
//!
//! Two ways. A skeleton that *stands* when nothing is turned (CMU, Mixamo, Blender, our own) is compared at zero: the
//! same axes, and each bone taken along by the shortest arc where arms hang or legs spread differently. A skeleton whose
//! zero means nothing (Rokoko lays all bones along x) is compared by what its motion shows: where bones point, the axes
//! that knees and elbows bend about, the line of the hips and shoulders, and how feet lie when they stand.

use super::guess::{UpAxis, sampled_rows};
use super::map::JointMap;
use crate::character::{Character, JointKind, LinkId};
use crate::kinematics::Kinematics;
use crate::math::Transform;
use crate::motion::Recording;
use glam::{DMat3, DQuat, DVec3};

/// The body and the recording, compared.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) character: &'a Character,
    /// The character with all joints at zero and its root at the origin.
    pub(super) zero: &'a Kinematics,
    pub(super) map: &'a JointMap,
    pub(super) recording: &'a Recording,
    pub(super) first_row: usize,
    pub(super) up: UpAxis,
}

/// The orientation of every mapped link in its joint's axes, and whether the recorded skeleton stands at zero. (links)
pub(super) fn joint_from_link(pair: Pair) -> (Vec<Option<DQuat>>, bool) {
    let resting = resting_positions(pair.recording);
    match standing_axes(pair, &resting) {
        Some(file_from_ours) => (at_zero(pair, &resting, file_from_ours), true),
        None => (by_motion(pair), false),
    }
}

impl Pair<'_> {
    /// The next link outward that a recorded joint moves, and that joint. Nothing beyond an ankle: how a foot lies is seen by
    /// its sole, not by where its toes begin.
    pub(super) fn mapped_child(&self, link: LinkId) -> Option<(LinkId, usize)> {
        if self.character.foot_on_link(link).is_some() {
            return None;
        }
        let mut children = self.character.link_ids();
        children.find_map(|child| {
            let is_child = self.character.link(child).parent == Some(link);
            self.map
                .joint(child)
                .filter(|_| is_child)
                .map(|j| (child, j))
        })
    }

    /// Unit direction of a link's bone towards a child, link axes at zero.
    pub(super) fn bone_in_link(&self, link: LinkId, child: LinkId) -> Option<DVec3> {
        let bone = self.zero.pivot(child) - self.zero.pivot(link);
        (self.zero.link(link).rotation.conjugate() * bone).try_normalize()
    }

    /// Mapped links of which the body has two, as (joint on the left, joint on the right), nearest to the root first.
    fn mapped_pairs(&self) -> impl Iterator<Item = (LinkId, usize, usize)> {
        self.character.link_ids().filter_map(|link| {
            let partner = self.character.partners[link.index()];
            let is_left = self.zero.pivot(link).x > self.zero.pivot(partner).x;
            let joints = (self.map.joint(link)?, self.map.joint(partner)?);
            is_left.then_some((link, joints.0, joints.1))
        })
    }

    fn is_leg(&self, link: LinkId) -> bool {
        let parent = |link: &LinkId| self.character.link(*link).parent;
        let mut soles = self.character.standing_soles();
        soles.any(|sole| std::iter::successors(Some(sole.link), parent).any(|l| l == link))
    }

    /// Joints of the hips and of the shoulders: (left, right) each.
    fn lines(&self) -> [Option<(usize, usize)>; 2] {
        let first = |leg: bool| {
            let mut pairs = self.mapped_pairs();
            let found = pairs.find(|(link, ..)| self.is_leg(*link) == leg);
            found.map(|(_, left, right)| (left, right))
        };
        [first(true), first(false)]
    }
}

/// Where every joint is when nothing is turned, file axes.
fn resting_positions(recording: &Recording) -> Vec<DVec3> {
    let mut positions: Vec<DVec3> = Vec::with_capacity(recording.joints.len());
    for joint in &recording.joints {
        let parent = joint.parent.map_or(DVec3::ZERO, |p| positions[p]);
        positions.push(parent + joint.offset);
    }
    positions
}

/// Our axes (left, up, forward) in the file's when nothing is turned; nothing when the skeleton does not stand then.
fn standing_axes(pair: Pair, resting: &[DVec3]) -> Option<DQuat> {
    /// Cosine of the most that a leg may lean and still stand.
    const UPRIGHT: f64 = 0.7;
    let [hips, shoulders] = pair.lines();
    let feet: Vec<(usize, usize)> = pair
        .character
        .standing_feet()
        .filter_map(|foot| {
            let own = pair.character.feet[foot].whole.link;
            let foot = pair.map.joint(own)?;
            let parent = |link: &LinkId| pair.character.link(*link).parent;
            let leg = std::iter::successors(Some(own), parent);
            let below_root = leg.filter(|l| pair.character.link(*l).parent.is_some());
            let hip = below_root.filter_map(|l| pair.map.joint(l)).last()?;
            (hip != foot).then_some((hip, foot))
        })
        .collect();
    let legs: DVec3 = feet
        .iter()
        .map(|(hip, foot)| resting[*hip] - resting[*foot])
        .sum();
    let up = nearest_axis(legs);
    let along = |v: DVec3| v.try_normalize().map_or(0.0, |v| v.dot(up));
    let stands = !feet.is_empty()
        && feet
            .iter()
            .all(|(hip, foot)| along(resting[*hip] - resting[*foot]) > UPRIGHT);
    let (left, right) = hips.or(shoulders)?;
    let left = (resting[left] - resting[right]).reject_from_normalized(up);
    if !stands {
        return None;
    }
    let left = left.try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(
        left,
        up,
        left.cross(up),
    )))
}

fn nearest_axis(v: DVec3) -> DVec3 {
    let a = v.abs();
    if a.y >= a.x && a.y >= a.z {
        DVec3::Y * v.y.signum()
    } else if a.z >= a.x {
        DVec3::Z * v.z.signum()
    } else {
        DVec3::X * v.x.signum()
    }
}

/// Same axes at zero, limbs taken along by the shortest arc. What hangs on a limb (hands, feet) goes with it.
fn at_zero(pair: Pair, resting: &[DVec3], file_from_ours: DQuat) -> Vec<Option<DQuat>> {
    let character = pair.character;
    let mut arcs: Vec<DQuat> = Vec::with_capacity(character.links.len());
    let mut result = Vec::with_capacity(character.links.len());
    for link in character.link_ids() {
        let partner = character.partners[link.index()];
        let parent = character.link(link).parent;
        // Trunks lean as people draw them; only limbs have bones whose direction means something.
        let mut arc = parent.map_or(DQuat::IDENTITY, |p| arcs[p.index()]);
        let child = pair.mapped_child(link).filter(|_| partner != link);
        if let (Some(joint), Some((child, child_joint))) = (pair.map.joint(link), child) {
            let ours = pair.zero.pivot(child) - pair.zero.pivot(link);
            let recorded = resting[child_joint] - resting[joint];
            let ours = (arc * (file_from_ours * ours)).try_normalize();
            if let (Some(ours), Some(recorded)) = (ours, recorded.try_normalize()) {
                arc = DQuat::from_rotation_arc(ours, recorded) * arc;
            }
        }
        arcs.push(arc);
        let zero = pair.zero.link(link).rotation;
        let joint = pair.map.joint(link);
        result.push(joint.map(|_| (arc * file_from_ours * zero).normalize()));
    }
    result
}

/// A rotation with `first` along one vector and `second` as near as it can be to another.
pub(super) fn axes(first: DVec3, second: DVec3) -> Option<DMat3> {
    let x = first.try_normalize()?;
    let y = second.reject_from_normalized(x).try_normalize()?;
    Some(DMat3::from_cols(x, y, x.cross(y)))
}

/// Sums over rows of what the motion shows of one link, joint axes.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// To the next mapped joint.
    bone: DVec3,
    /// The line of the hips for legs and pelvis, of the shoulders for the rest, from right to left.
    left: DVec3,
    /// The axis that the limb's hinge bends about.
    bend: DVec3,
    /// Up, in rows in which the joint is low.
    up: DVec3,
}

fn by_motion(pair: Pair) -> Vec<Option<DQuat>> {
    let shown = watch(pair);
    let character = pair.character;
    let mut result: Vec<Option<DQuat>> = Vec::with_capacity(character.links.len());
    for link in character.link_ids() {
        let parent = character.link(link).parent;
        let Some(joint) = pair.map.joint(link) else {
            result.push(None);
            continue;
        };
        let seen = shown[link.index()];
        let link_from_zero = pair.zero.link(link).rotation.conjugate();
        let ours = |v: DVec3| link_from_zero * v;
        let child = pair.mapped_child(link);
        let bone = child.and_then(|(child, _)| pair.bone_in_link(link, child));
        let hinge = hinge_of(pair, link).map(|(axis, _)| axis);
        let is_sole = character.standing_soles().any(|sole| sole.link == link);
        let tip = tip_of(pair.recording, joint);
        // Pairs of directions that are the same: first ours, then the recorded one.
        let same = match (parent, bone, hinge) {
            (None, ..) => [(ours(DVec3::X), seen.left), (ours(DVec3::Y), seen.bone)],
            (_, Some(bone), Some(axis)) if seen.bend.length() > 0.0 => {
                [(bone, seen.bone), (axis, seen.bend)]
            }
            (_, Some(bone), _) => [(bone, seen.bone), (ours(DVec3::X), seen.left)],
            (_, None, _) if is_sole => [(ours(DVec3::Y), seen.up), (ours(DVec3::Z), tip)],
            (_, None, _) if character.partners[link.index()] == link => {
                [(ours(DVec3::Y), tip), (ours(DVec3::X), seen.left)]
            }
            // A hand goes on as its forearm does when nothing is turned.
            (Some(parent), ..) => {
                result.push(result[parent.index()]);
                continue;
            }
        };
        let from = axes(same[0].0, same[1].0);
        let to = axes(same[0].1, same[1].1);
        let turn = from.zip(to).map(|(from, to)| {
            let joint_from_link = to * from.transpose();
            DQuat::from_mat3(&joint_from_link).normalize()
        });
        let inherited = parent.and_then(|p| result[p.index()]);
        result.push(turn.or(inherited).or(Some(DQuat::IDENTITY)));
    }
    result
}

/// The axis and sense of the hinge at either end of a link, link axes: its own, or that of the link that hangs on it.
fn hinge_of(pair: Pair, link: LinkId) -> Option<(DVec3, (LinkId, LinkId))> {
    let own = pair.character.link(link);
    if let (JointKind::Hinge { axis, range }, Some(parent)) = (&own.joint.kind, own.parent) {
        return Some((*axis * (range.low + range.high).signum(), (parent, link)));
    }
    let (child, _) = pair.mapped_child(link)?;
    let joint = &pair.character.link(child).joint;
    match &joint.kind {
        JointKind::Hinge { axis, range } => {
            let axis = joint.parent_from_joint.rotation * *axis;
            Some((axis * (range.low + range.high).signum(), (link, child)))
        }
        _ => None,
    }
}

/// Where a joint's own bone ends, joint axes.
fn tip_of(recording: &Recording, joint: usize) -> DVec3 {
    let child = recording.joints.iter().find(|j| j.parent == Some(joint));
    let end = recording.joints[joint].end;
    child.map(|j| j.offset).or(end).unwrap_or(DVec3::ZERO)
}

fn watch(pair: Pair) -> Vec<Shown> {
    let character = pair.character;
    let mut shown = vec![Shown::default(); character.links.len()];
    let [hips, shoulders] = pair.lines();
    let up_in_file = pair.up.ours_from_file().conjugate() * DVec3::Y;
    let lowest = lowest_levels(pair, up_in_file);
    let mut world: Vec<Transform> = Vec::new();
    for row in sampled_rows(pair.recording, pair.first_row) {
        pair.recording.world_from_joint(row, &mut world);
        let between = |from: usize, to: usize| world[to].translation - world[from].translation;
        let line = |pair: Option<(usize, usize)>| {
            pair.map_or(DVec3::ZERO, |(left, right)| {
                between(right, left).normalize_or_zero()
            })
        };
        for link in character.link_ids() {
            let Some(joint) = pair.map.joint(link) else {
                continue;
            };
            let in_joint = |v: DVec3| world[joint].rotation.conjugate() * v;
            let seen = &mut shown[link.index()];
            // The pelvis's bone is the trunk, not a thigh.
            let mut bones = character.link_ids().filter(|child| {
                let child_link = character.link(*child);
                child_link.parent == Some(link)
                    && (link != LinkId::ROOT || character.partners[child.index()] == *child)
            });
            if let Some(child) = bones.find_map(|child| pair.map.joint(child)) {
                seen.bone += in_joint(between(joint, child).normalize_or_zero());
            }
            let low_half = link == LinkId::ROOT || pair.is_leg(link);
            let line = line(if low_half { hips } else { shoulders });
            seen.left += in_joint(line);
            if let Some((_, (upper, lower))) = hinge_of(pair, link)
                && let Some((_, end)) = pair.mapped_child(lower)
                && let (Some(a), Some(b)) = (pair.map.joint(upper), pair.map.joint(lower))
            {
                let (u, f) = (between(a, b), between(b, end));
                let bend = u.normalize_or_zero().cross(f.normalize_or_zero());
                seen.bend += in_joint(bend);
            }
            let height = world[joint].translation.dot(up_in_file);
            if height <= lowest[link.index()] {
                seen.up += in_joint(up_in_file);
            }
        }
    }
    shown
}

/// The level below which each joint is in a quarter of the rows. (links)
fn lowest_levels(pair: Pair, up_in_file: DVec3) -> Vec<f64> {
    let links = pair.character.links.len();
    let mut heights: Vec<Vec<f64>> = vec![Vec::new(); links];
    let mut world = Vec::new();
    for row in sampled_rows(pair.recording, pair.first_row) {
        pair.recording.world_from_joint(row, &mut world);
        for link in pair.character.link_ids() {
            if let Some(joint) = pair.map.joint(link) {
                heights[link.index()].push(world[joint].translation.dot(up_in_file));
            }
        }
    }
    let level = |mut heights: Vec<f64>| {
        heights.sort_by(f64::total_cmp);
        heights.get(heights.len() / 4).copied().unwrap_or(0.0)
    };
    heights.into_iter().map(level).collect()
}
