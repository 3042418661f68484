//! The ground cut by an upright plane: polylines for the side and front views.
//!
//! Every surface gives the span of the cut that it covers; between two ends of spans the highest surface runs on, or
//! two cross once. Risers come out as upright strokes; a void breaks the line.

use super::solid::{Solid, Top};
use super::{Level, SurfaceId};
use glam::DVec2;

/// Rough ground is drawn with this many strokes to a cell.
const STROKES_PER_CELL: f64 = 8.0;
/// A cut has about as many points as this at most.
const MOST_POINTS: f64 = 100_000.0;

impl Level {
    /// The ground's outline for a view from the side: points (z, y) from low to high z, cut at one x.
    pub fn outline_zy(&self, x: f64, z_range: (f64, f64), time_secs: f64) -> Vec<Vec<DVec2>> {
        let start = DVec2::new(x, z_range.0);
        self.cut(start, DVec2::Y, z_range, time_secs)
    }

    /// The ground's profile for a view from the front: points (x, y) from low to high x, cut at one z.
    pub fn profile_xy(&self, z: f64, x_range: (f64, f64), time_secs: f64) -> Vec<Vec<DVec2>> {
        let start = DVec2::new(x_range.0, z);
        self.cut(start, DVec2::X, x_range, time_secs)
    }

    /// The ground's outline along any way: points (metres ahead of `origin_xz`, height), cut along the unit vector
    /// `ahead_xz`.
    pub fn outline_along(
        &self,
        origin_xz: DVec2,
        ahead_xz: DVec2,
        range: (f64, f64),
        time_secs: f64,
    ) -> Vec<Vec<DVec2>> {
        let start = origin_xz + range.0 * ahead_xz;
        self.cut(start, ahead_xz, range, time_secs)
    }

    /// Polylines (coordinate along `ahead`, height), one for each stretch without a void.
    fn cut(
        &self,
        start: DVec2,
        ahead: DVec2,
        range: (f64, f64),
        time_secs: f64,
    ) -> Vec<Vec<DVec2>> {
        let length = range.1 - range.0;
        if !(length > 0.0 && length.is_finite() && start.is_finite()) {
            return Vec::new();
        }
        let at = |along: f64| start + along * ahead;
        let mut lines: Vec<Vec<DVec2>> = Vec::new();
        let mut reached = f64::NEG_INFINITY;
        let ends = self.span_ends(start, ahead, length, time_secs);
        for pair in ends.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            // Just inside either end, where it is clear which surface is meant.
            let inside = 1e-3 * (high - low);
            let near = self.ground_at(at(low + inside), time_secs);
            let far = self.ground_at(at(high - inside), time_secs);
            let (Some(near), Some(far)) = (near, far) else {
                continue;
            };
            if reached < low || lines.is_empty() {
                lines.push(Vec::new());
            }
            reached = high;
            let height = |surface, along: f64| self.surface_height(surface, at(along), time_secs);
            let mut points = [Some((low, height(near.surface, low))), None];
            if near.surface != far.surface {
                let above =
                    |along: f64| height(near.surface, along) - height(far.surface, along) > 0.0;
                let (mut a, mut b) = (low, high);
                for _ in 0..50 {
                    let middle = 0.5 * (a + b);
                    if above(middle) {
                        a = middle;
                    } else {
                        b = middle;
                    }
                }
                points[1] = Some((b, height(far.surface, b)));
            }
            let last = Some((high, height(far.surface, high)));
            if let Some(line) = lines.last_mut() {
                for (along, y) in points.into_iter().chain([last]).flatten() {
                    let point = DVec2::new(range.0 + along, y);
                    if line
                        .last()
                        .is_none_or(|p| p.distance_squared(point) > 1e-20)
                    {
                        line.push(point);
                    }
                }
            }
        }
        lines
    }

    /// Where the cut enters and leaves surfaces, and where rough ground bends: sorted, from 0 to `length`.
    fn span_ends(&self, start: DVec2, ahead: DVec2, length: f64, time_secs: f64) -> Vec<f64> {
        let mut ends = vec![0.0, length];
        for solid in &self.solids {
            let (low, high) = solid.rectangle();
            let local = (solid.local(start), solid.local_direction(ahead));
            if let Some((first, last)) = span(local, low, high, length) {
                ends.extend([first, last]);
                ends.extend(strokes(solid, first, last));
            }
        }
        for (_, platform) in self.platforms() {
            let motion = platform.motion(time_secs);
            // On the top's plane the cut is a straight line as well.
            let here = motion.top_at(start);
            let there = motion.top_at(start + ahead);
            if let (Some((_, a)), Some((_, b))) = (here, there) {
                let half = platform.half_size;
                if let Some((first, last)) = span((a, b - a), -half, half, length) {
                    ends.extend([first, last]);
                }
            }
        }
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|b, a| *b - *a < 1e-8);
        ends
    }

    /// Height of one surface's top, continued beyond its ends [m].
    fn surface_height(&self, surface: SurfaceId, point_xz: DVec2, time_secs: f64) -> f64 {
        match surface {
            SurfaceId::Ground(index) => {
                let solid = &self.solids[index as usize];
                solid.top_at(solid.local(point_xz)).0
            }
            SurfaceId::Platform(id) => {
                let motion = self.platform_pose(id, time_secs);
                let top = motion.top_at(point_xz);
                top.map_or(motion.world_from_platform.translation.y, |(height, _)| {
                    height
                })
            }
        }
    }
}

/// The part from 0 to `length` of a line (origin, direction) inside a rectangle.
fn span(
    (origin, direction): (DVec2, DVec2),
    low: DVec2,
    high: DVec2,
    length: f64,
) -> Option<(f64, f64)> {
    let (mut first, mut last) = (0.0_f64, length);
    for axis in 0..2 {
        let (o, d) = (origin[axis], direction[axis]);
        // A turned piece's axes are never quite parallel to the cut; a nearly parallel one counts as parallel.
        if d.abs() < 1e-12 {
            if o < low[axis] || o > high[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((low[axis] - o) / d, (high[axis] - o) / d);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    (first < last).then_some((first, last))
}

/// Points between the ends at which rough ground is drawn; none on flat ground.
fn strokes(solid: &Solid, first: f64, last: f64) -> impl Iterator<Item = f64> + use<> {
    let count = match &solid.top {
        Top::Plane { .. } => 1.0,
        Top::Rough(field) => ((last - first) * STROKES_PER_CELL / field.cell_size().min_element())
            .ceil()
            .clamp(1.0, MOST_POINTS),
    };
    (1..count as u32).map(move |k| first + (last - first) * f64::from(k) / count)
}
