//! What of one solid lies over a face of a hull: its face clipped to that face's rim (Sutherland and Hodgman 1974).
//!
//! ```text
//!       incident face             Every side of the polygon remembers where it comes from, an edge of the incident face
//!     a--------+--- b             or one of the reference's rim. So every corner knows what it is: a corner of the
//!   +-|--------x-+   \            incident solid (two of its edges meet), a corner of the reference (two sides of the
//!   | d ------ x | -- c           rim meet), or a crossing (x).
//!   +------------+ reference face
//! ```

use super::Touches;
use super::hull::{FACE_CORNERS, FACE_EDGES, Hull};
use super::touch::Feature;
use glam::DVec3;

/// A corner this little beyond a rim still counts as over the face [m], so that flush faces keep their corners' numbers.
const RIM_SLACK: f64 = 1e-4;

/// Where a side of the polygon comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// From this corner of the incident face to the next.
    Incident(u8),
    /// Along this side of the reference's rim.
    Rim(u8),
}

#[derive(Clone, Copy, Debug)]
struct Corner {
    point: DVec3,
    /// The side that leaves it.
    side: Side,
}

/// Up to eight corners: a quadrangle gains at most one for each side of the rim.
#[derive(Clone, Copy)]
struct Polygon {
    corners: [Corner; 8],
    count: usize,
}

impl Polygon {
    const EMPTY: Self = Self {
        corners: [Corner {
            point: DVec3::ZERO,
            side: Side::Incident(0),
        }; 8],
        count: 0,
    };

    #[inline]
    fn push(&mut self, point: DVec3, side: Side) {
        if let Some(corner) = self.corners.get_mut(self.count) {
            *corner = Corner { point, side };
            self.count += 1;
        }
    }

    /// Keeps what lies behind a side of the rim.
    #[inline]
    fn clip(&mut self, corner_of_rim: DVec3, outward: DVec3, rim: u8) {
        let mut beyond = [0.0; 8];
        let mut is_beyond = false;
        for (b, corner) in beyond.iter_mut().zip(&self.corners[..self.count]) {
            *b = outward.dot(corner.point - corner_of_rim);
            is_beyond |= *b > RIM_SLACK;
        }
        if is_beyond {
            *self = self.clipped(&beyond, rim);
        }
    }

    /// What is left of it, given how far each corner is beyond a side of the rim [m].
    fn clipped(&self, beyond: &[f64; 8], rim: u8) -> Self {
        let mut kept = Self::EMPTY;
        for k in 0..self.count {
            let next = (k + 1) % self.count;
            let (here, there) = (self.corners[k], self.corners[next].point);
            let (a, b) = (beyond[k], beyond[next]);
            // On the rim itself, unless the side ends within the slack before it comes there.
            let crossing = || here.point.lerp(there, (a / (a - b)).clamp(0.0, 1.0));
            if a <= RIM_SLACK {
                kept.push(here.point, here.side);
                if b > RIM_SLACK {
                    kept.push(crossing(), Side::Rim(rim));
                }
            } else if b <= RIM_SLACK {
                kept.push(crossing(), here.side);
            }
        }
        kept
    }
}

/// Whose face is the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    First,
    Second,
}

/// Adds what of the `other` hull lies over a face of `hull` with a gap less than `margin`; says the least gap of all that
/// lies over it, infinite where nothing does.
pub(super) fn over_face(
    hull: &Hull,
    face: usize,
    other: &Hull,
    reference: Reference,
    margin: f64,
    touches: &mut Touches,
) -> f64 {
    let normal = hull.normals[face];
    let facing = most_against(other, normal);
    let mut polygon = Polygon::EMPTY;
    for (k, point) in other.face(facing).into_iter().enumerate() {
        polygon.push(point, Side::Incident(k as u8));
    }
    let rim = hull.face(face);
    for (side, corner) in rim.into_iter().enumerate() {
        polygon.clip(corner, hull.outward(face, side), side as u8);
    }
    let mut least = f64::INFINITY;
    for k in 0..polygon.count {
        let corner = &polygon.corners[k];
        let before = polygon.corners[(k + polygon.count - 1) % polygon.count].side;
        let gap = hull.above(face, corner.point);
        least = least.min(gap);
        if gap < margin {
            let feature = feature(face, facing, before, corner.side);
            let middle = corner.point - 0.5 * gap * normal;
            match reference {
                Reference::Second => touches.push(middle, normal, gap, feature),
                Reference::First => touches.push(middle, -normal, gap, feature.swapped()),
            }
        }
    }
    least
}

/// Adds what of a segment lies over a face of the second solid with a gap less than `margin`, as seen from its core; says
/// the least such gap.
pub(super) fn segment_over_face(
    hull: &Hull,
    face: usize,
    ends: [DVec3; 2],
    radius: f64,
    margin: f64,
    touches: &mut Touches,
) -> f64 {
    let normal = hull.normals[face];
    let rim = hull.face(face);
    // The part between two shares of the way from end to end is over the face.
    let (mut from, mut to) = (
        (0.0, Feature::FirstCorner(0)),
        (1.0, Feature::FirstCorner(1)),
    );
    for (side, corner) in rim.into_iter().enumerate() {
        let outward = hull.outward(face, side);
        let beyond = ends.map(|end| outward.dot(end - corner));
        let crossing = Feature::Crossing(0, FACE_EDGES[face][side]);
        let share = beyond[0] / (beyond[0] - beyond[1]);
        match beyond.map(|b| b > RIM_SLACK) {
            [true, true] => return f64::INFINITY,
            [true, false] if share > from.0 => from = (share, crossing),
            [false, true] if share < to.0 => to = (share.max(0.0), crossing),
            _ => {}
        }
    }
    if from.0 > to.0 {
        return f64::INFINITY;
    }
    let mut least = f64::INFINITY;
    for (share, feature) in [from, to] {
        let point = ends[0].lerp(ends[1], share);
        let above = hull.above(face, point);
        least = least.min(above);
        let gap = above - radius;
        if gap < margin {
            // From the core down to the capsule's surface, then half the gap.
            touches.push(point - (radius + 0.5 * gap) * normal, normal, gap, feature);
        }
    }
    least
}

/// The face of a hull that looks most against a direction.
#[inline]
fn most_against(hull: &Hull, direction: DVec3) -> usize {
    let mut best = (0, f64::INFINITY);
    for (face, normal) in hull.normals.iter().enumerate() {
        let along = normal.dot(direction);
        if along < best.1 {
            best = (face, along);
        }
    }
    best.0
}

/// What a corner of the polygon is, the incident solid being the first.
fn feature(face: usize, facing: usize, before: Side, after: Side) -> Feature {
    match (before, after) {
        (Side::Incident(_), Side::Incident(k)) => {
            Feature::FirstCorner(FACE_CORNERS[facing][usize::from(k)])
        }
        (Side::Incident(k), Side::Rim(r)) | (Side::Rim(r), Side::Incident(k)) => Feature::Crossing(
            FACE_EDGES[facing][usize::from(k)],
            FACE_EDGES[face][usize::from(r)],
        ),
        // The rim is cut side by side in its order, so the polygon walks it the other way round: clipped corners lie at
        // the beginning of the later side, or for the last and the first at the beginning of the first.
        (Side::Rim(a), Side::Rim(b)) => {
            let corner = match (a.min(b), a.max(b)) {
                (0, 3) => 0,
                (_, later) => later,
            };
            Feature::SecondCorner(FACE_CORNERS[face][usize::from(corner)])
        }
    }
}
