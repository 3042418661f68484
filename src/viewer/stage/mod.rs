//! The lit scene: rocks, figures, level, shadows, room, ghosts, in this order, into any rectangle of the window. What is
//! behind comes late because software need not paint what is hidden.

pub(crate) mod foot;
pub(crate) mod ground;
pub(crate) mod light;
pub(crate) mod material;
pub(crate) mod mesh;
pub(crate) mod shadow;

use crate::character::{Character, Fineness, LinkId};
use crate::document::BALL_RADIUS;
use crate::io::FileError;
use crate::kinematics::{Kinematics, Side, sides};
use crate::level::{Level, RockShape};
use crate::math::Transform;
use crate::viewer::panes::camera::Camera;
use crate::viewer::scene::Paint;
use crate::viewer::theme::Theme;
use crate::viewer::window::egui_painter::Canvas;
use glam::{DVec2, DVec3};
use ground::{GroundMesh, Sides};
use light::{Light, extended, with};
use macroquad::miniquad::{Pipeline, RenderingBackend, ShaderError, UniformsSource};
use material::{Materials, RoomUniforms, ShadowUniforms, linear, shown};
use mesh::{BodyMesh, GpuMesh, Range, matrix};
use shadow::Shadow;
use std::path::PathBuf;
use std::sync::Arc;

/// Characters and levels whose meshes are kept; more than people look at by turns.
const MOST_KEPT: usize = 8;
/// Where a pixel shows less than this, corners of the coarser body would be seen [m].
const NEAR: f64 = 2.5e-3;
/// A ball that is thrown.
const BALL: RockShape = RockShape::Sphere {
    radius: BALL_RADIUS,
};

/// Draws scenes. Meshes are made when a character or a level is first seen.
pub(crate) struct Stage {
    pub(crate) gpu: Box<dyn RenderingBackend>,
    pub(crate) canvas: Canvas,
    materials: Materials,
    room: GpuMesh,
    ball: BodyMesh,
    bodies: Vec<Body>,
    grounds: Vec<(Arc<Level>, GroundMesh, BodyMesh)>,
    /// Where the next picture of the window goes.
    pub(crate) screenshot_path: Option<PathBuf>,
    /// What became of the last one.
    pub(crate) screenshot_result: Option<Result<PathBuf, FileError>>,
}

/// A character as it is drawn.
struct Body {
    character: Arc<Character>,
    /// Seen from near, from where people pose, and as a ghost: without a graphics card it is triangles that cost, and
    /// ghosts come by fours and are pale.
    near: BodyMesh,
    far: BodyMesh,
    ghost: BodyMesh,
    /// (links)
    sides: Vec<Side>,
}

/// A body in a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure<'a> {
    /// Whose body.
    pub character: &'a Arc<Character>,
    /// Where its links are.
    pub kin: &'a Kinematics,
    /// 1 is solid; less is a ghost.
    pub opacity: f32,
    /// What colours its links have.
    pub paint: &'a Paint,
    /// The link that glows.
    pub highlight: Option<LinkId>,
}

/// What is seen in one rectangle of the window.
pub(crate) struct StageView<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// In which rectangle, in points.
    pub rect: egui::Rect,
    /// Bodies.
    pub figures: &'a [Figure<'a>],
    /// The ground they stand on.
    pub level: &'a Arc<Level>,
    /// The time that platforms are shown at [s].
    pub level_secs: f64,
    /// Where the level's rocks are; empty: where they lay at first. (rocks of the level, or none)
    pub rocks: &'a [Transform],
    /// Where thrown balls are.
    pub balls: &'a [Transform],
    /// Colours.
    pub theme: &'a Theme,
    /// Whether the ground has lines every quarter of a metre.
    pub grid: bool,
}

