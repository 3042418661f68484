//! A recording and its correction: what was gained, and how the two are shown.

use super::desk::{Command, Desk};
use crate::document::{RecordingTake, Take};
use crate::kinematics::Margin;
use crate::motion::BalanceKind;
use crate::viewer::input::actions::Action;
use crate::viewer::scene::shown::Shown;
use crate::viewer::shell::export::counted;
use crate::viewer::signs::recording::{RecordingView, figures};
use egui::{Grid, Ui};

impl Desk<'_> {
    pub(super) fn recording_tab(&mut self, ui: &mut Ui) {
        let Some(Take::Recording(take)) = self.document().take.clone() else {
            ui.weak("Ctrl+I imports a recorded motion.");
            return;
        };
        ui.strong(take.name.clone());
        let frames = take.balanced.frames.len();
        let secs = take.balanced.duration_secs();
        ui.weak(format!("{}, {secs:.2} s", counted(frames, "frame")));
        ui.add_space(8.0);
        self.figure_rows(ui, &take);
        ui.add_space(8.0);
        ui.label(format!(
            "Joints: {:.0} mm from the recording in the mean, 95 % within {:.0} mm. Frames in the air: {}.",
            1e3 * take.report.shifts.all.mean,
            1e3 * take.report.shifts.all.p95,
            take.report.flight_frames
        ));
        ui.add_space(8.0);
        ui.strong("The recording is shown");
        let mut view = self.settings.recording;
        ui.horizontal(|ui| {
            ui.selectable_value(&mut view, RecordingView::Beside, "side by side")
                .on_hover_text("The recording at the left of its correction (Shift+O)");
            ui.selectable_value(&mut view, RecordingView::Over, "over each other")
                .on_hover_text("The recording pale, where its correction is (Shift+O)");
        });
        if view != self.settings.recording {
            self.send(Command::Do(Action::Beside));
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (action, words) in [
                (Action::Export, "Export…"),
                (Action::DropTake, "Back to keys"),
            ] {
                let tip = action.entry().tip();
                if ui.button(words).on_hover_text(tip).clicked() {
                    self.send(Command::Do(action));
                }
            }
        });
    }

    /// Before and after; of the whole motion, and of this moment.
    fn figure_rows(&self, ui: &mut Ui, take: &RecordingTake) {
        let told = |shown: Option<&Shown>, margin: Option<Margin>| match margin {
            Some(margin) => format!("{:.0} mm", 1e3 * margin.metres),
            None if shown.is_none_or(|shown| shown.margin.is_none()) => "in the air".to_owned(),
            None => "-".to_owned(),
        };
        let recorded = self.scene.recording().map(|recorded| &recorded.shown);
        let figure = Some(&self.scene.figure);
        let at_rest = |shown: Option<&Shown>| shown.and_then(|shown| shown.margin);
        let now = match take.report.balance {
            BalanceKind::Static => [recorded, figure].map(|shown| told(shown, at_rest(shown))),
            // Of the recording, which trembles, nobody differs single frames.
            BalanceKind::Dynamic => {
                let moving = self.scene.zero_moment.as_ref();
                let moving = moving.map(|zero_moment| zero_moment.margin);
                [told(recorded, None), told(figure, moving)]
            }
        };
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
