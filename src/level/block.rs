//! Still ground as it looks: blocks with a top to stand on, for whoever draws them.

use super::solid::{Solid, Top};
use super::{Level, SurfaceId};
use glam::{DVec2, DVec3};

/// Points per cell of rough ground, each way.
const PER_CELL: usize = 4;
/// Rough ground is shown by at most this many points each way.
const MOST_POINTS: usize = 192;

/// A block of still ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Whose it is.
    pub surface: SurfaceId,
    /// Points across, from right to left, at least two.
    pub columns: usize,
    /// Points ahead, at least two.
    pub rows: usize,
    /// Row after row ahead: a point of the top [m] and the unit normal there. (columns * rows)
    pub top: Vec<(DVec3, DVec3)>,
    /// Height of its underside [m].
    pub bottom: f64,
}

impl Level {
    /// Every block of the still ground.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        let solids = self.solids.iter().enumerate();
        solids.map(|(index, solid)| block(SurfaceId::Ground(index as u32), solid))
    }
}

fn block(surface: SurfaceId, solid: &Solid) -> Block {
    let points = |length: f64, cell: f64| {
        let cells = (length / cell).round() as usize;
        (cells * PER_CELL + 1).clamp(2, MOST_POINTS)
    };
    let (columns, rows) = match &solid.top {
        Top::Plane { .. } => (2, 2),
        Top::Rough(field) => {
            let cell = field.cell_size();
            (
                points(2.0 * solid.half_width, cell.x),
                points(solid.length, cell.y),
            )
        }
    };
    let share = |k: usize, count: usize| k as f64 / (count - 1) as f64;
    let point = |row: usize, column: usize| {
        let local = DVec2::new(
            solid.half_width * (2.0 * share(column, columns) - 1.0),
            solid.length * share(row, rows),
        );
        let (height, normal) = solid.top_at(local);
        let at = solid.world(local);
        (DVec3::new(at.x, height, at.y), normal)
    };
    Block {
        surface,
        columns,
        rows,
        top: (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(|(row, column)| point(row, column))
            .collect(),
        bottom: solid.origin.y - solid.depth,
    }
}

#[cfg(test)]
mod tests {
    use crate::io::load_level;
    use glam::DVec2;

    #[test]
    fn tops_of_blocks_are_where_the_ground_is() {
        for name in ["stairs", "slope", "stepping_stones"] {
            let level = load_level(name).unwrap();
            for block in level.blocks() {
                // Off the rim, where neighbours meet.
                let middle = block
                    .top
                    .iter()
                    .map(|(point, _)| *point)
                    .sum::<glam::DVec3>()
                    / block.top.len() as f64;
                let height = level.height(DVec2::new(middle.x, middle.z), 0.0);
                assert!((height.unwrap() - middle.y).abs() < 1e-9, "{name}");
                assert!(block.bottom < middle.y);
            }
        }
    }
}
