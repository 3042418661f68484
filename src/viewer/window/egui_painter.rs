//! Paints egui's triangles over the stage: one upload, then one draw for each clip rectangle and texture. Large areas of
//! one opaque colour, which are most of the window, are drawn by themselves: without a graphics card reading a texture and
//! mixing it in costs more than the rest of the picture.

use egui::epaint::{ImageData, ImageDelta, Mesh, Primitive, Vertex, WHITE_UV};
use egui::{ClippedPrimitive, TextureId, TexturesDelta};
use macroquad::miniquad::{
    self, BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType,
    BufferUsage, Equation, FilterMode, Pipeline, PipelineParams, RenderingBackend, ShaderMeta,
    ShaderSource, TextureParams, TextureWrap, UniformBlockLayout, UniformDesc, UniformType,
    UniformsSource, VertexAttribute, VertexFormat,
};
use std::collections::BTreeMap;

const VERTEX: &str = "#version 100
attribute vec2 at;
attribute vec2 uv;
attribute vec4 color;
uniform vec2 size;
varying vec2 texture_at;
varying vec4 tint;
void main() {
    gl_Position = vec4(2.0 * at.x / size.x - 1.0, 1.0 - 2.0 * at.y / size.y, 0.0, 1.0);
    texture_at = uv;
    tint = color / 255.0;
}";

const FRAGMENT: &str = "#version 100
precision mediump float;
uniform sampler2D image;
varying vec2 texture_at;
varying vec4 tint;
void main() {
    gl_FragColor = tint * texture2D(image, texture_at);
}";

const FILL_FRAGMENT: &str = "#version 100
precision mediump float;
varying vec4 tint;
void main() {
    gl_FragColor = tint;
}";

/// Triangles with more than this are worth a draw of their own (square points).
const LARGE: f32 = 1_000.0;

/// Pipelines, buffers and textures of egui.
pub(crate) struct Painter {
    /// Everything that has a texture or shines through.
    textured: Pipeline,
    /// Large areas of one colour.
    fill: Pipeline,
    textures: BTreeMap<TextureId, miniquad::TextureId>,
    vertex_buffer: Option<(BufferId, usize)>,
    index_buffer: Option<(BufferId, usize)>,
}

/// Where egui is painted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    /// Width and height in pixels.
    pub size_px: [f32; 2],
    /// Pixels per point.
    pub pixels_per_point: f32,
}

/// A run of indices to draw at once.
struct Batch {
    /// None: a fill.
    texture: Option<miniquad::TextureId>,
    /// Left, bottom, width, height in pixels.
    scissor: [i32; 4],
    first: usize,
    count: usize,
}

