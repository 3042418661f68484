//! The last line: the margin, what stands, how fast it was solved, and what was just said.

use crate::character::{Character, Contacts, Footing};
use crate::kinematics::{Stance, compass};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::theme::color32;
use egui::{Context, Sense, vec2};
use std::time::Duration;

/// Something that was said stays this long.
const NOTICE: Duration = Duration::from_secs(6);

impl App {
    /// One line at the foot of the window.
    pub(crate) fn status_bar(&mut self, ctx: &Context) {
        egui::TopBottomPanel::bottom("status")
            .exact_height(26.0)
            .show(ctx, |ui| {
                ui.horizontal_centered(|ui| {
                    match self.scene.balance() {
                        Some(balance) => {
                            let (margin, color) = (balance.margin, color32(balance.color));
                            let words = format!("margin {:>4.0} mm", 1e3 * margin.metres);
                            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                            ui.painter().circle_filled(dot.center(), 5.0, color);
                            let tip = if balance.is_moving {
                                "How far the zero-moment point of the moving body is inside of the nearest edge of the support, and which edge that is; below zero the body tips"
                            } else {
                                "How far the centre of mass is inside of the nearest edge of the support, and which edge that is; below zero it is beyond it"
                            };
                            ui.monospace(words).on_hover_text(tip);
                            let edge = format!("at the {}", compass(margin.direction_xz));
                            ui.weak(edge).on_hover_text(tip);
                        }
                        None => {
                            ui.label("in the air");
                        }
                    }
                    ui.separator();
                    ui.weak(self.standing_words());
                    ui.separator();
                    let solve = solve_words(self.session.solve_secs);
                    let words = format!("{solve} · {} fps", self.forms.rate.words());
                    ui.label(egui::RichText::new(words).monospace().weak())
                        .on_hover_text("How long the last pose took to find, and how many frames a second are drawn while something moves");
                    ui.separator();
                    if let Some((words, since)) = &self.shell.notice
                        && let Some(left) = NOTICE.checked_sub(since.elapsed())
                    {
                        ui.label(words);
                        ctx.request_repaint_after(left);
                    }
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.button("? help").on_hover_text("Shortcuts (?)").clicked() {
                            self.perform(Action::Help);
                        }
                    });
                });
            });
    }

    fn standing_words(&self) -> String {
        let stance = self.scene.figure.stance.as_ref();
        let contacts = stance.map_or(Contacts::NONE, Stance::contacts);
        feet_words(&self.document().character, contacts)
    }
}

/// How long a solve took [s], always as wide; a dash before the first one.
fn solve_words(secs: f64) -> String {
    let micros = 1e6 * secs;
    // What changes no pose takes no time.
    if micros < 0.5 {
        "solve    –   ".to_owned()
    } else if micros < 1e4 {
        format!("solve {micros:>4.0} µs")
    } else {
        format!("solve {:>4.0} ms", 1e-3 * micros)
    }
}

/// How many frames a second are drawn while something moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FrameRate {
    /// Time of a frame, smoothed [s]; nothing while the window rests.
    frame_secs: Option<f64>,
    was_moving: bool,
}

/// The share of the newest frame in the smoothed time.
const NEWEST: f64 = 0.1;

impl FrameRate {
    /// One more frame, so long after the last one. The first after a rest tells nothing: one waited for it.
    pub(crate) fn count(&mut self, secs: f64, is_moving: bool) {
        self.frame_secs = match self.frame_secs {
            _ if !is_moving || !self.was_moving => None,
            Some(before) => Some(before + NEWEST * (secs - before)),
            None => Some(secs),
        };
        self.was_moving = is_moving;
    }

    /// "60" in three places, a dash at rest.
    fn words(&self) -> String {
        let rate = self.frame_secs.map(|secs| 1.0 / secs.max(1e-3));
        rate.map_or_else(|| "  –".to_owned(), |rate| format!("{rate:>3.0}"))
    }
}

/// Which feet stand, or which parts of them.
pub(super) fn feet_words(character: &Character, soles: Contacts) -> String {
    let feet: Vec<Footing> = character.footings(soles).collect();
    let all = character.standing_feet().count();
    let is_standing_foot = |foot: &Footing| character.standing_feet().any(|own| own == foot.foot);
    let are_whole = feet
        .iter()
        .all(|foot| character.is_whole(*foot) && is_standing_foot(foot));
    match feet.len() {
        0 => "nothing stands".to_owned(),
        2 if all == 2 && are_whole => "both feet".to_owned(),
        n if n == all && are_whole => "all feet".to_owned(),
        _ => {
            let names = feet
                .iter()
                .map(|foot| character.footing_name(*foot).replace('_', " "));
            names.collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_a_solve_before_the_first_one_and_the_line_never_changes_its_width() {
        let words = [0.0, 2e-7, 3e-4, 0.2].map(solve_words);
        assert!(words[0].contains('–') && !words[0].contains('0'));
        assert_eq!(words[1], words[0]);
        assert_eq!(words[2], "solve  300 µs");
        let width = |words: &String| words.chars().count();
        assert!(
            words.iter().all(|other| width(other) == width(&words[0])),
            "{words:?}"
        );
    }

    #[test]
    fn frames_are_counted_while_something_moves_and_never_change_their_width() {
        let mut rate = FrameRate::default();
        rate.count(0.25, true);
        assert_eq!(rate.words(), "  –", "nobody knows how long it rested");
        for _ in 0..10 {
            rate.count(1.0 / 60.0, true);
        }
        assert_eq!(rate.words(), " 60");
        rate.count(0.2, false);
        assert_eq!(rate.words(), "  –");
    }
}
