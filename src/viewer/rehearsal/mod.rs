//! The window without a screen, for tests: the program with egui's input, and nothing drawn.

mod answers;
mod asks;
mod bench;
mod cases;
mod four_legs;
mod jumping;
mod keyboard;
mod keys;
mod lessons;
mod motion;
mod panes;
mod planning;
mod reading;
mod safety;
mod scripts;
mod small;
mod steady;
mod theatre;
mod timeline;
mod trying;
mod view;
mod walking;

use super::app::App;
use super::files::{Files, fresh_document};
use super::settings::Settings;
use super::window::Program;
use egui::{DroppedFile, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};
use glam::DVec3;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A window of 1280 by 800 points that nobody sees, and a hand on its mouse and keys.
pub(super) struct Rehearsal {
    pub(super) app: App,
    pub(super) ctx: egui::Context,
    pub(super) home: Arc<tempfile::TempDir>,
    began: Instant,
    /// Of the window (points).
    pub(super) size: egui::Vec2,
    /// Of the last frame.
    output: egui::FullOutput,
}

impl Rehearsal {
    /// A figure at rest on a level, both by their names.
    pub(super) fn new(character: &str, level: &str) -> Self {
        Self::at_home(Arc::new(tempfile::tempdir().unwrap()), character, level)
    }

    /// Another window of the same person, which offers what is kept.
    pub(super) fn beside(other: &Self) -> Self {
        let mut rehearsal = Self::at_home(Arc::clone(&other.home), "human", "flat");
        rehearsal.app.offer_kept();
        rehearsal.frames(2);
        rehearsal
    }

    fn at_home(home: Arc<tempfile::TempDir>, character: &str, level: &str) -> Self {
        let document = fresh_document(character, level).unwrap();
        let files = Files::new(None, home.path().to_owned());
        let mut rehearsal = Self {
            app: App::new(document, files, Settings::default()),
            ctx: egui::Context::default(),
            home,
            began: Instant::now(),
            size: vec2(1280.0, 800.0),
            output: egui::FullOutput::default(),
        };
        rehearsal.frames(4);
        rehearsal
    }

    /// One frame in which all of this happens.
    pub(super) fn frame(&mut self, modifiers: Modifiers, events: Vec<Event>) {
        self.frame_of(RawInput {
            modifiers,
            events,
            ..RawInput::default()
        });
    }

    fn frame_of(&mut self, input: RawInput) {
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.began.elapsed().as_secs_f64()),
            ..input
        };
        self.output = self.ctx.run(raw, |ctx| self.app.panels(ctx));
    }

    /// All words of a frame in which nothing happens.
    pub(super) fn words(&mut self) -> Vec<String> {
        let words = self.placed_words().into_iter();
        words.map(|(words, _)| words).collect()
    }

    /// The same with where they are seen (points).
    pub(super) fn placed_words(&mut self) -> Vec<(String, Rect)> {
        self.frames(1);
        let shapes = self.output.shapes.iter();
        let words = shapes.filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => {
                let place = text.visual_bounding_rect().intersect(clipped.clip_rect);
                Some((text.galley.text().to_owned(), place))
            }
            _ => None,
        });
        words.collect()
    }

    /// Lets a file go over the window.
    pub(super) fn drop_file(&mut self, path: &Path) {
        let dropped = DroppedFile {
            path: Some(path.to_owned()),
            ..DroppedFile::default()
        };
        self.frame_of(RawInput {
            dropped_files: vec![dropped],
            ..RawInput::default()
        });
    }

    /// Frames in which nothing happens.
    pub(super) fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(Modifiers::NONE, Vec::new());
        }
    }

    /// Goes on for so long.
    pub(super) fn wait(&mut self, secs: f64) {
        let end = Instant::now() + Duration::from_secs_f64(secs);
        while Instant::now() < end {
            self.frames(1);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Presses a key and lets it go.
    pub(super) fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    /// The same with modifiers held.
    pub(super) fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        for pressed in [true, false] {
            let event = Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            };
            self.frame(modifiers, vec![event]);
        }
        self.frames(2);
    }

    /// Presses or lets go of the left button somewhere.
    pub(super) fn button(&mut self, pos: Pos2, pressed: bool, modifiers: Modifiers) {
        let press = Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers,
        };
        self.frame(modifiers, vec![Event::PointerMoved(pos)]);
        self.frame(modifiers, vec![press]);
    }

    /// Clicks with the left button.
    pub(super) fn click(&mut self, at: Pos2) {
        self.button(at, true, Modifiers::NONE);
        self.button(at, false, Modifiers::NONE);
        self.frames(2);
    }

    /// Clicks with the right button.
    pub(super) fn right_click(&mut self, pos: Pos2) {
        self.frame(Modifiers::NONE, vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            let event = Event::PointerButton {
                pos,
                button: PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            self.frame(Modifiers::NONE, vec![event]);
        }
        self.frames(2);
    }

    /// Drags with the left button, and holds it.
    pub(super) fn pull(&mut self, from: Pos2, to: Pos2, modifiers: Modifiers) {
        self.button(from, true, modifiers);
        for k in 1..=8 {
            let at = from + k as f32 / 8.0 * (to - from);
            self.frame(modifiers, vec![Event::PointerMoved(at)]);
        }
    }

    /// Drags with the left button.
    pub(super) fn drag(&mut self, from: Pos2, to: Pos2) {
        self.pull(from, to, Modifiers::NONE);
        self.button(to, false, Modifiers::NONE);
        self.frames(2);
    }

    /// Where a handle is in space [m].
    pub(super) fn place(&self, handle: &str) -> DVec3 {
        let setup = &self.app.document().setup;
        let index = setup.handles.iter().position(|other| other.name == handle);
        setup.place_of(index.unwrap(), &self.app.scene.figure.kin)
    }

    /// Where it is in the view in use (points).
    pub(super) fn seen(&self, handle: &str) -> Pos2 {
        let pane = self.app.panes.get(self.app.panes.in_use());
        pane.project(self.place(handle)).unwrap()
    }

    /// Drags a handle by so many points, up and to the right.
    pub(super) fn drag_handle(&mut self, handle: &str, right: f32, up: f32) {
        let from = self.seen(handle);
        self.drag(from, from + vec2(right, -up));
    }
}