impl Painter {
    /// # Errors
    /// When the driver refuses the shader.
    pub(crate) fn new(gpu: &mut dyn RenderingBackend) -> Result<Self, miniquad::ShaderError> {
        // egui's colours carry their alpha already.
        let premultiplied = BlendState::new(
            Equation::Add,
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let mut pipeline = |fragment, images, color_blend| -> Result<_, miniquad::ShaderError> {
            let shader = gpu.new_shader(
                ShaderSource::Glsl {
                    vertex: VERTEX,
                    fragment,
                },
                ShaderMeta {
                    images,
                    uniforms: UniformBlockLayout {
                        uniforms: vec![UniformDesc::new("size", UniformType::Float2)],
                    },
                },
            )?;
            Ok(gpu.new_pipeline(
                &[BufferLayout::default()],
                &[
                    VertexAttribute::new("at", VertexFormat::Float2),
                    VertexAttribute::new("uv", VertexFormat::Float2),
                    VertexAttribute::new("color", VertexFormat::Byte4),
                ],
                shader,
                PipelineParams {
                    color_blend,
                    ..PipelineParams::default()
                },
            ))
        };
        let images = vec!["image".to_owned()];
        let textured = pipeline(FRAGMENT, images, Some(premultiplied))?;
        let fill = pipeline(FILL_FRAGMENT, Vec::new(), None)?;
        Ok(Self {
            textured,
            fill,
            textures: BTreeMap::new(),
            vertex_buffer: None,
            index_buffer: None,
        })
    }

    /// Takes over new images: before painting.
    pub(crate) fn set_textures(&mut self, gpu: &mut dyn RenderingBackend, delta: &TexturesDelta) {
        for (id, image) in &delta.set {
            self.set_texture(gpu, *id, image);
        }
    }

    /// Lets go of images that no one shows any more: after painting.
    pub(crate) fn free_textures(&mut self, gpu: &mut dyn RenderingBackend, delta: &TexturesDelta) {
        for id in &delta.free {
            if let Some(texture) = self.textures.remove(id) {
                gpu.delete_texture(texture);
            }
        }
    }

    fn set_texture(&mut self, gpu: &mut dyn RenderingBackend, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let bytes: Vec<u8> = image
            .pixels
            .iter()
            .flat_map(egui::Color32::to_array)
            .collect();
        let [width, height] = image.size;
        if let (Some([x, y]), Some(texture)) = (delta.pos, self.textures.get(&id)) {
            let [x, y, width, height] = [x, y, width, height].map(|v| v as i32);
            gpu.texture_update_part(*texture, x, y, width, height, &bytes);
            return;
        }
        let filter = |filter| match filter {
            egui::TextureFilter::Nearest => FilterMode::Nearest,
            egui::TextureFilter::Linear => FilterMode::Linear,
        };
        let params = TextureParams {
            width: width as u32,
            height: height as u32,
            wrap: TextureWrap::Clamp,
            min_filter: filter(delta.options.minification),
            mag_filter: filter(delta.options.magnification),
            ..TextureParams::default()
        };
        let texture = gpu.new_texture_from_data_and_format(&bytes, params);
        if let Some(old) = self.textures.insert(id, texture) {
            gpu.delete_texture(old);
        }
    }

    /// Draws all triangles into the pass that is open.
    pub(crate) fn paint(
        &mut self,
        gpu: &mut dyn RenderingBackend,
        primitives: &[ClippedPrimitive],
        canvas: Canvas,
    ) {
        let (mut vertices, mut indices) = (Vec::<Vertex>::new(), Vec::<u32>::new());
        let mut batches: Vec<Batch> = Vec::new();
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in primitives
        {
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            let base = vertices.len() as u32;
            vertices.extend_from_slice(&mesh.vertices);
            let scissor = canvas.scissor(*clip_rect);
            let triangles = mesh.indices.chunks_exact(3);
            let kinds = triangles.map(|triangle| is_fill(mesh, triangle));
            for run in runs(kinds) {
                let first = indices.len();
                let triangles = &mesh.indices[3 * run.start..3 * run.end];
                indices.extend(triangles.iter().map(|index| base + index));
                batches.push(Batch {
                    texture: (!is_fill(mesh, triangles)).then_some(*texture),
                    scissor,
                    first,
                    count: triangles.len(),
                });
            }
        }
        if indices.is_empty() {
            return;
        }
        let vertex_buffer = uploaded(
            gpu,
            BufferType::VertexBuffer,
            &mut self.vertex_buffer,
            &vertices,
        );
        let index_buffer = uploaded(
            gpu,
            BufferType::IndexBuffer,
            &mut self.index_buffer,
            &indices,
        );
        let [width, height] = canvas.size_px;
        gpu.apply_viewport(0, 0, width as i32, height as i32);
        let size_in_points = [width, height].map(|v| v / canvas.pixels_per_point);
        for batch in batches {
            let [x, y, width, height] = batch.scissor;
            if width <= 0 || height <= 0 {
                continue;
            }
            let (pipeline, images) = match &batch.texture {
                Some(texture) => (&self.textured, std::slice::from_ref(texture)),
                None => (&self.fill, &[][..]),
            };
            gpu.apply_pipeline(pipeline);
            gpu.apply_uniforms(UniformsSource::table(&size_in_points));
            gpu.apply_scissor_rect(x, y, width, height);
            gpu.apply_bindings_from_slice(&[vertex_buffer], index_buffer, images);
            gpu.draw(batch.first as i32, batch.count as i32, 1);
        }
    }
}

/// Whether a mesh's triangle is a large area of one opaque colour.
fn is_fill(mesh: &Mesh, triangle: &[u32]) -> bool {
    let [a, b, c] = [0, 1, 2].map(|k| mesh.vertices[triangle[k] as usize]);
    let (u, v) = (b.pos - a.pos, c.pos - a.pos);
    let area = 0.5 * (u.x * v.y - u.y * v.x).abs();
    let is_white = |corner: Vertex| corner.uv == WHITE_UV && corner.color.is_opaque();
    area > LARGE && [a, b, c].into_iter().all(is_white)
}

/// Neighbours that are alike.
fn runs(kinds: impl Iterator<Item = bool>) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    let mut last = None;
    for (k, kind) in kinds.enumerate() {
        match runs.last_mut() {
            Some(run) if last == Some(kind) => run.end = k + 1,
            _ => runs.push(k..k + 1),
        }
        last = Some(kind);
    }
    runs
}

