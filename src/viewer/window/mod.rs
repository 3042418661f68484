//! The window and its loop: events, panels, scene, panels' triangles, and sleep until something happens.
//!
//! ```text
//! events ──> egui's input ──> Program::panels ──> Program::draw(stage) ──> egui's triangles ──> screen
//!    └── the loop sleeps here unless the program is animating or egui asked for another frame; a bell wakes it in time
//! ```
//! The loop is miniquad's, the layer below macroquad: macroquad's own loop lets go of the pointer in every frame, so that
//! a drag ends at the window's edge, and sleeps through a click on the close button.

pub(crate) mod bell;
pub(crate) mod display;
pub(crate) mod egui_input;
pub(crate) mod egui_painter;
pub(crate) mod screenshot;
pub(crate) mod timings;

use super::OpenError;
use crate::viewer::stage::Stage;
use bell::{Bell, NOWHERE, Watch};
use display::{NoDisplay, Opened};
use egui::{ClippedPrimitive, CursorIcon, OutputCommand, PlatformOutput};
use egui_input::{Input, ReadPast};
use egui_painter::{Canvas, Painter};
use macroquad::miniquad::{
    self, EventHandler, KeyCode, KeyMods, MouseButton, PassAction, RenderPass, ShaderError, conf,
    window,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use timings::{Stopwatch, Timings};

/// How the desktop knows windows of this program.
const CLASS: &str = "contrapposto";

/// Frames per second at most where no screen's own beat holds the loop back.
const SOFTWARE_RATE: f64 = 60.0;
/// Without a bell, a frame that egui wants within this time is waited for awake.
const AWAKE_FOR: Duration = Duration::from_secs(1);
/// Events that may have come with the key that pastes: other keys, and moves of the mouse since the last frame.
const MOST_READ_PAST: usize = 32;
/// A short rest of a loop that waits awake.
const REST: Duration = Duration::from_millis(15);

/// What happens in the window.
pub(crate) trait Program {
    /// All of egui and all input: once per frame, before the scene is drawn.
    fn panels(&mut self, ctx: &egui::Context);
    /// Draws the scene and nothing else; twice in a frame whose picture is taken.
    fn draw(&mut self, stage: &mut Stage);
    /// Whether the next frame should follow at once.
    fn is_animating(&self) -> bool;
    /// The user closes the window: true lets it close, false keeps it open.
    fn wants_to_close(&mut self) -> bool;
    /// True closes the window after this frame.
    fn finished(&self) -> bool;
    /// Under which name this frame is measured.
    fn measured(&self) -> Option<&str>;
}

/// How the window opens.
#[derive(Clone, Debug)]
pub(crate) struct WindowOptions {
    /// In the title bar.
    pub title: String,
    /// In pixels.
    pub width: i32,
    /// In pixels.
    pub height: i32,
    /// Samples per pixel; nothing: 4 on a graphics card, 1 in software, which cannot afford more.
    pub samples: Option<i32>,
    /// When somebody asked for it.
    pub opened: Instant,
}

/// Opens the window and returns when it is closed, with what was measured. `make` is called once the window is there.
///
/// # Errors
/// When there is no display, or a library for it is missing.
pub(crate) fn run(
    options: &WindowOptions,
    make: impl FnOnce(&egui::Context) -> Box<dyn Program> + 'static,
) -> Result<Timings, OpenError> {
    display::check()?;
    let has_card = display::has_graphics_card();
    let conf = conf::Conf {
        window_title: options.title.clone(),
        window_width: options.width,
        window_height: options.height,
        high_dpi: true,
        sample_count: options.samples.unwrap_or(if has_card { 4 } else { 1 }),
        icon: None,
        platform: conf::Platform {
            blocking_event_loop: true,
            linux_wm_class: CLASS,
            ..conf::Platform::default()
        },
        ..conf::Conf::default()
    };
    let refused = Rc::new(Cell::new(None));
    let refusal = refused.clone();
    let timings = Rc::new(RefCell::new(Timings::default()));
    let stopwatch = Stopwatch::new(options.opened, timings.clone());
    let watch = Watch::begin();
    display::quietly(|opened| {
        miniquad::start(conf, move || {
            let bell = watch.and_then(|watch| watch.find(CLASS));
            match Loop::new(&opened, has_card, bell, stopwatch, make) {
                Ok(running) => Box::new(running),
                Err(error) => {
                    refusal.set(Some(error));
                    window::order_quit();
                    Box::new(Nothing)
                }
            }
        });
    })?;
    match refused.take() {
        None => Ok(timings.take()),
        Some(error) => Err(NoDisplay(format!(
            "no window can open here: OpenGL refuses a shader: {error}"
        ))
        .into()),
    }
}

/// The loop of a window that cannot be drawn in.
struct Nothing;

impl EventHandler for Nothing {
    fn update(&mut self) {}
    fn draw(&mut self) {}
}

struct Loop {
    ctx: egui::Context,
    input: Input,
    painter: Painter,
    stage: Stage,
    program: Box<dyn Program>,
    cursor: CursorIcon,
    has_card: bool,
    bell: Option<Bell>,
    /// The loop was told to stop waiting, and has not drawn since.
    is_nudged: bool,
    last_frame: Instant,
    /// Rests before the next frame.
    rest: Duration,
    stopwatch: Stopwatch,
}

impl Loop {
    fn new(
        opened: &Opened,
        has_card: bool,
        bell: Option<Bell>,
        stopwatch: Stopwatch,
        make: impl FnOnce(&egui::Context) -> Box<dyn Program>,
    ) -> Result<Self, ShaderError> {
        opened.tell();
        let mut gpu = window::new_rendering_backend();
        let painter = Painter::new(&mut *gpu)?;
        let ctx = egui::Context::default();
        // Pixels are ours to count: egui's own Ctrl+plus would change them behind the settings' back.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        if let Some(bell) = bell.clone() {
            // This thread asks while it draws, and is heard without a bell.
            let drawing = std::thread::current().id();
            ctx.set_request_repaint_callback(move |_| {
                if std::thread::current().id() != drawing {
                    bell.ring();
                }
            });
        }
        let stage = Stage::new(gpu, canvas(&ctx))?;
        let program = make(&ctx);
        Ok(Self {
            input: Input::new(),
            painter,
            stage,
            program,
            cursor: CursorIcon::Default,
            has_card,
            bell,
            is_nudged: false,
            last_frame: Instant::now(),
            rest: Duration::ZERO,
            stopwatch,
            ctx,
        })
    }

    fn frame(&mut self) {
        let raw = self.input.take(&self.ctx);
        let output = self.ctx.run(raw, |ctx| self.program.panels(ctx));
        self.obey(&output.platform_output);
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let work = self.last_frame.elapsed();
        let gpu = &mut *self.stage.gpu;
        self.painter.set_textures(gpu, &output.textures_delta);
        self.stage.canvas = canvas(&self.ctx);

        self.paint(None, &primitives);
        if let Some(path) = self.stage.screenshot_path.take() {
            let target = screenshot::Target::new(&mut self.stage);
            self.paint(Some(target.pass), &primitives);
            self.stage.screenshot_result = Some(target.write(&mut self.stage, path));
        }
        let gpu = &mut *self.stage.gpu;
        gpu.commit_frame();
        self.painter.free_textures(gpu, &output.textures_delta);

        if self.program.finished() {
            window::order_quit();
        }
        let viewports = output.viewport_output.values();
        let delays = viewports.map(|viewport| viewport.repaint_delay);
        let delay = delays.min().unwrap_or(Duration::MAX);
        // What became of a picture is told in the next frame.
        if self.program.is_animating() || self.stage.screenshot_result.is_some() {
            self.stopwatch.drawn(self.program.measured(), work);
            // egui measures time between frames only when it knows that they follow each other.
            self.ctx.request_repaint();
            self.go_on_after(Duration::ZERO);
        } else {
            self.go_on_after(delay);
        }
    }

    /// The next frame follows at once, or after a while, or when something happens.
    fn go_on_after(&mut self, delay: Duration) {
        match &self.bell {
            Some(bell) if !delay.is_zero() => bell.ring_after(delay),
            None if delay > AWAKE_FOR => {}
            _ => {
                self.rest = delay.min(REST);
                window::schedule_update();
            }
        }
    }

    /// Scene and panels into the window, or into a picture of it.
    fn paint(&mut self, pass: Option<RenderPass>, primitives: &[ClippedPrimitive]) {
        let clear = PassAction::Clear {
            color: Some((0.0, 0.0, 0.0, 1.0)),
            depth: Some(1.0),
            stencil: None,
        };
        self.stage.gpu.begin_pass(pass, clear);
        self.program.draw(&mut self.stage);
        let canvas = self.stage.canvas;
        self.painter.paint(&mut *self.stage.gpu, primitives, canvas);
        self.stage.gpu.end_render_pass();
    }

    /// What egui asks of the system.
    fn obey(&mut self, output: &PlatformOutput) {
        for command in &output.commands {
            if let OutputCommand::CopyText(text) = command {
                window::clipboard_set(text);
            }
        }
        if self.cursor != output.cursor_icon {
            self.cursor = output.cursor_icon;
            window::show_mouse(self.cursor != CursorIcon::None);
            window::set_mouse_cursor(cursor(self.cursor));
        }
    }

    /// A frame for what has just happened.
    fn wake(&mut self) {
        self.rest = Duration::ZERO;
        window::schedule_update();
        self.nudge();
    }

    /// Who pastes reads past all that came, and the loop goes on to wait for each of those events.
    fn nudge_often(&mut self) {
        if let Some(bell) = &self.bell {
            for _ in 0..MOST_READ_PAST {
                bell.nudge();
            }
        }
    }

    /// The loop may wait for one event more than came with this one.
    fn nudge(&mut self) {
        if let (Some(bell), false) = (&self.bell, self.is_nudged) {
            bell.nudge();
            self.is_nudged = true;
        }
    }
}

