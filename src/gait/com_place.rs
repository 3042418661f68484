//! Places where the body is carried, tied to the feet so that they move with the ground: seen from above they are those of
//! the centre of mass, their height is that of the pelvis.

use super::biped::Biped;
use super::paths::Knot;
use crate::kinematics::SupportPolygon;
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// A place of the centre of mass over one foot or between both, and how high the pelvis is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ComPlace {
    /// How much of each foot's point there is in the place; they add up to one. (left, right)
    shares: [f64; 2],
    /// The point that it stands over, on each foot [m].
    points_in_link: [DVec3; 2],
    /// Of the pelvis above that point [m].
    pub(super) pelvis_height: f64,
    /// When passing it [m/s].
    pub(super) velocity: DVec3,
}

impl ComPlace {
    /// Over a point (x, z) of one foot.
    pub(super) fn over(
        biped: &Biped,
        foot: usize,
        world_from_foot: &Transform,
        point_xz: DVec2,
        pelvis_height: f64,
    ) -> Self {
        let center = world_from_foot.point(biped.feet[foot].center_in_link);
        let point = DVec3::new(point_xz.x, center.y, point_xz.y);
        let mut points_in_link = [DVec3::ZERO; 2];
        points_in_link[foot] = world_from_foot.inverse().point(point);
        let mut shares = [0.0; 2];
        shares[foot] = 1.0;
        Self {
            shares,
            points_in_link,
            pelvis_height,
            velocity: DVec3::ZERO,
        }
    }

    /// In the middle between both feet.
    pub(super) fn between(biped: &Biped, pelvis_height: f64) -> Self {
        Self {
            shares: [0.5; 2],
            points_in_link: [biped.feet[0].center_in_link, biped.feet[1].center_in_link],
            pelvis_height,
            velocity: DVec3::ZERO,
        }
    }

    /// The point on the feet that it stands over [m].
    pub(super) fn ground(&self, world_from_feet: &[Transform; 2]) -> DVec3 {
        let point = |foot: usize| world_from_feet[foot].point(self.points_in_link[foot]);
        self.shares[0] * point(0) + self.shares[1] * point(1)
    }

    /// Place and velocity while the feet are there: x and z of the centre of mass, y of the pelvis.
    pub(super) fn knot(&self, world_from_feet: &[Transform; 2]) -> Knot {
        Knot {
            place: self.ground(world_from_feet) + self.pelvis_height * DVec3::Y,
            velocity: self.velocity,
        }
    }
}

/// The point (x, z) of a foot that the centre of mass may be over and that lies farthest on the way to another point;
/// `glide` of the way there from the foot's middle.
pub(super) fn toward(
    biped: &Biped,
    foot: usize,
    world_from_foot: &Transform,
    target_xz: DVec2,
    (margin, glide): (f64, f64),
) -> DVec2 {
    let corners = biped.feet[foot].corners_in_link.iter().map(|corner| {
        let corner = world_from_foot.point(*corner);
        DVec2::new(corner.x, corner.z)
    });
    let outline = SupportPolygon::hull(corners);
    let inner = outline.inset(margin);
    inner.center().lerp(inner.nearest(target_xz), glide)
}
