//! A recording and its correction: what was gained, and how the two are shown.

use crate::document::{RecordingTake, Take};
use crate::viewer::actions::Action;
use crate::viewer::app::App;
use crate::viewer::beside::{RecordingView, figures};
use crate::viewer::shown::Shown;
use egui::{Grid, Ui};

impl App {
    pub(in crate::viewer) fn recording_tab(&mut self, ui: &mut Ui) {
        let Some(Take::Recording(take)) = self.document().take.clone() else {
            ui.weak("Ctrl+I imports a recorded motion.");
            return;
        };
        ui.strong(take.name.clone());
        let frames = take.balanced.frames.len();
        let secs = take.balanced.duration_secs();
        ui.weak(format!("{frames} frames, {secs:.2} s"));
        ui.add_space(8.0);
        self.figure_rows(ui, &take);
        ui.add_space(8.0);
        ui.label(format!(
            "Hands: 95 % within {:.0} mm of the recording. {} frames in the air follow it.",
            1e3 * take.report.hand_percentile(0.95),
            take.report.flight_frames
        ));
        ui.add_space(8.0);
        ui.strong("The recording is shown");
        let mut view = self.settings.recording;
        ui.horizontal(|ui| {
            ui.selectable_value(&mut view, RecordingView::Beside, "side by side");
            ui.selectable_value(&mut view, RecordingView::Over, "over each other");
        });
        if view != self.settings.recording {
            self.perform(Action::Beside);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Export…").on_hover_text("Ctrl+E").clicked() {
                self.perform(Action::Export);
            }
            if ui.button("Back to keys").on_hover_text("Shift+W").clicked() {
                self.perform(Action::DropTake);
            }
        });
    }

    /// Before and after; of the whole motion, and of this moment.
    fn figure_rows(&self, ui: &mut Ui, take: &RecordingTake) {
        let now = |shown: Option<&Shown>| {
            let margin = shown.and_then(|shown| shown.margin);
            margin.map_or_else(
                || "in the air".to_owned(),
                |margin| format!("{:.0} mm", 1e3 * margin.metres),
            )
        };
        let now = [now(self.recorded.as_ref()), now(Some(&self.shown))];
        let now = ("margin now", "At the playhead", now);
        Grid::new("recording")
            .num_columns(3)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                ui.label("");
                ui.weak("as recorded");
                ui.weak("balanced");
                ui.end_row();
                for (words, tip, [before, after]) in figures(take).into_iter().chain([now]) {
                    ui.label(words).on_hover_text(tip);
                    ui.monospace(before);
                    ui.monospace(after);
                    ui.end_row();
                }
            });
    }
}
