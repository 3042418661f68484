//! What a jumping body does above its legs: the trunk leans into the crouch and is upright in the air, arms go back and are thrown up,
//! the gaze stays ahead.

use super::extremes::Extremes;
use super::timetable::{Effort, Timetable};
use crate::character::{Character, Pose};
use crate::gait::dynamic::upper_body::{Turns, UpperBody};
use glam::DQuat;

/// All of it over time; angles in radians.
#[derive(Clone, Debug)]
pub(super) struct Posture {
    /// How far the pelvis leans forward while something stands.
    pub(super) lean: Extremes,
    /// How far the chest leans beyond the pelvis.
    bow: Extremes,
    arms_back: Extremes,
    elbows: Extremes,
    /// How far the head is down.
    nod: Extremes,
}

/// Of a hop, and how much more of all one can [rad].
const LEAN: [f64; 2] = [0.12, 0.36];
const BOW: [f64; 2] = [0.06, 0.18];
const BACK: [f64; 2] = [0.35, 0.65];
const UP: [f64; 2] = [0.9, 1.3];
/// The same of the landing.
const LANDING_LEAN: [f64; 2] = [0.12, 0.34];
const LANDING_BOW: [f64; 2] = [0.06, 0.15];
/// Leaning when the toes leave and touch [rad].
const LEAN_OFF: f64 = 0.10;
const LEAN_TOUCH: f64 = 0.12;
/// And more for every metre that a person jumps ahead [rad].
const FAR_LEAN: f64 = 0.4;
const FAR_LEAN_OFF: f64 = 0.5;
const FAR_LEAN_TOUCH: f64 = 0.3;
/// Elbows bend as arms swing [rad].
const ELBOWS: f64 = 0.5;
/// Arms are farthest back before the body is lowest and are thrown up until a little after toes have left, of a person [s].
const BACK_BEFORE: f64 = 0.04;
const UP_AFTER: f64 = 0.06;
/// Arms come down to here while the legs give [rad].
const LANDED_ARMS: f64 = 0.55;
/// Where the gaze goes in the crouch [rad].
const NOD: f64 = 0.2;

impl Posture {
    pub(super) fn new(times: &Timetable, effort: &Effort, fineness: f64) -> Self {
        let quick = fineness.sqrt();
        let of = |[hop, more]: [f64; 2]| hop + more * effort.share;
        let (off, touch) = (times.off(), times.touch());
        let Timetable {
            crouch,
            bottom,
            low,
            still,
            ..
        } = *times;
        let top = 0.5 * (off + touch);
        Self {
            lean: Extremes(vec![
                (crouch, 0.0),
                (bottom, of(LEAN) + FAR_LEAN * effort.far),
                (off, LEAN_OFF + FAR_LEAN_OFF * effort.far),
                (touch, LEAN_TOUCH + FAR_LEAN_TOUCH * effort.far),
                (low, of(LANDING_LEAN) + FAR_LEAN_TOUCH * effort.far),
                (still, 0.0),
            ]),
            bow: Extremes(vec![
                (crouch, 0.0),
                (bottom, of(BOW)),
                (off + quick * UP_AFTER, -0.04),
                (touch, 0.02),
                (low, of(LANDING_BOW)),
                (still, 0.0),
            ]),
            arms_back: Extremes(vec![
                (crouch, 0.0),
                (bottom - quick * BACK_BEFORE, of(BACK)),
                ((off + quick * UP_AFTER).min(top), -of(UP)),
                (low, -LANDED_ARMS * effort.share),
                (still, 0.0),
            ]),
            elbows: Extremes(vec![
                (crouch, 0.0),
                (bottom, 0.5 * ELBOWS * effort.share),
                (off, ELBOWS * effort.share),
                (low, ELBOWS * effort.share),
                (still, 0.0),
            ]),
            nod: Extremes(vec![
                (crouch, 0.0),
                (bottom, NOD * effort.share),
                (off, -0.3 * NOD * effort.share),
                (touch, 1.2 * NOD * effort.share),
                (still, 0.0),
            ]),
        }
    }

    /// Puts everything above the legs where it belongs, with the pelvis leaning so far [rad].
    pub(super) fn pose(
        &self,
        (character, upper): (&Character, &UpperBody),
        (secs, lean): (f64, f64),
        pose: &mut Pose,
    ) {
        let turns = Turns {
            pelvis: DQuat::from_rotation_x(lean),
            chest: DQuat::from_rotation_x(lean + self.bow.at(secs)),
            head: DQuat::from_rotation_x(self.nod.at(secs)),
        };
        upper.carry(character, &turns, pose);
        let arm = (self.arms_back.at(secs), self.elbows.at(secs));
        upper.swing_arms(character, |_| arm, pose);
    }
}
