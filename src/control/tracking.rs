//! How well a ghost followed: errors and torques of every joint over a run.

use super::ghost::Ghost;
use super::moment::Moment;
use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;
use glam::DVec3;

/// Below this share of the plan's height over its lowest sole the centre of mass has fallen.
const FALLEN: f64 = 0.6;
/// Soles that stand and are higher over the ground than this share of that height hang in the air.
const HANGING: f64 = 0.5;

/// One joint over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointTracking {
    /// Sum of squared errors [rad²]; see [`Tracking::joint_rms`].
    square: f64,
    /// Largest error [rad].
    pub worst: f64,
    /// Largest torque of its drive [N m].
    pub most_torque: f64,
    /// Largest torque over what it can give, no unit.
    pub effort: f64,
}

/// One moment of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackingFrame {
    /// Time since the start of the plan [s].
    pub secs: f64,
    /// Root of the mean squared joint error [rad].
    pub rms: f64,
    /// Largest joint error [rad].
    pub worst: f64,
    /// How far the centre of mass is from the plan's [m].
    pub com_off: f64,
}

/// A run, measured frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracking {
    /// In the order of time.
    pub frames: Vec<TrackingFrame>,
    /// (links)
    pub joints: Vec<JointTracking>,
    /// The joint with the largest error, and when.
    pub worst: Option<(LinkId, f64)>,
    /// How far the pinned foot was from where the plan has it, at most [m].
    pub support_moved: f64,
    /// Whether it did not stay on its feet: the centre of mass sank far below the plan's, or it left the ground.
    pub fell: bool,
    /// Whether soles that should stand were far over the ground, or over none.
    pub left_ground: bool,
    worst_so_far: f64,
}

impl Tracking {
    /// Measures the ghost against the plan; call once a frame.
    pub fn measure(&mut self, ghost: &Ghost, plan: &Moment, secs: f64) {
        let outcome = ghost.outcome();
        let character = ghost.character();
        self.joints
            .resize(character.links.len(), JointTracking::default());
        let (planned, state) = (&plan.planned.pose, ghost.state());
        let (mut square, mut count, mut worst) = (0.0, 0_u32, 0.0_f64);
        for (id, gain) in character.link_ids().zip(ghost.gains()) {
            let Some(gain) = gain else {
                continue;
            };
            let error = planned.joint(id).turn_to(state.pose.joint(id)).length();
            let joint = &mut self.joints[id.index()];
            joint.square += error * error;
            joint.worst = joint.worst.max(error);
            let torque = outcome.torques.get(id.index()).map_or(0.0, |t| t.length());
            joint.most_torque = joint.most_torque.max(torque);
            joint.effort = joint.effort.max(torque / gain.most_torque);
            if error > worst.max(self.worst_so_far) {
                self.worst = Some((id, secs));
            }
            worst = worst.max(error);
            square += error * error;
            count += 1;
        }
        self.worst_so_far = self.worst_so_far.max(worst);
        let (wanted, found) = (
            Kinematics::of(character, planned),
            Kinematics::of(character, &state.pose),
        );
        self.frames.push(TrackingFrame {
            secs,
            rms: (square / f64::from(count.max(1))).sqrt(),
            worst,
            com_off: wanted.com.distance(found.com),
        });
        if let Some(link) = ghost.pinned_link() {
            let moved = wanted
                .link(link)
                .translation
                .distance(found.link(link).translation);
            self.support_moved = self.support_moved.max(moved);
        }
        let ground = lowest_sole(character, &wanted);
        let height = wanted.com.y - ground;
        // What is no number has not stayed up.
        let stays_up = found.com.y - ground >= FALLEN * height;
        // Who lies has its feet wherever they are.
        let hangs = stays_up && hangs_in_the_air(ghost, plan, &found, HANGING * height);
        self.left_ground |= hangs;
        self.fell |= hangs || !stays_up;
    }

    /// What became of it, in words: "it did not fall".
    pub const fn verdict(&self) -> &'static str {
        match (self.left_ground, self.fell) {
            (true, _) => "it was in the air",
            (false, true) => "it fell",
            (false, false) => "it did not fall",
        }
    }

    /// Root of the mean squared error over all joints and frames [rad].
    pub fn rms(&self) -> f64 {
        let sum: f64 = self.frames.iter().map(|frame| frame.rms * frame.rms).sum();
        (sum / self.frames.len().max(1) as f64).sqrt()
    }

    /// Largest error of any joint [rad].
    pub const fn worst_error(&self) -> f64 {
        self.worst_so_far
    }

    /// Root of a joint's mean squared error [rad].
    pub fn joint_rms(&self, link: LinkId) -> f64 {
        let square = self
            .joints
            .get(link.index())
            .map_or(0.0, |joint| joint.square);
        (square / self.frames.len().max(1) as f64).sqrt()
    }
}

/// Whether soles stand by the plan, and every one of them is farther over the ground than that [m]. A pin holds a foot
/// wherever the plan has it, be it in the air.
fn hangs_in_the_air(ghost: &Ghost, plan: &Moment, found: &Kinematics, farther_than: f64) -> bool {
    let soles = ghost.character().soles.iter().enumerate();
    let mut standing = soles
        .filter(|(sole, _)| plan.contacts.contains(*sole))
        .map(|(_, sole)| found.link(sole.link).point(sole.center_in_link()))
        .peekable();
    let is_high = |point: DVec3| {
        let clearance = ghost.level().clearance(point, ghost.state().time_secs);
        clearance.is_none_or(|clearance| clearance > farther_than)
    };
    standing.peek().is_some() && standing.all(is_high)
}

/// Height of the lowest sole in a pose [m].
fn lowest_sole(character: &Character, kin: &Kinematics) -> f64 {
    let centers = character.standing_soles().map(|sole| {
        let center: DVec3 = kin.link(sole.link).point(sole.center_in_link());
        center.y
    });
    centers.fold(f64::INFINITY, f64::min).min(kin.com.y)
}
