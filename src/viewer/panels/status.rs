//! The last line: the margin, what stands, how fast it was solved, and what was just said.

use crate::character::Character;
use crate::kinematics::compass;
use crate::viewer::actions::Action;
use crate::viewer::app::App;
use crate::viewer::theme::{Theme, color32};
use egui::{Context, Sense, vec2};
use std::time::Duration;

/// Something that was said stays this long.
const NOTICE: Duration = Duration::from_secs(6);

impl App {
    /// One line at the foot of the window.
    pub(in crate::viewer) fn status_bar(&mut self, ctx: &Context) {
        egui::TopBottomPanel::bottom("status")
            .exact_height(26.0)
            .show(ctx, |ui| {
                ui.horizontal_centered(|ui| {
                    match &self.shown.margin {
                        Some(margin) => {
                            let color = color32(Theme::margin(margin.metres));
                            let words = format!("margin {:>4.0} mm", 1e3 * margin.metres);
                            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                            ui.painter().circle_filled(dot.center(), 5.0, color);
                            ui.monospace(words);
                            ui.weak(compass(margin.direction_xz));
                        }
                        None => {
                            ui.label("in the air");
                        }
                    }
                    ui.separator();
                    ui.weak(self.standing_words());
                    ui.separator();
                    let micros = 1e6 * self.solve_secs;
                    ui.weak(if micros < 1e4 {
                        format!("solve {micros:>5.0} µs")
                    } else {
                        format!("solve {:>5.0} ms", 1e-3 * micros)
                    });
                    ui.separator();
                    if let Some((words, since)) = &self.notice
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
        let planted = self.shown.stance.iter().flat_map(|stance| &stance.planted);
        soles_words(
            &self.document().character,
            planted.map(|planted| planted.sole),
        )
    }
}

/// Which soles stand.
pub(super) fn soles_words(character: &Character, soles: impl Iterator<Item = usize>) -> String {
    let names: Vec<String> = soles
        .filter_map(|sole| Some(character.soles.get(sole)?.name.replace('_', " ")))
        .collect();
    match names.len() {
        0 => "nothing stands".to_owned(),
        2 if character.soles.len() == 2 => "both feet".to_owned(),
        n if n == character.soles.len() => "all feet".to_owned(),
        _ => names.join(", "),
    }
}
