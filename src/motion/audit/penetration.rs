//! How deep a body is in the ground: sole corners and the lowest points of its shapes.
//!
//! Limits: a shape is asked at its corners or at the ends of its capsule, so an edge of the ground that meets only the
//! middle of a thigh goes unseen; and nothing lies in the ground over a void.

use super::LinkValue;
use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;
use crate::level::Level;
use glam::{DVec2, DVec3};

/// Ways out of the ground to the side that are tried.
const DIRECTIONS: u32 = 8;
/// Below this a depth is rounding [m].
const ROUNDING: f64 = 1e-9;
/// Not worth looking for a shorter way out [m].
const SHALLOW: f64 = 1e-4;

/// A ball on a link (of no radius: a point) that should not be in the ground.
#[derive(Clone, Copy, Debug)]
struct Probe {
    link: LinkId,
    center_in_link: DVec3,
    radius: f64,
}

/// All the points of a body that could be in the ground.
#[derive(Clone, Debug)]
pub(super) struct Probes(Vec<Probe>);

impl Probes {
    /// The corners of every sole and the ends of every shape.
    pub(super) fn new(character: &Character) -> Self {
        let mut probes = Vec::new();
        for sole in &character.soles {
            probes.extend(sole.corners_in_link.iter().map(|corner| Probe {
                link: sole.link,
                center_in_link: *corner,
                radius: 0.0,
            }));
        }
        for link in character.link_ids() {
            for placed in &character.link(link).shapes {
                let (centers, radius) = placed.shape.tips();
                probes.extend(centers.into_iter().map(|center| Probe {
                    link,
                    center_in_link: placed.link_from_shape.point(center),
                    radius,
                }));
            }
        }
        Self(probes)
    }

    /// The deepest of them, and how deep; nothing when the body is clear of the ground.
    pub(super) fn deepest(
        &self,
        kin: &Kinematics,
        level: Option<&Level>,
        time_secs: f64,
    ) -> Option<LinkValue> {
        let mut deepest: Option<LinkValue> = None;
        for probe in &self.0 {
            let center = kin.link(probe.link).point(probe.center_in_link);
            let value = depth(level, center - probe.radius * DVec3::Y, time_secs);
            if value > deepest.map_or(ROUNDING, |so_far| so_far.value) {
                let link = probe.link;
                deepest = Some(LinkValue { value, link });
            }
        }
        deepest
    }
}

/// How deep a point is in the ground [m]: the shortest way out, straight up or level in one of eight directions.
/// A toe that scrapes a riser is as deep as it is behind the riser, not as the stair is high. Without a level the ground
/// is flat at height zero.
fn depth(level: Option<&Level>, point: DVec3, time_secs: f64) -> f64 {
    let Some(level) = level else {
        return (-point.y).max(0.0);
    };
    let up = match level.clearance(point, time_secs) {
        Some(clearance) if clearance < 0.0 => -clearance,
        _ => return 0.0,
    };
    if up < SHALLOW {
        return up;
    }
    let mut shortest = up;
    for k in 0..DIRECTIONS {
        let angle = f64::from(k) * std::f64::consts::TAU / f64::from(DIRECTIONS);
        let (sin, cos) = libm::sincos(angle);
        let direction_xz = DVec2::new(cos, sin);
        let is_free = |distance: f64| {
            let aside = distance * direction_xz;
            let there = point + DVec3::new(aside.x, 0.0, aside.y);
            let clearance = level.clearance(there, time_secs);
            clearance.is_none_or(|clearance| clearance >= 0.0)
        };
        if is_free(shortest) {
            let mut inside = 0.0;
            while shortest - inside > 0.1 * SHALLOW {
                let middle = 0.5 * (inside + shortest);
                if is_free(middle) {
                    shortest = middle;
                } else {
                    inside = middle;
                }
            }
        }
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{load_character, load_level, shipped_characters};

    #[test]
    fn every_shipped_body_rests_on_the_ground_and_not_in_it() {
        for (name, _) in shipped_characters() {
            let character = load_character(name).unwrap();
            let kin = Kinematics::of(&character, &character.rest);
            let deepest = Probes::new(&character).deepest(&kin, None, 0.0);
            assert!(
                deepest.is_none_or(|d| d.value < 1e-9),
                "{name}: {deepest:?}"
            );
        }
    }

    #[test]
    fn the_shortest_way_out_of_a_riser_is_level() {
        let stairs = load_level("stairs").unwrap();
        // Find the first riser along the middle of the flight.
        let line = &stairs.outline_zy(0.0, (-1.0, 6.0), 0.0)[0];
        let riser = line
            .windows(2)
            .find(|pair| (pair[1].x - pair[0].x).abs() < 1e-9 && pair[1].y > pair[0].y + 0.05)
            .unwrap();
        let (z, low, high) = (riser[0].x, riser[0].y, riser[1].y);
        let behind = DVec3::new(0.0, 0.5 * (low + high), z + 0.004);
        assert!((depth(Some(&stairs), behind, 0.0) - 0.004).abs() < 1e-4);
        // Just under the tread, far from the riser, the way out is up.
        let under = DVec3::new(0.0, high - 0.006, z + 0.1);
        assert!((depth(Some(&stairs), under, 0.0) - 0.006).abs() < 1e-9);
        let before = DVec3::new(0.0, low + 0.001, z - 0.004);
        assert_eq!(depth(Some(&stairs), before, 0.0), 0.0);
    }

    #[test]
    fn nothing_lies_in_the_ground_over_a_void() {
        let stones = load_level("stepping_stones").unwrap();
        let far_aside = DVec3::new(50.0, -3.0, 50.0);
        assert_eq!(stones.clearance(far_aside, 0.0), None);
        assert_eq!(depth(Some(&stones), far_aside, 0.0), 0.0);
    }
}
