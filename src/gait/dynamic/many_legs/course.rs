//! Where the trunk goes over the ground, and how it is carried above it.

use super::plan::Scene;
use super::timetable::Timetable;
use crate::math::{BandedProgram, BandedRow};
use glam::{DQuat, DVec2, DVec3};

/// Places of the point that is under the centre of mass at rest, and headings, frame by frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Course {
    frame_secs: f64,
    /// (x, z) [m] and [rad]
    places: Vec<(DVec2, f64)>,
}

/// The trunk over one place of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Carried {
    /// The ground under the centre of mass, smoothed [m].
    pub(super) ground: f64,
    /// How far the trunk is pitched up with the ground [rad].
    pub(super) pitch: f64,
}

/// Of a cycle in which it speeds up and slows down.
const RAMP: f64 = 0.6;
/// Places fore and aft of each row of feet at which the ground is looked at, and how far they reach, in lengths of the body.
const LOOKS: usize = 9;
const REACH: f64 = 0.5;
/// What the squared jerk of the trunk costs beside the squared distance from the ground's own way, for cycles of one second [s⁶].
const SMOOTHNESS: f64 = 3e-6;

/// How stiff bounds are beside that.
const STIFFNESS: f64 = 1e6;

impl Course {
    pub(super) fn new(scene: &Scene<'_>, table: &Timetable, frames: usize) -> Self {
        let settings = &scene.order.settings;
        let h = settings.frame_secs;
        let ramp = RAMP * table.cycle;
        let last_step = table.swings.iter().rfind(|swing| !swing.closes);
        let ends = last_step.map_or(table.begins, |swing| swing.touch);
        let mut place = (scene.order.start_xz, settings.heading);
        let mut places = Vec::with_capacity(frames);
        for frame in 0..frames {
            places.push(place);
            let secs = (frame as f64 + 0.5) * h;
            let share = ((secs - table.begins) / ramp).min((ends - secs) / ramp);
            let share = share.clamp(0.0, 1.0);
            let made = table.swings.iter().filter(|swing| swing.lift <= secs);
            let made = made.count().saturating_sub(1);
            let wish = scene
                .order
                .wish(made.min(scene.order.steps.saturating_sub(1)));
            let wish = scene.body.within_steps(settings, wish);
            let (sin, cos) = (libm::sin(place.1), libm::cos(place.1));
            let ahead = DVec2::new(sin, cos);
            let left = DVec2::new(cos, -sin);
            place.0 += h * share * (wish.forward * ahead + wish.sideways * left);
            place.1 += h * share * wish.turn;
        }
        Self {
            frame_secs: h,
            places,
        }
    }

    /// At a time since the first frame [s].
    pub(super) fn at(&self, secs: f64) -> (DVec2, f64) {
        let frame = (secs / self.frame_secs).round().max(0.0) as usize;
        self.places[frame.min(self.places.len() - 1)]
    }

    /// Where a point of the body at rest, seen from under its centre of mass, is at a time (x, z) [m].
    pub(super) fn point(&self, offset: DVec3, secs: f64) -> DVec2 {
        let (place, heading) = self.at(secs);
        let turned = DQuat::from_rotation_y(heading) * offset;
        place + DVec2::new(turned.x, turned.z)
    }

    /// How the trunk is carried at each frame.
    pub(super) fn carried(&self, scene: &Scene<'_>, cycle: f64) -> Vec<Carried> {
        let offsets = &scene.body.rest_offset;
        let along = offsets.iter().map(|offset| offset.z);
        let front = along.clone().fold(f64::NEG_INFINITY, f64::max);
        let rear = along.fold(f64::INFINITY, f64::min);
        let length = front - rear;
        // The mean of the ground around a point of the body's axis.
        let around = |frame: usize, z: f64| {
            let secs = frame as f64 * self.frame_secs;
            let looks = (0..LOOKS).filter_map(|look| {
                let share = look as f64 / (LOOKS - 1) as f64 - 0.5;
                let point = DVec3::new(0.0, 0.0, z + share * REACH * length);
                let at = scene.order.start_secs + secs;
                scene.level.height(self.point(point, secs), at)
            });
            let (sum, count) = looks.fold((0.0, 0.0), |(sum, count), y| (sum + y, count + 1.0));
            sum / f64::max(count, 1.0)
        };
        let ends = [rear, front].map(|z| {
            let heights: Vec<f64> = (0..self.places.len()).map(|k| around(k, z)).collect();
            smoothed(&heights, None, (self.frame_secs, cycle))
        });
        let pairs = ends[0].iter().zip(&ends[1]);
        pairs
            .map(|(rear_y, front_y)| Carried {
                ground: rear_y + (front_y - rear_y) * -rear / length,
                pitch: libm::atan2(front_y - rear_y, length),
            })
            .collect()
    }
}

/// The smoothest values near to given ones, and no higher than others.
pub(super) fn smoothed(
    values: &[f64],
    highest: Option<&[f64]>,
    (frame_secs, cycle): (f64, f64),
) -> Vec<f64> {
    let mut program = BandedProgram::<4>::default();
    let cube = 1.0 / (frame_secs * frame_secs * frame_secs);
    let cycle3 = cycle * cycle * cycle;
    for (first, value) in values.iter().enumerate() {
        if let Some(highest) = highest {
            program.bounds.push(BandedRow {
                first,
                coefficients: [1.0, 0.0, 0.0, 0.0],
                value: highest[first],
                weight: STIFFNESS,
            });
        }
        program.wanted.push(BandedRow {
            first,
            coefficients: [1.0, 0.0, 0.0, 0.0],
            value: *value,
            weight: 1.0,
        });
        if first + 3 < values.len() {
            program.wanted.push(BandedRow {
                first,
                coefficients: [-cube, 3.0 * cube, -3.0 * cube, cube],
                value: 0.0,
                weight: SMOOTHNESS * cycle3 * cycle3,
            });
        }
    }
    program.solve(values.len())
}
