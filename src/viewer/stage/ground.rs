//! A level as triangles: tops to stand on, walls down to the underside, and how far every point is from an edge.

use super::mesh::{GpuMesh, Range, floats};
use crate::level::{Block, Level, Platform, PlatformId, SurfaceId};
use glam::{DVec2, DVec3};
use macroquad::miniquad::RenderingBackend;

/// A distance to an edge that is not there [m].
const NO_EDGE: f32 = 1e3;
/// Rows of rough ground in one patch.
const ROWS_PER_PATCH: usize = 24;

/// A corner of the ground.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroundVertex {
    /// In the world, or on the platform [m].
    position: [f32; 3],
    /// Unit, out of the ground.
    normal: [f32; 3],
    /// Distance to the right, left, near and far edge of a top; of a wall, how far it is below the top [m].
    to_edges: [f32; 4],
}

/// A level's ground.
#[derive(Clone, Debug)]
pub(crate) struct GroundMesh {
    /// All of it.
    pub mesh: GpuMesh,
    /// All still ground.
    pub still: Sides,
    /// Tops of still ground, with what they cover seen from above.
    pub tops: Vec<(Range, Area)>,
    /// Platforms, each in its own frame.
    pub platforms: Vec<(PlatformId, Sides)>,
}

/// What is stood on, and what is below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub top: Range,
    pub wall: Range,
}

/// A rectangle seen from above (x, z) [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    min: DVec2,
    max: DVec2,
}

impl Area {
    /// Whether anything of it is nearer to a point than this, each way.
    pub(crate) fn is_near(&self, point: DVec2, reach: f64) -> bool {
        (point + reach).cmpge(self.min).all() && (point - reach).cmple(self.max).all()
    }
}

#[derive(Default)]
struct Triangles {
    vertices: Vec<GroundVertex>,
    indices: Vec<u32>,
}

impl GroundMesh {
    /// A level's ground.
    pub(crate) fn new(gpu: &mut dyn RenderingBackend, level: &Level) -> Self {
        let mut triangles = Triangles::default();
        let blocks: Vec<Block> = level.blocks().collect();
        let mut tops = Vec::new();
        for block in &blocks {
            triangles.add_top(block, &mut tops);
        }
        let walls = triangles.indices.len();
        let bottoms: Vec<f64> = blocks.iter().map(|block| block.bottom).collect();
        for block in &blocks {
            triangles.add_walls(block, |a, b, normal| {
                seen_below(level, &bottoms, (a, b, normal))
            });
        }
        let still = triangles.sides(0, walls);
        let platforms = level
            .platforms()
            .map(|(id, platform)| {
                let first = triangles.indices.len();
                let block = platform_block(platform);
                triangles.add_top(&block, &mut Vec::new());
                let walls = triangles.indices.len();
                triangles.add_walls(&block, |_, _, _| f64::INFINITY);
                (id, triangles.sides(first, walls))
            })
            .collect();
        Self {
            mesh: GpuMesh::new(gpu, &triangles.vertices, &triangles.indices),
            still,
            tops,
            platforms,
        }
    }
}

