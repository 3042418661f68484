//! Poses that people were recorded in: those that stand balanced, seen from each person's own calm stance.

use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::kinematics::{Kinematics, SupportPolygon};
use crate::motion::Clip;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::PI;

/// A pose that stands.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPose {
    /// As it was recorded.
    pub pose: Pose,
    /// The feet that carry weight; at least one.
    pub standing: Vec<usize>,
}

/// A foot stands whose lowest corner is lower [m], and that is tilted less [rad].
const STANDS: (f64, f64) = (0.06, 20.0 * PI / 180.0);

/// The frames of a clip in which the centre of mass is over the feet that stand.
pub fn balanced_poses(character: &Character, clip: &Clip) -> Vec<RecordedPose> {
    let stand = clip.frames.iter().map(|frame| {
        let kin = Kinematics::of(character, &frame.pose);
        let feet = character.standing_feet().filter(|&foot| {
            let sole = &character.feet[foot].whole;
            let world_from_link = *kin.link(sole.link);
            let corners = sole.corners_in_link.iter();
            let heights = corners.map(|corner| world_from_link.point(*corner).y);
            let tilt = world_from_link.direction(sole.up_in_link);
            heights.fold(f64::INFINITY, f64::min) < STANDS.0
                && tilt.angle_between(DVec3::Y) < STANDS.1
        });
        RecordedPose {
            pose: frame.pose.clone(),
            standing: feet.collect(),
        }
    });
    stand.filter(|pose| pose.is_balanced(character)).collect()
}

impl RecordedPose {
    /// Whether its centre of mass is over the feet that stand.
    pub fn is_balanced(&self, character: &Character) -> bool {
        let kin = Kinematics::of(character, &self.pose);
        let over = DVec2::new(kin.com.x, kin.com.z);
        support(character, &kin, &self.standing)
            .is_some_and(|polygon| polygon.margin(over).metres >= 0.0)
    }
}

/// What feet of a pose stand on, seen from above; nothing without any.
fn support(character: &Character, kin: &Kinematics, feet: &[usize]) -> Option<SupportPolygon> {
    let corners = feet.iter().flat_map(|&foot| {
        let whole = &character.feet[foot].whole;
        let world_from_link = *kin.link(whole.link);
        let corners = whole.corners_in_link.iter();
        corners.map(move |corner| world_from_link.point(*corner))
    });
    let polygon = SupportPolygon::hull(corners.map(|c| DVec2::new(c.x, c.z)));
    (!feet.is_empty()).then_some(polygon)
}

/// How far each link of a person is pitched, in the calm stance, from where it is in the body's own rest pose [rad]. (links)
///
/// Recorded people stand with bent knees and tilted pelvis, each differently: markers and joint centres are guessed. Gait
/// laboratories take what a person does in quiet standing as zero, and so do we: for trunk, head and legs, but not for arms
/// and feet.
#[derive(Clone, Debug, PartialEq)]
pub struct CalmStance {
    pitch: Vec<f64>,
}

/// Of so many poses of a person, the straightest count as calm.
const CALM_SHARE: f64 = 0.15;

impl CalmStance {
    /// Of all poses of one person.
    pub fn of<'p>(character: &Character, poses: impl Iterator<Item = &'p RecordedPose>) -> Self {
        let links = leg_and_trunk(character);
        let rest = pitches(character, &character.rest);
        // How far from straight, and by how much each link is pitched.
        let mut seen: Vec<(f64, Vec<f64>)> = poses
            .filter(|recorded| recorded.standing.len() == character.standing_feet().count())
            .map(|recorded| {
                let found = pitches(character, &recorded.pose);
                let from_rest: Vec<f64> =
                    found.iter().zip(&rest).map(|(a, b)| wrap(a - b)).collect();
                let sum = links.iter().map(|link| from_rest[link.index()].abs()).sum();
                (sum, from_rest)
            })
            .collect();
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        seen.truncate(((seen.len() as f64 * CALM_SHARE).ceil() as usize).max(3));
        let mut pitch = vec![0.0; character.links.len()];
        for link in links {
            let mut all: Vec<f64> = seen.iter().map(|(_, found)| found[link.index()]).collect();
            all.sort_by(f64::total_cmp);
            pitch[link.index()] = all.get(all.len() / 2).copied().unwrap_or(0.0);
        }
        Self { pitch }
    }

    /// The pose that a person would be in who stands calmly as the body does at rest; its lowest foot stays where it was.
    pub fn taken_out_of(&self, character: &Character, pose: &Pose) -> Pose {
        let kin = Kinematics::of(character, pose);
        let turned: Vec<DQuat> = character
            .link_ids()
            .map(|id| kin.link(id).rotation * DQuat::from_rotation_x(-self.pitch[id.index()]))
            .collect();
        let mut corrected = pose.clone();
        corrected.world_from_root.rotation = turned[0];
        for id in character.link_ids().skip(1) {
            let link = character.link(id);
            let Some(parent) = link.parent else { continue };
            let in_parent = turned[parent.index()].conjugate() * turned[id.index()];
            let from_joint = link.joint.parent_from_joint.rotation.conjugate() * in_parent;
            corrected.joints[id.index()] = match &link.joint.kind {
                JointKind::Fixed => JointCoordinate::Fixed,
                JointKind::Ball(_) => JointCoordinate::Ball(from_joint.normalize()),
                JointKind::Hinge { axis, .. } => {
                    let along = DVec3::new(from_joint.x, from_joint.y, from_joint.z).dot(*axis);
                    JointCoordinate::Hinge(wrap(2.0 * libm::atan2(along, from_joint.w)))
                }
            };
        }
        corrected.clamp_joints(character);
        let now = Kinematics::of(character, &corrected);
        let feet = character.standing_feet();
        let lowest = feet
            .map(|foot| character.feet[foot].whole.link)
            .min_by(|a, b| {
                let height = |link: &LinkId| kin.link(*link).translation.y;
                height(a).total_cmp(&height(b))
            });
        if let Some(foot) = lowest {
            let moved = kin.link(foot).translation - now.link(foot).translation;
            corrected.world_from_root.translation += moved;
        }
        corrected
    }
}

/// All links but those of arms and feet: what is in the middle, and what a sole hangs on.
fn leg_and_trunk(character: &Character) -> Vec<LinkId> {
    let mut links: Vec<LinkId> = character
        .link_ids()
        .filter(|id| character.partners[id.index()] == *id)
        .collect();
    for foot in character.standing_feet() {
        let mut above = character.link(character.feet[foot].whole.link).parent;
        while let Some(link) = above.filter(|link| character.partners[link.index()] != *link) {
            links.push(link);
            above = character.link(link).parent;
        }
    }
    links
}

/// How far each link leans forward about the axis across the body [rad].
fn pitches(character: &Character, pose: &Pose) -> Vec<f64> {
    let kin = Kinematics::of(character, pose);
    let links = character.link_ids();
    links
        .map(|id| {
            // What of its own up axis goes forward, across the body's own width.
            let link = kin.link(id);
            let up = link.direction(DVec3::Y);
            let across = link.direction(DVec3::X);
            let across = DVec3::new(across.x, 0.0, across.z).normalize_or(DVec3::X);
            let forward = across.cross(DVec3::Y);
            libm::atan2(up.dot(forward), up.y)
        })
        .collect()
}

/// The same angle between minus and plus half a circle.
fn wrap(angle: f64) -> f64 {
    (angle + PI).rem_euclid(2.0 * PI) - PI
}