impl Stage {
    /// # Errors
    /// When the driver refuses a shader.
    pub(crate) fn new(
        mut gpu: Box<dyn RenderingBackend>,
        canvas: Canvas,
    ) -> Result<Self, ShaderError> {
        let materials = Materials::new(&mut *gpu)?;
        let corners: [[f32; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let room = GpuMesh::new(&mut *gpu, &corners, &[0_u32, 1, 2, 0, 2, 3]);
        let ball = BodyMesh::of_rocks(&mut *gpu, std::iter::once(&BALL));
        Ok(Self {
            gpu,
            canvas,
            materials,
            room,
            ball,
            bodies: Vec::new(),
            grounds: Vec::new(),
            screenshot_path: None,
            screenshot_result: None,
        })
    }

    /// Asks for a picture of the whole window, written at the end of this frame.
    pub(crate) fn screenshot(&mut self, path: PathBuf) {
        self.screenshot_path = Some(path);
    }

    /// What became of the last picture, once.
    pub(crate) const fn take_screenshot(&mut self) -> Option<Result<PathBuf, FileError>> {
        self.screenshot_result.take()
    }

    /// Draws a scene.
    pub(crate) fn draw(&mut self, view: &StageView) {
        let [x, y, width, height] = self.canvas.scissor(view.rect);
        if width <= 0 || height <= 0 {
            return;
        }
        self.gpu.apply_viewport(x, y, width, height);
        self.gpu.apply_scissor_rect(x, y, width, height);
        let light = Light::new(view, [x, y, width, height]);
        let ground = self.ground(view.level);

        self.draw_rocks(view, &light, ground);
        let (solid, ghosts): (Vec<&Figure>, Vec<&Figure>) = view
            .figures
            .iter()
            .partition(|figure| figure.opacity >= 1.0);
        // Nearest first saves what lies behind; but ghosts never cover a solid figure, which then comes last.
        if ghosts.is_empty() {
            self.draw_solid(&solid, view.theme, &light);
        }
        self.draw_level(view, &light, ground);
        self.draw_shadows(view, &light, ground);
        self.gpu.apply_scissor_rect(x, y, width, height);
        self.draw_room(view.theme);
        if ghosts.is_empty() {
            return;
        }
        for figure in ghosts {
            self.draw_ghost(figure, view.theme, &light);
        }
        self.gpu.clear(None, Some(1.0), None);
        self.draw_level_parts(view, &light, ground, &[(self.materials.ground_depth, 0..2)]);
        self.draw_rocks(view, &light, ground);
        self.draw_solid(&solid, view.theme, &light);
    }

    fn draw_room(&mut self, theme: &Theme) {
        self.gpu.apply_pipeline(&self.materials.room);
        self.gpu
            .apply_bindings_from_slice(&[self.room.vertices], self.room.indices, &[]);
        self.gpu
            .apply_uniforms(UniformsSource::table(&RoomUniforms {
                room_top: shown(theme.room_top),
                room_bottom: shown(theme.room_bottom),
            }));
        self.gpu.draw(0, 6, 1);
    }

    /// Depth of tops and walls, then tops, then walls.
    fn draw_level(&mut self, view: &StageView, light: &Light, ground: usize) {
        let materials = &self.materials;
        let passes = [
            (materials.ground_depth, 0..2),
            (materials.ground_top, 0..1),
            (materials.ground_wall, 1..2),
        ];
        self.draw_level_parts(view, light, ground, &passes);
    }

    /// With each pipeline some of these: tops (0) and walls (1).
    fn draw_level_parts(
        &mut self,
        view: &StageView,
        light: &Light,
        ground: usize,
        passes: &[(Pipeline, std::ops::Range<usize>)],
    ) {
        let mesh = &self.grounds[ground].1;
        let platforms = mesh.platforms.iter().map(|(id, sides)| {
            let motion = view.level.platform_pose(*id, view.level_secs);
            (motion.world_from_platform, *sides)
        });
        let parts: Vec<(Transform, Sides)> = std::iter::once((Transform::IDENTITY, mesh.still))
            .chain(platforms)
            .collect();
        let mut uniforms = light.ground;
        for (pipeline, shown) in passes {
            self.gpu.apply_pipeline(pipeline);
            self.gpu
                .apply_bindings_from_slice(&[mesh.mesh.vertices], mesh.mesh.indices, &[]);
            for (world_from_model, sides) in &parts {
                uniforms.world_from_model = matrix(world_from_model);
                self.gpu.apply_uniforms(UniformsSource::table(&uniforms));
                for range in &[sides.top, sides.wall][shown.clone()] {
                    self.gpu.draw(range.first, range.count, 1);
                }
            }
        }
    }

    /// Over the ground's own triangles, so that depths agree to the bit; only in the part of the screen that is darker.
    fn draw_shadows(&mut self, view: &StageView, light: &Light, ground: usize) {
        let mesh = &self.grounds[ground].1;
        self.gpu.apply_pipeline(&self.materials.shadow);
        self.gpu
            .apply_bindings_from_slice(&[mesh.mesh.vertices], mesh.mesh.indices, &[]);
        let solid = view.figures.iter().filter(|figure| figure.opacity >= 1.0);
        let shadows = solid.flat_map(|figure| Shadow::of_figure(figure.character, figure.kin));
        let rocks = view.rock_places();
        let balls = view.balls.iter().map(|place| (&BALL, place));
        let rocks = rocks.chain(balls);
        let rocks = rocks.map(|(shape, place)| Shadow::of_rock(shape, place));
        let strength = if view.theme.is_dark { 1.0 } else { 0.55 };
        for shadow in shadows.chain(rocks) {
            let Some([x, y, width, height]) = self.canvas.scissor_of(view, &shadow) else {
                continue;
            };
            self.gpu.apply_scissor_rect(x, y, width, height);
            let [red, green, blue] = shown(view.theme.shadow);
            let [a, b] = shadow.into_unit_circle().map(|row| row.as_vec2());
            let center = shadow.center;
            let mut draw = |world_from_model: &Transform, range: Range| {
                self.gpu
                    .apply_uniforms(UniformsSource::table(&ShadowUniforms {
                        clip_from_world: light.ground.clip_from_world,
                        world_from_model: matrix(world_from_model),
                        center: with(center, shadow.reach),
                        shape: [a.x, a.y, b.x, b.y],
                        shade: [red, green, blue, (strength * shadow.darkness) as f32],
                    }));
                self.gpu.draw(range.first, range.count, 1);
            };
            let at = DVec2::new(center.x, center.z);
            for (range, area) in &mesh.tops {
                if area.is_near(at, shadow.extent()) {
                    draw(&Transform::IDENTITY, *range);
                }
            }
            for (id, sides) in &mesh.platforms {
                let motion = view.level.platform_pose(*id, view.level_secs);
                draw(&motion.world_from_platform, sides.top);
            }
        }
    }

    fn draw_rocks(&mut self, view: &StageView, light: &Light, ground: usize) {
        let rocks = &self.grounds[ground].2;
        let rock_ranges = rocks.links.iter().copied();
        let rock_places = view.rock_places().map(|(_, place)| place);
        let ball_ranges = std::iter::repeat(self.ball.links[0]);
        self.gpu.apply_pipeline(&self.materials.body);
        let mut uniforms = light.body;
        uniforms.key[3] *= 0.5;
        let gpu = &mut *self.gpu;
        let mut draw =
            |mesh: GpuMesh, color, parts: &mut dyn Iterator<Item = (&Transform, Range)>| {
                gpu.apply_bindings_from_slice(&[mesh.vertices], mesh.indices, &[]);
                uniforms.color = extended(linear(color), 1.0);
                for (place, range) in parts {
                    uniforms.world_from_model = matrix(place);
                    gpu.apply_uniforms(UniformsSource::table(&uniforms));
                    gpu.draw(range.first, range.count, 1);
                }
            };
        let theme = view.theme;
        draw(rocks.mesh, theme.rock, &mut rock_places.zip(rock_ranges));
        draw(
            self.ball.mesh,
            theme.torque,
            &mut view.balls.iter().zip(ball_ranges),
        );
    }

    fn draw_solid(&mut self, figures: &[&Figure], theme: &Theme, light: &Light) {
        for figure in figures {
            let body = self.body(figure.character);
            self.gpu.apply_pipeline(&self.materials.body);
            self.draw_links(figure, theme, light, body);
        }
    }

    /// Depth first, colour after: a ghost shows its near surface only, once.
    fn draw_ghost(&mut self, figure: &Figure, theme: &Theme, light: &Light) {
        let body = self.body(figure.character);
        for pipeline in [self.materials.ghost_depth, self.materials.ghost] {
            self.gpu.apply_pipeline(&pipeline);
            self.draw_links(figure, theme, light, body);
        }
    }

    fn draw_links(&mut self, figure: &Figure, theme: &Theme, light: &Light, body: usize) {
        let body = &self.bodies[body];
        let mesh = if figure.opacity < 1.0 {
            &body.ghost
        } else if light.metres_per_pixel(figure.kin.com) < NEAR {
            &body.near
        } else {
            &body.far
        };
        let mut uniforms = light.body;
        self.gpu
            .apply_bindings_from_slice(&[mesh.mesh.vertices], mesh.mesh.indices, &[]);
        for id in figure.character.link_ids() {
            let range = mesh.links[id.index()];
            if range.count == 0 {
                continue;
            }
            let glows = figure.highlight == Some(id);
            let color = match figure.paint {
                Paint::Sides => theme.side(body.sides[id.index()]),
                Paint::One(color) => *color,
                Paint::Each(colors) => colors.get(id.index()).copied().unwrap_or(theme.ghost),
            };
            let color = if glows {
                color.mixed(theme.accent, 0.55)
            } else {
                color
            };
            let [red, green, blue] = linear(color);
            uniforms.world_from_model = matrix(figure.kin.link(id));
            uniforms.color = [red, green, blue, figure.opacity.clamp(0.0, 1.0)];
            uniforms.rim[3] = if glows { 0.35 } else { 0.0 };
            self.gpu.apply_uniforms(UniformsSource::table(&uniforms));
            self.gpu.draw(range.first, range.count, 1);
        }
    }

    /// The place of a character's mesh, which is made when it is not there.
    fn body(&mut self, character: &Arc<Character>) -> usize {
        let known = |body: &Body| Arc::ptr_eq(&body.character, character);
        if let Some(index) = self.bodies.iter().position(known) {
            return index;
        }
        if self.bodies.len() >= MOST_KEPT {
            let old = self.bodies.remove(0);
            for mesh in [old.near, old.far, old.ghost] {
                mesh.mesh.delete(&mut *self.gpu);
            }
        }
        let mut mesh = |fineness| BodyMesh::of_character(&mut *self.gpu, character, fineness);
        let near = mesh(Fineness::FINE);
        let far = mesh(Fineness::MEDIUM);
        let ghost = mesh(Fineness::COARSE);
        self.bodies.push(Body {
            character: character.clone(),
            near,
            far,
            ghost,
            sides: sides(character),
        });
        self.bodies.len() - 1
    }

    /// The place of a level's meshes, which are made when they are not there.
    fn ground(&mut self, level: &Arc<Level>) -> usize {
        let known = |(kept, ..): &(Arc<Level>, GroundMesh, BodyMesh)| Arc::ptr_eq(kept, level);
        if let Some(index) = self.grounds.iter().position(known) {
            return index;
        }
        if self.grounds.len() >= MOST_KEPT {
            let (_, ground, rocks) = self.grounds.remove(0);
            ground.mesh.delete(&mut *self.gpu);
            rocks.mesh.delete(&mut *self.gpu);
        }
        let ground = GroundMesh::new(&mut *self.gpu, level);
        let shapes = level.rocks.iter().map(|rock| &rock.shape);
        let rocks = BodyMesh::of_rocks(&mut *self.gpu, shapes);
        self.grounds.push((level.clone(), ground, rocks));
        self.grounds.len() - 1
    }
}

impl StageView<'_> {
    /// Every rock and where it is now.
    fn rock_places(&self) -> impl Iterator<Item = (&RockShape, &Transform)> {
        let rocks = self.level.rocks.iter().enumerate();
        rocks.map(|(k, rock)| {
            let place = self.rocks.get(k).unwrap_or(&rock.world_from_rock);
            (&rock.shape, place)
        })
    }
}

impl Canvas {
    /// The part of the screen that a shadow may darken, in pixels; nothing when it is out of sight.
    fn scissor_of(&self, view: &StageView, shadow: &Shadow) -> Option<[i32; 4]> {
        let reach = shadow.extent();
        // Ground this much above or below the ground in the middle is darkened: steps, slopes.
        let around = 0.7 * reach;
        let at = DVec2::new(shadow.center.x, shadow.center.z);
        let ground = view.level.height(at, view.level_secs);
        let heights = match ground.map(|height| height - shadow.center.y) {
            Some(below) => [below - around, (below + around).min(0.06)],
            None => [-shadow.reach, 0.06],
        };
        let mut seen = egui::Rect::NOTHING;
        for x in [-reach, reach] {
            for z in [-reach, reach] {
                for y in heights {
                    let corner = shadow.center + DVec3::new(x, y, z);
                    // With a corner behind the eye the shadow may be anywhere.
                    let Some(at) = view.camera.project(corner, view.rect) else {
                        return Some(self.scissor(view.rect));
                    };
                    seen.extend_with(at);
                }
            }
        }
        let scissor = self.scissor(seen.intersect(view.rect));
        (scissor[2] > 0 && scissor[3] > 0).then_some(scissor)
    }
}
