//! A recording on its own skeleton: the flesh of a character on the recorded bones, and the motion as it was recorded.
//!
//! ```text
//! Recording ──reading──> bones ──flesh──> Character, a link for every joint that is part of a body
//!                          └────rows────> Clip, the same angles                                    (fingers and faces stay rows of the file)
//! ```
//! Nothing is scaled and nothing is kept back: joints are balls that go as far as people's and as far as the recording turns them. Only
//! toes bend about one axis, as feet roll over it.

mod body;
mod bones;
mod fit;
mod flesh;
mod lie;

use super::floor::{Floor, told_slope};
use super::reading::Reading;
use super::retarget::{RetargetReport, RetargetSettings};
use crate::character::{Character, JointCoordinate, JointKind, Pose};
use crate::math::{ShortNumber, Transform};
use crate::motion::{Clip, Contacts, Recorder, Recording};
use body::{body, widen_limits};
use bones::{Bone, bones, stretch};
use glam::{DQuat, DVec3};
use lie::ups_of_soles;

/// A recording's body and its motion.
#[derive(Clone, Debug)]
pub struct OwnBody {
    /// The flesh of another character on the recorded bones.
    pub character: Character,
    /// The motion, without contacts, its ground at zero.
    pub clip: Clip,
    /// The recorded joint of every link. (links)
    pub joint_of_link: Vec<usize>,
    /// How every link lies in its joint's axes. (links)
    pub joint_from_link: Vec<DQuat>,
    /// Our axes from the file's.
    pub ours_from_file: DQuat,
    /// What was found.
    pub report: RetargetReport,
}

/// What a body of this kind is called.
pub const OWN: &str = "own";
/// Bones that change their length by more than this are told [m].
const STRETCHED: f64 = 1e-3;
/// Toes that turn about other axes by more than this are told [rad].
const OFF_AXIS: f64 = 0.1;

/// Puts a character's flesh on the bones of a recording.
///
/// # Panics
/// When the recording has no rows: readers say so first.
pub fn on_own_skeleton(
    flesh: &Character,
    recording: &Recording,
    settings: &RetargetSettings,
) -> OwnBody {
    let reading = Reading::new(flesh, recording, settings);
    let bones = bones(flesh, recording, &reading);
    let ours_from_file = reading.up.ours_from_file();
    let metres = reading.unit.metres;
    let rows = reading.skipped_rows..recording.rows();
    let moved = |character: Character| {
        let mut motion = Rows {
            character,
            bones: &bones,
            ours_from_file,
            metres,
            off_axis: 0.0,
        };
        let mut world = Vec::new();
        let poses = rows.clone().map(|row| {
            recording.world_from_joint(row, &mut world);
            motion.pose(&world)
        });
        let poses: Vec<Pose> = poses.collect();
        (motion.character, poses, motion.off_axis)
    };
    // How feet lie when they stand is seen from the motion.
    let (first, poses, _) = moved(body(flesh, recording, &reading, (&bones, &[])));
    let ups = ups_of_soles(&first, &poses, recording.frame_secs);
    let (mut character, mut poses, off_axis) =
        moved(body(flesh, recording, &reading, (&bones, &ups)));
    widen_limits(&mut character, &poses);
    let floor = Floor::of(&character, &poses, recording.frame_secs);
    for (frame, pose) in poses.iter_mut().enumerate() {
        pose.world_from_root.translation.y -= floor.lower(frame);
    }
    let mut recorder = Recorder::new(&character);
    let frames = poses.into_iter();
    let frames = frames.map(|pose| recorder.frame(pose, Contacts::NONE));
    let clip = Clip {
        name: recording.name.clone(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: recording.frame_secs,
        frames: frames.collect(),
    };

    let mut notes = reading.notes(recording);
    notes.extend(told_slope(floor.slope));
    let bends = |character: &Character| character.feet.iter().any(|foot| foot.parts.len() > 1);
    if bends(flesh) && !bends(&character) {
        notes.push("no joint of the recording bends its feet: their soles are stiff".to_owned());
    }
    if off_axis > OFF_AXIS {
        let degrees = ShortNumber(off_axis.to_degrees().round());
        notes.push(format!(
            "toes bend about one axis here; the recording turns them by up to {degrees}° about others"
        ));
    }
    let stretches = bones.iter().skip(1);
    let stretches = stretches.map(|bone| metres * stretch(recording, bone, reading.skipped_rows));
    let most = stretches.fold(0.0, f64::max);
    if most > STRETCHED {
        let mm = ShortNumber((1e3 * most).round());
        notes.push(format!(
            "bones of the recording change by up to {mm} mm; here they stay as long as they are in the mean"
        ));
    }
    let names = |joints: Vec<usize>| -> Vec<String> {
        let names = joints.into_iter();
        names.map(|j| recording.joints[j].name.clone()).collect()
    };
    let joint_of_link: Vec<usize> = bones.iter().map(|bone| bone.joint).collect();
    let is_carried = |joint: &usize| !joint_of_link.contains(joint);
    let report = RetargetReport {
        unit: reading.unit,
        up_axis: reading.up,
        scale: metres,
        mapped: reading.map.mapped_names(flesh, recording),
        unmapped_recorded: names((0..recording.joints.len()).filter(is_carried).collect()),
        unmapped_links: Vec::new(),
        missing_links: if settings.map.is_empty() {
            let missing = reading.map.missing_links(flesh).into_iter();
            missing.map(str::to_owned).collect()
        } else {
            Vec::new()
        },
        skipped_rows: reading.skipped_rows,
        notes,
        soles: floor.soles,
    };
    OwnBody {
        clip,
        joint_from_link: bones.iter().map(|bone| bone.joint_from_link).collect(),
        joint_of_link,
        ours_from_file,
        report,
        character,
    }
}

/// Rows as poses.
struct Rows<'a> {
    character: Character,
    bones: &'a [Bone],
    ours_from_file: DQuat,
    metres: f64,
    /// How far joints with one axis are turned about others at most [rad].
    off_axis: f64,
}

impl Rows<'_> {
    fn pose(&mut self, world: &[Transform]) -> Pose {
        let mut pose = Pose::zero(&self.character.links);
        let mut rotations: Vec<DQuat> = Vec::with_capacity(self.bones.len());
        for (bone, link) in self.bones.iter().zip(&self.character.links) {
            let joint = &world[bone.joint];
            let asked = (self.ours_from_file * joint.rotation * bone.joint_from_link).normalize();
            let Some(parent) = bone.parent else {
                let at = self.ours_from_file * (self.metres * joint.translation);
                pose.world_from_root = Transform::new(asked, at);
                rotations.push(asked);
                continue;
            };
            let before = rotations[parent] * link.joint.parent_from_joint.rotation;
            let turn = (before.conjugate() * asked).normalize();
            let coordinate = match link.joint.kind {
                JointKind::Hinge { axis, .. } => {
                    let turn = if turn.w < 0.0 { -turn } else { turn };
                    let along = DVec3::new(turn.x, turn.y, turn.z).dot(axis);
                    JointCoordinate::Hinge(2.0 * libm::atan2(along, turn.w))
                }
                JointKind::Ball(_) => JointCoordinate::Ball(turn),
                JointKind::Fixed => JointCoordinate::Fixed,
            };
            let given = coordinate.rotation(&link.joint.kind);
            self.off_axis = self.off_axis.max(given.angle_between(turn));
            pose.joints[rotations.len()] = coordinate;
            rotations.push((before * given).normalize());
        }
        pose
    }
}
