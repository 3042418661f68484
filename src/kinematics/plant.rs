//! What carries weight beside the feet or instead of them: a palm on a wall, a knee on the floor, a seat.

use super::{CarryingPatch, Planted, SupportPolygon, support_region};
use crate::character::{Character, LinkId, PlacedShape, Shape};
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// Coefficient of friction of soles, and of skin where nobody says: rubber or dry skin on wood.
pub const FRICTION: f64 = 0.8;
/// A limb that is pressed down touches this share of its own thickness on every side.
const SPREAD: f64 = 0.5;
/// The end of a limb that rises from the surface by a larger share of the limb's thickness does not touch.
const TOUCHING: f64 = 0.1;

/// A point of the body that carries weight on a surface of any height and slope. It stays where it is planted; its link may
/// turn about it, unless it lies there as a palm does.
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
    /// What lies on the surface, if all of its link does and not the point alone.
    pub lying: Option<Lying>,
}

/// How a link lies on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lying {
    /// How the link is turned.
    pub world_from_link: DQuat,
    /// From the point that is planted to the ends of what touches, in world axes [m].
    pub ends: [DVec3; 2],
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
            lying: None,
        }
    }

    /// The same where the link lies on the surface, turned so: the limb around the point touches along its bone, as far as that
    /// does not rise from the surface.
    #[must_use]
    pub fn lying(mut self, character: &Character, world_from_link: DQuat) -> Self {
        let shapes = &character.link(self.link).shapes;
        let around = shapes.iter().max_by(|a, b| {
            let [a, b] = [a, b].map(|placed| placed.depth_of(self.point_in_link));
            a.total_cmp(&b)
        });
        let ends = around.map_or([DVec3::ZERO; 2], |placed| {
            let half = match placed.shape {
                Shape::Capsule { half_length, .. } => half_length * DVec3::Y,
                Shape::Sphere { .. } | Shape::Box { .. } => DVec3::ZERO,
            };
            [half, -half].map(|end| {
                let in_link = placed.link_from_shape.point(end) - self.point_in_link;
                let end = world_from_link * in_link;
                let touches = end.dot(self.normal_in_world) < TOUCHING * self.depth;
                if touches {
                    end.reject_from_normalized(self.normal_in_world)
                } else {
                    DVec3::ZERO
                }
            })
        });
        self.lying = Some(Lying {
            world_from_link,
            ends,
        });
        self
    }

    /// Where its link is, if that is known.
    pub fn world_from_link(&self) -> Option<Transform> {
        let rotation = self.lying?.world_from_link;
        let origin = self.target_in_world() - rotation * self.point_in_link;
        Some(Transform::new(rotation, origin))
    }

    /// The same moved and turned with what it is on.
    #[must_use]
    pub fn moved(mut self, character: &Character, by: &Transform) -> Self {
        self.at_in_world = by.point(self.at_in_world);
        self.normal_in_world = by.direction(self.normal_in_world);
        match self.lying {
            Some(lying) => {
                let rotation = by.rotation * lying.world_from_link;
                self.lying(character, rotation.normalize())
            }
            None => self,
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
        let reach = SPREAD * self.depth;
        let ends = self.lying.map_or([DVec3::ZERO; 2], |lying| lying.ends);
        let along = (ends[0] - ends[1]).try_normalize();
        let corners = if let Some(along) = along {
            let across = reach * along.cross(normal);
            [
                ends[0] + across,
                ends[0] - across,
                ends[1] - across,
                ends[1] + across,
            ]
        } else {
            let across = reach * normal.any_orthonormal_vector();
            let along = normal.cross(across);
            [across, along, -across, -along]
        };
        CarryingPatch {
            corners_in_world: corners.map(|corner| self.at_in_world + corner).to_vec(),
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
        let depths = shapes.iter().map(|placed| placed.depth_of(point));
        depths.fold(0.0, f64::max)
    };
    let before = own.parent.filter(|_| point_in_link == DVec3::ZERO);
    let before = before.map_or(0.0, |parent| {
        let pivot = own.joint.parent_from_joint.translation;
        depth_in(&character.link(parent).shapes, pivot)
    });
    depth_in(&own.shapes, point_in_link).max(before)
}
