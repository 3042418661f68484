//! A level as bodies meet it: still blocks, rough ground, platforms where they are at a time.
//!
//! ```text
//! Level ──new──> Terrain ──at(time)──> platforms' hulls and velocities
//!                   └──touches(solid)──> blocks near it ──> collide ──> seams smoothed ──> found(touch, surface, ...)
//!                                        rough ground ──> heights under points ──────────────┘
//! ```
//! Limits: rough ground is felt from above only, it has no walls; what has fallen below a block is not lifted back.

mod rough;
mod seams;

use super::{Bounds, Hull, Solid, Touch};
use crate::level::{Level, PlatformId, PlatformMotion, SurfaceId};
use crate::math::Transform;
use glam::DVec3;
use rough::RoughBlock;

/// Where a solid touches a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainTouch {
    /// The solid is the first, the level the second. Its feature is a number of the pair of solid and surface.
    pub touch: Touch,
    /// What is touched.
    pub surface: SurfaceId,
    /// Coefficient of friction of that surface.
    pub friction: f64,
    /// Of the surface's material at the point [m/s].
    pub velocity: DVec3,
}

/// A level as bodies collide with it. Built once; touches need no more memory.
#[derive(Clone, Debug)]
pub struct Terrain {
    level: Level,
    /// As [`SurfaceId::Ground`] counts them.
    blocks: Vec<Block>,
    platforms: Vec<MovingBlock>,
}

/// A still block.
#[derive(Clone, Debug)]
struct Block {
    bounds: Bounds,
    /// Around the highest bumps, where the top is rough.
    hull: Hull,
    is_rough: bool,
    friction: f64,
}

/// A platform as it is now.
#[derive(Clone, Debug)]
struct MovingBlock {
    id: PlatformId,
    hull: Hull,
    motion: PlatformMotion,
    friction: f64,
}

impl Terrain {
    /// A level with its platforms as they are at time zero.
    pub fn new(level: &Level) -> Self {
        let block = |index: u32| {
            let corners = level.ground_corners(index);
            Block {
                bounds: Bounds::around(&corners),
                hull: Hull::of_block(corners),
                is_rough: level.is_ground_rough(index),
                friction: level.ground_friction(index),
            }
        };
        let platforms = level.platforms().map(|(id, platform)| MovingBlock {
            id,
            hull: Hull::of_box(&platform.world_from_rest, DVec3::ONE),
            motion: platform.motion(0.0),
            friction: platform.friction,
        });
        let mut terrain = Self {
            blocks: (0..level.ground_surfaces() as u32).map(block).collect(),
            platforms: platforms.collect(),
            level: level.clone(),
        };
        terrain.at(0.0, 1.0);
        terrain
    }

    /// What it was made of.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Moves the platforms to where they are at a time, and as fast as that time goes (1: as the bodies'); once per step.
    pub fn at(&mut self, time_secs: f64, pace: f64) {
        for moving in &mut self.platforms {
            let platform = self.level.platform(moving.id);
            moving.motion = platform.motion(time_secs);
            moving.motion.linear_velocity *= pace;
            moving.motion.angular_velocity *= pace;
            // A platform's frame sits in the middle of its top.
            let half_height = 0.5 * platform.thickness;
            let platform_from_box = Transform::from_translation(-half_height * DVec3::Y);
            let half = DVec3::new(platform.half_size.x, half_height, platform.half_size.y);
            let world_from_box = moving.motion.world_from_platform * platform_from_box;
            moving.hull = Hull::of_box(&world_from_box, half);
        }
    }

    /// Whether any of it can move.
    pub fn has_platforms(&self) -> bool {
        !self.platforms.is_empty()
    }

    /// Whether any of the level meets a box; what does not has no touches inside of it.
    pub fn is_near(&self, bounds: &Bounds) -> bool {
        let mut ground = self.level.ground_near(bounds.low.z, bounds.high.z);
        let mut platforms = self.platforms.iter();
        ground.any(|index| self.blocks[index as usize].bounds.meets(bounds))
            || platforms.any(|moving| moving.hull.bounds().meets(bounds))
    }

    /// Every touch of a solid with the level that has a gap below `margin`, in the same order every time.
    pub fn touches(&self, solid: &Solid, margin: f64, mut found: impl FnMut(TerrainTouch)) {
        let bounds = solid.bounds();
        if !solid.is_in_reach(&bounds) {
            return;
        }
        let bounds = bounds.grown(margin);
        for index in self.level.ground_near(bounds.low.z, bounds.high.z) {
            let block = &self.blocks[index as usize];
            if !block.bounds.meets(&bounds) {
                continue;
            }
            let surface = SurfaceId::Ground(index);
            let mut found = |touch: Touch| {
                found(TerrainTouch {
                    touch,
                    surface,
                    friction: block.friction,
                    velocity: DVec3::ZERO,
                });
            };
            if block.is_rough {
                let rough = RoughBlock {
                    level: &self.level,
                    block: index,
                    bottom: block.bounds.low.y,
                };
                rough.touches(solid, margin, found);
            } else {
                let touches = self.hull_touches(solid, surface, &block.hull, margin);
                touches.iter().for_each(|touch| found(*touch));
            }
        }
        for moving in &self.platforms {
            if !moving.hull.bounds().meets(&bounds) {
                continue;
            }
            let surface = SurfaceId::Platform(moving.id);
            for touch in &self.hull_touches(solid, surface, &moving.hull, margin) {
                found(TerrainTouch {
                    touch: *touch,
                    surface,
                    friction: moving.friction,
                    velocity: moving.motion.velocity_at(touch.point),
                });
            }
        }
    }
}
