//! A picture of the whole window: the frame drawn once more into a texture, read back and written as a PNG.

use crate::io::{FileError, write_atomically};
use crate::viewer::stage::Stage;
use macroquad::miniquad::{RenderPass, TextureFormat, TextureId, TextureParams};
use std::path::{Path, PathBuf};
use tiny_skia::{IntSize, Pixmap};

/// Where a frame is drawn to be read.
pub(crate) struct Target {
    /// To draw into.
    pub pass: RenderPass,
    color: TextureId,
    depth: TextureId,
    size_px: [u32; 2],
}

impl Target {
    /// As large as the window.
    pub(crate) fn new(stage: &mut Stage) -> Self {
        let size_px = stage.canvas.size_px.map(|v| v as u32);
        let params = |format| TextureParams {
            width: size_px[0],
            height: size_px[1],
            format,
            ..TextureParams::default()
        };
        let color = stage.gpu.new_render_texture(params(TextureFormat::RGBA8));
        let depth = stage.gpu.new_render_texture(params(TextureFormat::Depth32));
        Self {
            pass: stage.gpu.new_render_pass(color, Some(depth)),
            color,
            depth,
            size_px,
        }
    }

    /// Reads the frame back, writes it, and lets go of the textures.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn write(self, stage: &mut Stage, path: PathBuf) -> Result<PathBuf, FileError> {
        let [width, height] = self.size_px;
        let row = 4 * width as usize;
        let mut bytes = vec![0; row * height as usize];
        stage.gpu.texture_read_pixels(self.color, &mut bytes);
        stage.gpu.delete_render_pass(self.pass);
        stage.gpu.delete_texture(self.color);
        stage.gpu.delete_texture(self.depth);
        // OpenGL counts rows from the bottom.
        let upright: Vec<u8> = bytes.chunks(row.max(1)).rev().flatten().copied().collect();
        let png = encoded(upright, width, height).ok_or_else(|| failed(&path))?;
        write_atomically(&path, &png)?;
        Ok(path)
    }
}

fn encoded(mut rgba: Vec<u8>, width: u32, height: u32) -> Option<Vec<u8>> {
    for pixel in rgba.chunks_exact_mut(4) {
        pixel[3] = 255;
    }
    let size = IntSize::from_wh(width, height)?;
    Pixmap::from_vec(rgba, size)?.encode_png().ok()
}

fn failed(path: &Path) -> FileError {
    FileError {
        file: path.display().to_string(),
        place: None,
        message: "the window cannot be encoded as a PNG".to_owned(),
    }
}
