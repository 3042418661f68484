//! The eye of the 3D view: it circles a target, slides, comes nearer, and flies to where it is sent.
//!
//! ```text
//!        eye                  yaw 0: in front of the character (+Z), looking back at it; a quarter turn: at its left (+X)
//!       /   \  distance       pitch: how far the eye is above the target's level
//!   target   pitch            rectangles and points of the screen are logical points, y down
//! ```

use super::bounds::Bounds;
use super::flight::{Flight, Place};
use super::lens::MOST_PITCH;
pub(crate) use super::lens::{Lens, StandardView};
use egui::{Pos2, Rect, pos2};
use glam::{DMat4, DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Height of the field of view [rad].
pub(super) const FIELD: f64 = 0.55;
/// A drag over this many points turns by one radian.
const POINTS_PER_RADIAN: f64 = 180.0;
/// One notch of the wheel comes nearer by this factor.
const ZOOM_STEP: f64 = 0.88;
/// Nearest and farthest distance [m].
const DISTANCES: (f64, f64) = (0.15, 200.0);

/// The eye keeps this far above the floor when it circles [m].
const ABOVE_FLOOR: f64 = 0.05;

/// Where one looks from and at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Camera {
    /// In the middle of the view [m].
    pub target: DVec3,
    /// About the vertical, zero in front of the character [rad].
    pub yaw: f64,
    /// Above the target's level [rad].
    pub pitch: f64,
    /// From target to eye [m].
    pub distance: f64,
    /// How depth becomes size.
    pub lens: Lens,
    flight: Option<Flight>,
}

/// A half-line into the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    /// On the near plane or in the eye [m].
    pub origin: DVec3,
    /// Unit vector.
    pub direction: DVec3,
}

impl Default for Camera {
    /// From the front left of a figure of human size.
    fn default() -> Self {
        Self {
            target: DVec3::new(0.0, 0.9, 0.0),
            yaw: 0.65,
            pitch: 0.2,
            distance: 4.2,
            lens: Lens::Perspective,
            flight: None,
        }
    }
}

impl Camera {
    /// Without perspective, from a side.
    pub(crate) fn flat_from(view: StandardView) -> Self {
        let (yaw, pitch) = view.angles();
        Self {
            yaw,
            pitch,
            lens: Lens::Orthographic,
            ..Self::default()
        }
    }

    /// Circles the target with a drag of the pointer; the eye stays over a floor, or where it is already.
    pub(crate) fn orbit(&mut self, drag: egui::Vec2, floor: f64) {
        self.flight = None;
        self.yaw = (self.yaw - f64::from(drag.x) / POINTS_PER_RADIAN).rem_euclid(TAU);
        let pitch = self.pitch + f64::from(drag.y) / POINTS_PER_RADIAN;
        let level = (floor + ABOVE_FLOOR - self.target.y) / self.distance;
        let lowest = libm::asin(level.clamp(-1.0, 1.0)).min(self.pitch);
        self.pitch = pitch.clamp(lowest.max(-MOST_PITCH), MOST_PITCH);
    }

    /// Slides so that what is in the middle stays under the pointer.
    pub(crate) fn pan(&mut self, drag: egui::Vec2, viewport: Rect) {
        self.flight = None;
        let metres = self.metres_per_point(self.target, viewport);
        let [x, y] = [drag.x, drag.y].map(f64::from);
        self.target += metres * (y * self.up() - x * self.right());
    }

    /// Comes nearer by so many notches of the wheel; the point of the target's plane under `at` stays where it is.
    pub(crate) fn zoom(&mut self, notches: f64, at: Pos2, viewport: Rect) {
        self.flight = None;
        let before = self.on_target_plane(at, viewport);
        let distance = self.distance * libm::pow(ZOOM_STEP, notches);
        self.distance = distance.clamp(DISTANCES.0, DISTANCES.1);
        self.target += before - self.on_target_plane(at, viewport);
    }

    /// Flies to a view that has a name.
    pub(crate) fn look_from(&mut self, view: StandardView) {
        self.turn_to(view.angles());
    }

