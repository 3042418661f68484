//! Where convex solids touch: points, normals and gaps, for contacts that are about to happen as well.
//!
//! ```text
//! balls, capsules ──> nearest points ─────────────────────────────────────────────┐
//!                        ^ where no face is nearest                               ├──> Touches (at most 8)
//! capsule, hull ─────────┤                                                        │
//! hull, hull ──> separating axes ──> a face clipped to the rim of the other ──────┘
//! ```
//! [`collide()`] and what it calls are pure functions of the two solids: no memory from step to step, none from the heap,
//! no order that could change. [`Terrain`] is a whole level as solids meet it, [`Clearances`] a whole body.
//!
//! Gaps are distances along the normal. The least gap of a pair that is apart is its distance, that of a pair that
//! overlaps the shortest way out; where nearly parallel faces meet at an edge it is so within 2 %, never more than the
//! distance.

mod apart;
mod bounds;
mod capsule;
mod clearance;
mod clip;
mod hull;
mod hulls;
mod nearest;
mod outer;
mod pairs;
mod round;
mod terrain;
mod touch;

pub use apart::{LEAST_AT_REST, apart_at_rest};
pub use bounds::Bounds;
pub use clearance::{Clearance, Clearances};
pub use hull::Hull;
pub use pairs::Pairs;
pub use terrain::{Terrain, TerrainTouch};
pub use touch::{Touch, Touches};

use crate::character::Shape;
use crate::level::RockShape;
use crate::math::Transform;
use glam::DVec3;

/// What lies farther from the origin, or nowhere at all, touches nothing [m].
const FAR: f64 = 1e9;

/// A convex solid in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "solids are made anew in every step, and a box of its own on the heap would cost more than its copy"
)]
pub enum Solid {
    /// A ball.
    Ball {
        /// [m]
        center: DVec3,
        /// [m]
        radius: f64,
    },
    /// All points within a distance of a segment.
    Capsule {
        /// Of the segment [m].
        ends: [DVec3; 2],
        /// [m]
        radius: f64,
    },
    /// A box, or a block of a level.
    Hull(Hull),
}

impl Solid {
    /// A link's shape somewhere in the world.
    #[inline]
    pub fn of(shape: &Shape, world_from_shape: &Transform) -> Self {
        let center = world_from_shape.translation;
        match *shape {
            Shape::Box { half } => Self::Hull(Hull::of_box(world_from_shape, half)),
            Shape::Capsule {
                radius,
                half_length,
            } => {
                let half = world_from_shape.direction(half_length * DVec3::Y);
                Self::Capsule {
                    ends: [center - half, center + half],
                    radius,
                }
            }
            Shape::Sphere { radius } => Self::Ball { center, radius },
        }
    }

    /// A loose body somewhere in the world.
    pub fn of_rock(shape: &RockShape, world_from_rock: &Transform) -> Self {
        match *shape {
            RockShape::Sphere { radius } => Self::Ball {
                center: world_from_rock.translation,
                radius,
            },
            RockShape::Box { half } => Self::Hull(Hull::of_box(world_from_rock, half)),
        }
    }

    /// The least box along the world's axes around it.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Ball { center, radius } => Bounds {
                low: *center,
                high: *center,
            }
            .grown(*radius),
            Self::Capsule { ends, radius } => Bounds {
                low: ends[0].min(ends[1]),
                high: ends[0].max(ends[1]),
            }
            .grown(*radius),
            Self::Hull(hull) => hull.bounds(),
        }
    }

    /// Least coordinate of its points along a unit axis [m].
    #[inline]
    fn lowest(&self, axis: DVec3) -> f64 {
        match self {
            Self::Ball { center, radius } => axis.dot(*center) - radius,
            Self::Capsule { ends, radius } => axis.dot(ends[0]).min(axis.dot(ends[1])) - radius,
            Self::Hull(hull) => hull.extent(axis).0,
        }
    }

    /// Whether all its numbers are such that one can reckon with them, given its own bounds.
    #[inline]
    fn is_in_reach(&self, bounds: &Bounds) -> bool {
        let sum = match self {
            Self::Ball { center, radius } => *center + *radius,
            Self::Capsule { ends, radius } => ends[0] + ends[1] + *radius,
            Self::Hull(hull) => hull.center,
        };
        // A comparison with what is no number fails.
        sum.is_finite()
            && bounds.low.cmpgt(DVec3::splat(-FAR)).all()
            && bounds.high.cmplt(DVec3::splat(FAR)).all()
    }
}

/// Finds every touch with a gap below `margin`; `touches` is emptied first. Solids whose numbers are not finite touch
/// nothing.
pub fn collide(first: &Solid, second: &Solid, margin: f64, touches: &mut Touches) {
    touches.clear();
    if !first.is_in_reach(&first.bounds()) || !second.is_in_reach(&second.bounds()) {
        return;
    }
    match (first, second) {
        (_, Solid::Hull(hull)) => collide_with_hull(first, hull, margin, touches),
        (
            Solid::Capsule { ends: a, radius: r },
            Solid::Capsule {
                ends: b,
                radius: other,
            },
        ) => capsule::collide_capsule((*a, *r), (*b, *other), margin, touches),
        (Solid::Ball { center, radius }, Solid::Capsule { ends, radius: r }) => {
            let share = nearest::on_segment(*ends, *center);
            let on_axis = ends[0].lerp(ends[1], share);
            round::ball_ball((*center, *radius), (on_axis, *r), margin, touches);
        }
        (
            Solid::Ball {
                center: a,
                radius: r,
            },
            Solid::Ball {
                center: b,
                radius: other,
            },
        ) => round::ball_ball((*a, *r), (*b, *other), margin, touches),
        (Solid::Hull(_), _) | (Solid::Capsule { .. }, Solid::Ball { .. }) => {
            collide(second, first, margin, touches);
            touches.swap();
        }
    }
}

/// [`collide`] with a hull as the second solid; both must have finite numbers.
#[inline]
fn collide_with_hull(first: &Solid, hull: &Hull, margin: f64, touches: &mut Touches) {
    touches.clear();
    match first {
        Solid::Hull(other) => hulls::collide(other, hull, margin, touches),
        Solid::Capsule { ends, radius } => {
            capsule::collide_hull(*ends, *radius, hull, margin, touches);
        }
        Solid::Ball { center, radius } => {
            round::ball_hull(*center, *radius, hull, margin, touches);
        }
    }
}

/// Finds the touches of a solid with one face of a hull, however deep, as if the solid could leave it only there.
fn collide_face(first: &Solid, hull: &Hull, face: usize, margin: f64, touches: &mut Touches) {
    touches.clear();
    match first {
        Solid::Ball { center, radius } => {
            clip::segment_over_face(hull, face, [*center; 2], *radius, margin, touches);
            let mut is_first = true;
            touches.retain(|_| std::mem::take(&mut is_first));
        }
        Solid::Capsule { ends, radius } => {
            clip::segment_over_face(hull, face, *ends, *radius, margin, touches);
        }
        Solid::Hull(other) => {
            let reference = clip::Reference::Second;
            clip::over_face(hull, face, other, reference, margin, touches);
        }
    }
}