impl EventHandler for Loop {
    fn update(&mut self) {
        let begin = Instant::now();
        let mut rest = self.rest;
        if !self.has_card {
            let beat = Duration::from_secs_f64(1.0 / SOFTWARE_RATE);
            rest = rest.max(beat.saturating_sub(self.last_frame.elapsed()));
        }
        std::thread::sleep(rest);
        self.rest = Duration::ZERO;
        self.stopwatch.slept(begin.elapsed());
    }

    fn draw(&mut self) {
        let now = Instant::now();
        self.stopwatch.next_frame(now - self.last_frame);
        self.last_frame = now;
        self.is_nudged = false;
        self.frame();
    }

    fn resize_event(&mut self, _width: f32, _height: f32) {
        self.wake();
    }

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        let is_ring = x == f32::from(NOWHERE) && y == f32::from(NOWHERE);
        if !is_ring {
            self.input.pointer_moved(x, y);
        }
        self.wake();
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.input.wheel(x, y);
        self.wake();
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.input.button(button, x, y, true);
        self.wake();
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.input.button(button, x, y, false);
        self.wake();
    }

    fn mouse_leave_event(&mut self) {
        self.input.pointer_left();
        self.wake();
    }

    fn mouse_enter_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.input.pointer_entered(button, x, y);
        self.wake();
    }

    fn char_event(&mut self, character: char, mods: KeyMods, _repeat: bool) {
        self.input.character(character, mods);
        self.wake();
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        let read_past = self.input.key(code, mods, true, repeat);
        self.wake();
        if read_past == ReadPast::All {
            self.nudge_often();
        }
    }

    fn key_up_event(&mut self, code: KeyCode, mods: KeyMods) {
        // Only keys that go down paste.
        let _ = self.input.key(code, mods, false, false);
        self.wake();
    }

    fn window_minimized_event(&mut self) {
        self.input.focus(false);
        self.wake();
    }

    fn window_restored_event(&mut self) {
        self.input.focus(true);
        self.wake();
    }

    fn quit_requested_event(&mut self) {
        if !self.program.wants_to_close() {
            window::cancel_quit();
        }
        self.wake();
    }

    fn files_dropped_event(&mut self) {
        self.input.files_dropped();
        self.wake();
    }
}

