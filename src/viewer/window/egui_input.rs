//! Events of the window as egui's input: pointer, wheel, keys, text, clipboard, dropped files.

use egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, pos2, vec2,
};
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton, window};
use std::time::Instant;

/// A notch of the wheel where the system counts in 120ths instead of notches.
const FINE_NOTCH: f32 = 120.0;

/// What has happened since the last frame.
pub(crate) struct Input {
    events: Vec<Event>,
    dropped: Vec<egui::DroppedFile>,
    modifiers: Modifiers,
    focused: bool,
    /// Buttons that are held.
    held: Vec<PointerButton>,
    /// Where the pointer is, in points.
    pointer: Pos2,
    /// Pixels of the window per point.
    pixels_per_point: f32,
    /// The character of the key press that is about to be told: it comes before its key.
    character: Option<char>,
    keys: HeldKeys,
    start: Instant,
}

/// Keys that are held, as what they were pressed: a key that typed `?` is let go of as `?`, whatever became of Shift
/// meanwhile. Else it would be held for ever.
#[derive(Default)]
struct HeldKeys(Vec<(KeyCode, Key)>);

impl HeldKeys {
    /// What a key is called that is pressed, is pressed still, or is let go of.
    fn name(&mut self, code: KeyCode, typed: Option<char>, pressed: bool) -> Option<Key> {
        let held = self.0.iter().position(|(held, _)| *held == code);
        let was = held.map(|index| self.0.swap_remove(index).1);
        if !pressed {
            return was.or_else(|| key_of(code, typed));
        }
        let key = was.or_else(|| key_of(code, typed))?;
        self.0.push((code, key));
        Some(key)
    }
}

/// What was lost of the window's events while one was heard: whoever asks for the clipboard reads until it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadPast {
    Nothing,
    All,
}

impl Input {
    pub(crate) fn new() -> Self {
        Self {
            events: Vec::new(),
            dropped: Vec::new(),
            modifiers: Modifiers::NONE,
            focused: true,
            held: Vec::new(),
            pointer: Pos2::ZERO,
            pixels_per_point: window::dpi_scale(),
            character: None,
            keys: HeldKeys::default(),
            start: Instant::now(),
        }
    }

    /// All of it for one frame of egui.
    pub(crate) fn take(&mut self, ctx: &egui::Context) -> RawInput {
        let scale = window::dpi_scale();
        self.pixels_per_point = scale * ctx.zoom_factor();
        let (width, height) = window::screen_size();
        let size = vec2(width, height) / self.pixels_per_point;
        let mut raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            max_texture_side: Some(4096),
            time: Some(self.start.elapsed().as_secs_f64()),
            modifiers: self.modifiers,
            events: std::mem::take(&mut self.events),
            dropped_files: std::mem::take(&mut self.dropped),
            focused: self.focused,
            ..RawInput::default()
        };
        let viewport = raw.viewports.entry(raw.viewport_id).or_default();
        viewport.native_pixels_per_point = Some(scale);
        raw
    }

    pub(crate) fn pointer_moved(&mut self, x: f32, y: f32) {
        self.pointer = self.point(x, y);
        self.events.push(Event::PointerMoved(self.pointer));
    }

    pub(crate) fn button(&mut self, button: MouseButton, x: f32, y: f32, pressed: bool) {
        let button = match button {
            MouseButton::Left => PointerButton::Primary,
            MouseButton::Right => PointerButton::Secondary,
            MouseButton::Middle => PointerButton::Middle,
            MouseButton::Unknown => return,
        };
        self.pointer = self.point(x, y);
        self.held.retain(|held| *held != button);
        if pressed {
            self.held.push(button);
        }
        self.push_button(button, pressed);
    }

    /// Back in the window; buttons let go of elsewhere are let go of.
    pub(crate) fn pointer_entered(&mut self, held: MouseButton, x: f32, y: f32) {
        self.pointer_moved(x, y);
        if held == MouseButton::Unknown {
            self.release_all();
        }
    }

    /// A drag goes on outside; a hover does not.
    pub(crate) fn pointer_left(&mut self) {
        if self.held.is_empty() {
            self.events.push(Event::PointerGone);
        }
    }

    pub(crate) fn wheel(&mut self, x: f32, y: f32) {
        let notches = |v: f32| {
            if v.abs() < 0.25 * FINE_NOTCH {
                v
            } else {
                v / FINE_NOTCH
            }
        };
        self.events.push(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(notches(x), notches(y)),
            modifiers: self.modifiers,
        });
    }

    /// Text, unless it is the letter of a shortcut.
    pub(crate) fn character(&mut self, character: char, mods: KeyMods) {
        self.character = Some(character);
        if !character.is_control() && !mods.ctrl && !mods.alt && !mods.logo {
            self.events.push(Event::Text(character.to_string()));
        }
    }

    pub(crate) fn key(
        &mut self,
        code: KeyCode,
        mods: KeyMods,
        pressed: bool,
        repeat: bool,
    ) -> ReadPast {
        self.modifiers = modifiers(mods);
        // X11 tells the modifiers as they were before this very key.
        match code {
            KeyCode::LeftControl | KeyCode::RightControl => self.modifiers.ctrl = pressed,
            KeyCode::LeftShift | KeyCode::RightShift => self.modifiers.shift = pressed,
            KeyCode::LeftAlt | KeyCode::RightAlt => self.modifiers.alt = pressed,
            _ => {}
        }
        self.modifiers.command = self.modifiers.ctrl;
        let typed = self.character.take();
        let Some(key) = self.keys.name(code, typed, pressed) else {
            return ReadPast::Nothing;
        };
        if pressed && self.modifiers.command {
            match key {
                Key::C => {
                    self.events.push(Event::Copy);
                    return ReadPast::Nothing;
                }
                Key::X => {
                    self.events.push(Event::Cut);
                    return ReadPast::Nothing;
                }
                Key::V => {
                    // An empty clipboard is pasted, too: whoever keeps its own has to hear of it.
                    let text = window::clipboard_get().unwrap_or_default();
                    self.events.push(Event::Paste(text.replace("\r\n", "\n")));
                    return ReadPast::All;
                }
                _ => {}
            }
        }
        self.events.push(Event::Key {
            key,
            physical_key: key_of(code, None),
            pressed,
            repeat,
            modifiers: self.modifiers,
        });
        ReadPast::Nothing
    }

    pub(crate) fn focus(&mut self, focused: bool) {
        self.focused = focused;
        self.modifiers = Modifiers::NONE;
        if !focused {
            self.release_all();
            self.keys = HeldKeys::default();
        }
        self.events.push(Event::WindowFocused(focused));
    }

    pub(crate) fn files_dropped(&mut self) {
        for index in 0..window::dropped_file_count() {
            self.dropped.push(egui::DroppedFile {
                path: window::dropped_file_path(index),
                ..egui::DroppedFile::default()
            });
        }
    }

    fn point(&self, x: f32, y: f32) -> Pos2 {
        pos2(x, y) / self.pixels_per_point
    }

    fn release_all(&mut self) {
        for button in std::mem::take(&mut self.held) {
            self.push_button(button, false);
        }
    }

    fn push_button(&mut self, button: PointerButton, pressed: bool) {
        self.events.push(Event::PointerButton {
            pos: self.pointer,
            button,
            pressed,
            modifiers: self.modifiers,
        });
    }
}

