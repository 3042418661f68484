//! The transfer: every recorded row becomes a pose, link by link from the root outward, in world axes.
//!
//! A link takes the orientation of its joint through [`super::reference`]. A limb whose next joint is a hinge (upper arm,
//! thigh) is twisted so that the hinge's axis stands across the plane of the recorded bend; near-straight limbs have no
//! such plane and take the recorded twist. Hinges take the angle between the recorded bones. Everything stays inside the
//! joints' limits, and what a limit takes from one link does not turn the links beyond it.

use super::bend::ShownBend;
use super::floor::{Floor, told_slope};
use super::guess::{LengthUnit, UpAxis, sampled_rows};
use super::kept_back::{Limits, lifted_by_limits, told_kept_back};
use super::legs::Legs;
use super::map::GivenMap;
use super::reading::Reading;
use super::reference::{Pair, axes};
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::math::Transform;
use crate::motion::{Clip, Contacts, Recorder, Recording, SoleTracks};
use glam::{DQuat, DVec2, DVec3};

/// What people say about a recording instead of having it guessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetargetSettings {
    /// The file's unit. Default: guessed from the legs.
    pub unit: Option<LengthUnit>,
    /// The axis that points up. Default: guessed from the body.
    pub up: Option<UpAxis>,
    /// Joints mapped by hand. Default: none.
    pub map: GivenMap,
}

/// What was guessed and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct RetargetReport {
    /// The file's unit.
    pub unit: LengthUnit,
    /// Its axis that points up.
    pub up_axis: UpAxis,
    /// Our metres for one of its units: the ratio of the legs, so that steps fit.
    pub scale: f64,
    /// (recorded joint, link) of everything that moves together.
    pub mapped: Vec<(String, String)>,
    /// Recorded joints that move nothing.
    pub unmapped_recorded: Vec<String>,
    /// Links that nothing moves: they stay at rest, or share out what their neighbours do.
    pub unmapped_links: Vec<String>,
    /// Of these, links without which a motion is not that of the body, where no map was given.
    pub missing_links: Vec<String>,
    /// Rows at the start that are no motion.
    pub skipped_rows: usize,
    /// What else people should know, as sentences.
    pub notes: Vec<String>,
    /// How the soles move before joints are held to their limits: what shows where the recorded feet stood.
    pub soles: SoleTracks,
}

/// Turns a recording into a clip of a character, without contacts. Headings stay as recorded; the ground is at zero.
///
/// # Panics
/// When the recording has no rows: readers say so first.
pub fn retarget(
    character: &Character,
    recording: &Recording,
    settings: &RetargetSettings,
) -> (Clip, RetargetReport) {
    let reading = Reading::new(character, recording, settings);
    let pair = reading.pair(character, recording);
    let scale = reading.scale();
    let mut transfer = Transfer {
        pair,
        joint_from_link: reading.joint_from_link.clone(),
        scale,
        ours_from_file: reading.up.ours_from_file(),
        usual_turns: vec![0.0; character.links.len()],
    };
    transfer.usual_turns = transfer.usual_turns();
    let mut notes = reading.notes(recording);
    let (clip, soles, told) = transfer.clip();
    notes.extend(told);
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let map = &reading.map;
    let report = RetargetReport {
        unit: reading.unit,
        up_axis: reading.up,
        scale,
        mapped: map.mapped_names(character, recording),
        unmapped_recorded: names(map.unmapped_joints(recording)),
        unmapped_links: names(map.unmapped_links(character)),
        missing_links: if settings.map.is_empty() {
            names(map.missing_links(character))
        } else {
            Vec::new()
        },
        skipped_rows: reading.skipped_rows,
        notes,
        soles,
    };
    (clip, report)
}

/// All that is the same for every row.
struct Transfer<'a> {
    pair: Pair<'a>,
    /// (links)
    joint_from_link: Vec<Option<DQuat>>,
    scale: f64,
    ours_from_file: DQuat,
    /// How far bends show a hinge's axis turned from where the recorded turn has it, in the middle of the motion [rad]. (links)
    usual_turns: Vec<f64>,
}

