//! What carries weight beside the feet: a palm on a wall, a knee on the floor, a seat.

use super::{CarryingPatch, Planted, SupportPolygon, support_region};
use crate::character::{Character, LinkId, PlacedShape, Shape};
use glam::{DVec2, DVec3};

/// Coefficient of friction of soles, and of skin where nobody says: rubber or dry skin on wood.
pub const FRICTION: f64 = 0.8;
/// A limb that is pressed down touches this share of its own thickness on every side.
const SPREAD: f64 = 0.5;

/// A point of the body that carries weight on a surface of any height and slope. It stays where it is planted; its link may
/// turn about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plant {
    /// The link that carries the point.
    pub link: LinkId,
    /// Within the flesh [m].
    pub point_in_link: DVec3,
    /// How far the skin is from that point [m].
    pub depth: f64,
    /// Where the skin lies on the surface [m].
    pub at_in_world: DVec3,
    /// Unit normal, out of the surface towards the body.
    pub normal_in_world: DVec3,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Plant {
    /// A point of a body on a surface; the skin lies as deep over the point as the round shapes there are thick.
    pub fn new(
        character: &Character,
        (link, point_in_link): (LinkId, DVec3),
        (at_in_world, normal_in_world): (DVec3, DVec3),
        friction: f64,
    ) -> Self {
        Self {
            link,
            point_in_link,
            depth: skin_depth(character, link, point_in_link),
            at_in_world,
            normal_in_world,
            friction,
        }
    }

    /// Where its point has to be [m].
    pub fn target_in_world(&self) -> DVec3 {
        self.at_in_world + self.depth * self.normal_in_world
    }

    /// A square of its surface about where it touches, to be shown; half of its edge is given [m].
    pub fn surface(&self, half: f64) -> [DVec3; 4] {
        let normal = self.normal_in_world;
        let across = DVec3::Y.cross(normal).try_normalize().unwrap_or(DVec3::X);
        let along = normal.cross(across);
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        corners.map(|(a, b)| self.at_in_world + half * (a * across + b * along))
    }

    /// The patch of the surface that it touches.
    pub fn patch(&self) -> CarryingPatch {
        let normal = self.normal_in_world;
        let across = normal.any_orthonormal_vector();
        let along = normal.cross(across);
        let reach = SPREAD * self.depth;
        let corners = [across, along, -across, -along];
        CarryingPatch {
            corners_in_world: corners.map(|way| self.at_in_world + reach * way).to_vec(),
            normal_in_world: normal,
            friction: self.friction,
        }
    }
}

/// Where the centre of mass can be while feet and plants carry it. Feet alone make the hull of their corners, at whatever height
/// each of them stands.
pub fn support_of(character: &Character, planted: &[Planted], plants: &[Plant]) -> SupportPolygon {
    if plants.is_empty() {
        let corners = planted.iter().flat_map(|foot| foot.corners(character));
        return SupportPolygon::hull(corners.map(|c| DVec2::new(c.x, c.z)));
    }
    let feet = planted.iter().map(|foot| {
        let up_in_link = character.footing_up(foot.footing());
        CarryingPatch {
            corners_in_world: foot.corners(character).collect(),
            normal_in_world: foot
                .world_from_link
                .direction(up_in_link)
                .normalize_or(DVec3::Y),
            friction: FRICTION,
        }
    });
    let patches: Vec<CarryingPatch> = feet.chain(plants.iter().map(Plant::patch)).collect();
    support_region(&patches)
}

/// How deep a point lies in the shapes of its link, and in those of the link before where it is the joint between both [m].
fn skin_depth(character: &Character, link: LinkId, point_in_link: DVec3) -> f64 {
    let own = character.link(link);
    let depth_in = |shapes: &[PlacedShape], point: DVec3| {
        let depths = shapes.iter().map(|placed| depth(placed, point));
        depths.fold(0.0, f64::max)
    };
    let before = own.parent.filter(|_| point_in_link == DVec3::ZERO);
    let before = before.map_or(0.0, |parent| {
        let pivot = own.joint.parent_from_joint.translation;
        depth_in(&character.link(parent).shapes, pivot)
    });
    depth_in(&own.shapes, point_in_link).max(before)
}

/// From a point to the nearest surface of a shape around it; below zero outside [m].
fn depth(placed: &PlacedShape, point_in_link: DVec3) -> f64 {
    let point = placed.link_from_shape.inverse().point(point_in_link);
    match placed.shape {
        Shape::Sphere { radius } => radius - point.length(),
        Shape::Capsule {
            radius,
            half_length,
        } => {
            let along = point.y.clamp(-half_length, half_length);
            radius - point.distance(along * DVec3::Y)
        }
        Shape::Box { half } => (half - point.abs()).min_element(),
    }
}