fn canvas(ctx: &egui::Context) -> Canvas {
    let (width, height) = window::screen_size();
    Canvas {
        size_px: [width, height],
        pixels_per_point: window::dpi_scale() * ctx.zoom_factor(),
    }
}

fn cursor(icon: CursorIcon) -> miniquad::CursorIcon {
    use miniquad::CursorIcon as Cursor;
    match icon {
        CursorIcon::Help => Cursor::Help,
        CursorIcon::PointingHand => Cursor::Pointer,
        CursorIcon::Wait | CursorIcon::Progress => Cursor::Wait,
        CursorIcon::Crosshair | CursorIcon::Cell => Cursor::Crosshair,
        CursorIcon::Text | CursorIcon::VerticalText => Cursor::Text,
        CursorIcon::Move | CursorIcon::AllScroll | CursorIcon::Grab | CursorIcon::Grabbing => {
            Cursor::Move
        }
        CursorIcon::NotAllowed | CursorIcon::NoDrop => Cursor::NotAllowed,
        CursorIcon::ResizeHorizontal
        | CursorIcon::ResizeColumn
        | CursorIcon::ResizeEast
        | CursorIcon::ResizeWest => Cursor::EWResize,
        CursorIcon::ResizeVertical
        | CursorIcon::ResizeRow
        | CursorIcon::ResizeNorth
        | CursorIcon::ResizeSouth => Cursor::NSResize,
        CursorIcon::ResizeNeSw | CursorIcon::ResizeNorthEast | CursorIcon::ResizeSouthWest => {
            Cursor::NESWResize
        }
        CursorIcon::ResizeNwSe | CursorIcon::ResizeNorthWest | CursorIcon::ResizeSouthEast => {
            Cursor::NWSEResize
        }
        _ => Cursor::Default,
    }
}
