//! Finds room for labels: near what they name, inside their view, over nothing else.

use super::Rect;
use glam::DVec2;

/// Distances from the anchor that are tried, nearest first (px).
const DISTANCES: [f64; 10] = [
    13.0, 20.0, 28.0, 38.0, 50.0, 64.0, 82.0, 104.0, 130.0, 160.0,
];
/// Directions that are tried at each distance.
const DIRECTIONS: u32 = 24;
/// Farther than this a leader would no longer be followed by the eye (px).
const FARTHEST: f64 = 220.0;
/// Free space around a label (px).
const AIR: f64 = 3.0;

/// What is taken already, and where labels may go.
#[derive(Clone, Debug)]
pub(super) struct LabelRoom {
    /// Labels stay inside.
    pub(super) area: Rect,
    /// Convex shapes that labels keep off.
    pub(super) obstacles: Vec<Vec<DVec2>>,
    /// Rectangles that labels keep off.
    pub(super) taken: Vec<Rect>,
    /// Labels that have their place already.
    pub(super) placed: Vec<Rect>,
    /// Labels are placed rather away from here.
    pub(super) center: DVec2,
}

impl LabelRoom {
    /// Takes the best free place for a label of `size` near `anchor`; nothing when there is none not too far away.
    pub(super) fn place(&mut self, anchor: DVec2, size: DVec2) -> Option<Rect> {
        let found = self
            .around(anchor, size)
            .or_else(|| self.anywhere(anchor, size))?;
        self.placed.push(found.grown(AIR));
        if let Some(ends) = leader(anchor, &found) {
            self.obstacles.push(thin(ends));
        }
        Some(found)
    }

    /// The nearest ring of places that has a free one; on that ring the one that points most away from the centre.
    fn around(&self, anchor: DVec2, size: DVec2) -> Option<Rect> {
        let outward = (anchor - self.center).normalize_or_zero();
        DISTANCES.iter().find_map(|distance| {
            let places = (0..DIRECTIONS).map(|k| {
                let angle = f64::from(k) * std::f64::consts::TAU / f64::from(DIRECTIONS);
                let (sin, cos) = libm::sincos(angle);
                let direction = DVec2::new(cos, sin);
                // The side that faces the anchor is `distance` away from it; level labels read best.
                let middle = anchor + *distance * direction + soft_sign(direction) * 0.5 * size;
                let inner = self.area.grown(-AIR - 0.5);
                let (low, high) = (inner.min + 0.5 * size, inner.max - 0.5 * size);
                let middle = middle.min(high).max(low);
                let worth = direction.dot(outward) + 0.35 * cos.abs();
                (worth, Rect::around_point(middle, 0.5 * size))
            });
            places
                .filter(|(_, rect)| self.is_free(anchor, rect))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, rect)| rect)
        })
    }

    /// The free place nearest to the anchor on a grid over the area.
    fn anywhere(&self, anchor: DVec2, size: DVec2) -> Option<Rect> {
        let room = (self.area.size() - size).max(DVec2::ZERO);
        let [columns, rows] = (room / 10.0).floor().to_array().map(|n| n as u32);
        (0..=columns)
            .flat_map(|x| (0..=rows).map(move |y| DVec2::new(f64::from(x), f64::from(y))))
            .map(|step| {
                let min = self.area.min + 10.0 * step;
                Rect::new(min, min + size)
            })
            .filter(|rect| rect.center().distance(anchor) < FARTHEST && self.is_free(anchor, rect))
            .min_by(|a, b| {
                let distance = |r: &Rect| r.center().distance(anchor);
                distance(a).total_cmp(&distance(b))
            })
    }

    fn is_free(&self, anchor: DVec2, rect: &Rect) -> bool {
        let leader = leader(anchor, rect).map(thin);
        let crosses = |placed: &Rect| leader.as_ref().is_some_and(|l| convex_overlap(l, placed));
        let rect = rect.grown(AIR);
        self.area.encloses(&rect)
            && !self.taken.iter().any(|taken| taken.overlaps(&rect))
            && !self.placed.iter().any(|p| p.overlaps(&rect) || crosses(p))
            && !self.obstacles.iter().any(|o| convex_overlap(o, &rect))
    }
}