    /// From where it looks, or is on its way to look: yaw and pitch [rad].
    pub(crate) fn angles(&self) -> (f64, f64) {
        let going = self.destination();
        (going.yaw, going.pitch)
    }

    /// Flies to look from there: yaw and pitch [rad].
    pub(crate) fn turn_to(&mut self, (yaw, pitch): (f64, f64)) {
        self.fly_to(Place {
            yaw,
            pitch,
            ..self.destination()
        });
    }

    /// Whether it looks from a side, or is on its way there.
    pub(crate) fn looks_from(&self, view: StandardView) -> bool {
        let (yaw, pitch) = view.angles();
        let going = self.destination();
        let turn = (going.yaw - yaw + PI).rem_euclid(TAU) - PI;
        turn.abs() < 1e-6 && (going.pitch - pitch).abs() < 1e-6
    }

    /// Is somewhere else at once.
    pub(crate) fn stand(&mut self, target: DVec3, (yaw, pitch): (f64, f64), distance: f64) {
        self.flight = None;
        (self.target, self.distance) = (target, distance);
        (self.yaw, self.pitch) = (yaw, pitch.clamp(-MOST_PITCH, MOST_PITCH));
    }

    /// Flies to look the same way at another target from another distance [m].
    pub(crate) fn fly(&mut self, target: DVec3, distance: f64) {
        self.fly_to(Place {
            target,
            distance,
            ..self.destination()
        });
    }

    /// Flies to where all of `bounds` is seen, looking the same way.
    pub(crate) fn frame(&mut self, bounds: &Bounds, viewport: Rect) {
        self.fly_to(self.framed(bounds, viewport));
    }

    /// The same at once.
    pub(crate) fn jump_to(&mut self, bounds: &Bounds, viewport: Rect) {
        self.flight = None;
        self.set(self.framed(bounds, viewport));
    }

    /// Moves along with something that moves.
    pub(crate) fn follow(&mut self, shift: DVec3) {
        self.target += shift;
        if let Some(flight) = &mut self.flight {
            flight.shift(shift);
        }
    }

    /// Goes on with a flight; once per frame.
    pub(crate) fn advance(&mut self, dt_secs: f64) {
        if let Some(flight) = &mut self.flight {
            let (place, has_arrived) = flight.advance(dt_secs);
            self.set(place);
            if has_arrived {
                self.flight = None;
            }
        }
    }

    /// Whether a flight is under way.
    pub(crate) const fn is_moving(&self) -> bool {
        self.flight.is_some()
    }

    /// Where the eye is [m].
    pub(crate) fn eye(&self) -> DVec3 {
        self.target - self.distance * self.forward()
    }