impl Canvas {
    /// A rectangle in points as left, bottom, width and height in pixels.
    pub(crate) fn scissor(&self, rect: egui::Rect) -> [i32; 4] {
        let [width, height] = self.size_px;
        let px = |v: f32, most: f32| (v * self.pixels_per_point).round().clamp(0.0, most) as i32;
        let (left, right) = (px(rect.min.x, width), px(rect.max.x, width));
        let (top, bottom) = (px(rect.min.y, height), px(rect.max.y, height));
        [left, height as i32 - bottom, right - left, bottom - top]
    }
}

/// The items in a buffer, which is made anew when it is too small.
pub(crate) fn uploaded<T>(
    gpu: &mut dyn RenderingBackend,
    kind: BufferType,
    buffer: &mut Option<(BufferId, usize)>,
    items: &[T],
) -> BufferId {
    let id = match *buffer {
        Some((id, capacity)) if capacity >= items.len() => id,
        old => {
            if let Some((id, _)) = old {
                gpu.delete_buffer(id);
            }
            let capacity = items.len().next_power_of_two();
            let empty = BufferSource::empty::<T>(capacity);
            let id = gpu.new_buffer(kind, BufferUsage::Stream, empty);
            *buffer = Some((id, capacity));
            id
        }
    };
    gpu.buffer_update(id, BufferSource::slice(items));
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_opaque_areas_are_drawn_by_themselves() {
        let mut mesh = Mesh::default();
        let square = |side| egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(side, side));
        mesh.add_colored_rect(square(100.0), egui::Color32::RED);
        mesh.add_colored_rect(square(10.0), egui::Color32::RED);
        mesh.add_colored_rect(square(100.0), egui::Color32::from_black_alpha(200));
        mesh.add_colored_rect(square(100.0), egui::Color32::BLUE);
        let kinds = mesh.indices.chunks(3).map(|t| is_fill(&mesh, t));
        assert_eq!(runs(kinds), [0..2, 2..6, 6..8]);
    }

    #[test]
    fn a_scissor_counts_pixels_from_the_bottom_and_stays_inside() {
        let canvas = Canvas {
            size_px: [200.0, 100.0],
            pixels_per_point: 2.0,
        };
        let rect = egui::Rect::from_min_max(egui::pos2(10.0, 5.0), egui::pos2(30.0, 20.0));
        assert_eq!(canvas.scissor(rect), [20, 60, 40, 30]);
        assert_eq!(canvas.scissor(egui::Rect::EVERYTHING), [0, 0, 200, 100]);
        assert_eq!(canvas.scissor(egui::Rect::NOTHING)[2], -200);
    }
}
