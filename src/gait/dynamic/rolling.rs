//! How a foot leaves for a step and lands from it.

use super::super::planner::Footstep;
use super::heel::{Behind, heel_behind, order_of_rise};
use super::pace::Pace;
use super::roll::{STOPS, Visit};
use super::slip::MOST_SLIP;
use super::steps::{Layout, STANDING};
use crate::math::{Transform, ease};
use glam::{DQuat, DVec3};

/// Feet of one piece land flat, for they carry at once, and their heels rise no farther than this when they leave [rad].
const STIFF: f64 = 0.5;
/// A foot that strikes with its heel lies flat after this share of the time in which both stand; the flatter it lands, the sooner, turning as hard.
const FLAT: f64 = 0.91;
/// A heel leaves this share of a step before the other foot lands; one of one piece when that has landed, or, where it has no edge to
/// stand on, after this share of the time in which both stand.
const HEEL_OFF: f64 = 0.32;
/// The higher it will be by then beyond what it usually is [rad], the sooner it leaves, by so many times that.
const USUALLY_UP: f64 = 0.2;
const SOONER: f64 = 2.0;
const EDGELESS_HEEL_OFF: f64 = 0.3;
/// How long a heel hesitates where no leg needs it up; one of one piece has no time for that.
pub(super) const HESITATES: f64 = 5.0;
const STIFF_HESITATES: f64 = 3.0;
/// After this share of a swing a heel is highest; one of one piece, which has hardly begun to rise when it leaves, later.
pub(super) const HIGHEST: f64 = 0.145;
const STIFF_HIGHEST: f64 = 0.2;
/// A heel strikes with this share of the pitch that the ankle and the ball of people had.
const STRIKE: f64 = 0.955;
/// The ball leaves after this share of the time in which both stand, and then turns up so far about the tip of the toes [rad].
const BALL_OFF: f64 = 0.6;
const TIP: f64 = 0.44;
/// A heel rises on by this much after the toes have left, beside where it is then.
const PEAK: f64 = 1.23;
/// Feet roll all the way when they travel so far, in legs; and land rolling when they come so far before the other one.
const FULL_TRAVEL: f64 = 0.9;
const FULL_STEP: f64 = 0.45;
/// A step this high over the ground's own slope lands flat, in legs.
const FLAT_RISE: f64 = 0.08;
/// Uphill feet land flatter, and flat where it is as steep as this.
const FLAT_CLIMB: f64 = 0.22;

