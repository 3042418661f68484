//! Soft darkness on the ground: under every foot, darkest where it touches, one wide breath under the body, and under rocks.

use crate::character::{Character, Sole};
use crate::kinematics::Kinematics;
use crate::level::RockShape;
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// How far below a sole its shadow is gone [m].
const FOOT_REACH: f64 = 0.22;
/// The same for the body, times its height above the ground.
const BODY_REACH: f64 = 1.6;

/// A soft ellipse, cast straight down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shadow {
    /// Middle of what casts it [m].
    pub center: DVec3,
    /// Half axes seen from above (x, z) [m].
    pub half_axes: [DVec2; 2],
    /// How far below the centre it is gone [m].
    pub reach: f64,
    /// In the middle, from 0 to 1.
    pub darkness: f64,
}

impl Shadow {
    /// All shadows of a body, wide ones first.
    pub(crate) fn of_figure(character: &Character, kin: &Kinematics) -> Vec<Self> {
        let soles = character.feet.iter().map(|foot| &foot.whole);
        let feet: Vec<Self> = soles
            .map(|sole| Self::of_sole(sole, kin.link(sole.link)))
            .collect();
        let lowest = feet
            .iter()
            .map(|foot| foot.center.y)
            .fold(kin.com.y, f64::min);
        let height = (kin.com.y - lowest).max(0.1);
        // From a lamp high above: as wide as half the height of the middle of the body.
        let across = DVec2::new(0.55 * height, 0.0);
        let body = Self {
            center: kin.com,
            half_axes: [across, DVec2::new(0.0, across.x)],
            reach: BODY_REACH * height,
            darkness: 0.45,
        };
        std::iter::once(body).chain(feet).collect()
    }

    /// Of a loose body.
    pub(crate) fn of_rock(shape: &RockShape, world_from_rock: &Transform) -> Self {
        let radius = match *shape {
            RockShape::Sphere { radius } => radius,
            RockShape::Box { half } => (half.x + half.y + half.z) / 3.0,
        };
        Self {
            center: world_from_rock.translation,
            half_axes: [DVec2::X, DVec2::Y].map(|axis| 1.8 * radius * axis),
            reach: 2.5 * radius,
            darkness: 0.8,
        }
    }

    fn of_sole(sole: &Sole, world_from_link: &Transform) -> Self {
        let corners: Vec<DVec3> = sole
            .corners_in_link
            .iter()
            .map(|corner| world_from_link.point(*corner))
            .collect();
        let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let flat = |v: DVec3| DVec2::new(v.x, v.z);
        // Along the longest edge, and across.
        let next = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(next).map(|(a, b)| flat(*b - *a));
        let longest = edges.fold(DVec2::new(1e-3, 0.0), |best, edge| {
            let is_longer = edge.length_squared() > best.length_squared();
            if is_longer { edge } else { best }
        });
        let along = longest.normalize();
        let half = |direction: DVec2| {
            let reaches = corners
                .iter()
                .map(|c| flat(*c - center).dot(direction).abs());
            reaches.fold(0.02, f64::max)
        };
        let across = along.perp();
        Self {
            center,
            half_axes: [
                (1.35 * half(along) + 0.02) * along,
                (1.5 * half(across) + 0.03) * across,
            ],
            reach: FOOT_REACH,
            darkness: 0.75,
        }
    }

    /// Half the side of a square around it, seen from above [m].
    pub(crate) fn extent(&self) -> f64 {
        let [a, b] = self.half_axes;
        (a * a + b * b).max_element().sqrt()
    }

    /// Rows of the matrix that takes the ellipse into the unit circle.
    pub(crate) fn into_unit_circle(self) -> [DVec2; 2] {
        // The axes are at right angles: each row is an axis over its squared length.
        self.half_axes.map(|axis| axis / axis.length_squared())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn every_corner_of_a_standing_sole_lies_in_its_shadow() {
        for name in ["human", "chicken", "quadruped"] {
            let character = load_character(name).unwrap();
            let kin = Kinematics::of(&character, &character.rest);
            let shadows = Shadow::of_figure(&character, &kin);
            assert_eq!(shadows.len(), 1 + character.feet.len());
            for (foot, shadow) in character.feet.iter().zip(&shadows[1..]) {
                let sole = &foot.whole;
                let rows = shadow.into_unit_circle();
                for corner in &sole.corners_in_link {
                    let at = kin.link(sole.link).point(*corner) - shadow.center;
                    let unit = rows.map(|row| row.dot(DVec2::new(at.x, at.z)));
                    assert!(DVec2::from(unit).length() < 1.2, "{name} {unit:?}");
                }
            }
        }
    }
}
