//! What a motion takes of its joints: torques beside strength, by inverse dynamics and without a ghost.
//!
//! ```text
//! frame, its neighbours ──> rates, accelerations ──> push that it needs ──shared by what touches──> forces ──> torques
//!                                                        (RNEA)              (soft ground)                     (RNEA)
//! ```
//! What the ground cannot give, because the zero-moment point is outside or soles would slip, acts on the first link, as a hand at
//! the pelvis would.

use super::gains::{GRAVITY, Muscle, gains};
use super::moment::write_motion;
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::{BearingPoint, Kinematics, Push, share_push};
use crate::level::Level;
use crate::motion::Clip;
use crate::motion::audit::touching;
use crate::physics::{BodyId, Load, NeededTorques, Planned};
use glam::DVec3;

/// What one joint gives at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointExertion {
    /// The link that hangs on the joint.
    pub link: LinkId,
    /// Highest torque of all frames [N m].
    pub torque: f64,
    /// Where that is.
    pub frame: usize,
    /// What an athlete with such a body can give [N m].
    pub strength: f64,
}

impl JointExertion {
    /// Of what an athlete can give; above one it is more.
    pub fn share(&self) -> f64 {
        self.torque / self.strength
    }
}

/// What a motion takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exertion {
    /// Every joint that turns, the one with the highest share first; none of a clip of less than three frames.
    pub joints: Vec<JointExertion>,
}

impl Exertion {
    /// Of a clip, whose first and last frame have no accelerations. `moving` are the poses that are differentiated: the clip's own, or
    /// those of a recording without its noise. (frames)
    pub fn new<'p>(
        character: &Character,
        clip: &Clip,
        moving: impl Fn(usize) -> &'p Pose,
        level: Option<&Level>,
    ) -> Self {
        let athlete = Muscle {
            strength: 1.0,
            ..Muscle::default()
        };
        let joints = character.link_ids().zip(gains(character, &athlete));
        let mut joints: Vec<JointExertion> = joints
            .filter_map(|(link, gain)| {
                Some(JointExertion {
                    link,
                    torque: 0.0,
                    frame: 0,
                    strength: gain?.most_torque,
                })
            })
            .collect();
        let mut measure = Measure::new(character, level);
        let inner = 1..clip.frames.len().saturating_sub(1);
        if inner.is_empty() {
            return Self::default();
        }
        for frame in inner {
            let poses = [frame - 1, frame, frame + 1].map(&moving);
            let torques = measure.torques(clip, frame, poses);
            for joint in &mut joints {
                let torque = torques[joint.link.index()].length();
                if torque > joint.torque {
                    (joint.torque, joint.frame) = (torque, frame);
                }
            }
        }
        joints.sort_by(|a, b| b.share().total_cmp(&a.share()));
        Self { joints }
    }
}

/// Measures frames; keeps its memory.
struct Measure<'a> {
    character: &'a Character,
    level: Option<&'a Level>,
    needed: NeededTorques,
    planned: Planned,
    loads: Vec<Load>,
}

impl<'a> Measure<'a> {
    fn new(character: &'a Character, level: Option<&'a Level>) -> Self {
        Self {
            character,
            level,
            needed: NeededTorques::new(character),
            planned: Planned::at_rest(character.rest.clone()),
            loads: Vec::new(),
        }
    }

    /// Torques of every joint in a frame, given the poses before, in and after it. (links)
    fn torques(&mut self, clip: &Clip, frame: usize, poses: [&Pose; 3]) -> &[DVec3] {
        let character = self.character;
        let gravity = -GRAVITY * DVec3::Y;

        // 1 how it moves, and the push that this needs
        let [earlier, now, later] = poses;
        self.planned.pose.clone_from(now);
        write_motion(&mut self.planned, earlier, later, clip.frame_secs);
        let (force, moment) = (self.needed).find_push(character, &self.planned, gravity);

        // 2 what stands shares it
        let shown = Kinematics::of(character, &clip.frames[frame].pose);
        let contacts = clip.frames[frame].contacts;
        let secs = clip.start_secs + clip.frame_time(frame);
        let touching = touching((character, &shown), contacts, self.level, secs);
        let points: Vec<BearingPoint> = touching.iter().map(|(_, point)| *point).collect();
        let forces = share_push(&points, &Push { force, moment });
        self.loads.clear();
        let pushed = touching.iter().zip(forces);
        self.loads.extend(pushed.map(|((link, point), force)| {
            let point_in_link = shown.link(*link).inverse().point(point.point_in_world);
            Load::force(BodyId::Link(*link), point_in_link, force)
        }));

        // 3 what is left is the joints' own
        let acting = (gravity, &self.loads[..]);
        (self.needed).find_free(character, &self.planned, acting)
    }
}
