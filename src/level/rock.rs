//! Loose bodies on the ground: what they are and where they lie at first. How they move is the physics' business.

use super::Level;
use crate::math::{Random, Transform};
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::f64::consts::PI;

/// A loose body.
#[derive(Clone, Debug, PartialEq)]
pub struct Rock {
    /// Unique in the level.
    pub name: String,
    /// Its solid.
    pub shape: RockShape,
    /// Where its centre is at first, and how it lies.
    pub world_from_rock: Transform,
    /// More than zero [kg].
    pub mass: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

/// A solid about its own centre, which is also its centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RockShape {
    /// A ball.
    Sphere {
        /// [m]
        radius: f64,
    },
    /// A block.
    Box {
        /// Half of each edge [m].
        half: DVec3,
    },
}

impl RockShape {
    /// [m³]
    pub fn volume(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => 4.0 / 3.0 * PI * radius * radius * radius,
            Self::Box { half } => 8.0 * half.x * half.y * half.z,
        }
    }

    /// Rotational inertia about its own centre and axes for one kilogram [m²].
    pub fn inertia_per_mass(&self) -> DMat3 {
        let diagonal = match *self {
            Self::Sphere { radius } => DVec3::splat(0.4 * radius * radius),
            Self::Box { half } => {
                let square = half * half;
                DVec3::new(
                    square.y + square.z,
                    square.x + square.z,
                    square.x + square.y,
                ) / 3.0
            }
        };
        DMat3::from_diagonal(diagonal)
    }

    /// From its centre down to what it lies on, while its own y points up [m].
    pub fn rest_height(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Box { half } => half.y,
        }
    }
}

/// A field of rocks that a seed lays out, one in each cell of a grid so that none touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// Rocks are called this and a number.
    pub name: String,
    /// Another seed, another field.
    pub seed: u64,
    /// How many rocks.
    pub count: usize,
    /// Middle of the near edge [m].
    pub at: DVec3,
    /// Size of the field: across (x) and ahead (z) [m].
    pub size: DVec2,
    /// Shortest and longest edge or diameter of a rock [m].
    pub edges: (f64, f64),
    /// [kg/m³]
    pub density: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Scatter {
    /// Cells across and ahead: at least one for each rock, about as long as they are wide.
    fn cells(&self) -> [usize; 2] {
        let across = (self.count as f64 * self.size.x / self.size.y).sqrt();
        let across = (across.ceil() as usize).clamp(1, self.count.max(1));
        [across, self.count.div_ceil(across).max(1)]
    }

    /// The longest edge with which no rock leaves its cell however it is turned [m].
    pub fn longest_edge(&self) -> f64 {
        let [across, ahead] = self.cells();
        let cell = self.size / DVec2::new(across as f64, ahead as f64);
        cell.min_element() / std::f64::consts::SQRT_2
    }

    /// The rocks, lying on a level's ground as it is at time zero; over a void they hang at the field's own height.
    pub fn rocks(&self, level: &Level) -> Vec<Rock> {
        let mut random = Random::new(self.seed);
        let [across, ahead] = self.cells();
        let cell = self.size / DVec2::new(across as f64, ahead as f64);
        let rock = |index: usize| {
            let mut edge = || random.between(self.edges.0, self.edges.1);
            let half = 0.5 * DVec3::new(edge(), edge(), edge());
            let shape = if random.below(2) == 0 {
                RockShape::Sphere { radius: half.x }
            } else {
                RockShape::Box { half }
            };
            // Room that the rock leaves in its cell, whichever way it is turned.
            let room = 0.5 * (cell - 2.0 * DVec2::new(half.x, half.z).length()).max(DVec2::ZERO);
            let jitter = DVec2::new(
                random.between(-room.x, room.x),
                random.between(-room.y, room.y),
            );
            let turn = random.between(0.0, 2.0 * PI);
            let place = DVec2::new((index % across) as f64, (index / across) as f64) + 0.5;
            let point =
                place * cell + jitter + DVec2::new(self.at.x - 0.5 * self.size.x, self.at.z);
            let ground = level.height(point, 0.0).unwrap_or(self.at.y);
            Rock {
                name: format!("{} {}", self.name, index + 1),
                shape,
                world_from_rock: Transform::new(
                    DQuat::from_rotation_y(turn),
                    DVec3::new(point.x, ground + shape.rest_height(), point.y),
                ),
                mass: self.density * shape.volume(),
                friction: self.friction,
            }
        };
        (0..self.count).map(rock).collect()
    }
}
