//! How far a sole slides that rolls over one of its edges: on level ground by next to nothing, where the ground falls away under that
//! edge by more.
//!
//! ```text
//! level: corners leave at once         a hump: the edge that it turns about is in the air, corners ahead of it scrape
//!        ____________/                       ____________/
//! ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾                  ‾‾‾‾‾‾‾‾‾‾‾‾‾\________
//! ```
//! What touches is what the audit says: the lowest corner, and those that are hardly higher over the ground.

use super::roll::Roller;
use crate::level::Level;
use crate::math::Transform;
use crate::motion::audit::TOUCHING;
use glam::{DVec2, DVec3};

/// A person's sole may slide so far while it rolls [m].
pub(super) const MOST_SLIP: f64 = 8e-5;
/// It is looked at in steps that lift the farthest corner by so much [m], up to where nothing that moves touches any more, or to a
/// turn [rad].
const STEP: f64 = 3e-4;
const MOST: f64 = 0.2;

impl Roller {
    /// How far a foot that lies on its foothold slides when it comes down about the rear edge of its heel [m].
    pub(super) fn slip_landing(&self, level: &Level, flat: &Transform, secs: f64) -> f64 {
        slip((level, secs), &self.rear_in_link, |turn| {
            self.rolled(flat, turn, 0.0)
        })
    }

    /// How far its tip slides when the ball rises about it, or the heel of a foot of one piece [m].
    pub(super) fn slip_leaving(&self, level: &Level, flat: &Transform, secs: f64) -> f64 {
        let edge = self.tip_in_link;
        slip((level, secs), &self.tip_corners_in_link, |turn| {
            let rotation = self.pitched(flat.rotation, -turn);
            Transform::new(rotation, flat.point(edge) - rotation * edge)
        })
    }
}

/// The farthest that a corner which touches is from where it lies in the end, along the ground [m].
fn slip(
    (level, secs): (&Level, f64),
    corners_in_link: &[DVec3],
    turned: impl Fn(f64) -> Transform,
) -> f64 {
    let xz = |point: DVec3| DVec2::new(point.x, point.z);
    let height = |point: DVec3| level.clearance(point, secs).unwrap_or(f64::INFINITY);
    let flat = turned(0.0);
    let mut most: f64 = 0.0;
    let reach = |corner: &DVec3| corner.distance(corners_in_link[0]);
    let step = STEP / corners_in_link.iter().map(reach).fold(1e-3, f64::max);
    let mut turn = step;
    while turn < MOST {
        let place = turned(turn);
        let points = corners_in_link.iter().map(|corner| place.point(*corner));
        let lowest = points.clone().map(height).fold(f64::INFINITY, f64::min);
        let mut moves = false;
        for (corner, point) in corners_in_link.iter().zip(points) {
            let way = point - flat.point(*corner);
            if height(point) > lowest + TOUCHING || way.length_squared() < 1e-18 {
                continue;
            }
            moves = true;
            let normal = level.normal(xz(point), secs).unwrap_or(DVec3::Y);
            most = most.max(way.reject_from_normalized(normal).length());
        }
        if !moves {
            break;
        }
        turn += step;
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::super::biped::Biped;
    use super::*;
    use crate::io::{load_character, load_level};

    /// How far a foot slides that lands with its ball there, and one that leaves.
    fn slips(level: &str, ball_z: f64) -> [f64; 2] {
        let human = load_character("human").unwrap();
        let level = load_level(level).unwrap();
        let foot = &Biped::new(&human).unwrap().feet[0];
        let roller = Roller::new(&human, foot);
        let at = |z: f64| DVec3::new(0.1, level.height(DVec2::new(0.1, z), 0.0).unwrap(), z);
        let up = level.normal(DVec2::new(0.1, ball_z), 0.0).unwrap();
        let flat = foot.placed(at(ball_z), up, 0.0);
        [
            roller.slip_landing(&level, &flat, 0.0),
            roller.slip_leaving(&level, &flat, 0.0),
        ]
    }

    #[test]
    fn on_even_ground_a_foot_that_rolls_hardly_slides() {
        for slip in slips("flat", 1.0).into_iter().chain(slips("slope", 4.0)) {
            assert!((1e-6..5e-5).contains(&slip), "{slip}");
        }
    }

    #[test]
    fn a_tip_over_a_hollow_scrapes_the_hump_behind_it() {
        let places = (0..800).map(|step| 0.5 + 0.01 * f64::from(step));
        let most = places.map(|z| slips("rough", z)[1]).fold(0.0, f64::max);
        assert!(most > 2.0 * MOST_SLIP, "{most}");
    }
}
