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
    /// How far each of its two handles lies to the left of that plane [m]. Zero until somebody pulls them aside.
    pub aside: [f64; 2],
    /// How the foot is pitched on the way.
    pub pitch: Pitch,
}

/// What an arc can be pulled by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcGrip {
    /// The point of the way half-way through: the whole arc goes along.
    Apex,
    /// The handle that says how the foot leaves.
    Leaving,
    /// The handle that says how it arrives.
    Arriving,
}

impl ArcGrip {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Apex, Self::Leaving, Self::Arriving];
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
/// How far the handles lie outside the ends, in shares of their height: the steeper the foot leaves and arrives. Between two
/// risers that are nearly as far apart as the foot is long, one end has no room for as much as the other needs.
const OVERHANGS: [[f64; 2]; 5] = [[0.0; 2], [0.2; 2], [0.4; 2], [0.4, 0.2], [0.2, 0.4]];
/// A curve between handles of one height rises to this share of it.
const HANDLE_SHARE: f64 = 0.75;
/// Places along the curve where the clearance is checked.
const CHECKS: usize = 40;
/// An arc of a person's leg that was pulled into the ground is laid at most this much higher than its lowest end or handle
/// [m].
const MOST_LIFT: f64 = 2.0;
/// Halvings of that, down to a fraction of a millimetre.
const LIFT_HALVINGS: usize = 14;