impl Layout<'_> {
    /// How a foot leaves for a step and lands from it: the visit that ends and the one that begins.
    pub(super) fn visits_of(&self, step: &Footstep) -> (Visit, Visit) {
        let (swing, biped) = (step.foot, self.biped);
        let track = &self.steps.tracks[swing];
        let from = self.standing(swing);
        let to = step.foothold.world_from_link(self.level, self.lift_secs);
        let stand = self.standing(1 - swing);
        let leg = biped.shorter_leg();
        let center = biped.feet[swing].center_in_link;
        let heading = biped.feet[swing].heading(&to);
        let ahead = DQuat::from_rotation_y(heading) * DVec3::Z;
        let travel = to.point(center) - from.point(center);
        let beside = stand.point(biped.feet[1 - swing].center_in_link);
        let step_ahead = (to.point(center) - beside).dot(ahead);
        // How fast people go with such a step, and how much of their roll a short one has.
        let speed = travel.dot(ahead).max(0.0) / (2.0 * (step.swing_secs + step.shift_secs));
        let pace = Pace::at(speed, biped.hip_height());
        // Over a crest the ground's own slope is that of both footholds.
        let up = biped.feet[swing].up(&to);
        let between = 0.5 * (biped.feet[swing].up(&from) + up);
        let level_share = 1.0 - ease(travel.dot(between).abs() / (FLAT_RISE * leg));
        let rolls = ease(travel.dot(ahead) / (FULL_TRAVEL * leg));
        let uphill = -up.dot(ahead) / up.y;
        let lands = rolls
            * level_share
            * (1.0 - ease(uphill / FLAT_CLIMB))
            * ease(step_ahead / (FULL_STEP * leg));
        // Nobody stands on the tip of the toes beside a heel that has just landed.
        let other_ahead = (beside - from.point(center)).dot(ahead);
        let tips = rolls * ease(other_ahead / (FULL_STEP * leg));
        let is_stiff = track.roller.toes.is_none();
        let (mut landing_pitch, mut leaving_pitch) = (
            lands * STRIKE * pace.heel_strike_pitch(),
            rolls * PEAK * pace.toe_off_pitch(),
        );
        let mut tip_pitch = tips * TIP;
        if is_stiff {
            (landing_pitch, leaving_pitch) = (0.0, leaving_pitch.min(STIFF));
        }
        let [strikes, rises] = self.rolls_about_edges(swing, (&from, &to));
        let rises_on_edge = rises && leaving_pitch > 0.0;
        if !strikes {
            landing_pitch = 0.0;
        }
        if is_stiff || !rises_on_edge {
            tip_pitch = 0.0;
        }

        let lift = self.lift_secs;
        let touch = lift + step.swing_secs;
        let last = self.steps.footsteps.last();
        let both_secs = last.map(|last| last.shift_secs);
        let last_secs = last.map_or(0.0, |last| last.swing_secs + last.shift_secs);
        let standing = track.visits[track.visits.len() - 1];
        let highest = if is_stiff { STIFF_HIGHEST } else { HIGHEST };
        // As high as the leg needs it when the other foot has landed.
        let behind_up = if is_stiff || leaving_pitch == 0.0 {
            0.0
        } else {
            self.up_behind(swing, (&from, &stand), heading)
        };
        let heel_off = match both_secs {
            Some(both) if is_stiff && rises_on_edge => lift - both,
            Some(both) if is_stiff => lift - (1.0 - EDGELESS_HEEL_OFF) * both,
            Some(both) => {
                let sooner = 1.0 + SOONER * (behind_up - USUALLY_UP).max(0.0);
                lift - both - HEEL_OFF * sooner * last_secs
            }
            None => lift - 0.5 * self.steps.lean_secs,
        };
        let heel_off = if leaving_pitch > 0.0 {
            heel_off.max(standing.flat)
        } else {
            lift
        };
        let rise = both_secs.filter(|_| leaving_pitch > 0.0).map(|both| {
            let share = (lift - both - heel_off) / (lift + highest * step.swing_secs - heel_off);
            (share, behind_up / leaving_pitch)
        });
        let leaving = Visit {
            hesitates: hesitation(is_stiff, rise),
            heel_off,
            ball_off: if tip_pitch > 0.0 {
                lift - (1.0 - BALL_OFF) * both_secs.unwrap_or(0.5 * self.steps.lean_secs)
            } else if is_stiff && !rises_on_edge {
                heel_off
            } else {
                lift
            },
            lift,
            leaving_pitch,
            highest,
            tip_pitch,
            ..standing
        };
        let landing = Visit {
            touch,
            flat: if landing_pitch > 0.0 {
                touch + FLAT * lands.sqrt() * step.shift_secs
            } else {
                touch
            },
            landing_pitch,
            ..STANDING
        };
        (leaving, landing)
    }

    /// Whether a foot strikes with its heel on its next foothold, and rises over its front edge on this one: nobody rolls about an edge of
    /// the sole that hangs over a hollow.
    fn rolls_about_edges(&self, swing: usize, (from, to): (&Transform, &Transform)) -> [bool; 2] {
        let (roller, secs) = (&self.steps.tracks[swing].roller, self.lift_secs);
        let most_slip = MOST_SLIP * self.biped.fineness();
        [
            roller.slip_landing(self.level, to, secs) <= most_slip,
            roller.rises_on_edge && roller.slip_leaving(self.level, from, secs) <= most_slip,
        ]
    }

    /// How far the heel of a foot that will swing has to be up when the other one has landed [rad].
    fn up_behind(
        &self,
        swing: usize,
        (from, stand): (&Transform, &Transform),
        heading: f64,
    ) -> f64 {
        let other = &self.steps.tracks[1 - swing];
        let landing = other.visits[other.visits.len() - 1].landing_pitch;
        let landed = other.roller.rolled(stand, landing, 0.0);
        let behind = Behind {
            foot: &self.biped.feet[swing],
            roller: &self.steps.tracks[swing].roller,
            flat: from,
        };
        heel_behind(&behind, (&self.biped.feet[1 - swing], &landed), heading)
    }
}

/// How long a heel hesitates that has come so far of its rise after a share of its time, where that is known.
fn hesitation(is_stiff: bool, rise: Option<(f64, f64)>) -> f64 {
    match rise {
        _ if is_stiff => STIFF_HESITATES,
        Some((share, risen)) => order_of_rise(share, risen, STOPS),
        None => HESITATES,
    }
}
