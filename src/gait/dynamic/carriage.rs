//! How the body is carried over its legs: the pelvis turns and lists with the steps, the chest turns against it and stays
//! upright, the head keeps still, arms swing against the legs with bending elbows.

use super::super::biped::Biped;
use super::super::settings::ArmStyle;
use super::pace::Pace;
use super::upper_body::{Turns, UpperBody};
use crate::character::{Character, Pose};
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
    upper: UpperBody,
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
        Self {
            pace,
            arms_swing: arms == ArmStyle::Swing,
            is_sagittal: biped.is_sagittal,
            upper: UpperBody::new(character, biped, style),
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
        self.upper
            .world_from_pelvis(beat.heading, self.pelvis(beat))
    }

    /// The turn of the pelvis from how it lies at rest, in the world.
    pub(super) fn turn_of_pelvis(&self, beat: &Beat) -> DQuat {
        DQuat::from_rotation_y(beat.heading) * self.pelvis(beat)
    }

    /// Puts everything above the legs where it belongs.
    pub(super) fn pose_upper_body(&self, character: &Character, beat: &Beat, pose: &mut Pose) {
        let turns = Turns {
            pelvis: self.pelvis(beat),
            chest: self.chest(beat),
            head: DQuat::IDENTITY,
        };
        self.upper.carry(character, &turns, pose);
        if !self.arms_swing {
            return;
        }
        let swing = 0.5 * self.pace.arm_swing() * beat.left_ahead;
        let bend = 0.5 * self.pace.elbow_swing() * beat.left_ahead;
        // The left arm goes back as the left foot goes ahead.
        let arm = |side: f64| {
            let back = side * swing + ARM_BACK * beat.walks;
            (back, ELBOW * beat.walks - side * bend)
        };
        self.upper.swing_arms(character, arm, pose);
    }
}
