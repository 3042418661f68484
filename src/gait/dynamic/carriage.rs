//! How the body is carried over its legs: the pelvis turns and lists with the steps, the chest turns against it and stays
//! upright, the head keeps still, arms swing against the legs with bending elbows.

use super::super::biped::Biped;
use super::super::settings::ArmStyle;
use super::pace::Pace;
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::kinematics::Kinematics;
use crate::math::rotation_from_vector;
use glam::{DQuat, DVec3};

/// What the steps do to the body at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beat {
    /// Where the body faces [rad].
    pub(super) heading: f64,
    /// How far the left foot is ahead of the right one, as a share of the pace's own step: from −1 to 1 in a full one.
    pub(super) left_ahead: f64,
    /// Which foot stands: 1 the left one, −1 the right one.
    pub(super) left_stands: f64,
    /// How steeply the ground under its weight rises ahead [rad].
    pub(super) climb: f64,
    /// How much it walks, from 0 standing to 1.
    pub(super) walks: f64,
}

/// Carries a body at a pace.
#[derive(Clone, Debug)]
pub(super) struct Carriage {
    pace: Pace,
    arms_swing: bool,
    /// Whether the legs keep the pelvis in one plane.
    is_sagittal: bool,
    pelvis_at_rest: DQuat,
    /// From the pelvis to the chest, and on to the head: ball joints, and how their links lie at rest.
    trunk: Vec<(LinkId, DQuat)>,
    neck: Vec<(LinkId, DQuat)>,
    /// First links of arms, their sides, and the hinges that hang on them.
    arms: Vec<(LinkId, f64, Option<LinkId>)>,
    /// The pose with nothing of all that.
    style: Pose,
}

/// The pelvis lists by so much to the side of the leg that swings when a person strolls [rad].
const LIST: f64 = 0.055;
/// Shares of the pelvis's turn by which the chest turns the other way.
const CHEST_TURN: f64 = 0.75;
/// The trunk leans forward by so much at a stroll [rad].
const LEAN: f64 = 0.02;
/// Pelvis and chest lean by these shares of the slope that is climbed.
const PELVIS_CLIMBS: f64 = 0.5;
const CHEST_CLIMBS: f64 = 0.4;
/// Elbows of people who walk are bent by this much more than those of people who stand [rad], and arms hang this much farther back.
const ELBOW: f64 = 0.17;
const ARM_BACK: f64 = 0.06;
/// What is said of a stroll is meant for this speed of it.
const STROLL: f64 = 1.1;

impl Carriage {
    pub(super) fn new(
        character: &Character,
        biped: &Biped,
        (pace, arms): (Pace, ArmStyle),
        style: &Pose,
    ) -> Self {
        let kin = Kinematics::of(character, &character.rest);
        let chest = biped
            .arms
            .first()
            .and_then(|(arm, _)| character.link(*arm).parent);
        let at_rest = |link: LinkId| (link, kin.link(link).rotation);
        // All on the way must be balls: a hinge cannot turn as it is told here.
        let between = |from: LinkId, to: LinkId| -> Vec<(LinkId, DQuat)> {
            let up = std::iter::successors(Some(to), |link| character.link(*link).parent);
            let mut way: Vec<LinkId> = up.take_while(|link| *link != from).collect();
            let is_ball =
                |link: &LinkId| matches!(character.link(*link).joint.kind, JointKind::Ball(_));
            if !character.hangs_on(to, from) || !way.iter().all(is_ball) {
                return Vec::new();
            }
            way.reverse();
            way.into_iter().map(at_rest).collect()
        };
        let chest = chest.filter(|chest| character.hangs_on(*chest, biped.pelvis));
        let trunk = chest.map_or_else(Vec::new, |chest| between(biped.pelvis, chest));
        let under_head = if trunk.is_empty() {
            biped.pelvis
        } else {
            trunk[trunk.len() - 1].0
        };
        let neck = character
            .head()
            .map_or_else(Vec::new, |(head, _)| between(under_head, head));
        let hinge_below = |arm: LinkId| {
            let mut below = character.link_ids();
            let elbow = below.find(|link| character.link(*link).parent == Some(arm))?;
            let kind = &character.link(elbow).joint.kind;
            matches!(kind, JointKind::Hinge { .. }).then_some(elbow)
        };
        Self {
            pace,
            arms_swing: arms == ArmStyle::Swing,
            is_sagittal: biped.is_sagittal,
            pelvis_at_rest: biped.pelvis_at_rest,
            trunk,
            neck,
            arms: (biped.arms.iter())
                .map(|&(arm, side)| (arm, side, hinge_below(arm)))
                .collect(),
            style: style.clone(),
        }
    }

