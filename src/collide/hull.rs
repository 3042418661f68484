//! Hulls: solids with eight corners, twelve edges and six even faces. Boxes, and the blocks of levels, whose top may slope.
//!
//! ```text
//!      6-----7      corner k: bit 0 is +x, bit 1 is +y, bit 2 is +z
//!     /|    /|      faces: +x, −x, +y, −y, +z, −z
//!    2-----3 |      edges: 0 to 3 along x, 4 to 7 along y, 8 to 11 along z
//!    | 4---|-5      all edges along x are parallel, all along y, and those along z at the bottom and at the top
//!    |/    |/
//!    0-----1
//! ```

use super::Bounds;
use crate::math::Transform;
use glam::{DMat3, DVec3};

/// The corners of each face, counter-clockwise seen from outside.
pub(super) const FACE_CORNERS: [[u8; 4]; 6] = [
    [1, 3, 7, 5],
    [0, 4, 6, 2],
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [4, 5, 7, 6],
    [0, 2, 3, 1],
];

/// The edge that leaves each of those corners, along the face's rim.
pub(super) const FACE_EDGES: [[u8; 4]; 6] = [
    [5, 11, 7, 9],
    [8, 6, 10, 4],
    [10, 3, 11, 1],
    [0, 9, 2, 8],
    [2, 7, 3, 6],
    [4, 1, 5, 0],
];

/// The ends of each edge.
pub(super) const EDGE_CORNERS: [[u8; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// Which of a hull's directions each edge follows.
const EDGE_DIRECTIONS: [u8; 12] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3];

/// The face that looks along +y.
pub(super) const TOP: usize = 2;
/// The face that looks along −y.
pub(super) const BOTTOM: usize = 3;

/// A box, or a block whose top slopes ahead. Everything in the world's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    pub(super) corners: [DVec3; 8],
    /// Unit vectors out of each face.
    pub(super) normals: [DVec3; 6],
    /// Every point of the hull has `normal · point <= offset` [m].
    pub(super) offsets: [f64; 6],
    /// Unit vectors along the edges: x, y, z at the bottom, z at the top.
    pub(super) directions: [DVec3; 4],
    /// Mean of the corners [m].
    pub(super) center: DVec3,
    /// From the centre of a box to its faces x, y and z [m]; nothing where the top slopes.
    pub(super) half_axes: Option<[DVec3; 3]>,
}

