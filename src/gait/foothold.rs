//! Where a foot may stand: the sole fits, the ground is even and rough enough, and no rock lies there.

use super::biped::Foot;
use crate::kinematics::SupportPolygon;
use crate::level::{Level, Misfit, Rock, RockShape, SoleTolerance, SurfaceId};
use crate::math::Transform;
use glam::{DVec2, DVec3};
use std::fmt;

/// Where a foot stands. It moves with its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foothold {
    /// What it stands on.
    pub surface: SurfaceId,
    /// The foot's link, seen from the surface: from the world for still ground, from the platform otherwise.
    pub surface_from_link: Transform,
}

/// Why a foot cannot stand somewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The ground does not carry the sole.
    Misfit(Misfit),
    /// A foot would slip: the slope's angle [rad] is more than this friction holds.
    Slippery {
        /// Of the ground [rad].
        angle: f64,
        /// Coefficient of friction.
        friction: f64,
    },
    /// A rock lies there.
    Rock(String),
    /// The legs are too short, or a joint does not turn that far.
    OutOfReach {
        /// From the standing foot, over the ground [m].
        distance: f64,
        /// From the standing foot, up [m].
        rise: f64,
    },
    /// The foot cannot be carried there over what lies between.
    NoWayOver,
    /// The ground moves, which a body that stays in one plane cannot follow.
    MovingGround,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misfit(Misfit::OverVoid) => write!(f, "the ground ends"),
            Self::Misfit(Misfit::AcrossEdge { step }) => {
                write!(
                    f,
                    "the sole would lie across an edge of {:.0} mm",
                    1e3 * step
                )
            }
            Self::Misfit(Misfit::TooSteep { angle }) => {
                write!(f, "the ground is too steep ({:.0}°)", angle.to_degrees())
            }
            Self::Misfit(Misfit::TooRough { gap }) => {
                write!(f, "the ground is too uneven ({:.0} mm)", 1e3 * gap)
            }
            Self::Slippery { angle, friction } => write!(
                f,
                "a foot would slip ({:.0}° with a friction of {friction})",
                angle.to_degrees()
            ),
            Self::Rock(name) => write!(f, "{name} lies in the way"),
            Self::OutOfReach { distance, rise } => write!(
                f,
                "the next foothold is out of reach ({:.0} mm away, {:+.0} mm up)",
                1e3 * distance,
                1e3 * rise
            ),
            Self::MovingGround => {
                write!(f, "the ground moves, and this body only moves in one plane")
            }
            Self::NoWayOver => write!(f, "the foot cannot be lifted over what lies between"),
        }
    }
}

impl Foothold {
    /// Where the foot's link is at a time.
    pub fn world_from_link(&self, level: &Level, time_secs: f64) -> Transform {
        match self.surface {
            SurfaceId::Ground(_) => self.surface_from_link,
            SurfaceId::Platform(id) => {
                level.platform_pose(id, time_secs).world_from_platform * self.surface_from_link
            }
        }
    }

    /// A foothold of a link that stands somewhere in the world now.
    pub(super) fn from_world(
        level: &Level,
        time_secs: f64,
        surface: SurfaceId,
        world_from_link: Transform,
    ) -> Self {
        let surface_from_link = match surface {
            SurfaceId::Ground(_) => world_from_link,
            SurfaceId::Platform(id) => {
                let motion = level.platform_pose(id, time_secs);
                motion.world_from_platform.inverse() * world_from_link
            }
        };
        Self {
            surface,
            surface_from_link,
        }
    }
}

/// The ground at one moment, as feet feel it.
#[derive(Clone, Debug)]
pub(super) struct Terrain<'a> {
    pub(super) level: &'a Level,
    pub(super) time_secs: f64,
    /// Rocks near enough to matter.
    rocks: Vec<&'a Rock>,
}

/// Room between a person's sole and a rock beside it [m].
const BESIDE_ROCK: f64 = 0.01;
/// Room around a person's sole, from edges and from what is carried over [m].
pub(super) const RIM: f64 = 0.006;
/// Points of a sole that are kept out of the ground: on each edge, without its end.
const POINTS_PER_EDGE: usize = 4;

impl<'a> Terrain<'a> {
    /// The ground around a point (x, z).
    pub(super) fn around(level: &'a Level, time_secs: f64, point_xz: DVec2, radius: f64) -> Self {
        let rocks = level.rocks.iter();
        let near = rocks.filter(|rock| {
            let (center, size, _) = disc(rock);
            center.distance(point_xz) < radius + size
        });
        Self {
            level,
            time_secs,
            rocks: near.collect(),
        }
    }

    /// Height of the ground or of a rock on it [m]; nothing over a void.
    pub(super) fn height(&self, point_xz: DVec2) -> Option<f64> {
        let ground = self.level.height(point_xz, self.time_secs);
        let over_rock = self.rocks.iter().filter_map(|rock| {
            let (center, size, top) = disc(rock);
            (center.distance(point_xz) < size).then_some(top)
        });
        over_rock.fold(ground, |highest, top| {
            Some(highest.map_or(top, |h: f64| h.max(top)))
        })
    }