/// A platform in its own frame: the origin is in the middle of its top.
fn platform_block(platform: &Platform) -> Block {
    let half = platform.half_size;
    let corner = |x: f64, z: f64| (DVec3::new(x * half.x, 0.0, z * half.y), DVec3::Y);
    Block {
        surface: SurfaceId::Ground(0),
        columns: 2,
        rows: 2,
        top: [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
            .map(|(x, z)| corner(x, z))
            .to_vec(),
        bottom: -platform.thickness,
    }
}

impl Triangles {
    fn since(&self, first: usize) -> Range {
        Range {
            first: first as i32,
            count: (self.indices.len() - first) as i32,
        }
    }

    /// Tops from one index, walls from another to the end.
    fn sides(&self, first: usize, walls: usize) -> Sides {
        let top = Range {
            first: first as i32,
            count: (walls - first) as i32,
        };
        Sides {
            top,
            wall: self.since(walls),
        }
    }

    fn add_top(&mut self, block: &Block, patches: &mut Vec<(Range, Area)>) {
        let Block { columns, rows, .. } = *block;
        let at = |row: usize, column: usize| block.top[row * columns + column].0;
        let width = flat(at(0, columns - 1) - at(0, 0)).length();
        let length = flat(at(rows - 1, 0) - at(0, 0)).length();
        let base = self.vertices.len() as u32;
        for row in 0..rows {
            for column in 0..columns {
                let (point, normal) = block.top[row * columns + column];
                let across = width * column as f64 / (columns - 1) as f64;
                let ahead = length * row as f64 / (rows - 1) as f64;
                self.vertices.push(GroundVertex {
                    position: floats(point),
                    normal: floats(normal),
                    to_edges: [across, width - across, ahead, length - ahead].map(|v| v as f32),
                });
            }
        }
        let mut row = 0;
        while row + 1 < rows {
            let last = (row + ROWS_PER_PATCH).min(rows - 1);
            let first = self.indices.len();
            for row in row..last {
                for column in 0..columns - 1 {
                    let a = base + (row * columns + column) as u32;
                    let [b, d] = [a + columns as u32, a + 1];
                    self.indices.extend([a, b, b + 1, a, b + 1, d]);
                }
            }
            let corners = [(row, 0), (row, columns - 1), (last, 0), (last, columns - 1)];
            let corners = corners.map(|(row, column)| flat(at(row, column)));
            let area = Area {
                min: corners.into_iter().fold(DVec2::MAX, DVec2::min),
                max: corners.into_iter().fold(DVec2::MIN, DVec2::max),
            };
            patches.push((self.since(first), area));
            row = last;
        }
    }

    /// Walls around a block, each as high as it can be seen: its edge from `a` to `b` and its normal tell.
    fn add_walls(&mut self, block: &Block, seen_below: impl Fn(DVec3, DVec3, DVec3) -> f64) {
        let Block { columns, rows, .. } = *block;
        let at = |row: usize, column: usize| block.top[row * columns + column].0;
        // Once around, so that the outside is always on the same hand.
        let right = (0..rows).map(|row| at(row, 0));
        let far = (0..columns).map(|column| at(rows - 1, column));
        let left = (0..rows).rev().map(|row| at(row, columns - 1));
        let near = (0..columns).rev().map(|column| at(0, column));
        for side in [
            right.collect::<Vec<_>>(),
            far.collect(),
            left.collect(),
            near.collect(),
        ] {
            let along = side[side.len() - 1] - side[0];
            let Some(normal) = DVec3::new(-along.z, 0.0, along.x).try_normalize() else {
                continue;
            };
            for pair in side.windows(2) {
                let seen_below = seen_below(pair[0], pair[1], normal);
                if seen_below > block.bottom {
                    let span = (seen_below, block.bottom);
                    self.add_wall(pair[0], pair[1], span, normal);
                }
            }
        }
    }

    /// A wall under an edge from `a` to `b`, between two heights, seen from where `normal` points.
    fn add_wall(&mut self, a: DVec3, b: DVec3, (high, low): (f64, f64), normal: DVec3) {
        let base = self.vertices.len() as u32;
        let below = |edge: DVec3, height: f64| (edge, (edge.y - height).max(0.0));
        for (top, below) in [below(a, high), below(b, high), below(b, low), below(a, low)] {
            self.vertices.push(GroundVertex {
                position: floats(top - below * DVec3::Y),
                normal: floats(normal),
                to_edges: [below as f32, NO_EDGE, NO_EDGE, NO_EDGE],
            });
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| base + k);
        self.indices.extend([a, c, b, a, d, c]);
    }
}

/// How high a wall under an edge from `a` to `b` can be seen: not where other ground right before it is as high as the
/// edge. From inside the ground one looks through it then, and sees the figure. (bottoms of all blocks)
fn seen_below(level: &Level, bottoms: &[f64], (a, b, normal): (DVec3, DVec3, DVec3)) -> f64 {
    let below = [0.02, 0.5, 0.98].map(|share| {
        let edge = a.lerp(b, share);
        let beside = level.ground_at(flat(edge + 1e-3 * normal), 0.0);
        match beside.map(|ground| (ground.surface, ground.height)) {
            Some((SurfaceId::Ground(block), height)) if height > edge.y - 1e-3 => {
                bottoms[block as usize]
            }
            _ => f64::INFINITY,
        }
    });
    below.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

fn flat(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_level;

    #[test]
    fn every_triangle_faces_the_way_its_normals_point() {
        for name in ["stairs", "rough", "slope", "stepping_stones"] {
            let level = load_level(name).unwrap();
            let mut triangles = Triangles::default();
            for block in level.blocks() {
                triangles.add_top(&block, &mut Vec::new());
                triangles.add_walls(&block, |_, _, _| f64::INFINITY);
            }
            for triangle in triangles.indices.chunks(3) {
                let corner = |k: usize| triangles.vertices[triangle[k] as usize];
                let at = |k: usize| DVec3::from(corner(k).position.map(f64::from));
                let face = (at(1) - at(0)).cross(at(2) - at(0));
                let normal = DVec3::from(corner(0).normal.map(f64::from));
                assert!(face.length() < 1e-9 || face.dot(normal) > 0.0, "{name}");
            }
        }
    }

    #[test]
    fn a_step_has_no_wall_where_the_next_step_is_higher() {
        let level = load_level("stairs").unwrap();
        let blocks: Vec<Block> = level.blocks().collect();
        let bottoms: Vec<f64> = blocks.iter().map(|block| block.bottom).collect();
        // The first step up: seen from where one comes, from its ends, not from the second step.
        let step = &blocks[1];
        let [near, far] = [step.top[0].0, step.top[2].0];
        let across = step.top[1].0 - near;
        let seen = |from: DVec3, normal| {
            let edge = (from, from + across, normal);
            seen_below(&level, &bottoms, edge).max(step.bottom)
        };
        assert_eq!(seen(near, DVec3::NEG_Z), f64::INFINITY);
        assert_eq!(seen(far, DVec3::Z), step.bottom);
    }

    #[test]
    fn a_top_knows_how_far_its_edges_are() {
        let level = load_level("stairs").unwrap();
        let block = level.blocks().nth(1).unwrap();
        let mut triangles = Triangles::default();
        triangles.add_top(&block, &mut Vec::new());
        // A step: 2 m wide and 30 cm deep, seen from its right near corner.
        let [right, left, near, far] = triangles.vertices[0].to_edges;
        assert_eq!([right, left, near], [0.0, 2.0, 0.0]);
        assert!((far - 0.3).abs() < 1e-6);
    }
}