fn modifiers(mods: KeyMods) -> Modifiers {
    Modifiers {
        alt: mods.alt,
        ctrl: mods.ctrl,
        shift: mods.shift,
        mac_cmd: false,
        command: mods.ctrl,
    }
}

/// The key by what it types, so that shortcuts follow the layout, else by its place on the keyboard.
fn key_of(code: KeyCode, typed: Option<char>) -> Option<Key> {
    let by_character = typed.and_then(|c| Key::from_name(c.encode_utf8(&mut [0; 4])));
    by_character.or_else(|| {
        let name = format!("{code:?}");
        let name = match name.as_str() {
            "LeftBracket" => "OpenBracket",
            "RightBracket" => "CloseBracket",
            "Apostrophe" => "Quote",
            "GraveAccent" => "Backtick",
            "KpEnter" => "Enter",
            "KpAdd" => "Plus",
            "KpSubtract" => "Minus",
            "KpDivide" => "Slash",
            "KpDecimal" => "Period",
            other => other
                .strip_prefix("Key")
                .or_else(|| other.strip_prefix("Kp"))
                .unwrap_or(other),
        };
        Key::from_name(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_digit_and_arrow_is_a_key() {
        for (code, key) in [
            (KeyCode::A, Key::A),
            (KeyCode::Key7, Key::Num7),
            (KeyCode::Kp7, Key::Num7),
            (KeyCode::Left, Key::ArrowLeft),
            (KeyCode::KpEnter, Key::Enter),
            (KeyCode::Space, Key::Space),
            (KeyCode::F1, Key::F1),
            (KeyCode::LeftBracket, Key::OpenBracket),
        ] {
            assert_eq!(key_of(code, None), Some(key), "{code:?}");
        }
        assert_eq!(key_of(KeyCode::LeftShift, None), None);
    }

    #[test]
    fn a_key_is_let_go_of_as_what_it_was_pressed() {
        let mut keys = HeldKeys::default();
        for _ in 0..2 {
            let pressed = keys.name(KeyCode::Slash, Some('?'), true);
            let held_on = keys.name(KeyCode::Slash, Some('/'), true);
            let released = keys.name(KeyCode::Slash, None, false);
            assert_eq!([pressed, held_on, released], [Some(Key::Questionmark); 3]);
        }
        assert_eq!(keys.name(KeyCode::Slash, None, false), Some(Key::Slash));
    }

    #[test]
    fn a_key_is_what_it_types() {
        assert_eq!(key_of(KeyCode::Slash, Some('?')), Some(Key::Questionmark));
        assert_eq!(key_of(KeyCode::Y, Some('z')), Some(Key::Z));
        // Ctrl+A types a control character.
        assert_eq!(key_of(KeyCode::A, Some('\u{1}')), Some(Key::A));
    }
}
