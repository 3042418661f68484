//! The clock of a static walk: a button, and a slider to any moment of it.

use crate::viewer::session::walking::{WalkClock, WalkWish};
use egui::{Button, Slider, Ui};

/// Room for the time behind the slider (points).
const TIME: f32 = 104.0;

/// A row for a walk; what is wanted of it.
pub(super) fn walk_clock(ui: &mut Ui, clock: &WalkClock) -> Option<WalkWish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        let words = if clock.is_playing {
            "⏸ Pause"
        } else {
            "▶ Play"
        };
        let tip = "Plays the walk, or stops (Space)";
        // As wide with either word.
        let play = Button::new(words).selected(clock.is_playing);
        let play = ui.add_sized(egui::vec2(72.0, 22.0), play);
        if play.on_hover_text(tip).clicked() {
            wish = Some(WalkWish::PlayOrPause);
        }
        ui.spacing_mut().slider_width = (ui.available_width() - TIME).clamp(60.0, 320.0);
        let mut secs = clock.secs;
        let range = 0.0..=clock.length_secs;
        let slider = Slider::new(&mut secs, range).show_value(false);
        let slider = ui
            .add(slider)
            .on_hover_text("Goes to any moment of the walk");
        if slider.changed() {
            wish = Some(WalkWish::Seek(secs));
        }
        ui.monospace(format!("{:>4.1}/{:.1} s", clock.secs, clock.length_secs));
    });
    wish
}
