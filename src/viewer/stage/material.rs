//! What surfaces look like: shaders and how they are drawn. GLSL 100, which every driver knows.
//!
//! Light is added up in linear colours and shown by their square root, a gamma of two, which costs less than the
//! exact curve and looks the same.

use super::ground::GroundVertex;
use super::mesh::BodyVertex;
use crate::picture::Color;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, Comparison, CullFace, Equation, Pipeline,
    PipelineParams, RenderingBackend, ShaderError, ShaderId, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
};

/// All ways of drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Materials {
    /// Behind everything, wherever nothing else is.
    pub room: Pipeline,
    /// Only the depth of the level: none of it is coloured that is hidden.
    pub ground_depth: Pipeline,
    /// Level: grid on tops, lines at edges.
    pub ground_top: Pipeline,
    /// Level: walls. Software would do the work of a top for every one of their pixels, too.
    pub ground_wall: Pipeline,
    /// Darkness on the level's tops, drawn over the very triangles of the ground.
    pub shadow: Pipeline,
    /// Figures and rocks.
    pub body: Pipeline,
    /// Only the depth of a ghost, so that its own far side does not shine through.
    pub ghost_depth: Pipeline,
    /// A ghost after that.
    pub ghost: Pipeline,
}

/// Of [`Materials::room`].
#[repr(C)]
pub(crate) struct RoomUniforms {
    pub room_top: [f32; 3],
    pub room_bottom: [f32; 3],
}

/// Of tops and walls; what the numbers mean stands in their shaders.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct GroundUniforms {
    pub clip_from_world: [f32; 16],
    pub world_from_model: [f32; 16],
    pub eye: [f32; 4],
    pub look: [f32; 4],
    pub light: [f32; 4],
    pub target: [f32; 4],
    pub screen: [f32; 4],
    pub top: [f32; 3],
    pub side: [f32; 3],
    pub minor: [f32; 3],
    pub major: [f32; 3],
    pub edge: [f32; 3],
    pub room_top: [f32; 3],
    pub room_bottom: [f32; 3],
}

/// Of [`Materials::shadow`].
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct ShadowUniforms {
    pub clip_from_world: [f32; 16],
    pub world_from_model: [f32; 16],
    pub center: [f32; 4],
    pub shape: [f32; 4],
    pub shade: [f32; 4],
}

/// Of [`Materials::body`] and ghosts.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct BodyUniforms {
    pub clip_from_world: [f32; 16],
    pub world_from_model: [f32; 16],
    pub eye: [f32; 4],
    pub look: [f32; 4],
    pub key: [f32; 4],
    pub color: [f32; 4],
    pub rim: [f32; 4],
}

