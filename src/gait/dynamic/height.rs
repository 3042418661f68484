//! How high the pelvis is carried: as the standing knee of people has it, no higher than both legs reach, and smoothly.
//!
//! The knee is nearly straight when the heel strikes, gives way under the load, stretches while the body passes over the
//! foot, and bends again before the toes leave (Perry 1992, figure 4.3). Where both feet stand each has its say by its
//! share of the weight.

use super::super::biped::Biped;
use super::footwork::FootMoment;
use super::legs::{STRAIGHTEST, stretch};
use super::pace::Pace;
use super::two_bones::TwoBones;
use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::math::{BandedProgram, BandedRow, ease};
use glam::{DQuat, DVec2};

/// One frame, as the height of the pelvis depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeightMoment {
    pub(super) feet: [FootMoment; 2],
    /// Of the weight on the left foot [0..1].
    pub(super) left_share: f64,
    /// Of the pelvis's pivot (x, z) [m].
    pub(super) pelvis_xz: DVec2,
    /// How the pelvis is turned from rest, in the world.
    pub(super) pelvis_turn: DQuat,
}

/// What legs do to the height.
#[derive(Clone, Debug)]
pub(super) struct Legs<'a> {
    biped: &'a Biped,
    pace: Pace,
    /// Whether heels rise over toes.
    rolls: bool,
    /// How much of its length each leg is used with while it carries.
    used: [f64; 2],
    /// Where they are of two bones: how far their ankles bend.
    two_bones: Option<&'a [TwoBones; 2]>,
}

/// Knee flexion at heel strike, in the middle of stance, and when toes leave [rad].
const AT_STRIKE: f64 = 0.114;
const IN_STANCE: f64 = 0.18;
const AT_TOE_OFF: f64 = 0.35;
/// The same when toes leave of a foot of one piece, whose heel has not risen.
const AT_STIFF_OFF: f64 = 0.17;
/// When the load has come, when the knee is straight again, and when it begins to bend, as shares of stance.
const LOADED: f64 = 0.2;
const STRAIGHT: f64 = 0.55;
const BENDS: f64 = 0.72;
/// Before and when it lands a leg is no straighter than this: it would snap.
const IN_SWING: f64 = 0.125;
/// A leg that is longer than the other one is used with this share of what it is longer: such a body limps a little and crouches a
/// little.
const LIMP: f64 = 0.35;
/// Knee flexion of a person at rest [rad].
const AT_REST: f64 = 0.14;
/// What the squared jerk of the pelvis's height costs beside its squared distance from what knees would have, for steps of one
/// second [s⁶].
const SMOOTHNESS: f64 = 1.1e-6;
/// The pelvis is not accelerated by more than this down and up [m/s²], if legs let it.
const FALL: f64 = 3.15;
const JUMP: f64 = 4.3;
/// How stiff that is beside what knees would have.
const SOFTNESS: f64 = 0.1;
/// How stiff the legs' length is beside that, and what is given.
const STIFFNESS: f64 = 1e7;
/// The same of ankles that are bent as far as they go.
const ANKLES: f64 = 1e5;
const GIVEN: f64 = 1e13;

/// How far a leg is bent at least, so that no knee snaps [rad]: little while it carries, more from toe-off on while it swings ahead.
fn least_flexion(foot: &FootMoment) -> f64 {
    let between = |from: f64, to: f64, share: f64| from + ease(share) * (to - from);
    let (swing, straightest, leaves) = (IN_SWING, STRAIGHTEST, LEAVES);
    match foot.stance {
        Some(stance) if stance > LEAVING => {
            between(straightest, leaves, (stance - LEAVING) / (1.0 - LEAVING))
        }
        Some(stance) => between(swing, straightest, stance / STRAIGHT),
        None => between(leaves, swing, (foot.swing - 0.3) / 0.5),
    }
}

/// A leg is bent by this when its toes leave, at least [rad], and comes to it from this share of stance on.
const LEAVES: f64 = 0.29;
const LEAVING: f64 = 0.85;

impl<'a> Legs<'a> {
    pub(super) fn new(
        character: &Character,
        biped: &'a Biped,
        two_bones: Option<&'a [TwoBones; 2]>,
        pace: Pace,
    ) -> Self {
        let kin = Kinematics::of(character, &character.rest);
        let at_rest = |foot: usize| {
            let foot = &biped.feet[foot];
            let length = kin.pivot(foot.thigh).distance(kin.pivot(foot.link));
            (length / (foot.leg_length * stretch(AT_REST))).min(1.0)
        };
        let at_rest = [at_rest(0), at_rest(1)];
        let most = at_rest[0].max(at_rest[1]);
        Self {
            biped,
            pace,
            rolls: biped.rolls(),
            two_bones,
            used: at_rest.map(|used| used + LIMP * (most - used)),
        }
    }

