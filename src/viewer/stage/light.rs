//! Light and lens of a view, as the shaders take them.

use super::material::{BodyUniforms, GroundUniforms, linear, shown};
use super::mesh::{floats, matrix, matrix_of};
use crate::math::Transform;
use crate::viewer::panes::camera::Lens;
use crate::viewer::stage::StageView;
use glam::DVec3;

/// Towards the light over the level: fixed in the world, so that flights of steps look the same from everywhere.
const LEVEL_LIGHT: DVec3 = DVec3::new(0.46, 0.78, 0.42);

/// Uniforms that all bodies of a view share.
pub(crate) struct Light {
    pub(crate) body: BodyUniforms,
    pub(crate) ground: GroundUniforms,
}

impl Light {
    /// Light and lens of a view; the viewport is left, bottom, width and height in pixels.
    pub(crate) fn new(view: &StageView, [_, bottom, _, height]: [i32; 4]) -> Self {
        let (camera, theme) = (view.camera, view.theme);
        let clip_from_world = matrix_of(&camera.clip_from_world(view.rect));
        let points_per_pixel = f64::from(view.rect.height()) / f64::from(height);
        let metres = points_per_pixel * camera.metres_per_point(camera.target, view.rect);
        let (perspective, metres_per_pixel) = match camera.lens {
            Lens::Perspective => (1.0, metres / camera.distance),
            Lens::Orthographic => (0.0, metres),
        };
        let eye = with(camera.eye(), perspective);
        let look = with(camera.forward(), metres_per_pixel);
        // The key light stays at the viewer's upper left: a figure reads the same from every side.
        let flat_forward = camera.right().cross(DVec3::Y);
        let key = 0.85 * DVec3::Y - 0.9 * camera.right() + 0.75 * flat_forward;
        let rim_strength = if theme.is_dark { 0.4 } else { 0.3 };
        let identity = matrix(&Transform::IDENTITY);
        let fade_from = 5.0 + 1.2 * camera.distance;
        Self {
            body: BodyUniforms {
                clip_from_world,
                world_from_model: identity,
                eye,
                look,
                key: with(key.normalize(), rim_strength),
                color: [1.0; 4],
                rim: extended(linear(theme.rim), 0.0),
            },
            ground: GroundUniforms {
                clip_from_world,
                world_from_model: identity,
                eye,
                look,
                light: with(LEVEL_LIGHT.normalize(), if view.grid { 1.0 } else { 0.0 }),
                target: with(camera.target, fade_from * fade_from),
                screen: [
                    bottom as f32,
                    height as f32,
                    9.0 * (fade_from * fade_from) as f32,
                    0.0,
                ],
                top: linear(theme.ground),
                side: linear(theme.ground_side),
                minor: linear(theme.grid_minor),
                major: linear(theme.grid_major),
                edge: linear(theme.edge),
                room_top: shown(theme.room_top),
                room_bottom: shown(theme.room_bottom),
            },
        }
    }
}

impl Light {
    /// How much a pixel shows at a point [m].
    pub(crate) fn metres_per_pixel(&self, point: DVec3) -> f64 {
        let [x, y, z, perspective] = self.body.eye.map(f64::from);
        let [.., metres_per_pixel] = self.body.look.map(f64::from);
        let away = (point - DVec3::new(x, y, z)).length();
        metres_per_pixel * (1.0 + perspective * (away - 1.0))
    }
}

pub(crate) fn with(v: DVec3, w: f64) -> [f32; 4] {
    let [x, y, z] = floats(v);
    [x, y, z, w as f32]
}

pub(crate) const fn extended([red, green, blue]: [f32; 3], fourth: f32) -> [f32; 4] {
    [red, green, blue, fourth]
}
