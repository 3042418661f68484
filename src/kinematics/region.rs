//! Where the centre of mass can be over patches at any height and slope: the region in which forces can hold it.

use super::SupportPolygon;
use crate::math::{Simplex, hypotenuse};
use glam::{DVec2, DVec3};

/// Edges of the pyramid that stands for a cone of friction.
const FACETS: usize = 8;
/// How far beside the patches a region without an end is cut [m]. For patches farther apart it is as far as they are apart.
const CUT: f64 = 5.0;
/// Patches within this of one plane count as in it [m]; so do normals whose difference is so long.
const FLAT: f64 = 1e-5;
/// Below this there is no friction: it would need forces of a million times the weight to show.
const NO_FRICTION: f64 = 1e-6;
/// A normal that is so near to the vertical has no fall line.
const NO_SLOPE: f64 = 1e-6;
/// Edges are known so well, in sizes of what carries.
const TOLERANCE: f64 = 1e-7;
/// More corners than any region has: rounding may not go on for ever.
const MOST_CORNERS: usize = 256;

/// A patch that can carry: it pushes along its normal, and sideways as far as friction goes.
#[derive(Clone, Debug, PartialEq)]
pub struct CarryingPatch {
    /// Corners of the patch; forces of all points between them are sums of forces at these.
    pub corners_in_world: Vec<DVec3>,
    /// Unit normal, out of the surface towards what it carries.
    pub normal_in_world: DVec3,
    /// Coefficient of friction.
    pub friction: f64,
}

impl CarryingPatch {
    /// Unit vectors that span the forces at a corner: edges of a pyramid *inside* the cone of friction, so that no force is
    /// promised that would slip. One edge points up the fall line, so that what stands on a slope slips where it should;
    /// between edges up to 7.6 % of the friction is given away. On level ground the edges begin at x.
    pub fn rays(&self) -> impl Iterator<Item = DVec3> + Clone + use<> {
        let normal = self.normal_in_world;
        let across = DVec3::Y.cross(normal);
        let across = if across.length() > NO_SLOPE {
            across.normalize()
        } else {
            DVec3::X
        };
        let up = normal.cross(across);
        let (friction, count) = if self.friction > NO_FRICTION {
            (self.friction, FACETS)
        } else {
            (0.0, 1)
        };
        (0..count).map(move |facet| {
            let angle = facet as f64 * (std::f64::consts::TAU / FACETS as f64);
            let (sin, cos) = libm::sincos(angle);
            (normal + friction * (cos * across + sin * up)).normalize_or_zero()
        })
    }

    /// Only numbers that say something, and a normal that does.
    fn is_sound(&self) -> bool {
        let normal = self.normal_in_world;
        let corners = self
            .corners_in_world
            .iter()
            .all(|corner| corner.is_finite());
        corners && normal.is_normalized() && self.friction.is_finite()
    }
}

/// Where the centre of mass can be, seen from above, while forces at the patches hold it against gravity. Without any place,
/// where nothing can stand, the polygon is [empty](SupportPolygon::is_empty).
///
/// After Bretl and Lall, *Testing Static Equilibrium for Legged Robots*, IEEE Transactions on Robotics 24(4), 2008. With
/// contacts rᵢ, their normals νᵢ, friction μᵢ and forces fᵢ, a mass m with its centre at c, and gravity g (section II):
///
/// ```text
/// Σ fᵢ + m g = 0        Σ rᵢ × fᵢ + c × m g = 0        |(1 − νᵢ νᵢᵀ) fᵢ| ≤ μᵢ νᵢᵀ fᵢ
/// ```
///
/// Their region is the projection of all that keeps this onto the c that are level. It is convex, so it is found from inside:
/// the point farthest out along a direction is a corner, and an edge between two corners belongs to the region's border if
/// no point lies farther out along its normal; else that point is a corner, with two edges in the place of one. Deviations:
///
/// - Cones are pyramids ([`CarryingPatch::rays`]), so every farthest point is the answer of a linear programme, and the
///   region a polygon. It is found whole; theirs is found until little area is left between an inner and an outer one.
/// - With forces in units of the weight, c is itself a sum of force times arm: c = (Σ (rᵢ × fᵢ)_z, −Σ (rᵢ × fᵢ)_x). What
///   is left of their six equations are four, Σ fᵢ = (0, 1, 0) and Σ (rᵢ × fᵢ)_y = 0, and c is what is maximised.
/// - What has no end, as between two walls, is cut by a rectangle: the least one about all corners seen from above, in x
///   and z, and 5 m more on every side.
///
/// Patches in one plane that is not too steep for any of them make the hull of their corners, exactly and at once: through
/// the centre of pressure goes a plumb line.
pub fn support_region(patches: &[CarryingPatch]) -> SupportPolygon {
    let patches = || patches.iter().filter(|patch| patch.is_sound());
    let corners = || patches().flat_map(|patch| patch.corners_in_world.iter().copied());
    if hold_in_one_plane(patches(), corners()) {
        return SupportPolygon::hull(corners().map(seen_from_above));
    }
    let low = corners().fold(DVec3::INFINITY, DVec3::min);
    let high = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
    if !low.is_finite() {
        return SupportPolygon::default();
    }
    let center = 0.5 * (low + high);
    // Lengths of the programme are such that the patches fill a ball of radius one, or less if they are a point.
    let size = (0.5 * low.distance(high)).max(1e-3);
    let cut = CUT.max(2.0 * size);
    let mut pulls = Vec::new();
    for patch in patches() {
        for corner in &patch.corners_in_world {
            let arm = (*corner - center) / size;
            pulls.extend(patch.rays().map(|ray| Pull::new(arm, ray)));
        }
    }
    let half_extent = (seen_from_above(0.5 * (high - low)) + cut) / size;
    let corners = reachable_corners(&pulls, half_extent);
    let to_world = |corner: DVec2| seen_from_above(center) + size * corner;
    SupportPolygon::hull(corners.into_iter().map(to_world))
}

