//! How a foot leaves for a step and lands from it.

use super::super::planner::Footstep;
use super::pace::Pace;
use super::roll::Visit;
use super::steps::{Layout, STANDING};
use crate::math::ease;
use glam::DVec3;

/// Feet of one piece land flat, for they carry at once, and their heels rise no farther than this when they leave [rad].
const STIFF: f64 = 0.5;
/// A foot lies flat after this share of the time in which both stand.
const FLAT: f64 = 0.9;
/// A heel leaves this share of a step before the other foot lands; one of one piece after this share of the time in which both
/// stand.
const HEEL_OFF: f64 = 0.18;
const STIFF_HEEL_OFF: f64 = 0.3;
/// The ball leaves after this share of the time in which both stand, and then turns up so far about the tip of the toes [rad].
const BALL_OFF: f64 = 0.35;
const TIP: f64 = 0.6;
/// A heel rises on by this much after the toes have left, beside where it is then.
const PEAK: f64 = 1.16;
/// Feet roll all the way when they travel so far, in legs; and land rolling when they come so far before the other one.
const FULL_TRAVEL: f64 = 0.9;
const FULL_STEP: f64 = 0.3;
/// A step this high over the ground's own slope lands flat, in legs.
const FLAT_RISE: f64 = 0.08;
/// Uphill feet land flatter, and flat where it is as steep as this.
const FLAT_CLIMB: f64 = 0.22;

impl Layout<'_> {
    /// How a foot leaves for a step and lands from it: the visit that ends and the one that begins.
    pub(super) fn visits_of(&self, step: &Footstep) -> (Visit, Visit) {
        let settings = &self.order.settings;
        let (swing, biped) = (step.foot, self.biped);
        let track = &self.steps.tracks[swing];
        let from = self.standing(swing);
        let to = step.foothold.world_from_link(self.level, self.lift_secs);
        let stand = self.standing(1 - swing);
        let leg = biped.shorter_leg();
        let center = biped.feet[swing].center_in_link;
        let heading = biped.feet[swing].heading(&to);
        let ahead = DVec3::new(libm::sin(heading), 0.0, libm::cos(heading));
        let travel = to.point(center) - from.point(center);
        let beside = stand.point(biped.feet[1 - swing].center_in_link);
        let step_ahead = (to.point(center) - beside).dot(ahead);
        // How fast people go with such a step, and how much of their roll a short one has.
        let speed = travel.dot(ahead).max(0.0) / (2.0 * (step.swing_secs + step.shift_secs));
        let pace = Pace::at(speed, biped.hip_height());
        let up = to.rotation * biped.feet[swing].flat_from_link.conjugate() * DVec3::Y;
        let level_share = 1.0 - ease(travel.dot(up).abs() / (FLAT_RISE * leg));
        let rolls = ease(travel.dot(ahead) / (FULL_TRAVEL * leg));
        let uphill = -up.dot(ahead) / up.y;
        let lands = rolls * level_share * (1.0 - ease(uphill / FLAT_CLIMB));
        let lands = lands * ease(step_ahead / (FULL_STEP * leg));
        let is_stiff = track.roller.toes.is_none();
        let (mut landing_pitch, mut leaving_pitch) = (
            lands * pace.heel_strike_pitch(),
            rolls * PEAK * pace.toe_off_pitch(),
        );
        if is_stiff {
            landing_pitch = 0.0;
            leaving_pitch = leaving_pitch.min(STIFF);
        }

        let tip_pitch = if is_stiff { 0.0 } else { rolls * TIP };

        let lift = self.lift_secs;
        let touch = lift + step.swing_secs;
        let both_secs = self.steps.footsteps.last().map(|last| last.shift_secs);
        let standing = track.visits[track.visits.len() - 1];
        let heel_off = match both_secs {
            Some(both) if is_stiff => lift - (1.0 - STIFF_HEEL_OFF) * both,
            Some(both) => lift - both - HEEL_OFF * settings.step_secs(),
            None => lift - 0.5 * settings.lean_secs(),
        };
        let leaving = Visit {
            heel_off: if leaving_pitch > 0.0 {
                heel_off.max(standing.flat)
            } else {
                lift
            },
            ball_off: if tip_pitch > 0.0 {
                lift - (1.0 - BALL_OFF) * both_secs.unwrap_or(0.5 * settings.lean_secs())
            } else {
                lift
            },
            lift,
            leaving_pitch,
            tip_pitch,
            ..standing
        };
        let landing = Visit {
            touch,
            flat: if landing_pitch > 0.0 {
                touch + FLAT * step.shift_secs
            } else {
                touch
            },
            landing_pitch,
            ..STANDING
        };
        (leaving, landing)
    }
}