    /// Into the picture.
    pub(crate) fn forward(&self) -> DVec3 {
        let (sin_yaw, cos_yaw) = libm::sincos(self.yaw);
        let (sin_pitch, cos_pitch) = libm::sincos(self.pitch);
        -DVec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch)
    }

    /// To the right in the picture.
    pub(crate) fn right(&self) -> DVec3 {
        let (sin, cos) = libm::sincos(self.yaw);
        DVec3::new(cos, 0.0, -sin)
    }

    /// Upwards in the picture.
    pub(crate) fn up(&self) -> DVec3 {
        self.right().cross(self.forward())
    }

    /// The half-line behind a point of the screen.
    pub(crate) fn ray(&self, at: Pos2, viewport: Rect) -> Ray {
        let offset = self.offset(at, viewport);
        match self.lens {
            Lens::Perspective => Ray {
                origin: self.eye(),
                direction: (offset + self.distance * self.forward()).normalize(),
            },
            Lens::Orthographic => Ray {
                origin: self.eye() + offset,
                direction: self.forward(),
            },
        }
    }

    /// Where a point is on the screen; nothing behind the eye.
    pub(crate) fn project(&self, point: DVec3, viewport: Rect) -> Option<Pos2> {
        let depth = self.depth(point);
        let metres = self.metres_per_point_at_depth(depth, viewport);
        if metres <= 0.0 {
            return None;
        }
        let offset = point - self.eye();
        let x = offset.dot(self.right()) / metres;
        let y = offset.dot(self.up()) / metres;
        let center = viewport.center();
        Some(pos2(center.x + x as f32, center.y - y as f32))
    }

    /// How far a point is in front of the eye [m].
    pub(crate) fn depth(&self, point: DVec3) -> f64 {
        (point - self.eye()).dot(self.forward())
    }

    /// How many metres one point of the screen is at a place [m].
    pub(crate) fn metres_per_point(&self, at: DVec3, viewport: Rect) -> f64 {
        self.metres_per_point_at_depth(self.depth(at).max(1e-3), viewport)
    }

    /// From the world into the cube that is drawn, x and y from −1 to 1 over the viewport.
    pub(crate) fn clip_from_world(&self, viewport: Rect) -> DMat4 {
        let view = DMat4::look_to_rh(self.eye(), self.forward(), self.up());
        let aspect = f64::from(viewport.width() / viewport.height().max(1.0));
        // A near plane that grows with the distance keeps the depth buffer fine enough for skin on skin.
        let (near, far) = (0.05 * self.distance.min(4.0), self.distance + 120.0);
        let projection = match self.lens {
            Lens::Perspective => DMat4::perspective_rh_gl(FIELD, aspect, near, far),
            Lens::Orthographic => {
                let half = self.half_height();
                let wide = half * aspect;
                DMat4::orthographic_rh_gl(-wide, wide, -half, half, -far, far)
            }
        };
        projection * view
    }

    /// Half the height of what is seen at the target's depth [m].
    fn half_height(&self) -> f64 {
        self.distance * libm::tan(0.5 * FIELD)
    }

    fn metres_per_point_at_depth(&self, depth: f64, viewport: Rect) -> f64 {
        let at_target = 2.0 * self.half_height() / f64::from(viewport.height().max(1.0));
        match self.lens {
            Lens::Perspective => at_target * depth / self.distance,
            Lens::Orthographic => at_target,
        }
    }

    /// From the target to the point of its plane under `at` [m].
    fn offset(&self, at: Pos2, viewport: Rect) -> DVec3 {
        let metres = self.metres_per_point_at_depth(self.distance, viewport);
        let from_center = at - viewport.center();
        let [x, y] = [from_center.x, from_center.y].map(f64::from);
        metres * (x * self.right() - y * self.up())
    }

    fn on_target_plane(&self, at: Pos2, viewport: Rect) -> DVec3 {
        self.target + self.offset(at, viewport)
    }

    fn framed(&self, bounds: &Bounds, viewport: Rect) -> Place {
        let here = self.destination();
        if bounds.is_empty() {
            return here;
        }
        // Corners as seen from here; the distance at which the farthest of them touches the border.
        let aspect = f64::from(viewport.width() / viewport.height().max(1.0));
        let half = DVec2::new(libm::tan(0.5 * FIELD) * aspect, libm::tan(0.5 * FIELD)) * 0.86;
        let center = bounds.center();
        let (right, up, forward) = (self.right(), self.up(), self.forward());
        let needed = bounds.corners().into_iter().map(|corner| {
            let arm = corner - center;
            let across = (arm.dot(right).abs() / half.x).max(arm.dot(up).abs() / half.y);
            across - arm.dot(forward)
        });
        let distance = needed.fold(0.3, f64::max);
        Place {
            target: center,
            distance: distance.clamp(DISTANCES.0, DISTANCES.1),
            ..here
        }
    }

    fn fly_to(&mut self, to: Place) {
        self.flight = Flight::new(self.place(), to);
    }

    fn place(&self) -> Place {
        Place {
            target: self.target,
            yaw: self.yaw,
            pitch: self.pitch,
            distance: self.distance,
        }
    }

    /// Where it is, or will be.
    fn destination(&self) -> Place {
        self.flight.as_ref().map_or(self.place(), Flight::end)
    }

    fn set(&mut self, place: Place) {
        self.target = place.target;
        self.yaw = place.yaw;
        self.pitch = place.pitch;
        self.distance = place.distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;
    use egui::vec2;

    const VIEWPORT: Rect = Rect {
        min: pos2(100.0, 40.0),
        max: pos2(900.0, 700.0),
    };

    fn cameras() -> Vec<Camera> {
        let mut random = Random::new(7);
        let mut cameras = Vec::new();
        for lens in [Lens::Perspective, Lens::Orthographic] {
            for _ in 0..50 {
                cameras.push(Camera {
                    target: random.in_box(DVec3::splat(3.0)),
                    yaw: random.between(-4.0, 4.0),
                    pitch: random.between(-1.5, 1.5),
                    distance: random.between(0.5, 20.0),
                    lens,
                    flight: None,
                });
            }
        }
        cameras
    }

    #[test]
    fn a_point_on_the_ray_of_a_pixel_is_seen_at_that_pixel() {
        for camera in cameras() {
            let at = pos2(237.0, 511.0);
            let ray = camera.ray(at, VIEWPORT);
            let seen = camera.project(ray.origin + 5.0 * ray.direction, VIEWPORT);
            assert!(seen.unwrap().distance(at) < 1e-2, "{camera:?}");
        }
    }

    #[test]
    fn the_matrix_puts_points_where_project_does() {
        for camera in cameras() {
            let point = camera.target + DVec3::new(0.1, -0.2, 0.15);
            let clip = camera.clip_from_world(VIEWPORT).project_point3(point);
            let seen = camera.project(point, VIEWPORT).unwrap() - VIEWPORT.center();
            let [x, y] = [clip.x, -clip.y].map(|v| 0.5 * v as f32);
            let drawn = vec2(x * VIEWPORT.width(), y * VIEWPORT.height());
            assert!((seen - drawn).length() < 1e-2, "{camera:?}");
        }
    }

    #[test]
    fn nothing_behind_the_eye_is_seen_through_a_lens_with_perspective() {
        let camera = Camera::default();
        let behind = camera.eye() - camera.forward();
        assert_eq!(camera.project(behind, VIEWPORT), None);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        for mut camera in cameras() {
            let at = pos2(700.0, 200.0);
            let point = camera.on_target_plane(at, VIEWPORT);
            camera.zoom(3.0, at, VIEWPORT);
            assert!(camera.project(point, VIEWPORT).unwrap().distance(at) < 1e-2);
        }
    }

    #[test]
    fn panning_carries_the_middle_along() {
        for mut camera in cameras() {
            let (middle, drag) = (camera.target, vec2(30.0, -50.0));
            camera.pan(drag, VIEWPORT);
            let seen = camera.project(middle, VIEWPORT).unwrap();
            assert!(seen.distance(VIEWPORT.center() + drag) < 1e-2);
        }
    }

    #[test]
    fn no_orbit_goes_under_the_floor_and_one_from_below_it_comes_up() {
        for floor in [-1.0, 0.0, 0.4] {
            let mut camera = Camera::default();
            for _ in 0..40 {
                camera.orbit(vec2(7.0, -30.0), floor);
                assert!(camera.eye().y > floor, "{floor}: {}", camera.eye());
            }
            camera.target.y = floor - 5.0;
            let below = camera.pitch;
            camera.orbit(vec2(0.0, -30.0), floor);
            assert_eq!(camera.pitch, below);
            camera.orbit(vec2(0.0, 30.0), floor);
            assert!(camera.pitch > below);
        }
    }

    #[test]
    fn a_framed_box_is_wholly_inside_the_view() {
        let bounds = Bounds::EMPTY
            .with(DVec3::new(-0.4, 0.0, -0.3))
            .with(DVec3::new(0.5, 1.8, 0.3));
        for mut camera in cameras() {
            camera.frame(&bounds, VIEWPORT);
            assert!(camera.is_moving());
            camera.advance(1.0);
            assert!(!camera.is_moving());
            for corner in bounds.corners() {
                let seen = camera.project(corner, VIEWPORT).unwrap();
                assert!(VIEWPORT.contains(seen), "{camera:?} {seen}");
            }
        }
    }
}