/// Whether all patches are in one plane and no patch slips off it.
fn hold_in_one_plane<'a>(
    mut patches: impl Iterator<Item = &'a CarryingPatch>,
    mut corners: impl Iterator<Item = DVec3>,
) -> bool {
    let Some(first) = corners.next() else {
        return false;
    };
    let mut normal = None;
    let holds = patches.all(|patch| {
        let own = patch.normal_in_world;
        let normal = *normal.get_or_insert(own);
        let steepness = hypotenuse(own.x, own.z);
        own.y > 0.0
            && own.distance(normal) <= FLAT
            && steepness <= patch.friction.max(0.0) * own.y + FLAT
    });
    let normal = normal.unwrap_or(DVec3::Y);
    holds && corners.all(|corner| (corner - first).dot(normal).abs() <= FLAT)
}

fn seen_from_above(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// What one unit of force along a ray at a corner does.
struct Pull {
    /// The force.
    force: DVec3,
    /// Its moment about the vertical.
    twist: f64,
    /// Where it moves the centre of mass that it holds.
    shift_xz: DVec2,
}

impl Pull {
    fn new(arm: DVec3, force: DVec3) -> Self {
        let moment = arm.cross(force);
        Self {
            force,
            twist: moment.y,
            shift_xz: DVec2::new(moment.z, -moment.x),
        }
    }

    /// Four equations, and the four sides of the rectangle that cuts.
    fn column(&self) -> [f64; ROWS] {
        let (force, shift) = (self.force, self.shift_xz);
        [
            force.x, force.z, self.twist, force.y, shift.x, -shift.x, shift.y, -shift.y,
        ]
    }
}

/// Rows of the linear programme.
const ROWS: usize = 8;

/// Corners of the region in order; none when there is no equilibrium.
fn reachable_corners(pulls: &[Pull], half_extent: DVec2) -> Vec<DVec2> {
    let DVec2 { x, y } = half_extent;
    let right = [0.0, 0.0, 0.0, 1.0, x, x, y, y];
    let slacks = (4..ROWS).map(|row| {
        let mut slack = [0.0; ROWS];
        slack[row] = 1.0;
        slack
    });
    let columns = pulls.iter().map(Pull::column).chain(slacks).collect();
    let Some(mut programme) = Simplex::new(columns, right) else {
        return Vec::new();
    };
    let mut costs = vec![0.0; pulls.len() + 4];
    let mut farthest = |direction: DVec2| {
        for (cost, pull) in costs.iter_mut().zip(pulls) {
            *cost = pull.shift_xz.dot(direction);
        }
        programme.maximise(&costs);
        let pushed = programme.solution().filter_map(|(index, push)| {
            let pull = pulls.get(index)?;
            Some(push * pull.shift_xz)
        });
        pushed.sum::<DVec2>()
    };
    let mut corners = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y]
        .map(&mut farthest)
        .to_vec();
    let mut edge = 0;
    while edge < corners.len() && corners.len() < MOST_CORNERS {
        let start = corners[edge];
        let along = corners[(edge + 1) % corners.len()] - start;
        if along.length() > TOLERANCE {
            let outward = DVec2::new(along.y, -along.x).normalize();
            let beyond = farthest(outward);
            if (beyond - start).dot(outward) > TOLERANCE {
                corners.insert(edge + 1, beyond);
                continue;
            }
        }
        edge += 1;
    }
    without_slivers(corners)
}

/// Leaves out corners that rounding alone keeps off their neighbours, or off the line between these.
fn without_slivers(mut corners: Vec<DVec2>) -> Vec<DVec2> {
    corners.dedup_by(|corner, before| corner.distance(*before) <= TOLERANCE);
    while let [first, .., last] = corners[..]
        && first.distance(last) <= TOLERANCE
    {
        corners.pop();
    }
    let mut at = 0;
    while at < corners.len() && corners.len() > 2 {
        let n = corners.len();
        let (before, after) = (corners[(at + n - 1) % n], corners[(at + 1) % n]);
        let (here, along) = (corners[at] - before, (after - before).normalize_or_zero());
        let between = here.dot(along) > 0.0 && here.dot(along) < before.distance(after);
        if between && here.perp_dot(along).abs() <= TOLERANCE {
            corners.remove(at);
        } else {
            at += 1;
        }
    }
    corners
}