impl Materials {
    /// # Errors
    /// When the driver refuses a shader.
    pub(crate) fn new(gpu: &mut dyn RenderingBackend) -> Result<Self, ShaderError> {
        use UniformType::{Float3, Float4, Mat4};
        let matrices = [("clip_from_world", Mat4), ("world_from_model", Mat4)];
        let room = shader(
            gpu,
            (
                include_str!("shaders/room.vert"),
                include_str!("shaders/room.frag"),
            ),
            &[("room_top", Float3), ("room_bottom", Float3)],
        )?;
        let mut uniforms = matrices.to_vec();
        uniforms.extend(["eye", "look", "light", "target", "screen"].map(|name| (name, Float4)));
        let colors = [
            "top",
            "side",
            "minor",
            "major",
            "edge",
            "room_top",
            "room_bottom",
        ];
        uniforms.extend(colors.map(|name| (name, Float3)));
        let ground_vertex = include_str!("shaders/ground.vert");
        let mut ground = |fragment| shader(gpu, (ground_vertex, fragment), &uniforms);
        let ground_top = ground(include_str!("shaders/ground_top.frag"))?;
        let ground_wall = ground(include_str!("shaders/ground_wall.frag"))?;
        let mut uniforms = matrices.to_vec();
        uniforms.extend(["center", "shape", "shade"].map(|name| (name, Float4)));
        let shadow = shader(
            gpu,
            (ground_vertex, include_str!("shaders/shadow.frag")),
            &uniforms,
        )?;
        let mut uniforms = matrices.to_vec();
        uniforms.extend(["eye", "look", "key", "color", "rim"].map(|name| (name, Float4)));
        let body = shader(
            gpu,
            (
                include_str!("shaders/body.vert"),
                include_str!("shaders/body.frag"),
            ),
            &uniforms,
        )?;
        // Without varyings: without a graphics card each of them costs for every triangle.
        let depth = shader(
            gpu,
            (
                include_str!("shaders/depth.vert"),
                include_str!("shaders/depth.frag"),
            ),
            &matrices,
        )?;

        let corner = [VertexAttribute::new("corner", VertexFormat::Float2)];
        let body_vertex = [
            VertexAttribute::new("position", VertexFormat::Float3),
            VertexAttribute::new("normal", VertexFormat::Float3),
        ];
        let ground_vertex = [
            VertexAttribute::new("position", VertexFormat::Float3),
            VertexAttribute::new("normal", VertexFormat::Float3),
            VertexAttribute::new("to_edges", VertexFormat::Float4),
        ];
        let solid = PipelineParams {
            cull_face: CullFace::Back,
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..PipelineParams::default()
        };
        let see_through = PipelineParams {
            color_blend: Some(BlendState::new(
                Equation::Add,
                BlendFactor::Value(BlendValue::SourceAlpha),
                BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
            )),
            // What is behind the window must not shine through it.
            color_write: (true, true, true, false),
            ..solid
        };
        let depth_only = PipelineParams {
            color_write: (false, false, false, false),
            ..solid
        };
        Ok(Self {
            room: pipeline::<[f32; 2]>(gpu, &corner, room, solid),
            ground_depth: pipeline::<GroundVertex>(gpu, &ground_vertex, depth, depth_only),
            ground_top: pipeline::<GroundVertex>(gpu, &ground_vertex, ground_top, solid),
            ground_wall: pipeline::<GroundVertex>(gpu, &ground_vertex, ground_wall, solid),
            shadow: pipeline::<GroundVertex>(gpu, &ground_vertex, shadow, see_through),
            body: pipeline::<BodyVertex>(gpu, &body_vertex, body, solid),
            ghost_depth: pipeline::<BodyVertex>(gpu, &body_vertex, depth, depth_only),
            ghost: pipeline::<BodyVertex>(gpu, &body_vertex, body, see_through),
        })
    }
}

fn shader(
    gpu: &mut dyn RenderingBackend,
    (vertex, fragment): (&str, &str),
    uniforms: &[(&str, UniformType)],
) -> Result<ShaderId, ShaderError> {
    let uniforms = uniforms
        .iter()
        .map(|(name, kind)| UniformDesc::new(name, *kind));
    gpu.new_shader(
        ShaderSource::Glsl { vertex, fragment },
        ShaderMeta {
            images: Vec::new(),
            uniforms: UniformBlockLayout {
                uniforms: uniforms.collect(),
            },
        },
    )
}

/// A pipeline over vertices of type `V`, whose attributes fill it.
fn pipeline<V>(
    gpu: &mut dyn RenderingBackend,
    attributes: &[VertexAttribute],
    shader: ShaderId,
    params: PipelineParams,
) -> Pipeline {
    let size: i32 = attributes.iter().map(|a| a.format.size_bytes()).sum();
    debug_assert_eq!(size as usize, size_of::<V>());
    gpu.new_pipeline(&[BufferLayout::default()], attributes, shader, params)
}

/// A colour as light adds up: the square of what is shown.
pub(crate) fn linear(color: Color) -> [f32; 3] {
    shown(color).map(|v| v * v)
}

/// A colour as it is shown, from 0 to 1.
pub(crate) fn shown(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|v| f32::from(v) / 255.0)
}