    /// How far the nearest part of a sole, or of a rim around it, is above the ground [m]; nothing over a void.
    pub(super) fn clearance(
        &self,
        foot: &Foot,
        world_from_link: &Transform,
        rim: f64,
    ) -> Option<f64> {
        let clearances = sole_points(foot, rim).filter_map(|point| {
            let point = world_from_link.point(point);
            let ground = self.height(DVec2::new(point.x, point.z))?;
            Some(point.y - ground)
        });
        clearances.min_by(f64::total_cmp)
    }

    /// A foothold with the sole's middle over a point (x, z).
    pub(super) fn foothold(
        &self,
        foot: &Foot,
        is_sagittal: bool,
        center_xz: DVec2,
        heading: f64,
    ) -> Result<Foothold, Refusal> {
        let fineness = foot.fineness();
        let center = DVec3::new(center_xz.x, 0.0, center_xz.y);
        let level_pose = foot.placed(center, DVec3::Y, heading);
        let mut corners = [DVec3::ZERO; 16];
        let count = foot.corners_in_link.len().min(corners.len());
        for (corner, in_link) in corners.iter_mut().zip(&foot.corners_in_link) {
            *corner = level_pose.point(wider(foot, *in_link, fineness * RIM));
        }
        // 1 The ground carries it.
        let tolerance = SoleTolerance::default().sized(fineness);
        let fit = self
            .level
            .sole_fit(&corners[..count], &tolerance, self.time_secs);
        if let Some(misfit) = fit.misfit {
            return Err(Refusal::Misfit(misfit));
        }
        let angle = libm::acos(fit.normal.y.min(1.0));
        if libm::tan(angle) > fit.friction {
            let friction = fit.friction;
            return Err(Refusal::Slippery { angle, friction });
        }
        let outline = SupportPolygon::hull(
            corners[..count]
                .iter()
                .map(|corner| DVec2::new(corner.x, corner.z)),
        );
        for rock in &self.rocks {
            let (center, size, _) = disc(rock);
            if outline.margin(center).metres > -(size + fineness * BESIDE_ROCK) {
                return Err(Refusal::Rock(rock.name.clone()));
            }
        }
        let Some(ground) = self.level.ground_at(center_xz, self.time_secs) else {
            return Err(Refusal::Misfit(Misfit::OverVoid));
        };
        if is_sagittal && matches!(ground.surface, SurfaceId::Platform(_)) {
            return Err(Refusal::MovingGround);
        }
        // 2 Flat on its plane, raised until nothing of it is inside the ground.
        let normal = if is_sagittal {
            let across = DVec3::new(libm::cos(heading), 0.0, -libm::sin(heading));
            (fit.normal - fit.normal.dot(across) * across).normalize()
        } else {
            fit.normal
        };
        let mut pose = foot.placed(fit.point, normal, heading);
        let clearance = self.clearance(foot, &pose, 0.0).unwrap_or(0.0);
        // A toe or heel that reaches beyond the sole may be over other ground.
        if -clearance > 2.0 * tolerance.gap {
            let step = -clearance;
            return Err(Refusal::Misfit(Misfit::AcrossEdge { step }));
        }
        pose.translation.y -= clearance;
        Ok(Foothold::from_world(
            self.level,
            self.time_secs,
            ground.surface,
            pose,
        ))
    }
}

/// Points around the rim of a sole, its middle, and the corners of the foot, whose upper side leads where toes hang.
fn sole_points(foot: &Foot, rim: f64) -> impl Iterator<Item = DVec3> {
    let corners = &foot.corners_in_link;
    let next = corners.iter().cycle().skip(1);
    let around = corners.iter().zip(next).flat_map(|(a, b)| {
        (0..POINTS_PER_EDGE).map(|k| a.lerp(*b, k as f64 / POINTS_PER_EDGE as f64))
    });
    around
        .chain(foot.tips_in_link.iter().copied())
        .map(move |point| wider(foot, point, rim))
        .chain([foot.center_in_link])
}

/// A point of a sole's edge, moved outward by a rim.
fn wider(foot: &Foot, point_in_link: DVec3, rim: f64) -> DVec3 {
    point_in_link + rim * (point_in_link - foot.center_in_link).normalize_or_zero()
}

/// A rock seen from above: centre (x, z), radius and top of a disc that covers it [m].
fn disc(rock: &Rock) -> (DVec2, f64, f64) {
    let at = rock.world_from_rock.translation;
    let radius = match rock.shape {
        RockShape::Sphere { radius } => radius,
        RockShape::Box { half } => half.length(),
    };
    let up = match rock.shape {
        RockShape::Sphere { radius } => radius,
        RockShape::Box { half } => {
            let up_in_rock = rock.world_from_rock.rotation.conjugate() * DVec3::Y;
            half.dot(up_in_rock.abs())
        }
    };
    (DVec2::new(at.x, at.z), radius, at.y + up)
}
