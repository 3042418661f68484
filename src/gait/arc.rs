//! The way of a swinging foot: a Bézier curve in the upright plane of the step, over whatever lies between.

use super::biped::Foot;
use super::foothold::{RIM, Terrain};
use super::paths::early_bump;
use crate::math::{Transform, ease};
use bezier_rs::{Bezier, BezierHandles, TValue};
use glam::{DQuat, DVec2, DVec3};

/// The way of the middle of a sole from one foothold to the next. Data: change it and walk again.
#[derive(Clone, Debug, PartialEq)]
pub struct FootArc {
    /// Along (x) and up (y) in the upright plane of the step, from (0, 0) [m]. The handles are the ones to drag.
    pub curve: Bezier,
    /// How the foot is pitched on the way.
    pub pitch: Pitch,
}

/// How a foot is pitched on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pitch {
    /// Toes are turned up by this much after a sixth of the way; hanging where negative [rad].
    pub early: f64,
    /// The same a sixth before the end [rad].
    pub late: f64,
}

/// Heights of the handles over the higher end that are tried, in clearances.
const HEIGHTS: [f64; 8] = [1.35, 1.7, 2.2, 3.0, 3.6, 4.3, 5.2, 6.5];
/// How far the handles lie outside the ends, in shares of their height: the steeper the foot leaves and arrives.
const OVERHANGS: [f64; 3] = [0.0, 0.2, 0.4];
/// A curve between handles of one height rises to this share of it.
const HANDLE_SHARE: f64 = 0.75;
/// Places along the curve where the clearance is checked.
const CHECKS: usize = 40;

impl FootArc {
    /// The lowest curve that keeps the sole clear of the ground; nothing when none of those tried does.
    pub(super) fn over(
        terrain: &Terrain,
        foot: &Foot,
        (from, to): (&Transform, &Transform),
        clearance: f64,
        pitch: Pitch,
    ) -> Option<Self> {
        let travel = to.point(foot.center_in_link) - from.point(foot.center_in_link);
        let end = DVec2::new(DVec2::new(travel.x, travel.z).length(), travel.y);
        OVERHANGS
            .iter()
            .flat_map(|overhang| HEIGHTS.map(|height| (height * clearance, overhang)))
            .map(|(height, overhang)| {
                let top = height + travel.y.max(0.0);
                let out = overhang * height;
                Self {
                    curve: Bezier::from_cubic_dvec2(
                        DVec2::ZERO,
                        DVec2::new(-out, top),
                        DVec2::new(end.x + out, top),
                        end,
                    ),
                    pitch,
                }
            })
            .find(|arc| arc.is_clear(terrain, foot, (from, to), clearance))
    }

    /// How high the foot is lifted over the higher end, about half-way [m].
    pub fn height(&self) -> f64 {
        let top = match self.curve.handles {
            BezierHandles::Linear => 0.0,
            BezierHandles::Quadratic { handle } => handle.y,
            BezierHandles::Cubic {
                handle_start,
                handle_end,
            } => 0.5 * (handle_start.y + handle_end.y),
        };
        HANDLE_SHARE * (top - self.curve.end.y.max(0.0))
    }

    /// The same way, lifted by another height [m].
    #[must_use]
    pub fn with_height(&self, height: f64) -> Self {
        let top = height / HANDLE_SHARE + self.curve.end.y.max(0.0);
        let (start, end) = (self.curve.start, self.curve.end);
        let (out, back) = match self.curve.handles {
            BezierHandles::Cubic {
                handle_start,
                handle_end,
            } => (handle_start.x, handle_end.x),
            _ => (start.x, end.x),
        };
        Self {
            curve: Bezier::from_cubic_dvec2(
                start,
                DVec2::new(out, top),
                DVec2::new(back, top),
                end,
            ),
            pitch: self.pitch,
        }
    }

    fn is_clear(
        &self,
        terrain: &Terrain,
        foot: &Foot,
        ends: (&Transform, &Transform),
        clearance: f64,
    ) -> bool {
        (1..CHECKS).all(|check| {
            let along = check as f64 / CHECKS as f64;
            let hill = 4.0 * along * (1.0 - along);
            // It leaves and arrives with little more than its own width; between, the ankle may let the toes hang.
            let rim = RIM * ((4.0 * hill).min(1.0) + (3.0 * hill - 1.5).max(0.0));
            let pose = self.at_parameter(foot, ends, along);
            terrain
                .clearance(foot, &pose, rim)
                .is_none_or(|room| room >= clearance * hill * hill)
        })
    }

    /// Where the foot's link is after a share of the swing's time; both ends may have moved since the arc was laid.
    pub(super) fn pose(
        &self,
        foot: &Foot,
        ends: (&Transform, &Transform),
        share: f64,
    ) -> Transform {
        self.at_parameter(foot, ends, ease(share))
    }

    pub(super) fn at_parameter(
        &self,
        foot: &Foot,
        (from, to): (&Transform, &Transform),
        parameter: f64,
    ) -> Transform {
        let center = foot.center_in_link;
        let (start, end) = (from.point(center), to.point(center));
        let travel = end - start;
        let flat = DVec3::new(travel.x, 0.0, travel.z);
        let toes = to.rotation * foot.flat_from_link.conjugate() * DVec3::Z;
        let ahead = DVec3::new(toes.x, 0.0, toes.z).normalize_or(DVec3::Z);
        let along = flat.try_normalize().unwrap_or(ahead);
        let on_curve = self.curve.evaluate(TValue::Parametric(parameter));
        // What the ends have moved since the arc was laid is made up on the way.
        let moved = DVec2::new(flat.length(), travel.y) - self.curve.end();
        let on_curve = on_curve + parameter * moved;
        let early = self.pitch.early * early_bump(parameter);
        let late = self.pitch.late * early_bump(1.0 - parameter);
        // It turns about the tip of the toes or about the heel, whichever is lower, so the middle rises.
        let raised = foot.raised_by(early) + foot.raised_by(late);
        let place = start + on_curve.x * along + (on_curve.y + raised) * DVec3::Y;
        let across = DVec3::Y.cross(ahead);
        let toes_up = DQuat::from_axis_angle(across, -(early + late));
        let rotation = (toes_up * from.rotation.slerp(to.rotation, parameter)).normalize();
        Transform::new(rotation, place - rotation * center)
    }

    /// Points along the arc for drawing, in the world [m].
    pub fn points(&self, start: DVec3, end: DVec3, count: usize) -> Vec<DVec3> {
        let travel = end - start;
        let along = DVec3::new(travel.x, 0.0, travel.z).normalize_or_zero();
        (0..=count)
            .map(|k| {
                let parameter = TValue::Parametric(k as f64 / count.max(1) as f64);
                let on_curve = self.curve.evaluate(parameter);
                start + on_curve.x * along + on_curve.y * DVec3::Y
            })
            .collect()
    }
}