    /// Of the world's axes turned to the heading: how the pelvis is turned from rest.
    fn pelvis(&self, beat: &Beat) -> DQuat {
        let brisk = self.briskness();
        let turn = if self.is_sagittal {
            0.0
        } else {
            -0.5 * self.pace.pelvis_turn() * beat.left_ahead
        };
        let list = if self.is_sagittal {
            0.0
        } else {
            LIST * brisk * beat.walks * beat.left_stands
        };
        let lean = 0.5 * LEAN * brisk * beat.walks + PELVIS_CLIMBS * beat.climb;
        DQuat::from_rotation_y(turn) * rotation_from_vector(DVec3::new(lean, 0.0, list))
    }

    /// The same of the chest.
    fn chest(&self, beat: &Beat) -> DQuat {
        let turn = 0.5 * CHEST_TURN * self.pace.pelvis_turn() * beat.left_ahead;
        let lean = LEAN * self.briskness() * beat.walks + CHEST_CLIMBS * beat.climb;
        DQuat::from_rotation_y(turn) * DQuat::from_rotation_x(lean)
    }

    fn briskness(&self) -> f64 {
        (self.pace.person_speed / STROLL).min(1.3)
    }

    /// How the pelvis lies in the world.
    pub(super) fn world_from_pelvis(&self, beat: &Beat) -> DQuat {
        DQuat::from_rotation_y(beat.heading) * self.pelvis(beat) * self.pelvis_at_rest
    }

    /// The turn of the pelvis from how it lies at rest, in the world.
    pub(super) fn turn_of_pelvis(&self, beat: &Beat) -> DQuat {
        DQuat::from_rotation_y(beat.heading) * self.pelvis(beat)
    }

    /// Puts everything above the legs where it belongs.
    pub(super) fn pose_upper_body(&self, character: &Character, beat: &Beat, pose: &mut Pose) {
        let (pelvis, chest) = (self.pelvis(beat), self.chest(beat));
        let chest = if self.trunk.is_empty() { pelvis } else { chest };
        spread(
            character,
            &self.trunk,
            (pelvis * self.pelvis_at_rest, pelvis, chest),
            pose,
        );
        let below = self
            .trunk
            .last()
            .map_or(self.pelvis_at_rest, |(_, rest)| *rest);
        spread(
            character,
            &self.neck,
            (chest * below, chest, DQuat::IDENTITY),
            pose,
        );
        if !self.arms_swing {
            return;
        }
        let swing = 0.5 * self.pace.arm_swing() * beat.left_ahead;
        let bend = 0.5 * self.pace.elbow_swing() * beat.left_ahead;
        for &(arm, side, elbow) in &self.arms {
            // The left arm goes back as the left foot goes ahead.
            let back = side * swing + ARM_BACK * beat.walks;
            let joint = match self.style.joint(arm) {
                JointCoordinate::Ball(q) => {
                    JointCoordinate::Ball((DQuat::from_rotation_x(back) * q).normalize())
                }
                JointCoordinate::Hinge(rest) => JointCoordinate::Hinge(rest + back),
                JointCoordinate::Fixed => JointCoordinate::Fixed,
            };
            pose.joints[arm.index()] = joint.clamped(&character.link(arm).joint.kind);
            if let Some(elbow) = elbow
                && let JointCoordinate::Hinge(rest) = self.style.joint(elbow)
            {
                let angle = rest + ELBOW * beat.walks - side * bend;
                let joint = JointCoordinate::Hinge(angle);
                pose.joints[elbow.index()] = joint.clamped(&character.link(elbow).joint.kind);
            }
        }
    }
}

/// Spreads the turn between two links evenly over the joints between them. The turns are from how the links lie at rest, in axes
/// that go with the heading; `below` is how the first of them lies.
fn spread(
    character: &Character,
    way: &[(LinkId, DQuat)],
    (below, from, to): (DQuat, DQuat, DQuat),
    pose: &mut Pose,
) {
    let mut parent = below;
    for (k, (link, at_rest)) in way.iter().enumerate() {
        let share = (k + 1) as f64 / way.len() as f64;
        let lies = from.slerp(to, share) * *at_rest;
        let joint = &character.link(*link).joint;
        let q = (parent * joint.parent_from_joint.rotation).conjugate() * lies;
        let coordinate = JointCoordinate::Ball(q.normalize()).clamped(&joint.kind);
        pose.joints[link.index()] = coordinate;
        parent = lies;
    }
}