/// The line that ties a label to its sign when it could not stay beside it.
pub(super) fn leader(anchor: DVec2, label: &Rect) -> Option<[DVec2; 2]> {
    let near = anchor.clamp(label.min, label.max);
    let direction = (near - anchor).normalize_or_zero();
    (anchor.distance(near) > 24.0).then(|| [anchor + 11.0 * direction, near - 3.0 * direction])
}

/// A line as a convex shape, two pixels wide.
pub(super) fn thin([from, to]: [DVec2; 2]) -> Vec<DVec2> {
    let across = (to - from).normalize_or_zero().perp();
    vec![from - across, to - across, to + across, from + across]
}

/// −1 to 1 per axis, full before the direction is quite along the axis: labels sit beside the anchor, not across it.
fn soft_sign(direction: DVec2) -> DVec2 {
    (1.6 * direction).clamp(DVec2::NEG_ONE, DVec2::ONE)
}

/// Whether a convex polygon and a rectangle share an area: no edge of either separates them.
pub(super) fn convex_overlap(polygon: &[DVec2], rect: &Rect) -> bool {
    if polygon.is_empty() || !Rect::around(polygon).overlaps(rect) {
        return false;
    }
    let corners = rect.corners();
    let separates = |i: usize| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let normal = (b - a).perp();
        let side = |p: &DVec2| normal.dot(*p - a);
        let inner = polygon
            .iter()
            .map(side)
            .fold(0.0, |m: f64, s| if s.abs() > m.abs() { s } else { m });
        corners.iter().all(|c| side(c) * inner <= 0.0)
    };
    !(0..polygon.len()).any(separates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> LabelRoom {
        LabelRoom {
            area: Rect::new(DVec2::ZERO, DVec2::new(300.0, 200.0)),
            obstacles: vec![vec![
                DVec2::new(120.0, 60.0),
                DVec2::new(180.0, 60.0),
                DVec2::new(180.0, 140.0),
                DVec2::new(120.0, 140.0),
            ]],
            taken: Vec::new(),
            placed: Vec::new(),
            center: DVec2::new(150.0, 100.0),
        }
    }

    #[test]
    fn labels_keep_off_each_other_and_off_obstacles_and_inside() {
        let mut room = room();
        let obstacle = room.obstacles[0].clone();
        let mut placed: Vec<Rect> = Vec::new();
        // Far more labels than fit around one point: some find no room, none lies over another.
        for _ in 0..60 {
            let size = DVec2::new(60.0, 14.0);
            if let Some(rect) = room.place(DVec2::new(185.0, 100.0), size) {
                assert!(room.area.encloses(&rect));
                assert!(!convex_overlap(&obstacle, &rect));
                assert!(!placed.iter().any(|p| p.overlaps(&rect)));
                placed.push(rect);
            }
        }
        assert!(placed.len() > 12 && placed.len() < 60);
    }

    #[test]
    fn a_label_sits_on_the_side_away_from_the_centre() {
        let rect = room().place(DVec2::new(200.0, 100.0), DVec2::new(50.0, 14.0));
        assert!(rect.unwrap().min.x > 200.0);
    }

    #[test]
    fn a_slanted_polygon_overlaps_only_where_it_is() {
        let triangle = [DVec2::ZERO, DVec2::new(10.0, 0.0), DVec2::new(0.0, 10.0)];
        let near = |x: f64| Rect::around_point(DVec2::splat(x), DVec2::ONE);
        assert!(convex_overlap(&triangle, &near(5.0)));
        assert!(!convex_overlap(&triangle, &near(7.0)));
    }
}
