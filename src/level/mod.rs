//! The ground: where it is, how it lies, and whether a sole fits there.
//!
//! ```text
//! pieces (plane, stairs, rough, stones) --> solids --+--> ground_at, height, normal, clearance
//! platforms (moved by sums of sines)  ---------------+--> ray            sole_fit: fits, or why not
//! rocks (loose bodies, data only)                    +--> outline_zy, profile_xy: lines to draw
//! ```
//! Everything is a pure function of the level and the time. Conversion from files validates; nothing here fails, and a
//! point that is no number simply has no ground.
//!
//! Limits: ground is seen from above, so under a bridge the bridge is the ground; rocks are not ground.

mod block;
mod ground;
mod piece;
mod platform;
mod profile;
mod ray;
mod rock;
mod rough;
mod sole;
mod solid;
mod strips;

pub use block::Block;
pub use piece::{Form, Piece};
pub use platform::{Platform, PlatformId, PlatformMotion, Sine};
pub use ray::RayHit;
pub use rock::{Rock, RockShape, Scatter};
pub use sole::{Misfit, SoleFit, SoleTolerance};

use crate::math::Transform;
use glam::{DVec2, DVec3};
use solid::Solid;
use strips::Strips;

/// Ground, platforms and rocks. Read-only after loading.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What people call it; the name of its file.
    pub name: String,
    /// One line for lists.
    pub description: String,
    /// Loose bodies where they lie at first.
    pub rocks: Vec<Rock>,
    pieces: Vec<Piece>,
    platforms: Vec<Platform>,
    solids: Vec<Solid>,
    strips: Strips,
}

/// Something to stand on: one even or rough top, for example a single stair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SurfaceId {
    /// A block of a piece, counted through all pieces of the level.
    Ground(u32),
    /// The top of a platform.
    Platform(PlatformId),
}

/// The ground at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPoint {
    /// Height in the world [m].
    pub height: f64,
    /// Unit vector out of the ground.
    pub normal: DVec3,
    /// Coefficient of friction.
    pub friction: f64,
    /// What is there.
    pub surface: SurfaceId,
}

impl Level {
    /// A level of pieces and platforms. Sizes must be positive and all numbers finite: files are checked for that.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        pieces: Vec<Piece>,
        platforms: Vec<Platform>,
    ) -> Self {
        let mut solids = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            piece.build(index as u32, &mut solids);
        }
        let ranges: Vec<(f64, f64)> = solids.iter().map(Solid::z_range).collect();
        Self {
            name: name.into(),
            description: description.into(),
            rocks: Vec::new(),
            strips: Strips::new(&ranges),
            pieces,
            platforms,
            solids,
        }
    }

    /// What the still ground was laid from, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// How many surfaces the still ground has; [`SurfaceId::Ground`] counts them.
    pub fn ground_surfaces(&self) -> usize {
        self.solids.len()
    }

    /// Every platform with its id.
    pub fn platforms(&self) -> impl Iterator<Item = (PlatformId, &Platform)> {
        let ids = (0..=u16::MAX).map(PlatformId);
        ids.zip(&self.platforms)
    }

    /// The platform of an id.
    pub fn platform(&self, id: PlatformId) -> &Platform {
        &self.platforms[id.index()]
    }

    /// Pose and exact velocity of a platform.
    pub fn platform_pose(&self, id: PlatformId, time_secs: f64) -> PlatformMotion {
        self.platform(id).motion(time_secs)
    }

    /// What people call the piece or platform that a surface belongs to.
    pub fn surface_name(&self, surface: SurfaceId) -> &str {
        match surface {
            SurfaceId::Ground(index) => {
                let solid = &self.solids[index as usize];
                &self.pieces[solid.piece as usize].name
            }
            SurfaceId::Platform(id) => &self.platform(id).name,
        }
    }

    /// Velocity of a surface's material at a point of the world: zero but for platforms [m/s].
    pub fn surface_velocity(
        &self,
        surface: SurfaceId,
        point_in_world: DVec3,
        time_secs: f64,
    ) -> DVec3 {
        match surface {
            SurfaceId::Ground(_) => DVec3::ZERO,
            SurfaceId::Platform(id) => self
                .platform_pose(id, time_secs)
                .velocity_at(point_in_world),
        }
    }

    /// The frame in which a surface stands still: a platform's own, else the world's.
    pub fn surface_from_world(&self, surface: SurfaceId, time_secs: f64) -> Transform {
        match surface {
            SurfaceId::Ground(_) => Transform::IDENTITY,
            SurfaceId::Platform(id) => {
                let motion = self.platform_pose(id, time_secs);
                motion.world_from_platform.inverse()
            }
        }
    }

    /// The highest surface over or under a point (x, z); nothing over a void.
    pub fn ground_at(&self, point_xz: DVec2, time_secs: f64) -> Option<GroundPoint> {
        let mut highest: Option<GroundPoint> = None;
        let mut offer = |point: GroundPoint| {
            if highest.is_none_or(|best| point.height > best.height) {
                highest = Some(point);
            }
        };
        for index in self.strips.near(point_xz.y, point_xz.y) {
            let solid = &self.solids[index];
            let local = solid.local(point_xz);
            if solid.contains(local) {
                let (height, normal) = solid.top_at(local);
                offer(GroundPoint {
                    height,
                    normal,
                    friction: self.pieces[solid.piece as usize].friction,
                    surface: SurfaceId::Ground(index as u32),
                });
            }
        }
        for (id, platform) in self.platforms() {
            let motion = platform.motion(time_secs);
            if let Some((height, local)) = motion.top_at(point_xz)
                && platform.contains(local)
            {
                offer(GroundPoint {
                    height,
                    normal: motion.world_from_platform.direction(DVec3::Y),
                    friction: platform.friction,
                    surface: SurfaceId::Platform(id),
                });
            }
        }
        highest
    }

    /// Height of the ground at a point (x, z) [m].
    pub fn height(&self, point_xz: DVec2, time_secs: f64) -> Option<f64> {
        self.ground_at(point_xz, time_secs)
            .map(|point| point.height)
    }

    /// Unit vector out of the ground at a point (x, z).
    pub fn normal(&self, point_xz: DVec2, time_secs: f64) -> Option<DVec3> {
        self.ground_at(point_xz, time_secs)
            .map(|point| point.normal)
    }

    /// How far a point is above the ground (below: negative), straight up [m]; nothing over a void.
    pub fn clearance(&self, point_in_world: DVec3, time_secs: f64) -> Option<f64> {
        let point_xz = DVec2::new(point_in_world.x, point_in_world.z);
        self.height(point_xz, time_secs)
            .map(|height| point_in_world.y - height)
    }
}
