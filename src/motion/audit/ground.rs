//! What a motion asks of the ground: where soles touch, and the friction that keeps them from slipping.
//!
//! The ground's push is f = L̇ − m g. With n the normal of the ground, f must stay in the cone |f − (f·n) n| ≤ μ f·n; the least such
//! μ is the friction that the frame needs. Where soles stand on normals of several directions, n is their mean by the load that
//! each carries: a foot on a slope counts by its weight. On one plane, level or sloping, and on stairs, all of whose treads are
//! level, that is the least μ with which any sharing among the soles gives f; on uneven ground it is near to it. A turn about
//! the vertical asks for more, and is left out, as it is where people's friction is measured.

use super::zero_moment::{GRAVITY, Momentum};
use crate::character::{Character, Contacts, LinkId, Sole};
use crate::kinematics::{BearingPoint, FRICTION, Kinematics, Push, share_push};
use crate::level::Level;
use glam::{DVec2, DVec3};

/// A body that presses on the ground with less than this share of its weight stands on it no more.
const LEAST_LOAD: f64 = 1e-3;
/// Soles give by this much [m]: a corner bears the less the higher it is over the lowest one, and nothing from there on. On rough ground
/// more than one corner bears, and of a foot that rolls the edge.
const SOFT_SOLE: f64 = 0.015;
/// No piece of a sole is smaller than this [m²].
const LEAST_AREA: f64 = 1e-8;

/// The friction of one frame; coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// The least with which its soles do not slip.
    pub needed: f64,
    /// What soles and ground have where it stands: the mean over its load.
    pub offered: f64,
}

/// A corner of a sole that stands, on the link that carries it.
pub type Touching = (LinkId, BearingPoint);

/// The corners of standing soles that bear, and how much of their sole each stands for: of one that is flat all of them alike, of one that
/// rolls those at its edge. Without a level the ground is flat at height zero.
pub fn touching(
    (character, kin): (&Character, &Kinematics),
    contacts: Contacts,
    level: Option<&Level>,
    time_secs: f64,
) -> Vec<Touching> {
    let mut touching = Vec::new();
    for sole in contacts.iter().filter_map(|s| character.soles.get(s)) {
        let world_from_link = kin.link(sole.link);
        let corners: Vec<(DVec3, f64, DVec3, f64)> = (sole.corners_in_link.iter())
            .map(|corner| {
                let corner = world_from_link.point(*corner);
                let flat = (corner, corner.y, DVec3::Y, FRICTION);
                level.map_or(flat, |level| {
                    let ground = level.ground_at(DVec2::new(corner.x, corner.z), time_secs);
                    // Over a void nothing pushes, unless all of the sole is.
                    ground.map_or((corner, f64::INFINITY, DVec3::Y, FRICTION), |ground| {
                        let friction = ground.friction.min(FRICTION);
                        (corner, corner.y - ground.height, ground.normal, friction)
                    })
                })
            })
            .collect();
        let heights = corners.iter().map(|(_, height, _, _)| *height);
        let lowest = heights.fold(f64::INFINITY, f64::min);
        let share = |height: f64| match lowest {
            f64::INFINITY => 1.0,
            lowest => (1.0 - (height - lowest) / SOFT_SOLE).max(0.0),
        };
        let shares: f64 = corners.iter().map(|(_, height, ..)| share(*height)).sum();
        let bearing = corners
            .iter()
            .filter(|(_, height, ..)| share(*height) > 0.0);
        touching.extend(bearing.map(|(point, height, normal, friction)| {
            let bearing = BearingPoint {
                point_in_world: *point,
                normal_in_world: *normal,
                friction: *friction,
                area: area(sole) * share(*height) / shares,
            };
            (sole.link, bearing)
        }));
    }
    touching
}

/// Half of the sum of the cross products around it [m²].
fn area(sole: &Sole) -> f64 {
    let corners = &sole.corners_in_link;
    let first = corners[0];
    let twice: DVec3 = (corners.windows(2))
        .map(|pair| (pair[0] - first).cross(pair[1] - first))
        .sum();
    (0.5 * twice.length()).max(LEAST_AREA)
}

/// What the ground must do for a body's momentum to change so: its push, with the moment about the origin of the world.
pub(super) fn needed_push(mass: f64, com: DVec3, rate: &Momentum) -> Push {
    let force = rate.linear + mass * GRAVITY * DVec3::Y;
    Push {
        force,
        moment: com.cross(force) + rate.angular,
    }
}

impl Friction {
    /// Of a push at these points; nothing where nothing stands or the ground would have to pull.
    pub(super) fn of(points: &[Touching], push: &Push, mass: f64) -> Option<Self> {
        let bearing: Vec<BearingPoint> = points.iter().map(|(_, point)| *point).collect();
        let first = bearing.first()?;
        let is_one = |point: &BearingPoint| {
            point.normal_in_world == first.normal_in_world && point.friction == first.friction
        };
        let (normal, offered) = if bearing.iter().all(is_one) {
            (first.normal_in_world, first.friction)
        } else {
            let forces = share_push(&bearing, push);
            let mut load = (DVec3::ZERO, 0.0, 0.0);
            for (point, force) in bearing.iter().zip(forces) {
                let pressure = force.dot(point.normal_in_world);
                load.0 += pressure * point.normal_in_world;
                load.1 += pressure * point.friction;
                load.2 += pressure;
            }
            (load.0.try_normalize()?, load.1 / load.2)
        };
        let pressure = push.force.dot(normal);
        if pressure < LEAST_LOAD * mass * GRAVITY {
            return None;
        }
        let aside = push.force - pressure * normal;
        Some(Self {
            needed: aside.length() / pressure,
            offered,
        })
    }

    /// Whether soles slip.
    pub fn slips(&self) -> bool {
        self.needed > self.offered
    }
}
