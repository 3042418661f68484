//! The support polygon and the signed margin of balance.

use glam::DVec2;

/// Where the centre of mass may be, seen from above: the convex hull of level contacts, or the
/// [region](super::support_region) of others. x to the character's left, y of the vectors is world z (forward).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SupportPolygon {
    /// Corners, each once, turning from x towards z. Fewer than three when there is no area, none when there is no place.
    corners: Vec<DVec2>,
}

/// How far a point is from tipping, and which way it would tip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// Distance to the nearest edge [m]: positive inside, negative outside.
    pub metres: f64,
    /// Unit vector (x, z) towards that edge from inside, away from the polygon from outside.
    pub direction_xz: DVec2,
}

impl SupportPolygon {
    /// Convex hull of any number of contact points (Andrew's monotone chain). Points on an edge are dropped.
    pub fn hull(points_xz: impl IntoIterator<Item = DVec2>) -> Self {
        let mut points: Vec<DVec2> = points_xz.into_iter().filter(|p| p.is_finite()).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        if points.len() < 3 {
            return Self { corners: points };
        }
        let mut corners: Vec<DVec2> = Vec::with_capacity(points.len() + 1);
        // Lower chain from left to right, then the upper one back.
        for half in 0..2 {
            let start = corners.len();
            for &p in &points {
                while corners.len() >= start + 2 {
                    let [a, b] = [corners[corners.len() - 2], corners[corners.len() - 1]];
                    if (b - a).perp_dot(p - b) > 0.0 {
                        break;
                    }
                    corners.pop();
                }
                corners.push(p);
            }
            corners.pop();
            if half == 0 {
                points.reverse();
            }
        }
        Self { corners }
    }

    /// Corners in order.
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// Whether there is no place at all: nothing that carries, or nothing that could hold a body still.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// [m²]
    pub fn area(&self) -> f64 {
        let twice = self.edges().map(|(a, b)| a.perp_dot(b));
        0.5 * twice.sum::<f64>()
    }

    /// Centre of area; of the corners when there is no area.
    pub fn center(&self) -> DVec2 {
        let mean = self.corners.iter().sum::<DVec2>() / self.corners.len().max(1) as f64;
        let (mut area, mut moment) = (0.0, DVec2::ZERO);
        for (a, b) in self.edges() {
            let twice = (a - mean).perp_dot(b - mean);
            area += twice;
            moment += twice * (a + b - 2.0 * mean) / 3.0;
        }
        if area > 1e-12 {
            mean + moment / area
        } else {
            mean
        }
    }

    /// Margin of a point. No contacts at all give minus infinity.
    pub fn margin(&self, point_xz: DVec2) -> Margin {
        let mut nearest = Margin {
            metres: f64::NEG_INFINITY,
            direction_xz: DVec2::ZERO,
        };
        let mut inside = self.corners.len() >= 3;
        let mut shortest = f64::INFINITY;
        for (a, b) in self.edges() {
            let along = b - a;
            let t = (point_xz - a).dot(along) / along.length_squared().max(1e-300);
            let on_edge = a + t.clamp(0.0, 1.0) * along;
            inside &= along.perp_dot(point_xz - a) >= 0.0;
            let distance = point_xz.distance(on_edge);
            if distance < shortest {
                shortest = distance;
                // Outward normal of the edge when the point lies on it.
                let outward = DVec2::new(along.y, -along.x).normalize_or_zero();
                nearest.direction_xz = (on_edge - point_xz).try_normalize().unwrap_or(outward);
            }
        }
        if let [only] = self.corners[..] {
            shortest = point_xz.distance(only);
            nearest.direction_xz = (only - point_xz).normalize_or_zero();
        }
        if inside {
            nearest.metres = shortest;
        } else if shortest.is_finite() {
            nearest.metres = -shortest;
            nearest.direction_xz = -nearest.direction_xz;
        }
        nearest
    }

    /// The polygon with every edge moved inward; its centre alone when nothing is left.
    #[must_use]
    pub fn inset(&self, distance: f64) -> Self {
        let mut kept = self.corners.clone();
        for (a, b) in self.edges() {
            let inward = (b - a).perp().normalize_or_zero();
            let start = a + distance * inward;
            kept = clip(&kept, start, inward);
        }
        if kept.is_empty() {
            kept.push(self.center());
        }
        Self { corners: kept }
    }