/// The upright plane of a step in the world.
struct Plane {
    start: DVec3,
    /// Unit vectors over the ground.
    along: DVec3,
    left: DVec3,
    /// Where the toes point in the end, over the ground.
    ahead: DVec3,
    /// How much farther along and up the step ends than when its arc was laid [m].
    moved: DVec2,
}

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
                let [before, beyond] = overhang.map(|share| share * height);
                Self {
                    curve: Bezier::from_cubic_dvec2(
                        DVec2::ZERO,
                        DVec2::new(-before, top),
                        DVec2::new(end.x + beyond, top),
                        end,
                    ),
                    aside: [0.0; 2],
                    pitch,
                }
            })
            .find(|arc| arc.is_clear(terrain, foot, (from, to), clearance))
    }

    /// A curve of so long a step (along, up) whose handles lie so far over the straight way [m]: at its thirds, or outside its ends by
    /// these shares of their height, for a foot that leaves and arrives steeply.
    pub(super) fn bowed(end: DVec2, up: [f64; 2], overhang: Option<[f64; 2]>) -> Self {
        let along = match overhang {
            None => [end.x / 3.0, 2.0 * end.x / 3.0],
            Some([before, beyond]) => [-before * up[0].max(0.0), end.x + beyond * up[1].max(0.0)],
        };
        let straight = [end.y / 3.0, 2.0 * end.y / 3.0];
        let [first, second] = [0, 1].map(|k: usize| DVec2::new(along[k], straight[k] + up[k]));
        Self {
            curve: Bezier::from_cubic_dvec2(DVec2::ZERO, first, second, end),
            aside: [0.0; 2],
            pitch: Pitch::default(),
        }
    }

    /// How far it is from the straight way at a parameter: along, up and to the left [m].
    pub(super) fn bow(&self, parameter: f64) -> DVec3 {
        let rest = 1.0 - parameter;
        let shares = [
            3.0 * parameter * rest * rest,
            3.0 * parameter * parameter * rest,
        ];
        let end = self.curve.end();
        let [first, second] = self.handles();
        let off = shares[0] * (first - end / 3.0) + shares[1] * (second - 2.0 * end / 3.0);
        off.extend(shares[0] * self.aside[0] + shares[1] * self.aside[1])
    }

    /// The handles of its curve, along and up [m]: of any curve as of a cubic one.
    pub fn handles(&self) -> [DVec2; 2] {
        let (start, end) = (self.curve.start, self.curve.end);
        match self.curve.handles {
            BezierHandles::Cubic {
                handle_start,
                handle_end,
            } => [handle_start, handle_end],
            BezierHandles::Quadratic { handle } => {
                [start, end].map(|end| end.lerp(handle, 2.0 / 3.0))
            }
            BezierHandles::Linear => [1.0, 2.0].map(|thirds| start.lerp(end, thirds / 3.0)),
        }
    }

    /// The same with its handles moved: along, up and to the left [m].
    #[must_use]
    pub(super) fn with_handles_moved(&self, by: [DVec3; 2]) -> Self {
        let [first, second] = self.handles();
        Self {
            curve: Bezier::from_cubic_dvec2(
                self.curve.start,
                first + by[0].truncate(),
                second + by[1].truncate(),
                self.curve.end,
            ),
            aside: [0, 1].map(|k| self.aside[k] + by[k].z),
            pitch: self.pitch,
        }
    }

    /// How high the foot is lifted over the higher end, about half-way [m].
    pub fn height(&self) -> f64 {
        let [first, second] = self.handles();
        HANDLE_SHARE * (0.5 * (first.y + second.y) - self.curve.end.y.max(0.0))
    }

    /// The same way, lifted by another height [m].
    #[must_use]
    pub fn with_height(&self, height: f64) -> Self {
        let rise = (height - self.height()) / HANDLE_SHARE;
        self.with_handles_moved([DVec3::new(0.0, rise, 0.0); 2])
    }

    /// The same way, lifted where it would not keep clear of the ground, and no more than that needs; nothing when no
    /// height is enough.
    pub(super) fn lifted_clear(
        &self,
        terrain: &Terrain,
        foot: &Foot,
        ends: (&Transform, &Transform),
        clearance: f64,
    ) -> Option<Self> {
        let lifted = |lift: f64| self.with_handles_moved([DVec3::new(0.0, lift, 0.0); 2]);
        let is_clear = |arc: &Self| arc.is_clear(terrain, foot, ends, clearance);
        if is_clear(self) {
            return Some(self.clone());
        }
        let [first, second] = self.handles();
        let depth = -first.y.min(second.y).min(0.0);
        let (mut low, mut high) = (0.0, foot.fineness() * MOST_LIFT + depth);
        if !is_clear(&lifted(high)) {
            return None;
        }
        for _ in 0..LIFT_HALVINGS {
            let middle = 0.5 * (low + high);
            if is_clear(&lifted(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(lifted(high))
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
            let rim = foot.fineness() * RIM * ((4.0 * hill).min(1.0) + (3.0 * hill - 1.5).max(0.0));
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
        let plane = self.plane(foot, (from, to));
        let early = self.pitch.early * early_bump(parameter);
        let late = self.pitch.late * early_bump(1.0 - parameter);
        let place = plane.point(self.along_up_left(foot, &plane, parameter));
        let across = DVec3::Y.cross(plane.ahead);
        let toes_up = DQuat::from_axis_angle(across, -(early + late));
        let rotation = (toes_up * from.rotation.slerp(to.rotation, parameter)).normalize();
        Transform::new(rotation, place - rotation * foot.center_in_link)
    }

    /// Where the middle of the sole is in the plane of the step and beside it [m].
    fn along_up_left(&self, foot: &Foot, plane: &Plane, parameter: f64) -> DVec3 {
        let on_curve = self.curve.evaluate(TValue::Parametric(parameter));
        // What the ends have moved since the arc was laid is made up on the way.
        let on_curve = on_curve + parameter * plane.moved;
        let rest = 1.0 - parameter;
        // The third coordinate of the same Bézier curve, whose ends are in the plane.
        let aside = 3.0 * parameter * rest * (rest * self.aside[0] + parameter * self.aside[1]);
        let early = self.pitch.early * early_bump(parameter);
        let late = self.pitch.late * early_bump(rest);
        // It turns about the tip of the toes or about the heel, whichever is lower, so the middle rises.
        let raised = foot.raised_by(early) + foot.raised_by(late);
        DVec3::new(on_curve.x, on_curve.y + raised, aside)
    }

    fn plane(&self, foot: &Foot, (from, to): (&Transform, &Transform)) -> Plane {
        let center = foot.center_in_link;
        let start = from.point(center);
        let travel = to.point(center) - start;
        let flat = DVec3::new(travel.x, 0.0, travel.z);
        let toes = to.rotation * foot.flat_from_link.conjugate() * DVec3::Z;
        let ahead = DVec3::new(toes.x, 0.0, toes.z).normalize_or(DVec3::Z);
        let along = flat.try_normalize().unwrap_or(ahead);
        Plane {
            start,
            along,
            left: DVec3::Y.cross(along),
            ahead,
            moved: DVec2::new(flat.length(), travel.y) - self.curve.end(),
        }
    }

    /// Where a grip is in the world [m].
    pub(super) fn grip(&self, foot: &Foot, ends: (&Transform, &Transform), grip: ArcGrip) -> DVec3 {
        let plane = self.plane(foot, ends);
        let handle = |k: usize| {
            let moved = (k + 1) as f64 / 3.0 * plane.moved;
            plane.point((self.handles()[k] + moved).extend(self.aside[k]))
        };
        match grip {
            ArcGrip::Apex => plane.point(self.along_up_left(foot, &plane, 0.5)),
            ArcGrip::Leaving => handle(0),
            ArcGrip::Arriving => handle(1),
        }
    }

    /// The same with a grip at a place in the world [m].
    #[must_use]
    pub(super) fn pulled(
        &self,
        foot: &Foot,
        ends: (&Transform, &Transform),
        (grip, place): (ArcGrip, DVec3),
    ) -> Self {
        let plane = self.plane(foot, ends);
        let by = place - self.grip(foot, ends, grip);
        self.pulled_by(
            grip,
            DVec3::new(by.dot(plane.along), by.y, by.dot(plane.left)),
        )
    }

    /// The same with a grip moved along, up and to the left [m].
    #[must_use]
    pub(super) fn pulled_by(&self, grip: ArcGrip, by: DVec3) -> Self {
        self.with_handles_moved(match grip {
            ArcGrip::Apex => [by / HANDLE_SHARE; 2],
            ArcGrip::Leaving => [by, DVec3::ZERO],
            ArcGrip::Arriving => [DVec3::ZERO, by],
        })
    }
}

impl Plane {
    fn point(&self, along_up_left: DVec3) -> DVec3 {
        let DVec3 {
            x: along,
            y: up,
            z: left,
        } = along_up_left;
        self.start + along * self.along + up * DVec3::Y + left * self.left
    }
}
