//! The human at rest on the stairs, to walk around: everything of the lower half in one small program.

use super::bounds::Bounds;
use super::camera::{Camera, Lens, StandardView};
use super::stage::{Figure, Stage, StageView};
use super::theme::{Theme, color32};
use super::window::Program;
use crate::character::Character;
use crate::io::{FileError, load_character, load_level};
use crate::kinematics::Kinematics;
use crate::level::Level;
use egui::{Align2, FontId, Key, PointerButton};
use glam::DVec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is shown.
pub(super) struct Scene {
    character: Arc<Character>,
    level: Arc<Level>,
}

impl Scene {
    /// The human on the stairs, or another character or level by its name or file.
    pub(super) fn load(file: Option<&Path>) -> Result<Self, FileError> {
        let (mut character, mut level) = (load_character("human")?, load_level("stairs")?);
        if let Some(file) = file {
            let name = file.to_string_lossy();
            match load_character(&name) {
                Ok(other) => character = other,
                Err(_) => level = load_level(&name)?,
            }
        }
        Ok(Self {
            character: Arc::new(character),
            level: Arc::new(level),
        })
    }
}

pub(super) struct Turntable {
    scene: Scene,
    kin: Kinematics,
    camera: Camera,
    theme: Theme,
    rect: egui::Rect,
    is_turning: bool,
    shows_ghost: bool,
    shows_grid: bool,
    note: String,
    picture: Option<PathBuf>,
    rate: f32,
    /// The ground under the pointer [m].
    pointed: Option<DVec3>,
}

impl Turntable {
    pub(super) fn new(ctx: &egui::Context, scene: Scene) -> Self {
        let theme = Theme::dark();
        theme.apply(ctx, 1.0);
        Self {
            kin: Kinematics::of(&scene.character, &scene.character.rest),
            scene,
            camera: Camera::default(),
            theme,
            rect: egui::Rect::NOTHING,
            is_turning: false,
            shows_ghost: false,
            shows_grid: true,
            note: String::new(),
            picture: None,
            rate: 0.0,
            pointed: None,
        }
    }