    /// How far people bend the standing knee after a share of stance [rad].
    fn knee_flexion(&self, stance: f64) -> f64 {
        let loading = self.pace.loading_flexion().max(AT_STRIKE);
        let between = |from: f64, to: f64, (begin, end): (f64, f64)| {
            from + ease((stance - begin) / (end - begin)) * (to - from)
        };
        if stance < LOADED {
            between(AT_STRIKE, loading, (0.0, LOADED))
        } else if stance < BENDS {
            between(loading, IN_STANCE, (LOADED, STRAIGHT))
        } else {
            let at_end = if self.rolls { AT_TOE_OFF } else { AT_STIFF_OFF };
            between(IN_STANCE, at_end, (BENDS, 1.0))
        }
    }

    /// Where the pelvis would be for the standing knees, and the highest that it can be [m].
    fn heights(&self, moment: &HeightMoment) -> (f64, f64) {
        let shares = [moment.left_share, 1.0 - moment.left_share];
        let place = (moment.pelvis_xz, moment.pelvis_turn);
        let of = |foot: usize, length: f64| {
            let own = &self.biped.feet[foot];
            let ankle = moment.feet[foot].world_from_link.translation;
            own.pelvis_height(ankle, place, length * own.leg_length)
        };
        let wanted = [0, 1].map(|foot: usize| {
            let flexion = match moment.feet[foot].stance {
                Some(stance) => self.knee_flexion(stance),
                None => 0.0,
            };
            if shares[foot] > 0.0 {
                shares[foot] * of(foot, self.used[foot] * stretch(flexion))
            } else {
                0.0
            }
        });
        let highest =
            [0, 1].map(|foot: usize| of(foot, stretch(least_flexion(&moment.feet[foot]))));
        (wanted[0] + wanted[1], highest[0].min(highest[1]))
    }

    /// The lowest that it can be for the ankles of feet whose heels stay down [m], and how far that holds [0..1].
    fn lowest(&self, moment: &HeightMoment) -> Option<(f64, f64)> {
        let of = |foot: usize| {
            let (own, now) = (&self.biped.feet[foot], &moment.feet[foot]);
            now.stance?;
            let hip = moment.pelvis_turn * own.hip_from_pelvis;
            let hip_xz = moment.pelvis_xz + DVec2::new(hip.x, hip.z);
            let lowest = self.two_bones?[foot].lowest_hip(own, &now.world_from_link, hip_xz)?;
            Some((lowest - hip.y, 1.0 - now.rolls))
        };
        let both = [of(0), of(1)].into_iter().flatten();
        both.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The heights of the pelvis's pivot [m], the first of which may be given.
    pub(super) fn carry(
        &self,
        moments: &[HeightMoment],
        frame_secs: f64,
        (given, ends_at_rest): (&[f64], bool),
    ) -> Vec<f64> {
        let row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| BandedRow {
            first,
            coefficients,
            value,
            weight,
        };
        let mut program = BandedProgram::<4>::default();
        let step_secs = self.pace.step_secs;
        let step3 = step_secs * step_secs * step_secs;
        let smoothness = SMOOTHNESS * step3 * step3;
        let cube = 1.0 / (frame_secs * frame_secs * frame_secs);
        let count = moments.len();
        for (frame, moment) in moments.iter().enumerate() {
            let here = [1.0, 0.0, 0.0, 0.0];
            if let Some(height) = given.get(frame) {
                program.wanted.push(row(frame, here, *height, GIVEN));
            } else {
                let (wanted, highest) = self.heights(moment);
                (program.wanted).push(row(frame, here, wanted.min(highest), 1.0));
                (program.bounds).push(row(frame, here, highest, STIFFNESS));
                if let Some((lowest, holds)) = self.lowest(moment)
                    && holds > 0.0
                {
                    let down = [-1.0, 0.0, 0.0, 0.0];
                    (program.bounds).push(row(frame, down, -lowest, holds * ANKLES));
                }
            }
            if frame + 2 < count && frame + 2 >= given.len() {
                // It neither falls nor jumps.
                let square = 1.0 / (frame_secs * frame_secs);
                for (side, most) in [(-1.0, FALL), (1.0, JUMP)] {
                    let up = [side * square, -2.0 * side * square, side * square, 0.0];
                    program.bounds.push(row(frame, up, most, SOFTNESS));
                }
            }
            if frame + 3 < count {
                let jerk = [-cube, 3.0 * cube, -3.0 * cube, cube];
                program.wanted.push(row(frame, jerk, 0.0, smoothness));
            }
        }
        let ends = [
            (0, given.is_empty()),
            (count.saturating_sub(2), ends_at_rest),
        ];
        for (first, rests) in ends {
            if rests {
                let speed = [-1.0 / frame_secs, 1.0 / frame_secs, 0.0, 0.0];
                program.wanted.push(row(first, speed, 0.0, 1e4));
            }
        }
        program.solve(count)
    }
}
