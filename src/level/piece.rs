//! Pieces of ground: what people lay end to end, and the solids each becomes.

use super::rough::{HeightField, cell_count};
use super::solid::{Solid, Top};
use crate::math::Random;
use glam::{DVec2, DVec3};

/// A piece of still ground. It begins at its near edge and leads ahead along its heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Unique in the level.
    pub name: String,
    /// Middle of the near edge [m].
    pub at: DVec3,
    /// Turn about the vertical: zero leads to +Z, a quarter turn to +X, the character's left [rad].
    pub heading: f64,
    /// How far it is solid below its lowest point [m].
    pub thickness: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// What it looks like.
    pub form: Form,
}

/// Shapes of ground. Lengths are as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// An even rectangle.
    Plane {
        /// Ahead [m].
        length: f64,
        /// Across [m].
        width: f64,
        /// Climbs ahead where positive [rad].
        slope: f64,
    },
    /// A flight of steps. The first riser stands on the near edge; the last tread is level with the end.
    Stairs {
        /// Height of one step; negative leads down [m].
        rise: f64,
        /// Depth of one tread [m].
        run: f64,
        /// Number of steps.
        count: usize,
        /// Across [m].
        width: f64,
    },
    /// Smooth seeded bumps, level with its neighbours along the rim.
    Rough {
        /// Another seed, other bumps.
        seed: u64,
        /// Distance between bumps [m].
        cell: f64,
        /// Highest bump and deepest hollow [m].
        amplitude: f64,
        /// Ahead [m].
        length: f64,
        /// Across [m].
        width: f64,
    },
    /// Stepping stones with nothing between them.
    Stones {
        /// Another seed, other jitter.
        seed: u64,
        /// Number of stones.
        count: usize,
        /// From one stone's middle to the next, ahead [m].
        spacing: f64,
        /// Of one stone: across and ahead [m].
        size: DVec2,
        /// Stones lie this far to the left and right by turns, the first to the left [m].
        stagger: f64,
        /// Largest random shift: across, up or down, ahead [m].
        jitter: DVec3,
    },
}

impl Form {
    /// Its length as seen from above, and how much higher its far edge is [m].
    pub fn advance(&self) -> (f64, f64) {
        match *self {
            Self::Plane { length, slope, .. } => (length, length * libm::tan(slope)),
            Self::Stairs {
                rise, run, count, ..
            } => (run * count as f64, rise * count as f64),
            Self::Rough { length, .. } => (length, 0.0),
            Self::Stones { count, spacing, .. } => (spacing * count as f64, 0.0),
        }
    }

    /// How many blocks it becomes.
    pub fn solid_count(&self) -> usize {
        match *self {
            Self::Plane { .. } | Self::Rough { .. } => 1,
            Self::Stairs { count, .. } | Self::Stones { count, .. } => count,
        }
    }

    /// How many cells of rough ground it needs, saturating.
    pub fn cell_count(&self) -> usize {
        match *self {
            Self::Rough {
                cell,
                length,
                width,
                ..
            } => cell_count(width, cell).saturating_mul(cell_count(length, cell)),
            _ => 0,
        }
    }
}

impl Piece {
    /// Unit vector ahead (x, z).
    pub fn forward(&self) -> DVec2 {
        DVec2::new(libm::sin(self.heading), libm::cos(self.heading))
    }

    /// Middle of the far edge, where the next piece begins [m].
    pub fn end(&self) -> DVec3 {
        let (length, climb) = self.form.advance();
        let ahead = length * self.forward();
        self.at + DVec3::new(ahead.x, climb, ahead.y)
    }

    /// Appends the blocks that the piece is made of; `piece` is its own index.
    pub(super) fn build(&self, piece: u32, solids: &mut Vec<Solid>) {
        let forward = self.forward();
        let left = DVec2::new(forward.y, -forward.x);
        // A block whose near edge is `offset` (across, up, ahead) from the piece's own, with its bottom at `bottom`.
        let block = |offset: DVec3, size: DVec2, bottom: f64, top: Top| {
            let shift = offset.x * left + offset.z * forward;
            Solid {
                piece,
                origin: self.at + DVec3::new(shift.x, offset.y, shift.y),
                forward,
                half_width: 0.5 * size.x,
                length: size.y,
                depth: offset.y - bottom,
                top,
            }
        };
        let level = Top::Plane { grade: 0.0 };
        match self.form {
            Form::Plane {
                length,
                width,
                slope,
            } => {
                let grade = libm::tan(slope);
                let bottom = (grade * length).min(0.0) - self.thickness;
                let size = DVec2::new(width, length);
                solids.push(block(DVec3::ZERO, size, bottom, Top::Plane { grade }));
            }
            Form::Stairs {
                rise,
                run,
                count,
                width,
            } => {
                let bottom = (rise * count as f64).min(0.0) - self.thickness;
                solids.extend((0..count).map(|k| {
                    let offset = DVec3::new(0.0, rise * (k + 1) as f64, run * k as f64);
                    block(offset, DVec2::new(width, run), bottom, level.clone())
                }));
            }
            Form::Rough {
                seed,
                cell,
                amplitude,
                length,
                width,
            } => {
                let size = DVec2::new(width, length);
                let field = HeightField::new(seed, size, cell, amplitude);
                let bottom = -amplitude - self.thickness;
                solids.push(block(DVec3::ZERO, size, bottom, Top::Rough(field)));
            }
            Form::Stones {
                seed,
                count,
                spacing,
                size,
                stagger,
                jitter,
            } => {
                let mut random = Random::new(seed);
                let bottom = -jitter.y - self.thickness;
                solids.extend((0..count).map(|k| {
                    let side = if k % 2 == 0 { stagger } else { -stagger };
                    let middle = spacing * (k as f64 + 0.5);
                    let regular = DVec3::new(side, 0.0, middle - 0.5 * size.y);
                    let offset = regular + random.in_box(jitter);
                    block(offset, size, bottom, level.clone())
                }));
            }
        }
    }
}