impl Transfer<'_> {
    /// The mean turn of every hinge's axis over rows that show it. (links)
    fn usual_turns(&self) -> Vec<f64> {
        let Pair {
            character,
            recording,
            first_row,
            ..
        } = self.pair;
        let mut sums = vec![DVec2::ZERO; character.links.len()];
        let mut world = Vec::new();
        for row in sampled_rows(recording, first_row) {
            recording.world_from_joint(row, &mut world);
            for link in character.link_ids() {
                if let Some(shown) = self.shown_bend(link, &world) {
                    let (share, turn) = shown.turn();
                    sums[link.index()] += share * DVec2::from_angle(turn);
                }
            }
        }
        sums.into_iter()
            .map(|sum| libm::atan2(sum.y, sum.x))
            .collect()
    }

    /// The clip, how its soles move without limits, and sentences on a floor that was aslant and on what limits took.
    fn clip(&self) -> (Clip, SoleTracks, Vec<String>) {
        let Pair {
            character,
            recording,
            first_row,
            ..
        } = self.pair;
        let mut world = Vec::new();
        let mut rotations = Vec::new();
        let mut poses = |limits: Limits| -> Vec<Pose> {
            let rows = first_row..recording.rows();
            rows.map(|row| {
                recording.world_from_joint(row, &mut world);
                self.pose(&world, limits, &mut rotations)
            })
            .collect()
        };
        let free = poses(Limits::Ignored);
        let floor = Floor::of(character, &free, recording.frame_secs);
        let mut limited = poses(Limits::Respected);
        let legs = Legs::new(character);
        for (free, limited) in free.iter().zip(&mut limited) {
            legs.put_back(free, limited);
        }
        let moved = SoleTracks::new(character, limited.iter(), recording.frame_secs);
        let kept_back = told_kept_back(character, free.iter().zip(&limited));
        let mut recorder = Recorder::new(character);
        let frames = limited.drain(..).enumerate().map(|(frame, mut pose)| {
            let lower = floor.lower(frame);
            pose.world_from_root.translation.y -= lower;
            pose.world_from_root.translation +=
                lifted_by_limits(&floor.soles, &moved, frame, lower);
            recorder.frame(pose, Contacts::NONE)
        });
        let clip = Clip {
            name: recording.name.clone(),
            character: character.name.clone(),
            level: None,
            balance: None,
            start_secs: 0.0,
            frame_secs: recording.frame_secs,
            frames: frames.collect(),
        };
        let mut told: Vec<String> = told_slope(floor.slope).into_iter().collect();
        told.extend(kept_back);
        (clip, floor.soles, told)
    }

    /// One row as a pose. `rotations` becomes the world rotation of every link.
    fn pose(&self, world: &[Transform], limits: Limits, rotations: &mut Vec<DQuat>) -> Pose {
        let character = self.pair.character;
        let mut pose = character.rest.clone();
        rotations.clear();
        for link in character.link_ids() {
            let joint = &character.link(link).joint;
            let Some(parent) = character.link(link).parent else {
                rotations.push(self.recorded(link, world).unwrap_or(DQuat::IDENTITY));
                continue;
            };
            let world_from_joint = rotations[parent.index()] * joint.parent_from_joint.rotation;
            let coordinate = match joint.kind {
                JointKind::Fixed => JointCoordinate::Fixed,
                JointKind::Hinge { axis, .. } => {
                    let angle = self.hinge_angle(link, axis, world_from_joint, world);
                    angle.map_or(pose.joint(link), JointCoordinate::Hinge)
                }
                JointKind::Ball(_) => {
                    let asked = self
                        .bent(link, world)
                        .or_else(|| self.recorded(link, world))
                        .or_else(|| self.shared_out(link, rotations[parent.index()], world));
                    asked.map_or(pose.joint(link), |world_from_link| {
                        let turn = world_from_joint.conjugate() * world_from_link;
                        JointCoordinate::Ball(turn.normalize())
                    })
                }
            };
            let coordinate = match limits {
                Limits::Respected => coordinate.clamped(&joint.kind),
                Limits::Ignored => coordinate,
            };
            pose.joints[link.index()] = coordinate;
            rotations.push((world_from_joint * coordinate.rotation(&joint.kind)).normalize());
        }
        pose.world_from_root = Transform::new(rotations[0], self.root_place(rotations[0], world));
        pose
    }

    /// The orientation that the recording has for a link.
    fn recorded(&self, link: LinkId, world: &[Transform]) -> Option<DQuat> {
        let joint = self.pair.map.joint(link)?;
        let joint_from_link = self.joint_from_link[link.index()]?;
        Some((self.ours_from_file * world[joint].rotation * joint_from_link).normalize())
    }

    /// Unit vector from a link's recorded joint to that of the next mapped link outward.
    fn bone(&self, link: LinkId, world: &[Transform]) -> Option<(LinkId, DVec3)> {
        let (child, child_joint) = self.pair.mapped_child(link)?;
        let joint = self.pair.map.joint(link)?;
        let bone = world[child_joint].translation - world[joint].translation;
        Some((child, self.ours_from_file * bone.try_normalize()?))
    }

    /// The orientation of a limb whose next joint is a hinge: the bone as recorded, the hinge's axis across the bend.
    fn bent(&self, link: LinkId, world: &[Transform]) -> Option<DQuat> {
        let shown = self.shown_bend(link, world)?;
        let axis = shown.axis(self.usual_turns[link.index()]);
        let from = axes(shown.bone_in_link, shown.axis_in_link)?;
        let to = axes(shown.bone, axis)?;
        Some(DQuat::from_mat3(&(to * from.transpose())).normalize())
    }

    /// What a row shows of the hinge at the end of a limb.
    fn shown_bend(&self, link: LinkId, world: &[Transform]) -> Option<ShownBend> {
        /// Sine of the most that a bone may lean towards its hinge's axis.
        const ACROSS: f64 = 0.2;
        let recorded = self.recorded(link, world)?;
        let (child, bone) = self.bone(link, world)?;
        let joint = &self.pair.character.link(child).joint;
        let JointKind::Hinge { axis, range } = joint.kind else {
            return None;
        };
        let axis_in_link = joint.parent_from_joint.rotation * axis;
        let bone_in_link = self.pair.bone_in_link(link, child)?;
        if bone_in_link.dot(axis_in_link).abs() > ACROSS {
            return None;
        }
        let lower = self.bone(child, world).map(|(_, lower)| lower);
        let lower = lower.filter(|_| self.is_straight_at_zero(bone_in_link, child));
        let sign = (range.low + range.high).signum();
        Some(ShownBend {
            bone_in_link,
            axis_in_link,
            bone,
            recorded_axis: recorded * axis_in_link,
            bend: lower.map_or(DVec3::ZERO, |lower| sign * bone.cross(lower)),
        })
    }

    /// Whether a hinge at zero leaves its limb straight; only then does a bend show its axis.
    fn is_straight_at_zero(&self, bone_in_link: DVec3, child: LinkId) -> bool {
        let next = self.pair.mapped_child(child);
        let bone = next.and_then(|(next, _)| self.pair.bone_in_link(child, next));
        let joint = &self.pair.character.link(child).joint;
        let from_child = joint.parent_from_joint.rotation;
        bone.is_some_and(|bone| (from_child * bone).dot(bone_in_link) > 0.98)
    }

    /// The angle of a hinge: between the recorded bones, or what the recorded turn has about its axis.
    fn hinge_angle(
        &self,
        link: LinkId,
        axis: DVec3,
        world_from_joint: DQuat,
        world: &[Transform],
    ) -> Option<f64> {
        if let Some((child, bone)) = self.bone(link, world)
            && let Some(at_zero) = self.pair.bone_in_link(link, child)
        {
            let bone = (world_from_joint.conjugate() * bone).reject_from_normalized(axis);
            let at_zero = at_zero.reject_from_normalized(axis);
            if bone.length() > 1e-6 && at_zero.length() > 1e-6 {
                return Some(libm::atan2(
                    axis.dot(at_zero.cross(bone)),
                    at_zero.dot(bone),
                ));
            }
        }
        let turn = world_from_joint.conjugate() * self.recorded(link, world)?;
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let along = DVec3::new(turn.x, turn.y, turn.z).dot(axis);
        Some(2.0 * libm::atan2(along, turn.w))
    }

    /// A link between two mapped ones takes its even share of the turn between them.
    fn shared_out(&self, link: LinkId, parent: DQuat, world: &[Transform]) -> Option<DQuat> {
        let character = self.pair.character;
        let mut mapped = character
            .link_ids()
            .filter(|other| self.pair.map.joint(*other).is_some());
        mapped.find_map(|other| {
            let up = |link: &LinkId| character.link(*link).parent;
            let steps = std::iter::successors(Some(other), up).position(|l| l == link)?;
            let target = self.recorded(other, world)?;
            Some(parent.slerp(target, 1.0 / (steps as f64 + 1.0)))
        })
    }

    /// Where the root is: the middle of the hips as recorded.
    fn root_place(&self, world_from_root: DQuat, world: &[Transform]) -> DVec3 {
        let character = self.pair.character;
        let (mut ours, mut recorded, mut count) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for link in character.link_ids() {
            let is_leg = character.link(link).parent == Some(LinkId::ROOT)
                && character.partners[link.index()] != link;
            if let Some(joint) = self.pair.map.joint(link).filter(|_| is_leg) {
                ours += character.link(link).joint.parent_from_joint.translation;
                recorded += world[joint].translation;
                count += 1.0;
            }
        }
        if count == 0.0 {
            let root = self.pair.map.joint(LinkId::ROOT).unwrap_or(0);
            return self.ours_from_file * (self.scale * world[root].translation);
        }
        let middle = self.ours_from_file * (recorded * (self.scale / count));
        middle - world_from_root * (ours / count)
    }
}