    /// The part of the polygon in a rectangle.
    #[must_use]
    pub fn within(&self, low: DVec2, high: DVec2) -> Self {
        let sides = [
            (low, DVec2::X),
            (low, DVec2::Y),
            (high, DVec2::NEG_X),
            (high, DVec2::NEG_Y),
        ];
        let all = self.corners.clone();
        let corners = sides.iter().fold(all, |kept, (on_line, inward)| {
            clip(&kept, *on_line, *inward)
        });
        Self { corners }
    }

    /// The point of the polygon nearest to a given one: itself when it lies inside.
    pub fn nearest(&self, point_xz: DVec2) -> DVec2 {
        let margin = self.margin(point_xz);
        if margin.metres >= 0.0 || !margin.metres.is_finite() {
            point_xz
        } else {
            point_xz + margin.metres * margin.direction_xz
        }
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let n = self.corners.len();
        let count = if n < 2 { 0 } else { n };
        (0..count).map(move |i| (self.corners[i], self.corners[(i + 1) % n]))
    }
}

/// The part of a convex polygon on the inner side of a line (Sutherland and Hodgman 1974).
fn clip(corners: &[DVec2], on_line: DVec2, inward: DVec2) -> Vec<DVec2> {
    let height = |p: DVec2| (p - on_line).dot(inward);
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (from, to) = (height(a), height(b));
        if from >= 0.0 {
            kept.push(a);
        }
        if (from >= 0.0) != (to >= 0.0) {
            kept.push(a.lerp(b, from / (from - to)));
        }
    }
    kept
}

/// A horizontal direction in words, as the figure sees it: `front`, `front-left`, `left`, …
pub fn compass(direction_xz: DVec2) -> &'static str {
    const NAMES: [&str; 8] = [
        "front",
        "front-left",
        "left",
        "back-left",
        "back",
        "back-right",
        "right",
        "front-right",
    ];
    // Angle from forward (+z) towards the left (+x), in eighths of a turn.
    let eighths = libm::atan2(direction_xz.x, direction_xz.y) / std::f64::consts::FRAC_PI_4;
    NAMES[(eighths.round() as i64).rem_euclid(8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> SupportPolygon {
        let corner = |x: f64, z: f64| DVec2::new(x, z);
        SupportPolygon::hull([
            corner(1.0, 1.0),
            corner(-1.0, -1.0),
            corner(-1.0, 1.0),
            corner(0.3, 0.2),
            corner(1.0, -1.0),
            corner(1.0, 0.0),
        ])
    }

    #[test]
    fn a_hull_keeps_only_its_corners() {
        assert_eq!(square().corners().len(), 4);
        assert!(square().center().length() < 1e-15);
    }

    #[test]
    fn the_margin_is_positive_inside_and_negative_outside_and_points_outward() {
        let inside = square().margin(DVec2::new(0.8, 0.1));
        assert!((inside.metres - 0.2).abs() < 1e-15);
        assert!(inside.direction_xz.distance(DVec2::X) < 1e-12);
        let outside = square().margin(DVec2::new(0.0, -1.5));
        assert!((outside.metres + 0.5).abs() < 1e-15);
        assert!(outside.direction_xz.distance(DVec2::NEG_Y) < 1e-12);
    }

    #[test]
    fn contacts_without_area_have_a_margin_below_zero() {
        let line = SupportPolygon::hull([DVec2::ZERO, DVec2::X]);
        assert_eq!(line.margin(DVec2::new(0.5, 0.0)).metres, 0.0);
        assert_eq!(line.margin(DVec2::new(0.5, 0.3)).metres, -0.3);
        let point = SupportPolygon::hull([DVec2::X]);
        assert_eq!(point.margin(DVec2::ZERO).metres, -1.0);
        let nothing = SupportPolygon::hull([]);
        assert_eq!(nothing.margin(DVec2::ZERO).metres, f64::NEG_INFINITY);
    }

    #[test]
    fn an_inset_polygon_keeps_its_distance() {
        let inner = square().inset(0.25);
        for corner in inner.corners() {
            assert!((square().margin(*corner).metres - 0.25).abs() < 1e-12);
        }
        assert_eq!(square().inset(2.0).corners().len(), 1);
        assert_eq!(inner.nearest(DVec2::new(5.0, 0.0)), DVec2::new(0.75, 0.0));
    }

    #[test]
    fn directions_are_named_as_the_figure_sees_them() {
        assert_eq!(compass(DVec2::Y), "front");
        assert_eq!(compass(DVec2::X), "left");
        assert_eq!(compass(DVec2::new(-1.0, -1.0)), "back-right");
    }
}
