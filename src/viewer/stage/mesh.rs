//! Triangles on the graphics card, made once and moved by matrices.

use super::foot;
use crate::character::{Character, Fineness, LinkId, Shape, Surface};
use crate::level::RockShape;
use crate::math::Transform;
use glam::{DMat4, DVec3};
use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend};

/// A corner of a body's surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyVertex {
    /// In the part's own frame [m].
    position: [f32; 3],
    /// Unit, out of the solid.
    normal: [f32; 3],
}

/// Triangles in two buffers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GpuMesh {
    /// Corners.
    pub vertices: BufferId,
    /// Three for each triangle.
    pub indices: BufferId,
}

/// A run of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The first index.
    pub first: i32,
    /// How many.
    pub count: i32,
}

/// A body as triangles, each link in its own frame.
#[derive(Clone, Debug)]
pub(crate) struct BodyMesh {
    /// All links.
    pub mesh: GpuMesh,
    /// The triangles of each link. (links)
    pub links: Vec<Range>,
}

impl GpuMesh {
    /// Takes triangles over.
    pub(crate) fn new<V>(gpu: &mut dyn RenderingBackend, vertices: &[V], indices: &[u32]) -> Self {
        let vertices = BufferSource::slice(vertices);
        let indices = BufferSource::slice(indices);
        Self {
            vertices: gpu.new_buffer(BufferType::VertexBuffer, BufferUsage::Immutable, vertices),
            indices: gpu.new_buffer(BufferType::IndexBuffer, BufferUsage::Immutable, indices),
        }
    }

    /// Lets go of both buffers.
    pub(crate) fn delete(self, gpu: &mut dyn RenderingBackend) {
        gpu.delete_buffer(self.vertices);
        gpu.delete_buffer(self.indices);
    }
}

impl BodyMesh {
    /// A character's links.
    pub(crate) fn of_character(
        gpu: &mut dyn RenderingBackend,
        character: &Character,
        fineness: Fineness,
    ) -> Self {
        let ids = character.link_ids();
        let surfaces = ids.map(|id| link_surface(character, id, fineness));
        Self::new(gpu, surfaces)
    }

    /// Loose bodies, one after another.
    pub(crate) fn of_rocks<'a>(
        gpu: &mut dyn RenderingBackend,
        rocks: impl Iterator<Item = &'a RockShape>,
    ) -> Self {
        let surfaces = rocks.map(|rock| {
            let shape = match *rock {
                RockShape::Sphere { radius } => Shape::Sphere { radius },
                RockShape::Box { half } => Shape::Box { half },
            };
            let mut surface = Surface::new(Fineness::MEDIUM);
            surface.add(&centered(shape), &Transform::IDENTITY);
            surface
        });
        Self::new(gpu, surfaces)
    }

    fn new(gpu: &mut dyn RenderingBackend, parts: impl Iterator<Item = Surface>) -> Self {
        let (mut vertices, mut indices) = (Vec::new(), Vec::<u32>::new());
        let mut links = Vec::new();
        for part in parts {
            let base = vertices.len() as u32;
            let first = indices.len();
            let corners = part.points.iter().zip(&part.normals);
            vertices.extend(corners.map(|(point, normal)| BodyVertex {
                position: floats(*point),
                normal: floats(*normal),
            }));
            indices.extend(part.triangles.as_flattened().iter().map(|k| base + k));
            links.push(Range {
                first: first as i32,
                count: (indices.len() - first) as i32,
            });
        }
        Self {
            mesh: GpuMesh::new(gpu, &vertices, &indices),
            links,
        }
    }
}

/// What is seen of a link, in its own frame. A box over a sole is a foot.
pub(crate) fn link_surface(character: &Character, id: LinkId, fineness: Fineness) -> Surface {
    let foot = character.foot_on_link(id).map(|foot| &character.feet[foot]);
    let last = foot.and_then(|foot| foot::Last::new(character, foot, id));
    let mut surface = Surface::new(fineness);
    for placed in character.link(id).seen() {
        match (&last, placed.shape) {
            (Some(last), Shape::Box { half }) => {
                foot::add(&mut surface, last, &placed.link_from_shape, half);
            }
            _ => surface.add(placed, &Transform::IDENTITY),
        }
    }
    surface
}

const fn centered(shape: Shape) -> crate::character::PlacedShape {
    crate::character::PlacedShape {
        shape,
        link_from_shape: Transform::IDENTITY,
    }
}

/// The core counts in doubles, the graphics card in floats.
pub(crate) fn floats(v: DVec3) -> [f32; 3] {
    v.as_vec3().to_array()
}

/// A matrix by columns.
pub(crate) fn matrix(world_from_model: &Transform) -> [f32; 16] {
    let (turn, shift) = (world_from_model.rotation, world_from_model.translation);
    matrix_of(&DMat4::from_rotation_translation(turn, shift))
}

/// A matrix by columns.
pub(crate) fn matrix_of(matrix: &DMat4) -> [f32; 16] {
    matrix.as_mat4().to_cols_array()
}