impl Hull {
    /// A box about its own centre, given half of each edge [m].
    #[inline]
    pub fn of_box(world_from_box: &Transform, half: DVec3) -> Self {
        let axes = DMat3::from_quat(world_from_box.rotation);
        let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis];
        let [hx, hy, hz] = [half.x * x, half.y * y, half.z * z];
        let center = world_from_box.translation;
        let (low, high) = (center - hz, center + hz);
        let (a, b) = (hx + hy, hx - hy);
        let along = DVec3::new(x.dot(center), y.dot(center), z.dot(center));
        let (up, down) = (along + half, half - along);
        Self {
            corners: [
                low - a,
                low + b,
                low - b,
                low + a,
                high - a,
                high + b,
                high - b,
                high + a,
            ],
            normals: [x, -x, y, -y, z, -z],
            offsets: [up.x, down.x, up.y, down.y, up.z, down.z],
            directions: [x, y, z, z],
            center,
            half_axes: Some([hx, hy, hz]),
        }
    }

    /// A block with these corners: its edges along x parallel, those along y parallel, its faces even.
    pub fn of_block(corners: [DVec3; 8]) -> Self {
        let direction = |edge: usize| {
            let [a, b] = EDGE_CORNERS[edge].map(|corner| corners[usize::from(corner)]);
            (b - a).normalize_or_zero()
        };
        let directions = [0, 4, 8, 10].map(direction);
        let [x, y, low_z, high_z] = directions;
        let (side, end) = (
            y.cross(low_z).normalize_or_zero(),
            x.cross(y).normalize_or_zero(),
        );
        let normals = [
            side,
            -side,
            high_z.cross(x).normalize_or_zero(),
            x.cross(low_z).normalize_or_zero(),
            end,
            -end,
        ];
        let center = corners.iter().sum::<DVec3>() / 8.0;
        let mut offsets = [0.0; 6];
        for ((offset, normal), face) in offsets.iter_mut().zip(&normals).zip(&FACE_CORNERS) {
            *offset = normal.dot(corners[usize::from(face[0])]);
        }
        let is_square = |a: DVec3, b: DVec3| a.dot(b).abs() < 1e-12;
        let is_box = low_z.distance(high_z) < 1e-12
            && is_square(x, y)
            && is_square(y, low_z)
            && is_square(x, low_z);
        let half_axis = |face: usize| (offsets[face] - normals[face].dot(center)) * normals[face];
        Self {
            corners,
            normals,
            offsets,
            directions,
            center,
            half_axes: is_box.then(|| [half_axis(0), half_axis(2), half_axis(4)]),
        }
    }

    /// The same hull, shifted [m].
    #[must_use]
    pub fn moved(&self, by: DVec3) -> Self {
        let mut offsets = self.offsets;
        for (offset, normal) in offsets.iter_mut().zip(&self.normals) {
            *offset += normal.dot(by);
        }
        Self {
            corners: self.corners.map(|corner| corner + by),
            offsets,
            center: self.center + by,
            ..*self
        }
    }

    /// Its corners [m]: bit 0 of a corner's number is +x, bit 1 +y, bit 2 +z.
    pub fn corners(&self) -> &[DVec3; 8] {
        &self.corners
    }

    /// Directions of edges, each once.
    #[inline]
    pub(super) fn distinct_directions(&self) -> &[DVec3] {
        let count = if self.half_axes.is_some() { 3 } else { 4 };
        &self.directions[..count]
    }

    /// Least and greatest coordinate of its points along an axis.
    #[inline]
    pub(super) fn extent(&self, axis: DVec3) -> (f64, f64) {
        if let Some([x, y, z]) = &self.half_axes {
            let middle = axis.dot(self.center);
            let half = axis.dot(*x).abs() + axis.dot(*y).abs() + axis.dot(*z).abs();
            (middle - half, middle + half)
        } else {
            let along = self.corners.map(|corner| axis.dot(corner));
            along
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), a| {
                    (low.min(*a), high.max(*a))
                })
        }
    }

    /// How far a point is outside a face's plane (inside: negative) [m].
    #[inline]
    pub(super) fn above(&self, face: usize, point: DVec3) -> f64 {
        self.normals[face].dot(point) - self.offsets[face]
    }

    /// The face whose plane a point is farthest outside of, or least inside of, and how far [m].
    #[inline]
    pub(super) fn outermost(&self, point: DVec3) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for face in 0..6 {
            let above = self.above(face, point);
            if above > best.1 {
                best = (face, above);
            }
        }
        best
    }

    /// Unit vector out of a face.
    #[inline]
    pub(super) fn normal(&self, face: usize) -> DVec3 {
        self.normals[face]
    }

    /// Where a face's plane lies along its normal [m].
    #[inline]
    pub(super) fn offset(&self, face: usize) -> f64 {
        self.offsets[face]
    }

    /// Its corners, then the middles of its edges, then those of its faces [m].
    pub(super) fn points(&self) -> [DVec3; 26] {
        let mut points = [DVec3::ZERO; 26];
        points[..8].copy_from_slice(&self.corners);
        for (edge, point) in points[8..20].iter_mut().enumerate() {
            let [a, b] = self.edge(edge);
            *point = a.midpoint(b);
        }
        for (face, point) in points[20..].iter_mut().enumerate() {
            *point = self.face(face).iter().sum::<DVec3>() / 4.0;
        }
        points
    }

    /// The corners of a face, counter-clockwise seen from outside.
    #[inline]
    pub(super) fn face(&self, face: usize) -> [DVec3; 4] {
        FACE_CORNERS[face].map(|corner| self.corners[usize::from(corner)])
    }

    /// The ends of an edge.
    #[inline]
    pub(super) fn edge(&self, edge: usize) -> [DVec3; 2] {
        EDGE_CORNERS[edge].map(|corner| self.corners[usize::from(corner)])
    }

    /// For each edge of a face, the unit vector in the face's plane that leads out over that edge.
    #[inline]
    pub(super) fn outward(&self, face: usize, side: usize) -> DVec3 {
        let edge = usize::from(FACE_EDGES[face][side]);
        let direction = self.directions[usize::from(EDGE_DIRECTIONS[edge])];
        // Edges are listed from low to high corner; along the rim half of them are walked backwards.
        let outward = direction.cross(self.normals[face]);
        if EDGE_CORNERS[edge][0] == FACE_CORNERS[face][side] {
            outward
        } else {
            -outward
        }
    }

    /// The edge along a direction (by its place among [`Self::directions`]) that lies farthest along an axis.
    pub(super) fn farthest_edge(&self, direction: usize, axis: DVec3) -> usize {
        let is_along = |edge: &usize| {
            let along = usize::from(EDGE_DIRECTIONS[*edge]);
            // Both ends of a box's z edges count as one direction.
            along == direction || (self.half_axes.is_some() && along == 3 && direction == 2)
        };
        let reach = |edge: usize| {
            self.edge(edge)
                .iter()
                .map(|end| axis.dot(*end))
                .sum::<f64>()
        };
        (0..12)
            .filter(is_along)
            .max_by(|a, b| reach(*a).total_cmp(&reach(*b)))
            .unwrap_or(0)
    }

    /// The least box along the world's axes around it.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        match &self.half_axes {
            Some([x, y, z]) => {
                let half = x.abs() + y.abs() + z.abs();
                Bounds {
                    low: self.center - half,
                    high: self.center + half,
                }
            }
            None => Bounds::around(&self.corners),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn turned_box() -> Hull {
        let rotation = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -1.2, 2.0);
        let world_from_box = Transform::new(rotation, DVec3::new(1.0, 2.0, 3.0));
        Hull::of_box(&world_from_box, DVec3::new(0.1, 0.2, 0.3))
    }

    /// A block one metre ahead and half a metre wide that climbs by half a metre.
    fn wedge() -> Hull {
        Hull::of_block([0, 1, 2, 3, 4, 5, 6, 7].map(|k: u8| {
            let (x, z) = (f64::from(k & 1), f64::from(k >> 2));
            let top = if k & 2 == 0 { 0.0 } else { 0.2 + 0.5 * z };
            DVec3::new(0.5 * x, top, z)
        }))
    }

    #[test]
    fn tables_agree_with_each_other() {
        for face in 0..6 {
            for side in 0..4 {
                let (from, to) = (FACE_CORNERS[face][side], FACE_CORNERS[face][(side + 1) % 4]);
                let mut ends = EDGE_CORNERS[usize::from(FACE_EDGES[face][side])];
                ends.sort_unstable();
                assert_eq!(ends, [from.min(to), from.max(to)]);
            }
        }
    }

    #[test]
    fn corners_lie_on_their_faces_and_normals_point_out() {
        for hull in [turned_box(), wedge()] {
            for (face, corners) in FACE_CORNERS.iter().enumerate() {
                for (k, corner) in hull.corners.iter().enumerate() {
                    let above = hull.above(face, *corner);
                    if corners.contains(&(k as u8)) {
                        assert!(above.abs() < 1e-12);
                    } else {
                        assert!(above < -0.1);
                    }
                }
                for side in 0..4 {
                    let middle = hull.face(face).iter().sum::<DVec3>() / 4.0;
                    let out = hull.face(face)[side] - middle;
                    let outward = hull.outward(face, side);
                    assert!(
                        outward.dot(out) > 0.0 && outward.dot(hull.normals[face]).abs() < 1e-12
                    );
                }
            }
        }
    }

    #[test]
    fn the_same_box_comes_from_its_corners() {
        let boxed = turned_box();
        let block = Hull::of_block(boxed.corners);
        assert!(block.half_axes.is_some() && wedge().half_axes.is_none());
        for face in 0..6 {
            assert!(block.normals[face].distance(boxed.normals[face]) < 1e-12);
            assert!((block.offsets[face] - boxed.offsets[face]).abs() < 1e-12);
        }
        let axis = DVec3::new(0.3, -0.5, 0.8);
        let plain = Hull {
            half_axes: None,
            ..boxed
        };
        assert!((boxed.extent(axis).0 - plain.extent(axis).0).abs() < 1e-12);
        assert!((boxed.extent(axis).1 - plain.extent(axis).1).abs() < 1e-12);
        assert!(boxed.bounds().low.distance(plain.bounds().low) < 1e-12);
    }
}