    fn panel_ui(&mut self, ui: &mut egui::Ui, ctx: &egui::Context) {
        ui.add_space(8.0);
        ui.strong("Turntable");
        ui.checkbox(&mut self.is_turning, "turn");
        ui.checkbox(&mut self.shows_ghost, "ghost");
        ui.checkbox(&mut self.shows_grid, "grid");
        ui.horizontal(|ui| {
            for (name, theme) in [("dark", Theme::dark()), ("light", Theme::light())] {
                let is_on = self.theme == theme;
                if ui.selectable_label(is_on, name).clicked() {
                    self.theme = theme;
                    self.theme.apply(ctx, 1.0);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            for (name, view) in [
                ("front", StandardView::Front),
                ("back", StandardView::Back),
                ("left", StandardView::Left),
                ("right", StandardView::Right),
                ("top", StandardView::Top),
            ] {
                if ui.button(name).clicked() {
                    self.camera.look_from(view);
                }
            }
        });
        let mut flat = self.camera.lens == Lens::Orthographic;
        if ui.checkbox(&mut flat, "orthographic").changed() {
            self.camera.lens = if flat {
                Lens::Orthographic
            } else {
                Lens::Perspective
            };
        }
        ui.add(egui::Slider::new(&mut self.camera.distance, 0.5..=20.0).text("distance (m)"));
        ui.text_edit_singleline(&mut self.note);
        if ui
            .button("Save picture")
            .on_hover_text("writes window.png")
            .clicked()
        {
            self.picture = Some("window.png".into());
        }
        ui.weak(format!("{:5.1} frames per second", self.rate));
        if let Some(at) = self.pointed {
            ui.weak(format!("ground at {:.2}, {:.2}, {:.2} m", at.x, at.y, at.z));
        }
    }

    /// Shifts the figure, and the camera with it.
    fn walk(&mut self, shift: DVec3) {
        for link in &mut self.kin.world_from_link {
            link.translation += shift;
        }
        self.kin.com += shift;
        self.camera.follow(shift);
    }

    fn steer(&mut self, ui: &egui::Ui, response: &egui::Response) {
        if response.dragged_by(PointerButton::Primary) {
            self.camera.orbit(response.drag_delta());
        }
        if response.dragged_by(PointerButton::Secondary) {
            self.camera.pan(response.drag_delta(), self.rect);
        }
        let wheel = ui.input(|i| i.smooth_scroll_delta.y);
        if let Some(at) = response.hover_pos().filter(|_| wheel != 0.0) {
            self.camera.zoom(f64::from(wheel) / 40.0, at, self.rect);
        }
        self.pointed = response.hover_pos().and_then(|at| {
            let ray = self.camera.ray(at, self.rect);
            let hit = self
                .scene
                .level
                .ray(ray.origin, ray.direction, 100.0, 0.0)?;
            Some(ray.origin + hit.distance * ray.direction)
        });
        let steps = ui.input(|i| {
            let pressed = |key| f64::from(u8::from(i.key_pressed(key)));
            pressed(Key::ArrowLeft) - pressed(Key::ArrowRight)
        });
        self.walk(0.1 * steps * DVec3::X);
        if ui.input(|i| i.key_pressed(Key::F)) {
            let bounds = Bounds::of_figure(&self.scene.character, &self.kin);
            self.camera.frame(&bounds, self.rect);
        }
    }
}

impl Program for Turntable {
    fn panels(&mut self, ctx: &egui::Context) {
        let dt = ctx.input(|i| i.stable_dt.min(0.1));
        let frame_secs = ctx.input(|i| i.unstable_dt);
        self.rate += 0.1 * (1.0 / frame_secs.max(1e-3) - self.rate);
        self.camera.advance(f64::from(dt));
        if self.is_turning {
            self.camera.orbit(egui::vec2(-60.0 * dt, 0.0));
        }
        egui::SidePanel::right("turntable")
            .exact_width(320.0)
            .show(ctx, |ui| {
                self.panel_ui(ui, ctx);
            });
        let frame = egui::Frame::NONE;
        egui::CentralPanel::default().frame(frame).show(ctx, |ui| {
            let is_first = self.rect == egui::Rect::NOTHING;
            self.rect = ui.max_rect();
            let response = ui.allocate_rect(self.rect, egui::Sense::click_and_drag());
            if is_first {
                let bounds = Bounds::of_figure(&self.scene.character, &self.kin);
                self.camera.jump_to(&bounds.grown(0.05), self.rect);
            }
            self.steer(ui, &response);
            if let Some(at) = self.camera.project(self.kin.com, self.rect) {
                let painter = ui.painter();
                painter.circle_stroke(at, 6.0, (1.5, color32(Theme::margin(0.03))));
                let font = FontId::proportional(12.0);
                let text = color32(self.theme.text_soft);
                let at = at + egui::vec2(12.0, 0.0);
                painter.text(at, Align2::LEFT_CENTER, "centre of mass", font, text);
            }
        });
    }

    fn draw(&mut self, stage: &mut Stage) {
        if let Some(written) = stage.take_screenshot() {
            self.note = match written {
                Ok(path) => format!("wrote {}", path.display()),
                Err(error) => error.to_string(),
            };
        }
        if let Some(path) = self.picture.take() {
            stage.screenshot(path);
        }
        let mut kin = self.kin.clone();
        for link in &mut kin.world_from_link {
            link.translation += DVec3::new(0.7, 0.0, 0.0);
        }
        let figure = Figure {
            character: &self.scene.character,
            kin: &self.kin,
            opacity: 1.0,
            tint: None,
            highlight: None,
        };
        let ghost = Figure {
            kin: &kin,
            opacity: 0.35,
            tint: Some(self.theme.ghost),
            ..figure
        };
        let figures = [figure, ghost];
        stage.draw(&StageView {
            camera: &self.camera,
            rect: self.rect,
            figures: if self.shows_ghost {
                &figures
            } else {
                &figures[..1]
            },
            level: &self.scene.level,
            level_secs: 0.0,
            rocks: &[],
            theme: &self.theme,
            grid: self.shows_grid,
        });
    }

    fn is_animating(&self) -> bool {
        self.is_turning || self.camera.is_moving()
    }

    fn wants_to_close(&mut self) -> bool {
        true
    }

    fn finished(&self) -> bool {
        false
    }
}
